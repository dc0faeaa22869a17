"""Browsing a game: whatever happens to the board meanwhile, it shows the current position in the end."""

from __future__ import annotations

import os
import random
from itertools import pairwise

from wormhole.gui.board import positions, timeline
from wormhole.gui.board.selection import allow

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from tests.support.parts import EACH_GAME
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.drawing.cells import cells_of
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

THEME = Theme.load()
MOTION = THEME.motion
THROUGH_FOUR_HOLES = "cnwlkwxc/ppxppppp/2x2n2/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWLNWKC b - - 0 7"
CASTLES = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5"
PASSING = "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3"
PROMOTES = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"
CAN_CHECK = "cnwlk1xc/ppxppppp/2x2nw1/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWL1WKC b - - 0 7"
COUNTERS = "rnbqkbnr/pppppppp/8/8/1x6/x6x/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2,g1"
SIZE = (240, 240)


def game(name: str, seed: int, plies: int) -> list[wormhole.Board]:
    """The boards of a random game, each with the moves that led to it."""
    chance, board = random.Random(seed), wormhole.Board(name, seed=seed)
    boards = [board.copy()]
    while len(boards) <= plies and (moves := board.legal_moves):
        captures = [move for move in moves if board.is_capture(move)]
        board.push(chance.choice(captures or moves))
        boards.append(board.copy())
    return boards


def around(name: str, uci: str, fen: str | None = None) -> tuple[wormhole.Board, wormhole.Board]:
    """The boards before and after a move."""
    before = wormhole.Board(name, fen, seed=4)
    after = before.copy()
    after.push_uci(uci)
    return before, after


def browsed(first: wormhole.Board, then: wormhole.Board, motion=MOTION) -> BoardState:
    """The state on its way from one board to another, since 10 s."""
    state = positions.state_of(first)
    positions.browse(state, then, 10.0, motion)
    return state


def looks(state: BoardState, now: float):
    return cells_of(state, now), state.scene.route, state.scene.check, timeline.is_changing(state, now)


def cell(state: BoardState, name: str, now: float):
    return cells_of(state, now)[state.variant.geometry.parse(name)]


@pytest.mark.parametrize("name", EACH_GAME)
def test_any_way_through_a_game_ends_at_the_position_asked_for(name) -> None:
    boards = game(name, 11, 60)
    chance, view = random.Random(5), BoardView(Sprites(THEME), boards[0].variant.geometry)
    view.place(pygame.Rect((0, 0), SIZE))
    surface, state, now, at = pygame.Surface(SIZE), positions.state_of(boards[0]), 1.0, 0
    for _ in range(150):
        at += chance.choice((1, 1, 1, -1, -1, -1, 0, chance.randint(-60, 60)))
        at = min(max(at, 0), len(boards) - 1)
        positions.browse(state, boards[at], now, MOTION)
        allow(state, boards[at])
        now += chance.choice((0.0, 0.03, 0.06, 0.2, 1.0))
        view.draw_changes(surface, state, now)
        timeline.advance(state, now)
    now += 2
    timeline.advance(state, now)
    expected = positions.state_of(boards[at])
    assert looks(state, now) == looks(expected, now)
    view.draw_changes(surface, state, now)
    fresh = pygame.Surface(SIZE)
    allow(expected, boards[at])
    view.draw(fresh, expected, now)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(fresh, "RGB")


@pytest.mark.parametrize("name", EACH_GAME)
def test_each_move_is_animated_there_and_back(name) -> None:
    boards = game(name, 3, 80)
    for before, after in pairwise(boards):
        route, place = after.last_route(), before.variant.geometry.place
        for shown, asked, end in ((before, after, route.to_square), (after, before, route.from_square)):
            state = browsed(shown, asked)
            travel = state.animation.travels[0]
            assert travel.piece == before.piece_at(route.from_square)
            assert travel.square == end
            start = route.from_square if end == route.to_square else route.to_square
            assert travel.pose(0.0).at == place[start]
            assert travel.pose(travel.seconds).at == place[end]
            assert 0 < state.animation.seconds < 0.6
            timeline.advance(state, 11.0)
            assert looks(state, 11.0) == looks(positions.state_of(asked), 11.0)


def test_a_piece_goes_back_through_its_wormholes() -> None:
    before, after = around("wormhole", "c8e1", THROUGH_FOUR_HOLES)
    state = browsed(after, before)
    names, (travel,) = before.variant.geometry.names, state.animation.travels
    poses = [travel.pose(travel.seconds * number / 99) for number in range(100)]
    assert None in poses
    assert min(pose.scale for pose in poses if pose is not None) < 0.3
    passages = sorted(state.animation.passages, key=lambda passage: passage.begins)
    assert [names[passage.square] for passage in passages] == ["d2", "c5", "c6", "c7"]


def test_a_captured_piece_and_the_left_square_come_back() -> None:
    before, after = around("wormhole", "c8e1", THROUGH_FOUR_HOLES)
    state = browsed(after, before)
    (fade,) = state.animation.fades
    opacities = [fade.pose((0, 0), at).opacity if fade.pose((0, 0), at) else 0 for at in (0, 0.05, 0.07, 9)]
    assert (fade.piece.letter, opacities) == ("N", sorted(opacities))
    assert (opacities[0], opacities[-1]) == (0, 1)
    assert cell(state, "c8", 10.0 + state.animation.arrives / 2).ground is Ground.OPEN
    assert cell(state, "c8", 10.0 + state.animation.arrives + 0.001).ground is Ground.SQUARE


