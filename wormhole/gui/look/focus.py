"""The keyboard focus: the keys that press what has it, and where the arrow keys move it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

import pygame

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESSING = (*ENTER, pygame.K_SPACE)
"""The keys that press what has the focus."""

ASIDE_WEIGHT = 3
"""How much more a pixel aside counts than one ahead, where two widgets do not overlap."""


class HasPlace(Protocol):
    """What can have the focus."""

    rect: pygame.Rect


Placed = TypeVar("Placed", bound=HasPlace)


def nearest(here: Placed, others: Iterable[Placed], direction: tuple[int, int]) -> Placed:
    """The widget that is nearest in this direction; `here` if there is none."""
    distances = ((_distance(here.rect, other.rect, direction), other) for other in others)
    ahead = [(distance, other) for distance, other in distances if distance is not None]
    return min(ahead, key=lambda pair: pair[0])[1] if ahead else here


def _distance(here: pygame.Rect, there: pygame.Rect, direction: tuple[int, int]) -> int | None:
    """How far it is from one rectangle to another; None if that is not in this direction."""
    across, down = there.centerx - here.centerx, there.centery - here.centery
    ahead = across * direction[0] + down * direction[1]
    if ahead <= 0:
        return None
    aside = abs(across * direction[1]) + abs(down * direction[0])
    if direction[1]:
        overlaps = here.left < there.right and there.left < here.right
    else:
        overlaps = here.top < there.bottom and there.top < here.bottom
    return ahead + (0 if overlaps else ASIDE_WEIGHT * aside)
