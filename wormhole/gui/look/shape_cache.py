"""The shapes of pygame_gui's widgets without their text, drawn once for all screens and dialogs."""

from __future__ import annotations

from collections import OrderedDict

import pygame
from pygame_gui.core.surface_cache import SurfaceCache

MOST_BYTES = 4 * 2**20


class ShapeCache(SurfaceCache):
    """Keeps the shapes that were used last, as far as they fit into `MOST_BYTES`.

    pygame_gui's own cache takes at least this much for each manager, and copies one shape into it in each
    frame.
    """

    def __init__(self) -> None:
        self._shapes: OrderedDict[str, pygame.Surface] = OrderedDict()
        self._bytes = 0

    def find_surface_in_cache(self, lookup_id: str) -> pygame.Surface | None:
        """The shape that `build_cache_id` describes so, if it is kept."""
        if lookup_id in self._shapes:
            self._shapes.move_to_end(lookup_id)
        return self._shapes.get(lookup_id)

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        """Keep a shape."""
        self._drop(self._shapes.pop(string_id, None))
        self._shapes[string_id] = surface
        self._bytes += _bytes(surface)
        while self._bytes > MOST_BYTES:
            self._drop(self._shapes.popitem(last=False)[1])

    def remove_user_from_cache_item(self, string_id: str) -> None:
        """Nothing: shapes are kept whether they are in use or not."""

    def update(self) -> None:
        """Nothing: there is nothing to do later."""

    def _drop(self, surface: pygame.Surface | None) -> None:
        if surface is not None:
            self._bytes -= _bytes(surface)


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
