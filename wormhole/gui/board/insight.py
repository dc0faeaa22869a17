"""What the rules say about the position that is shown. Each answer is found when it is asked for, once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.refusals import Immobility, immobility

if TYPE_CHECKING:
    from wormhole import Board, Route


class Insight:
    """The routes of all pieces, and the squares that each side attacks, on a board that stays as it is."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._routes: dict[int, tuple[Route, ...]] = {}
        self._immobile: dict[int, Immobility | None] = {}

    def routes(self, square: int) -> tuple[Route, ...]:
        """The routes of the piece on ``square``, as if it were its turn; one to each target."""
        if square not in self._routes:
            routes = self._board.routes(square).values()
            self._routes[square] = tuple({route.to_square: route for route in routes}.values())
        return self._routes[square]

    def immobility(self, square: int) -> Immobility | None:
        """Why the piece on ``square`` has no routes; None if it has some."""
        if square not in self._immobile:
            self._immobile[square] = immobility(self._board, square)
        return self._immobile[square]

    @cached_property
    def reach(self) -> dict[int, tuple[int, int]]:
        """The attacked squares, each with the numbers of White's and Black's attackers."""
        white, black = self._board.attacked_by(WHITE), self._board.attacked_by(BLACK)
        return {square: (white.get(square, 0), black.get(square, 0)) for square in white.keys() | black}
