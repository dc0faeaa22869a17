"""Games and positions that could make the loops write outside their arrays are refused when read.

The plain loops run on memoryviews, which refuse such an index. A list that is full ends the game.
"""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.file_games import is_possible, placements
from tests.support.guarded_loops import check_search, guarded_board
from tests.support.hand import driving, two_players
from tests.support.parts import examples
from tests.support.random_game_files import random_file
from wormhole import Board, FenError, MoveError, VariantError, load, menu, variant
from wormhole.compiling.groups import available
from wormhole.engine import searcher
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE, MAX_PAST
from wormhole.library import pgn
from wormhole.library.pgn import PgnError
from wormhole.rules import board as board_module
from wormhole.rules import fen
from wormhole.rules.capacity import moves_at_most, plies_that_fit
from wormhole.rules.game_file import parse
from wormhole.rules.loops import calls, legal, moves
from wormhole.rules.outcome import Termination
from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, ROOM

DATA = Path(__file__).parent / "data" / "capacity"
EMPTY_ROWS = "/16" * 13


def own_game(left_square="none", start=f"k15{EMPTY_ROWS}/K15", queen="Q", goal="checkmate", others=""):
    """A game on 16 x 15 squares with a piece called Q."""
    return f"""
title = "Large"
board.start = "{start}"
mutator.left_square = "{left_square}"
endings.goal = "{goal}"
[pieces]
K = {{ name = "King", sprite = "king", moves = "K", royal = true }}
Q = {{ name = "Queen", sprite = "queen", moves = "{queen}" }}
{others}
"""


PROMOTING = "\n".join(
    f'{letter} = {{ name = "{letter}", sprite = "pawn", moves = "Q", '
    f'promotes_to = "{"ABCDEFGHIJLMNOP".replace(letter, "Q")}" }}'
    for letter in "ABCDEFGHIJLMNOP"
)


@pytest.mark.parametrize("name", menu("family"))
def test_games_of_the_catalogue_have_room_for_every_line(name):
    position = Board(name).position
    assert moves_at_most(variant(name), position) < 1400
    assert plies_that_fit(variant(name), position) >= 42


@pytest.mark.parametrize("left_square", ["none", "fold", "vanish", "random"])
def test_a_large_board_full_of_queens_is_played(left_square):
    rows = ["k" + "q" * 15, "q" * 16, "q" * 16, *["16"] * 9, "Q" * 16, "Q" * 16, "K" + "Q" * 15]
    board = Board(parse(own_game(left_square, "/".join(rows)), "large"))
    assert 0 < len(board.legal_moves) <= moves_at_most(board.variant, board.position) < MAX_MOVES


def test_a_file_whose_pieces_may_have_too_many_moves_is_refused(tmp_path):
    rows = ["k" + "a" * 15, "a" * 16, "16", *["16"] * 9, "16", "16", "K15"]
    path = tmp_path / "promoting.toml"
    path.write_text(own_game(start="/".join(rows), others=PROMOTING.replace('"Q"', '"QNACZ"')), "utf-8")
    with pytest.raises(VariantError, match=r"promoting: line 3, board.start: .* moves; at most"):
        load(path)


def test_a_position_whose_pieces_may_have_too_many_moves_is_refused():
    game = parse(own_game("random"), "large")
    with pytest.raises(FenError, match="moves; at most"):
        Board(game, "k" + "Q" * 15 + ("/" + "Q" * 16) * 5 + "/16" * 8 + "/K15")


def test_no_side_has_more_pieces_than_there_are_places_for():
    """The royal piece's slot is reserved."""
    game = parse(own_game(goal="capture"), "large")
    rows = "/".join(["q" * 16] * 7)
    assert len(Board(game, f"{rows}/{'q' * 15}1{'/16' * 6}/K15").piece_map()) == 128
    with pytest.raises(FenError, match="Black has 128 pieces beside the King; it may have 127"):
        Board(game, f"{rows}/{'q' * 16}{'/16' * 6}/K15")


