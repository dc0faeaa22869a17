"""The route of a move as straight stretches between points of the board. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from wormhole.gui.board.board_layout import FRAME, Point

if TYPE_CHECKING:
    from wormhole import Geometry, Route

EDGE = 0.5 + FRAME  # from the centre of a square on the edge to the frame


@dataclass(frozen=True)
class Stretch:
    """A straight part of a route. On a ``link``, between two wormholes, the piece is hidden."""

    start: Point
    end: Point
    is_link: bool = False


def stretches_of(route: Route, geometry: Geometry) -> tuple[tuple[Stretch, ...], ...]:
    """The stretches of each step of a route.

    A stretch that does not begin where the one before it ended comes in through the frame: the piece left
    the board through a gate and enters at the opposite edge.
    """
    stands = [route.from_square, *(step[-1] for step in route.steps)]
    return tuple(
        tuple(_stretches(stand, step, geometry)) for stand, step in zip(stands, route.steps, strict=False)
    )


def between(start: Point, end: Point, share: float) -> Point:
    """The point at ``share`` (0..1) of the line from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def distance(start: Point, end: Point) -> float:
    """The Euclidean distance in squares."""
    return hypot(end[0] - start[0], end[1] - start[1])


def _stretches(stand: int, step: Sequence[int], geometry: Geometry) -> Iterator[Stretch]:
    """The stretches of one step; consecutive wormholes differ by the vector from the start to the first."""
    size = geometry.columns, geometry.rows
    here = geometry.place[stand]
    first = geometry.place[step[0]]
    vector = first[0] - here[0], first[1] - here[1]
    for square in step:
        there = geometry.place[square]
        ahead = here[0] + vector[0], here[1] + vector[1]
        entered = ahead[0] % size[0], ahead[1] % size[1]
        if ahead == entered:
            yield Stretch(here, there, is_link=there != ahead)
        else:
            yield Stretch(here, _at_frame(here, vector, ahead, size))
            back = -vector[0], -vector[1]
            behind = entered[0] + back[0], entered[1] + back[1]
            yield Stretch(_at_frame(entered, back, behind, size), there, is_link=there != entered)
        here = there


def _at_frame(start: Point, vector: Point, end: Point, size: tuple[int, int]) -> Point:
    """Where the line from ``start`` along ``vector`` to ``end``, off the board, meets the frame."""
    shares = []
    for axis in (0, 1):
        if end[axis] < 0:
            shares.append((start[axis] + EDGE) / -vector[axis])
        elif end[axis] >= size[axis]:
            shares.append((size[axis] - 1 + EDGE - start[axis]) / vector[axis])
    return between(start, end, min(shares))
