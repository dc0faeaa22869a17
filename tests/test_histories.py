"""Histories of quiet moves: their bounds, the moves that they apply to, their clearing; and corrections."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from wormhole import Board, variant
from wormhole.compiling.arrays import views
from wormhole.compiling.groups import available
from wormhole.engine.configuration import workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.loops.histories import (
    MOST_HISTORY,
    clear_histories,
    correction,
    halve_continuations,
    halve_histories,
    history_of,
    place_of,
    structure_after,
    structure_correction,
    structure_of,
    update_correction,
    update_histories,
)
from wormhole.engine.loops.workspace import CONTINUATIONS, CORRECTION, PLACE, STRUCTURE, UNKNOWN, at
from wormhole.engine.thinker import Thinker
from wormhole.rules.tabulation import tables

KNIGHT, ROOK = 4, 6
PLY = 3


@pytest.fixture
def work():
    """A workspace after a knight's move to square 18 and a rook's to 40, as the plain loops take it."""
    found = views(workspace_for(variant("chess")))
    play_before(found)
    return found


def play_before(work):
    work.stack[at(PLY - 2, PLACE)] = place_of(KNIGHT, 18)
    work.stack[at(PLY - 1, PLACE)] = place_of(ROOK, 40)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_history_grows_to_its_bound(work, sign):
    before = 0
    for _ in range(500):
        update_histories(work, PLY, KNIGHT, 33, 12, sign)
        now = history_of(work, PLY, KNIGHT, 33)
        assert sign * now >= sign * before
        before = now
    assert 0.9 * 3 * MOST_HISTORY < sign * before <= 3 * (MOST_HISTORY + 1)


def test_it_is_that_of_the_piece_the_square_and_the_moves_before(work):
    update_histories(work, PLY, KNIGHT, 33, 6, 1)
    known = history_of(work, PLY, KNIGHT, 33)
    assert known > 0
    assert history_of(work, PLY, ROOK, 33) == history_of(work, PLY, KNIGHT, 34) == 0
    work.stack[at(PLY - 1, PLACE)] = place_of(ROOK, 41)
    assert 0 < history_of(work, PLY, KNIGHT, 33) < known
    work.stack[at(PLY - 2, PLACE)] = place_of(KNIGHT, 19)
    alone = history_of(work, PLY, KNIGHT, 33)
    assert 0 < alone < known
    work.features[CONTINUATIONS] = 0
    assert history_of(work, PLY, KNIGHT, 33) == alone, "without continuations"


def test_between_moves_all_histories_fade(work):
    update_histories(work, PLY, KNIGHT, 33, 9, 1)
    known = history_of(work, PLY, KNIGHT, 33)
    arrays = type(work)(*map(np.asarray, work))
    halve_histories(arrays)
    play_before(work)
    assert known // 2 < history_of(work, PLY, KNIGHT, 33) < known, "those after other moves are as before"
    halve_continuations(arrays)
    assert history_of(work, PLY, KNIGHT, 33) == pytest.approx(known / 2, abs=2)
    clear_histories(arrays)
    assert history_of(work, PLY, KNIGHT, 33) == 0


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("error", [-90, 60])
def test_all_corrections_together_make_up_an_error_once(work, percent, error):
    work.features[CORRECTION] = percent
    work.stack[at(PLY, STRUCTURE)] = 5
    position = views(Board("chess").position)
    for _ in range(500):
        known = correction(work, PLY) + structure_correction(position, work, PLY)
        update_correction(position, work, PLY, 9, error - known)
    assert correction(work, PLY) + structure_correction(position, work, PLY) == pytest.approx(error, abs=1)
    work.stack[at(PLY, STRUCTURE)] = 6
    assert structure_correction(position, work, PLY) == 0


def test_a_pawn_structure_is_that_of_the_pawns():
    def structure(*moves):
        board = Board("chess")
        for move in moves:
            board.push_uci(move)
        return structure_of(views(tables(board.variant)), views(board.position))

    start = structure()
    assert start == structure("g1f3") == structure("b1c3", "b8a6")
    assert len({start, structure("e2e4"), structure("e2e4", "e7e5"), structure("d2d4", "d7d5")}) == 4


@pytest.mark.parametrize(
    "name", ["chess", "wormhole", "cheshire", "crazyhouse", "atomic", "shogi", "seirawan"]
)
def test_a_pawn_structure_is_the_same_by_its_moves(name):
    random, known = Random(name), 0
    for _ in range(6):
        board = Board(name)
        work = views(workspace_for(board.variant))
        given, position = views(tables(board.variant)), views(board.position)
        while not board.is_game_over() and len(board.move_stack) < 80:
            move = random.choice(board.legal_moves)
            work.stack[at(PLY, STRUCTURE)] = structure_of(given, position)
            after = structure_after(given, position, work, board.number_of(move), PLY)
            board.push(move)
            position = views(board.position)
            assert after in (UNKNOWN, structure_of(given, position))
            known += after != UNKNOWN
    assert known > 50


@pytest.mark.parametrize("name", ["chess", "wormhole"])
def test_places_of_a_game_are_different(name):
    game = variant(name)
    pieces = range(2, 2 + 2 * len(game.piece_types))
    squares = range(game.geometry.squares)
    places = {place_of(piece, square) for piece in pieces for square in squares}
    assert len(places) == len(pieces) * len(squares)


@pytest.mark.skipif(not available(), reason="needs numba")
def test_after_forgetting_a_search_is_as_the_first():
    board, found = Board("chess"), []
    thinker = Thinker(board.variant, fast=True, table_entries=1 << 12)
    for _ in range(3):
        thinker.think(board, Limit(depth=8))
        found.append(thinker.thought().nodes)
        thinker.forget()
    assert found[0] == found[1] == found[2]
    thinker.think(board, Limit(depth=8))
    thinker.think(board, Limit(depth=8))
    assert thinker.thought().nodes < found[0], "the second search knows what the first has found"
    thinker.close()
