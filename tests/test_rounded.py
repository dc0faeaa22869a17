"""Rectangles with smooth round corners."""

from __future__ import annotations

import pygame
import pytest

from wormhole.gui.look.card import rounded

GROUND, INK = (10, 20, 40), (210, 220, 240)


@pytest.mark.parametrize("size", [(60, 30), (9, 40), (6, 6), (1, 5)])
@pytest.mark.parametrize("width", [0, 2])
def test_edges_are_straight_and_corners_smooth(size, width):
    surface = pygame.Surface((80, 60))
    surface.fill(GROUND)
    rect = pygame.Rect((8, 9), size)
    rounded(surface, INK, rect, 6, width)
    seen = {tuple(surface.get_at((x, y)))[:3] for x in range(80) for y in range(60)}
    drawn = [(x, y) for x in range(80) for y in range(60) if tuple(surface.get_at((x, y)))[:3] != GROUND]
    assert all(rect.collidepoint(pixel) for pixel in drawn)
    assert {INK} <= seen
    if min(size) > 4:
        assert len(seen) > 2  # neither the ground nor the ink: the corners are smooth
        assert surface.get_at(rect.topleft)[:3] != INK
    if width and min(size) > 20:
        assert surface.get_at(rect.center)[:3] == GROUND
    elif not width:
        assert surface.get_at(rect.center)[:3] == INK


def test_a_transparent_surface_stays_clear_outside():
    surface = pygame.Surface((40, 40), pygame.SRCALPHA)
    rounded(surface, INK, surface.get_rect(), 8)
    assert surface.get_at((0, 0)).a == 0
    assert surface.get_at((20, 20)) == (*INK, 255)
    assert all(surface.get_at((x, 3))[:3] == INK for x in range(40) if surface.get_at((x, 3)).a == 255)
