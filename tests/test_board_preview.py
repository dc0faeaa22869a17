"""The small picture of a game's start."""

from __future__ import annotations

import os
import threading

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from wormhole.gui.board.drawing.board_view import board_preview
from wormhole.gui.look.sprites import Sprites, scaled, scaled_by, turned
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


@pytest.mark.parametrize(
    "transform",
    [
        lambda picture: scaled(picture, (700, 700)),
        lambda picture: scaled_by(picture, 1.2),
        lambda p: turned(p, 20),
    ],
    ids=["scaled", "scaled_by", "turned"],
)
def test_a_picture_can_be_drawn_while_another_thread_transforms_it(transform) -> None:
    picture, board = Sprites(THEME).chip(600), pygame.Surface((600, 600))
    transforming = threading.Event()
    done = threading.Event()

    def transform_again_and_again() -> None:
        for _ in range(20):
            transforming.set()
            transform(picture)
        done.set()

    threading.Thread(target=transform_again_and_again).start()
    transforming.wait()
    while not done.is_set():
        board.blit(picture, (0, 0), (0, 0, 8, 8))
