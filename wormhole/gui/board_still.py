"""The picture of all that rests on the board, kept between frames and mended only where a cell changed."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui import marks
from wormhole.gui.backdrop import scatter_stars
from wormhole.gui.board_cells import Cell, Ground, Mark
from wormhole.gui.board_frame import frame_card
from wormhole.gui.board_labels import paint_labels, paint_name
from wormhole.gui.board_layout import BoardLayout
from wormhole.gui.lettering import Lettering
from wormhole.gui.sprites import Sprites
from wormhole.gui.theme import Colour, mixed

SPILL = 0.26  # how far a chip's light and a slab's side reach beyond their own place, in squares
SLAB = 0.055  # thickness of the squares
GHOST_OPACITY = 0.32
MAN_SIZE = 0.94
VEIL_OPACITY = 0.42
WELL_OPACITY = 0.82
WELL_STARS = 5.0  # against the open sky

FRAMES = {
    Mark.LAST_MOVE: marks.last_move,
    Mark.CHOSEN: marks.chosen,
    Mark.HOVER: marks.hover,
}
SHAPES = {
    Mark.LEFT_SQUARE: marks.left_square,
    Mark.TARGET: marks.target,
    Mark.TARGET_POINTED: marks.pointed_target,
    Mark.CAPTURE: marks.capture,
    Mark.CAPTURE_POINTED: marks.pointed_capture,
    Mark.CHECK: marks.check,
}


class StillBoard:
    """The board at rest in one layout, as an opaque surface that covers ``rect`` of the window."""

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        kinds: dict[str, str],
        layout: BoardLayout,
        rect: pygame.Rect,
        sky: pygame.Surface | None,
    ) -> None:
        self.layout = layout
        self.rect = rect
        self._sprites = sprites
        self._lettering = lettering
        self._kinds = kinds
        self._cells: tuple[Cell, ...] = ()
        self._dimmed = False
        self._ground = self._paint_ground(sky)
        self.surface = self._ground.copy()

    def update(self, cells: tuple[Cell, ...], dimmed: bool) -> list[pygame.Rect]:
        """Make the picture show ``cells``; the parts of the window that changed."""
        if dimmed != self._dimmed or len(cells) != len(self._cells):
            self._cells, self._dimmed = cells, dimmed
            self._mend(self.rect)
            return [self.rect]
        changed = [square for square, cell in enumerate(cells) if cell != self._cells[square]]
        self._cells = cells
        spill = 2 * round(SPILL * self.layout.pitch)
        mended = [self.layout.rect_of(square).inflate(spill, spill).clip(self.rect) for square in changed]
        for region in mended:
            self._mend(region)
        return mended

    def man(self, letter: str, color: bool) -> pygame.Surface:
        """A man at the size of this layout."""
        return self._sprites.man(self._kinds[letter], color, round(MAN_SIZE * self.layout.side))

    def tile(self, square: int) -> pygame.Surface:
        """The square's slab."""
        return self.light_tile if self.layout.is_light(square) else self.dark_tile

    @property
    def light_tile(self) -> pygame.Surface:
        """A light square's slab."""
        colour = self._sprites.theme.colour
        return self._tile(colour.square_light_top, colour.square_light_foot)

    @property
    def dark_tile(self) -> pygame.Surface:
        """A dark square's slab."""
        colour = self._sprites.theme.colour
        return self._tile(colour.square_dark_top, colour.square_dark_foot)

    @property
    def chip(self) -> pygame.Surface:
        """The chip at the size of this layout."""
        return self._sprites.chip(self.layout.side)

    @property
    def shadow(self) -> pygame.Surface:
        """The soft shadow at a man's foot."""
        return self._sprites.drawing(marks.shadow(self.layout.side))

    def _mend(self, region: pygame.Rect) -> None:
        local = region.move(-self.rect.left, -self.rect.top)
        self.surface.set_clip(local)
        self.surface.blit(self._ground, local, local)
        spill = 2 * round(SPILL * self.layout.pitch)
        near = [
            (square, cell, rect.move(-self.rect.left, -self.rect.top))
            for square, cell in enumerate(self._cells)
            if (rect := self.layout.rect_of(square)).inflate(spill, spill).colliderect(region)
        ]
        self._paint(near)
        if self._dimmed:
            self._dim(near)
        self.surface.set_clip(None)

    def _paint(self, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        slab = max(2, round(SLAB * self.layout.pitch))
        for square, cell, rect in near:
            if cell.ground is Ground.SQUARE:
                self.surface.blit(self._slab_edge(square), rect.move(0, slab))
        for square, cell, rect in near:
            if cell.ground is Ground.SQUARE:
                self.surface.blit(self.tile(square), rect)
        for _, cell, rect in near:
            if cell.ground is Ground.CHIP:
                self.surface.blit(self.chip, self.chip.get_rect(center=rect.center))
        for _, cell, rect in near:
            for mark in cell.marks:
                self.surface.blit(self._mark(mark), rect)
        if self.layout.has_labels:
            for square, cell, rect in near:
                self._paint_name(square, cell, rect)
        for _, cell, rect in near:
            if cell.man is not None:
                self._paint_man(cell, rect)

    def _paint_name(self, square: int, cell: Cell, rect: pygame.Rect) -> None:
        geometry = self.layout.geometry
        column, row = geometry.place[square]
        if not (geometry.file_labels[column] and geometry.row_labels[row]):
            colour = self._sprites.theme.colour
            on_light = cell.ground is Ground.SQUARE and self.layout.is_light(square)
            ink = colour.square_dark_foot if on_light else colour.square_light_foot
            paint_name(self.surface, rect, geometry.names[square], self.layout, self._lettering, ink)

    def _paint_man(self, cell: Cell, rect: pygame.Rect) -> None:
        man = self.man(cell.man.letter, cell.man.color)
        if cell.is_ghost:
            man = man.copy()
            man.set_alpha(round(255 * GHOST_OPACITY))
        else:
            self.surface.blit(self.shadow, rect)
        self.surface.blit(man, man.get_rect(center=rect.center))

    def _dim(self, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """A veil over the end of a game; the king that stands in check shows through it."""
        veil = frame_card(self._sprites, self.layout, self._sprites.theme.colour.sky_edge, VEIL_OPACITY)
        self.surface.blit(veil, self.layout.frame.move(-self.rect.left, -self.rect.top))
        for square, cell, rect in near:
            if Mark.CHECK in cell.marks:
                self._paint([(square, cell, rect)])

    def _tile(self, top: Colour, foot: Colour) -> pygame.Surface:
        return self._sprites.drawing(marks.tile(top, foot, self.layout.side, self.layout.corner))

    def _mark(self, mark: Mark) -> pygame.Surface:
        colour, side, corner = self._sprites.theme.colour, self.layout.side, self.layout.corner
        if mark in FRAMES:
            return self._sprites.drawing(FRAMES[mark](colour, side, corner))
        return self._sprites.drawing(SHAPES[mark](colour, side))

    def _slab_edge(self, square: int) -> pygame.Surface:
        colour = self._sprites.theme.colour
        foot = colour.square_light_foot if self.layout.is_light(square) else colour.square_dark_foot
        shade = mixed(foot, colour.sky_edge, 0.62)
        return self._sprites.drawing(marks.slab_edge(shade, self.layout.side, self.layout.corner))

    def _paint_ground(self, sky: pygame.Surface | None) -> pygame.Surface:
        """Sky, frame, the depth under the board, and the labels."""
        theme, layout = self._sprites.theme, self.layout
        ground = pygame.Surface(self.rect.size, depth=32)
        if pygame.display.get_init() and pygame.display.get_surface() is not None:
            ground = ground.convert()
        if sky is None:
            ground.fill(theme.colour.sky_middle)
        else:
            ground.blit(sky, (0, 0), self.rect)
        frame = layout.frame.move(-self.rect.left, -self.rect.top)
        ground.blit(frame_card(self._sprites, layout, theme.colour.well, WELL_OPACITY), frame)
        grid = layout.grid.move(-self.rect.left, -self.rect.top)
        scatter_stars(ground, grid, theme.colour.star, layout.pitch * 9, WELL_STARS)
        if layout.has_labels:
            paint_labels(ground, self.rect, layout, self._lettering, theme.colour.muted)
        return ground