def test_perft_counts_no_deeper_than_there_is_room():
    board = Board(parse(own_game(), "large"), "k15" + ("/" + "Q" * 10 + "6") * 6 + "/16" * 7 + "/K15 b")
    most = plies_that_fit(board.variant, board.position)
    assert most < MAX_PLY
    assert most * moves_at_most(board.variant, board.position) <= MOVES_OF_LINE
    with pytest.raises(ValueError, match=f"perft can count at most {most} plies here, not {most + 1}"):
        board.perft(most + 1, fast=False)


def searched(board, workspace, nodes):
    """A search of the greatest depth, ended after that many nodes."""
    search = searcher.Searcher(board.variant, workspace, new_table(1 << 8), fast=False)
    search.set_position(board, node_limit=nodes)
    with contextlib.suppress(searcher.SearchStopped):
        search.search(MAX_PLY - 1, -MATE, MATE)
    return search


def test_a_deep_line_with_many_moves_ends_where_the_room_does(monkeypatch):
    rows = ["k15", "p" * 16, "1" + "QQ1" * 5, "16", "16", "16", "1" + "QQ1" * 5, "16", "16"]
    rows += ["1qq" * 5 + "1", "16", "16", "1qq" * 5 + "1", "P" * 16, "K15"]
    shield = 'P = { name = "Pawn", sprite = "pawn", moves = "W" }'
    board = Board(parse(own_game(others=shield), "large"), "/".join(rows) + " w")
    workspace = workspace_for(board.variant, overrides={"recapture": 0})
    short = np.zeros(1000 + 2 * ROOM, np.int64)
    works, search = [], searcher.search

    def noted(tables, position, scratch, work, *given):
        works.append(work)
        return search(tables, position, scratch, work, *given)

    monkeypatch.setattr(searcher, "search", noted)
    assert searched(board, workspace._replace(moves=short, order=short), 300).nodes == 300
    last_written = int(np.flatnonzero(works[0].moves).max())
    assert 1000 < last_written < 1000 + 2 * moves_at_most(board.variant, board.position)


def test_a_long_game_before_the_search_leaves_room_for_the_deepest_line(monkeypatch):
    board = Board("chess", "4k3/4p3/8/8/8/8/4P3/4K3 w")
    monkeypatch.setattr(Board, "past_keys", property(lambda self: [1] * (2 * MAX_PAST)))
    workspace = workspace_for(board.variant)
    assert searched(board, workspace, 400).nodes == 400
    assert len(workspace.keys) > MAX_PAST + MAX_PLY


def check_bounds(board, choose, plies):
    """Play at random, captures first as a rule: the bound holds at every ply, and never grows."""
    most = moves_at_most(board.variant, board.position)
    for _ in range(plies):
        legal_moves = board.legal_moves
        now = moves_at_most(board.variant, board.position)
        assert len(legal_moves) <= now <= most, board.fen()
        if board.is_game_over() or not legal_moves:
            break
        takes = [move for move in legal_moves if board.is_capture(move) or move.promotion]
        board.push(choose.choice(takes if takes and choose.random() < 0.7 else legal_moves))
        most = now


def check_bounds_of_file(text, seed):
    """As :func:`check_bounds`, from the start and from random positions of a game."""
    choose = random.Random(seed)
    game = parse(text, "random")
    for start in (fen.start(game), *placements(game, choose)[:4]):
        if is_possible(game, start):
            check_bounds(Board(game, start, seed=seed), choose, 40)


@pytest.mark.parametrize("name", ["crossed", "marked"])
def test_a_marked_piece_counts_as_what_it_was(name):
    for seed in range(10):
        check_bounds_of_file((DATA / f"{name}.toml").read_text("utf-8"), seed)


@pytest.mark.parametrize(
    "name", ["crazyhouse", "shogi", "seirawan", "sittuyin", "atomic", "supply", "chessgi", "random-wormhole"]
)
def test_the_bound_never_grows_in_a_game_of_the_catalogue(name):
    for seed in range(3):
        check_bounds(Board(name, seed=seed), random.Random(seed), 80)


