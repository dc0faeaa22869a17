"""Drops: which pieces in hand may be put on which squares, and what a captured piece becomes in a hand."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked
from wormhole.rules.position import SLOTS, SLOTS_USED, TURN, Position, Scratch
from wormhole.rules.tables import (
    ANY_PINNED,
    EMPTY,
    FIRST_PIECE,
    HAND,
    HANDS,
    MARKS,
    MARKS_OF_PARTNER,
    PIECE_NUMBERS,
    UNTESTED,
    Tables,
)

DROP = 4
"""The kind of a drop, see :mod:`.moves`."""


def add_drops(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    king: int,
    in_check: bool,
    marked: int,
    moves: np.ndarray,
    end: int,
) -> int:
    """Append the drops that leave the king safe; returns the new end.

    In check, only a drop on the attack's route, which is marked with the stamp ``marked``, can do so.
    """
    first = end
    for piece in range(FIRST_PIECE + position.state[TURN], PIECE_NUMBERS, 2):
        if position.hands[piece] == 0:
            continue
        full = _full_files(tables, position, piece)
        other = tables.other_side[piece]
        for square in range(tables.options[HANDS]):
            if position.pieces[square] != EMPTY or (in_check and scratch.pinned[square] != marked):
                continue
            plain = HAND + piece | square << 8 | DROP << 24
            if tables.drops[square] >> piece & 1 and not full >> tables.files[square] & 1:
                moves[end] = plain
                end += 1
            if other and tables.drops[square] >> other & 1:
                moves[end] = plain | other << 16
                end += 1
    if not in_check and (tables.options[UNTESTED] or not tables.options[ANY_PINNED]):
        return end
    kept = first
    for index in range(first, end):
        moves[kept] = moves[index]
        kept += _is_safe(tables, position, scratch, king, moves[index])
    return kept


def can_drop(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a drop by the side to move leaves the king safe and breaks no limit."""
    if not tables.options[HANDS]:
        return False
    piece, square, other = (move & 255) - HAND, move >> 8 & 255, move >> 16 & 255
    if position.hands[piece] == 0 or position.pieces[square] != EMPTY:
        return False
    if not tables.drops[square] >> (other if other else piece) & 1:
        return False
    if not other and _full_files(tables, position, piece) >> tables.files[square] & 1:
        return False
    king = position.squares[position.state[TURN] * SLOTS]
    return tables.options[UNTESTED] != 0 or _is_safe(tables, position, scratch, king, move)


def taken_as(tables: Tables, position: Position, slot: int, piece: int) -> int:
    """What the piece of a slot becomes in the hand of the side that captures it; 0 for nothing."""
    if tables.options[MARKS] == MARKS_OF_PARTNER:
        return 0
    was = position.was[slot]
    return tables.in_hand[was] if was else tables.in_hand[piece]


def is_marked(tables: Tables, piece: int, promoted: int) -> bool:
    """Whether a piece that is promoted becomes in a hand what it was, though pieces like it do not."""
    natural = tables.in_hand[promoted] == promoted ^ 1
    return tables.options[MARKS] != 0 and natural and tables.in_hand[piece] != tables.in_hand[promoted]


def _is_safe(tables: Tables, position: Position, scratch: Scratch, king: int, move: int) -> bool:
    """Whether the king is safe after a drop by its side on an empty square."""
    side, square, other = position.state[TURN], move >> 8 & 255, move >> 16 & 255
    position.pieces[square] = other if other else (move & 255) - HAND
    safe = not is_attacked(tables, position, scratch, king, 1 - side, NONE_GONE)
    position.pieces[square] = EMPTY
    return safe


def _full_files(tables: Tables, position: Position, piece: int) -> int:
    """The files, as bits, where a side has as many of a piece as it may have by a drop."""
    most = tables.per_file[piece]
    full, once = 0, 0
    if most == 0:
        return full
    side = piece & 1
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        if square != OFF and position.pieces[square] == piece:
            file = 1 << tables.files[square]
            full |= file if most == 1 else file & once
            once |= file
    return full
