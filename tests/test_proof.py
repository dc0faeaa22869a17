"""Proofs against every defence: each gets a reply, and the game ends within the proven length."""

from __future__ import annotations

import random

import pytest

from tests.support.data_files import rows
from tests.support.endings import WINNERS, board_of
from wormhole import WHITE, Board
from wormhole.compiling.groups import available
from wormhole.learn.refutation import Prover

ALL_DEFENCES_PLIES = 5
"""In longer proofs, some defences are drawn by lot."""
DRAWN_DEFENCES = 3
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@pytest.mark.parametrize("part", range(4))
def test_every_defence_is_answered_within_the_proven_length(part):
    generator = random.Random(part)
    for row in rows("endings")[part::4]:
        board = board_of(row)
        prover = Prover(board.variant, fast=available())
        solution = prover.prove(board)
        assert solution.winner is WINNERS[row["result"]]
        if solution.winner is not None:
            assert_wins(prover, board, solution.winner, row["plies"], generator)
        prover.close()


def assert_wins(prover, board, winner, plies, generator):
    """Check that the winner wins within so many plies, whatever the other side plays."""
    if board.is_game_over():
        assert board.outcome().winner is winner
        return
    assert plies > 0
    if board.turn is winner:
        solution = prover.prove(board)
        assert solution.winner is winner
        assert solution.moves <= (plies + 1) // 2
        tried = [board.legal_move(solution.line[0])]
    else:
        tried = list(board.legal_moves)
        if plies > ALL_DEFENCES_PLIES:
            tried = generator.sample(tried, min(len(tried), DRAWN_DEFENCES))
    for move in tried:
        board.push(move)
        assert_wins(prover, board, winner, plies - 1, generator)
        board.pop()


def test_where_squares_stay_the_search_proves_mates():
    board = Board("chess", MATE_IN_TWO)
    prover = Prover(board.variant, fast=available())
    solution = prover.prove(board)
    assert (solution.winner, solution.moves, solution.line[0]) == (WHITE, 2, "a1a6")
    prover.close()


def test_nothing_is_proven_where_nothing_can_be_or_dice_are_rolled():
    for name in ("chess", "random-wormhole"):
        board = Board(name, seed=1)
        prover = Prover(board.variant, fast=False)
        assert prover.prove(board, wanted=iter([True] * 3 + [False] * 99).__next__) is None
        prover.close()
