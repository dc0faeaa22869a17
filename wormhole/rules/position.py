"""What stands where, as the small arrays that the loops change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.tables import MAX_NODES, Tables

SLOTS = 128
"""Places for pieces a side. A piece keeps its slot as long as it lives; slot 0 of a side is its royal
piece's."""
NO_SLOT = 255

TURN, CLOCK, PLY, RIGHTS, EP_SQUARE, EP_SQUARE_TOO, EP_VICTIM, SLOTS_USED = range(8)
"""Indices of ``Position.state``. ``RIGHTS``: see ``Tables.rights_kept``. ``EP_SQUARE`` and
``EP_SQUARE_TOO`` are the squares that the last move passed, where its piece, now on ``EP_VICTIM``, can be
captured; ``OFF`` for none.
``SLOTS_USED + side`` counts the slots in use by a side."""
STATE = 9

SAVED = 11
"""Length of a row of the record by which a move is taken back."""

MAX_MOVES = 16384
"""Room for the moves of one position; :mod:`wormhole.rules.room` sees to it that they fit."""

MAX_PLY = 96
"""Lines of play are followed no deeper than this."""

LONGEST_EXCHANGE = 64
"""Captures on one square in a row that a line may end with."""

MOVES_OF_LINE, SAVED_OF_LINE = 200 * MAX_PLY + 2 * MAX_MOVES, SAVED * (MAX_PLY + LONGEST_EXCHANGE + 1)
"""Room for the moves of all plies of a line, one ply behind the other, and to take them back. It is the same
for whoever follows a line: numba compiles the loops once for each length that it meets. A search goes no
deeper from where there is no room for the moves of two plies."""


class Position(NamedTuple):
    """A position. ``links`` as in the tables, with removed squares unlinked.

    * ``links`` uint8[4096]
    * ``pieces`` uint8[256]: the piece on each square, ``EMPTY`` or ``GONE``; ``pieces[OFF]`` is ``GONE``
    * ``squares`` uint8[256]: the square of slot ``side << 7 | slot``, ``OFF`` when captured
    * ``slots`` uint8[256]: the slot of the piece on a square, ``NO_SLOT`` if there is none
    * ``counters`` uint8[256]: 1 where a counter lies; it sleeps under a piece, and else is a wormhole
    * ``state`` int64[9]: side to move, half-move clock, plies played, and what else its indices name
    """

    links: np.ndarray
    pieces: np.ndarray
    squares: np.ndarray
    slots: np.ndarray
    counters: np.ndarray
    state: np.ndarray


class Scratch(NamedTuple):
    """Arrays that the loops write on and that mean nothing between calls. One for each thread.

    * ``reach`` uint8[4096]: where each node of a tree stands, or with passages each place that a path
      came to; ``behind`` uint16[4096]: with passages, the index of the place before it
    * ``seen``, ``pinned`` and ``ridden`` int64[256]: squares marked with a ``stamp`` int64[2]: ``seen``
      with the newest ``stamp[0]``, ``pinned`` with the one when it was marked, ``ridden`` with the newest
      ``stamp[1]``
    """

    reach: np.ndarray
    behind: np.ndarray
    seen: np.ndarray
    pinned: np.ndarray
    ridden: np.ndarray
    stamp: np.ndarray


def empty_position(tables: Tables) -> Position:
    """A position with the whole board and nobody on it, White to move."""
    state = np.zeros(STATE, np.int64)
    state[EP_SQUARE : EP_VICTIM + 1] = OFF
    return Position(
        tables.links.copy(),
        tables.board.copy(),
        np.full(2 * SLOTS, OFF, np.uint8),
        np.full(ROW, NO_SLOT, np.uint8),
        np.zeros(ROW, np.uint8),
        state,
    )


def new_scratch() -> Scratch:
    """Scratch arrays for one thread."""
    marks = (np.zeros(ROW, np.int64) for _ in range(3))
    reach, behind = np.zeros(MAX_NODES, np.uint8), np.zeros(MAX_NODES, np.uint16)
    return Scratch(reach, behind, *marks, np.zeros(2, np.int64))
