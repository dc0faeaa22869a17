"""Perft: counting leaf nodes, to test and time the move generator."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.loops.moves import legal_moves
from wormhole.rules.loops.play import play, undo
from wormhole.rules.position import MOVES_OF_LINE, SAVED, SAVED_OF_LINE, Position, Scratch
from wormhole.rules.tables import Tables


class Buffers(NamedTuple):
    """Arrays that :func:`perft` writes to.

    * ``moves`` int64: the moves of all plies of the line, one ply after the other
    * ``saved`` int64: an undo record for each ply
    """

    moves: np.ndarray
    saved: np.ndarray


def new_buffers() -> Buffers:
    """Arrays for a perft of up to ``MAX_PLY`` plies."""
    return Buffers(np.zeros(MOVES_OF_LINE, np.int64), np.zeros(SAVED_OF_LINE, np.int64))


def perft(
    tables: Tables, position: Position, scratch: Scratch, buffers: Buffers, start: int, depth: int
) -> int:
    """The number of leaf nodes at ``depth`` (1 or more) plies; writes ``buffers.moves`` from ``start``.

    See https://www.chessprogramming.org/Perft.
    """
    moves, saved = buffers.moves, buffers.saved
    end = legal_moves(tables, position, scratch, moves, start)
    if depth == 1:
        return end - start
    count = 0
    for index in range(start, end):
        move = moves[index]
        play(tables, position, move, saved, depth * SAVED)
        count += perft(tables, position, scratch, buffers, end, depth - 1)
        undo(tables, position, move, saved, depth * SAVED)
    return count
