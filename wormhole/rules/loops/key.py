"""Zobrist keys of positions: computed anew, and updated for a move."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import ROW
from wormhole.rules.loops.drops import can_gate, is_marked, rights_of_drop, taken_as
from wormhole.rules.loops.move_encoding import (
    DROP,
    EN_PASSANT,
    PASS,
    PROMOTION_IN_PLACE,
    corner_of,
    entering,
    from_square,
    gate_of,
    is_castling,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.position import (
    CHECK_SERIES,
    CHECKS_LEFT,
    EP_VICTIM,
    RIGHTS,
    ROOK_FROM,
    ROOK_TO,
    SLOTS,
    SLOTS_USED,
    TURN,
    VICTIM,
    VICTIM_COUNTER,
    VICTIM_GATE,
    VICTIM_PIECE,
    VICTIM_RIGHTS,
    VICTIM_SQUARE,
    VICTIM_WAS,
    VICTIMS,
    Position,
)
from wormhole.rules.tables import (
    FIRST_PIECE,
    GATE,
    GONE,
    HAND,
    MOST_IN_HAND,
    PIECE_NUMBERS,
    Tables,
)
from wormhole.rules.undo_record import LOST_RIGHT, OLD_CHECK_SERIES, OLD_CHECKS_LEFT, OLD_VICTIMS

FIRST_CHECKS = PIECE_NUMBERS * ROW + 32
"""The number of no checks among the random numbers."""

FIRST_SERIES = FIRST_CHECKS + 160
"""The number of no series of checks by which checkmate wins; it is beyond those of the checks."""

FIRST_HANDS = FIRST_CHECKS + 256
"""The number of none of piece 0 in hand."""

FIRST_MARKS = FIRST_HANDS + PIECE_NUMBERS * MOST_IN_HAND
"""The number of a promoted piece on square 0 that was piece 0."""


def position_key(tables: Tables, position: Position) -> int:
    """The Zobrist key of pieces, holes, hands, rights and side to move.

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
    if tables.options.checks:
        key ^= zobrist[FIRST_CHECKS + state[CHECKS_LEFT]]
    if tables.options.mating:
        key ^= zobrist[FIRST_SERIES + (state[CHECK_SERIES] & 3)]
    return _with_hands(tables, position, key) if tables.options.hands else key


def _with_hands(tables: Tables, position: Position, key: int) -> int:
    """The key with what is in hand, and what promoted pieces were."""
    for piece in range(FIRST_PIECE, PIECE_NUMBERS):
        key ^= tables.zobrist[FIRST_HANDS + piece * MOST_IN_HAND + position.hands[piece]]
    for side in range(2):
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            if position.was[slot]:
                key ^= tables.zobrist[FIRST_MARKS + (position.was[slot] << 8 | position.squares[slot])]
    if tables.options.gates:
        for side in range(2):
            key ^= _of_gates(tables, position, side)
    return key


def _of_gates(tables: Tables, position: Position, side: int) -> int:
    """What the key has for a side's rights to gate; nothing once no piece can come in any more."""
    key = 0
    if can_gate(tables, position, side):
        for square in range(tables.options.hands):
            if position.gates[square] and position.pieces[square] & 1 == side:
                key ^= tables.zobrist[GATE << 8 | square]
    return key


