"""Draws what lies over a resting view: a piece on its way, the way to a cell, the cursor, a piece held."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.folded_still import FoldedStill
from wormhole.gui.board.drawing.route_drawing import dotted
from wormhole.gui.board.fold_view import Journey
from wormhole.gui.board.folded_layout import FoldedLayout
from wormhole.gui.board.layout import Pixel
from wormhole.gui.board.place import DRAG_SCALE
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.easing import smooth

if TYPE_CHECKING:
    from wormhole import Piece

CAPTURED_FROM = 0.6  # share of a journey after which the captured piece fades
FLASH, FLASH_REACH = 3.2, 0.3  # the light of a bead that the piece passes: its size, in squares before it
BEADS_A_CELL = 8
BEADS_APART = 11  # pixels, at least
DOT, DOT_GLOW, JOINT = 0.075, 0.3, 0.17  # shares of the pitch
ENDS, CAPTURE_ENDS = 0.36, 0.5


class FoldedOverlay:
    """Draws over the picture of a view."""

    def __init__(self, still: FoldedStill) -> None:
        self._still = still

    def draw_journey(
        self, surface: pygame.Surface, journey: Journey, now_seconds: float
    ) -> list[pygame.Rect]:
        """Draw the piece on its way; returns the rectangles drawn on."""
        brush, layout = Brush(surface), self._still.layout_of(journey.seen)
        share = journey.share(now_seconds)
        points: list[tuple[float, float]] = [layout.rect_of(index).center for index in journey.chain]
        if journey.dropped_at is not None:
            points = [journey.dropped_at, points[-1]]
        at = _along(points, share)
        if journey.dropped_at is None:
            self._draw_flashes(brush, journey, layout, at)
        pieces = journey.seen.scene.pieces
        end = journey.chain[-1]
        if journey.captured is not None:
            left = 1 - smooth((share - CAPTURED_FROM) / (1 - CAPTURED_FROM))
            for index in journey.seen.view.cells_of(journey.captured):
                pitch = layout.pitch_of(index)
                self._put_piece(brush, pieces[journey.captured], layout.rect_of(index).center, pitch, left)
        size = layout.pitch + (layout.pitch_of(end) - layout.pitch) * share
        self._put_piece(brush, pieces[journey.seen.view.square], at, round(size), 1.0)
        return brush.touched

    def _draw_flashes(self, brush: Brush, journey: Journey, layout: FoldedLayout, at: Pixel) -> None:
        links = set(pairwise(journey.chain))
        for seam in journey.seen.view.seams:
            if (seam.start, seam.end) in links:
                for bead in layout.beads(seam):
                    apart = hypot(bead.centre[0] - at[0], bead.centre[1] - at[1]) / layout.pitch
                    self._light(brush, bead.centre, bead.pixels, 1 - apart / (2 * FLASH_REACH))

    def _light(self, brush: Brush, centre: Pixel, pixels: int, light: float) -> None:
        if light > 0:
            rim = self._still.art.sprites.theme.colour.wormhole_rim
            glow = self._still.art.sprites.drawing(marks.glow(rim, 0.9, round(FLASH * pixels)))
            brush.put(glow, centre, min(1.0, light))
            brush.put(self._still.art.bead(pixels), centre)

    def _put_piece(self, brush: Brush, piece: Piece, at: Pixel, pitch: int, opacity: float) -> None:
        art = self._still.art.art(pitch)
        brush.put(art.shadow, at, opacity)
        brush.put(art.piece(piece.letter, piece.color), at, opacity)

    def draw_pointed(self, surface: pygame.Surface, state: BoardState) -> list[pygame.Rect]:
        """Draw the way to the cell pointed at, the cursor, and the piece held; returns the rectangles."""
        brush, fold, still = Brush(surface), state.fold, self._still
        layout, sprites = still.layout_of(fold.shown), still.art.sprites
        colour = sprites.theme.colour
        if fold.pointed is not None:
            self._draw_cells_pointed(brush, state, layout)
            if fold.pointed:
                self._draw_way(brush, state, fold.pointed, layout)
        if fold.has_cursor and fold.pointed is not None:
            rect = layout.rect_of(fold.pointed)
            brush.put_in(sprites.drawing(marks.cursor(colour, rect.width)), rect)
        if fold.held is not None:
            piece = fold.view.piece
            self._put_piece(brush, piece, fold.held, round(DRAG_SCALE * layout.pitch), 1.0)
        return brush.touched

    def _draw_cells_pointed(self, brush: Brush, state: BoardState, layout: FoldedLayout) -> None:
        """Draw the cell pointed at with its mark or a frame, and a frame around others of the same square."""
        fold, art = state.fold, self._still.art
        if fold.pointed is None:
            return
        cell, rect = fold.view.cells[fold.pointed], layout.rect_of(fold.pointed)
        if cell.is_target:
            picture = art.whole(fold.shown, cell, layout.pitch_of(fold.pointed), is_pointed=True)
            picture.set_alpha(255)
            brush.put_in(picture.subsurface((0, 0), rect.size), rect)
        for index in fold.view.cells_of(cell.square):
            if index == fold.pointed and cell.is_target:
                continue
            sized = art.art(layout.pitch_of(index)).layout
            frame = marks.hover(art.sprites.theme.colour, sized.side, sized.corner)
            brush.put_in(art.sprites.drawing(frame), layout.rect_of(index))

    def _draw_way(self, brush: Brush, state: BoardState, index: int, layout: FoldedLayout) -> None:
        """Draw the steps from the piece to a cell; the beads that they pass light up."""
        sprites, cell = self._still.art.sprites, state.fold.view.cells[index]
        colour = sprites.theme.colour
        inks = (colour.path, colour.choice) if cell.is_target else (colour.muted, colour.square_light_top)
        ink = readable_on(colour.well, *inks)
        points = [layout.rect_of(each).center for each in cell.chain]
        end = CAPTURE_ENDS if cell.captured is not None else ENDS
        dots = dotted(
            points,
            max(BEADS_APART, layout.pitch / BEADS_A_CELL),
            _to_edge(points[0], points[1], layout.pitch),
            end * layout.pitch_of(index),
        )
        glow = sprites.drawing(marks.glow(ink, 0.3, ceil(DOT_GLOW * layout.pitch)))
        dot = sprites.drawing(marks.bead(ink, colour.choice_deep, max(4, round(DOT * layout.pitch))))
        for at in dots:
            brush.put(glow, at)
        for at in dots:
            brush.put(dot, at)
        joint = sprites.drawing(marks.joint(ink, colour.choice_deep, max(8, round(JOINT * layout.pitch))))
        for at in points[1:-1]:
            brush.put(joint, at)
        links = set(pairwise(cell.chain))
        for seam in state.fold.view.seams:
            if (seam.start, seam.end) in links:
                for bead in layout.beads(seam):
                    self._light(brush, bead.centre, bead.pixels, 0.8)


def _to_edge(start: Pixel, towards: Pixel, pitch: int) -> float:
    """The distance from the middle of a cell to its edge in a direction."""
    x, y = towards[0] - start[0], towards[1] - start[1]
    return pitch / 2 * hypot(x, y) / max(abs(x), abs(y), 1)


def _along(points: list[Pixel], share: float) -> Pixel:
    """The point at ``share`` (0..1) of the line through these points."""
    lengths = [hypot(end[0] - start[0], end[1] - start[1]) for start, end in pairwise(points)]
    left = share * sum(lengths)
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length:
            part = left / length
            return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
        left -= length
    return points[-1]
