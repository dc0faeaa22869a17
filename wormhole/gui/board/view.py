"""Draws a board's state into a rectangle of the window. It caches pictures and never changes the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.brush import Brush
from wormhole.gui.board.cells import cells_of
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.overlay import DRAG_SCALE, BoardOverlay
from wormhole.gui.board.state import BoardState
from wormhole.gui.board.still import StillBoard
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

if TYPE_CHECKING:
    from wormhole import Geometry


class BoardView:
    """The board on screen. Call ``place`` first, and again when its rectangle or the sky changes."""

    def __init__(self, theme: Theme, sprites: Sprites, state_geometry: Geometry) -> None:
        self.theme = theme
        self.sprites = sprites
        self.geometry = state_geometry
        self._lettering = Lettering()
        self._sky: pygame.Surface | None = None
        self._still: StillBoard | None = None
        self._painted: list[pygame.Rect] = []
        self._surface: pygame.Surface | None = None
        self.place(pygame.Rect(0, 0, 640, 640))

    def place(self, rect: pygame.Rect, sky: pygame.Surface | None = None) -> None:
        """Set the board's rectangle of the window; ``sky`` is the backdrop shown around and under it."""
        self.rect = pygame.Rect(rect)
        self._layouts = {
            turned: BoardLayout.fit(self.rect, self.geometry, turned) for turned in (False, True)
        }
        self._sky = sky
        self._still = None

    @property
    def frame(self) -> pygame.Rect:
        """The board's frame in pixels, without the labels."""
        return self._layouts[False].frame

    def layout(self, flipped: bool) -> BoardLayout:
        """The layout for this orientation."""
        return self._layouts[flipped]

    def square_at(self, pixel: tuple[int, int], flipped: bool = False) -> int | None:
        """The square (or hole) under a pixel; None off the board."""
        return self._layouts[flipped].square_at(pixel)

    def rect_of(self, square: int, flipped: bool = False) -> pygame.Rect:
        """The square's rectangle in pixels."""
        return self._layouts[flipped].rect_of(square)

    def held_at(self, pixel: tuple[int, int], flipped: bool = False) -> tuple[float, float]:
        """The point where a piece dragged to ``pixel`` is drawn: always wholly within the rectangle."""
        layout = self._layouts[flipped]
        side = round(DRAG_SCALE * layout.pitch)
        piece = pygame.Rect(0, 0, side, side)
        piece.center = pixel
        return layout.point_at(piece.clamp(self.rect).center)

    def draw(self, surface: pygame.Surface, state: BoardState, now_seconds: float) -> None:
        """Draw the whole board, within the surface's clip."""
        still = self._still_of(state)
        still.update(cells_of(state, now_seconds), state.dimness(now_seconds))
        surface.blit(still.surface, still.rect)
        self._painted = self._draw_overlay(surface, still, state, now_seconds)
        self._surface = surface

    def prepare(self, state: BoardState) -> None:
        """Paint the resting board ahead of the first draw, which is quick then."""
        self._still_of(state).update(cells_of(state, 0.0), state.dimness(0.0))

    def draw_changes(
        self, surface: pygame.Surface, state: BoardState, now_seconds: float
    ) -> list[pygame.Rect]:
        """Draw what changed since the last draw on this surface; returns the rectangles touched.

        Call it only if nothing else draws over the board.
        """
        if surface is not self._surface or self._still is not self._still_of(state):
            self.draw(surface, state, now_seconds)
            return [self.rect]
        still = self._still
        changed = still.update(cells_of(state, now_seconds), state.dimness(now_seconds))
        for region in [*changed, *self._painted]:
            surface.blit(still.surface, region, region.move(-still.rect.left, -still.rect.top))
        before = self._painted
        self._painted = self._draw_overlay(surface, still, state, now_seconds)
        return [*changed, *before, *self._painted]

    def _draw_overlay(
        self, surface: pygame.Surface, still: StillBoard, state: BoardState, now_seconds: float
    ) -> list[pygame.Rect]:
        brush = Brush(surface)
        overlay = BoardOverlay(self.sprites, self._lettering, still, state)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        overlay.draw(brush, now_seconds)
        surface.set_clip(clip)
        return brush.touched

    def _still_of(self, state: BoardState) -> StillBoard:
        layout = self._layouts[state.flipped]
        if self._still is None or self._still.layout is not layout:
            self._still = StillBoard(
                self.sprites, self._lettering, state.variant, layout, self.rect, self._sky
            )
        return self._still