@given(st.integers(0, 1 << 32))
@examples(400)
def test_the_bound_never_grows_in_a_random_game(seed):
    with contextlib.suppress(VariantError, FenError):  # not all files are games
        check_bounds_of_file(random_file(seed), seed)


def test_a_piece_that_becomes_another_one_by_steps_counts_as_the_last():
    """A piece that promotes in place makes a promotion of another piece to it dear."""
    others = """
A = { name = "A", sprite = "pawn", moves = "W", promotes_to = "B", promotion = "optional" }
B = { name = "B", sprite = "pawn", moves = "W", promotes_to = "Q", promotes_in_place = true }
"""
    game = parse(own_game(others=others), "large")
    rows = "k15/16/8A7/16/16/16/16/16/16/16/16/16/16/16/K15"
    check_bounds(Board(game, f"{rows} w"), random.Random(1), 20)
    assert moves_at_most(game, Board(game, f"{rows} w").position) > 100


def test_promoted_pieces_that_come_back_as_what_they_were_are_refused_if_they_might_have_too_many_moves():
    game = load(DATA / "overflow.toml")
    with pytest.raises(FenError, match=r"might have .* moves; at most 16383 are allowed"):
        Board(game, (DATA / "overflow.fen").read_text("utf-8"))


@pytest.fixture
def unbounded(monkeypatch):
    """As if the bound were wrong: any position is read."""
    monkeypatch.setattr(fen, "moves_fit", lambda _game, _position: True)


FULL = "k1PPPPPPPPPPPP/14/PPPPPPPPPPPPPP/14/PPPPPPPPPPPPPP/14/14/14/14/14/14/14/K13[PPPPQQQQ] w"


@pytest.mark.skipif(not available(), reason="there is no numba")
def test_a_list_that_is_full_overwrites_nothing_and_ends_the_game(unbounded):
    board = guarded_board(load(DATA / "overflow.toml"), FULL, seed=0, most=ROOM - 1)
    assert board.legal_moves == []
    assert board.outcome().termination is Termination.OVERFULL
    assert board.outcome().reason() == "A draw: there are more moves than the program can list."
    check_search(board)
    with pytest.raises(ValueError, match="a position has more moves than perft can list"):
        board.perft(1)


@pytest.fixture
def little_room(monkeypatch):
    """As if there were room for 25 moves and those of a piece; the plain loops, which check each index."""
    for module in (moves, legal, calls):
        monkeypatch.setattr(module, "MAX_MOVES", 25)
    monkeypatch.setattr(board_module, "current", lambda: board_module.PLAIN)


def test_a_game_ends_where_its_moves_do_not_fit(little_room):
    board = Board("chess")
    assert len(board.legal_moves) == 20
    board.push_san("e4")
    assert board.outcome() is None
    board.push_san("e5")
    assert board.outcome().termination is Termination.OVERFULL
    assert board.legal_moves == []
    for text in ("Nf3", "e4e5"):
        with pytest.raises(MoveError, match="there are more moves here than the program can list"):
            board.push_san(text)
    assert board.push_sans(["Nf3"]) == 0
    board.pop()
    assert len(board.legal_moves) == 20


def test_a_record_of_such_a_game_is_read_as_far_as_it_goes(little_room):
    with pytest.raises(PgnError, match=r"'Nf3': there are more moves here than the program can list"):
        list(pgn.read('[Variant "chess"]\n\n1. e4 e5 2. Nf3 *'))
    (game,) = pgn.read('[Variant "chess"]\n\n1. e4 e5 *')
    assert game.end().board().outcome().termination is Termination.OVERFULL


def test_the_window_says_why_such_a_game_is_over(little_room, tmp_path):
    with driving(tmp_path) as drive:
        driver = two_players(drive, variant=variant("chess"))
        driver.move("e2e4")
        driver.move("e7e5")
        assert (
            driver.match.result.outcome.reason() == "A draw: there are more moves than the program can list."
        )
