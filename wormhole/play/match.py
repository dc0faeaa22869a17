"""A game being played: its players, the current place in its record, and the request for a move.

It uses no window. It asks the player of the side to move. Its owner passes the answers to it in the window's
thread, so that nothing here needs a lock. The record alone has the moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Board, Move, Outcome, Piece, Termination
from wormhole.base.errors import Message
from wormhole.library.headers import RATED, UNDECIDED, first_headers, person_name
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.library.time_control import ClockKind, TimeControls, control_headers, controls_of, is_timed
from wormhole.play.cursor import Cursor, NodePath
from wormhole.play.match_result import Result
from wormhole.play.seats import Seat, Setup, tags_of
from wormhole.play.variations import add_line, make_main_line

if TYPE_CHECKING:
    from wormhole.engine.clock import Clock
    from wormhole.engine.solver import Solution
    from wormhole.players.player import Answer, Asked, Player, ThinkingInfo

NOBODY: Mapping[bool, Player] = {}
BY_MAIL = {"Mode": "EM"}
"""The header of a game by electronic mail (PGN standard, 9.9.1)."""

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
    from wormhole.engine.clock import Clock  # not needed for the first picture

    delay = control.bonus if control.kind is ClockKind.DELAY else 0.0
    time = max(0.0, left + delay - spent)
    usable = time - min(SPARED_SECONDS, SPARED_SHARE * time)
    return Clock(usable, control.bonus, moves_to_go=control.moves_to_go)


def first_cursor(setup: Setup) -> Cursor:
    """Where a match begins, in a new record or in that of an opened game.

    The record has the clocks. Raises wormhole.FenError for a bad FEN.
    """
    if setup.opened is None:
        start = Board(setup.variant, setup.fen)
        headers = first_headers(tags_of(setup), setup.clocks)
        if setup.is_rated:
            headers[RATED] = "1"
        return Cursor(Game(start, headers if setup.mail is None else {**headers, **BY_MAIL}))
    game = setup.opened.cursor.game
    if game.result == UNDECIDED and setup.clocks and controls_of(game.headers) != setup.clocks:
        game.headers.update(control_headers(setup.clocks))
    return setup.opened.cursor


@dataclass(frozen=True)
class Awaited:
    """A request without an answer yet: what was asked, where, and for which side."""

    asked: Asked
    node: GameNode
    color: bool


class SeatedPlayers:
    """Asks the players of the seats, one at a time, and reports the game's beginning and result to them."""

    def __init__(self, players: Mapping[bool, Player], cursor: Cursor) -> None:
        self.players = players
        self.awaited: Awaited | None = None
        self.trouble: str | None = None
        """The fault of the player who was asked last."""
        self.last_lines: tuple[str, ...] = ()
        """What the program wrote last before that fault."""
        self.last_asked = WHITE
        """The side of that player."""
        self._ponders = False
        self._result = cursor.game.result
        """The result that the players know."""
        for player in players.values():
            player.begin(cursor.board)

    @property
    def info(self) -> ThinkingInfo | None:
        """The report of the player who thinks; None without a request."""
        return None if self.awaited is None else self.players[self.awaited.color].info()

    def ask(
        self,
        node: GameNode,
        board: Board,
        clock: Clock | None,
        other_clock: Clock | None = None,
        *,
        uses_book: bool,
    ) -> None:
        """Ask for the move at ``node``, whose position is ``board``."""
        self.stop()
        player = self.players[board.turn]
        player.uses_book = uses_book
        self.last_asked = board.turn
        self.awaited = Awaited(player.ask(board, clock, other_clock), node, board.turn)

    def awaits(self, answer: Answer) -> bool:
        """Whether this is the answer that is awaited."""
        return self.awaited is not None and answer.asked is self.awaited.asked

    def take(self, answer: Answer) -> Awaited:
        """What was asked; its answer has come, so nothing is awaited any more."""
        awaited, self.awaited = self.awaited, None
        assert awaited is not None
        return awaited

    def ponder(
        self, board: Board | None, clock: Clock | None = None, other_clock: Clock | None = None
    ) -> None:
        """Let the opponent of the side to move think about ``board``; None stops it.

        Repeated calls do no harm.
        """
        if board is not None and not self._ponders:
            self.players[not board.turn].ponder(board, clock, other_clock)
        elif board is None and self._ponders:
            for player in self.players.values():
                player.stop()
        self._ponders = board is not None

    def tell(self, result: str) -> None:
        """Report the result to the players, once it is decided."""
        if result not in (UNDECIDED, self._result):
            for player in self.players.values():
                player.finish(result)
        self._result = result

    def stop(self) -> None:
        """Stop thinking and pondering; forget the request and any fault."""
        self.trouble, self.last_lines = None, ()
        if self.awaited is not None or self._ponders:
            self.awaited, self._ponders = None, False
            for player in self.players.values():
                player.stop()

    @property
    def is_pondering(self) -> bool:
        """Whether a player thinks on its opponent's time."""
        return self._ponders

    def seat_again(self, color: bool, player: Player | None, board: Board) -> None:
        """Let another player take a seat, or a user, for whom there is none."""
        self.stop()
        players = dict(self.players)
        before = players.pop(color, None)
        if before is not None:
            before.close()
        if player is not None:
            players[color] = player
            player.begin(board)
        self.players = players

    def close(self) -> None:
        """Let the players leave their seats."""
        self.stop()
        for player in self.players.values():
            player.close()


