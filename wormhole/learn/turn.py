"""A move with the positions before and after it, and what made an attack possible."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from wormhole.learn.facts import Attack, Cause
from wormhole.learn.sight import Sight, holes_of, squares_of
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import Piece
from wormhole.rules.routes import Route
from wormhole.rules.variant import LeftSquare
from wormhole.rules.ways import Way


@dataclass(frozen=True)
class Turn:
    """One move of a side."""

    before: Sight
    after: Sight
    move: Move
    route: Route

    @classmethod
    def last_of(cls, board: Board) -> Turn:
        """The last move of a board, which is not the null move."""
        before = board.copy()
        move = before.pop()
        return cls(Sight(before), Sight(board), move, before.route(move))

    @property
    def color(self) -> bool:
        """The side that moved."""
        return self.piece.color

    @property
    def piece(self) -> Piece:
        """The piece that moved, as it was before."""
        return self.before.pieces[self.route.from_square]

    @cached_property
    def removed(self) -> tuple[int, ...]:
        """The squares that the move removed, that of the piece first."""
        if not self.after.board.variant.squares_go:
            return ()
        gone = self.after.board.holes - self.before.board.holes
        return tuple(sorted(gone, key=lambda square: (square != self.route.from_square, square)))

    @cached_property
    def moved_to(self) -> dict[int, int]:
        """Where each piece that moved now stands, by its former square."""
        moved = {self.route.from_square: self.route.to_square}
        if self.route.castled is not None:
            moved[self.route.castled[0]] = self.route.castled[1]
        return moved

    def recaptures_on(self, square: int) -> bool:
        """Whether the other side's last move captured on this square."""
        earlier = self.before.board.copy()
        if not earlier.move_stack or not earlier.peek():
            return False
        last = earlier.pop()
        return last.to_square == square and earlier.is_capture(last)

    def attack(self, way: Way) -> Attack:
        """A way of the position after the move as an attack."""
        return self._attack(self.after, way, self.cause(way))

    def former_attack(self, way: Way) -> Attack:
        """A way of the position before the move as an attack, which the move has ended."""
        return self._attack(self.before, way, Cause.FOLD)

    def is_new(self, way: Way) -> bool:
        """Whether an attack of the position after the move was not there before."""
        if way.from_square in self.moved_to.values():
            return True
        target = way.to_square
        came_from = next((old for old, new in self.moved_to.items() if new == target), target)
        return came_from not in self.before.ways.get(way.from_square, {})

    def cause(self, way: Way) -> Cause:
        """What made an attack of the position after the move possible."""
        if way.from_square == self.route.to_square:
            return Cause.MOVED
        passed = squares_of(way)
        variant = self.after.board.variant
        if variant.left_square is LeftSquare.FOLDS and passed.intersection(self.removed):
            return Cause.FOLD
        if self.route.from_square in passed:
            return Cause.LINE
        if self.move.roll is not None and self.move.roll in passed:
            return Cause.DICE
        return Cause.OTHER

    @staticmethod
    def _attack(sight: Sight, way: Way, cause: Cause) -> Attack:
        origin, target = way.from_square, way.to_square
        return Attack(sight.pieces[origin], origin, sight.pieces[target], target, holes_of(way), cause)
