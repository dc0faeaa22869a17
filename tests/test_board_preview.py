"""The small picture of a game's start."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest

import wormhole
from wormhole.gui.board.drawing.board_view import board_preview
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

THEME = Theme.load()


@pytest.mark.parametrize("name", wormhole.menu("family"))
def test_every_game_has_a_picture_of_any_size_on_a_clear_ground(name: str) -> None:
    for size in ((220, 220), (150, 300)):
        picture = board_preview(THEME, Sprites(THEME), wormhole.variant(name), size)
        assert picture.get_size() == size
        assert picture.get_at((0, 0)).a == 0
        assert picture.get_at((size[0] // 2, size[1] // 2)).a == 255


def test_it_is_drawn_once() -> None:
    sprites, variant = Sprites(THEME), wormhole.variant("omega")
    first = board_preview(THEME, sprites, variant, (200, 200))
    assert board_preview(THEME, sprites, variant, (200, 200)) is first
    assert board_preview(THEME, sprites, wormhole.variant("chess"), (200, 200)) is not first
