"""What is drawn over a position: circles and arrows of a person and of the analysis."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.library.comment_commands import Shape


class View(Enum):
    """What a person can have shown on the board, besides the position."""

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
class Viewed:
    """All routes of one piece."""

    routes: tuple[Route, ...]
    may_be_played: bool


@dataclass(frozen=True)
class Annotations:
    """All circles and arrows. ``begun`` is the one that a person draws now."""

    shapes: tuple[Shape, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    typed: tuple[Suggestion, ...] = ()
    """What the move that is typed can mean; it is shown instead of the suggestions."""
    begun: Shape | None = None

    @property
    def arrows(self) -> tuple[Suggestion, ...]:
        """The arrows that are not a person's."""
        return self.typed or self.suggestions

    @property
    def drawn(self) -> tuple[Shape, ...]:
        """The person's circles and arrows, the begun one last."""
        return self.shapes if self.begun is None else toggled(self.shapes, self.begun)


def toggled(shapes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """The shapes with this one too, or without it if it is there; another colour is replaced."""
    others = tuple(other for other in shapes if _ends(other) != _ends(shape))
    return others if shape in shapes else (*others, shape)


def _ends(shape: Shape) -> tuple[int, int]:
    return shape.from_square, shape.to_square
