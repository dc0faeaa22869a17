"""Counting lines of play, by which move generators are tested and timed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.loops.moves import legal_moves
from wormhole.rules.loops.play import play, take_back
from wormhole.rules.position import MOVES_OF_LINE, UNDO, UNDO_OF_LINE, Position, Scratch
from wormhole.rules.tables import Tables


class Room(NamedTuple):
    """What a count writes on.

    * ``moves`` int64: the moves of all plies of the line, one ply behind the other
    * ``undo`` int64: a record for each ply, to take its move back
    """

    moves: np.ndarray
    undo: np.ndarray


def new_room() -> Room:
    """Room for a count of up to ``MAX_PLY`` plies."""
    return Room(np.zeros(MOVES_OF_LINE, np.int64), np.zeros(UNDO_OF_LINE, np.int64))


def perft(tables: Tables, position: Position, scratch: Scratch, room: Room, start: int, depth: int) -> int:
    """How many lines of ``depth`` (1 or more) plies there are; ``room.moves`` is written from ``start``.

    See https://www.chessprogramming.org/Perft.
    """
    moves, undo = room.moves, room.undo
    end = legal_moves(tables, position, scratch, moves, start)
    if depth == 1:
        return end - start
    count = 0
    for index in range(start, end):
        move = moves[index]
        play(tables, position, move, undo, depth * UNDO)
        count += perft(tables, position, scratch, room, end, depth - 1)
        take_back(tables, position, move, undo, depth * UNDO)
    return count
