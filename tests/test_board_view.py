"""The picture of the board, at any size; drawing changes nothing."""

from __future__ import annotations

import copy
import os

from wormhole.gui.board import positions, timeline
from wormhole.gui.board.dragging import drag_to, put_back
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.pointing import move_cursor, point_at
from wormhole.gui.board.selection import allow, ask_promotion, choose, moves_to

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from tests.support.parts import mostly_exhaustive
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.library.comment_commands import Shape

THEME = Theme.load()
MIDGAME = "cnwlkwxc/ppxppppp/2x2n2/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWLNWKC b - - 0 7"
PROMOTES = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"
SIZE = (640, 480)


@pytest.fixture(scope="module")
def window():
    pygame.display.init()
    yield pygame.display.set_mode(SIZE)
    pygame.display.quit()


def view_for(size=SIZE, with_sky: bool = True) -> BoardView:
    view = BoardView(Sprites(THEME), wormhole.variant("wormhole").geometry)
    side = min(size)
    view.place(pygame.Rect(0, 0, side, side), Backdrop(THEME).surface(size) if with_sky else None)
    return view


def state_of(fen: str | None = None) -> tuple[wormhole.Board, BoardState]:
    board = wormhole.Board("wormhole", fen)
    state = positions.state_of(board)
    allow(state, board)
    return board, state


def square(name: str) -> int:
    return wormhole.variant("wormhole").geometry.parse(name)


def picture(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def events_of_a_game(board: wormhole.Board, state: BoardState):
    """Many events in a row, each with the time at which it is drawn."""
    yield 0.0
    annotate(
        state, shapes=[Shape(square("a8"), square("f3"), "red"), Shape(square("c8"), square("c8"), "blue")]
    )
    yield 0.05
    choose(state, square("c8"))
    yield 0.1
    point_at(state, square("e1"))
    yield 0.2
    drag_to(state, square("c8"), (3.3, 4.4))
    yield 0.3
    put_back(state, 0.3, THEME.motion, refused=True)
    for frame in range(15):
        yield 0.3 + frame / 60
    timeline.advance(state, 0.6)
    move = board.parse_uci("c8e1")
    board.push(move)
    positions.play(state, board, 1.0, THEME.motion)
    for frame in range(30):
        yield 1.0 + frame / 60
    timeline.advance(state, 1.5)
    yield 1.5
    allow(state, board)
    move_cursor(state, square("d4"))
    yield 1.6
    positions.flip(state)
    yield 1.7
    annotate(state, shapes=(Shape(square("b1"), square("e7"), "green"),))
    positions.finish(state, 1.8, THEME.motion)
    for frame in range(40):
        yield 1.8 + frame / 60


def test_drawing_what_changed_gives_the_same_picture_as_drawing_all(window) -> None:
    board, state = state_of(MIDGAME)
    whole, partial = view_for(), view_for()
    mended, fresh = pygame.Surface(SIZE), pygame.Surface(SIZE)
    for now in events_of_a_game(board, state):
        whole.draw(fresh, state, now)
        partial.draw_changes(mended, state, now)
        while partial.is_unfinished:
            partial.draw_changes(mended, state, now)
        assert picture(fresh) == picture(mended), f"at {now:.2f} s"


def test_after_a_rest_a_move_through_holes_needs_no_new_pictures(window, monkeypatch) -> None:
    board, state = state_of(MIDGAME)
    view, surface = view_for(), pygame.Surface(SIZE)
    view.draw(surface, state, 0.0)
    for _ in view.painting(state):
        pass
    monkeypatch.setattr("resvg_py.svg_to_bytes", None)
    board.push(board.parse_uci("c8e1"))
    positions.play(state, board, 1.0, THEME.motion)
    for frame in range(40):
        view.draw_changes(surface, state, 1.0 + frame / 60)


def test_drawing_changes_nothing(window) -> None:
    board, state = state_of(MIDGAME)
    view, surface = view_for(), pygame.Surface(SIZE)
    for now in events_of_a_game(board, state):
        before = copy.deepcopy(state)
        view.draw(surface, state, now)
        view.draw_changes(surface, state, now)
        assert state == before


def test_nothing_is_touched_when_nothing_changed(window) -> None:
    _, state = state_of(MIDGAME)
    view, surface = view_for(), pygame.Surface(SIZE)
    view.draw(surface, state, 0.0)
    assert view.draw_changes(surface, state, 1.0) == []


def test_holes_are_dark_and_squares_are_not(window) -> None:
    _, state = state_of(MIDGAME)
    view, surface = view_for(), pygame.Surface(SIZE)
    view.draw(surface, state, 0.0)
    hole, kept = view.rect_of(square("c6")), view.rect_of(square("a6"))
    assert sum(surface.get_at(hole.center)[:3]) < 60
    assert sum(surface.get_at(hole.move(1, 1).topleft)[:3]) < 160
    assert sum(surface.get_at(kept.center)[:3]) > 300


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800), (1600, 900)], (800, 600)))
@pytest.mark.parametrize("fen", [None, MIDGAME, PROMOTES])
def test_it_draws_at_every_size(window, size, fen) -> None:
    _, state = state_of(fen)
    view, surface = view_for(size), pygame.Surface(size)
    if fen == PROMOTES:
        choose(state, square("a7"))
        ask_promotion(state, moves_to(state, square("b8")))
    view.draw(surface, state, 0.0)
    assert len(set(picture(surface))) > 100


