"""By which way a piece reaches a square: for whoever draws or explains a move; the rules do not ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF
from wormhole.rules.move import Steps
from wormhole.rules.tables import EMPTY, FIRST_PIECE, GONE
from wormhole.rules.variant import LeftSquare, Variant
from wormhole.rules.ways_through import through


def ways(
    variant: Variant, pieces: Sequence[int], paths: Iterable[Path], square: int
) -> Iterator[tuple[Path, Steps]]:
    """Every way along ``paths`` from ``square`` to a square that is there, fewest steps first.

    ``pieces`` are the numbers of the pieces by square. What stands on the last square is not asked.
    """
    arrows = variant.arrows[square] if variant.arrows else 255
    for path in sorted(paths, key=lambda path: len(path.steps)):
        if variant.left_square is LeftSquare.RANDOM:
            for way in through(variant, pieces, path, square):
                yield path, way
            continue
        if not arrows >> path.steps[0] & 1:
            continue
        if path.ride:
            for way in _ride(variant, pieces, path, square):
                yield path, way
        elif way := _walk(variant, pieces, path, square):
            yield path, way


def _ride(variant: Variant, pieces: Sequence[int], path: Path, square: int) -> Iterator[Steps]:
    way: Steps = ()
    while step := _step(variant, pieces, square, path.steps[0], over_holes=True):
        way = (*way, step)
        yield way
        square = step[-1]
        if pieces[square] != EMPTY:
            return


def _walk(variant: Variant, pieces: Sequence[int], path: Path, square: int) -> Steps:
    """The way along a path; empty if it does not end on a square that is there, or is lame and blocked."""
    folds = variant.left_square is LeftSquare.FOLDS
    way: Steps = ()
    for direction in path.steps:
        if path.lame and way and pieces[square] >= FIRST_PIECE:
            return ()
        step = _step(variant, pieces, square, direction, over_holes=folds)
        if not step:
            return ()
        way = (*way, step)
        square = step[-1]
    return () if pieces[square] == GONE else way


def _step(
    variant: Variant, pieces: Sequence[int], square: int, direction: int, *, over_holes: bool
) -> tuple[int, ...]:
    """The squares of one step, holes before the square it stands on; empty if it leaves the board."""
    geometry = variant.geometry
    passed: list[int] = []
    while (square := geometry.step(square, direction)) != OFF:
        passed.append(square)
        is_hole = pieces[square] == GONE and square < geometry.squares
        if not (is_hole and over_holes):
            return tuple(passed)
    return ()
