"""What lies under the pointer: the shape of the pointer there, and the words of a tooltip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import pygame

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
