"""What explains a check, a mate or a lost game on the board: attacks on a king, and squares closed to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wormhole.rules.refusals import Refusal, attacks_on, refusal, refusal_ahead
from wormhole.rules.routes import Route

if TYPE_CHECKING:
    from wormhole import Board
    from wormhole.rules.ways import Way


@dataclass(frozen=True)
class Explanation:
    """What is shown in red."""

    attacks: tuple[Route, ...] = ()
    """The routes onto the king."""
    flights: Mapping[int, Route] = field(default_factory=dict)
    """At the end of a game: the squares that the king may not go to, each with a route that attacks it."""

    @classmethod
    def of(cls, board: Board) -> Explanation:
        """The explanation of a position: nothing, unless a king is in check or there is no legal move."""
        king = board.king(board.turn)
        is_over = not board.legal_numbers
        if king is None or not (is_over or board.is_check()):
            return cls()
        attacks = attacks_on(board, king, not board.turn) if board.is_check() else ()
        return cls(tuple(map(attack_route, attacks)), _flights(board, king) if is_over else {})


@dataclass(frozen=True)
class Refused:
    """A move that a person tried and that is not legal, and why."""

    from_square: int
    to_square: int
    why: Refusal

    @classmethod
    def of(cls, board: Board, from_square: int, to_square: int) -> Refused | None:
        """Why the piece on a square cannot go to another; None if it can."""
        why = refusal(board, from_square, to_square)
        return None if why is None else cls(from_square, to_square, why)

    @classmethod
    def ahead(cls, board: Board, from_square: int, to_square: int) -> Refused:
        """Why a person cannot plan this move for the next turn."""
        return cls(from_square, to_square, refusal_ahead(board, to_square))


def attack_route(way: Way) -> Route:
    """The way of an attack as the route of a capture."""
    return Route(way.from_square, way.steps, captured=way.to_square)


def _flights(board: Board, king: int) -> dict[int, Route]:
    found = {}
    for way in board.ways(king):
        refused = refusal(board, king, way.to_square) if way.ends and way.castled is None else None
        if refused is not None and refused.attack is not None:
            found[way.to_square] = attack_route(refused.attack)
    return found
