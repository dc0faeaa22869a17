"""Drops: which pieces in hand may be put on which squares, and what a captured piece becomes in a hand."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked
from wormhole.rules.loops.move_encoding import (
    DROP,
    dropped_piece,
    move_of_kind,
    promotion_of,
    to_square,
    with_promotion,
)
from wormhole.rules.position import KING_FROM, ROOK_FROM, SLOTS, SLOTS_USED, TOKEN, TURN, Position, Scratch
from wormhole.rules.tables import (
    CASTLES,
    CASTLES_WITH,
    EMPTY,
    FIRST_PIECE,
    GATES_REFILLED,
    HAND,
    MARKS_OF_PARTNER,
    PIECE_NUMBERS,
    Tables,
)


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
    if tables.options.no_drops:
        return end
    first = end
    for piece in range(FIRST_PIECE + position.state[TURN], PIECE_NUMBERS, 2):
        if position.hands[piece] == 0:
            continue
        full = full_files(tables, position, piece)
        other = tables.other_side[piece]
        for square in range(tables.options.hands):
            if position.pieces[square] != EMPTY or (in_check and scratch.pinned[square] != marked):
                continue
            plain = move_of_kind(HAND + piece, square, DROP)
            moves[end] = plain
            end += may_be_put(tables, position, piece, square, full)
            if other and tables.drops[square] >> other & 1:
                moves[end] = with_promotion(plain, other)
                end += 1
    is_open = tables.options.any_pinned or king == TOKEN
    if not in_check and (tables.options.untested or not is_open):
        return end
    kept = first
    for index in range(first, end):
        moves[kept] = moves[index]
        kept += _is_safe(tables, position, scratch, king, moves[index])
    return kept


def can_drop(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a drop by the side to move leaves the king safe and breaks no limit."""
    if not tables.options.hands or tables.options.no_drops:
        return False
    piece, square, other = dropped_piece(move), to_square(move), promotion_of(move)
    if position.hands[piece] == 0 or position.pieces[square] != EMPTY:
        return False
    if other and not tables.drops[square] >> other & 1:
        return False
    if not other and not may_be_put(tables, position, piece, square, full_files(tables, position, piece)):
        return False
    king = position.squares[position.state[TURN] * SLOTS]
    return tables.options.untested != 0 or _is_safe(tables, position, scratch, king, move)


def may_be_put(tables: Tables, position: Position, piece: int, square: int, full: int) -> bool:
    """Whether rules allow a piece in hand, as what it is, on a square, whatever attacks the king.

    ``full`` are the :func:`full_files` of the piece.
    """
    if not tables.drops[square] >> piece & 1 or full >> tables.files[square] & 1:
        return False
    return not (tables.options.apart and _is_kept_free(tables, position, piece, square))


def _is_kept_free(tables: Tables, position: Position, piece: int, square: int) -> bool:
    """Whether the colour of a square keeps a piece off, where some must stand on both colours.

    Such a piece is not dropped on the colour of another one, nor another piece on the last square of a colour
    that such pieces in hand need.
    """
    side, shade = piece & 1, tables.shades[square]
    for apart in range(FIRST_PIECE + side, PIECE_NUMBERS, 2):
        if not tables.options.apart >> apart & 1 or position.hands[apart] == 0:
            continue
        stands = 0
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            at = position.squares[slot]
            if at != OFF and position.pieces[at] == apart:
                stands |= 1 << tables.shades[at]
        if apart == piece:
            if stands >> shade & 1:
                return True
        elif (
            not stands >> shade & 1
            and position.hands[apart] >= (2 if stands == 0 else 1)
            and _is_last_of_color(tables, position, apart, square)
        ):
            return True
    return False


def _is_last_of_color(tables: Tables, position: Position, piece: int, square: int) -> bool:
    """Whether a piece could be dropped on a square, and on no other of its colour."""
    if not tables.drops[square] >> piece & 1:
        return False
    for other in range(tables.options.hands):
        if (
            other != square
            and tables.shades[other] == tables.shades[square]
            and position.pieces[other] == EMPTY
            and tables.drops[other] >> piece & 1
        ):
            return False
    return True


def can_gate(tables: Tables, position: Position, side: int) -> bool:
    """Whether a side has, or may have again, a piece in hand that can come in by gating."""
    if tables.options.gates == GATES_REFILLED:
        return True
    held = 0
    for piece in range(FIRST_PIECE + side, PIECE_NUMBERS, 2):
        held += position.hands[piece]
    return held > 0


def rights_of_drop(tables: Tables, position: Position, piece: int, square: int) -> int:
    """The rights to castle that a side has by a drop of king or rook on its square."""
    part, rights = tables.castles[piece], 0
    for right in range(2 * (piece & 1), 2 * (piece & 1) + 2):
        king_from, rook_from = position.castle[4 * right + KING_FROM], position.castle[4 * right + ROOK_FROM]
        other = OFF
        if part == CASTLES and square == king_from:
            other = rook_from
        elif part == CASTLES_WITH and square == rook_from:
            other = king_from
        found = position.pieces[other]
        if found & 1 == piece & 1 and tables.castles[found] + part == CASTLES + CASTLES_WITH:
            rights |= 1 << right
    return rights


def taken_as(tables: Tables, position: Position, slot: int, piece: int) -> int:
    """What the piece of a slot becomes in the hand of the side that captures it; 0 for nothing."""
    if tables.options.marks == MARKS_OF_PARTNER:
        return 0
    was = position.was[slot]
    return tables.in_hand[was] if was else tables.in_hand[piece]


def is_marked(tables: Tables, piece: int, promoted: int) -> bool:
    """Whether a piece that is promoted becomes in a hand what it was, though pieces like it do not."""
    natural = tables.in_hand[promoted] == promoted ^ 1
    return tables.options.marks != 0 and natural and tables.in_hand[piece] != tables.in_hand[promoted]


def _is_safe(tables: Tables, position: Position, scratch: Scratch, king: int, move: int) -> bool:
    """Whether the king is safe after a drop by its side on an empty square."""
    side, square, other = position.state[TURN], to_square(move), promotion_of(move)
    piece = other if other else dropped_piece(move)
    if is_held_royal(tables, piece):
        king = square
    position.pieces[square] = piece
    safe = not is_attacked(tables, position, scratch, king, 1 - side, NONE_GONE)
    position.pieces[square] = EMPTY
    return safe


def is_held_royal(tables: Tables, piece: int) -> bool:
    """Whether a piece that is dropped is royal."""
    royal = tables.options.held_royal
    return royal != 0 and piece == royal + (piece & 1)


def full_files(tables: Tables, position: Position, piece: int) -> int:
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
