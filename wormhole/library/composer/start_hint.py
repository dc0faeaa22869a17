"""What is odd about the start position of a game that can be played."""

from __future__ import annotations

from wormhole.base.errors import Message, WormholeError
from wormhole.rules.board import Board
from wormhole.rules.piece import WHITE, Piece
from wormhole.rules.variant import Variant


def start_hint(game: Variant) -> Message | None:
    """A game that is over before the first move, or a pawn on its last row; None if nothing is odd."""
    try:
        board = Board(game)
        outcome = board.outcome()
    except WormholeError:  # more moves than the arrays hold
        return None
    if outcome is not None:
        return Message("the game is over before the first move: {reason}", reason=outcome.reason())
    for square, piece in board.piece_map().items():
        if _is_at_the_end(game, square, piece):
            return Message(
                "{piece} on {square} would have been promoted",
                piece=Message(game.piece_types[piece.letter].name),
                square=game.geometry.names[square],
            )
    return None


def _is_at_the_end(game: Variant, square: int, piece: Piece) -> bool:
    """Whether a pawn stands on a square where it is promoted when it arrives."""
    piece_type = game.piece_types[piece.letter]
    own = square if piece.color is WHITE else game.geometry.turned(square)
    return piece_type.pawn and own in piece_type.promotion_squares
