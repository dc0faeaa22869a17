"""What rests on each square: the part of the picture that need not be drawn every frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from wormhole.gui.board import timeline
from wormhole.gui.board.animation import Animation
from wormhole.gui.board.dragging import held
from wormhole.gui.board.hands import is_in_hand, piece_of
from wormhole.gui.board.scene import Ground, closed_ground
from wormhole.gui.board.selection import is_own, origin
from wormhole.gui.board.shown_routes import reach, targets
from wormhole.gui.board.square_changes import Slip
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.theme import BoardStyle
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Geometry, Move, Piece

NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6  # as the rules number directions
CELLS_KEPT = 1024


class SquareMark(Enum):
    """A highlight on a square; each has its own drawing."""

    LAST_MOVE = "last move"
    LEFT_SQUARE = "left square"
    ROLLED = "rolled"
    CHOSEN = "chosen"
    HOVER = "hover"
    TARGET = "target"
    TARGET_POINTED = "target pointed"
    CAPTURE = "capture"
    CAPTURE_POINTED = "capture pointed"
    WITHIN_REACH = "within reach"
    CAPTURE_WITHIN_REACH = "capture within reach"
    CHECK = "check"
    PREMOVE = "premove"
    PREMOVE_TARGET = "premove target"
    PREMOVE_CAPTURE = "premove capture"
    PREMOVE_TARGET_POINTED = "premove target pointed"


@dataclass(frozen=True)
class Door:
    """A mark on the frame beside a square on the edge.

    With ``is_gate`` pieces leave the board here, through a wormhole; without, they come in from the
    gate opposite.
    """

    direction: int
    is_gate: bool


@dataclass(frozen=True)
class Cell:
    """One square: its ground, its marks from the lowest up, and the piece at rest on it.

    ``tint`` has the numbers of White's and Black's attackers, if they are shown.
    ``arrows`` has bit d set where a piece may leave in direction d; it is 0 in games without arrows.
    ``sleeps``: a counter lies under the piece. ``is_promoted``: it becomes in a hand what it was.
    ``is_gate``: a piece in hand may come in here. ``turns`` are the numbers of the premoves that go here.
    """

    ground: Ground
    tint: tuple[int, int] | None = None
    marks: tuple[SquareMark, ...] = ()
    piece: Piece | None = None
    is_ghost: bool = False
    sleeps: bool = False
    arrows: int = 0
    doors: tuple[Door, ...] = ()
    is_promoted: bool = False
    is_gate: bool = False
    turns: tuple[int, ...] = ()


@dataclass(frozen=True)
class HandCell:
    """One place in hand: the piece, how many there are at rest, and the marks."""

    piece: Piece
    count: int = 0
    marks: tuple[SquareMark, ...] = ()


def hand_cells_of(state: BoardState, places: Iterable[int], now_seconds: float) -> dict[int, HandCell]:
    """The cells of these places in hand."""
    moving = state.animation if timeline.is_moving(state, now_seconds) else None
    away = [*(moving.arriving if moving else ())]
    if (drag := held(state)) is not None:
        away.append(drag.square)

    def marks(place: int) -> Iterator[SquareMark]:
        selection = state.selection
        if place == selection.square:
            yield SquareMark.CHOSEN
        elif place == state.pointing.at and selection.promotion is None and is_own(state, place):
            yield SquareMark.HOVER
        if any(origin(state, premove) == place for premove in selection.premoves):
            yield SquareMark.PREMOVE

    def cell(place: int) -> HandCell:
        count = state.scene.hands.get(place, 0) - away.count(place)
        return HandCell(piece_of(state.variant, place), max(0, count), tuple(marks(place)))

    return {place: cell(place) for place in places}


_cell = lru_cache(maxsize=CELLS_KEPT)(Cell)
"""A cell; equal ones are mostly the same object, which is quicker than to make them and to compare them."""


def cells_of(state: BoardState, now_seconds: float) -> tuple[Cell, ...]:
    """The cells of all squares, in square order."""
    moving = state.animation if timeline.is_moving(state, now_seconds) else None
    elapsed = moving.elapsed(now_seconds) if moving else 0.0
    arriving = moving.arriving if moving else frozenset()
    changing = moving.changes_at(elapsed) if moving else {}
    drag, promotion = held(state), state.selection.promotion
    lifted = (
        None if drag is None else drag.square,
        None if promotion is None else origin(state, promotion.moves[0]),
    )
    variant, scene = state.variant, state.scene
    closed, squares = closed_ground(variant), range(variant.geometry.squares)
    grounds = [closed if square in scene.holes else Ground.SQUARE for square in squares]
    for square, change in changing.items():
        grounds[square] = change.ground(elapsed)
    marks = _marks(state, grounds, moving, elapsed)
    tints, turns = reach(state), turns_at(state.selection.premoves)
    doors = _doors(grounds, variant.geometry) if variant.left_square is LeftSquare.RANDOM else {}
    pieces = {square: piece for square, piece in scene.pieces.items() if square not in arriving}

    def cell(square: int) -> Cell:
        ground, change, piece = grounds[square], changing.get(square), pieces.get(square)
        sleeps = square in scene.sleepers
        if isinstance(change, Slip):
            sleeps = change.sleeps(elapsed)
        return _cell(
            ground,
            tints.get(square),
            () if ground is Ground.OPEN else tuple(marks.get(square, ())),
            piece,
            piece is not None and square in lifted,
            sleeps and ground is Ground.SQUARE,
            variant.arrows[square] if variant.arrows and ground is Ground.SQUARE else 0,
            tuple(doors.get(square, ())),
            piece is not None and square in scene.promoted,
            piece is not None and square in scene.gates,
            turns.get(square, ()),
        )

    return tuple(map(cell, squares))


def turns_at(premoves: Sequence[Move]) -> dict[int, tuple[int, ...]]:
    """The targets of several premoves in a row, each with their numbers; none if there is only one."""
    if len(premoves) < 2:
        return {}
    targets = dict.fromkeys(premove.to_square for premove in premoves)
    return {
        square: tuple(number for number, move in enumerate(premoves, 1) if move.to_square == square)
        for square in targets
    }


def left_out_marks(style: BoardStyle) -> frozenset[SquareMark]:
    """The marks that the user does not want to see. What is pointed at is marked all the same."""
    targets = () if style.targets else (SquareMark.TARGET, SquareMark.CAPTURE)
    last_move = () if style.last_move else (SquareMark.LAST_MOVE, SquareMark.LEFT_SQUARE)
    return frozenset((*targets, *last_move))


def without(cell: Cell, left_out: frozenset[SquareMark]) -> Cell:
    """The cell without these marks."""
    marks = tuple(mark for mark in cell.marks if mark not in left_out)
    return cell if len(marks) == len(cell.marks) else replace(cell, marks=marks)


def _marks(
    state: BoardState, grounds: list[Ground], moving: Animation | None, elapsed: float
) -> dict[int, list[SquareMark]]:
    marks: dict[int, list[SquareMark]] = {}

    def put(square: int, mark: SquareMark) -> None:
        marks.setdefault(square, []).append(mark)

    geometry, selection, move = state.variant.geometry, state.selection, state.scene.last_move
    if move is not None:
        if move.drop is None:
            put(
                move.from_square,
                SquareMark.LAST_MOVE
                if grounds[move.from_square] is Ground.SQUARE
                else SquareMark.LEFT_SQUARE,
            )
        put(move.to_square, SquareMark.LAST_MOVE)
        if move.roll is not None and (moving is None or moving.roll is None or elapsed >= moving.roll.named):
            put(move.roll, SquareMark.ROLLED)
    if selection.square is not None and not is_in_hand(geometry, selection.square):
        put(selection.square, SquareMark.CHOSEN)
    pointed = state.pointing.at
    can_choose = is_own(state, pointed) and selection.promotion is None and pointed != selection.square
    if pointed is not None and can_choose and not is_in_hand(geometry, pointed):
        put(pointed, SquareMark.HOVER)
    if state.scene.check is not None and (moving is None or elapsed >= moving.holds):
        put(state.scene.check, SquareMark.CHECK)
    for square in {end for move in selection.premoves for end in (move.from_square, move.to_square)}:
        put(square, SquareMark.PREMOVE)
    if selection.promotion is not None:
        pointed = selection.promotion.to_square
    for square, captured in targets(state).items():
        if state.movable.is_ahead:
            at_rest = SquareMark.PREMOVE_TARGET if captured is None else SquareMark.PREMOVE_CAPTURE
            put(square, SquareMark.PREMOVE_TARGET_POINTED if square == pointed else at_rest)
        elif captured is None:
            put(square, SquareMark.TARGET_POINTED if square == pointed else SquareMark.TARGET)
        else:
            put(square, SquareMark.CAPTURE_POINTED if square == pointed else SquareMark.CAPTURE)
            if square == pointed != captured:
                put(captured, SquareMark.CAPTURE)
    return marks


def _doors(grounds: list[Ground], geometry: Geometry) -> dict[int, list[Door]]:
    """The marks on the frame beside wormholes on the edge, and opposite to them, by square."""
    doors: dict[int, dict[int, bool]] = {}
    for square, ground in enumerate(grounds):
        if ground is not Ground.CHIP:
            continue
        column, row = geometry.place[square]
        for direction, is_at_edge, opposite in (
            (NORTH, row == geometry.rows - 1, (column, 0)),
            (EAST, column == geometry.columns - 1, (0, row)),
            (SOUTH, row == 0, (column, geometry.rows - 1)),
            (WEST, column == 0, (geometry.columns - 1, row)),
        ):
            if is_at_edge:
                doors.setdefault(square, {})[direction] = True
                far = doors.setdefault(geometry.square_at[opposite], {})
                far.setdefault((direction + 4) % 8, False)
    return {
        square: [Door(direction, is_gate) for direction, is_gate in sorted(sides.items())]
        for square, sides in doors.items()
    }
