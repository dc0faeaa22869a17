"""The players of a match's seats, who are asked for moves, and what they say with these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole import WHITE, Board
from wormhole.library.headers import UNDECIDED
from wormhole.library.record import GameNode
from wormhole.library.time_control import ClockKind, TimeControls, is_timed
from wormhole.play.cursor import Cursor

if TYPE_CHECKING:
    from wormhole.engine.solver import Solution
    from wormhole.engine.time_management import Clock
    from wormhole.players.player import Answer, MoveRequest, Player, ThinkingInfo

SPARED_SECONDS, SPARED_SHARE = 0.25, 0.25
"""The smaller one is reserved, not used by the computer: the window may be busy when the answer comes."""


def thinking_clock(node: GameNode, controls: TimeControls, color: bool, spent: float = 0.0) -> Clock | None:
    """The clock by which the computer thinks at ``node``; None if its turn takes no time.

    ``spent``: the seconds that this turn has taken already.
    """
    control = controls.at(node.plies(), node.turn()).of(color)
    left = node.time_left(color, controls)
    if control is None or left is None or not is_timed(node.plies()):
        return None
    from wormhole.engine.time_management import Clock  # not needed for the first picture

    delay = control.bonus if control.kind is ClockKind.DELAY else 0.0
    time = max(0.0, left + delay - spent)
    usable = time - min(SPARED_SECONDS, SPARED_SHARE * time)
    return Clock(usable, control.bonus, moves_to_go=control.moves_to_go)


@dataclass(frozen=True)
class Request:
    """What was asked, where, and for which side."""

    asked: MoveRequest
    node: GameNode
    color: bool


class SeatedPlayers:
    """Asks the players of the seats, and reports the game's beginning and result to them."""

    def __init__(self, by_color: Mapping[bool, Player], cursor: Cursor) -> None:
        self.by_color = by_color
        self.uses_book = True
        """Whether they may use their opening books."""
        self.take_time = False
        """Whether levels take a person's time for a move, as characters do."""
        self.awaited: Request | None = None
        self.is_pondering = False
        """Whether a player thinks on its opponent's time."""
        self.trouble: str | None = None
        """The fault of the player who was asked last."""
        self.last_lines: tuple[str, ...] = ()
        """What the program wrote last before that fault."""
        self.last_asked = WHITE
        """The side of that player."""
        self.solutions: dict[GameNode, Solution] = {}
        """The results that they had proven when they moved to these places, their lines in SAN."""
        self.draw_offered_at: GameNode | None = None
        """Where the move led with which a player offered a draw last."""
        self._score: int | None = None
        self._result = cursor.game.result
        """The result that they know."""
        for player in by_color.values():
            player.begin(cursor.board)

    @property
    def info(self) -> ThinkingInfo | None:
        """The report of the player who thinks; None without a request."""
        return None if self.awaited is None else self.by_color[self.awaited.color].info()

    @property
    def is_thinking(self) -> bool:
        """Whether a player has been asked for a move and has not answered yet."""
        return self.awaited is not None

    @property
    def thinker(self) -> bool | None:
        """The colour of the player who thinks, or None."""
        return None if self.awaited is None else self.awaited.color

    @property
    def asked_at(self) -> GameNode | None:
        """The place where that player thinks, or None."""
        return None if self.awaited is None else self.awaited.node

    def ask(self, node: GameNode, board: Board, clock: Clock | None, other_clock: Clock | None) -> None:
        """Ask for the move at ``node``, whose position is ``board``."""
        self.stop()
        player = self.by_color[board.turn]
        player.uses_book, player.takes_time = self.uses_book, self.take_time
        self.last_asked = board.turn
        self.awaited = Request(player.ask(board, clock, other_clock), node, board.turn)

    def awaits(self, answer: Answer) -> bool:
        """Whether this is the answer that is awaited."""
        return self.awaited is not None and answer.asked is self.awaited.asked

    def take(self, answer: Answer) -> Request:
        """What was asked; its answer has come, so nothing is awaited any more."""
        awaited, self.awaited = self.awaited, None
        assert awaited is not None
        return awaited

    def note(self, answer: Answer, node: GameNode, board: Board) -> None:
        """Note what came with the move that led to ``node``, whose position is ``board``."""
        self._score = answer.score_centipawns
        self.draw_offered_at = node if answer.offers_draw else None
        if answer.solution is not None:
            self.solutions[node] = in_san(answer.solution, board)

    def accepts_draw(self, color: bool, node: GameNode) -> bool:
        """Whether the player of this colour agrees to a draw at ``node``."""
        plies, solution = node.plies(), self.solutions.get(node)
        return self.by_color[color].accepts_draw(color, plies, self._score, solution)

    def ponder(self, board: Board | None, clock: Clock | None = None, other: Clock | None = None) -> None:
        """Let the opponent of the side to move think about ``board``; None stops it.

        Repeated calls do no harm.
        """
        if board is not None and not self.is_pondering:
            self.by_color[not board.turn].ponder(board, clock, other)
        elif board is None and self.is_pondering:
            for player in self.by_color.values():
                player.stop()
        self.is_pondering = board is not None

    def tell(self, result: str) -> None:
        """Report the result to the players, once it is decided."""
        if result not in (UNDECIDED, self._result):
            for player in self.by_color.values():
                player.finish(result)
        self._result = result

    def stop(self) -> None:
        """Stop thinking and pondering; forget the request and any fault."""
        self.trouble, self.last_lines = None, ()
        if self.awaited is not None or self.is_pondering:
            self.awaited, self.is_pondering = None, False
            for player in self.by_color.values():
                player.stop()

    def seat_again(self, color: bool, player: Player | None, board: Board) -> None:
        """Let another player take a seat, or a user, for whom there is none."""
        self.stop()
        self.draw_offered_at = None
        players = dict(self.by_color)
        before = players.pop(color, None)
        if before is not None:
            before.close()
        if player is not None:
            players[color] = player
            player.begin(board)
        self.by_color = players

    def close(self) -> None:
        """Drop any request; the players leave their seats."""
        self.stop()
        for player in self.by_color.values():
            player.close()


def in_san(solution: Solution, board: Board) -> Solution:
    """The solution with its line, which continues from `board`, in SAN."""
    twin, sans = board.copy(), []
    for text in solution.line:
        move = twin.parse_uci(text)
        sans.append(twin.san(move))
        twin.push(move)
    return replace(solution, line=tuple(sans))
