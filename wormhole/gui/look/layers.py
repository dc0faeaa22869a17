"""The window's picture as a stack of layers, lowest first; only changed areas are redrawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

import pygame

if TYPE_CHECKING:
    from wormhole.gui.look.look import Look


class Layer(Protocol):
    """One layer of the picture."""

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The areas of this layer that changed since the last call."""
        ...

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the layer; the surface's clip cuts off what is outside it."""
        ...


AnyArea = TypeVar("AnyArea", bound="Area")


class Area:
    """The base of layers that fill one rectangle of the window and are redrawn as a whole.

    A subclass sets `is_stale` when its picture changes.
    """

    _look: Look
    """How it is drawn; an area that is made without a rectangle has none before `place`."""
    can_focus = False
    """Whether Tab reaches it; its owner handles its keys."""
    is_enabled = True
    tip: Tip | None = None

    @property
    def heard(self) -> str:
        """What is said of it whenever that is new; empty for nothing."""
        return ""

    def __init__(self, rect: pygame.Rect | None = None, is_stale: bool = False) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0) if rect is None else rect
        self.is_stale = is_stale

    def place(self: AnyArea, look: Look, rect: pygame.Rect) -> AnyArea:
        """Fill another rectangle, in this look; returns the area."""
        self._look, self.rect, self.is_stale = look, rect, True
        self._measure()
        return self

    def _measure(self) -> None:
        """Do nothing; called when it has another rectangle or another look."""

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw it; the surface's clip cuts off what is outside it."""
        raise NotImplementedError

    def close(self) -> None:
        """Do nothing; an area that calls its owner lets go of it, so that closing the owner frees both."""

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The whole rectangle, if anything changed."""
        if self.is_stale:
            self.is_stale = False
            return (self.rect,)
        return ()


class Sky:
    """The lowest layer: the backdrop, as large as the window."""

    def __init__(self, picture: pygame.Surface) -> None:
        self._picture = picture

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """None: it never changes."""
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the backdrop."""
        clip = surface.get_clip()
        surface.blit(self._picture, clip, clip)


class Veil:
    """A translucent dark layer between a dialog and the screen below it."""

    def __init__(self, size: tuple[int, int], colour: tuple[int, int, int], opacity: float) -> None:
        self._size = size
        self._colour = colour
        self._opacity = opacity

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """None: it never changes."""
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Darken the area of the clip."""
        clip = surface.get_clip()
        surface.blit(self._sheet, clip, clip)

    @cached_property
    def _sheet(self) -> pygame.Surface:
        """As large as the window; made when it is needed first."""
        sheet = pygame.Surface(self._size)
        sheet.fill(self._colour)
        sheet.set_alpha(round(255 * self._opacity))
        return sheet


class Picture:
    """A fixed surface at a fixed position."""

    def __init__(self, picture: pygame.Surface, topleft: tuple[int, int]) -> None:
        self._picture = picture
        self._rect = picture.get_rect(topleft=topleft)

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """None: it never changes."""
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the surface."""
        surface.blit(self._picture, self._rect)


def joined(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The areas, with overlapping ones united, so that nothing is drawn twice."""
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
    """Redraw these areas of the picture; returns the rectangles to update on screen."""
    window = surface.get_rect()
    drawn = joined(area.clip(window) for area in areas)
    for area in drawn:
        surface.set_clip(area)
        for layer in layers:
            layer.draw(surface, now_seconds)
    surface.set_clip(None)
    return drawn


Pixel = tuple[int, int]


class Pointer(Enum):
    """A shape of the pointer: one of the system's own."""

    ARROW = pygame.SYSTEM_CURSOR_ARROW
    HAND = pygame.SYSTEM_CURSOR_HAND
    """This can be pressed or dragged."""
    DRAGGED = pygame.SYSTEM_CURSOR_SIZEALL
    """Something is dragged."""
    REFUSED = pygame.SYSTEM_CURSOR_NO
    """What is dragged cannot be dropped here."""
    TEXT = pygame.SYSTEM_CURSOR_IBEAM
    """Text can be typed here."""


@dataclass(frozen=True)
class Tip:
    """The words of a tooltip, and the keys that do the same as a press, as they are written on them."""

    text: str
    caps: tuple[str, ...] = ()
    around: tuple[int, ...] = ()
    """The rectangle that is not covered, such as that of all answers to a question; else what it explains."""


@dataclass(frozen=True)
class Spot:
    """A rectangle of the window that the pointer, or the keyboard focus, is on."""

    rect: tuple[int, ...]
    """Left, top, width and height."""
    pointer: Pointer = Pointer.ARROW
    tip: Tip | None = None


def spot_at(layers: Sequence[object], pixel: Pixel) -> Spot | None:
    """The spot of the highest layer that has one there; `layers` begin with the lowest.

    A layer with something to press, to drag or to explain has a method ``spot_at(pixel)``, others have none.
    This runs in every frame, where to ask for a protocol would take too long.
    """
    for layer in reversed(layers):
        find = getattr(layer, "spot_at", None)
        spot = None if find is None else find(pixel)
        if spot is not None:
            return spot
    return None


def focused_spot(layers: Sequence[object]) -> Spot | None:
    """The spot that has the keyboard focus, if a layer has a method ``focused_spot()`` and shows it."""
    for layer in reversed(layers):
        find = getattr(layer, "focused_spot", None)
        spot = None if find is None else find()
        if spot is not None:
            return spot
    return None
