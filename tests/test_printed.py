"""What the rules print on the board: goals, the lines of palaces, a river; and what is drawn of it."""

from __future__ import annotations

import os

from wormhole.gui.board import positions

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from wormhole import BLACK, WHITE
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing.board_view import BoardView, spot_on
from wormhole.gui.board.drawing.cells import cells_of
from wormhole.gui.board.drawing.square_art import SquareArt
from wormhole.gui.board.printed import printed_on
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

THEME = Theme.load()
NORTH_EAST = 1 << 1
ALL_DIAGONALS = 0b10101010


def printed(name, square):
    variant = wormhole.variant(name)
    return printed_on(variant).get(variant.geometry.parse(square))


@pytest.mark.parametrize(
    ("name", "square", "goal_of"),
    [
        ("kingofthehill", "e4", {WHITE, BLACK}),
        ("breakthrough", "a8", {WHITE}),
        ("breakthrough", "h1", {BLACK}),
        ("racingkings", "c8", {WHITE, BLACK}),
        ("fox-and-hounds", "c8", {WHITE}),
    ],
)
def test_a_goal_belongs_to_the_sides_that_win_there(name, square, goal_of):
    assert printed(name, square).goal_of == goal_of


@pytest.mark.parametrize("name", ["xiangqi", "janggi"])
def test_the_lines_of_a_palace_cross_in_its_middle(name):
    assert printed(name, "d1").lines == NORTH_EAST
    assert printed(name, "e2").lines == printed(name, "e9").lines == ALL_DIAGONALS
    assert printed(name, "e1") is None


def test_a_goal_says_whose_it_is():
    state = positions.state_of(wormhole.Board("racingkings"))
    view = BoardView(Sprites(THEME), state.variant.geometry)
    view.place(pygame.Rect(0, 0, 400, 400))
    goal, other = (view.rect_of(state.variant.geometry.parse(name), False).center for name in ("c8", "c5"))
    assert spot_on(view, state, goal).tip.text == "Goal of both sides: King"
    assert spot_on(view, state, other).tip is None


def test_lines_lead_to_where_pieces_promote_in_place():
    assert printed("sittuyin", "a8").lines == 1 << 3
    assert printed("sittuyin", "e4").lines == 1 << 3 | 1 << 7


def test_the_river_flows_where_elephants_stop():
    assert printed("xiangqi", "a5").river == 1
    assert printed("xiangqi", "a5").seen(flipped=True).river == printed("xiangqi", "a6").river
    assert printed("janggi", "a5") is None


@pytest.mark.parametrize("name", ["chess", "wormhole", "omega", "shogi"])
def test_nothing_is_printed_where_the_rules_say_nothing(name):
    assert not printed_on(wormhole.variant(name))


def picture_of(board, name):
    """The picture of one square at rest, without its coordinates."""
    variant, square = board.variant, board.variant.geometry.parse(name)
    layout = BoardLayout(variant.geometry, 0, 0, 60)
    surface = pygame.Surface((60, 60))
    cell = cells_of(positions.state_of(board), 0.0)[square]
    art = SquareArt(Sprites(THEME), Lettering(), variant, layout)
    art.paint(surface, [(square, cell, pygame.Rect(0, 0, layout.side, layout.side))])
    return pygame.image.tobytes(surface, "RGB")


def test_goals_and_stone_are_seen():
    hill, chess = wormhole.Board("kingofthehill"), wormhole.Board("chess")
    assert picture_of(hill, "e4") != picture_of(chess, "e4")
    assert picture_of(hill, "e3") == picture_of(chess, "e3")
    stone = wormhole.Board("petrified", "4k3/8/8/8/4x3/8/8/4K3 w - - 0 1")
    hole = wormhole.Board("wormhole-fide", "4k3/8/8/8/4x3/8/8/4K3 w - - 0 1")
    assert len({picture_of(board, "e4") for board in (stone, hole, chess)}) == 3


def test_what_gating_and_promotion_leave_is_seen():
    moved = wormhole.Board("seirawan")
    for move in ("b1c3", "a7a6", "c3b1"):
        moved.push_uci(move)
    assert picture_of(moved, "b1") != picture_of(wormhole.Board("seirawan"), "b1")
    fens = (f"3k4/8/8/8/4Q{mark}3/8/8/4K3[] b - - 0 1" for mark in ("~", ""))
    promoted, plain = (wormhole.Board("crazyhouse", fen) for fen in fens)
    assert picture_of(promoted, "e4") != picture_of(plain, "e4")


def test_the_attacked_one_of_several_royal_pieces_is_marked():
    board = wormhole.Board("coregal", "4k3/8/8/8/8/4r3/8/Q3K3 w - - 0 1")
    assert positions.state_of(board).scene.check == board.variant.geometry.parse("e1")
