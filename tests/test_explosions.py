"""Captures that explode or petrify."""

from __future__ import annotations

import random

import pytest

from tests.reference.file_game import FileGame
from tests.support.file_games import play
from tests.support.parts import exhaustive
from wormhole import BLACK, WHITE, Board, VariantError
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.searcher import Searcher
from wormhole.engine.solver import Solver
from wormhole.rules.game_file import parse

GAMES = ("atomic", "nocheckatomic", "atomar", "petrified")
PLIES = 60
EXPLODED = "White wins: Black has lost its king in an explosion."


@pytest.mark.parametrize(
    ("game", "fen", "move", "placement", "said"),
    [
        ("atomic", "4k3/8/2rpn3/3p4/2P5/8/8/4K3 w - - 0 1", "c4d5", "4k3/8/3p4/8/8/8/8/4K3", None),
        ("atomic", "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", "8/8/8/8/8/8/8/4K3", EXPLODED),
        ("atomic", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "4k3/8/8/8/8/8/8/4K3", "dead"),
        ("nocheckatomic", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "4k3/8/8/8/8/8/8/8", "few"),
        ("atomar", "4k3/8/8/8/8/4r3/3np3/4K3 w - - 0 1", "e1d2", "4k3/8/8/8/8/8/3Kp3/8", None),
        ("petrified", "4k3/8/8/8/8/8/4p3/3QK3 w - - 0 1", "d1e2", "4k3/8/8/8/8/8/4x3/4K3", None),
    ],
)
def test_a_capture_has_its_consequences_and_is_undone(game, fen, move, placement, said):
    board = Board(game, fen)
    before = board.fen(), board.key(), board.legal_numbers
    board.push_uci(move)
    assert board.fen().split()[0] == placement
    outcome = board.outcome()
    if said == EXPLODED:
        assert str(outcome.reason()) == said
        assert not board.legal_moves
    else:
        assert (outcome is None) is (said is None)
    board.pop()
    assert (board.fen(), board.key(), board.legal_numbers) == before


def test_a_royal_piece_captures_nothing_that_would_kill_it():
    moves = {move.text for move in Board("atomic", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1").legal_moves}
    assert "e1e2" not in moves
    assert "e1f2" in moves


def test_no_capture_explodes_the_own_king():
    board = Board("atomic", "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1")
    assert "d1d2" not in {move.text for move in board.legal_moves}


def test_kings_that_touch_give_no_check():
    board = Board("atomic", "8/8/8/3kK3/8/8/8/4r3 w - - 0 1")
    assert not board.is_check()
    assert {"e5d4", "e5e4"} <= {move.text for move in board.legal_moves}
    assert "e5f5" in {move.text for move in board.legal_moves}


def test_exploding_the_enemy_king_answers_any_check():
    board = Board("atomic", "3qk3/8/8/8/4r3/8/8/3RK3 w - - 0 1")
    assert board.is_check()
    assert "d1d8" in {move.text for move in board.legal_moves}
    assert board.san(board.parse_uci("d1d8")) == "Rxd8#"


def test_dice_need_not_end_a_check_when_the_game_is_over():
    text = 'inherits = "atomic"\ntitle = "Odd"\nmutator.left_square = "random"\n'
    board = Board(parse(text, "odd"), "3qk3/8/8/8/4r3/8/8/3RK3 w - - 0 1", seed=1)
    board.push_uci("d1d8")
    assert str(board.outcome().reason()) == EXPLODED


def test_an_exploded_rook_ends_its_castling_right():
    board = Board("atomic", "4k3/8/2b5/8/8/8/6P1/4K2R b K - 0 1")
    board.push_uci("c6g2")
    assert board.fen().split()[2] == "-"


def test_a_wall_is_written_and_read():
    board = Board("petrified", "4k3/8/8/8/8/8/4x3/4K3 w - - 0 1")
    assert board.holes == {board.variant.geometry.parse("e2")}
    assert board.fen().startswith("4k3/8/8/8/8/8/4x3/4K3")
    assert "e1e2" not in {move.text for move in board.legal_moves}


@pytest.mark.parametrize("left_square", ["none", "fold", "vanish", "random"])
@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_is_that_of_the_reference(game, left_square):
    compare(game, left_square, range(1), 50)


@exhaustive
@pytest.mark.parametrize("left_square", ["none", "fold", "vanish", "random"])
@pytest.mark.parametrize("game", GAMES)
def test_more_random_games_are_those_of_the_reference(game, left_square):
    compare(game, left_square, range(1, 6), 120)


def compare(game: str, left_square: str, seeds: range, plies: int) -> None:
    """Play random games beside the reference."""
    text = f'inherits = "{game}"\ntitle = "Odd"\nmutator.left_square = "{left_square}"\n'
    for seed in seeds:
        board = Board(parse(text, "odd"), seed=seed)
        assert play(board, FileGame(text), random.Random(seed), plies, f"{game} {left_square} {seed}")


def test_the_solver_finds_a_win_by_explosion():
    board = Board("atomic", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1")
    solver = Solver(board.variant, fast=False)
    try:
        assert solver.wins_within(board, WHITE, 1, 20_000)
    finally:
        solver.close()


def test_what_a_piece_survives_needs_something_to_survive():
    with pytest.raises(VariantError, match=r"pieces\.P\.survives: only together with mutator\.capture"):
        parse('inherits = "chess"\ntitle = "T"\n[pieces.P]\nsurvives = "all"\n', "t")


@pytest.mark.parametrize("game", GAMES)
def test_the_search_plays_on_and_wins(game):
    """It knows what a capture brings: a game of shallow searches against random moves."""
    board, choose = Board(game), random.Random(3)
    searcher = Searcher(board.variant, workspace_for(board.variant), new_table(1 << 10), fast=False)
    while not board.is_game_over() and board.ply() < PLIES:
        if board.turn is BLACK:
            board.push(choose.choice(board.legal_moves))
            continue
        searcher.set_position(board)
        for depth in (1, 2):
            searcher.search(depth, -MATE, MATE)
        board.push(board.move_numbered(searcher.line[0]))
    outcome = board.outcome()
    assert (outcome and outcome.winner) is WHITE or game == "petrified"
    assert outcome is None or outcome.winner is not BLACK
