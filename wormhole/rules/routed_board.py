"""The board with the ways of its pieces: which squares a move passes, and where a piece's steps lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wormhole.rules.base_board import BaseBoard
from wormhole.rules.loops.moves import CASTLING
from wormhole.rules.move import Move
from wormhole.rules.position import TURN
from wormhole.rules.routes import Route, Steps
from wormhole.rules.tabulation import plain_tables
from wormhole.rules.ways import Way, ways


class RoutedBoard(BaseBoard):
    """A board that knows how its pieces get where they go. See :class:`wormhole.Board` for its use."""

    def route(self, move: Move) -> Route:
        """The squares that a legal move passes. Raises :class:`MoveError` if it is not legal, or null."""
        return self._route(self.number_of(move), self._shortest_ways(move.from_square))

    def last_route(self) -> Route | None:
        """The route of the last move; None before the first move and after a null move."""
        if not self._stack or not self.peek():
            return None
        before = self.copy()
        return before.route(before.pop())

    def routes(self, square: int) -> dict[Move, Route]:
        """Every legal move of the piece on ``square`` with its shortest route.

        If its side is not to move: what it could play if it were.
        """
        piece = self.piece_at(square)
        if piece is not None and piece.color != self.turn:
            return self._passed().routes(square)
        numbers = [number for number in self.legal_numbers if number & 255 == square]
        ways = self._shortest_ways(square) if numbers else {}
        return {self._moves_by_number[number]: self._route(number, ways) for number in numbers}

    def ways(self, square: int) -> tuple[Way, ...]:
        """Everywhere that the steps of the piece on ``square`` lead, also if its side is not to move.

        Castling is a way of the king if it is legal, or were legal if its side were to move.
        """
        piece = self.piece_at(square)
        if piece is None:
            return ()
        ways = tuple(self._ways(square))
        if not self.variant.piece_types[piece.letter].castles_with:
            return ways
        board = self if piece.color == self.turn else self._passed()
        numbers = (number for number in board.legal_numbers if number >> 24 >= CASTLING)
        return *ways, *(board._castling(number) for number in numbers if number & 255 == square)

    # --- private ---

    def _ways(self, square: int) -> Iterator[Way]:
        return ways(self.variant, self._plain, self._plain_scratch(), square)

    def _shortest_ways(self, square: int) -> dict[int, Steps]:
        """The steps of the shortest route of the piece on ``square`` to each square where it may end."""
        found: dict[int, Steps] = {}
        for way in self._ways(square):
            target = way.to_square
            if way.ends and (target not in found or len(way.steps) < len(found[target])):
                found[target] = way.steps
        return found

    def _route(self, number: int, ways: Mapping[int, Steps]) -> Route:
        origin, target, kind = number & 255, number >> 8 & 255, number >> 24
        if kind >= CASTLING:
            row = (2 * self._plain.state[TURN] + kind - CASTLING) * 4
            rook_from, rook_to = plain_tables(self.variant).castle[row + 2 : row + 4].tolist()
            return Route(origin, ((rook_to,), (target,)), castled=(rook_from, rook_to))
        return Route(origin, ways[target], self.captured_by(number))

    def _castling(self, number: int) -> Way:
        """Castling as a way of the king."""
        route, place = self._route(number, {}), self.variant.geometry.place
        across = 1 if place[route.to_square][0] > place[route.from_square][0] else -1
        vectors = ((across, 0),) * len(route.steps)
        return Way(route.from_square, route.steps, vectors, True, False, True, route.castled)
