"""The arrays of a position, which the loops change, and their scratch arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.compiling.arrays import CHUNK
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.tables import MAX_NODES, PIECE_NUMBERS, Tables
from wormhole.rules.undo_record import SAVED

SLOTS = 128
"""Slots for pieces per side. A piece keeps its slot until it is captured; slot 0 is for the royal piece. A
piece that is dropped takes the first free one."""
NO_SLOT = 255

TURN, CLOCK, PLY, RIGHTS, EP_SQUARE, EP_SQUARE_TOO, EP_VICTIM, SLOTS_USED = range(8)
"""Indices of ``Position.state``. ``RIGHTS``: see ``Position.rights_kept``. ``EP_SQUARE`` and
``EP_SQUARE_TOO`` are the squares on which the piece on ``EP_VICTIM`` can be captured en passant; ``OFF`` for
none. ``SLOTS_USED + side`` is the number of slots that a side has used."""
CHECKS_LEFT, ENDED, VICTIMS = 9, 10, 11
"""The checks that White has to give yet, plus 16 times those of Black; what has ended the game, one of the
reasons below, or 0; and how many victims of explosions there are."""
COUNT_LIMIT, COUNTED = 12, 13
"""How many plies may be counted, 0 while nobody counts; and how many are, see :mod:`.loops.judgement`."""
PASSED_AT = 14
"""The ply after the newest pass, or -1: if it is ``PLY``, the last move was a pass."""
CHECK_SERIES = 15
"""Where not all checkmates win: bit ``side`` if a check by which checkmate wins is among those that a side
has given since it last gave none; and ``LOSING_CHECK`` if checkmate by the last move loses."""
LOSING_CHECK = 4
STATE = 16

BY_GOAL, BY_EXTINCTION, BY_CHECKS, BY_EXPLOSION, BY_PASSES, BY_FACING = 1, 2, 3, 4, 5, 6
"""Why a game has ended, other than by mate or by rules of draws."""
BY_DECLARED_RULE = 16
"""From here on: by a rule that declares a reason (:func:`.rule.reasons_of`)."""
WOULD_BE_DRAWN = 64
"""Added to the reason if it would be a draw, but somebody wins drawn games."""

TOKEN = 254
"""Stands for the square of the royal piece of a side that has none, in its slot; it is no square, and nothing
stands there."""

KING_FROM, KING_TO, ROOK_FROM, ROOK_TO = range(4)
"""The squares of ``Position.castle`` for a side and a wing."""

# Indices of a victim in ``Position.victims``.
VICTIM_SQUARE, VICTIM_PIECE, VICTIM_SLOT = 0, 1, 2
VICTIM_COUNTER = 3
"""The counter on its square."""
VICTIM_GATE = 4
"""Its right to gate."""
VICTIM_RIGHTS = 5
"""``RIGHTS`` before it vanished."""
VICTIM_WAS = 6
"""What it was before its promotion, see ``Position.was``."""
VICTIM = 7
"""The length of a victim."""
MOST_VICTIMS = 2 * SLOTS
"""How many there can be: pieces only vanish."""

MAX_MOVES = 16384
"""The most moves of one position; :mod:`wormhole.rules.capacity` proves that no position has more.

