"""The ways of :mod:`wormhole.rules.ways` on a board with passages, as its loops walk them.

See :mod:`wormhole.rules.loops.passages`. A step that goes in at a wormhole and out at another lists both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from wormhole.rules.betza import DIRECTIONS, Path
from wormhole.rules.geometry import OFF
from wormhole.rules.move import Steps
from wormhole.rules.tables import EMPTY, GONE, piece_letter
from wormhole.rules.variant import Variant

Gate = Callable[[int, int, int], int]
"""Where a vector leads from a wormhole, given its square, files and ranks; ``OFF`` if off the board."""


def through(variant: Variant, pieces: Sequence[int], path: Path, square: int) -> Iterator[Steps]:
    """Every way along a path from ``square``, its last square whatever stands there."""
    across, up = (sum(DIRECTIONS[step][axis] for step in path.steps) for axis in (0, 1))
    piece = variant.piece_types[piece_letter(variant, pieces[square])]
    if piece.royal:
        target = variant.geometry.beyond(square, across, up)
        if target != OFF:
            yield ((target,),)
        return
    gate: Gate = partial(variant.geometry.beyond, gate=True, sideways=piece.pawn)
    is_walk = len(set(path.steps)) == 1 and (len(path.steps) == 1 or path.lame)
    if not is_walk:
        yield from _leap(variant, pieces, gate, square, (across, up))
        return
    vector = DIRECTIONS[path.steps[0]]
    count = len(path.steps)
    heads: list[tuple[Steps, int]] = [((), square)]
    ridden = {square}
    while heads:
        way, here = heads.pop(0)
        for step in _steps(variant, pieces, gate, here, vector):
            longer = (*way, step)
            end = step[-1]
            if path.ride or len(longer) == count:
                yield longer
            goes_on = end not in ridden if path.ride else len(longer) < count
            if goes_on and pieces[end] == EMPTY:
                ridden.add(end)
                heads.append((longer, end))


def _leap(
    variant: Variant, pieces: Sequence[int], gate: Gate, square: int, vector: tuple[int, int]
) -> Iterator[Steps]:
    """A leap, made again from every wormhole that it ends on."""
    passed: list[int] = []
    here = variant.geometry.beyond(square, *vector)
    while here != OFF and here not in passed:
        passed.append(here)
        if pieces[here] != GONE:
            yield (tuple(passed),)
            return
        here = gate(here, *vector)


def _steps(
    variant: Variant, pieces: Sequence[int], gate: Gate, square: int, vector: tuple[int, int]
) -> Iterator[tuple[int, ...]]:
    """The steps that one direction offers: over the wormholes, or in at one of them and out at the next."""
    passed: list[int] = []
    here = variant.geometry.beyond(square, *vector)
    while here != OFF and here not in passed:
        passed.append(here)
        if pieces[here] != GONE:
            yield tuple(passed)
            return
        yield from _ways_out(variant, pieces, gate, tuple(passed), vector)
        here = gate(here, *vector)


def _ways_out(
    variant: Variant, pieces: Sequence[int], gate: Gate, passed: tuple[int, ...], vector: tuple[int, int]
) -> Iterator[tuple[int, ...]]:
    here = gate(passed[-1], *vector)
    walked = {here}
    while here != OFF and pieces[here] != GONE:
        here = variant.geometry.beyond(here, *vector)
        if here in walked:
            return
        walked.add(here)
    while here != OFF and here not in passed:
        passed = (*passed, here)
        if pieces[here] != GONE:
            yield passed
            return
        here = gate(here, *vector)
