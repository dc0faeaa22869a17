"""What is drawn over a position: circles, arrows and routes of the user and of the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from wormhole.rules.refusals import Refusal, attacks_on, refusal, refusal_ahead
from wormhole.rules.routes import Route

if TYPE_CHECKING:
    from wormhole import Board
    from wormhole.library.comment_commands import Shape


class View(Enum):
    """What the user can have shown on the board, besides the position."""

    ROUTES = "routes"
    REACH = "reach"


class Advice(Enum):
    """What a suggestion says."""

    LINE = "line"
    BETTER = "better"
    """A better move than the one that was played."""
    THREAT = "threat"
    """What the other side would play."""


@dataclass(frozen=True)
class Suggestion:
    """An arrow of the analysis or of a hint; a ring if both squares are the same.

    ``rank`` 0 is the best move; the others are drawn thinner.
    """

    from_square: int
    to_square: int
    rank: int = 0
    advice: Advice = Advice.LINE


@dataclass(frozen=True)
class PieceRoutes:
    """All routes of one piece."""

    routes: tuple[Route, ...]
    may_be_played: bool


@dataclass(frozen=True)
class Annotations:
    """All circles, arrows and routes. ``begun`` is the one that the user draws now."""

    shapes: tuple[Shape, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    typed: tuple[Suggestion, ...] = ()
    """What the move that is typed can mean; it is shown instead of the suggestions."""
    begun: Shape | None = None
    attacks: tuple[Route, ...] = ()
    """The routes of what is threatened or lost, drawn with all their steps."""
    chances: tuple[Route, ...] = ()
    """The routes of what a good move attacks or wins."""

    @property
    def arrows(self) -> tuple[Suggestion, ...]:
        """The arrows that are not the user's."""
        return self.typed or self.suggestions

    @property
    def drawn(self) -> tuple[Shape, ...]:
        """The user's circles and arrows, the begun one last."""
        return self.shapes if self.begun is None else toggled(self.shapes, self.begun)


def toggled(shapes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """The shapes with this one too, or without it if it is there; another colour is replaced."""
    others = tuple(other for other in shapes if _ends(other) != _ends(shape))
    return others if shape in shapes else (*others, shape)


def _ends(shape: Shape) -> tuple[int, int]:
    return shape.from_square, shape.to_square


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
        checked, is_over = board.checked, not board.legal_numbers
        king = board.king(board.turn) if checked is None else checked
        if king is None or not (is_over or checked is not None):
            return cls()
        attacks = () if checked is None else attacks_on(board, checked, not board.turn)
        return cls(tuple(way.capture for way in attacks), _flights(board, king) if is_over else {})


@dataclass(frozen=True)
class RefusedMove:
    """A move that the user tried and that is not legal, and why."""

    from_square: int
    to_square: int
    why: Refusal

    @classmethod
    def of(cls, board: Board, from_square: int, to_square: int) -> RefusedMove | None:
        """Why the piece on a square cannot go to another; None if it can."""
        why = refusal(board, from_square, to_square)
        return None if why is None else cls(from_square, to_square, why)

    @classmethod
    def ahead(cls, board: Board, from_square: int, to_square: int) -> RefusedMove:
        """Why the user cannot plan this move for the next turn."""
        return cls(from_square, to_square, refusal_ahead(board, from_square, to_square))


def _flights(board: Board, king: int) -> dict[int, Route]:
    found = {}
    for way in board.ways(king):
        refused = refusal(board, king, way.to_square) if way.ends and way.castled is None else None
        if refused is not None and refused.attack is not None:
            found[way.to_square] = refused.attack.capture
    return found
