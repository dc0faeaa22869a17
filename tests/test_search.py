"""Results of the search, and its limits."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.data_files import each, rows
from tests.support.exact_search import EXACT, LISTING_PLY
from tests.support.parts import examples
from tests.support.patience import PATIENCE_SECONDS
from tests.support.random_games import WORMHOLE, boards
from wormhole import Board, variant
from wormhole.compiling.groups import available
from wormhole.engine.levels import LEVELS, Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.thinker import Thinker
from wormhole.rules.game_file import parse

PRUNED_PLIES = 4
"""Plies beyond the length of a mate that the search needs, since it does not search the last plies fully."""


@pytest.fixture(scope="module")
def thinker():
    return Thinker(variant("wormhole"), fast=available())


@pytest.fixture(scope="module")
def exact_thinker():
    return Thinker(variant("wormhole"), fast=available(), overrides=EXACT)


@each("mates")
def test_the_shortest_mate_is_found_where_nothing_is_left_out(exact_thinker, row):
    """``first``: every move that mates in that many moves."""
    board = Board(fen=row["fen"])
    plies = 2 * row["in"] - 1
    move = exact_thinker.think(board, Limit(depth=plies + LISTING_PLY))
    thought = exact_thinker.thought()
    assert move.text in row["first"]
    assert thought.score_centipawns == MATE - plies
    assert len(thought.line) == plies
    assert_mates(board, thought.line)


@each("mates")
def test_a_mate_is_found_as_it_usually_searches(thinker, row):
    """Not always the shortest mate, but its line must end with it."""
    board = Board(fen=row["fen"])
    plies = 2 * row["in"] - 1
    move = thinker.think(board, Limit(depth=plies + PRUNED_PLIES))
    thought = thinker.thought()
    assert move.text in row["first"]
    assert thought.score_centipawns > MATE_BOUND
    assert len(thought.line) == MATE - thought.score_centipawns
    assert_mates(board, thought.line)


def assert_mates(board, line):
    for text in line:
        board.push(board.parse_uci(text))
    assert board.outcome().winner is not board.turn


@pytest.mark.parametrize("row", [row for row in rows("mates") if row["in"] == 2])
def test_being_mated_is_found(exact_thinker, row):
    """The losing side of a mate in two after one move: mated in two plies."""
    board = Board(fen=row["fen"])
    board.push_uci(row["first"][0])
    for reply in board.legal_moves:
        board.push(reply)
        exact_thinker.think(board, Limit(depth=1 + LISTING_PLY))
        assert exact_thinker.thought().score_centipawns == MATE - 1
        board.pop()
    if len(board.legal_moves) > 1:
        exact_thinker.think(board, Limit(depth=2 + LISTING_PLY))
        assert exact_thinker.thought().score_centipawns == 2 - MATE


@given(boards(), st.integers(1, 3), st.none() | st.integers(1, 500))
@examples(60)
def test_the_answer_is_legal(board, depth, nodes):
    thinker = Thinker(board.variant, fast=available())
    before = board.fen(), board.position.links.tobytes()
    move = thinker.think(board, Limit(depth=depth, nodes=nodes))
    assert (board.fen(), board.position.links.tobytes()) == before
    assert (move is None) is board.is_game_over()
    assert move is None or board.is_legal(move)


@given(WORMHOLE)
@examples(40)
def test_the_line_can_be_played_and_begins_with_the_answer(thinker, board):
    move = thinker.think(board, Limit(depth=3))
    line = thinker.thought().line
    assert line[:1] == ((move.text,) if move else ())
    for text in line:
        board.push(board.parse_uci(text))


def test_a_kings_first_move_captures_no_defended_king():
    """After Nxa5 and Kxa5 the black king on f10 reaches a5 like a queen, but White's queen guards a5."""
    north = "xrxbxkbnrr/xxppxxxxxx/x1xx1px1x1/xp2xxxppx/p1n1P1p1xx"
    south = "3x1N2Pp/Kxxxx2PxB/PPxNPxx1x1/xxrxxxPxxP/RRxxQxxxRR"
    board = Board("cheshire10", f"{north}/{south} b k - 0 23")
    thinker = Thinker(board.variant, fast=available())
    thinker.think(board, Limit(depth=1))
    line, game = thinker.thought().line, board.copy()
    assert line
    for text in line:
        game.push_uci(text)
    for text in ("c6a5", "a4a5"):
        board.push_uci(text)
    assert thinker.think(board, Limit(depth=1)).text != "f10a5"
    assert "f10a5" not in [move.text for move in board.legal_moves]


