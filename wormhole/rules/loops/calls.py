"""The loops that :class:`wormhole.Board` calls: legal moves, push, pop, attacks, key, check sign.

Tables, position and scratch are passed as arrays of one record: a call from Python with these costs a tenth
of a call with the records. Uncompiled they are tuples of one (:mod:`wormhole.compiling.arrays`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from wormhole.compiling.arrays import zeros
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.attack import is_checked
from wormhole.rules.loops.key import key_after, key_after_consequences, position_key
from wormhole.rules.loops.legal import has_legal_move, legal_moves
from wormhole.rules.loops.move_encoding import EN_PASSANT, kind_of
from wormhole.rules.loops.play_and_undo import play, play_null, roll, undo, undo_null
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import (
    BY_EXPLOSION,
    ENDED,
    EP_VICTIM,
    MAX_MOVES,
    MOVES_OF_LINE,
    ROOM,
    SAVED_OF_LINE,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    PIECE_NUMBERS,
    Tables,
)
from wormhole.rules.undo_record import SAVED

KEY, PAST_KEY = SAVED, SAVED + 1
SAVED_OF_BOARD = SAVED + 2
"""Length of a board's row for a ply: what :func:`pop` needs; the key of the position before the move; and the
same for finding repetitions, which differs if a capture en passant is legal, and is 0 if no repetition ends
the game."""

GIVES_NOTHING, GIVES_CHECK, GIVES_MATE = range(3)
NO_ROLL = -1
OVERFULL = -1
"""Instead of a number of moves: there are more than ``MAX_MOVES``."""
NULL_MOVE = 0
"""The number of the null move: no move goes from a square to itself."""


def list_legal(
    tables: Sequence[Tables],
    position: Sequence[Position],
    scratch: Sequence[Scratch],
    moves: np.ndarray,
    saved: np.ndarray,
    row: int,
) -> int:
    """Write the legal moves into ``moves``; returns their number, or ``OVERFULL``.

    The row of the ply gets its past key.
    """
    return list_moves(tables[0], position[0], scratch[0], moves, saved, row)


def list_moves(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, saved: np.ndarray, row: int
) -> int:
    """Do what :func:`list_legal` does, for other loops."""
    scratch.overfull[0] = 0
    end = legal_moves(tables, position, scratch, moves, 0)
    if scratch.overfull[0] != 0 or end > MAX_MOVES:
        end = OVERFULL
    past_key = 0
    if tables.options.repeats:
        past_key = saved[row + KEY]
        if position.state[EP_VICTIM] != OFF:
            for index in range(end):
                if kind_of(moves[index]) == EN_PASSANT:
                    past_key = ~saved[row + KEY]
    saved[row + PAST_KEY] = past_key
    return end


def push(
    tables: Sequence[Tables],
    position: Sequence[Position],
    scratch: Sequence[Scratch],
    move: int,
    saved: np.ndarray,
    row: int,
) -> None:
    """Play a move or ``NULL_MOVE``; save what :func:`pop` needs in ``saved`` from ``row`` on.

    The row has the key of the position; the next row gets that of the next position.
    """
    push_move(tables[0], position[0], scratch[0], move, saved, row)


def push_move(
    tables: Tables, position: Position, scratch: Scratch, move: int, saved: np.ndarray, row: int
) -> None:
    """Do what :func:`push` does, for other loops."""
    key = saved[row + KEY]
    if move == NULL_MOVE:
        play_null(position, saved, row)
        key ^= tables.zobrist[PIECE_NUMBERS * ROW + 16]
    else:
        key = key_after(tables, position, move, key)
        play(tables, position, scratch, move, saved, row)
        if tables.options.consequences:
            key = key_after_consequences(tables, position, saved, row, key)
    saved[row + SAVED_OF_BOARD + KEY] = key


def pop(
    tables: Sequence[Tables], position: Sequence[Position], move: int, saved: np.ndarray, row: int
) -> None:
    """Undo the newest :func:`push`."""
    if move == NULL_MOVE:
        undo_null(position[0], saved, row)
    else:
        undo(tables[0], position[0], move, saved, row)


def attacks(
    tables: Sequence[Tables],
    position: Sequence[Position],
    scratch: Sequence[Scratch],
    square: int,
    by_side: int,
) -> bool:
    """Whether a royal piece on ``square`` would be in check by ``by_side``."""
    return is_checked(tables[0], position[0], scratch[0], square, by_side)


def key(tables: Sequence[Tables], position: Sequence[Position]) -> int:
    """The Zobrist key of the position."""
    return position_key(tables[0], position[0])


def check_after(
    tables: Sequence[Tables],
    position: Sequence[Position],
    scratch: Sequence[Scratch],
    moves: np.ndarray,
    move: int,
    rolled: int,
    saved: np.ndarray,
    row: int,
) -> int:
    """What a legal move gives, with the roll after it or ``NO_ROLL``: ``GIVES_CHECK`` or the others.

    Overwrites ``moves``, and ``saved`` from index ``row``.
    """
    found = GIVES_NOTHING
    options = tables[0].options
    if options.royal_capture and not options.aftermath and not options.royals:
        return found
    play(tables[0], position[0], scratch[0], move, saved, row)
    if rolled != NO_ROLL:
        roll(position[0], rolled)
    if position[0].state[ENDED] == BY_EXPLOSION:
        found = GIVES_MATE
    elif is_in_check(tables[0], position[0], scratch[0], position[0].state[TURN]):
        found = GIVES_CHECK if has_legal_move(tables[0], position[0], scratch[0], moves, 0) else GIVES_MATE
    if rolled != NO_ROLL:
        roll(position[0], rolled)
    undo(tables[0], position[0], move, saved, row)
    return found


class Buffers(NamedTuple):
    """Arrays that :func:`perft` writes to.

    * ``moves`` int64: the moves of all plies of the line, one ply after the other
    * ``saved`` int64: an undo record for each ply
    """

    moves: np.ndarray
    saved: np.ndarray


def new_buffers() -> np.void:
    """A record of the arrays for a perft of up to ``MAX_PLY`` plies."""
    return zeros({"moves": MOVES_OF_LINE, "saved": SAVED_OF_LINE})


def perft(
    tables: Tables, position: Position, scratch: Scratch, buffers: Buffers, start: int, depth: int
) -> int:
    """The number of leaf nodes at ``depth`` (1 or more) plies; writes ``buffers.moves`` from ``start``.

    It is too small if ``scratch.overfull`` is set then: there was no room for all moves.
    See https://www.chessprogramming.org/Perft.
    """
    moves, saved = buffers.moves, buffers.saved
    if start + ROOM > len(moves):
        scratch.overfull[0] = 1
        return 0
    end = legal_moves(tables, position, scratch, moves, start)
    if depth == 1:
        return end - start
    count = 0
    for index in range(start, end):
        move = moves[index]
        play(tables, position, scratch, move, saved, depth * SAVED)
        count += perft(tables, position, scratch, buffers, end, depth - 1)
        undo(tables, position, move, saved, depth * SAVED)
    return count
