"""A piece that the user drags over the board."""

from __future__ import annotations

from dataclasses import replace

from wormhole.gui.board.animation_plans import plan_return
from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.selection import piece_at
from wormhole.gui.board.state import BoardState, Drag
from wormhole.gui.look.theme import Motion


def held(state: BoardState) -> Drag | None:
    """The piece drawn off its square: dragged, or dropped for a move that is not shown yet."""
    return state.selection.drag or (None if state.movable.moves else state.dropped)


def drag_to(state: BoardState, place: int, at: Point) -> None:
    """Draw the piece of a square, or in hand, at the pointer."""
    state.selection = replace(state.selection, drag=Drag(place, at))
    state.revision += 1


def drop(state: BoardState) -> None:
    """Drop the dragged piece on a legal square; the next move's animation starts from there."""
    state.dropped = state.selection.drag
    _end(state)


def put_back(state: BoardState, now_seconds: float, motion: Motion, refused: bool = False) -> None:
    """Let the dragged piece glide back; ``refused``: it was dropped on an illegal square."""
    drag = state.selection.drag
    if drag is None:
        return
    _end(state)
    piece, geometry = piece_at(state, drag.square), state.variant.geometry
    if piece is not None and not motion.is_still:
        state.animation = plan_return(piece, drag.square, drag.at, geometry, motion, now_seconds)
    if refused:
        state.sounds.add(now_seconds, "error")


def _end(state: BoardState) -> None:
    state.selection = replace(state.selection, drag=None)
    state.revision += 1
