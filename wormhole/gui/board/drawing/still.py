"""The picture of the resting board, kept between frames and repainted only where a cell changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.annotations import Annotations, PieceRoutes
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.arrows import Ink, InkPicture
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.cells import Cell, HandCell, SquareMark
from wormhole.gui.board.drawing.frame import frame_card
from wormhole.gui.board.drawing.labels import paint_labels
from wormhole.gui.board.drawing.route_drawing import Ribbons, RouteDrawing
from wormhole.gui.board.drawing.square_art import USUAL_STYLE, SquareArt
from wormhole.gui.board.drawing.tray_art import TrayArt
from wormhole.gui.board.scene import Ground, closed_ground
from wormhole.gui.board.wormhole_travel import dives
from wormhole.gui.look.backdrop import scatter_stars
from wormhole.gui.look.layers import joined
from wormhole.gui.look.layout import DESIGN_SIZE
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import BoardStyle, Colour, Coordinates
from wormhole.rules.variant import Capture

if TYPE_CHECKING:
    from wormhole import Variant

SPILL = 0.26  # how far a chip's light and a slab's side reach beyond their square, in squares
FLASH_SIZE = 1.25
BURST_SIZE = 3.3
VEIL_OPACITY = 0.42
WELL_OPACITY = 0.82
MANY = 0.15  # share of the squares from which on repainting the whole board is quicker
WELL_STARS = 5.0  # density relative to the sky's
BLANK = Annotations()
NOTHING: Mapping[int, HandCell] = {}


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
        style: BoardStyle = USUAL_STYLE,
    ) -> None:
        super().__init__(sprites, lettering, variant, layout, style)
        self.rect = rect
        squares = [layout.rect_of(square) for square in range(variant.geometry.squares)]
        spill = 2 * round(SPILL * layout.pitch)
        self._places = [square.move(-rect.left, -rect.top) for square in squares]
        """The squares' rectangles on the surface."""
        self._reached = [square.inflate(spill, spill).clip(rect) for square in squares]
        """The parts of the window that each square's light and slab reach."""
        self._variant = variant
        self._dives = dives(variant)
        self._cells: tuple[Cell, ...] = ()
        self._trays = TrayArt(sprites, lettering, variant, layout, style.faces_both)
        self._hands: Mapping[int, HandCell] = {}
        self._ink = Ink(sprites.theme.colour, layout)
        self._inked: tuple[InkPicture, ...] = ()
        self._routes: PieceRoutes | None = None
        self._ribbons_in: dict[Colour, Ribbons] = {}
        self._ribbons: InkPicture | None = None
        self._dimness = 0.0
        self.ground = self._paint_ground(sky)
        self._bare = self.ground.copy()
        """The board without arrows and not dimmed."""
        self._covered: pygame.Surface | None = None
        """The board with both, once there were any."""
        self._veil: pygame.Surface | None = None

    @property
    def surface(self) -> pygame.Surface:
        """The picture."""
        return self._bare if self._covered is None else self._covered

    def update(
        self,
        cells: tuple[Cell, ...],
        dimness: float,
        annotations: Annotations = BLANK,
        routes: PieceRoutes | None = None,
        most_arrows: int | None = None,
        hands: Mapping[int, HandCell] = NOTHING,
    ) -> list[pygame.Rect]:
        """Repaint what differs; returns the changed parts of the window. ``dimness`` is 0..1.

        At most ``most_arrows`` are new; the others come with the next calls.
        """
        before, self._inked = self._inked, self._ink.pictures(annotations, most_arrows)
        redrawn = self._draw_routes(routes)
        changed = (
            []
            if cells is self._cells
            else [
                reached.copy()
                for reached, cell, old in zip(self._reached, cells, self._cells, strict=False)
                if cell is not old and cell != old
            ]
        )
        slots = self.layout.slots
        changed += [slots[place].copy() for place, cell in hands.items() if cell != self._hands.get(place)]
        self._hands = hands
        is_dimmed = dimness != self._dimness
        is_whole = len(cells) != len(self._cells) or len(changed) > MANY * len(cells)
        self._cells, self._dimness = cells, dimness
        changed = [self.rect] if is_whole else joined([*changed, *redrawn])
        for region in changed:
            self._repaint(region)
        if is_dimmed:
            changed = [self.rect]
        elif not is_whole:
            changed += [inked.rect.clip(self.rect) for inked in {*before} ^ {*self._inked}]
        self._cover(changed)
        return changed

    def draw_trays(self, surface: pygame.Surface, hands: Mapping[int, HandCell]) -> list[pygame.Rect]:
        """Draw what is in hand on a surface of the window; returns the rectangles touched."""
        trays = [*self.layout.tray_rects.values()]
        for tray in trays:
            surface.blit(self.ground, tray, self._local(tray))
        self._trays.paint_slots(Brush(surface), hands)
        return trays

    @property
    def flash(self) -> pygame.Surface:
        """The light of a hole that a piece passes."""
        rim, size = self._sprites.theme.colour.wormhole_rim, round(FLASH_SIZE * self.layout.pitch)
        return self._drawn("flash", lambda: marks.flash(rim, size))

    @property
    def burst(self) -> pygame.Surface:
        """The light of an explosion that has spread."""
        colours, size = self._sprites.theme.colour, round(BURST_SIZE * self.layout.pitch)
        return self._drawn("burst", lambda: marks.burst(colours, size))

    @property
    def is_unfinished(self) -> bool:
        """Whether arrows are still to come."""
        return self._ink.is_unfinished

    def painting(self) -> Iterator[None]:
        """Paint what is not on the board yet ahead, in small steps: pieces, marks, the pictures of routes."""
        types = product(self._piece_types, (True, False))
        pieces: Iterator[Callable[[], object]] = (partial(self.piece, *each) for each in types)
        for paint in (*pieces, *self._effects()):
            paint()
            yield
        yield from super().painting()
        colours = self._sprites.theme.colour
        for colour in (colours.path, colours.gold, colours.threat):
            yield from RouteDrawing(self._sprites, self.layout).painting(colour)

    def _effects(self) -> Iterator[Callable[[], object]]:
        """What paints the pictures of what this game does to squares and pieces."""
        if self._dives:
            yield lambda: self.chip
            yield lambda: self.flash
        elif self._variant.has_holes:
            yield (lambda: self.wall) if closed_ground(self._variant) is Ground.WALL else (lambda: self.grin)
        if self._variant.capture is Capture.EXPLODES:
            yield lambda: self.burst

    def _repaint(self, region: pygame.Rect) -> None:
        """Paint this part of the window without arrows."""
        local, near = self._local(region), self._near(region)
        self._bare.set_clip(local)
        self._bare.blit(self.ground, local, local)
        self.paint_grounds(self._bare, near)
        if self._ribbons is not None:
            self._bare.blit(self._ribbons.picture, self._local(self._ribbons.rect))
        self.paint_pieces(self._bare, near)
        slots = self.layout.slots
        held = {place: cell for place, cell in self._hands.items() if region.colliderect(slots[place])}
        self._trays.paint_slots(Brush(self._bare), held, (-self.rect.left, -self.rect.top))
        self._bare.set_clip(None)

    def _cover(self, regions: Sequence[pygame.Rect]) -> None:
        """Draw the arrows over these parts of the window, and dim them."""
        if self._covered is None:
            if not self._inked and not self._dimness:
                return
            self._covered, regions = self._bare.copy(), [self.rect]
        places = [inked.rect for inked in self._inked]
        for region in regions:
            local = self._local(region)
            self._covered.set_clip(local)
            self._covered.blit(self._bare, local, local)
            for index in region.collidelistall(places):
                self._covered.blit(self._inked[index].picture, self._local(places[index]))
            if self._dimness:
                self._dim(self._covered, self._near(region))
        self._covered.set_clip(None)

    def _near(self, region: pygame.Rect) -> list[tuple[int, Cell, pygame.Rect]]:
        """The squares that reach into a part of the window."""
        return [
            (square, self._cells[square], self._places[square])
            for square in region.collidelistall(self._reached)
        ]

    def _local(self, region: pygame.Rect) -> pygame.Rect:
        """A part of the window in pixels of the picture."""
        return region.move(-self.rect.left, -self.rect.top)

    def _draw_routes(self, routes: PieceRoutes | None) -> list[pygame.Rect]:
        """Redraw these routes if they are not those before; returns the changed parts of the window."""
        if routes == self._routes:
            return []
        before, self._routes, self._ribbons = self._ribbons, routes, None
        if routes is not None:
            colours = self._sprites.theme.colour
            colour = colours.path if routes.may_be_played else colours.ink
            if colour not in self._ribbons_in:
                self._ribbons_in[colour] = Ribbons(self._sprites, self.layout, colour, self._dives)
            self._ribbons = self._ribbons_in[colour].picture(routes.routes)
        return [inked.rect.clip(self.rect) for inked in (before, self._ribbons) if inked is not None]

    def _dim(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Darken the board at the end of a game, all but a king in check."""
        if self._veil is None:
            colour = self._sprites.theme.colour.veil
            self._veil = frame_card(self._sprites, self.layout, colour, VEIL_OPACITY).copy()
        self._veil.set_alpha(round(255 * self._dimness))
        surface.blit(self._veil, self._local(self.layout.frame))
        for square, cell, rect in near:
            if SquareMark.CHECK in cell.marks:
                self.paint(surface, [(square, cell, rect)])

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
        self._trays.paint_trays(Brush(ground), (-self.rect.left, -self.rect.top))
        grid = layout.grid.move(-self.rect.left, -self.rect.top)
        scatter_stars(ground, grid, theme.colour.star, layout.pitch * 9, WELL_STARS * theme.sky.stars)
        if layout.coordinates is Coordinates.AROUND:
            window = DESIGN_SIZE if sky is None else sky.get_size()
            ink, larger = theme.colour.muted, self.style.enlargement
            paint_labels(ground, self.rect, layout, self._lettering, ink, window, larger)
        return ground
