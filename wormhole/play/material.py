"""The balance of material: by the values that the computer gives the pieces, and in captured pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from wormhole import Board, Piece, PieceType, Variant

CENTIPAWNS = 100


def pawns_ahead(board: Board, color: bool) -> int:
    """The material that this side has more than the other, in pawns."""
    values = _values(board.variant)
    pieces = [(piece.letter, piece.color) for piece in board.piece_map().values()]
    if board.variant.hands:
        pieces += [(letter, side) for side, hand in board.pockets.items() for letter in hand.elements()]
    return sum(values[letter] if side == color else -values[letter] for letter, side in pieces)


def not_cancelled(captured: Iterable[Piece], other: Iterable[Piece]) -> tuple[Piece, ...]:
    """What a side has captured but for what the other side has captured of the same types.

    >>> black, white = ([Piece(letter, side) for letter in "QPN"[side:]] for side in (0, 1))
    >>> [piece.letter for piece in not_cancelled(black, white)]
    ['Q']
    """
    cancelled, left = Counter(piece.letter for piece in other), []
    for piece in captured:
        if cancelled[piece.letter]:
            cancelled[piece.letter] -= 1
        else:
            left.append(piece)
    return tuple(left)


@cache
def _values(variant: Variant) -> dict[str, int]:
    """The value of each piece type in whole pawns, at least one; the royal piece counts nothing.

    So each piece that is captured changes the balance, as where players count it.
    """
    from wormhole.engine.piece_values import piece_value  # not needed for the first picture
    from wormhole.engine.weights import weights

    own = weights(variant).pieces

    def pawns(letter: str, piece_type: PieceType) -> int:
        centipawns = own.get(letter, piece_value(variant.geometry, piece_type))
        return max(1, round(abs(centipawns) / CENTIPAWNS))

    types = variant.piece_types.items()
    return {letter: 0 if piece_type.royal else pawns(letter, piece_type) for letter, piece_type in types}
