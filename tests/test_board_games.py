"""What the board shows for games other than Wormhole Chess."""

from __future__ import annotations

import os
import random

from wormhole.gui.board import positions, timeline
from wormhole.gui.board.pointing import point_at
from wormhole.gui.board.selection import allow, choose

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from tests.support.parts import EACH_GAME, mostly_exhaustive
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.drawing.cells import EAST, NORTH, SOUTH, WEST, Door, SquareMark, cells_of
from wormhole.gui.board.input import BoardInput
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.square_changes import Dissolve, Fold, Slip, Unfold
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

THEME = Theme.load()
MOTION = THEME.motion
CASTLES = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5"
PASSING = "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3"
SLEEPERS = "rnbqkbnr/pppppppp/8/8/1x6/x6x/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2,g1"


def played(name: str, moves: str, fen: str | None = None, motion=MOTION) -> BoardState:
    """The state that shows the last of some moves from 0 s on."""
    board = wormhole.Board(name, fen, seed=4)
    state = positions.state_of(board)
    for uci in moves.split():
        positions.show(state, board)
        board.push_uci(uci)
        positions.play(state, board, 0.0, motion)
    return state


def square(state: BoardState, name: str) -> int:
    return state.variant.geometry.parse(name)


def cell(state: BoardState, name: str, now: float = 99.0):
    return cells_of(state, now)[square(state, name)]


def in_play(name: str, plies: int) -> wormhole.Board:
    chance, board = random.Random(plies), wormhole.Board(name, seed=plies)
    for _ in range(plies):
        if board.outcome() is not None:
            break
        board.push(chance.choice(board.legal_moves))
    return board


# Castling, en passant


def test_castling_moves_king_and_rook_at_the_same_time() -> None:
    state = played("chess", "e1g1", CASTLES)
    king, rook = state.animation.travels
    assert (king.square, rook.square) == (square(state, "g1"), square(state, "f1"))
    assert rook.piece.letter == "R"
    assert not state.animation.fades
    assert cell(state, "f1", now=0.1).piece is None
    assert cell(state, "f1").piece is not None


def test_a_pawn_captured_en_passant_fades_on_its_square() -> None:
    state = played("chess", "d4e3", PASSING)
    (fade,) = state.animation.fades
    assert fade.square == square(state, "e4")
    assert "capture" in state.sounds.pop_due(9.0)


def test_en_passant_is_marked_as_a_capture_of_the_pawn() -> None:
    board = wormhole.Board("chess", PASSING)
    state = positions.state_of(board)
    allow(state, board)
    choose(state, square(state, "d4"))
    assert cell(state, "e3").marks == (SquareMark.CAPTURE,)
    assert cell(state, "e4").marks == ()
    point_at(state, square(state, "e3"))
    assert cell(state, "e3").marks == (SquareMark.CAPTURE_POINTED,)
    assert cell(state, "e4").marks == (SquareMark.CAPTURE,)


# Smess


def test_arrows_vanish_with_their_square() -> None:
    state = played("wormhole-smess", "d2d3")
    assert cell(state, "d3").arrows == state.variant.arrows[square(state, "d3")] != 0
    assert cell(state, "d2").arrows == 0
    assert cell(positions.state_of(wormhole.Board()), "d2").arrows == 0


# Cheshire


def test_a_square_vanishes_without_a_chip_and_without_a_sound() -> None:
    state = played("cheshire", "e2e4")
    (vanish,) = state.animation.changes
    assert isinstance(vanish, Dissolve)
    assert vanish.opacity(0) == 1
    assert vanish.opacity(9) == 0
    assert cell(state, "e2", now=0.1).ground is Ground.OPEN
    assert cell(state, "e2").ground is Ground.GONE
    assert cell(state, "e2").marks == (SquareMark.LEFT_SQUARE,)
    assert state.sounds.pop_due(9.0) == ["move"]


def test_pieces_glide_visibly_over_vanished_squares() -> None:
    state = played("cheshire", "a2a4 a7a5 a1a3")
    (travel,) = state.animation.travels
    assert not any(leg.sinks or leg.hidden or leg.rises for leg in travel.legs)
    assert not state.animation.passages
    assert state.sounds.pop_due(9.0) == ["move"]


# Random Wormhole


def test_counters_sleep_under_pieces_and_wake_as_wormholes() -> None:
    board = wormhole.Board("random-wormhole", SLEEPERS)
    state = positions.state_of(board)
    assert cell(state, "e2").sleeps
    assert not cell(state, "d2").sleeps
    state = played("random-wormhole", "e2e4@h6", SLEEPERS)
    assert cell(state, "e2").ground is Ground.CHIP
    assert not cell(state, "e2").sleeps
    assert cell(state, "h6").ground is Ground.CHIP


def test_gates_are_marked_on_both_sides() -> None:
    state = positions.state_of(wormhole.Board("random-wormhole", SLEEPERS))
    assert cell(state, "a3").doors == (Door(WEST, is_gate=True),)
    assert cell(state, "h3").doors == (Door(EAST, is_gate=True),)
    assert cell(state, "b4").doors == ()
    state = positions.state_of(wormhole.Board("random-wormhole", "4k3/8/8/8/8/8/8/x3K3 w - - 0 1 -"))
    assert set(cell(state, "a1").doors) == {Door(SOUTH, is_gate=True), Door(WEST, is_gate=True)}
    assert cell(state, "h1").doors == (Door(EAST, is_gate=False),)
    assert cell(state, "a8").doors == (Door(NORTH, is_gate=False),)


def test_only_dice_make_gates() -> None:
    state = played("wormhole", "a2a4 a7a5")
    assert all(cell.doors == () for cell in cells_of(state, 99.0))


