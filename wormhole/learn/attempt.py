"""A learner's attempt at one step of a lesson: which answers are accepted, and what the others did."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from wormhole import Board, Move
from wormhole.learn import mistakes
from wormhole.learn.goals import Click, Deed, Do, Line, Play, Show, Visit
from wormhole.learn.lesson import Lesson, Step
from wormhole.rules.errors import MoveError
from wormhole.rules.message import Message


class Verdict(Enum):
    """What an answer is."""

    DONE = auto()
    """The step is done."""
    GO_ON = auto()
    """Right, and more is to come."""
    WRONG = auto()


@dataclass(frozen=True)
class Judged:
    """A verdict; if the answer is wrong, why, and perhaps the other side's move that shows it."""

    verdict: Verdict
    why: str = ""
    """A text of the lesson, or a :class:`.Message`."""
    refutation: Move | None = None


class Attempt:
    """One attempt: the position, which changes as accepted moves are played, and what is left to do."""

    def __init__(self, lesson: Lesson, step: Step) -> None:
        self.step = step
        self.board = lesson.board(step)
        self.is_done = step.is_shown_only
        self.found: frozenset[int] = frozenset()
        """The squares that are clicked or visited."""
        self._traveller = step.goal.by if isinstance(step.goal, Visit) else None
        self._ply = 0

    # --- answers ---

    def judge(self, move: Move) -> Judged:
        """What a legal move of the learner is worth, and why it is wrong. Changes nothing."""
        verdict = self._verdict(move)
        return Judged(verdict) if verdict is not Verdict.WRONG else self._wrong(move)

    def is_right(self, move: Move) -> bool:
        """Whether a legal move is accepted. Much quicker than to judge it."""
        return self._verdict(move) is not Verdict.WRONG

    def _verdict(self, move: Move) -> Verdict:
        goal = self.step.goal
        if isinstance(goal, Visit):
            return self._verdict_of_visit(move)
        if isinstance(goal, Line):
            is_right = move.text == goal.moves[self._ply]
            is_last = self._ply == len(goal.moves) - 1
        else:
            is_right, is_last = self._is_asked(move), True
        if not is_right:
            return Verdict.WRONG
        return Verdict.DONE if is_last else Verdict.GO_ON

    def play(self, move: Move) -> Judged:
        """Judge a legal move, and play it if it is right."""
        judged = self.judge(move)
        if judged.verdict is not Verdict.WRONG:
            self.board.push(move)
            self._ply += 1
            if isinstance(self.step.goal, Visit):
                self.found |= {move.to_square}
                self._traveller = move.to_square
            self.is_done = judged.verdict is Verdict.DONE
        return judged

    def reply(self) -> Move | None:
        """Play what the other side answers to a right move; returns it, null if it passes."""
        if self.is_done or self._ply == 0:
            return None
        goal = self.step.goal
        move = Move.null()
        if isinstance(goal, (Show, Play, Line)):
            move = self.board.parse_uci(goal.moves[self._ply])
        self.board.push(move)
        self._ply += not isinstance(goal, Visit)
        return move

    def click(self, square: int) -> Judged:
        """Take a clicked square."""
        goal = self.step.goal
        assert isinstance(goal, Click)
        if square not in goal.squares:
            own = self._own_text(None, square)
            return Judged(Verdict.WRONG, own or mistakes.of_click(self.board, goal, square))
        self.found |= {square}
        self.is_done = self.found == goal.squares
        return Judged(Verdict.DONE if self.is_done else Verdict.GO_ON)

    def refused(self, from_square: int, to_square: int) -> str:
        """Why a move is wrong that is not even legal; empty if the rules alone say it."""
        about_square = [wrong for wrong in self.step.wrong if wrong.squares]
        own = next((wrong.text for wrong in about_square if wrong.fits(from_square, to_square)), "")
        return own or mistakes.of_illegal(self.board, from_square, to_square)

    # --- what is right ---

    def targets(self) -> frozenset[int]:
        """The squares that are still to be visited."""
        goal = self.step.goal
        return goal.squares - self.found if isinstance(goal, Visit) else frozenset()

    def order(self) -> tuple[int, ...]:
        """The squares that are still to be visited, in an order that works."""
        if self._traveller is None:
            return ()
        return _order(self.board, self._traveller, self.targets()) or ()

    def solution(self) -> Move | None:
        """A right move here, the first one of :meth:`order`; None if there is none or squares are clicked."""
        if self.is_done or isinstance(self.step.goal, Click):
            return None
        right = filter(self.is_right, self.board.legal_moves)
        first = self.order()[:1]
        return next((move for move in right if not first or move.to_square == first[0]), None)

    def _is_asked(self, move: Move) -> bool:
        goal = self.step.goal
        if isinstance(goal, Play):
            return move.text in goal.moves
        return isinstance(goal, Do) and self._does(goal, move)

    def _does(self, goal: Do, move: Move) -> bool:
        """Whether a move does the deed, by the piece and on the square that are asked for."""
        if goal.by is not None and move.from_square != goal.by:
            return False
        captured = self.board.captured_square(move)
        if goal.on is not None and goal.on not in (captured, move.to_square):
            return False
        if goal.deed is Deed.CAPTURE:
            return captured is not None
        if goal.deed is Deed.CROSS:
            return len(self.board.route(move).holes) >= goal.holes
        sign = self.board.check_sign(move)
        if goal.deed is Deed.CHECK:
            return sign != ""
        if goal.deed is Deed.MATE:
            return sign == "#"
        return goal.deed is Deed.MOVE or not mistakes.played(self.board, move).legal_moves

    # --- a walk from square to square ---

    def _verdict_of_visit(self, move: Move) -> Verdict:
        left = self.targets()
        if not self._goes_on(move):
            return Verdict.WRONG
        if len(left) == 1:
            return Verdict.DONE
        after = _passed(self.board, move)
        left -= {move.to_square}
        if after is not None and _order(after, move.to_square, left) is not None:
            return Verdict.GO_ON
        return Verdict.WRONG

    def _goes_on(self, move: Move) -> bool:
        """Whether the piece that walks goes to one of the squares that are left."""
        return move.from_square == self._traveller and move.to_square in self.targets()

    def _wrong_visit(self, move: Move) -> Judged:
        """Why a step of the walk is wrong that leads to one of the squares."""
        after = _passed(self.board, move)
        if after is None:
            return Judged(
                Verdict.WRONG, Message("This gives check. Take a way on which the king is left alone.")
            )
        return Judged(Verdict.WRONG, mistakes.of_dead_end(after, move, self.targets() - {move.to_square}))

    # --- what is wrong ---

    def _wrong(self, move: Move) -> Judged:
        if isinstance(self.step.goal, Visit) and self._goes_on(move):
            return self._wrong_visit(move)
        own = self._own_text(move.from_square, move.to_square, move.text)
        computed, refutation = mistakes.of_legal(self.board, self.step.goal, move)
        return Judged(Verdict.WRONG, own or computed, refutation)

    def _own_text(self, from_square: int | None, to_square: int, move: str = "") -> str:
        """What the lesson itself says about a wrong answer."""
        fitting = (wrong for wrong in self.step.wrong if wrong.fits(from_square, to_square, move))
        return next((wrong.text for wrong in fitting), "")


def _order(board: Board, square: int, left: frozenset[int]) -> tuple[int, ...] | None:
    """An order in which the piece on ``square`` visits these squares, one a move; None without one."""
    if not left:
        return ()
    for move in board.legal_moves:
        if move.from_square != square or move.to_square not in left:
            continue
        rest = left - {move.to_square}
        after = _passed(board, move) if rest else board
        further = None if after is None else _order(after, move.to_square, rest)
        if further is not None:
            return (move.to_square, *further)
    return None


def _passed(board: Board, move: Move) -> Board | None:
    """The board after a move and a pass of the other side; None if it may not pass, as it is in check."""
    after = mistakes.played(board, move)
    try:
        after.check_null()
    except MoveError:
        return None
    after.push(Move.null())
    return after
