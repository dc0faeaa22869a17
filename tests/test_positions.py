"""Positions reached by play and their legal moves, from ``data/GAME.jsonl`` of every game."""

from __future__ import annotations

import pytest

from tests.support.data_files import each, rows
from wormhole import Board, menu


def facts(board):
    """The facts of a line of the data."""
    return {
        "fen": " ".join(board.fen().split()[:2]),
        "legal": sorted(move.text for move in board.legal_moves),
        "check": board.is_check(),
    }


def expected(position):
    return {key: position[key] for key in ("fen", "legal", "check")}


@pytest.mark.parametrize("name", menu("family"))
def test_reached_by_play(name):
    for position in rows(name):
        board = Board(name)
        for text in position["moves"]:
            board.push_uci(text)
        assert facts(board) == expected(position), position["moves"]


def test_read_from_its_fen():
    """In Wormhole Chess the placement is enough; other games also have castling and repetition."""
    for position in rows("wormhole"):
        board = Board(position["variant"], position["fen"])
        assert facts(board) == expected(position), position["fen"]


@each("chained_wormholes")
def test_a_step_through_several_wormholes(row):
    """The ``chained`` moves go into or over the wormhole that they came out of."""
    assert set(row["chained"]) <= set(row["legal"])
    board = Board("random-wormhole", row["fen"])
    assert sorted(move.text for move in board.legal_moves) == row["legal"]
    assert board.is_check() == row["check"]
