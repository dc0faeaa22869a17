"""The balance of material, on the board and in hand, by the values that the computer gives the pieces."""

from __future__ import annotations

from functools import cache

from wormhole import Board, Variant

CENTIPAWNS = 100


def pawns_ahead(board: Board, color: bool) -> int:
    """The material that this side has more than the other, in whole pawns."""
    values = _values(board.variant)
    pieces = [(piece.letter, piece.color) for piece in board.piece_map().values()]
    if board.variant.hands:
        pieces += [(letter, side) for side, hand in board.pockets.items() for letter in hand.elements()]
    centipawns = sum(values[letter] if side == color else -values[letter] for letter, side in pieces)
    return round(centipawns / CENTIPAWNS)


@cache
def _values(variant: Variant) -> dict[str, float]:
    """The size of each piece type's value in centipawns; the royal piece counts nothing."""
    from wormhole.engine.piece_values import piece_value  # not needed for the first picture
    from wormhole.engine.weights import weights

    own = weights(variant).pieces
    return {
        letter: 0.0 if piece_type.royal else abs(own.get(letter, piece_value(variant.geometry, piece_type)))
        for letter, piece_type in variant.piece_types.items()
    }
