"""Draws a board's state into a rectangle of the window. It caches pictures and never changes the state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.cells import Cell, cells_of, left_out_marks, without
from wormhole.gui.board.drawing.folded_picture import FoldedPicture
from wormhole.gui.board.drawing.folded_still import FoldedStill
from wormhole.gui.board.drawing.overlay import BoardOverlay
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.place import BoardPlace
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.board_style import BoardStyle
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites

if TYPE_CHECKING:
    from wormhole import Geometry

NEW_ARROWS = 1  # in one frame
WIDEST_KEPT = 1200  # pixels: the pictures of a larger fold view are given up with it


class BoardView(BoardPlace):
    """The board on screen. Call ``place`` first, and again when its rectangle or the sky changes."""

    def __init__(self, sprites: Sprites, geometry: Geometry) -> None:
        super().__init__(geometry, pygame.Rect(0, 0, 640, 640))
        self.sprites = sprites
        self._lettering = Lettering()
        self._sky: pygame.Surface | None = None
        self._style = BoardStyle()
        self._still: StillBoard | None = None
        self._folded: tuple[StillBoard, FoldedPicture] | None = None
        self._draws_fold = False
        self._painted: list[pygame.Rect] = []
        self._surface: pygame.Surface | None = None

    def place(
        self, rect: pygame.Rect, sky: pygame.Surface | None = None, style: BoardStyle | None = None
    ) -> None:
        """Set the board's rectangle of the window; ``sky`` is the backdrop shown around and under it."""
        self._style = style or BoardStyle()
        self.move_to(rect, self._style.coordinates)
        self._sky = sky
        self._still = self._folded = self._surface = None

    def draw(self, surface: pygame.Surface, state: BoardState, now_seconds: float) -> None:
        """Draw the whole board, within the surface's clip."""
        still, self._surface = self._still_of(state), surface
        self._draws_fold = state.fold.covers_board(now_seconds)
        if self._draws_fold:
            cells = partial(self._cells, state, now_seconds)
            self._folded_of(state).draw(surface, state, now_seconds, still, cells)
            return
        if self.rect.width > WIDEST_KEPT:
            self._folded = None
        self._bring_up(still, state, now_seconds)
        surface.blit(still.surface, still.rect)
        self._painted = self._draw_overlay(surface, still, state, now_seconds)

    @property
    def is_drawn(self) -> bool:
        """Whether the board has been drawn since it was placed."""
        return self._surface is not None

    @property
    def is_unfinished(self) -> bool:
        """Whether `draw_changes` has left out arrows, which come with its next calls."""
        return self._still is not None and not self._draws_fold and self._still.is_unfinished

    def painting(self, state: BoardState) -> Iterator[None]:
        """Paint ahead what has not been shown yet, in small steps."""
        yield from self._still_of(state).painting()

    def prepare(self, state: BoardState) -> None:
        """Paint the resting board ahead of the first draw, which is quick then."""
        self._bring_up(self._still_of(state), state, 0.0)

    def draw_changes(
        self, surface: pygame.Surface, state: BoardState, now_seconds: float
    ) -> list[pygame.Rect]:
        """Draw what changed since the last draw on this surface; returns the rectangles touched.

        Call it only if nothing else draws over the board.
        """
        still = self._still
        if still is None or surface is not self._surface or still is not self._still_of(state):
            self.draw(surface, state, now_seconds)
            return [self.rect]
        if self._draws_fold is not state.fold.covers_board(now_seconds):
            self.draw(surface, state, now_seconds)
            return [self.rect]
        if self._draws_fold:
            cells = partial(self._cells, state, now_seconds)
            return self._folded_of(state).draw_changes(surface, state, now_seconds, still, cells)
        changed = self._bring_up(still, state, now_seconds, NEW_ARROWS)
        for region in [*changed, *self._painted]:
            surface.blit(still.surface, region, region.move(-still.rect.left, -still.rect.top))
        before = self._painted
        self._painted = self._draw_overlay(surface, still, state, now_seconds)
        return [*changed, *before, *self._painted]

    def _cells(self, state: BoardState, now_seconds: float) -> tuple[Cell, ...]:
        cells, left_out = cells_of(state, now_seconds), left_out_marks(self._style)
        return tuple(without(cell, left_out) for cell in cells) if left_out else cells

    def _bring_up(
        self, still: StillBoard, state: BoardState, now_seconds: float, most_arrows: int | None = None
    ) -> list[pygame.Rect]:
        """Bring the resting board up to date; returns what changed."""
        cells, dimness = self._cells(state, now_seconds), state.dimness(now_seconds)
        return still.update(cells, dimness, state.annotations, state.viewed(now_seconds), most_arrows)

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

    def _folded_of(self, state: BoardState) -> FoldedPicture:
        board = self._still_of(state)
        if self._folded is None or self._folded[0] is not board:
            still = FoldedStill(
                self.sprites,
                self._lettering,
                state.variant,
                board,
                self._sky,
                left_out_marks(self._style),
            )
            self._folded = board, FoldedPicture(still)
        return self._folded[1]
