"""The words of the fold view: its caption, what is to be known about it, and the names of its beads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wormhole.gui.board.folded import Folded
from wormhole.gui.language import N_, _
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Variant

HOLES = {
    LeftSquare.FOLDS: (N_("{square}, removed"), N_("A bead on a seam is a removed square.")),
    LeftSquare.VANISHES: (N_("{square}, vanished"), N_("A bead on a seam is a square that has vanished.")),
    LeftSquare.RANDOM: (N_("{square}, a wormhole"), N_("A bead is a wormhole on the way.")),
    LeftSquare.STAYS: (N_("{square}, removed"), N_("A bead on a seam is a removed square.")),
}
"""How a bead is called, and what beads are, by the game's rule for squares."""


def caption(folded: Folded, variant: Variant) -> str:
    """Whose view it is."""
    return _("As the {piece} on {square} sees it").format(
        piece=_(variant.piece_types[folded.piece.letter].name),
        square=variant.geometry.names[folded.square],
    )


def hints(folded: Folded, variant: Variant) -> Iterator[str]:
    """What is to be known about the view, a sentence each, the most important ones first."""
    yield _("Each square stands where the steps lead.")
    if folded.seams:
        yield _(HOLES[variant.left_square][1])
    if not folded.is_to_move and any(cell.is_target for cell in folded.cells):
        yield _("Rings show where it could go, were it its turn.")
    if any(cell.is_repeated for cell in folded.cells):
        yield _("Squares with two frames are seen more than once.")
    if any(not cell.stands for cell in folded.cells[1:]):
        yield _("Dim squares are only passed.")


def hole_name(square: int, variant: Variant) -> str:
    """What a bead stands for."""
    return _(HOLES[variant.left_square][0]).format(square=variant.geometry.names[square])
