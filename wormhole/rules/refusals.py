"""Why a piece cannot go to a square: the reason, and the squares that show it.

It asks the same ways and attacks as the moves, so that it can neither refuse nor allow what the rules do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole.rules.errors import MoveError
from wormhole.rules.move import Move
from wormhole.rules.routes import Way

if TYPE_CHECKING:
    from wormhole.rules.board import Board


class Reason(Enum):
    """Why a piece cannot go to a square."""

    OTHER_SIDE = auto()
    """The other side is to move."""
    HOLE = auto()
    """The square is removed."""
    OWN_PIECE = auto()
    """A piece of the same side stands there."""
    ONLY_CAPTURES = auto()
    """The piece goes there to capture only."""
    NEVER_CAPTURES = auto()
    """The piece goes there if the square is empty only."""
    NO_WAY = auto()
    """No way of the piece leads there."""
    STAYS_IN_CHECK = auto()
    """The king is in check, and would be afterwards."""
    WALKS_INTO_CHECK = auto()
    """The king would stand on an attacked square."""
    MAY_NOT_FLEE = auto()
    """The king is in check, and may not move away from it in this game."""
    OPENS_LINE = auto()
    """The king would be attacked once the piece has left."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused; ``attack`` is the way onto the mover's king, if that is why."""

    reason: Reason
    attack: Way | None = None


@dataclass(frozen=True)
class Immobility:
    """Why a piece has no move at all: none of its ways is free, or all leave its king to ``attacks``."""

    reason: Reason
    attacks: tuple[Way, ...] = ()


def refusal(board: Board, from_square: int, to_square: int) -> Refusal | None:
    """Why the piece on a square cannot go to another; None if it can, or if there is no piece."""
    piece = board.piece_at(from_square)
    if piece is None or any(
        number & 255 == from_square and number >> 8 & 255 == to_square for number in board.legal_numbers
    ):
        return None
    if piece.color is not board.turn:
        return Refusal(Reason.OTHER_SIDE)
    there = [way for way in board.ways(from_square) if way.to_square == to_square]
    if any(way.ends for way in there):
        en_passant = board.piece_at(to_square) is None and not any(way.ends and way.moves for way in there)
        return _unsafe(board, from_square, to_square, en_passant)
    return Refusal(_no_end(board, there, to_square))


def refusal_ahead(board: Board, to_square: int) -> Refusal:
    """Why a piece cannot be meant to go to a square at its next turn, if that is no premove."""
    return Refusal(Reason.HOLE if to_square in board.holes else Reason.NO_WAY)


def immobility(board: Board, square: int) -> Immobility | None:
    """Why the piece on a square has no move, or would have none if it were its turn.

    None if it has one, if there is no piece, or if its side could not be to move here.
    """
    piece = board.piece_at(square)
    if piece is None or board.routes(square):
        return None
    if piece.color is not board.turn:
        board = board.copy()
        try:
            board.push(Move.null())
        except MoveError:
            return None
    targets = {way.to_square for way in board.ways(square) if way.ends}
    refused = [
        why for why in (refusal(board, square, target) for target in sorted(targets)) if why is not None
    ]
    if not refused:
        return Immobility(Reason.NO_WAY)
    attacks = (why.attack for why in refused if why.attack is not None)
    return Immobility(refused[0].reason, tuple(dict.fromkeys(attacks)))


def attacks_on(board: Board, square: int, by: bool) -> tuple[Way, ...]:
    """The ways by which the side ``by`` could capture a piece on ``square``, one for each of its pieces."""
    return tuple(
        min(
            (way for way in board.ways(origin) if way.captures and way.to_square == square),
            key=lambda way: len(way.steps),
        )
        for origin in sorted(board.attackers(by, square))
    )


def _no_end(board: Board, there: list[Way], square: int) -> Reason:
    """Why the piece cannot end on a square which is no end of its ways."""
    if square in board.holes:
        return Reason.HOLE
    standing = board.piece_at(square)
    if standing is not None and standing.color is board.turn:
        return Reason.OWN_PIECE if there else Reason.NO_WAY
    if any(way.captures for way in there):
        return Reason.ONLY_CAPTURES
    if any(way.moves for way in there):
        return Reason.NEVER_CAPTURES
    return Reason.NO_WAY


def _unsafe(board: Board, from_square: int, to_square: int, en_passant: bool) -> Refusal:
    """Why a move that the piece could make is not allowed: its king could be captured."""
    after = board.after(from_square, to_square, en_passant=en_passant)
    king = after.king(board.turn)
    attack = next(iter(attacks_on(after, king, not board.turn)), None) if king is not None else None
    if board.king(board.turn) == from_square:
        if attack is None and not board.variant.endings.fleeing:
            return Refusal(Reason.MAY_NOT_FLEE)
        return Refusal(Reason.WALKS_INTO_CHECK, attack)
    if board.is_check():
        return Refusal(Reason.STAYS_IN_CHECK, attack)
    return Refusal(Reason.OPENS_LINE, attack)
