"""Positions in records of a fixed length; :mod:`wormhole.training.positions` describes them."""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.workspace import SEEN
from wormhole.rules.position import CHECKS_LEFT, TURN, Position
from wormhole.rules.tables import EMPTY, FIRST_PIECE, GATE, HAND, WALL

LENGTH, SQUARES, PIECE_BITS, HOLE, HELD, CHECKS = range(6)
"""Indices of a form: the bytes of a record, the number of squares, the bits of a piece, the number of a hole
(0 if there are none), how many kinds of pieces may be in hand, and whether checks are counted."""
FORM = 6

ROYAL, OUTPUTS, OUTPUTS_FROM, COUNTS_SQUARES = range(4)
"""Indices of what selects a network's weights: the number of White's royal piece, the number of outputs, what
they share, and whether that is squares left instead of pieces on the board."""

OWN_ZONE, OTHER_ZONE, OUTPUT = range(3)
"""What is written of a position: the zones of both kings, and which output evaluates it."""

SCORE, FLAGS, BODY = 0, 2, 3
"""The bytes of a record: the score, the flags, and where the position begins."""
BLACK_TO_MOVE, LAST_OF_GAME, RESULT_SHIFT = 1, 2, 2
"""In the flags: two bits, and from which bit on White's result plus 1 is."""


def pack(position: Position, form: np.ndarray, score: int, records: np.ndarray, index: int) -> bool:
    """Write a position as the record of that index; False if it has more pieces than a record holds."""
    length, squares, width = form[LENGTH], form[SQUARES], form[PIECE_BITS]
    start = index * length
    for place in range(length):
        records[start + place] = 0
    records[start + SCORE] = score & 255
    records[start + SCORE + 1] = score >> 8 & 255
    records[start + FLAGS] = position.state[TURN]
    end = 8 * (start + length)
    bit = 8 * (start + BODY)
    if form[CHECKS]:
        records[start + BODY] = position.state[CHECKS_LEFT]
        bit += 8
    held = bit >> 3
    if form[HELD]:
        bit += 8
    place = bit
    bit += squares
    for square in range(squares):
        piece = position.pieces[square]
        if piece >= FIRST_PIECE and piece != WALL:
            if bit + width > end:
                return False
            records[place >> 3] |= 1 << (place & 7)
            _write_bits(records, bit, piece - FIRST_PIECE, width)
            bit += width
        elif form[HOLE]:
            if bit >= end:
                return False
            _write_bits(records, bit, piece != EMPTY, 1)
            bit += 1
        place += 1
    for kind in range(form[HELD]):
        for _ in range(position.hands[FIRST_PIECE + kind]):
            if bit + width > end:
                return False
            records[held] += 1
            _write_bits(records, bit, kind, width)
            bit += width
    return True


def encode(
    records: np.ndarray,
    form: np.ndarray,
    seen: np.ndarray,
    zones: np.ndarray,
    selects: np.ndarray,
    features: np.ndarray,
    banks: np.ndarray,
) -> None:
    """Write the features of all records, as the side to move sees them, and which weights are for them.

    ``records`` uint8[n * length]; ``seen`` and ``zones`` are those of
    :class:`~wormhole.engine.network_inputs.NetworkInputs`; ``selects`` int64[4], see ``ROYAL``; ``features``
    uint16[n, most] has the number for none in all places, and gets those of each position; ``banks``
    uint8[n, 3], see ``OWN_ZONE``.
    """
    length, squares, width, hole = form[LENGTH], form[SQUARES], form[PIECE_BITS], form[HOLE]
    for index in range(len(features)):
        start = index * length
        turn = records[start + FLAGS] & BLACK_TO_MOVE
        face = turn * 2 * SEEN
        bit, count, pieces, gone = 8 * (start + BODY), 0, 0, 0
        banks[index, OWN_ZONE], banks[index, OTHER_ZONE] = 0, 0
        if form[CHECKS]:
            checks = records[start + BODY]
            bit += 8
            features[index, 0] = seen[face + (GATE << 8 | checks & 15)]
            features[index, 1] = seen[face + (GATE << 8 | 16 | checks >> 4)]
            count = 2
        held = 0
        if form[HELD]:
            held = records[bit >> 3]
            bit += 8
        place = bit
        bit += squares
        for square in range(squares):
            if records[place >> 3] >> (place & 7) & 1:
                piece = FIRST_PIECE + read_bits(records, bit, width)
                bit += width
                features[index, count] = seen[face + (piece << 8 | square)]
                count += 1
                pieces += 1
                if piece >> 1 == selects[ROYAL] >> 1:
                    side = piece & 1
                    banks[index, OWN_ZONE if side == turn else OTHER_ZONE] = zones[side << 8 | square]
            elif hole:
                if read_bits(records, bit, 1):
                    features[index, count] = seen[face + (hole << 8 | square)]
                    count += 1
                    gone += 1
                bit += 1
            place += 1
        left = squares - gone if selects[COUNTS_SQUARES] else pieces
        banks[index, OUTPUT] = min(left * selects[OUTPUTS] // selects[OUTPUTS_FROM], selects[OUTPUTS] - 1)
        for _ in range(held):
            piece = FIRST_PIECE + read_bits(records, bit, width)
            bit += width
            features[index, count] = seen[face + (piece << 8 | HAND + piece)]
            count += 1


def unpack(record: np.ndarray, form: np.ndarray, row: np.ndarray) -> None:
    """Write the position of one record into ``row`` uint8[squares + kinds + 1] of zeros.

    These are the pieces on all squares, how many of each kind are in hand, and the side to move.
    """
    squares, width = form[SQUARES], form[PIECE_BITS]
    bit, held = 8 * (BODY + (1 if form[CHECKS] else 0)), 0
    if form[HELD]:
        held = record[bit >> 3]
        bit += 8
    place = bit
    bit += squares
    for square in range(squares):
        if record[place >> 3] >> (place & 7) & 1:
            row[square] = FIRST_PIECE + read_bits(record, bit, width)
            bit += width
        elif form[HOLE]:
            row[square] = form[HOLE] if read_bits(record, bit, 1) else EMPTY
            bit += 1
        place += 1
    for _ in range(held):
        row[squares + read_bits(record, bit, width)] += 1
        bit += width
    row[squares + form[HELD]] = record[FLAGS] & BLACK_TO_MOVE


def read_bits(records: np.ndarray, bit: int, width: int) -> int:
    """At most eight bits of a number, its least first."""
    place, shift = bit >> 3, bit & 7
    found = records[place] >> shift
    if shift + width > 8:
        found |= records[place + 1] << (8 - shift)
    return found & ((1 << width) - 1)


def _write_bits(records: np.ndarray, bit: int, value: int, width: int) -> None:
    place, shift = bit >> 3, bit & 7
    records[place] |= value << shift & 255
    if shift + width > 8:
        records[place + 1] |= value >> (8 - shift)
