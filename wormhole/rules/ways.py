"""By which way a man reaches a square: for whoever draws or explains a move; the rules do not ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF
from wormhole.rules.move import Steps
from wormhole.rules.tables import EMPTY, FIRST_MAN, GONE
from wormhole.rules.variant import LeftSquare, Variant
from wormhole.rules.ways_through import through


def ways(
    variant: Variant, men: Sequence[int], paths: Iterable[Path], square: int
) -> Iterator[tuple[Path, Steps]]:
    """Every way along ``paths`` from ``square`` to a square that is there, fewest steps first.

    ``men`` are the numbers of the men by square. What stands on the last square is not asked.
    """
    arrows = variant.arrows[square] if variant.arrows else 255
    for path in sorted(paths, key=lambda path: len(path.steps)):
        if variant.left_square is LeftSquare.RANDOM:
            for way in through(variant, men, path, square):
                yield path, way
            continue
        if not arrows >> path.steps[0] & 1:
            continue
        if path.ride:
            for way in _ride(variant, men, path, square):
                yield path, way
        elif way := _walk(variant, men, path, square):
            yield path, way


def _ride(variant: Variant, men: Sequence[int], path: Path, square: int) -> Iterator[Steps]:
    way: Steps = ()
    while step := _step(variant, men, square, path.steps[0], over_holes=True):
        way = (*way, step)
        yield way
        square = step[-1]
        if men[square] != EMPTY:
            return


def _walk(variant: Variant, men: Sequence[int], path: Path, square: int) -> Steps:
    """The way along a path; empty if it does not end on a square that is there, or is lame and blocked."""
    folds = variant.left_square is LeftSquare.FOLDS
    way: Steps = ()
    for direction in path.steps:
        if path.lame and way and men[square] >= FIRST_MAN:
            return ()
        step = _step(variant, men, square, direction, over_holes=folds)
        if not step:
            return ()
        way = (*way, step)
        square = step[-1]
    return () if men[square] == GONE else way


def _step(
    variant: Variant, men: Sequence[int], square: int, direction: int, *, over_holes: bool
) -> tuple[int, ...]:
    """The squares of one step, holes before the square it stands on; empty if it leaves the board."""
    geometry = variant.geometry
    passed: list[int] = []
    while (square := geometry.step(square, direction)) != OFF:
        passed.append(square)
        is_hole = men[square] == GONE and square < geometry.squares
        if not (is_hole and over_holes):
            return tuple(passed)
    return ()
