"""The running game: its players, the moves so far, the computer's pending answer, the result.

It uses no window. It asks the computer player to think; its owner passes the answers to it in the window's
thread, so that nothing here needs a lock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole import Board, Move, Outcome, Piece, Termination
from wormhole.gui.match.ply import Ply, plies_of, pushed
from wormhole.gui.match.setup import Setup

if TYPE_CHECKING:
    from wormhole.engine.player import Answer, Player
    from wormhole.engine.solver import Solution


@dataclass(frozen=True)
class _Undone:
    """What one undo removed: moves, or the resignation of a colour."""

    moves: tuple[Move, ...]
    resigned: bool | None


class Match:
    """A game from its first move to its result.

    Methods that change it return whether they did. At a wrong moment (another side's turn, the game over,
    nothing to undo) they change nothing. Raises wormhole.FenError for a bad `setup.fen`.
    """

    def __init__(self, setup: Setup, player: Player | None = None) -> None:
        if player is None and len(setup.persons) < 2:
            raise ValueError("a seat of the computer needs a computer player")
        self.setup = setup
        self.board = Board(setup.variant, setup.fen) if setup.board is None else setup.board.copy()
        self.plies: list[Ply] = list(setup.plies or plies_of(self.board))
        self.trouble: str | None = None
        """What went wrong when the computer last thought; `think_again` retries."""
        self.solution: Solution | None = None
        """The result that the computer had proven when it last moved, its line in SAN."""
        self._player = player
        self._ticket: int | None = None
        self._is_pondering = False
        self._resigned: bool | None = None
        self._undone: list[_Undone] = []
        self._outcome = self.board.outcome()  # read every frame, so cached

    # State

    @property
    def is_thinking(self) -> bool:
        """Whether the computer has been asked for a move and has not answered yet."""
        return self._ticket is not None

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person may move now."""
        return self.outcome is None and self.setup.seat(self.board.turn).is_person

    @property
    def is_demonstration(self) -> bool:
        """Whether the computer plays both sides."""
        return not self.setup.persons

    @property
    def is_two_player(self) -> bool:
        """Whether people play both sides."""
        return len(self.setup.persons) == 2

    @property
    def resigner(self) -> bool | None:
        """The colour that `resign` would resign for now, or None."""
        if self.outcome is not None or self.is_demonstration:
            return None
        return self.board.turn if self.is_two_player else self.setup.persons[0]

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would do something."""
        return self._resigned is not None or self._plies_to_undo() > 0

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would do something."""
        return bool(self._undone)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is not over."""
        if self._resigned is not None:
            return Outcome(Termination.RESIGNATION, winner=not self._resigned)
        return self._outcome

    def captured_by(self, color: bool) -> tuple[Piece, ...]:
        """The pieces that this side has captured, in order."""
        return tuple(ply.captured for ply in self.plies if ply.mover == color and ply.captured is not None)

    # Changes

    def begin(self) -> bool:
        """Let the computer think if it is its turn. Call it when ready for answers."""
        if self._player is None or self.is_thinking or self.outcome is not None:
            return False
        level = self.setup.seat(self.board.turn).level
        if level is None:
            return False
        self.trouble = None
        self._ticket = self._player.think(self.board, level)
        return True

    def play(self, move: Move) -> bool:
        """Play the move of the person whose turn it is."""
        if not self.is_persons_turn or move not in self.board.legal_moves:
            return False
        self._stop()
        self._undone.clear()
        self._push(move)
        self.begin()
        return True

    def ponder(self, is_wanted: bool) -> None:
        """Start or stop thinking on the opponent's time. Repeated calls do no harm."""
        ponders = is_wanted and self.is_persons_turn and not self.is_two_player
        if ponders and not self._is_pondering:
            self._player.ponder(self.board)
        elif self._is_pondering and not ponders:
            self._player.stop()
        self._is_pondering = ponders

    def answered(self, answer: Answer) -> bool:
        """Take the computer's answer; returns whether its move was played. Ignores outdated answers."""
        if self._ticket is None or answer.ticket != self._ticket:
            return False
        self._ticket = None
        if answer.error is not None or answer.move is None:
            self.trouble = answer.error or "it found no move"
            return False
        if answer.move not in self.board.legal_moves:
            self.trouble = f"it answered {answer.move}, which is not allowed here"
            return False
        self._undone.clear()
        self._push(answer.move)
        self.solution = None if answer.solution is None else _in_san(answer.solution, self.board)
        self.begin()
        return True

    def think_again(self) -> bool:
        """Ask the computer again after trouble."""
        return self.trouble is not None and self.begin()

    def undo(self) -> bool:
        """Undo a resignation, or else the last move; against the computer, back to the person's last one."""
        if not self.can_undo:
            return False
        self._stop()
        count = 0 if self._resigned is not None else self._plies_to_undo()
        moves = tuple(ply.move for ply in self.plies[len(self.plies) - count :])
        self._undone.append(_Undone(moves, self._resigned))
        self._resigned = None
        if count:
            self.solution = None
            for _ in moves:
                self.board.pop()
                self.plies.pop()
            self._outcome = self.board.outcome()
        self.begin()
        return True

    def redo(self) -> bool:
        """Redo what the last undo removed, unless something else was played since."""
        if not self._undone:
            return False
        self._stop()
        undone = self._undone.pop()
        for move in undone.moves:
            self._push(move)
        self._resigned = undone.resigned
        self.begin()
        return True

    def resign(self) -> bool:
        """Resign for the person, or, between two people, for the side to move."""
        loser = self.resigner
        if loser is None:
            return False
        self._stop()
        self._undone.clear()
        self._resigned = loser
        return True

    def close(self) -> None:
        """Leave the game; stops the computer and drops its answer."""
        self._stop()

    def _push(self, move: Move) -> None:
        """Play a legal move; rolls the dice, if the game has any and the move does not carry its roll."""
        self.plies.append(pushed(self.board, move))
        self._outcome = self.board.outcome()

    def _stop(self) -> None:
        self.trouble = None
        if self._ticket is not None or self._is_pondering:
            self._ticket, self._is_pondering = None, False
            self._player.stop()

    def _plies_to_undo(self) -> int:
        """The number of plies back to before a person's last move; 0 if no person has moved."""
        for count, ply in enumerate(reversed(self.plies), start=1):
            if self.setup.seat(ply.mover).is_person:
                return count
        return 0


def _in_san(solution: Solution, board: Board) -> Solution:
    """The solution with its line, which continues from `board`, in SAN."""
    twin, sans = board.copy(), []
    for text in solution.line:
        move = twin.parse_uci(text)
        sans.append(twin.san(move))
        twin.push(move)
    return replace(solution, line=tuple(sans))
