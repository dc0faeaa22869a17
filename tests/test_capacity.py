"""Games and positions that could make the loops write outside their arrays are refused when read.

The plain loops run on memoryviews, which refuse such an index.
"""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from wormhole import Board, FenError, VariantError, load, menu, variant
from wormhole.engine import searcher
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE, MAX_PAST
from wormhole.rules.capacity import moves_at_most, plies_that_fit
from wormhole.rules.game_file import parse
from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE

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
    assert moves_at_most(variant(name), position) < 1300
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


def test_a_deep_line_with_many_moves_ends_where_the_room_does():
    rows = ["k15", "p" * 16, "1" + "QQ1" * 5, "16", "16", "16", "1" + "QQ1" * 5, "16", "16"]
    rows += ["1qq" * 5 + "1", "16", "16", "1qq" * 5 + "1", "P" * 16, "K15"]
    shield = 'P = { name = "Pawn", sprite = "pawn", moves = "W" }'
    board = Board(parse(own_game(others=shield), "large"), "/".join(rows) + " w")
    workspace = workspace_for(board.variant, overrides={"recapture": 0})
    short = np.zeros(1000 + 2 * MAX_MOVES, np.int64)
    search = searched(board, workspace._replace(moves=short, order=short), 300)
    assert search.nodes == 300
    last_written = int(np.flatnonzero(search._work.moves).max())
    assert 1000 < last_written < 1000 + 2 * moves_at_most(board.variant, board.position)


def test_a_long_game_before_the_search_leaves_room_for_the_deepest_line(monkeypatch):
    board = Board("chess", "4k3/4p3/8/8/8/8/4P3/4K3 w")
    monkeypatch.setattr(Board, "past_keys", property(lambda self: [1] * (2 * MAX_PAST)))
    workspace = workspace_for(board.variant)
    assert searched(board, workspace, 400).nodes == 400
    assert len(workspace.keys) > MAX_PAST + MAX_PLY