def in_san(solution: Solution, board: Board) -> Solution:
    """The solution with its line, which continues from `board`, in SAN."""
    twin, sans = board.copy(), []
    for text in solution.line:
        move = twin.parse_uci(text)
        sans.append(twin.san(move))
        twin.push(move)
    return replace(solution, line=tuple(sans))


@dataclass(frozen=True)
class _Undone:
    """What one undo left: a node or, at it, a result with its termination."""

    node: GameNode
    result: str = UNDECIDED
    termination: str | None = None


class Match:
    """A game from its first move to its result, and any variations of it.

    Methods that change it return whether they did. At a wrong moment (another side's turn, the game over,
    nothing to undo) they change nothing. Raises wormhole.FenError for a bad `setup.fen`.
    """

    def __init__(self, setup: Setup, players: Mapping[bool, Player] = NOBODY) -> None:
        """``players``: those of the seats that no user has, by colour."""
        away = (color for color in (WHITE, BLACK) if setup.seat(color).is_away)
        if {*players, *setup.users, *away} != {WHITE, BLACK}:
            raise ValueError("each seat needs a user or a player")
        self.setup = setup
        opened = setup.opened
        self._cursor = first_cursor(setup)
        self._left_at: GameNode | None = None if opened is None else self._cursor.game.end()
        """Where an opened game was left: the turn there has taken `spent_seconds` already."""
        self._asking = SeatedPlayers(players, self._cursor)
        self.uses_book = True
        """Whether the players may use their opening books."""
        self._solutions: dict[GameNode, Solution] = {}
        self._score: int | None = None
        self._draw_offered_at: GameNode | None = None
        self._undone: list[_Undone] = []
        self._taken_back: GameNode | None = None
        """Where an undo led: a move that is played there becomes the main one. If it was played before, the
        game is at play after it, whatever followed."""
        self._result = Result(self._cursor, opened is None or opened.has_derived_result)

    # State

    @property
    def game(self) -> Game:
        """The record: all moves and variations, the result."""
        return self._cursor.game

    @property
    def node(self) -> GameNode:
        """The current place in the record, where the next move is played."""
        return self._cursor.node

    @property
    def board(self) -> Board:
        """The board there. Do not change it."""
        return self._cursor.board

    @property
    def nodes(self) -> list[ChildNode]:
        """The moves that led there."""
        return self._cursor.nodes

    @property
    def is_thinking(self) -> bool:
        """Whether the computer has been asked for a move and has not answered yet."""
        return self._asking.awaited is not None

    @property
    def thinker(self) -> bool | None:
        """The colour for which the computer thinks, or None."""
        awaited = self._asking.awaited
        return None if awaited is None else awaited.color

    @property
    def asked_at(self) -> GameNode | None:
        """The place where the computer thinks, or None."""
        awaited = self._asking.awaited
        return None if awaited is None else awaited.node

    @property
    def info(self) -> ThinkingInfo | None:
        """The report of the player who thinks; None without a request."""
        return self._asking.info

    @property
    def trouble(self) -> str | None:
        """The fault of the player who was asked last; `think_again` asks again."""
        return self._asking.trouble

    @property
    def last_lines(self) -> tuple[str, ...]:
        """What the program wrote last before that fault."""
        return self._asking.last_lines

    @property
    def stuck(self) -> Seat | None:
        """The seat of the player with that fault."""
        return None if self._asking.trouble is None else self.setup.seat(self._asking.last_asked)

    @property
    def asked_last(self) -> bool:
        """The side of the player who was asked last."""
        return self._asking.last_asked

    def awaits(self, answer: Answer) -> bool:
        """Whether this is the answer that is awaited."""
        return self._asking.awaits(answer)

    @property
    def live(self) -> GameNode | None:
        """Where the game is at play: its end, or where an undo led; None once it is decided."""
        if self.game.result != UNDECIDED:
            return None
        return self._taken_back or self.game.end()

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock and the game is open."""
        return bool(self.setup.clocks) and self.game.result == UNDECIDED

    @property
    def is_rated(self) -> bool:
        """Whether it is a rated game that is open: it is played without help."""
        return self.setup.is_rated and self.game.result == UNDECIDED

    @property
    def is_without_help(self) -> bool:
        """Whether the computer must not help: a rated game, or one by mail, is at play."""
        return self.is_rated or (self.is_by_mail and self.live is not None)

    @property
    def has_fixed_line(self) -> bool:
        """Whether the main line stays as it was played: in a rated game and in one by mail."""
        return self.is_by_mail or self.setup.is_rated

    @property
    def is_fixed_past(self) -> bool:
        """Whether this is not where the game is at play while clocks run, or it is rated: no move may be
        played here."""
        return (self.is_timed or self.is_rated) and self.node is not self.live

    @property
    def is_persons_turn(self) -> bool:
        """Whether a user is to move here."""
        return self.outcome is None and self.setup.seat(self.board.turn).is_person

    @property
    def may_move(self) -> bool:
        """Whether a user may move here: on their turn and, to try something, for either side in the past or
        once the game is decided. While clocks run, or in a rated game, nothing can be tried in the past."""
        if self.outcome is not None or self.asked_at is self.node:
            return False
        if self.is_timed or self.is_rated:
            return self.is_persons_turn and not self.is_fixed_past
        if self.is_by_mail:
            return self.is_persons_turn or self.node is not self.live
        is_open = self._is_at_play and self.game.result == UNDECIDED
        return self.is_persons_turn or not is_open

    @property
    def is_between_computers(self) -> bool:
        """Whether the computer plays both sides."""
        return not self.setup.users

    @property
    def is_by_mail(self) -> bool:
        """Whether the opponent is away, and texts bring their moves. Its main line cannot be changed."""
        return self.setup.mail is not None

    @property
    def is_two_player(self) -> bool:
        """Whether users play both sides."""
        return len(self.setup.users) == 2

    @property
    def resigner(self) -> bool | None:
        """The colour that `resign` would resign for now, or None. By mail it takes the place of a move."""
        if self.outcome is not None or self.game.result != UNDECIDED or self.is_between_computers:
            return None
        if self.is_by_mail:
            return self.board.turn if self.is_persons_turn and self.node is self.live else None
        return self.board.turn if self.is_two_player else self.setup.users[0]

    @property
    def is_contest(self) -> bool:
        """Whether an open game is played against the computer or against the clock."""
        is_open = self.game.result == UNDECIDED
        return is_open and not self.is_between_computers and (self.is_timed or not self.is_two_player)

    @property
    def is_contested(self) -> bool:
        """Whether this is where a contest is at play."""
        return self.is_contest and self.node is self.live

    @property
    def can_keep_line(self) -> bool:
        """Whether a line can be kept as a variation here: not where the game is at play, which it would
        continue."""
        is_open = self.game.result == UNDECIDED
        is_closed = self.is_timed or (is_open and (self.is_by_mail or self.setup.is_rated))
        return self.outcome is None and not is_closed and self.node is not self.live

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would do something; never where the main line is fixed."""
        if self.has_fixed_line:
            return False
        return self._is_ended_by_players_here or self._plies_to_undo() > 0

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would do something."""
        return bool(self._undone)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if this is its end or that of a variation; or None."""
        return self._result.outcome

    @property
    def solution(self) -> Solution | None:
        """The result that the computer had proven when it moved to here, its line in SAN."""
        return self._solutions.get(self.node)

    @property
    def score_centipawns(self) -> int | None:
        """The computer's own evaluation of its last move; None if it has not moved."""
        return self._score

    @property
    def is_draw_offered(self) -> bool:
        """Whether the player who moved to here offered a draw with the move; False for a user."""
        return self._draw_offered_at is self.node

    @property
    def next(self) -> ChildNode | None:
        """The node after this one, on the line visited last or else the main one."""
        return self._cursor.next()

    @property
    def last(self) -> GameNode:
        """The end of that line."""
        return self._cursor.last()

    def captured_by(self, color: bool) -> tuple[Piece, ...]:
        """The pieces that this side has captured, in order."""
        return self._cursor.captured_by(color)

    # Changes

    def name(self, color: bool, name: str) -> None:
        """Give the user who plays this colour, or the opponent who is away, a name, in the record, too."""
        self.setup = self.setup.named(color, person_name(name))
        if self.setup.seat(color).player is None:
            key = "White" if color == WHITE else "Black"
            self.game.headers[key] = tags_of(self.setup)[key]

    def begin(self) -> bool:
        """Ask the computer if the game is open and it is its turn here. Call it when ready for answers.

        In a decided game the computer only answers moves that are played.
        """
        return self.game.result == UNDECIDED and self._ask()

    def play(self, move: Move, left: float | None = None) -> bool:
        """Play a user's move, with the seconds ``left`` on their clock.

        In the past it follows or starts a variation.
        """
        if not self.may_move or move not in self.board.legal_moves:
            return False
        self._asking.stop()
        self._undone.clear()
        self._play(move, left=left)
        self._ask()
        return True

    def walk(self, texts: Sequence[str]) -> bool:
        """Play these moves one after another, as far as they are legal; those played before are followed.

        Not where a contest is at play: there each side plays its own moves.
        """
        if not self.may_move or self.is_contested:
            return False
        start = self.node
        self._asking.stop()
        self._undone.clear()
        for text in texts:
            move = self.board.legal_move(text)
            if move is None or (self.is_by_mail and self.node is self.live):
                break
            self._play(move)
        self._ask()
        return self.node is not start

    def keep_line(self, texts: Sequence[str]) -> bool:
        """Add these moves as a variation; the current place stays."""
        if not self.can_keep_line:
            return False
        return add_line(self.node, self.board, texts) is not None

    def ponder(self, is_wanted: bool) -> None:
        """Start or stop thinking on the opponent's time. Repeated calls do no harm."""
        is_free = self.is_persons_turn and self._is_at_play and not self.is_thinking
        spec = self.setup.seat(not self.board.turn).player
        if not is_free or spec is None or not (is_wanted if spec.is_ours else spec.ponders):
            self._asking.ponder(None)
        elif not self._asking.is_pondering:
            self._asking.ponder(
                self.board, self._clock_of(not self.board.turn), self._clock_of(self.board.turn)
            )

    def answered(self, answer: Answer, left: float | None = None) -> bool:
        """Take the computer's answer; returns whether its move was played. Ignores outdated answers.

        ``left``: the seconds on its clock.

        The move is added to the position it was requested for, even if another one is shown meanwhile.
        """
        if not self.awaits(answer):
            return False
        awaited = self._asking.take(answer)
        if answer.resigns and self.game.result == UNDECIDED:
            self.end(awaited.node, Outcome(Termination.RESIGNATION, winner=not awaited.color))
            return False
        if answer.fault is not None or answer.move is None:
            self._asking.trouble = answer.fault or Message("no move found")
            self._asking.last_lines = answer.last_lines
            return False
        looked_at = self.node
        self._cursor.go(awaited.node)
        is_legal = answer.move in self.board.legal_moves
        if is_legal:
            self._undone.clear()
            self._play(answer.move, left=left)
            self._score = answer.score_centipawns
            self._draw_offered_at = self.node if answer.offers_draw else None
            if answer.solution is not None:
                self._solutions[self.node] = in_san(answer.solution, self.board)
        else:
            trouble = Message("the move {move} is not legal here", move=str(answer.move))
            self._asking.trouble = trouble
        if looked_at is not awaited.node:
            self._go(looked_at)
        if is_legal:
            self._ask()
        return is_legal

    def receive(self, move: Move, offers_draw: bool) -> bool:
        """Play the move of an opponent who is away, where the game is at play; go there."""
        live = self.live
        if live is None or not self.setup.seat(live.turn()).is_away:
            return False
        self._go(live)
        if move not in self.board.legal_moves:
            return False
        self._play(move)
        self.note_offer(offers_draw)
        return True

    def note_offer(self, offers_draw: bool) -> None:
        """Note whether the opponent, who is away, offered a draw with the last move."""
        self._draw_offered_at = self.game.end() if offers_draw else None

    def think_again(self) -> bool:
        """Ask the computer again after trouble."""
        return self.trouble is not None and self._ask()

    def is_far(self, node: GameNode) -> bool:
        """Whether it takes longer than a frame to go to a place, unless the way there is known."""
        return self._cursor.is_far(node)

    def go(self, node: GameNode, way: NodePath | None = None) -> bool:
        """Go to another place of the record; a long `way` there is found in another thread."""
        if node is self.node or not node.is_attached():
            return False
        self._asking.ponder(None)
        if self.asked_at is not self._taken_back:
            self._taken_back = None
        self._undone.clear()
        self._go(node, way)
        self.begin()
        return True

    def undo(self) -> bool:
        """Undo how the players ended the game, else take back the last move; against the computer, back to
        the user's last one. What was taken back stays as a variation if another move is played."""
        if not self.can_undo:
            return False
        self._left_at = None
        self._asking.stop()
        if self._is_ended_by_players_here:
            self._undone.append(_Undone(self.node, self.game.result, self.game.termination))
            self._result.reopen()
        else:
            before = self.nodes[-self._plies_to_undo()].parent
            self._undone.append(_Undone(self.node))
            self._taken_back = before if self.node.is_end() or self.node is self._taken_back else None
            self._go(before)
        self._ask()
        return True

    def redo(self) -> bool:
        """Redo what the last undo took back, if nothing else was done since."""
        if not self._undone:
            return False
        self._asking.stop()
        undone = self._undone.pop()
        self._taken_back = undone.node if self._undone else None
        self._go(undone.node)
        if undone.result != UNDECIDED:
            self._result.decide(undone.result, undone.termination)
        self._ask()
        return True

    def resign(self) -> bool:
        """Resign for the user, or, between two users, for the side to move.

        This line becomes the main one.
        """
        loser = self.resigner
        if loser is None:
            return False
        self.end(self.node.end(), Outcome(Termination.RESIGNATION, winner=not loser))
        return True

    def end(self, node: GameNode, outcome: Outcome) -> None:
        """End the open game at ``node``, as the players or a clock decided; its line becomes the main one."""
        self._asking.stop()
        self._undone.clear()
        self._taken_back = None
        self._go(node)
        make_main_line(node)
        self._result.decide(outcome.result(), outcome.termination.value)
        self._asking.tell(self.game.result)

    def reshaped(self, node: GameNode) -> None:
        """Go to `node` after variations were moved or removed; the result follows the main line."""
        self._asking.stop()
        self._undone.clear()
        self._taken_back = None
        self._go(node)
        self._cursor.forget()
        self._result.settle()
        self.begin()

    def accepts_draw(self, color: bool) -> bool:
        """Whether the player of this colour, not a user, agrees to a draw here."""
        return self._asking.players[color].accepts_draw(color, len(self.nodes), self._score, self.solution)

    def takes_draw_offer(self, color: bool) -> bool:
        """Whether the player of this colour, not a user, answers an offer of a draw with its next move."""
        return self._asking.players[color].take_draw_offer()

    def seat_again(self, color: bool, seat: Seat, player: Player | None) -> None:
        """Give a seat to another one, who goes on from here; ``player``: who plays for it, unless a user."""
        self.setup = self.setup.seating(color, seat)
        self._asking.seat_again(color, player, self.board)
        self._draw_offered_at = None
        key = "White" if color == WHITE else "Black"
        self.game.headers[key] = tags_of(self.setup)[key]
        self.begin()

    def close(self) -> None:
        """Leave the game; the players leave their seats, and their requests are dropped."""
        self._asking.close()

    # --- private ---

    @property
    def _is_at_play(self) -> bool:
        """Whether this is the end of a line, or where the game was taken back to."""
        return self.node.is_end() or self.node is self._taken_back

    @property
    def _is_ended_by_players_here(self) -> bool:
        return self.outcome is not None and self.outcome.termination.is_players

    def _ask(self) -> bool:
        """Ask for a move if a player, not a user, is to move here."""
        self._asking.tell(self.game.result)
        if self._asking.awaited is not None or self.outcome is not None or not self._is_at_play:
            return False
        if self.is_fixed_past:
            return False
        if self.setup.seat(self.board.turn).player is None:
            return False
        clock, other = self._clock_of(self.board.turn), self._clock_of(not self.board.turn)
        self._asking.ask(self.node, self.board, clock, other, uses_book=self.uses_book)
        return True

    def _clock_of(self, color: bool) -> Clock | None:
        """The clock of a side here; None if its turns take no time."""
        if not self.is_timed:
            return None
        opened, is_turn = self.setup.opened, color == self.board.turn
        spent = opened.spent_seconds if opened and is_turn and self.node is self._left_at else 0.0
        return thinking_clock(self.node, self.setup.clocks, color, spent)

    def _play(self, move: Move, *, left: float | None = None) -> None:
        """Play a legal move here. The line in which an undecided game ends becomes its main line."""
        is_taken_back = self.node is self._taken_back
        self._left_at = None
        self._cursor.play(move, as_main=is_taken_back, left=left)
        self._taken_back = self.node if is_taken_back and not self.node.is_end() else None
        self._result.look()
        if self.outcome is not None and self.game.result == UNDECIDED and not self.is_by_mail:
            make_main_line(self.node)
        if self._taken_back is None:
            self._result.settle()

    def _go(self, node: GameNode, way: NodePath | None = None) -> None:
        self._cursor.go(node, way)
        self._result.look()

    def _plies_to_undo(self) -> int:
        """The number of plies back to before a user's last move; 0 if there is none, or it must stay."""
        if self.is_fixed_past:
            return 0
        turn = self.board.turn
        for count in range(1, len(self.nodes) + 1):
            turn = not turn
            if self.setup.seat(turn).is_person:
                return count
        return 0
