"""The board as a layer of the window's picture; see gui/look/layers.py."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.pointing import spot_on
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.spot import Pixel, Spot


class BoardLayer:
    """Redraws one board when its state changes or is animated."""

    def __init__(self, view: BoardView, state: BoardState) -> None:
        self._view = view
        self._state = state
        self._revision_drawn: int | None = None

    @property
    def rect(self) -> pygame.Rect:
        """The board's rectangle of the window."""
        return self._view.rect

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The board's rectangle if anything on it changed."""
        return (self._view.rect,) if self._is_stale(now_seconds) else ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the board."""
        if self._view.rect.colliderect(surface.get_clip()):
            self._view.draw(surface, self._state, now_seconds)

    def draw_changes(self, surface: pygame.Surface, now_seconds: float) -> Sequence[pygame.Rect]:
        """Draw only what changed; returns the rectangles to update. No layer may cover the board."""
        return (
            self._view.draw_changes(surface, self._state, now_seconds) if self._is_stale(now_seconds) else ()
        )

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """What can be done at this pixel of the window."""
        return spot_on(self._view, self._state, pixel)

    def _is_stale(self, now_seconds: float) -> bool:
        is_changing = self._state.is_changing(now_seconds)
        is_drawn = self._state.revision == self._revision_drawn and not self._view.is_unfinished
        if is_drawn and not is_changing:
            return False
        self._revision_drawn = None if is_changing else self._state.revision
        return True