def key_after_consequences(tables: Tables, position: Position, saved: np.ndarray, row: int, key: int) -> int:
    """The key of :func:`key_after` once the move is played, with its check and its explosion.

    ``saved`` from ``row`` on is the record of the move.
    """
    zobrist, state = tables.zobrist, position.state
    if tables.options.checks:
        before = saved[row + OLD_CHECKS_LEFT]
        key ^= zobrist[FIRST_CHECKS + before] ^ zobrist[FIRST_CHECKS + state[CHECKS_LEFT]]
    if tables.options.mating:
        before = saved[row + OLD_CHECK_SERIES] & 3
        key ^= zobrist[FIRST_SERIES + before] ^ zobrist[FIRST_SERIES + (state[CHECK_SERIES] & 3)]
    lost = saved[row + LOST_RIGHT]
    if lost:
        count = saved[row + OLD_VICTIMS]
        rights = (
            state[RIGHTS] if state[VICTIMS] == count else position.victims[count * VICTIM + VICTIM_RIGHTS]
        )
        key ^= zobrist[PIECE_NUMBERS * ROW + rights] ^ zobrist[PIECE_NUMBERS * ROW + (rights | lost)]
    if tables.options.aftermath:
        key = _without_victims(tables, position, saved[row + OLD_VICTIMS], key)
    return key


def _without_victims(tables: Tables, position: Position, count: int, key: int) -> int:
    """The key after a move, given the key without its explosion; there were ``count`` victims before."""
    state, victims, zobrist = position.state, position.victims, tables.zobrist
    if state[VICTIMS] > count:
        before = victims[count * VICTIM + VICTIM_RIGHTS]
        key ^= zobrist[PIECE_NUMBERS * ROW + before] ^ zobrist[PIECE_NUMBERS * ROW + state[RIGHTS]]
    for index in range(count * VICTIM, state[VICTIMS] * VICTIM, VICTIM):
        square, piece = victims[index + VICTIM_SQUARE], victims[index + VICTIM_PIECE]
        was = victims[index + VICTIM_WAS]
        now = position.pieces[square]
        key ^= zobrist[piece << 8 | square]
        if was:
            key ^= zobrist[FIRST_MARKS + (was << 8 | square)]
        if now >= FIRST_PIECE or (now == GONE and not victims[index + VICTIM_COUNTER]):
            key ^= zobrist[now << 8 | square]
        if victims[index + VICTIM_GATE]:
            key ^= zobrist[GATE << 8 | square]
    return key


