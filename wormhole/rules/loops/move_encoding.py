"""A move as one number, and what the number says.

| bits | content |
|---|---|
| 0 to 7 | the square that it comes from; of a drop, ``HAND + piece`` |
| 8 to 15 | the square that it goes to; of a pass and of a promotion in place, the same square |
| 16 to 21 | the piece that it promotes to, or as which it is dropped, or that it lets in; 0 for none |
| 22 | ``BY_ROOK`` |
| 24 to 26 | its kind |
| 27 | ``GATING`` |

A move that gates is a normal move, a capture en passant or castling; it does not promote. The piece that it
lets in from the hand comes to the square that it leaves, or to the rook's, if it castles ``BY_ROOK``.
"""

from __future__ import annotations

from wormhole.rules.position import ROOK_FROM, TURN, Position
from wormhole.rules.tables import HAND, PIECE_NUMBERS

# Kinds of moves. Promotions need none, but for those in place.
NORMAL = 0
EN_PASSANT = 1
CASTLING = 2
"""On the short wing; on the long wing it is ``CASTLING + LONG``."""
DROP = 4
PASS = 5
PROMOTION_IN_PLACE = 6

GATING = 8
"""Added to the kind of a move that lets a piece in."""
BY_ROOK = PIECE_NUMBERS << 16
"""Of a move that castles and lets a piece in: where the rook was, not the king."""


def from_square(move: int) -> int:
    """The square that a move comes from."""
    return move & 255


def to_square(move: int) -> int:
    """The square that a move goes to."""
    return move >> 8 & 255


def kind_of(move: int) -> int:
    """The kind of a move, whether it gates or not."""
    return move >> 24 & 7


def is_special(move: int) -> bool:
    """Whether a move is neither normal nor a capture en passant."""
    return move >> 24 & 6 != 0


def is_castling(move: int) -> bool:
    """Whether a move is castling, on either wing."""
    return move >> 24 & 6 == CASTLING


def promotion_of(move: int) -> int:
    """The piece that a move promotes to, or as which it is dropped; 0 for none."""
    return 0 if move >> 24 & GATING else move >> 16 & 255


def dropped_piece(move: int) -> int:
    """The piece in hand that a drop drops."""
    return (move & 255) - HAND


def entering(move: int) -> int:
    """The piece that a move lets in; 0 for none."""
    return move >> 16 & PIECE_NUMBERS - 1 if move >> 24 & GATING else 0


def is_normal(move: int) -> bool:
    """Whether a move is normal and lets no piece in. It may promote."""
    return move >> 24 == NORMAL


def is_simple(move: int) -> bool:
    """Whether a move is normal, lets no piece in and does not promote: it has two squares only."""
    return move >> 16 == 0


def simple_move(origin: int, target: int) -> int:
    """A simple move. The loops that list moves write this out: calls would slow plain Python."""
    return origin | target << 8


def move_of_kind(origin: int, target: int, kind: int) -> int:
    """A move of any kind that does not promote."""
    return origin | target << 8 | kind << 24


def with_promotion(move: int, promoted: int) -> int:
    """A move that promotes, or a drop as another piece."""
    return move | promoted << 16


def with_gating(move: int, piece: int) -> int:
    """A move that lets a piece in."""
    return move | piece << 16 | GATING << 24


def corner_of(position: Position, move: int) -> int:
    """Where ``position.castle`` has the squares of a move that castles, before it is played."""
    return (2 * position.state[TURN] + kind_of(move) - CASTLING) * 4


def gate_of(position: Position, move: int) -> int:
    """The square where a move lets a piece in, before it is played."""
    return position.castle[corner_of(position, move) + ROOK_FROM] if move & BY_ROOK else from_square(move)
