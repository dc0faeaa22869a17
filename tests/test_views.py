"""The views of routes and reach in random positions, compared with the rules."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from wormhole.gui.board import positions, timeline
from wormhole.gui.board.fold_turns import look_from
from wormhole.gui.board.pointing import point_at
from wormhole.gui.board.selection import allow, choose
from wormhole.gui.board.shown_routes import piece_routes, reach, show_view

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from tests.support.parts import EACH_GAME
from wormhole import BLACK, WHITE, Board
from wormhole.gui.board.annotations import View
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.drawing.cells import cells_of
from wormhole.gui.board.drawing.route_drawing import curve
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

THEME = Theme.load()
RECT = pygame.Rect(0, 0, 400, 400)
MOST_PLIES, EVERY = 60, 12
HOLED = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"


def some_positions(name: str) -> Iterator[Board]:
    """Some positions of a random game."""
    choose, board = random.Random(name), Board(name, seed=1)
    for ply in range(MOST_PLIES):
        if ply % EVERY == 0:
            yield board
        if board.is_game_over():
            return
        board.push(choose.choice(board.legal_moves))


def shown(board: Board, *views: View) -> BoardState:
    state = positions.state_of(board)
    allow(state, board)
    for view in views:
        show_view(state, view, True)
    return state


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_routes_of_the_pieces_to_move_are_the_legal_moves(name: str) -> None:
    for board in some_positions(name):
        state, found = shown(board, View.ROUTES), set()
        for square, piece in board.piece_map().items():
            point_at(state, square)
            seen = piece_routes(state, 0.0)
            assert seen.may_be_played == (piece.color == board.turn and bool(board.legal_moves))
            assert all(route.from_square == square for route in seen.routes)
            if piece.color == board.turn:
                found.update((square, route.to_square) for route in seen.routes)
        assert found == {(move.from_square, move.to_square) for move in board.legal_moves}


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_routes_of_the_other_sides_pieces_are_its_moves_after_a_pass(name: str) -> None:
    for board in some_positions(name):
        if board.is_check() or board.is_game_over():
            continue
        state = shown(board, View.ROUTES)
        passed = board.copy()
        passed.push(wormhole.Move.null())
        for square, piece in board.piece_map().items():
            if piece.color != board.turn:
                point_at(state, square)
                found = {route.to_square for route in piece_routes(state, 0.0).routes}
                moves = passed.legal_moves
                assert found == {move.to_square for move in moves if move.from_square == square}


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_tints_are_the_squares_that_each_side_attacks(name: str) -> None:
    for board in some_positions(name):
        white, black = board.attacked_by(WHITE), board.attacked_by(BLACK)
        for square, cell in enumerate(cells_of(shown(board, View.REACH), 0.0)):
            numbers = white.get(square, 0), black.get(square, 0)
            assert cell.tint == (None if numbers == (0, 0) else numbers)
        assert not any(cell.tint for cell in cells_of(shown(board), 0.0))


def test_routes_are_those_of_the_chosen_piece_and_not_while_pieces_move() -> None:
    board = Board("wormhole", HOLED)
    state, parse = shown(board, View.ROUTES), board.variant.geometry.parse
    assert piece_routes(state, 0.0) is None
    point_at(state, parse("d4"))
    assert len(piece_routes(state, 0.0).routes) == 5
    choose(state, parse("c1"))
    assert {route.from_square for route in piece_routes(state, 0.0).routes} == {parse("c1")}
    board.push_uci("c1b2")
    positions.play(state, board, 0.0, THEME.motion)
    point_at(state, parse("d4"))
    assert piece_routes(state, 0.01) is None
    timeline.advance(state, 9.0)
    assert piece_routes(state, 9.0) is not None
    show_view(state, View.ROUTES, False)
    assert piece_routes(state, 9.0) is None


@pytest.mark.parametrize("flipped", [False, True])
def test_a_route_is_drawn_along_its_squares_and_gone_without_a_trace(flipped: bool) -> None:
    board = Board("wormhole", HOLED)
    state, parse = shown(board, View.ROUTES), board.variant.geometry.parse
    if flipped:
        positions.flip(state)
    view = BoardView(Sprites(THEME), board.variant.geometry)
    view.place(RECT)
    surface = pygame.Surface(RECT.size)
    view.draw(surface, state, 0.0)
    before = surface.copy()
    point_at(state, parse("d4"))
    view.draw_changes(surface, state, 0.0)
    ends = [view.rect_of(parse(name), flipped).center for name in ("b7", "e6", "b5", "f5", "f3")]
    for end in ends:
        assert surface.get_at(end) != before.get_at(end)
    assert view.draw_changes(surface, state, 0.0) == []
    point_at(state, None)
    view.draw_changes(surface, state, 0.0)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(before, "RGB")


@pytest.mark.parametrize("name", EACH_GAME)
def test_every_piece_of_every_game_has_a_picture_of_its_routes(name: str) -> None:
    for board in some_positions(name):
        state = shown(board, View.ROUTES, View.REACH)
        view = BoardView(Sprites(THEME), board.variant.geometry)
        view.place(RECT)
        surface = pygame.Surface(RECT.size)
        changed = 0
        for square in list(board.piece_map())[::5]:
            point_at(state, square)
            changed += len(view.draw_changes(surface, state, 0.0))
        assert changed


def test_a_curve_begins_and_ends_where_its_line_does_and_cuts_the_corners() -> None:
    points = curve([(0, 0), (0, 2), (2, 4)], 0.05).tolist()
    assert points[0] == [0, 0]
    assert abs(points[-1][0] - 2) + abs(points[-1][1] - 4) < 0.2
    assert 0.02 < min(abs(x) + abs(y - 2) for x, y in points) < 0.3


def test_reach_is_seen_in_the_fold_view_too() -> None:
    board = Board("wormhole", HOLED)
    state, square = shown(board, View.REACH), board.variant.geometry.parse("d4")
    look_from(state, square, 0.0, THEME.motion.still())
    assert state.fold.shown.reach == reach(state)
    show_view(state, View.REACH, False)
    assert state.fold.shown.reach == {}
    show_view(state, View.REACH, True)
    board.push_uci("d4e6")
    positions.play(state, board, 0.0, THEME.motion)
    assert state.fold.shown.reach == reach(state)
    assert reach(state)[board.variant.geometry.parse("d8")][0] == 1
