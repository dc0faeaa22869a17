"""Detecting the end of a game, by its :class:`wormhole.rules.variant.Endings`."""

from __future__ import annotations

from wormhole.rules.base_board import BaseBoard
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.variant import NoMove, material


def outcome_of(board: BaseBoard) -> Outcome | None:
    """How the game on ``board`` ended, or None if it is not over."""
    endings = board.variant.endings
    if board.king(board.turn) is None:
        return Outcome(Termination.ROYAL_CAPTURE, not board.turn, board.variant.royal.name.lower())
    if not board.legal_numbers:
        if board.is_check():
            return Outcome(Termination.CHECKMATE, not board.turn)
        winner = {NoMove.LOSS: not board.turn, NoMove.WIN: board.turn, NoMove.DRAW: None}[endings.stalemate]
        return Outcome(Termination.STALEMATE, winner)
    if _is_dead_position(board):
        return Outcome(Termination.DEAD_POSITION, None)
    if endings.repetitions and board.repetitions() >= endings.repetitions:
        return Outcome(Termination.REPETITION, None, repetitions=endings.repetitions)
    if endings.quiet_moves and board.halfmove_clock >= endings.quiet_moves:
        return Outcome(Termination.QUIET_MOVES, None)
    return None


def _is_dead_position(board: BaseBoard) -> bool:
    """Whether neither side has sufficient material to win."""
    endings = board.variant.endings
    pieces = board.piece_map()
    if not endings.dead_same_color and len(pieces) > max((len(a + b) for a, b in endings.dead), default=0):
        return False
    letters = {
        color: [piece.letter for piece in pieces.values() if piece.color is color] for color in (WHITE, BLACK)
    }
    if board.variant.is_dead(material(letters[WHITE], letters[BLACK])):
        return True
    bound = endings.dead_same_color
    others = {square: piece for square, piece in pieces.items() if piece.letter != board.variant.royal.letter}
    if not bound or any(piece.letter not in bound for piece in others.values()):
        return False
    return len({sum(board.variant.geometry.place[square]) % 2 for square in others}) == 1
