"""Counting lines of play, by which move generators are tested and timed."""

from __future__ import annotations

import numpy as np

from wormhole.rules.loops.moves import legal_moves
from wormhole.rules.loops.play import play, take_back
from wormhole.rules.position import UNDO, Position, Scratch
from wormhole.rules.tables import Tables


def perft(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    moves: np.ndarray,
    start: int,
    undo: np.ndarray,
    depth: int,
) -> int:
    """How many lines of ``depth`` (1 or more) plies there are.

    ``moves`` is written from index ``start``, ``undo`` from ``depth * UNDO`` down; see
    https://www.chessprogramming.org/Perft.
    """
    end = legal_moves(tables, position, scratch, moves, start)
    if depth == 1:
        return end - start
    count = 0
    for index in range(start, end):
        move = moves[index]
        play(tables, position, move, undo, depth * UNDO)
        count += perft(tables, position, scratch, moves, end, undo, depth - 1)
        take_back(tables, position, move, undo, depth * UNDO)
    return count