KINGS_ARE_TAKEN = """
inherits = "chess"
title = "Taken kings"
[endings]
goal = "capture"
"""
QUEENLY_KNIGHTS = """
inherits = "wormhole-fide"
title = "Queenly knights"
[pieces.N]
moves = "NiQ"
home_rank = 1
"""


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (KINGS_ARE_TAKEN, "4k3/p7/8/8/1pP5/8/8/4K3 b - - 0 1"),
        (KINGS_ARE_TAKEN, "4k2r/8/8/8/8/8/5PPP/4K2R w - - 0 1"),
        (QUEENLY_KNIGHTS, "rkr5/p1p4p/8/8/8/8/8/KN5r b - - 0 1"),
    ],
    ids=["en passant", "castling", "pinned"],
)
def test_games_from_files_have_playable_lines_too(text, fen):
    board = Board(parse(text, "own"), fen)
    thinker = Thinker(board.variant, fast=available())
    assert board.is_legal(thinker.think(board, Limit(depth=1)))
    for move in board.legal_moves:
        assert thinker.think(board, Limit(depth=1), among=[move.text]) == move
        twin = board.copy()
        for line_move in thinker.thought().line:
            twin.push_uci(line_move)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_depth_limit(thinker, depth):
    thinker.think(Board(), Limit(depth=depth))
    assert thinker.thought().depth == depth


@pytest.mark.parametrize("nodes", [100, 1000, 20_000])
def test_node_limit(thinker, nodes):
    board = Board()
    assert board.is_legal(thinker.think(board, Limit(nodes=nodes)))
    assert thinker.thought().nodes == nodes


@pytest.mark.parametrize("nodes", [1, 2])
def test_a_limit_too_small_for_any_move_still_looks_one_ply_ahead(thinker, nodes):
    hanging = Board(fen="4k3/8/8/3l4/8/4N3/8/4K3 w")
    assert thinker.think(hanging, Limit(nodes=nodes)).text == "e3d5"


def test_a_time_limit_ends_the_search(thinker):
    board = Board()
    assert board.is_legal(thinker.think(board, Limit(seconds=0.05)))
    assert thinker.thought().depth >= 1


def test_stop_ends_the_search(thinker):
    board, found, deep = Board(), [], threading.Event()

    def on_thought(thought):
        if thought.depth == 3:
            deep.set()

    thread = threading.Thread(
        target=lambda: found.append(thinker.think(board, Limit(), on_thought=on_thought)), daemon=True
    )
    thread.start()
    assert deep.wait(PATIENCE_SECONDS)
    assert thread.is_alive()
    thinker.stop()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
    assert board.is_legal(found[0])


def test_an_unwanted_search_is_not_begun(thinker):
    assert thinker.think(Board(), Limit(depth=3), wanted=lambda: False) is None
    assert thinker.thought().nodes == 0


def test_the_only_move_needs_no_thought(thinker):
    board = Board(fen="xCxxkwxx/xpxpppxx/c1xx2x1/x1xxcxpx/NxPpx1xn/W4wP1/PxxxPPxx/CxxLKxNx b")
    (only,) = board.legal_moves
    assert thinker.think(board, Limit(depth=20, seconds=PATIENCE_SECONDS)) == only
    assert thinker.thought().depth == 1


def test_no_move_when_the_game_is_over(thinker):
    board = Board(fen="Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b")
    assert thinker.think(board, Limit(depth=3)) is None


def test_hanging_pieces_are_captured(thinker):
    board = Board(fen="7k/8/8/2c5/8/3N4/8/K7 w")
    assert thinker.think(board, Limit(depth=2)).text == "d3c5"


def test_levels_are_numbered_and_grow():
    assert [level.number for level in LEVELS] == list(range(1, 11))
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.limit.depth <= stronger.limit.depth
        assert weaker.solver_seconds <= stronger.solver_seconds
    assert all(level.name and level.about for level in LEVELS)
    assert all(level.limit.seconds for level in LEVELS)
    assert all(level.sight.is_perfect or level.sight.mates_seen for level in LEVELS[3:])
    assert LEVELS[-1].sight.is_perfect