@pytest.mark.parametrize(
    ("name", "fen", "uci", "travels", "returns"),
    [
        ("chess", CASTLES, "e1g1", {"e1": "K", "h1": "R"}, {}),
        ("chess", PASSING, "d4e3", {"d4": "P"}, {"e4": "P"}),
        ("wormhole", PROMOTES, "a7b8w", {"a7": "P"}, {"b8": "N"}),
        ("cheshire", None, "e2e4", {"e2": "P"}, {}),
    ],
)
def test_what_travels_back_and_what_returns(name, fen, uci, travels, returns) -> None:
    before, after = around(name, uci, fen)
    state, names = browsed(after, before), before.variant.geometry.names
    assert {names[part.square]: part.piece.letter for part in state.animation.travels} == travels
    assert {names[part.square]: part.piece.letter for part in state.animation.fades} == returns
    assert all(fade.returns for fade in state.animation.fades)


@pytest.mark.parametrize("roll", ["c5", "b4", "d1", "g1", "e2", "e4"])
def test_dice_do_not_tumble_while_browsing(roll) -> None:
    before, after = around("random-wormhole", f"e2e4@{roll}", COUNTERS)
    for shown, asked in ((before, after), (after, before)):
        state = browsed(shown, asked)
        assert not any(timeline.is_rolling(state, 10.0 + at / 60) for at in range(90))
        assert state.animation.seconds < 0.4
        assert looks(state, 11.0) == looks(positions.state_of(asked), 11.0)


def test_browsing_takes_less_time_than_playing() -> None:
    before, after = around("wormhole", "c8e1", THROUGH_FOUR_HOLES)
    played = positions.state_of(before)
    positions.play(played, after, 10.0, MOTION)
    assert browsed(before, after).animation.arrives < 0.7 * played.animation.arrives


@pytest.mark.parametrize("pause", [1 / 15, 1 / 30])
def test_steps_in_quick_succession_do_not_pile_up(pause) -> None:
    boards = game("wormhole", 2, 60)
    state, now = positions.state_of(boards[-1]), 10.0
    for board in reversed(boards[:-1]):
        positions.browse(state, board, now, MOTION)
        now += pause
        if board is not boards[-2]:
            assert state.animation.elapsed(now) >= state.animation.arrives - 0.01
    assert not timeline.is_moving(state, now + 0.2)


def test_a_jump_slides_and_fades() -> None:
    boards = game("wormhole", 2, 60)
    state = browsed(boards[-1], boards[0])
    before, after = boards[-1].piece_map(), boards[0].piece_map()
    moved = {travel.square: travel.piece for travel in state.animation.travels}
    come = {fade.square: fade.piece for fade in state.animation.fades if fade.returns}
    new = {square: piece for square, piece in after.items() if before.get(square) != piece}
    assert moved | come == new
    assert moved
    assert not moved.keys() & come.keys()
    assert {change.square for change in state.animation.changes} == boards[-1].holes
    assert state.animation.seconds < 0.4


def test_a_step_is_heard_once_and_softly() -> None:
    before, after = around("wormhole", "g6f5", CAN_CHECK)
    state = browsed(before, after)
    assert state.scene.check is not None
    assert state.sounds.pop_due(20.0) == ["move"]
    positions.browse(state, before, 21.0, MOTION)
    positions.browse(state, after, 21.03, MOTION)
    positions.browse(state, before, 21.06, MOTION)
    assert state.sounds.pop_due(30.0) == ["move"]


def test_a_null_move_is_shown_without_motion_and_sound() -> None:
    board = wormhole.Board()
    boards = [board.copy()]
    for move in (board.parse_uci("e2e4"), wormhole.Move.null(), board.parse_uci("d2d4")):
        board.push(move)
        boards.append(board.copy())
    for shown, asked in ((boards[1], boards[2]), (boards[2], boards[1])):
        state = browsed(shown, asked)
        assert not timeline.is_changing(state, 10.0)
        assert looks(state, 10.0) == looks(positions.state_of(asked), 10.0)
        assert state.sounds.pop_due(99.0) == []
    for shown, asked in ((boards[2], boards[3]), (boards[3], boards[2])):
        assert len(browsed(shown, asked).animation.travels) == 1


def test_without_motion_a_step_is_there_at_once() -> None:
    before, after = around("wormhole", "e2e4")
    state = browsed(after, before, MOTION.still())
    assert not timeline.is_changing(state, 10.0)
    assert looks(state, 10.0) == looks(positions.state_of(before), 10.0)


def test_a_game_that_has_ended_can_be_looked_through() -> None:
    before, after = around("wormhole", "e2e4")
    state = positions.state_of(after)
    positions.finish(state, 5.0, MOTION)
    assert timeline.dimness(state, 9.0) == 1
    positions.browse(state, before, 10.0, MOTION)
    assert timeline.dimness(state, 10.5) == 0
