"""Perft counts from ``data/perft.jsonl``: ``nodes`` for depth 1, 2, 3, ... of a position."""

from __future__ import annotations

import pytest

from tests.support.data_files import each
from tests.support.parts import mostly_exhaustive
from wormhole import Board
from wormhole.compiling.groups import available

PLAIN_NODES = (3_000, 30_000)
"""The largest counts for the plain loops; the last takes a tenth of a second."""


def counts(row, most_nodes, *, fast):
    board = Board(row["variant"], row["fen"])
    depths = [depth for depth, nodes in enumerate(row["nodes"], 1) if nodes <= most_nodes]
    return [board.perft(depth, fast=fast) for depth in depths]


@pytest.mark.skipif(not available(), reason="numba is not here")
@each("perft")
def test_compiled(row):
    assert counts(row, float("inf"), fast=True) == row["nodes"]


@pytest.mark.parametrize("most", mostly_exhaustive(PLAIN_NODES, PLAIN_NODES[0]))
@each("perft")
def test_plain(row, most):
    assert counts(row, most, fast=False) == [nodes for nodes in row["nodes"] if nodes <= most]


@each("perft")
def test_by_playing_on_the_board(row):
    board = Board(row["variant"], row["fen"])
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += len(board.legal_moves)
        board.pop()
    assert [len(board.legal_moves), count] == row["nodes"][:2]
