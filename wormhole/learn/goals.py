"""What a step of a lesson asks for. Pure data; :mod:`wormhole.learn.attempt` judges what a learner does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Deed(Enum):
    """What a move is to do, where several moves may do it."""

    MOVE = "move"
    """Any legal move."""
    CAPTURE = "capture"
    CHECK = "check"
    MATE = "mate"
    STUCK = "stuck"
    """The other side has no legal move left, and the game is over."""
    CROSS = "cross"
    """The move passes at least so many holes."""


@dataclass(frozen=True)
class Show:
    """Nothing is asked. These moves are played over and over; ``0000`` lets the other side pass."""

    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Play:
    """One of these moves."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """These moves: the learner's, the reply, the learner's, and so on."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Do:
    """Any move that does the deed, perhaps by the piece on one square, or to one square."""

    deed: Deed
    by: int | None = None
    on: int | None = None
    """The square of the captured piece."""
    holes: int = 1
    """How many holes a move must pass at least, if it is to cross some."""


@dataclass(frozen=True)
class Visit:
    """The piece on ``by`` goes to each of the squares, one a move; the other side passes."""

    by: int
    squares: frozenset[int]


@dataclass(frozen=True)
class Click:
    """The squares to be clicked. With ``of``: the squares to which the piece there can go."""

    squares: frozenset[int]
    of: int | None = None


Goal = Show | Play | Line | Do | Visit | Click
