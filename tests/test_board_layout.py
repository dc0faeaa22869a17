"""Pixels to squares and back, at every size, on boards of any shape."""

from __future__ import annotations

import pygame
import pytest

import wormhole
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing.labels import label_font, write_labels
from wormhole.gui.board.input import square_beside
from wormhole.gui.look.lettering import Lettering
from wormhole.rules.geometry import Geometry

CHESS = wormhole.variant("wormhole").geometry
SIZES = [(480, 480), (567, 780), (740, 740), (1020, 1060), (2000, 2100)]


def with_corners() -> Geometry:
    """Ten by ten with four squares outside its corners, as in Omega."""
    inside = [[1 <= x <= 10 and 1 <= y <= 10 for x in range(12)] for y in range(12)]
    for x in (0, 11):
        for y in (0, 11):
            inside[y][x] = True
    return Geometry.of_grid(inside)


def seven_by_eight() -> Geometry:
    return Geometry.of_grid([[True] * 7 for _ in range(8)])


GEOMETRIES = [CHESS, with_corners(), seven_by_eight()]


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flipped", [False, True])
def test_every_square_is_found_where_it_is_drawn(geometry, size, flipped) -> None:
    layout = BoardLayout.fit(pygame.Rect(13, 7, *size), geometry, flipped)
    for square in range(geometry.squares):
        rect = layout.rect_of(square)
        for pixel in (rect.topleft, rect.center, (rect.right - 1, rect.bottom - 1)):
            assert layout.square_at(pixel) == square
        assert layout.point_at(layout.pixel_of(geometry.place[square])) == pytest.approx(
            geometry.place[square]
        )
        assert pygame.Vector2(layout.pixel_of(geometry.place[square])).distance_to(rect.center) < 1


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("size", SIZES)
def test_the_board_fills_its_rectangle_and_stays_inside(geometry, size) -> None:
    rect = pygame.Rect(13, 7, *size)
    layout = BoardLayout.fit(rect, geometry)
    with_labels = layout.frame.move(-layout.gutter, 0).union(layout.frame.move(0, layout.gutter))
    assert rect.contains(with_labels)
    spare = min(rect.width - with_labels.width, rect.height - with_labels.height)
    assert spare <= max(geometry.columns, geometry.rows) + 3


def test_squares_lie_on_whole_pixels_one_pixel_apart() -> None:
    layout = BoardLayout.fit(pygame.Rect(0, 0, 740, 740), CHESS)
    first, second = layout.rect_of(CHESS.parse("a1")), layout.rect_of(CHESS.parse("b1"))
    assert second.left - first.right == 1
    assert layout.corner == 5


def test_white_sits_below_and_black_when_flipped() -> None:
    rect = pygame.Rect(0, 0, 740, 740)
    white, black = BoardLayout.fit(rect, CHESS), BoardLayout.fit(rect, CHESS, flipped=True)
    corner = CHESS.parse("a1")
    assert white.rect_of(corner).bottomleft == white.grid.bottomleft
    assert black.rect_of(corner).topright == black.grid.topright


def test_outside_the_board_and_on_a_void_there_is_no_square() -> None:
    layout = BoardLayout.fit(pygame.Rect(0, 0, 900, 900), with_corners())
    void = layout.pixel_of((5, 0))
    assert layout.square_at(void) is None
    assert layout.square_at((layout.grid.left - 3, layout.grid.centery)) is None
    assert layout.square_at((layout.grid.right + 3, layout.grid.centery)) is None


def test_the_corner_at_whites_left_is_dark() -> None:
    layout = BoardLayout.fit(pygame.Rect(0, 0, 740, 740), CHESS)
    assert not layout.is_light(CHESS.parse("a1"))
    assert layout.is_light(CHESS.parse("h1"))


def test_the_cursor_goes_straight_and_stops_at_the_edge() -> None:
    assert square_beside(CHESS, CHESS.parse("e4"), pygame.K_UP) == CHESS.parse("e5")
    assert square_beside(CHESS, CHESS.parse("h4"), pygame.K_RIGHT) == CHESS.parse("h4")
    assert square_beside(CHESS, CHESS.parse("h4"), pygame.K_RIGHT, flipped=True) == CHESS.parse("g4")


def test_the_cursor_reaches_squares_outside_the_corners() -> None:
    geometry = with_corners()
    beside = geometry.square_at[1, 1]
    assert square_beside(geometry, beside, pygame.K_LEFT) == geometry.square_at[0, 0]
    assert square_beside(geometry, geometry.square_at[0, 0], pygame.K_RIGHT) == beside


@pytest.mark.parametrize("side", [160, 200, 240, 280, 320, 360, 400, 480, 560, 740, 1060])
def test_names_of_corner_squares_are_not_written_over_file_letters(side) -> None:
    geometry = wormhole.variant("omega").geometry
    layout, lettering = BoardLayout.fit(pygame.Rect(0, 0, side, side), geometry), Lettering()
    sheet = pygame.Surface((side, side))
    write_labels(sheet, pygame.Rect(0, 0, 0, 0), layout, lettering, pygame.Color("white"))
    font = label_font(lettering, layout)
    first_row = layout.grid.bottom - layout.pitch
    y = first_row + (layout.grid.left - layout.frame.left) + layout.gutter // 2
    for column, letter in enumerate(geometry.file_labels):
        text = font.render(letter, True, "white")
        ink, place = (
            text.get_bounding_rect(),
            text.get_rect(center=(round(layout.pixel_of((column, 0))[0]), y)),
        )
        plain = pygame.Surface(ink.size)
        plain.blit(text, (0, 0), ink)
        seen = sheet.subsurface(ink.move(place.topleft))
        assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(plain, "RGB"), letter
