"""Mates that the search announces, proven by the reference rules.

``pytest -m soak tests/test_announced_mates.py`` proves ten thousand of all games without dice.
"""

from __future__ import annotations

import pytest

from tests.reference.game import Game
from tests.support.announced_mates import Mate, Prover, Verdict, check, games
from tests.support.parts import mostly_exhaustive
from wormhole import BLACK, WHITE, Board, menu, variant
from wormhole.rules.variant import LeftSquare

MATES, SOAK_MATES = 4, 44
WITHOUT_DICE = [name for name in menu("family") if variant(name).left_square is not LeftSquare.RANDOM]
EACH_GAME = mostly_exhaustive(WITHOUT_DICE, "wormhole", "wormhole-smess", "chess")
"""The family without dice; the quick ones fold, capture the royal piece, and keep the squares."""


def assert_proven(name, mates):
    assert [told for verdict, _plies, told in check(name, 0, mates) if verdict is Verdict.WRONG] == []


@pytest.mark.parametrize("name", EACH_GAME)
def test_announced_mates_are_proven(name):
    assert_proven(name, MATES)


@pytest.mark.soak
def test_announced_mates_of_every_game_are_proven():
    for name in games():
        assert_proven(name, SOAK_MATES)


@pytest.mark.parametrize(
    ("mate", "verdict", "line"),
    [
        (Mate(WHITE, 3, "a1a6"), Verdict.PROVEN, ""),
        (Mate(WHITE, 1, "a1a6"), Verdict.WRONG, "a1a6 (the game goes on)"),
        (Mate(WHITE, 3, "b6a7"), Verdict.WRONG, "b6a7 b8a7 (no move wins in time)"),
        (Mate(WHITE, 3, "a1b2"), Verdict.WRONG, "a1b2 (illegal)"),
        (Mate(BLACK, 3, "a1a6"), Verdict.WRONG, ""),
    ],
)
def test_a_claim_is_judged(mate, verdict, line):
    board = Board("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    prover = Prover(board.variant)
    found, said = prover.judge(board, Game.from_fen("chess", board.fen()), mate)
    prover.close()
    assert (found, said[: len(line)]) == (verdict, line)
