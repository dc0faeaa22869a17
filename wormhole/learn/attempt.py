"""A learner's attempt at one step of a lesson: which answers are accepted, and what the others did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import cycle

from wormhole import WHITE, Board, Move, PieceType
from wormhole.base.errors import Message
from wormhole.learn.captions import captions
from wormhole.learn.fact_finder import last_move
from wormhole.learn.lesson import Click, Deed, Do, Goal, Lesson, Line, Play, Show, Step, Visit
from wormhole.rules.betza import DIRECTIONS, Hop, Path
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.piece import Piece
from wormhole.rules.routes import Way
from wormhole.rules.variant import LeftSquare


def wrong_way(board: Board, from_square: int, to_square: int) -> Message | None:
    """What a learner who moves the piece there has forgotten; None if nothing of that kind.

    It is the order of straight and diagonal steps, the holes, or a piece in the way of a rider.
    """
    piece = board.piece_at(from_square)
    if piece is None or any(way.to_square == to_square for way in board.ways(from_square)):
        return None
    found = _in_the_way(board, from_square, to_square)
    if found is None and board.variant.left_square is LeftSquare.FOLDS:
        found = _unfolded(board, from_square, to_square) or _turned_first(board, from_square, to_square)
    return found


def _turned_first(board: Board, from_square: int, to_square: int) -> Message | None:
    """The square is reached with the diagonal step first, which is the wrong order."""
    for steps in _directions(board, from_square):
        if _is_straight_first(steps) and _walked(board, from_square, steps[::-1]) == to_square:
            return Message(
                "{piece}: first straight, then diagonally outward. {target} is reached only in the other "
                "order.",
                piece=Message(_type_of(board, from_square).name),
                target=_name(board, to_square),
            )
    return None


def _unfolded(board: Board, from_square: int, to_square: int) -> Message | None:
    """The square would be right if none were missing."""
    ways = board.ways(from_square)
    for steps in _directions(board, from_square):
        vectors = tuple(DIRECTIONS[step] for step in steps)
        if _unfolded_target(board, from_square, vectors) != to_square:
            continue
        way = next((way for way in ways if way.vectors == vectors), None)
        if way is not None:
            return _elsewhere(board, way, to_square, steps)
        if _walked(board, from_square, steps) == OFF:
            return Message(
                "{target} would be right if no square were missing. Now these steps lead off the board.",
                target=_name(board, to_square),
            )
    return None


def _elsewhere(board: Board, way: Way, to_square: int, steps: tuple[int, ...]) -> Message:
    names = board.variant.geometry.names
    holes = [names[square] for step in way.steps for square in step[:-1]]
    values = {"target": names[to_square], "real": names[way.to_square], "holes": ", ".join(holes)}
    if _is_straight_first(steps):
        return Message(
            "{piece}: first straight, then diagonally outward. "
            "These steps pass over {holes} and end on {real}, not on {target}.",
            **values,
            piece=Message(_type_of(board, way.from_square).name),
        )
    return Message(
        "{target} would be right if no square were missing. "
        "Now the same steps pass over {holes} and end on {real}.",
        **values,
    )


def _in_the_way(board: Board, from_square: int, to_square: int) -> Message | None:
    """A piece stands between the square and a rider, or a leaper that needs its way empty."""
    for path in _paths(board, from_square):
        is_walk = (path.ride and len(path.steps) == 1) or (path.lame and path.stride == 1)
        if not is_walk or path.from_home or path.hop is not Hop.NONE:
            continue
        stopped = None
        for count, square in enumerate(_passed_squares(board, from_square, path), 1):
            if square == to_square and stopped is not None and count >= len(path.steps):
                return Message(
                    "{piece}: the piece on {stopped} is in the way.",
                    piece=Message(_type_of(board, from_square).name),
                    stopped=_name(board, stopped),
                )
            if stopped is None and board.piece_at(square) is not None:
                stopped = square
    return None


def _passed_squares(board: Board, square: int, path: Path) -> Iterator[int]:
    """The squares of a path in turn, as if the board were empty; a ride repeats its steps."""
    for step in cycle(path.steps) if path.ride else path.steps:
        square = _next(board, square, step)
        if square == OFF:
            return
        yield square


def _unfolded_target(board: Board, square: int, vectors: tuple[tuple[int, int], ...]) -> int | None:
    """Where these steps lead on the whole board."""
    geometry = board.variant.geometry
    column, row = geometry.place[square]
    column += sum(vector[0] for vector in vectors)
    row += sum(vector[1] for vector in vectors)
    return geometry.square_at.get((column, row))


def _directions(board: Board, square: int) -> Iterator[tuple[int, ...]]:
    """The steps of the piece's leaps, as directions of the board."""
    return (path.steps for path in _paths(board, square) if not path.ride)