def test_it_can_be_resized_at_any_time(window) -> None:
    board, state = state_of(MIDGAME)
    view, surface = view_for(), pygame.Surface(SIZE)
    for number, now in enumerate(events_of_a_game(board, state)):
        side = 300 + 7 * number % 170
        rect = pygame.Rect(number, 0, side, side)
        view.place(rect)
        view.draw_changes(surface, state, now)
        if number % 12 == 0:
            whole, fresh = view_for(), pygame.Surface(SIZE)
            whole.place(rect)
            whole.draw(fresh, state, now)
            while view.is_unfinished:
                view.draw_changes(surface, state, now)
            assert picture(surface.subsurface(rect)) == picture(fresh.subsurface(rect)), f"at {now:.2f} s"


def test_it_never_draws_outside_its_rectangle(window) -> None:
    _board, state = state_of(MIDGAME)
    view, surface = view_for(with_sky=False), pygame.Surface(SIZE)
    rect = pygame.Rect(60, 40, 400, 400)
    view.place(rect)
    choose(state, square("a8"))
    drag_to(state, square("a8"), (-1.4, 7.6))
    view.draw(surface, state, 0.0)
    surface.fill((0, 0, 0), rect)
    assert set(picture(surface)) == {0}


def test_it_respects_the_surfaces_clip(window) -> None:
    _, state = state_of(MIDGAME)
    view, surface = view_for(), pygame.Surface(SIZE)
    choose(state, square("c8"))
    point_at(state, square("e1"))
    part = pygame.Rect(200, 100, 150, 150)
    surface.set_clip(part)
    view.draw(surface, state, 0.0)
    assert surface.get_clip() == part
    surface.set_clip(None)
    surface.fill((0, 0, 0), part)
    assert set(picture(surface)) == {0}


def test_the_sky_is_drawn_once_per_size(window) -> None:
    backdrop = Backdrop(THEME)
    first = backdrop.surface((320, 200))
    assert backdrop.surface((320, 200)) is first
    assert backdrop.surface((400, 200)).get_size() == (400, 200)


def test_sprites_are_drawn_once_per_size(window) -> None:
    sprites = Sprites(THEME)
    assert sprites.piece("king", True, 40) is sprites.piece("king", True, 40)
    assert sprites.piece("king", True, 40) is not sprites.piece("king", False, 40)
    assert sprites.chip(52).get_size() == (52, 52)
