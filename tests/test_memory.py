"""The window's caches are bounded, and unused memory goes back to the system."""

from __future__ import annotations

import platform
import tracemalloc
from pathlib import Path
from weakref import ref

import numpy as np
import pygame
import pytest

from wormhole import Board, variant
from wormhole.gui.board import positions
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing.fold_view_still import MOST_BOARDS, FoldedArt
from wormhole.gui.board.drawing.square_art import SquareArt
from wormhole.gui.board.fold_turns import look_from
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.words import Words
from wormhole.gui.window.native_memory import give_back_rest
from wormhole.rules.move import MovesByNumber

MEGABYTE = 1 << 20


def resident() -> int:
    """The bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps what was freed")
def test_what_is_free_between_smaller_blocks_goes_back_to_the_system():
    large, small = [], []
    for _ in range(1000):
        large.append(np.ones(60_000, np.uint8))
        small.append(np.ones(6_000, np.uint8))
    del large
    before = resident()
    give_back_rest()
    assert resident() < before - 30 * MEGABYTE
    assert len(small) == 1000


@pytest.fixture
def opened(monkeypatch):
    """The sizes of the fonts that were opened."""
    sizes, font = [], pygame.Font

    def counted(file, size):
        sizes.append(size)
        return font(file, size)

    monkeypatch.setattr(pygame, "Font", counted)
    return sizes


@pytest.mark.parametrize("width", [40, 90, 150, 300, 420, 600])
@pytest.mark.parametrize("bold", [False, True])
def test_a_size_that_fits_is_found_with_few_fonts(opened, width, bold):
    text = "Wormhole Chess with short riders"
    words = Words(Lettering())
    size = words.largest([text, "Chess"], 72, width, bold)
    assert len(opened) <= 5
    assert words.width(text, size, bold) <= width or size == 11
    assert words.width(text, size + 1, bold) > width or size == 72


def test_the_height_of_a_line_is_remembered(opened):
    words = Words(Lettering())
    heights = [words.height(size) for size in range(10, 60)]
    opened.clear()
    assert [words.height(size) for size in range(10, 60)] == heights
    assert opened == []


def test_a_kept_move_is_small():
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        moves = MovesByNumber(variant("chess"), ())
        for number in range(1 << 12):
            moves[(number >> 6) | (number & 63) << 8]
        assert (tracemalloc.get_traced_memory()[0] - before) / len(moves) < 320
    finally:
        tracemalloc.stop()


def test_the_pictures_of_views_that_are_kept_are_those_of_some_boards():
    game = Board("wormhole")
    layout = BoardLayout.fit(pygame.Rect(0, 0, 400, 400), game.variant.geometry)
    sprites, lettering = Sprites(Theme.load()), Lettering()
    board = SquareArt(sprites, lettering, game.variant, layout)
    art = FoldedArt(sprites, lettering, game.variant, board, frozenset())
    state, pictures = positions.state_of(game), []
    square = game.variant.geometry.parse("b1")
    look_from(state, square, 0.0, Theme.load().motion)
    seen = state.fold.shown
    for pitch in range(20, 60):
        for number in range(64):
            pictures.append(ref(art.bare(seen, number, pitch)))
    alive = [picture for each in pictures if (picture := each()) is not None]
    area = sum(picture.get_width() * picture.get_height() for picture in alive)
    assert 0 < area <= MOST_BOARDS * layout.frame.width * layout.frame.height
