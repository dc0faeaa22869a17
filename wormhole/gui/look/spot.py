"""What lies under the pointer: the shape of the pointer there, and the words of a tooltip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

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

    rect: tuple[int, int, int, int]
    pointer: Pointer = Pointer.ARROW
    tip: Tip | None = None


class HasSpots(Protocol):
    """A layer that has something to press, to drag or to explain."""

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """What is at this pixel of the window; None if nothing of this layer is."""
        ...


class HasFocus(Protocol):
    """A layer of which a part can have the keyboard focus."""

    def focused_spot(self) -> Spot | None:
        """What has the focus, if that is shown."""
        ...


def spot_at(layers: Sequence[object], pixel: Pixel) -> Spot | None:
    """The spot of the highest layer that has one there; `layers` begin with the lowest.

    Layers need not have spots. This runs in every frame, where to ask for a protocol would take too long.
    """
    for layer in reversed(layers):
        find = getattr(layer, "spot_at", None)
        spot = None if find is None else find(pixel)
        if spot is not None:
            return spot
    return None


def focused_spot(layers: Sequence[object]) -> Spot | None:
    """The spot that has the keyboard focus."""
    for layer in reversed(layers):
        find = getattr(layer, "focused_spot", None)
        spot = None if find is None else find()
        if spot is not None:
            return spot
    return None
