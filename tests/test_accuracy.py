"""Accuracy and judgements of moves. The games' accuracies are those of lichess' own tests of the formula."""

from __future__ import annotations

import pytest

from wormhole import BLACK, WHITE
from wormhole.engine.evaluation import Evaluation, chance_of_centipawns, win_chance
from wormhole.engine.review import Judgement, centipawn_loss, game_accuracy, judgement, move_accuracy

LICHESS_STEEPNESS = 0.00368208
FIRST = 15
"""The evaluation of the start in lichess' tests, in centipawns."""


@pytest.mark.parametrize(
    ("centipawns", "white", "black", "within"),
    [
        ([15, 15], 100, 100, 1),
        ([-900, -900], 10, 100, 5),
        ([15, 900], 100, 10, 5),
        ([-900, 0], 10, 10, 5),
        ([15] * 20, 100, 100, 1),
        ([*[15] * 20, -900], 50, 100, 5),
        ([*[15] * 21, 900], 100, 50, 5),
        ([-50, 15] * 5, 76, 76, 8),
        ([-50, 15] * 50, 76, 76, 8),
        ([-135, 15] * 50, 54, 54, 8),
        ([-435, 15] * 50, 20, 20, 8),
    ],
)
def test_games_of_lichess_own_tests(centipawns, white, black, within):
    chances = [chance_of_centipawns(score, LICHESS_STEEPNESS) for score in (FIRST, *centipawns)]
    found = game_accuracy(chances, WHITE)
    assert 100 * found[WHITE] == pytest.approx(white, abs=within)
    assert 100 * found[BLACK] == pytest.approx(black, abs=within)


def test_a_side_without_a_move_has_no_accuracy():
    assert game_accuracy([0.5, 0.5], BLACK) == {BLACK: pytest.approx(1.0), WHITE: None}
    assert game_accuracy([0.5], WHITE) == {WHITE: None, BLACK: None}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(0.5, 0.6, 1.0), (0.5, 0.5, 1.0), (0.9, 0.8, 0.645), (0.9, 0.6, 0.257), (1.0, 0.0, 0.0)],
)
def test_the_accuracy_of_a_move(before, after, expected):
    assert move_accuracy(before, after) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (0.50, 0.46, None),
        (0.50, 0.45, Judgement.INACCURACY),
        (0.50, 0.40, Judgement.MISTAKE),
        (0.50, 0.35, Judgement.BLUNDER),
        (1.00, 0.00, Judgement.BLUNDER),
        (0.40, 0.90, None),
    ],
)
def test_what_a_move_is_called(before, after, expected):
    assert judgement(before, after) is expected


@pytest.mark.parametrize(
    ("before", "after", "mover", "expected"),
    [
        (Evaluation(50), Evaluation(-20), WHITE, 70),
        (Evaluation(50), Evaluation(-20), BLACK, 0),
        (Evaluation(-20), Evaluation(50), BLACK, 70),
        (Evaluation(moves_to_win=2), Evaluation(700), WHITE, 300),
        (Evaluation(2500), Evaluation(moves_to_win=4), WHITE, 0),
        (Evaluation(moves_to_win=-1), Evaluation(moves_to_win=1), BLACK, 2000),
    ],
)
def test_lost_centipawns(before, after, mover, expected):
    assert centipawn_loss(before, after, mover) == expected


def test_chances_are_whites_and_even_at_zero():
    assert win_chance(Evaluation(0)) == 0.5
    assert win_chance(Evaluation(-400_000)) == 0.0, "a score without bound"
    assert win_chance(Evaluation(0, is_proven=True)) == 0.5
    assert win_chance(Evaluation(moves_to_win=9)) == 1.0
    assert win_chance(Evaluation(moves_to_win=-9)) == 0.0
    assert win_chance(Evaluation(200)) == pytest.approx(1 - win_chance(Evaluation(-200)))
