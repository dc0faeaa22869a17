"""Where pieces are at home, where they may stand and what they become: what is left of the moves that their
steps allow."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.move_encoding import from_square, to_square, with_promotion
from wormhole.rules.position import RIGHTS, SLOTS, SLOTS_USED, TURN, Position
from wormhole.rules.tables import (
    AT_HOME,
    AT_HOME_BY_RIGHT,
    BY_CAPTURE,
    CONFINED,
    EMPTY,
    LEAVES,
    MAY_STAY,
    MOVES,
    PROMOTES,
    SPARES,
    TO_LOST,
    Tables,
)

ALL, FORCING = 65535, 65535 - MOVES
"""Masks of node flags: all moves, or captures only."""


def is_at_home(tables: Tables, position: Position, piece: int, square: int) -> bool:
    """Whether the piece has its first-move powers."""
    home = tables.home[piece << 8 | square]
    right = 2 * position.state[TURN] + home - AT_HOME_BY_RIGHT
    return home == AT_HOME or (home > AT_HOME and position.state[RIGHTS] >> right & 1 != 0)


def may_promote(tables: Tables, piece: int, origin: int, target: int, captures: bool) -> bool:
    """Whether a move of ``piece``, which ``captures`` or not, promotes it, if it promotes at all."""
    filters = tables.filters[piece]
    if filters & BY_CAPTURE:
        return captures
    return tables.promotion_zone[piece << 8 | target] != 0 or (
        filters & LEAVES != 0 and tables.promotion_zone[piece << 8 | origin] != 0
    )


def may_end(tables: Tables, piece: int, origin: int, target: int, captures: bool) -> bool:
    """Whether a move of ``piece``, which ``captures`` or not, may end on ``target``, as what it is or as what
    it becomes.
    """
    filters = tables.filters[piece]
    if filters & CONFINED == 0:
        return True
    promotes = filters & PROMOTES != 0 and may_promote(tables, piece, origin, target, captures)
    if tables.standing[target] >> piece & 1 and (filters & MAY_STAY or not promotes):
        return True
    if promotes:
        for choice in range(16):
            promoted = tables.promotions[piece << 4 | choice]
            if promoted == 0:
                break
            if tables.standing[target] >> promoted & 1:
                return True
    return False


def promote(
    tables: Tables, position: Position, piece: int, wanted: int, moves: np.ndarray, start: int, end: int
) -> int:
    """Replace each move of ``piece`` into its promotion zone by one move for each promotion.

    Drops its quiet moves unless they are ``wanted``; returns the new end.
    """
    if wanted != ALL:
        kept = start
        for index in range(start, end):
            target = to_square(moves[index])
            moves[kept] = moves[index]
            kept += position.pieces[target] != EMPTY or tables.promotion_zone[piece << 8 | target] != 0
        end = kept
    for index in range(start, end):
        plain = moves[index]
        if tables.promotion_zone[piece << 8 | to_square(plain)]:
            moves[index] = with_promotion(plain, tables.promotions[piece << 4])
            for choice in range(1, 16):
                promoted = tables.promotions[piece << 4 | choice]
                if promoted == 0:
                    break
                moves[end] = with_promotion(plain, promoted)
                end += 1
    return end


def filtered(
    tables: Tables, position: Position, piece: int, wanted: int, moves: np.ndarray, start: int, end: int
) -> int:
    """Write the promotions of a piece that need not promote, and leave out squares where it may not stand."""
    filters = tables.filters[piece]
    kept, last = start, end
    for index in range(start, end):
        plain = moves[index]
        origin, target = from_square(plain), to_square(plain)
        if filters & SPARES and tables.spared[piece] >> position.pieces[target] & 1:
            continue
        stays = tables.standing[target] >> piece & 1 != 0
        captures = position.pieces[target] != EMPTY
        if filters & PROMOTES and may_promote(tables, piece, origin, target, captures):
            stays = stays and filters & MAY_STAY != 0
            for choice in range(16):
                promoted = tables.promotions[piece << 4 | choice]
                if promoted == 0:
                    break
                if tables.standing[target] >> promoted & 1 and (
                    not filters & TO_LOST
                    or not tables.limited[piece] >> promoted & 1
                    or is_lost(tables, position, promoted)
                ):
                    moves[last] = with_promotion(plain, promoted)
                    last += 1
        moves[kept] = plain
        kept += stays and (wanted == ALL or captures)
    for index in range(end, last):
        moves[kept] = moves[index]
        kept += 1
    return kept


def is_lost(tables: Tables, position: Position, piece: int) -> bool:
    """Whether the side to move has fewer of these pieces than at the start.

    True for pieces of the other side, since an attack does not depend on what was lost.
    """
    count = 0
    side = position.state[TURN]
    if piece & 1 != side:
        return True
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        count += square != OFF and position.pieces[square] == piece
    return count < tables.at_first[piece]
