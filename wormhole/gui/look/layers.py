"""A window's picture as layers, bottom first, of which only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import pygame


class Layer(Protocol):
    """Part of the picture."""

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Where this layer looks different from when it was last asked."""
        ...

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw what lies within the surface's clip; drawing outside of it is cut off."""
        ...


class Sky:
    """The lowest layer: a surface as large as the window."""

    def __init__(self, picture: pygame.Surface) -> None:
        self._picture = picture

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Nowhere, ever."""
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """The sky."""
        clip = surface.get_clip()
        surface.blit(self._picture, clip, clip)


class Veil:
    """A dark veil over all that lies below, so that what lies above has the eye."""

    def __init__(self, size: tuple[int, int], colour: tuple[int, int, int], opacity: float) -> None:
        self._sheet = pygame.Surface(size)
        self._sheet.fill(colour)
        self._sheet.set_alpha(round(255 * opacity))

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Nowhere, ever."""
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """The veil."""
        clip = surface.get_clip()
        surface.blit(self._sheet, clip, clip)


class Picture:
    """A surface at a place, that never changes."""

    def __init__(self, picture: pygame.Surface, topleft: tuple[int, int]) -> None:
        self._picture = picture
        self._rect = picture.get_rect(topleft=topleft)

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Nowhere, ever."""
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """The picture."""
        surface.blit(self._picture, self._rect)


def joined(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The same areas with those that overlap made one, so that nothing is drawn twice."""
    apart: list[pygame.Rect] = []
    for area in areas:
        whole = area.copy()
        while (index := whole.collidelist(apart)) != -1:
            whole.union_ip(apart.pop(index))
        if whole.width and whole.height:
            apart.append(whole)
    return apart


def compose(
    surface: pygame.Surface, layers: Sequence[Layer], areas: Iterable[pygame.Rect], now_seconds: float
) -> list[pygame.Rect]:
    """Draw these areas of the picture again. What to update on screen."""
    window = surface.get_rect()
    drawn = joined(area.clip(window) for area in areas)
    for area in drawn:
        surface.set_clip(area)
        for layer in layers:
            layer.draw(surface, now_seconds)
    surface.set_clip(None)
    return drawn