def key_after(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a move, given the key before it, but for :func:`key_after_consequences`."""
    zobrist, pieces = tables.zobrist, position.pieces
    origin, target, promoted = from_square(move), to_square(move), promotion_of(move)
    piece, taken = pieces[origin], pieces[target]
    key ^= zobrist[PIECE_NUMBERS * ROW + 16] ^ zobrist[piece << 8 | origin]
    key ^= zobrist[promoted << 8 | target] if promoted else zobrist[piece << 8 | target]
    if taken >= FIRST_PIECE:
        key ^= zobrist[taken << 8 | target]
    if not tables.options.stays:
        key ^= zobrist[GONE << 8 | origin]
    elif position.counters[target] and position.slots[origin] & SLOTS - 1 == 0 and origin != target:
        key ^= zobrist[GONE << 8 | target]  # the royal piece removes a wormhole that it lands on
    if not tables.options.tracks:
        return key
    if kind_of(move) == PASS:
        key ^= zobrist[taken << 8 | target]
        return key if tables.options.stays else key ^ zobrist[GONE << 8 | origin]
    rights = position.state[RIGHTS]
    key ^= zobrist[PIECE_NUMBERS * ROW + rights]
    key ^= zobrist[
        PIECE_NUMBERS * ROW + (rights & position.rights_kept[origin] & position.rights_kept[target])
    ]
    kind = kind_of(move)
    if kind == DROP:
        return _after_drop(tables, position, move, key)
    if kind == PROMOTION_IN_PLACE:
        return _after_promotion(tables, position, move, key)
    if tables.options.gates:
        key = _after_gating(tables, position, move, key)
    if kind == EN_PASSANT:
        victim = position.state[EP_VICTIM]
        key ^= zobrist[pieces[victim] << 8 | victim]
    elif is_castling(move):
        corner = corner_of(position, move)
        rook_from, rook_to = position.castle[corner + ROOK_FROM], position.castle[corner + ROOK_TO]
        rook = pieces[rook_from]
        if taken >= FIRST_PIECE:  # where the king goes, its rook or the king itself stands
            key ^= zobrist[taken << 8 | target]
        key ^= zobrist[rook << 8 | rook_from] ^ zobrist[rook << 8 | rook_to]
        return key
    return _after_taking(tables, position, move, key) if tables.options.hands else key


def _after_drop(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a drop, given the one of a move from ``HAND + piece`` that leaves a square."""
    zobrist, origin = tables.zobrist, from_square(move)
    piece = origin - HAND
    key ^= zobrist[piece << 8 | origin]
    if not tables.options.stays:
        key ^= zobrist[GONE << 8 | origin]
    if tables.options.castles_dropped:
        rights, target = position.state[RIGHTS], to_square(move)
        gained = rights | rights_of_drop(tables, position, piece, target)
        key ^= zobrist[PIECE_NUMBERS * ROW + rights] ^ zobrist[PIECE_NUMBERS * ROW + gained]
    return key ^ _one_less(tables, position, piece)


def _one_less(tables: Tables, position: Position, piece: int) -> int:
    """The change of the key when a piece leaves its hand."""
    index = FIRST_HANDS + piece * MOST_IN_HAND + position.hands[piece]
    return tables.zobrist[index] ^ tables.zobrist[index - 1]


def _after_promotion(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a promotion in place, given the one of a move that captures what stands there."""
    zobrist, square = tables.zobrist, from_square(move)
    piece, promoted = position.pieces[square], promotion_of(move)
    key ^= zobrist[piece << 8 | square]
    if not tables.options.stays:
        key ^= zobrist[GONE << 8 | square]
    if position.was[position.slots[square]] == 0 and is_marked(tables, piece, promoted):
        key ^= zobrist[FIRST_MARKS + (piece << 8 | square)]
    return key


def _after_gating(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a move, given the one without the rights to gate and the piece that it lets in."""
    gates, hands = position.gates, position.hands
    origin, other = from_square(move), to_square(move)
    if is_castling(move):
        other = position.castle[corner_of(position, move) + ROOK_FROM]
    saved = gates[origin] | gates[other] << 1
    piece = entering(move)
    key ^= _of_gates(tables, position, 0) ^ _of_gates(tables, position, 1)
    if piece:
        key ^= tables.zobrist[piece << 8 | gate_of(position, move)] ^ _one_less(tables, position, piece)
        hands[piece] -= 1
    gates[origin], gates[other] = 0, 0
    key ^= _of_gates(tables, position, 0) ^ _of_gates(tables, position, 1)
    gates[origin], gates[other] = saved & 1, saved >> 1
    if piece:
        hands[piece] += 1
    return key


def _after_taking(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a move, given the one without its changes of hands and of what promoted pieces were."""
    zobrist, was = tables.zobrist, position.was
    origin, target, promoted = from_square(move), to_square(move), promotion_of(move)
    before = was[position.slots[origin]]
    after = before
    if promoted and before == 0 and is_marked(tables, position.pieces[origin], promoted):
        after = position.pieces[origin]
    if before:
        key ^= zobrist[FIRST_MARKS + (before << 8 | origin)]
    if after:
        key ^= zobrist[FIRST_MARKS + (after << 8 | target)]
    victim = position.state[EP_VICTIM] if kind_of(move) == EN_PASSANT else target
    taken = position.pieces[victim]
    if taken < FIRST_PIECE:
        return key
    slot = position.slots[victim]
    if was[slot]:
        key ^= zobrist[FIRST_MARKS + (was[slot] << 8 | victim)]
    gained = taken_as(tables, position, slot, taken)
    if gained:
        index = FIRST_HANDS + gained * MOST_IN_HAND + position.hands[gained]
        if gained == entering(move):  # by gating, one has left the hand
            index -= 1
        key ^= zobrist[index] ^ zobrist[index + 1]
    return key
