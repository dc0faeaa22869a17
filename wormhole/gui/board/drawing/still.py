"""The picture of the resting board, kept between frames and repainted only where a cell changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.annotations import Annotations, Viewed
from wormhole.gui.board.drawing.arrows import Inked
from wormhole.gui.board.drawing.brush import faded
from wormhole.gui.board.drawing.cells import Cell, Mark
from wormhole.gui.board.drawing.frame import frame_card
from wormhole.gui.board.drawing.ink import Ink
from wormhole.gui.board.drawing.labels import paint_labels
from wormhole.gui.board.drawing.ribbons import Ribbons
from wormhole.gui.board.drawing.route_drawing import RouteDrawing
from wormhole.gui.board.drawing.square_art import SquareArt
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.plans import dives
from wormhole.gui.look.backdrop import scatter_stars
from wormhole.gui.look.board_style import Coordinates
from wormhole.gui.look.layers import joined
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour

if TYPE_CHECKING:
    from wormhole import Variant

SPILL = 0.26  # how far a chip's light and a slab's side reach beyond their square, in squares
VEIL_OPACITY = 0.42
WELL_OPACITY = 0.82
MANY = 0.15  # share of the squares from which on repainting the whole board is quicker
WELL_STARS = 5.0  # density relative to the sky's
BLANK = Annotations()


class StillBoard(SquareArt):
    """The board at rest in one layout, as an opaque surface that covers ``rect`` of the window."""

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        variant: Variant,
        layout: BoardLayout,
        rect: pygame.Rect,
        sky: pygame.Surface | None,
    ) -> None:
        super().__init__(sprites, lettering, variant, layout)
        self.rect = rect
        squares = [layout.rect_of(square) for square in range(variant.geometry.squares)]
        spill = 2 * round(SPILL * layout.pitch)
        self._places = [square.move(-rect.left, -rect.top) for square in squares]
        """The squares' rectangles on the surface."""
        self._reached = [square.inflate(spill, spill).clip(rect) for square in squares]
        """The parts of the window that each square's light and slab reach."""
        self._dives = dives(variant)
        self._cells: tuple[Cell, ...] = ()
        self._ink = Ink(sprites.theme.colour, layout)
        self._inked: tuple[Inked, ...] = ()
        self._routes: Viewed | None = None
        self._ribbons_in: dict[Colour, Ribbons] = {}
        self._ribbons: Inked | None = None
        self._dimness = 0.0
        self.ground = self._paint_ground(sky)
        self.surface = self.ground.copy()

    def update(
        self,
        cells: tuple[Cell, ...],
        dimness: float,
        annotations: Annotations = BLANK,
        routes: Viewed | None = None,
        most_arrows: int | None = None,
    ) -> list[pygame.Rect]:
        """Repaint what differs; returns the changed parts of the window. ``dimness`` is 0..1.

        At most ``most_arrows`` are new; the others come with the next calls.
        """
        before, self._inked = self._inked, self._ink.pictures(annotations, most_arrows)
        redrawn = self._draw_routes(routes)
        changed = [
            reached.copy()
            for reached, cell, old in zip(self._reached, cells, self._cells, strict=False)
            if cell is not old and cell != old
        ]
        is_whole = dimness != self._dimness or len(cells) != len(self._cells)
        self._cells, self._dimness = cells, dimness
        if is_whole or len(changed) > MANY * len(cells):
            changed = [self.rect]
        else:
            redrawn += [inked.rect for inked in {*before} ^ {*self._inked}]
            changed = joined([*changed, *(region.clip(self.rect) for region in redrawn)])
        for region in changed:
            self._repaint(region)
        return changed

    @property
    def is_unfinished(self) -> bool:
        """Whether arrows are still to come."""
        return self._ink.is_unfinished

    def painting(self) -> Iterator[None]:
        """Paint marks and the pictures of routes ahead, in small steps."""
        yield from super().painting()
        colours = self._sprites.theme.colour
        for colour in (colours.path, colours.gold, colours.threat):
            yield from RouteDrawing(self._sprites, self.layout).painting(colour)

    def _repaint(self, region: pygame.Rect) -> None:
        local = region.move(-self.rect.left, -self.rect.top)
        self.surface.set_clip(local)
        self.surface.blit(self.ground, local, local)
        near = [
            (square, self._cells[square], self._places[square])
            for square in region.collidelistall(self._reached)
        ]
        self.paint_grounds(self.surface, near)
        if self._ribbons is not None:
            self._blit(self._ribbons)
        self.paint_pieces(self.surface, near)
        for inked in self._inked:
            self._blit(inked)
        if self._dimness:
            self._dim(near)
        self.surface.set_clip(None)

    def _blit(self, inked: Inked) -> None:
        self.surface.blit(inked.picture, inked.rect.move(-self.rect.left, -self.rect.top))

    def _draw_routes(self, routes: Viewed | None) -> list[pygame.Rect]:
        """Draw these routes anew if they are not those before; returns the changed parts of the window."""
        if routes == self._routes:
            return []
        before, self._routes, self._ribbons = self._ribbons, routes, None
        if routes is not None:
            colours = self._sprites.theme.colour
            colour = colours.path if routes.may_be_played else colours.ink
            if colour not in self._ribbons_in:
                self._ribbons_in[colour] = Ribbons(self._sprites, self.layout, colour, self._dives)
            self._ribbons = self._ribbons_in[colour].picture(routes.routes)
        return [inked.rect for inked in (before, self._ribbons) if inked is not None]

    def _dim(self, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Darken the board at the end of a game, all but a king in check."""
        veil = frame_card(self._sprites, self.layout, self._sprites.theme.colour.veil, VEIL_OPACITY)
        self.surface.blit(faded(veil, self._dimness), self.layout.frame.move(-self.rect.left, -self.rect.top))
        for square, cell, rect in near:
            if Mark.CHECK in cell.marks:
                self.paint(self.surface, [(square, cell, rect)])

    def _paint_ground(self, sky: pygame.Surface | None) -> pygame.Surface:
        """Paint the sky, the frame, the dark ground under the board, and the labels."""
        theme, layout = self._sprites.theme, self.layout
        ground = pygame.Surface(self.rect.size, depth=32)
        if pygame.display.get_init() and pygame.display.get_surface() is not None:
            ground = ground.convert()
        if sky is None:
            ground.fill(theme.colour.sky_middle)
        else:
            ground.blit(sky, (0, 0), self.rect)
        frame = layout.frame.move(-self.rect.left, -self.rect.top)
        ground.blit(frame_card(self._sprites, layout, theme.colour.frame, WELL_OPACITY), frame)
        if theme.colour.well != theme.colour.frame:
            for square in range(layout.geometry.squares):
                well = layout.rect_of(square).move(-self.rect.left, -self.rect.top)
                ground.fill(theme.colour.well, well.inflate(2 * layout.gap, 2 * layout.gap))
        grid = layout.grid.move(-self.rect.left, -self.rect.top)
        scatter_stars(ground, grid, theme.colour.star, layout.pitch * 9, WELL_STARS * theme.stars)
        if layout.coordinates is Coordinates.AROUND:
            paint_labels(ground, self.rect, layout, self._lettering, theme.colour.muted)
        return ground