@pytest.mark.parametrize(
    ("roll", "kind", "before", "after"),
    [
        ("c5", Fold, (Ground.SQUARE, False), (Ground.CHIP, False)),
        ("b4", Unfold, (Ground.CHIP, False), (Ground.SQUARE, False)),
        ("d1", Slip, (Ground.SQUARE, False), (Ground.SQUARE, True)),
        ("g1", Slip, (Ground.SQUARE, True), (Ground.SQUARE, False)),
    ],
)
def test_the_roll_takes_effect_after_the_dice_rest(roll, kind, before, after) -> None:
    state = played("random-wormhole", f"d2d4@{roll}", SLEEPERS)
    plan = state.animation
    (change,) = plan.changes
    assert isinstance(change, kind)
    assert plan.roll.begins == plan.arrives
    assert change.begins == plan.roll.named
    early, late = cell(state, roll, plan.roll.named - 0.01), cell(state, roll)
    assert (early.ground, early.sleeps) == before
    assert SquareMark.ROLLED not in early.marks
    assert (late.ground, late.sleeps) == after
    assert SquareMark.ROLLED in late.marks
    assert [name for name in state.sounds.pop_due(99.0) if name in ("dice", "fold")] == ["dice", "fold"]


def test_a_move_without_roll_gets_its_roll() -> None:
    board = wormhole.Board("random-wormhole", seed=5)
    state = positions.state_of(board)
    chosen = board.parse_uci("e2e4")
    board.push(chosen)
    assert chosen.roll is None
    positions.play(state, board, 0.0, MOTION)
    assert state.animation.roll.square == board.peek().roll == state.scene.last_move.roll


def test_a_square_may_change_twice_in_one_move() -> None:
    state = played("random-wormhole", "e2e4@e2", SLEEPERS)
    plan = state.animation
    assert [type(change) for change in plan.changes] == [Fold, Unfold]
    assert cell(state, "e2", plan.arrives + 0.3).ground is Ground.CHIP
    assert cell(state, "e2").ground is Ground.SQUARE


def test_a_king_that_lands_on_a_wormhole_closes_it() -> None:
    state = played("random-wormhole", "e1e2@a5", "4k3/8/8/8/8/8/4x3/4K3 w - - 0 1 -")
    assert [type(change) for change in state.animation.changes] == [Unfold, Fold]
    assert cell(state, "e2", now=0.0).ground is Ground.CHIP
    assert cell(state, "e2").ground is Ground.SQUARE


def test_a_check_by_the_dice_is_shown_after_them() -> None:
    state = played("random-wormhole", "a2a3@e6", "4k3/8/8/8/4P3/8/P3x3/K3R3 w - - 0 1 -")
    plan = state.animation
    assert plan.holds > plan.roll.named > plan.arrives
    assert SquareMark.CHECK not in cell(state, "e8", plan.roll.named).marks
    assert SquareMark.CHECK in cell(state, "e8").marks
    assert state.sounds.pop_due(99.0)[-1] == "check"


def test_without_motion_no_dice_roll() -> None:
    state = played("random-wormhole", "d2d4@c5", SLEEPERS, motion=MOTION.still())
    assert not timeline.is_moving(state, 0.0)
    assert cell(state, "c5", now=0.0).ground is Ground.CHIP
    assert state.sounds.pop_due(0.0) == ["move", "fold"]


@pytest.mark.parametrize(
    "event",
    [
        pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(5, 5)),
        pygame.Event(pygame.KEYDOWN, key=pygame.K_x, mod=0),
        pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0),
    ],
)
def test_any_click_or_key_cuts_the_dice_short(event) -> None:
    state = played("random-wormhole", "d2d4@c5", SLEEPERS)
    now = state.animation.roll.begins + 0.1
    state.sounds.pop_due(now)
    board_input = BoardInput(BoardView(Sprites(THEME), state.variant.geometry), THEME.motion)
    assert board_input.handle(event, state, now) is None
    assert not timeline.is_moving(state, now)
    assert cell(state, "c5", now).ground is Ground.CHIP
    assert state.sounds.pop_due(now) == ["fold"]
    assert timeline.due(state, now) == NEVER


# Pictures


@pytest.mark.parametrize("name", EACH_GAME)
@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800)], (800, 600)))
def test_partial_redraws_of_every_game_equal_full_ones(name, size) -> None:
    board = in_play(name, 24)
    whole, partial = (BoardView(Sprites(THEME), board.variant.geometry) for _ in range(2))
    rect, sky = pygame.Rect(0, 0, size[1], size[1]), Backdrop(THEME).surface(size)
    whole.place(rect, sky)
    partial.place(rect, sky)
    fresh, mended = pygame.Surface(size), pygame.Surface(size)
    state = positions.state_of(board, flipped=size[0] > 1000)
    for _ in range(2):
        moves = board.legal_moves
        if not moves:
            break
        allow(state, board)
        longest = max(moves, key=lambda move: (len(board.route(move).holes), len(board.route(move).steps)))
        choose(state, longest.from_square)
        point_at(state, longest.to_square)
        board.push(longest)
        for now in (0.0, *_frames(state, board)):
            whole.draw(fresh, state, now)
            partial.draw_changes(mended, state, now)
            assert pygame.image.tobytes(fresh, "RGB") == pygame.image.tobytes(mended, "RGB"), now


def _frames(state: BoardState, board: wormhole.Board):
    """Times of some frames of the last move; at the last one all is at rest."""
    positions.play(state, board, 0.0, MOTION)
    end = state.animation.seconds
    yield from (end * number / 9 for number in range(9))
    timeline.advance(state, end)
    yield end
