"""The shape of the pointer over a board: what can be pressed, dragged or dropped there."""

from __future__ import annotations

from wormhole.gui.board.folded_pointing import spot_in_fold
from wormhole.gui.board.place import BoardPlace
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.spot import Pixel, Pointer, Spot


def spot_on(place: BoardPlace, state: BoardState, pixel: Pixel) -> Spot | None:
    """What is at this pixel of a board; None beside the board."""
    if not place.rect.collidepoint(pixel):
        return None
    if state.fold.is_open:
        return spot_in_fold(place.layout(state.flipped), state, pixel)
    return Spot(tuple(place.rect), _pointer(place, state, pixel))


def _pointer(place: BoardPlace, state: BoardState, pixel: Pixel) -> Pointer:
    if state.question is not None:
        slot = chooser_of(state.question, place.layout(state.flipped)).slot_at(pixel)
        return Pointer.ARROW if slot is None else Pointer.HAND
    square = place.square_at(pixel, state.flipped)
    if state.fold.is_awaited:
        return Pointer.HAND if square in state.pieces else Pointer.ARROW
    if state.takes_clicks:
        return Pointer.ARROW if square is None else Pointer.HAND
    if state.drag is not None:
        can_drop = square == state.drag.square or state.moves_to(square)
        return Pointer.DRAGGED if can_drop else Pointer.REFUSED
    return Pointer.HAND if state.is_own(square) or state.moves_to(square) else Pointer.ARROW
