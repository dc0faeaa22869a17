"""What every piece of a position attacks, found once."""

from __future__ import annotations

from functools import cached_property

from wormhole.engine.piece_values import piece_value
from wormhole.rules.board import Board
from wormhole.rules.piece import Piece
from wormhole.rules.ways import Way


class Sight:
    """The attacks and the values of the pieces on a board, which must not change any more."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pieces = board.piece_map()

    @cached_property
    def ways(self) -> dict[int, dict[int, Way]]:
        """For each piece the squares that it attacks, with its shortest way to each; by their squares."""
        return {square: self._attacking_ways(square) for square in self.pieces}

    def attackers(self, square: int, by: bool) -> list[Way]:
        """The ways of a side's pieces by which they could capture on a square."""
        return [
            found[square]
            for origin, found in self.ways.items()
            if square in found and self.pieces[origin].color is by
        ]

    def value(self, piece: Piece) -> int:
        """What a piece is worth, in centipawns."""
        variant = self.board.variant
        return piece_value(variant.geometry, variant.piece_types[piece.letter])

    def is_royal(self, piece: Piece) -> bool:
        """Whether a piece is the one that must not be lost."""
        return piece.letter == self.board.variant.royal.letter

    def is_worth_capturing(self, square: int, value: int) -> bool:
        """Whether a piece of that value would win something by capturing a piece here, now or by exchange.

        The least valuable pieces do not count: they are everywhere.
        """
        piece = self.pieces[square]
        if self.is_royal(piece):
            return True
        if self.is_least(piece):
            return False
        return self.value(piece) > value + MARGIN or not self.attackers(square, piece.color)

    def is_safe(self, square: int) -> bool:
        """Whether the other side cannot win the piece on a square by capturing it at once."""
        piece = self.pieces[square]
        attackers = self.attackers(square, not piece.color)
        if not attackers:
            return True
        is_protected = bool(self.attackers(square, piece.color))
        cheapest = min(self.value(self.pieces[way.from_square]) for way in attackers)
        return is_protected and cheapest + MARGIN >= self.value(piece)

    def is_least(self, piece: Piece) -> bool:
        """Whether no piece type of the game is worth less."""
        return self.value(piece) <= self._least

    @cached_property
    def _least(self) -> int:
        variant = self.board.variant
        return min(piece_value(variant.geometry, kind) for kind in variant.piece_types.values())

    def _attacking_ways(self, square: int) -> dict[int, Way]:
        found: dict[int, Way] = {}
        for way in self.board.ways(square):
            target = way.to_square
            if way.captures and (target not in found or len(way.steps) < len(found[target].steps)):
                found[target] = way
        kind = self.board.variant.piece_types[self.pieces[square].letter]
        if any(path.from_home and path.captures for path in kind.paths):
            attacked = self.board.attacks(square)
            found = {target: way for target, way in found.items() if target in attacked}
        return found


MARGIN = 40
"""Centipawns by which a piece must be worth more, so that exchanging it for another wins something."""


def holes_of(way: Way) -> tuple[int, ...]:
    """The removed squares that a way passes, in order."""
    return tuple(hole for step in way.steps for hole in step[:-1])


def squares_of(way: Way) -> frozenset[int]:
    """All squares between the beginning and the end of a way, removed or not."""
    return frozenset(square for step in way.steps for square in step) - {way.to_square}
