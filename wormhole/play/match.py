"""A game being played: what changes it, and the request for a move.

It uses no window. It asks the player of the side to move. Its owner passes the answers to it in the window's
thread, so that nothing here needs a lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Move, Outcome, Termination
from wormhole.base.errors import Message
from wormhole.library.headers import UNDECIDED, person_name
from wormhole.library.record import GameNode
from wormhole.play.cursor import NodePath
from wormhole.play.match_state import MatchState, UndoStep
from wormhole.play.seated_players import thinking_clock
from wormhole.play.seats import Seat, Setup, tags_of
from wormhole.play.variations import add_line, make_main_line

if TYPE_CHECKING:
    from wormhole.engine.time_management import Clock
    from wormhole.players.player import Answer, Player

NOBODY: Mapping[bool, Player] = {}


class Match(MatchState):
    """A game from its first move to its result, and any variations of it.

    Methods that change it return whether they did. At a wrong moment (another side's turn, the game over,
    nothing to undo) they change nothing. Raises wormhole.FenError for a bad `setup.fen`.
    """

    def __init__(self, setup: Setup, players: Mapping[bool, Player] = NOBODY) -> None:
        """``players``: those of the seats that no user has, by colour."""
        away = (color for color in (WHITE, BLACK) if setup.seat(color).is_away)
        if {*players, *setup.users, *away} != {WHITE, BLACK}:
            raise ValueError("each seat needs a user or a player")
        super().__init__(setup, players)
        self._left_at = None if setup.opened is None else self.game.end()
        """Where the game was left: the turn there has taken time already."""
        self._spent_there = 0.0 if setup.opened is None else setup.opened.spent_seconds
        """The seconds of that turn."""

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
        return self.is_open and self._ask()

    def rest(self, spent: float) -> None:
        """Stop thinking, until `begin`. The turn at the game's end has taken ``spent`` seconds."""
        self.players.stop()
        self._left_at, self._spent_there = self.game.end(), spent

    def play(self, move: Move, left: float | None = None) -> bool:
        """Play a user's move, with the seconds ``left`` on their clock.

        In the past it follows or starts a variation.
        """
        if not self.may_move or move not in self.cursor.board.legal_moves:
            return False
        self.players.stop()
        self.undone.clear()
        self._play(move, left=left)
        self._ask()
        return True

    def walk(self, texts: Sequence[str]) -> bool:
        """Play these moves one after another, as far as they are legal; those played before are followed.

        Not where a contest is at play: there each side plays its own moves.
        """
        if not self.may_move or self.is_contested:
            return False
        start = self.cursor.node
        self.players.stop()
        self.undone.clear()
        for text in texts:
            move = self.cursor.board.legal_move(text)
            if move is None or (self.setup.is_by_mail and self.cursor.node is self.live):
                break
            self._play(move)
        self._ask()
        return self.cursor.node is not start

    def keep_line(self, texts: Sequence[str]) -> bool:
        """Add these moves as a variation; the current place stays."""
        if not self.can_keep_line:
            return False
        return add_line(self.cursor.node, self.cursor.board, texts) is not None

    def ponder(self, is_wanted: bool) -> None:
        """Start or stop thinking on the opponent's time. Repeated calls do no harm."""
        is_free = self.is_persons_turn and self.is_at_play and not self.players.is_thinking
        board = self.cursor.board
        spec = self.setup.seat(not board.turn).player
        if not is_free or spec is None or not (is_wanted if spec.is_ours else spec.ponders):
            self.players.ponder(None)
        elif not self.players.is_pondering:
            self.players.ponder(board, self._clock_of(not board.turn), self._clock_of(board.turn))

    def answered(self, answer: Answer, left: float | None = None) -> bool:
        """Take the computer's answer; returns whether its move was played. Ignores outdated answers.

        ``left``: the seconds on its clock.

        The move is added to the position it was requested for, even if another one is shown meanwhile.
        """
        if not self.players.awaits(answer):
            return False
        awaited = self.players.take(answer)
        if answer.resigns and self.is_open:
            self.end(awaited.node, Outcome(Termination.RESIGNATION, winner=not awaited.color))
            return False
        if answer.fault is not None or answer.move is None:
            self.players.trouble = answer.fault or Message("no move found")
            self.players.last_lines = answer.last_lines
            return False
        looked_at = self.cursor.node
        self.cursor.go(awaited.node)
        is_legal = answer.move in self.cursor.board.legal_moves
        if is_legal:
            self.undone.clear()
            self._play(answer.move, left=left)
            self.players.note(answer, self.cursor.node, self.cursor.board)
        else:
            self.players.trouble = Message("the move {move} is not legal here", move=str(answer.move))
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
        if move not in self.cursor.board.legal_moves:
            return False
        self._play(move)
        self.players.draw_offered_at = self.cursor.node if offers_draw else None
        return True

    def think_again(self) -> bool:
        """Ask the computer again after trouble."""
        return self.players.trouble is not None and self._ask()

    def go(self, node: GameNode, way: NodePath | None = None) -> bool:
        """Go to another place of the record; a long `way` there is found in another thread."""
        if node is self.cursor.node or not node.is_attached():
            return False
        self.players.ponder(None)
        if self.players.asked_at is not self.taken_back_to:
            self.taken_back_to = None
        self.undone.clear()
        self._go(node, way)
        self.begin()
        return True

    def undo(self) -> bool:
        """Undo how the players ended the game, else take back the last move; against the computer, back to
        the user's last one. What was taken back stays as a variation if another move is played."""
        if not self.can_undo:
            return False
        self._left_at = None
        self.players.stop()
        if self.is_ended_by_players:
            self.undone.append(UndoStep(self.cursor.node, self.game.result, self.game.termination))
            self.result.reopen()
        else:
            before = self.cursor.nodes[-self.plies_to_undo()].parent
            self.undone.append(UndoStep(self.cursor.node))
            self.taken_back_to = before if self.is_at_play else None
            self._go(before)
        self._ask()
        return True

    def redo(self) -> bool:
        """Redo what the last undo took back, if nothing else was done since."""
        if not self.undone:
            return False
        self.players.stop()
        undone = self.undone.pop()
        self.taken_back_to = undone.node if self.undone else None
        self._go(undone.node)
        if undone.result != UNDECIDED:
            self.result.decide(undone.result, undone.termination)
        self._ask()
        return True

    def resign(self) -> bool:
        """Resign for the user, or, between two users, for the side to move.

        This line becomes the main one.
        """
        loser = self.resigner
        if loser is None:
            return False
        self.end(self.cursor.node.end(), Outcome(Termination.RESIGNATION, winner=not loser))
        return True

    def end(self, node: GameNode, outcome: Outcome) -> None:
        """End the open game at ``node``, as the players or a clock decided; its line becomes the main one."""
        self.players.stop()
        self.undone.clear()
        self.taken_back_to = None
        self._go(node)
        make_main_line(node)
        self.result.decide(outcome.result(), outcome.termination.value)
        self.players.tell(self.game.result)

    def reshaped(self, node: GameNode) -> None:
        """Go to `node` after variations were moved or removed; the result follows the main line."""
        self.players.stop()
        self.undone.clear()
        self.taken_back_to = None
        self._go(node)
        self.cursor.forget()
        self.result.settle()
        self.begin()

    def seat_again(self, color: bool, seat: Seat, player: Player | None) -> None:
        """Give a seat to another one, who goes on from here; ``player``: who plays for it, unless a user."""
        self.setup = self.setup.seating(color, seat)
        self.players.seat_again(color, player, self.cursor.board)
        key = "White" if color == WHITE else "Black"
        self.game.headers[key] = tags_of(self.setup)[key]
        self.begin()

    # --- private ---

    def _ask(self) -> bool:
        """Ask for a move if a player, not a user, is to move here."""
        self.players.tell(self.game.result)
        is_asked = self.players.is_thinking
        if is_asked or self.result.outcome is not None or self.is_fixed_past or not self.is_at_play:
            return False
        board = self.cursor.board
        if self.setup.seat(board.turn).player is None:
            return False
        clock, other = self._clock_of(board.turn), self._clock_of(not board.turn)
        self.players.ask(self.cursor.node, board, clock, other)
        return True

    def _clock_of(self, color: bool) -> Clock | None:
        """The clock of a side here; None if its turns take no time."""
        if not self.is_timed:
            return None
        is_turn = color == self.cursor.board.turn
        spent = self._spent_there if is_turn and self.cursor.node is self._left_at else 0.0
        return thinking_clock(self.cursor.node, self.setup.clocks, color, spent)

    def _play(self, move: Move, *, left: float | None = None) -> None:
        """Play a legal move here. The line in which an undecided game ends becomes its main line."""
        is_taken_back = self.cursor.node is self.taken_back_to
        self._left_at = None
        node = self.cursor.play(move, as_main=is_taken_back, left=left)
        self.taken_back_to = node if is_taken_back and not node.is_end() else None
        self.result.look()
        if self.result.outcome is not None and self.is_open and not self.setup.is_by_mail:
            make_main_line(node)
        if self.taken_back_to is None:
            self.result.settle()

    def _go(self, node: GameNode, way: NodePath | None = None) -> None:
        self.cursor.go(node, way)
        self.result.look()