def _paths(board: Board, square: int) -> Iterator[Path]:
    piece = _piece(board, square)
    paths = board.variant.piece_types[piece.letter].paths
    return (path if piece.color is WHITE else path.turned() for path in paths)


def _is_straight_first(steps: tuple[int, ...]) -> bool:
    """Whether these are straight steps, which have even numbers, and then diagonal ones."""
    is_diagonal = [step % 2 for step in steps]
    return len(set(is_diagonal)) > 1 and is_diagonal == sorted(is_diagonal)


def _walked(board: Board, square: int, steps: tuple[int, ...]) -> int:
    for step in steps:
        square = _next(board, square, step)
        if square == OFF:
            break
    return square


def _next(board: Board, square: int, direction: int) -> int:
    """The next square that is still there; a void beside the board counts as a square."""
    return int(board.position.links[direction * ROW | square])


def _type_of(board: Board, square: int) -> PieceType:
    return board.variant.piece_types[_piece(board, square).letter]


def _piece(board: Board, square: int) -> Piece:
    piece = board.piece_at(square)
    assert piece is not None, "a learner moves a piece"
    return piece


def _name(board: Board, square: int) -> str:
    return board.variant.geometry.names[square]


def of_legal(board: Board, goal: Goal, move: Move) -> tuple[Message, Move | None]:
    """What a legal move did instead of the task, and perhaps the reply that shows it."""
    if isinstance(goal, Do):
        found = _DEEDS[goal.deed](board, goal, move)
        if found is not None:
            return found
    if isinstance(goal, Visit):
        return Message("Move to one of the marked squares each time, with the same piece."), None
    return _what_it_did(board, move), None


def of_illegal(board: Board, from_square: int, to_square: int) -> str:
    """What a learner who moves a piece there has forgotten; empty if the rules alone explain the error."""
    return wrong_way(board, from_square, to_square) or ""


def of_click(board: Board, goal: Click, square: int) -> str:
    """Why a clicked square is not one of the right ones; empty if the rules alone say why."""
    if goal.of is not None:
        return of_illegal(board, goal.of, square)
    return Message("{square} is not correct.", square=board.variant.geometry.names[square])


def of_dead_end(after: Board, move: Move, left: frozenset[int]) -> Message:
    """From where the piece stands now it cannot go to the other squares."""
    names = after.variant.geometry.names
    return Message(
        "From {square}, the piece can no longer reach {others}. Try another order.",
        square=names[move.to_square],
        others=", ".join(names[other] for other in sorted(left)),
    )


def played(board: Board, move: Move) -> Board:
    """The board after a move."""
    after = board.copy()
    after.push(move)
    return after


_Found = tuple[Message, Move | None] | None


def _no_capture(board: Board, goal: Do, move: Move) -> _Found:
    captured = board.captured_square(move)
    if captured is None:
        return Message("{fact} The move captures nothing.", fact=_fact(board, move)), None
    if goal.on is not None and captured != goal.on:
        names = board.variant.geometry.names
        return Message(
            "This move captures on {captured}, not on {asked}.",
            captured=names[captured],
            asked=names[goal.on],
        ), None
    return None


def _no_check(board: Board, goal: Do, move: Move) -> _Found:
    return None if board.check_sign(move) else (Message("This move does not give check."), None)


def _no_mate(board: Board, goal: Do, move: Move) -> _Found:
    after = played(board, move)
    answer = next(iter(after.legal_moves), None)
    if answer is None:
        return None
    san = after.san(answer)
    if after.is_check():
        return Message("Check, but not mate: {move} is an answer.", move=san), answer
    return Message("This move does not give check; {move} is one of the answers.", move=san), answer


def _not_stuck(board: Board, goal: Do, move: Move) -> _Found:
    after = played(board, move)
    legal = after.legal_moves
    if not legal:
        return None
    san = after.san(legal[0])
    side = Message("White") if after.turn is WHITE else Message("Black")
    return Message("{side} still has a move: {move}.", side=side, move=san), legal[0]


def _too_few_holes(board: Board, goal: Do, move: Move) -> _Found:
    count = len(board.route(move).holes)
    if count >= goal.holes:
        return None
    if count == 0:
        return Message("This move does not pass over a hole."), None
    return Message(
        "Holes that this move passes over: {count}. There is a move over {holes}.",
        count=count,
        holes=goal.holes,
    ), None


def _moved(board: Board, goal: Do, move: Move) -> _Found:
    return None


