"""Smooth curves through the corners of a line. Pure geometry, in points of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from wormhole.gui.board.layout import Point
from wormhole.gui.board.route import between, distance

BEND = 0.5  # squares before and behind a corner, in which a curve turns
BEND_PARTS = 8


def curve(corners: Sequence[Point], apart: float) -> list[Point]:
    """Points about ``apart`` squares from each other on a curve that cuts the corners."""
    return [point for start, end in pairwise(_bent(corners)) for point in _parts(start, end, apart)]


def _bent(corners: Sequence[Point]) -> list[Point]:
    """The line with a bend of several points instead of each corner."""
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        reach = min(BEND, distance(before, corner) / 2, distance(corner, after) / 2)
        start = between(corner, before, reach / distance(before, corner))
        end = between(corner, after, reach / distance(corner, after))
        for part in range(BEND_PARTS + 1):
            share = part / BEND_PARTS
            points.append(between(between(start, corner, share), between(corner, end, share), share))
    points.append(corners[-1])
    return points


def _parts(start: Point, end: Point, apart: float) -> Iterator[Point]:
    count = max(1, round(distance(start, end) / apart))
    for number in range(count):
        yield between(start, end, number / count)
