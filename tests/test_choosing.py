"""Selecting a move as a human player does."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from tests.support.parts import examples
from tests.support.patience import PATIENCE_SECONDS
from tests.support.random_games import WORMHOLE
from wormhole import BLACK, WHITE, Board
from wormhole.compiling.groups import available
from wormhole.engine import game_search
from wormhole.engine.levels import LEVELS, Candidate, Limit, Sight, choose, notice
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.opponent import Opponent
from wormhole.engine.solver import Solution

MOVES = Board().legal_moves

ROUGH = Sight(temperature_centipawns=100)


def often(candidates, sight, times=2000):
    generator = random.Random(1)
    return Counter(choose(candidates, sight, generator).text for _ in range(times))


def test_perfect_sight_chooses_the_best():
    candidates = [Candidate(move, score, 0.01) for score, move in enumerate(MOVES)]
    assert often(candidates, Sight(), 20) == {MOVES[-1].text: 20}


def test_a_worse_move_is_chosen_by_how_much_worse_it_is():
    best, near, far = MOVES[:3]
    found = often([Candidate(best, 0), Candidate(near, -100), Candidate(far, -600)], ROUGH)
    assert 0.3 < found[near.text] / found[best.text] < 0.45
    assert found[far.text] < 20


def test_moves_hard_to_notice_are_chosen_less():
    plain, hidden = MOVES[:2]
    found = often([Candidate(plain, 0), Candidate(hidden, 300, 0.25)], Sight(oversight=1))
    assert 0.2 < found[hidden.text] / 2000 < 0.3


def test_when_nothing_is_seen_there_is_still_a_move():
    assert choose([Candidate(MOVES[0], 0, 0.0)], Sight(oversight=1), random.Random(1)) == MOVES[0]


def test_a_mate_within_sight_is_never_overlooked():
    mate = Candidate(MOVES[0], MATE - 1, 0.0)
    other = Candidate(MOVES[1], 500)
    seeing = Sight(oversight=4, temperature_centipawns=200, mates_seen=1)
    assert often([other, mate], seeing, 200) == {MOVES[0].text: 200}
    longer = Candidate(MOVES[0], MATE - 3, 0.0)
    assert often([other, longer], seeing, 200) == {MOVES[1].text: 200}


def test_the_same_seed_chooses_the_same_move():
    candidates = [Candidate(move, 0, 0.5) for move in MOVES]
    first, second = ([choose(candidates, ROUGH, random.Random(seed)) for seed in range(9)] for _ in range(2))
    assert first == second


@given(WORMHOLE)
@examples(30)
def test_how_likely_a_move_is_seen(board):
    for move in board.legal_moves:
        chance = notice(board, move)
        assert 0 < chance <= 1
        if board.check_sign(move):
            assert chance == 1


def test_long_backward_and_folded_moves_are_seen_less():
    board = Board(fen="7k/8/8/3x4/3W4/8/8/7K w")
    by_text = {move.text: notice(board, move) for move in board.legal_moves}
    assert by_text["d4e5"] > by_text["d4e3"]
    folded = [notice(board, move) for move in board.legal_moves if board.route(move).holes]
    assert folded
    assert max(folded) < by_text["d4e5"]


def test_a_recapture_is_seen():
    board = Board(fen="4k3/3p4/4p3/8/5N2/8/8/4K3 w")
    board.push_uci("f4e6")
    (recapture,) = (move for move in board.legal_moves if board.is_capture(move))
    assert notice(board, recapture) == 1


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_every_level_answers(level):
    quick = Limit(min(level.limit.depth, 3), nodes=500)
    opponent = Opponent(Board().variant, fast=available(), generator=random.Random(1))
    board = Board()
    choice = opponent.choose(board, replace(level, limit=quick, solver_seconds=0.0))
    assert board.is_legal(choice.move)


def test_a_solved_ending_is_played_to_its_end():
    board = Board(fen="xnwlkxnc/xxpppxpp/1p3p2/C2c3w/P3x3/2x1PL1N/xPPPxPPP/xNWxKWxC w - - 1 7")
    level = replace(LEVELS[-1], solver_seconds=PATIENCE_SECONDS)
    opponent = Opponent(board.variant, fast=available(), generator=random.Random(1))
    choice = opponent.choose(board, level)
    assert choice.solution.winner is board.turn
    board.push(choice.move)
    assert board.outcome().winner is not board.turn


@pytest.mark.parametrize(
    ("winner", "is_shortest", "is_played"),
    [(WHITE, False, True), (BLACK, True, True), (BLACK, False, False), (None, True, True)],
)
def test_a_loss_whose_length_is_not_known_is_searched(monkeypatch, winner, is_shortest, is_played):
    class Solved:
        def __init__(self, *_game, **_options):
            pass

        def solve(self, _board, **_limits):
            return Solution(winner, 9, ("a2a3",), is_shortest)

    monkeypatch.setattr(game_search, "Solver", Solved)
    opponent = Opponent(Board().variant, fast=available(), generator=random.Random(1))
    level = replace(LEVELS[-1], limit=Limit(nodes=500), solver_seconds=1.0)
    assert (opponent.choose(Board(), level).solution is not None) == is_played
