"""Smooth curves through the corners of a line. Pure geometry, in points of the board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wormhole.gui.board.layout import Point
from wormhole.gui.board.route import between, distance

BEND = 0.5  # squares before and behind a corner, in which a curve turns
BEND_PARTS = 8


def curve(corners: Sequence[Point], apart: float) -> np.ndarray:
    """Points ``apart`` squares from each other on a curve that cuts the corners: an array of pairs."""
    bent = np.array(_bent(corners))
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(bent, axis=0).T))])
    along = np.arange(0.0, lengths[-1], apart)
    return np.stack([np.interp(along, lengths, bent[:, axis]) for axis in (0, 1)], axis=1)


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
