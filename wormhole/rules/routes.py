"""Routes: the squares that a move passes, for drawing and explaining it.

They use the same step functions as the loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.moves import is_at_home, step_on
from wormhole.rules.loops.passages import reach_through, way_out
from wormhole.rules.position import Position, Scratch
from wormhole.rules.tables import EMPTY, FROM_HOME, GONE, LEAPS, PASSAGES, RIDES, TREADS, Tables

Steps = tuple[tuple[int, ...], ...]
"""One tuple for each step: the holes that it passes, then the square that it reaches."""


@dataclass(frozen=True)
class Route:
    """The squares of one move. A step that goes in at a wormhole and out at another lists both."""

    from_square: int
    steps: Steps
    captured: int | None = None
    """The square of the captured piece; if en passant, not the target."""
    castled: tuple[int, int] | None = None
    """Origin and target of the castling rook."""

    @property
    def to_square(self) -> int:
        """The target of the move."""
        return self.steps[-1][-1]

    @property
    def holes(self) -> tuple[int, ...]:
        """The removed squares that the move passes, in order."""
        return tuple(hole for step in self.steps for hole in step[:-1])


def walked(tables: Tables, position: Position, scratch: Scratch, square: int) -> Iterator[tuple[int, Steps]]:
    """Every route of the piece on ``square`` to an existing square: its node, and its steps.

    The arrays are memoryviews. Whether the piece may end on the square is not tested.
    """
    piece = position.pieces[square]
    nodes = range(tables.first[piece], tables.first[piece + 1])
    if tables.options[PASSAGES]:
        for node in nodes:
            yield from _walked_through(tables, position, scratch, node, square)
        return
    ways: dict[int, Steps] = {0: ()}
    for node in nodes:
        flags, link = tables.node_flags[node], tables.node_link[node]
        way = ways.get(tables.node_parent[node])
        if way is None:
            continue
        behind = way[-1][-1] if way else square
        here = step_on(tables, position, node, square, behind)
        while here != OFF:
            way = (*way, _step(tables, here, behind, link))
            if position.pieces[here] != GONE:
                yield node, way
            if not flags & RIDES:
                ways[node] = way
                break
            behind, here = here, position.links[link | here] if position.pieces[here] == EMPTY else OFF


def _step(tables: Tables, here: int, behind: int, link: int) -> tuple[int, ...]:
    """The squares of a step from ``behind`` to ``here``, holes included."""
    passed = [tables.links[link | behind]]
    while passed[-1] != here:
        passed.append(tables.links[link | passed[-1]])
    return tuple(passed)


def _walked_through(
    tables: Tables, position: Position, scratch: Scratch, node: int, square: int
) -> Iterator[tuple[int, Steps]]:
    """The routes of one path on a board with passages."""
    flags = tables.node_flags[node]
    if flags & FROM_HOME and not is_at_home(tables, position, position.pieces[square], square):
        return
    first, last = reach_through(tables, position, scratch, node, square)
    for index in range(first, last):
        if flags & TREADS or position.pieces[scratch.reach[index]] != GONE:
            yield node, _steps_to(tables, position, scratch, node, index)


def _steps_to(tables: Tables, position: Position, scratch: Scratch, node: int, index: int) -> Steps:
    """The steps by which :func:`reach_through` reached the place with that index."""
    flags, vector = tables.node_flags[node], tables.node_link[node]
    places: list[int] = []
    while index:
        places.insert(0, scratch.reach[index])
        index = scratch.behind[index]
    steps: list[tuple[int, ...]] = []
    passed: list[int] = []
    for number, here in enumerate(places, 1):
        passed.append(here)
        if position.pieces[here] != GONE or flags & TREADS:
            steps.append(tuple(passed))
            passed = []
        elif not flags & LEAPS and tables.vectors[vector + ROW | here] != places[number]:
            passed.append(way_out(tables, position, vector, here))
    return tuple(steps)
