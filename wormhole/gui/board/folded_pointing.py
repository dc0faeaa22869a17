"""What lies under the pointer in the fold view: its shape, and the words of a tooltip."""

from __future__ import annotations

from math import hypot

from wormhole.gui.board.folded_layout import Bead, FoldedLayout
from wormhole.gui.board.folded_words import hole_name
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.state import BoardState
from wormhole.gui.language import _
from wormhole.gui.look.spot import Pixel, Pointer, Spot, Tip

BEAD_REACH = 0.75  # of a bead: how far from its centre it is pointed at


def spot_in_fold(board: BoardLayout, state: BoardState, pixel: Pixel) -> Spot:
    """What is at this pixel of a board whose fold view is open."""
    layout = FoldedLayout.fit(state.fold.view, board)
    if layout.back.collidepoint(pixel):
        return Spot(tuple(layout.back), Pointer.HAND, Tip(_("Back to the board"), ("Esc",)))
    index = layout.cell_at(pixel)
    shape = _pointer(state, index)
    bead = _bead_at(layout, pixel)
    if bead is not None:
        corner = round(bead.centre[0] - bead.pixels / 2), round(bead.centre[1] - bead.pixels / 2)
        return Spot((*corner, bead.pixels, bead.pixels), shape, Tip(hole_name(bead.square, state.variant)))
    return Spot(tuple(layout.frame if index is None else layout.rect_of(index)), shape)


def _pointer(state: BoardState, index: int | None) -> Pointer:
    if state.fold.drag is not None:
        return (
            Pointer.DRAGGED if index == 0 or state.fold.moves_to(index, state.playable) else Pointer.REFUSED
        )
    if index is None:
        return Pointer.ARROW
    square = state.fold.view.cells[index].square
    can_press = square in state.pieces and (index > 0 or (state.playable and state.is_own(square)))
    return Pointer.HAND if can_press or state.fold.moves_to(index, state.playable) else Pointer.ARROW


def _bead_at(layout: FoldedLayout, pixel: Pixel) -> Bead | None:
    beads = (bead for seam in layout.folded.seams for bead in layout.beads(seam))
    for bead in beads:
        if hypot(bead.centre[0] - pixel[0], bead.centre[1] - pixel[1]) <= BEAD_REACH * bead.pixels:
            return bead
    return None
