"""By which way a man reaches a square: for whoever draws or explains a move; the rules do not ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF, Geometry
from wormhole.rules.move import Steps
from wormhole.rules.tables import EMPTY, GONE


def ways(
    geometry: Geometry, men: Sequence[int], paths: Iterable[Path], square: int
) -> Iterator[tuple[Path, Steps]]:
    """Every way along ``paths`` from ``square`` to a square that is there, fewest steps first.

    ``men`` are the numbers of the men by square. What stands on the last square is not asked.
    """
    for path in sorted(paths, key=lambda path: len(path.steps)):
        if path.ride:
            for way in _ride(geometry, men, path, square):
                yield path, way
        elif way := _walk(geometry, men, path, square):
            yield path, way


def _ride(geometry: Geometry, men: Sequence[int], path: Path, square: int) -> Iterator[Steps]:
    way: Steps = ()
    while step := _step(geometry, men, square, path.steps[0]):
        way = (*way, step)
        yield way
        square = step[-1]
        if men[square] != EMPTY:
            return


def _walk(geometry: Geometry, men: Sequence[int], path: Path, square: int) -> Steps:
    """The way along a path; empty if it leaves the board or, being lame, is blocked."""
    way: Steps = ()
    for direction in path.steps:
        if path.lame and way and men[square] != EMPTY:
            return ()
        step = _step(geometry, men, square, direction)
        if not step:
            return ()
        way = (*way, step)
        square = step[-1]
    return way


def _step(geometry: Geometry, men: Sequence[int], square: int, direction: int) -> tuple[int, ...]:
    """The squares of one step, holes before the square it stands on; empty if it leaves the board."""
    passed: list[int] = []
    while (square := geometry.step(square, direction)) != OFF:
        passed.append(square)
        if men[square] != GONE:
            return tuple(passed)
    return ()
