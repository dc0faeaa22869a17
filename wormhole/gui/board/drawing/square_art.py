"""Everything that a square of the board can look like, at one size: its slab, its marks, its piece."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.drawing import ground_marks, marks, tiles
from wormhole.gui.board.drawing.cells import EAST, NORTH, SOUTH, Cell, Door, Mark
from wormhole.gui.board.drawing.labels import written_on
from wormhole.gui.board.drawing.reach_drawing import painted_tint, reach_tint
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.scene import Ground
from wormhole.gui.look.board_style import Coordinates
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, mixed

if TYPE_CHECKING:
    from wormhole import Variant

SLAB = 0.055  # thickness of the squares
GHOST_OPACITY = 0.32
PIECE_SIZE = 0.94
PIECE_SIZE_AMONG_ARROWS = 0.82
GRIN_OPACITY = 0.2
LEFT_GRIN_OPACITY = 0.7

FRAMES = {
    Mark.LAST_MOVE: marks.last_move,
    Mark.CHOSEN: marks.chosen,
    Mark.HOVER: marks.hover,
    Mark.PREMOVE: marks.premove,
}
SHAPES = {
    Mark.LEFT_SQUARE: marks.left_square,
    Mark.ROLLED: marks.rolled,
    Mark.TARGET: marks.target,
    Mark.TARGET_POINTED: marks.pointed_target,
    Mark.CAPTURE: marks.capture,
    Mark.CAPTURE_POINTED: marks.pointed_capture,
    Mark.WITHIN_REACH: marks.within_reach,
    Mark.CAPTURE_WITHIN_REACH: marks.capture_within_reach,
    Mark.CHECK: marks.check,
    Mark.PREMOVE_TARGET: marks.premove_target,
    Mark.PREMOVE_CAPTURE: marks.premove_capture,
    Mark.PREMOVE_TARGET_POINTED: marks.pointed_premove_target,
}


class SquareArt:
    """Paints squares and pieces at the size of a layout.

    It remembers its pictures by what they show: to write the SVG text that `Sprites` knows a picture by would
    take longer than to paint it.
    """

    def __init__(self, sprites: Sprites, lettering: Lettering, variant: Variant, layout: BoardLayout) -> None:
        self.layout = layout
        self._sprites = sprites
        self._lettering = lettering
        self._piece_types = variant.piece_types
        self._arrows_of = variant.arrows
        self._piece_size = PIECE_SIZE_AMONG_ARROWS if variant.arrows else PIECE_SIZE
        self._pictures: dict[Hashable, pygame.Surface] = {}
        self._written: dict[tuple[int, bool], tuple[tuple[pygame.Surface, tuple[int, int]], ...]] = {}

    def piece(self, letter: str, color: bool) -> pygame.Surface:
        """A piece at the size of this layout."""
        pixels = round(self._piece_size * self.layout.side)
        sprite = self._piece_types[letter].sprite
        return self._picture(("piece", letter, color), lambda: self._sprites.piece(sprite, color, pixels))

    def tile(self, square: int) -> pygame.Surface:
        """The square's slab."""
        kind = tiles.kind_of(self._sprites.theme.material, square)
        return self.bare_tile(self.layout.is_light(square), kind)

    def bare_tile(self, is_light: bool, kind: int = 0) -> pygame.Surface:
        """A light or dark slab, of one of the kinds of the theme's material."""
        key = ("tile", is_light, kind, self.layout.side, self.layout.corner)
        return self._picture(
            key, lambda: self._sprites.kept(key, lambda: self._sprites.sketch(self._tile_svg(is_light, kind)))
        )

    def slab(self, square: int) -> pygame.Surface:
        """The square's slab with the arrows on it, if there are any."""
        arrows = self._arrows_of[square] if self._arrows_of else 0
        if not arrows:
            return self.tile(square)
        slab = self.tile(square).copy()
        slab.blit(self._arrows(square, arrows), (0, 0))
        return slab

    @property
    def chip(self) -> pygame.Surface:
        """The chip at the size of this layout."""
        return self._picture("chip", lambda: self._sprites.chip(self.layout.side))

    @property
    def shadow(self) -> pygame.Surface:
        """The soft shadow at a piece's foot."""
        shade = self._sprites.theme.colour.shade
        pixels = round(self.layout.side * self._piece_size / PIECE_SIZE)
        return self._drawn("shadow", lambda: marks.shadow(shade, pixels))

    @property
    def grin(self) -> pygame.Surface:
        """The trace of a vanished square."""
        return self._grin(self._sprites.theme.colour.trace, GRIN_OPACITY)

    @property
    def left_grin(self) -> pygame.Surface:
        """The trace of the square that vanished last."""
        return self._grin(self._sprites.theme.colour.gold, LEFT_GRIN_OPACITY)

    def painting(self) -> Iterator[None]:
        """Paint the marks ahead, in small steps."""
        for mark in Mark:
            self._mark(mark, Ground.SQUARE)
            yield

    def paint(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint these squares with what rests on them, each in its rectangle."""
        self.paint_grounds(surface, near)
        self.paint_pieces(surface, near)

    def paint_grounds(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint these squares without their pieces."""
        slab = max(2, round(SLAB * self.layout.pitch))
        for square, cell, rect in near:
            if cell.ground is Ground.SQUARE:
                surface.blit(self._slab_edge(square), rect.move(0, slab))
        for square, cell, rect in near:
            if cell.ground is Ground.SQUARE:
                surface.blit(self.tile(square), rect)
        for square, cell, rect in near:
            self._paint_ground_marks(surface, square, cell, rect)

    def paint_pieces(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint the pieces on these squares."""
        for _, cell, rect in near:
            if cell.piece is not None:
                self._paint_piece(surface, cell, rect)

    def _paint_ground_marks(
        self, surface: pygame.Surface, square: int, cell: Cell, rect: pygame.Rect
    ) -> None:
        """Paint what lies on a square, under its piece."""
        if cell.tint is not None and cell.ground in (Ground.SQUARE, Ground.CHIP):
            surface.blit(self._tint(cell.tint), rect)
        if cell.ground is Ground.CHIP:
            surface.blit(self.chip, self.chip.get_rect(center=rect.center))
        elif cell.ground is Ground.GONE:
            surface.blit(self.grin, rect)
        for door in cell.doors:
            self._paint_door(surface, door, rect)
        for mark in cell.marks:
            if mark in FRAMES:
                surface.blit(self._mark(mark, cell.ground), rect)
        if cell.arrows:
            surface.blit(self._arrows(square, cell.arrows), rect)
        for mark in cell.marks:
            if mark not in FRAMES:
                surface.blit(self._mark(mark, cell.ground), rect)
        if self.layout.coordinates is not Coordinates.OFF:
            self._paint_name(surface, square, cell, rect)

    def _paint_door(self, surface: pygame.Surface, door: Door, rect: pygame.Rect) -> None:
        """Paint a gate through the frame, or the mark on the frame opposite to it."""
        layout, colour = self.layout, self._sprites.theme.colour
        direction = (door.direction + 4) % 8 if layout.flipped else door.direction
        thickness = layout.grid.left - layout.frame.left
        if door.is_gate:
            upright = ground_marks.gate(colour, rect.width, rect.height + thickness)
        else:
            upright = ground_marks.far_door(colour, rect.width, thickness)
        picture = self._sprites.turned(upright, 45 * direction)
        place = picture.get_rect(center=rect.center)
        if direction == NORTH:
            place.top = rect.top - thickness
        elif direction == EAST:
            place.right = rect.right + thickness
        elif direction == SOUTH:
            place.bottom = rect.bottom + thickness
        else:
            place.left = rect.left - thickness
        surface.blit(picture, place)

    def _paint_name(self, surface: pygame.Surface, square: int, cell: Cell, rect: pygame.Rect) -> None:
        on_light = cell.ground is Ground.SQUARE and self.layout.is_light(square)
        key = square, on_light
        if key not in self._written:
            colour = self._sprites.theme.colour
            ink = colour.square_dark_foot if on_light else colour.square_light_foot
            self._written[key] = tuple(written_on(self.layout, square, self._lettering, ink))
        for text, (left, top) in self._written[key]:
            surface.blit(text, (rect.left + left, rect.top + top))

    def _paint_piece(self, surface: pygame.Surface, cell: Cell, rect: pygame.Rect) -> None:
        assert cell.piece is not None
        piece = self.piece(cell.piece.letter, cell.piece.color)
        if cell.is_ghost:
            piece = piece.copy()
            piece.set_alpha(round(255 * GHOST_OPACITY))
        else:
            surface.blit(self.shadow, self.shadow.get_rect(center=rect.center))
        if cell.sleeps:
            colour, side = self._sprites.theme.colour, self.layout.side
            surface.blit(self._drawn("rim", lambda: ground_marks.counter_rim(colour, side)), rect)
        surface.blit(piece, piece.get_rect(center=rect.center))

    def _tile_svg(self, is_light: bool, kind: int) -> str:
        colour, layout, material = self._sprites.theme.colour, self.layout, self._sprites.theme.material
        top, foot = (
            (colour.square_light_top, colour.square_light_foot)
            if is_light
            else (colour.square_dark_top, colour.square_dark_foot)
        )
        return tiles.tile(material, top, foot, layout.side, layout.corner, kind)

    def _arrows(self, square: int, mask: int) -> pygame.Surface:
        is_light = self.layout.is_light(square)
        if self.layout.flipped:
            mask = (mask >> 4 | mask << 4) & 255

        def svg() -> str:
            ink, edge = ground_marks.arrow_colours(self._sprites.theme.colour, is_light)
            return ground_marks.arrows(mask, ink, edge, self.layout.side)

        return self._drawn(("arrows", is_light, mask), svg)

    def _tint(self, attackers: tuple[int, int]) -> pygame.Surface:
        colour, opacity = reach_tint(self._sprites.theme.colour, *attackers)
        side, corner = self.layout.side, self.layout.corner
        return self._sprites.kept(
            ("tint", colour, opacity, side), lambda: painted_tint(colour, opacity, side, corner)
        )

    def _grin(self, colour: Colour, opacity: float) -> pygame.Surface:
        side, corner = self.layout.side, self.layout.corner
        return self._drawn(("grin", opacity), lambda: ground_marks.grin(colour, opacity, side, corner))

    def _mark(self, mark: Mark, ground: Ground) -> pygame.Surface:
        colour, side, corner = self._sprites.theme.colour, self.layout.side, self.layout.corner
        if mark is Mark.LEFT_SQUARE and ground is Ground.GONE:
            return self.left_grin
        if mark in FRAMES:
            return self._drawn(mark, lambda: FRAMES[mark](colour, side, corner))
        return self._drawn(mark, lambda: SHAPES[mark](colour, side))

    def _slab_edge(self, square: int) -> pygame.Surface:
        is_light = self.layout.is_light(square)

        def svg() -> str:
            colour = self._sprites.theme.colour
            foot = colour.square_light_foot if is_light else colour.square_dark_foot
            return marks.slab_edge(mixed(foot, colour.shade, 0.62), self.layout.side, self.layout.corner)

        return self._drawn(("edge", is_light), svg)

    def _drawn(self, key: Hashable, svg: Callable[[], str]) -> pygame.Surface:
        """The picture remembered for ``key``, drawn from this SVG text the first time."""
        return self._picture(key, lambda: self._sprites.drawing(svg()))

    def _picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture remembered for ``key``."""
        if key not in self._pictures:
            self._pictures[key] = make()
        return self._pictures[key]
