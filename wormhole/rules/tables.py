"""What the loops know of a game: small arrays, which they walk without knowing any game by name.

Pieces are numbers, ``2 * kind + side`` with White 0 and Black 1. Number 0 is an empty square and 1 is no
square at all: gone, or beyond the edge.

How they are made of a game's file: :mod:`wormhole.rules.tabulation`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.geometry import ROW
from wormhole.rules.variant import Variant

EMPTY, GONE = 0, 1
FIRST_PIECE = 2
MAX_PIECE_TYPES = 31
"""Kinds of pieces a game may have: the numbers of all pieces must be bits of one int64."""

PIECE_NUMBERS = 2 * MAX_PIECE_TYPES + 2

MAX_NODES = 4096
"""Room for the trees of a game; the same for all, so that the loops are compiled once."""

ON_EMPTY, ON_ENEMY, ON_OTHER = 0, 1, 2
"""What a piece finds on a square; also the bit of a node's flags that lets it end there."""

MOVES = 1 << ON_EMPTY
CAPTURES = 1 << ON_ENEMY
SPECIAL = 8
"""Flags from here up are for nodes that are no plain step."""
RIDES = 8
LAME = 16
FROM_HOME = 32
ARROWED = 64
LEAPS, TREADS = 16, 64
"""In games with passages instead of ``LAME`` and ``ARROWED``: what leaps, and what treads on wormholes."""

VECTORS = 64
"""Vectors that the pieces of a game with passages may move by."""

AT_HOME, AT_HOME_BY_RIGHT = 1, 2
"""Whether a piece on a square has its first-move powers: by its place alone, or while its right holds,
too."""

SHORT, LONG = 0, 1
"""The wings a king castles to: towards the last file, and the first."""

(
    STAYS,
    FOLDS,
    VANISHES,
    PASSAGES,
    TRACKS,
    ROYAL_CAPTURE,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    BARE_DRAWS,
    REPEATS,
) = range(10)
QUIET_LIMIT = 10
OPTIONS = 11

NO_FOLD = 8 * ROW
"""Added to a direction's row, this leads to the links that do not fold."""


class Tables(NamedTuple):
    """What the loops know of a game. All arrays are flat and read-only; rows of nodes are 4096 long.

    * ``links`` uint8[4096]: ``links[direction << 8 | square]``, the board with no square removed, twice:
      steps that fold use the first half, others the second
    * ``board`` uint8[256]: ``EMPTY`` for the board's squares, ``GONE`` for all other numbers
    * ``first`` uint64[65]: the nodes of piece ``m`` are ``first[m]`` to ``first[m + 1]``
    * ``node_link`` uint16: where in ``links`` a node's direction begins; ``node_parent`` uint16: the node it
      steps on from, 0 for the piece's own square; ``node_flags`` uint8: where it may end, and what is special
    * ``vectors`` uint8[64 * 512]: see :mod:`wormhole.rules.loops.passages`
    * ``found`` uint8[128]: ``found[side << 6 | m]`` is what piece ``m`` is to a mover of that side
    * ``promotions`` uint8[64 * 16]: what piece ``m`` may become, from ``m << 4``, 0 after the last
    * ``promotion_zone`` uint8[64 * 256]: 1 where piece ``m`` promotes, at ``m << 8 | square``
    * ``home`` uint8[64 * 256]: ``AT_HOME`` and the like for piece ``m``
    * ``attack_first`` uint64[3]: the nodes by which side 0 and side 1 attack; ``attack_link``,
      ``attack_parent``, ``attack_flags`` as above, backwards; ``attack_last`` uint64: the node after all that
      follow from this one; ``attack_pieces`` int64: bit ``m`` where piece ``m`` attacks from that node
    * ``resets_clock`` uint8[64]: 1 for pieces whose moves reset the half-move clock
    * ``en_passant`` uint8[64]: 1 for pieces that take, and are taken, en passant
    * ``arrows`` uint8[256]: bit d where a piece may leave the square in direction d
    * ``rights_kept`` int64[256]: the rights left after a move from or to the square; bit ``2 * side + wing``
    * ``castle`` uint8[16]: king from, king to, rook from, rook to, at ``(2 * side + wing) * 4``
    * ``zobrist`` int64[64 * 256 + 32]: random numbers for pieces on squares, then rights, then the side to
      move
    * ``options`` int64: 0 or 1 each, but ``QUIET_LIMIT`` is a number of single moves. ``TRACKS``: positions
      have rights or en passant to keep track of
    """

    links: np.ndarray
    board: np.ndarray
    first: np.ndarray
    node_link: np.ndarray
    node_parent: np.ndarray
    node_flags: np.ndarray
    vectors: np.ndarray
    found: np.ndarray
    promotions: np.ndarray
    promotion_zone: np.ndarray
    home: np.ndarray
    attack_first: np.ndarray
    attack_link: np.ndarray
    attack_parent: np.ndarray
    attack_last: np.ndarray
    attack_flags: np.ndarray
    attack_pieces: np.ndarray
    resets_clock: np.ndarray
    en_passant: np.ndarray
    arrows: np.ndarray
    rights_kept: np.ndarray
    castle: np.ndarray
    zobrist: np.ndarray
    options: np.ndarray


def piece_number(variant: Variant, letter: str, side: int) -> int:
    """The number of the piece with that upper-case letter, on side 0 (White) or 1."""
    return FIRST_PIECE + 2 * list(variant.piece_types).index(letter) + side


def piece_letter(variant: Variant, number: int) -> str:
    """The upper-case letter of a piece's number."""
    return list(variant.piece_types)[(number - FIRST_PIECE) // 2]
