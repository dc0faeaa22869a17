"""The shape of the mouse pointer, which tells what can be pressed, dragged or typed in."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pygame

from wormhole.gui.look.layers import Layer
from wormhole.gui.look.spot import Pixel, Pointer, Spot, spot_at


class PointerShape:
    """Follows the pointer and gives it the shape for what lies under it."""

    def __init__(self) -> None:
        self._pixel: Pixel | None = None
        self.shape = Pointer.ARROW

    def handle(self, event: pygame.Event) -> None:
        """Notice where the pointer goes."""
        if event.type == pygame.MOUSEMOTION:
            self._pixel = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self._pixel = None

    def spot(self, layers: Sequence[Layer]) -> Spot | None:
        """What lies under the pointer in these layers."""
        return None if self._pixel is None else spot_at(layers, self._pixel)

    def update(self, spot: Spot | None) -> None:
        """Show the shape for what lies under the pointer."""
        shape = Pointer.ARROW if spot is None else spot.pointer
        if shape is not self.shape:
            self.shape = shape
            with contextlib.suppress(pygame.error):  # not every display has all shapes
                pygame.mouse.set_cursor(shape.value)
