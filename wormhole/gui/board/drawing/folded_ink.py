"""The circles and arrows of a position in one piece's view, between the cells that its squares have there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import dist

from wormhole.gui.board.annotations import Annotations
from wormhole.gui.board.drawing.arrows import Inked, arrow, painted, ring
from wormhole.gui.board.drawing.ink import Ink
from wormhole.gui.board.folded_layout import FoldedLayout


def folded_ink(ink: Ink, annotations: Annotations, layout: FoldedLayout) -> Iterator[Inked]:
    """The pictures from the lowest up; those of squares that are not in the view are left out."""
    for from_square, to_square, style in ink.specs(annotations):
        if from_square == to_square:
            for index in layout.folded.cells_of(from_square):
                centre = layout.rect_of(index).center
                yield from painted(ring(centre, layout.pitch_of(index), style), style.opacity)
            continue
        ends = _ends(from_square, to_square, layout)
        if ends is not None:
            start, end = (layout.rect_of(index).center for index in ends)
            pitch = min(layout.pitch_of(index) for index in ends)
            yield from painted(arrow(start, end, pitch, style), style.opacity)


def _ends(from_square: int, to_square: int, layout: FoldedLayout) -> tuple[int, int] | None:
    """The cells of both squares: where the piece's own move ends, or else those nearest to each other."""
    folded = layout.folded
    target = folded.target_at(to_square) if from_square == folded.square else None
    if target is not None:
        return 0, target

    def apart(pair: tuple[int, int]) -> float:
        return dist(*(layout.rect_of(index).center for index in pair))

    return min(product(folded.cells_of(from_square), folded.cells_of(to_square)), key=apart, default=None)