_DEEDS = {
    Deed.CAPTURE: _no_capture,
    Deed.CHECK: _no_check,
    Deed.MATE: _no_mate,
    Deed.STUCK: _not_stuck,
    Deed.CROSS: _too_few_holes,
    Deed.MOVE: _moved,
}


def _what_it_did(board: Board, move: Move) -> Message:
    """The text about a move that is not the one asked for."""
    return Message("{fact} But the task asks for another move.", fact=_fact(board, move))


def _fact(board: Board, move: Move) -> Message:
    """The most telling fact of a move."""
    found = last_move(played(board, move))
    assert found is not None, "a learner never passes"
    return captions(found, board.variant)[0]


class Verdict(Enum):
    """What an answer is."""

    DONE = auto()
    """The step is done."""
    GO_ON = auto()
    """Right, but not yet all that is asked for."""
    WRONG = auto()


@dataclass(frozen=True)
class JudgedAnswer:
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

    def judge(self, move: Move) -> JudgedAnswer:
        """The verdict on a legal move of the learner. Changes nothing."""
        verdict = self._verdict(move)
        return JudgedAnswer(verdict) if verdict is not Verdict.WRONG else self._wrong(move)

    def is_right(self, move: Move) -> bool:
        """Whether a legal move is accepted. Much quicker than the verdict."""
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

    def play(self, move: Move) -> JudgedAnswer:
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
        """Play the other side's reply to a right move; returns it, null if it passes."""
        if self.is_done or self._ply == 0:
            return None
        goal = self.step.goal
        move = Move.null()
        if isinstance(goal, (Show, Play, Line)):
            move = self.board.parse_uci(goal.moves[self._ply])
        self.board.push(move)
        self._ply += not isinstance(goal, Visit)
        return move

    def click(self, square: int) -> JudgedAnswer:
        """Take a clicked square."""
        goal = self.step.goal
        assert isinstance(goal, Click)
        if square not in goal.squares:
            own = self._own_text(None, square)
            return JudgedAnswer(Verdict.WRONG, own or of_click(self.board, goal, square))
        self.found |= {square}
        self.is_done = self.found == goal.squares
        if self.is_done and goal.then is not None:
            self.board.push_uci(goal.then)
        return JudgedAnswer(Verdict.DONE if self.is_done else Verdict.GO_ON)

    def refused(self, from_square: int, to_square: int) -> str:
        """Why a move is wrong that is not even legal; empty if the rules alone say it."""
        about_square = [wrong for wrong in self.step.wrong if wrong.squares]
        own = next((wrong.text for wrong in about_square if wrong.fits(from_square, to_square)), "")
        return own or of_illegal(self.board, from_square, to_square)

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
        """Whether a move fulfils the task, by the piece and on the square that are asked for."""
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
        return goal.deed is Deed.MOVE or not played(self.board, move).legal_moves

    # --- a walk from square to square ---

    def _verdict_of_visit(self, move: Move) -> Verdict:
        left = self.targets()
        if not self._goes_on(move):
            return Verdict.WRONG
        if len(left) == 1:
            return Verdict.DONE
        after = played(self.board, move).passed()
        left -= {move.to_square}
        if after is not None and _order(after, move.to_square, left) is not None:
            return Verdict.GO_ON
        return Verdict.WRONG

    def _goes_on(self, move: Move) -> bool:
        """Whether the piece that walks goes to one of the squares that are left."""
        return move.from_square == self._traveller and move.to_square in self.targets()

    def _wrong_visit(self, move: Move) -> JudgedAnswer:
        """Why a step of the walk is wrong that leads to one of the squares."""
        after = played(self.board, move).passed()
        if after is None:
            return JudgedAnswer(
                Verdict.WRONG, Message("This move gives check. Visit the squares without giving check.")
            )
        return JudgedAnswer(Verdict.WRONG, of_dead_end(after, move, self.targets() - {move.to_square}))

    # --- what is wrong ---

    def _wrong(self, move: Move) -> JudgedAnswer:
        if isinstance(self.step.goal, Visit) and self._goes_on(move):
            return self._wrong_visit(move)
        own = self._own_text(move.from_square, move.to_square, move.text)
        computed, refutation = of_legal(self.board, self.step.goal, move)
        return JudgedAnswer(Verdict.WRONG, own or computed, refutation)

    def _own_text(self, from_square: int | None, to_square: int, move: str = "") -> str:
        """The lesson's own text about a wrong answer."""
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
        after = played(board, move).passed() if rest else board
        further = None if after is None else _order(after, move.to_square, rest)
        if further is not None:
            return (move.to_square, *further)
    return None
