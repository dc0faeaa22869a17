"""What stands on the page of a room, in a window of any size."""

from __future__ import annotations

from itertools import combinations

import pygame

from tests.support.hand import Hand
from wormhole.gui.look.layers import Area


def placed(hand: Hand, size: tuple[int, int]) -> dict[int, pygame.Rect]:
    """Lay the room out for this size; the rectangle of each area and widget, by its identity."""
    hand.app.stage.preferences.fit(size)
    hand.screen.place(size)
    areas = [layer for layer in hand.screen.layers if isinstance(layer, Area)]
    return {id(each): each.rect for each in (*areas, *hand.screen.widgets.everything)}


def assert_apart(hand: Hand, size: tuple[int, int]) -> None:
    """All is in the window, nothing is tiny, and what is over something else is within that."""
    parts = placed(hand, size).values()
    assert all(pygame.Rect((0, 0), size).contains(part) for part in parts)
    assert min(min(part.size) for part in parts) >= 5
    for one, other in combinations(parts, 2):
        assert one.contains(other) or other.contains(one) or not one.colliderect(other), (one, other)
