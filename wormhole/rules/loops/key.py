"""Zobrist keys of positions: computed anew, and updated for a move."""

from __future__ import annotations

from wormhole.rules.geometry import ROW
from wormhole.rules.loops.moves import CASTLING, EN_PASSANT, PASS
from wormhole.rules.position import CHECKS_LEFT, EP_VICTIM, RIGHTS, SLOTS, TURN, Position
from wormhole.rules.tables import CHECKS, FIRST_PIECE, GONE, PIECE_NUMBERS, STAYS, TRACKS, Tables

FIRST_CHECKS = PIECE_NUMBERS * ROW + 32
"""The number of no checks among the random numbers."""


def position_key(tables: Tables, position: Position) -> int:
    """The Zobrist key of pieces, holes, rights and side to move.

    En passant rights are left out: they last one move, so no repetition shares them. See
    https://www.chessprogramming.org/Zobrist_Hashing.
    """
    zobrist, state = tables.zobrist, position.state
    key = zobrist[PIECE_NUMBERS * ROW + state[RIGHTS]]
    if state[TURN]:
        key ^= zobrist[PIECE_NUMBERS * ROW + 16]
    for square in range(ROW):
        piece = position.pieces[square]
        if piece >= FIRST_PIECE:
            key ^= zobrist[piece << 8 | square]
        removed = piece == GONE and tables.board[square] != GONE
        if removed or position.counters[square]:
            key ^= zobrist[GONE << 8 | square]
    if tables.options[CHECKS]:
        key ^= zobrist[FIRST_CHECKS + state[CHECKS_LEFT]]
    return key


def recounted(tables: Tables, position: Position, before: int, key: int) -> int:
    """The key of :func:`key_after` once the move is played, with its check; ``before`` is what was left."""
    zobrist = tables.zobrist
    return key ^ zobrist[FIRST_CHECKS + before] ^ zobrist[FIRST_CHECKS + position.state[CHECKS_LEFT]]


def key_after(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a move, given the key before it; where checks count, as if the move gave none."""
    zobrist, pieces = tables.zobrist, position.pieces
    origin, target, promoted = move & 255, move >> 8 & 255, move >> 16 & 255
    piece, taken = pieces[origin], pieces[target]
    key ^= zobrist[PIECE_NUMBERS * ROW + 16] ^ zobrist[piece << 8 | origin]
    key ^= zobrist[promoted << 8 | target] if promoted else zobrist[piece << 8 | target]
    if taken >= FIRST_PIECE:
        key ^= zobrist[taken << 8 | target]
    if not tables.options[STAYS]:
        key ^= zobrist[GONE << 8 | origin]
    elif position.counters[target] and position.slots[origin] & SLOTS - 1 == 0 and origin != target:
        key ^= zobrist[GONE << 8 | target]  # the royal piece removes a wormhole that it lands on
    if not tables.options[TRACKS]:
        return key
    if move >> 24 == PASS:
        key ^= zobrist[taken << 8 | target]
        return key if tables.options[STAYS] else key ^ zobrist[GONE << 8 | origin]
    rights = position.state[RIGHTS]
    key ^= zobrist[PIECE_NUMBERS * ROW + rights]
    key ^= zobrist[
        PIECE_NUMBERS * ROW + (rights & position.rights_kept[origin] & position.rights_kept[target])
    ]
    kind = move >> 24
    if kind == EN_PASSANT:
        victim = position.state[EP_VICTIM]
        key ^= zobrist[pieces[victim] << 8 | victim]
    elif kind >= CASTLING:
        corner = (2 * position.state[TURN] + kind - CASTLING) * 4
        rook_from, rook_to = position.castle[corner + 2], position.castle[corner + 3]
        rook = pieces[rook_from]
        if taken >= FIRST_PIECE:  # where the king goes, its rook or the king itself stands
            key ^= zobrist[taken << 8 | target]
        key ^= zobrist[rook << 8 | rook_from] ^ zobrist[rook << 8 | rook_to]
    return key