If one had more all the same, the loops would list no more pieces, and set ``Scratch.overfull``. They look at
this once for each piece: behind so many moves there is ``ROOM`` for those of any one piece, and for all that
does not belong to one piece. The board then ends the game (``Termination.OVERFULL``), a proof stops, and a
search goes on with the moves that it has."""

ROOM = 3 * MAX_MOVES
"""Room for a list of moves: up to ``MAX_MOVES``, and twice what one piece and drops may add, since the
answers to a drop are listed after the moves."""

MAX_PLY = 96
"""Greatest depth of a search or perft."""

LONGEST_EXCHANGE = 64
"""Greatest number of captures that a static exchange evaluation plays beyond a line."""

MOVES_OF_LINE, SAVED_OF_LINE = 5 * CHUNK + 2 * ROOM, SAVED * (MAX_PLY + LONGEST_EXCHANGE + 1)
"""Room for the moves of all plies of a line, one ply after the other, and for their undo records. All callers
use the same lengths, because numba compiles the loops anew for each length. Whole chunks are copied faster
(:mod:`wormhole.compiling.arrays`). A search goes no deeper when the moves of two plies have no room."""


class Position(NamedTuple):
    """A position. ``links`` as in the tables, with removed squares unlinked.

    * ``links`` uint8[4096]
    * ``pieces`` uint8[256]: the piece on each square, ``EMPTY`` or ``GONE``; ``pieces[OFF]`` is ``GONE``
    * ``squares`` uint8[256]: the square of slot ``side << 7 | slot``, ``OFF`` when captured
    * ``slots`` uint8[256]: the slot of the piece on a square, ``NO_SLOT`` if there is none
    * ``counters`` uint8[256]: 1 where a counter lies; it sleeps under a piece, else it is a wormhole
    * ``state`` int64[16]: side to move, half-move clock, plies played, and the rest of the indices above
    * ``castle`` uint8[16]: ``KING_FROM`` and the next, at ``(2 * side + wing) * 4``
    * ``rights_kept`` uint8[256]: the rights kept after a move from or to the square; bit ``2 * side + wing``
    * ``hands`` uint8[64]: how many of piece ``m`` its side has in hand
    * ``was`` uint8[256]: what the piece of a slot was before its promotion, if it becomes that in a hand

    * ``gates`` uint8[256]: 1 for squares whose piece has the right to gate: it has not moved, and lets in a
      piece from the hand when it does
    * ``victims`` uint8[256 * 7]: the pieces that exploded or turned to stone in this game, the newest last;
      see ``VICTIM_SQUARE``

    ``castle`` and ``rights_kept`` are those of the tables, unless kings castle from any array.
    """

    links: np.ndarray
    pieces: np.ndarray
    squares: np.ndarray
    slots: np.ndarray
    counters: np.ndarray
    state: np.ndarray
    castle: np.ndarray
    rights_kept: np.ndarray
    hands: np.ndarray
    was: np.ndarray
    gates: np.ndarray
    victims: np.ndarray


class Scratch(NamedTuple):
    """Working memory of the loops; its content has no meaning between calls. One for each thread.

    * ``reach`` uint8[4096]: the square that each node of a tree reached; with passages, each place that a
      path reached; ``behind`` uint16[4096]: with passages, the index of the place before it
    * ``seen``, ``pinned`` and ``ridden`` int64[256]: squares marked with a ``stamp`` int64[2]: ``seen``
      with the newest ``stamp[0]``, ``pinned`` with the ``stamp[0]`` of its marking, ``ridden`` with the
      newest ``stamp[1]``
    * ``attackers`` int64[256]: the marks of :func:`.attack.mark_checks`
    * ``saved`` int64[22]: the record of a move, see :mod:`.undo_record`
    * ``overfull`` int64[1]: 1 after a list of moves that was full, see ``MAX_MOVES``
    """

    reach: np.ndarray
    behind: np.ndarray
    seen: np.ndarray
    pinned: np.ndarray
    ridden: np.ndarray
    stamp: np.ndarray
    attackers: np.ndarray
    saved: np.ndarray
    overfull: np.ndarray


def empty_position(tables: Tables) -> Position:
    """A position with the whole board, no pieces, and White to move."""
    state = np.zeros(STATE, np.int64)
    state[EP_SQUARE : EP_VICTIM + 1] = OFF
    state[PASSED_AT] = -1
    return Position(
        tables.links.copy(),
        tables.board.copy(),
        np.full(2 * SLOTS, OFF, np.uint8),
        np.full(ROW, NO_SLOT, np.uint8),
        np.zeros(ROW, np.uint8),
        state,
        tables.castle.copy(),
        tables.rights_kept.copy(),
        np.zeros(PIECE_NUMBERS, np.uint8),
        np.zeros(2 * SLOTS, np.uint8),
        np.zeros(ROW, np.uint8),
        np.zeros(VICTIM * MOST_VICTIMS, np.uint8),
    )


def new_scratch() -> Scratch:
    """Scratch arrays for one thread."""
    seen, pinned, ridden, attackers = (np.zeros(ROW, np.int64) for _ in range(4))
    reach, behind = np.zeros(MAX_NODES, np.uint8), np.zeros(MAX_NODES, np.uint16)
    stamp, saved, overfull = (np.zeros(length, np.int64) for length in (2, SAVED, 1))
    return Scratch(reach, behind, seen, pinned, ridden, stamp, attackers, saved, overfull)
