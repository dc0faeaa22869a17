"""Circles and arrows on the board: what is drawn, and when it is redrawn."""

from __future__ import annotations

import os

from wormhole.gui.board import positions
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.shown_routes import show_view

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from wormhole.gui.board.annotations import Suggestion, View, toggled
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.library.game_preview import Walk
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.library import pgn
from wormhole.library.comment_commands import COLOURS, Shape

THEME = Theme.load()
BOARD = wormhole.Board()
RECT = pygame.Rect(0, 0, 500, 500)


def square(name: str) -> int:
    return BOARD.variant.geometry.parse(name)


def shape(names: str, colour: str = "green") -> Shape:
    return Shape(square(names[:2]), square(names[2:]), colour)


class Shown:
    """A board that is drawn as in the window, only where it changed."""

    def __init__(self) -> None:
        self.state = positions.state_of(BOARD)
        self.view = BoardView(Sprites(THEME), BOARD.variant.geometry)
        self.view.place(RECT)
        self.surface = pygame.Surface(RECT.size)
        self.draw()

    def draw(self) -> list[pygame.Rect]:
        drawn = self.view.draw_changes(self.surface, self.state, 0.0)
        while self.view.is_unfinished:
            drawn += self.view.draw_changes(self.surface, self.state, 0.0)
        return drawn

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")


@pytest.mark.parametrize("flipped", [False, True])
def test_an_arrow_is_seen_between_its_squares_and_gone_without_a_trace(flipped: bool) -> None:
    shown = Shown()
    if flipped:
        positions.flip(shown.state)
    shown.draw()
    before = shown.pixels()
    middle = shown.view.rect_of(square("c5"), flipped).center
    colour = shown.surface.get_at(middle)
    annotate(shown.state, shapes=(shape("c3c7", "red"),))
    changed = shown.draw()
    assert shown.surface.get_at(middle) != colour
    assert not any(area.collidepoint(shown.view.rect_of(square("h5"), flipped).center) for area in changed)
    annotate(shown.state, shapes=())
    shown.draw()
    assert shown.pixels() == before


@pytest.mark.parametrize("colour", COLOURS.values())
def test_circles_and_arrows_have_the_colours_of_the_theme(colour: str) -> None:
    shown = Shown()
    annotate(shown.state, shapes=(shape("c3c7", colour),))
    shown.draw()
    drawn = shown.surface.get_at(shown.view.rect_of(square("c5")).center)[:3]
    wanted = getattr(THEME.colour, f"shape_{colour}")
    assert max(abs(a - b) for a, b in zip(drawn, wanted, strict=True)) < 40


def test_nothing_is_redrawn_unless_it_changed() -> None:
    shown = Shown()
    annotate(shown.state, shapes=(shape("c3c7"),))
    annotate(shown.state, suggestions=(Suggestion(square("b1"), square("c3")),))
    shown.draw()
    revision = shown.state.revision
    annotate(shown.state, shapes=(shape("c3c7"),))
    annotate(shown.state, suggestions=(Suggestion(square("b1"), square("c3")),))
    assert shown.state.revision == revision
    assert shown.draw() == []


def test_several_new_arrows_come_one_by_one_the_best_first() -> None:
    shown = Shown()
    best, other = Suggestion(square("b1"), square("c3")), Suggestion(square("e2"), square("e4"), rank=1)
    annotate(shown.state, suggestions=(best, other))
    first = shown.view.draw_changes(shown.surface, shown.state, 0.0)
    assert shown.view.is_unfinished
    second = shown.view.draw_changes(shown.surface, shown.state, 0.0)
    assert not shown.view.is_unfinished
    column = shown.view.rect_of(square("e3"))
    assert not any(area.colliderect(column) for area in first)
    assert any(area.colliderect(column) for area in second)
    assert shown.draw() == []


def test_better_moves_have_wider_arrows() -> None:
    def changed_pixels(rank: int) -> int:
        shown = Shown()
        before = pygame.PixelArray(shown.surface.copy())
        annotate(shown.state, suggestions=(Suggestion(square("c3"), square("c6"), rank),))
        shown.draw()
        return sum(
            1
            for x in range(RECT.width)
            if before[x] != (now := pygame.PixelArray(shown.surface))[x]
            for y in range(RECT.height)
            if before[x, y] != now[x, y]
        )

    sizes = [changed_pixels(rank) for rank in range(5)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 5


def test_annotations_belong_to_the_position_and_views_stay() -> None:
    board, state = BOARD.copy(), positions.state_of(BOARD)
    show_view(state, View.REACH, True)
    annotate(state, shapes=(shape("c3c7"),))
    annotate(state, suggestions=(Suggestion(square("b1"), square("c3")),))
    board.push_uci("e2e4")
    positions.play(state, board, 0.0, THEME.motion)
    assert state.annotations.drawn == ()
    assert state.annotations.suggestions == ()
    assert state.views == {View.REACH}
    show_view(state, View.REACH, False)
    assert state.views == frozenset()


def test_a_shape_drawn_twice_is_gone_and_another_colour_replaces() -> None:
    green, red = shape("c3c7"), shape("c3c7", "red")
    assert toggled((), green) == (green,)
    assert toggled((green,), green) == ()
    assert toggled((green,), red) == (red,)
    assert toggled((green,), shape("c7c3")) == (green, shape("c7c3"))


def test_a_kept_game_is_previewed_with_the_circles_and_arrows_of_each_position() -> None:
    (game,) = pgn.read('[Variant "wormhole"]\n\n1. e4 {[%csl Gd4]} e5 {[%cal Rb1c3]} *')
    walk = Walk.at_end(1, game)
    assert walk.shapes == (shape("b1c3", "red"),)
    walk.step(-1)
    assert walk.shapes == (shape("d4d4"),)
    walk.to_start()
    assert walk.shapes == ()
