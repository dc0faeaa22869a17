"""What the number of a move says.

A move is one number: from | to << 8 | piece promoted to << 16, 0 for none | kind << 24, 0 for a plain move.
A drop comes from ``HAND + piece``. A pass goes from a piece's square to the same square, and so does a
promotion in place. A number has 28 bits.

With ``GATING`` added to its kind, a plain move, a capture en passant or castling lets in the piece in bits 16
to 21 from the hand, on the square that it leaves; castling with ``BY_ROOK``, on the rook's.
"""

from __future__ import annotations

from wormhole.rules.position import TURN, Position
from wormhole.rules.tables import PIECE_NUMBERS

EN_PASSANT, CASTLING, DROP, PASS, PROMOTION_IN_PLACE = 1, 2, 4, 5, 6
"""Kinds of special moves; castling on the long wing is ``CASTLING + LONG``. Promotions of other moves need no
kind."""

GATING, KINDS = 8, 7
"""Added to the kind of a move that lets a piece in; the bits of the kinds above."""

BY_ROOK = PIECE_NUMBERS << 16
"""Of a move that castles and lets a piece in: where the rook was, not the king."""


def is_castling(move: int) -> bool:
    """Whether a move is castling, on either wing."""
    return move >> 24 & 6 == CASTLING


def promotion_of(move: int) -> int:
    """The piece that a move promotes to, or as which it is dropped; 0 for none."""
    return 0 if move >> 24 & GATING else move >> 16 & 255


def entering(move: int) -> int:
    """The piece that a move lets in; 0 for none."""
    return move >> 16 & PIECE_NUMBERS - 1 if move >> 24 & GATING else 0


def corner_of(position: Position, move: int) -> int:
    """Where ``position.castle`` has the squares of a move that castles, before it is played."""
    return (2 * position.state[TURN] + (move >> 24 & KINDS) - CASTLING) * 4


def gate_of(position: Position, move: int) -> int:
    """The square where a move lets a piece in, before it is played."""
    return position.castle[corner_of(position, move) + 2] if move & BY_ROOK else move & 255
