"""What rests on each place of the board: the part of the picture that need not be drawn every frame."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from wormhole.gui.board_state import BoardState

if TYPE_CHECKING:
    from wormhole import Piece


class Ground(Enum):
    """What a place is made of."""

    SQUARE = "square"
    CHIP = "chip"
    OPEN = "open"  # a hole whose chip has not landed yet


class Mark(Enum):
    """How a place stands; each has a drawing of its own."""

    LAST_MOVE = "last move"
    LEFT_SQUARE = "left square"
    CHOSEN = "chosen"
    HOVER = "hover"
    TARGET = "target"
    TARGET_POINTED = "target pointed"
    CAPTURE = "capture"
    CAPTURE_POINTED = "capture pointed"
    CHECK = "check"


@dataclass(frozen=True)
class Cell:
    """One place: its ground, its marks from the lowest up, and the man at rest there."""

    ground: Ground
    marks: tuple[Mark, ...] = ()
    man: Piece | None = None
    is_ghost: bool = False


def cells_of(state: BoardState, now_seconds: float) -> tuple[Cell, ...]:
    """The cells of all squares, in the order of the squares."""
    moving = state.animation if state.is_moving(now_seconds) else None
    travelling = {travel.square for travel in moving.travels} if moving else set()
    folding = {fold.square for fold in moving.folds} if moving else set()
    marks = _marks(state, check_is_due=moving is None or moving.elapsed(now_seconds) >= moving.arrives)
    held = state.drag.square if state.drag is not None else None
    asked = state.question.moves[0].from_square if state.question is not None else None

    def cell(square: int) -> Cell:
        if square in state.holes:
            ground = Ground.OPEN if square in folding else Ground.CHIP
        else:
            ground = Ground.SQUARE
        shown = tuple(marks.get(square, ()))
        if ground is Ground.OPEN:
            shown = ()
        man = None if square in travelling else state.men.get(square)
        return Cell(ground, shown, man, is_ghost=man is not None and square in (held, asked))

    return tuple(cell(square) for square in range(state.geometry.squares))


def _marks(state: BoardState, check_is_due: bool) -> dict[int, list[Mark]]:
    marks: dict[int, list[Mark]] = {}

    def put(square: int, mark: Mark) -> None:
        marks.setdefault(square, []).append(mark)

    if state.last_move is not None:
        left = state.last_move.from_square
        put(left, Mark.LEFT_SQUARE if left in state.holes else Mark.LAST_MOVE)
        put(state.last_move.to_square, Mark.LAST_MOVE)
    if state.chosen is not None:
        put(state.chosen, Mark.CHOSEN)
    if state.is_own(state.pointed) and state.pointed != state.chosen and state.question is None:
        put(state.pointed, Mark.HOVER)
    if state.check is not None and check_is_due:
        put(state.check, Mark.CHECK)
    pointed = state.pointed if state.question is None else state.question.to_square
    for square, captures in state.targets().items():
        if captures:
            put(square, Mark.CAPTURE_POINTED if square == pointed else Mark.CAPTURE)
        else:
            put(square, Mark.TARGET_POINTED if square == pointed else Mark.TARGET)
    return marks
