"""The arrays that a search writes on, and through which it is watched and stopped."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, UNDO_OF_LINE
from wormhole.rules.tables import MAN_NUMBERS

MAX_PAST = 1024
"""No game has more moves in a row without a capture or a pawn's move that matter."""

MATE = 1_000_000
"""Score of a game lost on the spot; one lost in n plies scores n less."""

MATE_BOUND = MATE - 2 * MAX_PLY
"""Scores beyond this are mates."""

STOP, NODES, NODE_LIMIT, PAST, ALLOWED, DEPTH, SELECTIVE_DEPTH, SCORE, LINE_LENGTH, LINE = range(10)
"""Indices of ``Workspace.report``; from ``LINE`` on stand the moves of the best line so far."""


class Workspace(NamedTuple):
    """Everything a search needs beside the position; one for each thread.

    * ``worth`` int64[64 * 256]: centipawns that man ``m`` is worth on a square, at ``m << 8 | square``
    * ``moves``, ``order`` int64: the moves of all plies of the line, one ply behind the other, and the keys
      they are sorted by
    * ``undo`` int64: records to take moves back
    * ``killers`` int64[2 * MAX_PLY]: quiet moves that refuted a sibling
    * ``history`` int64[64 * 256]: how often man ``m``'s move to a square refuted, at ``m << 8 | square``
    * ``lines`` int64[MAX_PLY * MAX_PLY]: the best line from each ply; ``lengths`` int64[MAX_PLY]
    * ``keys`` int64: keys of the ``report[PAST]`` positions before the search, then of those on the line
    * ``allowed`` int64: the ``report[ALLOWED]`` moves that are considered first; all, if it is 0
    * ``report`` int64: what the search tells and is told, see ``STOP`` and the rest
    """

    worth: np.ndarray
    moves: np.ndarray
    order: np.ndarray
    undo: np.ndarray
    killers: np.ndarray
    history: np.ndarray
    lines: np.ndarray
    lengths: np.ndarray
    keys: np.ndarray
    allowed: np.ndarray
    report: np.ndarray


def new_workspace(worth: np.ndarray) -> Workspace:
    """Room for one search, with that table of worths."""
    return Workspace(
        worth=worth,
        moves=np.zeros(MOVES_OF_LINE, np.int64),
        order=np.zeros(MOVES_OF_LINE, np.int64),
        undo=np.zeros(UNDO_OF_LINE, np.int64),
        killers=np.zeros(2 * MAX_PLY, np.int64),
        history=np.zeros(MAN_NUMBERS * 256, np.int64),
        lines=np.zeros(MAX_PLY * MAX_PLY, np.int64),
        lengths=np.zeros(MAX_PLY + 1, np.int64),
        keys=np.zeros(MAX_PAST + MAX_PLY, np.int64),
        allowed=np.zeros(MAX_MOVES, np.int64),
        report=np.zeros(LINE + MAX_PLY, np.int64),
    )
