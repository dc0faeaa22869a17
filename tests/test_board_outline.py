"""The line around boards of any shape."""

from __future__ import annotations

import pygame
import pytest

import wormhole
from wormhole.gui.board.board_layout import BoardLayout, has_margin
from wormhole.gui.board.drawing.frame import outline, rounded_path
from wormhole.gui.board.drawing.labels import label_font
from wormhole.gui.look.lettering import Lettering
from wormhole.rules.geometry import Geometry

MARGIN = 6.0


def laid(geometry: Geometry, flipped: bool = False) -> BoardLayout:
    return BoardLayout.fit(pygame.Rect(5, 9, 700, 700), geometry, flipped)


def from_picture(*rows: str) -> Geometry:
    return Geometry.of_grid([[place == "#" for place in row] for row in reversed(rows)])


def test_a_full_board_has_four_corners_just_outside_its_grid() -> None:
    layout = laid(wormhole.variant("wormhole").geometry)
    (line,) = outline(layout, MARGIN)
    grid = layout.grid.inflate(2 * MARGIN, 2 * MARGIN)
    assert set(line) == {grid.topleft, grid.topright, grid.bottomleft, grid.bottomright}


@pytest.mark.parametrize("flipped", [False, True])
def test_squares_outside_the_corners_are_within_the_same_line(flipped: bool) -> None:
    layout = laid(wormhole.variant("omega").geometry, flipped)
    (line,) = outline(layout, MARGIN)
    assert len(line) == 4 * 5
    frame = layout.grid.inflate(2 * MARGIN, 2 * MARGIN)
    assert frame.topleft in line
    assert frame.bottomright in line


def test_a_void_within_the_board_has_a_line_of_its_own() -> None:
    lines = outline(laid(from_picture("####", "#  #", "# ##", "####")), MARGIN)
    assert sorted(len(line) for line in lines) == [4, 6]


@pytest.mark.parametrize("rows", [("#",), ("##", "# "), (" # ", "###", " # "), ("# #", " # ", "# #")])
def test_the_line_goes_round_every_square(rows) -> None:
    layout = laid(from_picture(*rows))
    surface = pygame.Surface((720, 720))
    for line in outline(layout, MARGIN):
        pygame.draw.polygon(surface, "white", line)
    for square in range(layout.geometry.squares):
        rect = layout.rect_of(square)
        for pixel in (rect.topleft, rect.center, (rect.right - 1, rect.bottom - 1)):
            assert surface.get_at(pixel)[0] == 255


def test_corners_are_rounded_no_further_than_half_a_side() -> None:
    path = rounded_path([(0, 0), (10, 0), (10, 100), (0, 100)], radius=20)
    assert path.startswith("M0.00 20.00Q0.00 0.00 5.00 0.00")
    assert path.endswith("Z")


@pytest.mark.parametrize("name", ["wormhole", "cheshire10", "omega"])
@pytest.mark.parametrize("share", [1.0, 0.45])
def test_labels_grow_with_the_window(name: str, share: float) -> None:
    """On small boards and on those of many squares, too: they are text like all other."""

    def height(factor: int) -> int:
        side = round(700 * share * factor)
        layout = BoardLayout.fit(pygame.Rect(0, 0, side, side), wormhole.variant(name).geometry)
        return label_font(Lettering(), layout, (1280 * factor, 800 * factor)).get_height()

    assert height(3) >= 2 * height(1)


def test_labels_stand_in_a_ring_of_void_where_there_is_one() -> None:
    assert has_margin(wormhole.variant("omega").geometry)
    assert not has_margin(wormhole.variant("wormhole").geometry)
    assert not has_margin(wormhole.variant("cheshire10").geometry)
