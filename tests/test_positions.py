"""Positions reached by play, with their legal moves, as ``data/GAME.jsonl`` has them for every game."""

from __future__ import annotations

from itertools import chain

import pytest
from data_files import each, rows

from wormhole import Board, variants

POSITIONS = list(chain.from_iterable(rows(name) for name in variants()))


def names(position):
    return f"{position['variant']}-{'-'.join(position['moves'][-2:]) or 'start'}-{len(position['moves'])}"


def facts(board):
    """What a line of the data says of a position."""
    return {
        "fen": " ".join(board.fen().split()[:2]),
        "legal": sorted(move.text for move in board.legal_moves),
        "check": board.is_check(),
    }


def told(position):
    return {key: position[key] for key in ("fen", "legal", "check")}


@pytest.mark.parametrize("position", POSITIONS, ids=names)
def test_reached_by_play(position):
    board = Board(position["variant"])
    for text in position["moves"]:
        board.push_uci(text)
    assert facts(board) == told(position)


@pytest.mark.parametrize("position", rows("wormhole"), ids=names)
def test_read_from_its_fen(position):
    """In Wormhole Chess what stands where is all; in other games castling and repetition count as well."""
    assert facts(Board(position["variant"], position["fen"])) == told(position)


@each("chained_wormholes")
def test_a_step_through_several_wormholes(row):
    """The ``chained`` moves go in, or over, where they have just come out."""
    assert set(row["chained"]) <= set(row["legal"])
    board = Board("random-wormhole", row["fen"])
    assert sorted(move.text for move in board.legal_moves) == row["legal"]
    assert board.is_check() == row["check"]
