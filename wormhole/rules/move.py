"""Moves, and the table of a game's moves by their numbers in the loops."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from wormhole.rules.loops.move_encoding import (
    BY_ROOK,
    CASTLING,
    DROP,
    PASS,
    dropped_piece,
    entering,
    from_square,
    is_castling,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.position import ROOK_FROM, Position
from wormhole.rules.tables import piece_letter
from wormhole.rules.variant import Variant

DROP_START = re.compile(r"\+?[A-Za-z]?@")
"""The beginning of a drop in UCI notation or SAN."""


def split_roll(text: str) -> tuple[str, str]:
    """A move's text without the roll of the dice, and the square of the roll, if it has one.

    >>> split_roll("e2e4@a1"), split_roll("N@e4")
    (('e2e4', 'a1'), ('N@e4', ''))
    """
    drop = DROP_START.match(text)
    start = drop.end() if drop else 0
    move, _at, rolled = text[start:].partition("@")
    return text[:start] + move, rolled


@dataclass(frozen=True, slots=True)
class Move:
    """A move. Moves are equal if they have the same squares and the same promotion, drop and gating.

    The squares that it passes depend on the position, see :meth:`wormhole.Board.route`.

    >>> import wormhole
    >>> move = wormhole.Board().parse_uci("e2e4")
    >>> str(move), move.promotion
    ('e2e4', None)
    """

    from_square: int
    to_square: int
    promotion: str | None = None
    text: str = field(default="", compare=False)
    """UCI notation, like ``e2e4``, ``a7b8l``, or ``e7e8+`` for a piece that turns to its other side."""
    number: int = field(default=0, compare=False, repr=False)
    """The move in the loops, see :mod:`wormhole.rules.loops.moves`; 0 if the move is not from a board."""
    roll: int | None = field(default=None, compare=False)
    """The square that the dice named after the move, in a game with dice."""
    drop: str | None = None
    """The letter of the piece that is dropped from the hand; both squares are then the one where it is put. A
    promotion means that it is dropped as another piece."""
    enters: str | None = None
    """The letter of the piece that comes in from the hand by gating, on the square ``gate``."""
    gate: int | None = None

    @classmethod
    def null(cls) -> Move:
        """The null move: the other side is to move, and nothing else changes. It is False as a condition.

        It is not among the legal moves, but :meth:`wormhole.Board.push` plays it.

        >>> import wormhole
        >>> board = wormhole.Board()
        >>> board.push(Move.null())
        >>> board.peek().text, board.turn, bool(Move.null())
        ('0000', False, False)
        """
        return _NULL

    @property
    def is_pass(self) -> bool:
        """Whether a side passes by it, in a game whose rules allow that; it has the square of a piece."""
        return not self.drop and kind_of(self.number) == PASS

    def rolled(self, roll: int, name: str) -> Move:
        """The move with what the dice named after it: a square and its name."""
        parts = self.text.split("@")[: 2 if self.drop else 1]
        text = "@".join([*parts, name])
        places = self.from_square, self.to_square, self.promotion
        return Move(*places, text, self.number, roll, self.drop, self.enters, self.gate)

    def __bool__(self) -> bool:
        return bool(self.from_square or self.to_square or self.promotion or self.drop or self.enters)

    def __str__(self) -> str:
        return self.text


_NULL = Move(0, 0, text="0000")


class MovesByNumber(dict[int, Move]):
    """The moves of one game by their numbers; each is made when it is first looked up, and kept."""

    def __init__(self, variant: Variant, castle: tuple[int, ...]) -> None:
        super().__init__()
        self._variant, self._castle = variant, castle
        """Where kings and rooks castle."""
        self.by_text: dict[str, tuple[Move, ...]] = {}
        """The moves that were made, by their text; castling may be written like a king's move."""

    def __missing__(self, number: int) -> Move:
        names = self._variant.geometry.names
        origin, target = from_square(number), to_square(number)
        if kind_of(number) == DROP:
            return self._dropped(number)
        if is_castling(number) and self._variant.castles_anywhere:
            target = self._rook_from(origin, number)
        promotion, enters = (
            piece_letter(self._variant, piece) if piece else None
            for piece in (promotion_of(number), entering(number))
        )
        gate = None
        text = names[origin] + names[target]
        if enters:
            gate = self._rook_from(origin, number) if number & BY_ROOK else origin
            text = names[gate] + names[origin] if number & BY_ROOK else text
        text += self._variant.promotion_sign(promotion) if promotion else (enters or "").lower()
        move = self[number] = Move(origin, target, promotion, text, number, enters=enters, gate=gate)
        self.by_text[text] = (*self.by_text.get(text, ()), move)
        return move

    def _dropped(self, number: int) -> Move:
        target, other = to_square(number), promotion_of(number)
        drop = piece_letter(self._variant, dropped_piece(number))
        promotion = piece_letter(self._variant, other) if other else None
        text = f"{'+' if other else ''}{drop}@{self._variant.geometry.names[target]}"
        move = self[number] = Move(target, target, promotion, text, number, drop=drop)
        self.by_text[text] = (*self.by_text.get(text, ()), move)
        return move

    def _rook_from(self, king_from: int, number: int) -> int:
        wing = kind_of(number) - CASTLING
        corners = (4 * wing, 8 + 4 * wing)
        return next(
            self._castle[corner + ROOK_FROM] for corner in corners if self._castle[corner] == king_from
        )


def moves_in(variant: Variant, position: Position) -> MovesByNumber:
    """The moves of a game; where kings castle from any array, of the one that the position comes from."""
    return _moves(variant, tuple(position.castle.tolist()))


@lru_cache(maxsize=64)
def _moves(variant: Variant, castle: tuple[int, ...]) -> MovesByNumber:
    return MovesByNumber(variant, castle)
