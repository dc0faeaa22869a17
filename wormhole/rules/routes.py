"""Routes: the squares that a move passes, for drawing and explaining it.

They use the same step functions as the loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wormhole.rules.betza import DIRECTIONS
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.moves import step_on
from wormhole.rules.loops.passages import reach_through, way_out
from wormhole.rules.loops.promotion import is_at_home, may_end
from wormhole.rules.position import EP_SQUARE, EP_SQUARE_TOO, EP_VICTIM, TURN, Position, Scratch
from wormhole.rules.tables import (
    CAPTURES,
    EMPTY,
    FIRST_PIECE,
    FROM_HOME,
    GONE,
    HOPS,
    LEAPS,
    MOVES,
    PIECE_NUMBERS,
    RIDES,
    TREADS,
    Tables,
    piece_number,
)
from wormhole.rules.tabulation import GAMES_KEPT, plain_tables, side_paths, vector_of
from wormhole.rules.variant import Variant

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
    over: tuple[int, ...] = ()
    """The squares of the pieces that it hops over, and needs there."""

    @property
    def to_square(self) -> int:
        """The target of the move."""
        return self.steps[-1][-1]

    @property
    def holes(self) -> tuple[int, ...]:
        """The removed squares that the move passes, in order."""
        return tuple(hole for step in self.steps for hole in step[:-1])


def walked(
    tables: Tables, position: Position, scratch: Scratch, square: int
) -> Iterator[tuple[int, Steps, tuple[int, ...]]]:
    """Every route of the piece on ``square`` to an existing square: its node, its steps, what it hops over.

    The arrays are memoryviews. Whether the piece may end on the square is not tested.
    """
    piece = position.pieces[square]
    nodes = range(tables.first[piece], tables.first[piece + 1])
    if tables.options.passages:
        for node in nodes:
            yield from _walked_through(tables, position, scratch, node, square)
        return
    hops: dict[int, tuple[int, ...]] = {0: ()}
    ways: dict[int, Steps] = {0: ()}
    for node in nodes:
        flags, link = tables.node_flags[node], tables.node_link[node]
        way = ways.get(tables.node_parent[node])
        if way is None:
            continue
        behind = way[-1][-1] if way else square
        here = step_on(tables, position, node, square, behind)
        over = hops[tables.node_parent[node]]
        hops[node] = over = (*over, behind) if flags & HOPS else over
        while here != OFF:
            way = (*way, _step(tables, here, behind, link))
            if position.pieces[here] != GONE:
                yield node, way, over
            ways[node] = way
            if not flags & RIDES:
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
) -> Iterator[tuple[int, Steps, tuple[int, ...]]]:
    """The routes of one path on a board with passages, where nothing hops."""
    flags = tables.node_flags[node]
    if flags & FROM_HOME and not is_at_home(tables, position, position.pieces[square], square):
        return
    first, last = reach_through(tables, position, scratch, node, square)
    for index in range(first, last):
        if flags & TREADS or position.pieces[scratch.reach[index]] != GONE:
            yield node, _steps_to(tables, position, scratch, node, index), ()


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


Vector = tuple[int, int]
"""Files and ranks."""


@dataclass(frozen=True)
class Way:
    """The steps of a piece to one square, as in a :class:`.Route`, whether or not it may end there.

    ``vectors`` has the files and ranks of each step on a board without holes. With neither ``moves`` nor
    ``captures`` the piece only passes the square.
    """

    from_square: int
    steps: Steps
    vectors: tuple[Vector, ...]
    moves: bool
    """Whether the way may end on an empty square."""
    captures: bool
    """Whether the way may end on an enemy piece."""
    ends: bool
    """Whether one of them fits what stands there; whether the king would be in check is not asked."""
    castled: tuple[int, int] | None = None
    """Origin and target of the castling rook."""
    over: tuple[int, ...] = ()
    """The squares of the pieces that it hops over."""

    @property
    def to_square(self) -> int:
        """The last square."""
        return self.steps[-1][-1]

    @property
    def capture(self) -> Route:
        """The route of a capture by this way."""
        return Route(self.from_square, self.steps, captured=self.to_square, over=self.over)


def ways(variant: Variant, position: Position, scratch: Scratch, square: int) -> Iterator[Way]:
    """Every way of the piece on ``square``, without castling, whichever side is to move."""
    tables = plain_tables(variant)
    piece = position.pieces[square]
    position = _to_move(position, piece & 1)
    chains = _chains(variant)
    state = position.state
    en_passant = (state[EP_SQUARE], state[EP_SQUARE_TOO]) if tables.en_passant[piece] else ()
    for node, steps, over in walked(tables, position, scratch, square):
        flags, chain, target = tables.node_flags[node], chains[node], steps[-1][-1]
        found = position.pieces[target]
        ends = bool(
            flags >> tables.found[(piece & 1) * PIECE_NUMBERS | found] & 1
            or (flags & TREADS and found == GONE)
            or (flags & CAPTURES and target in en_passant)
        )
        vectors = chain + chain[-1:] * (len(steps) - len(chain))
        if tables.spared[piece] >> found & 1:
            flags, ends = flags & ~CAPTURES, False
        if not may_end(tables, piece, square, target, found >= FIRST_PIECE):
            flags, ends = 0, False
        yield Way(square, steps, vectors, bool(flags & MOVES), bool(flags & CAPTURES), ends, over=over)


def _to_move(position: Position, side: int) -> Position:
    """The position with that side to move: its first-move rights count, and en passant only if it was."""
    if position.state[TURN] == side:
        return position
    state = position.state.tolist()
    state[TURN] = side
    state[EP_SQUARE : EP_VICTIM + 1] = [OFF] * (EP_VICTIM + 1 - EP_SQUARE)
    return position._replace(state=state)


@lru_cache(maxsize=GAMES_KEPT)
def _chains(variant: Variant) -> tuple[tuple[Vector, ...], ...]:
    """For each node the vectors of the steps that lead to it; the last one is repeated by a ride or walk."""
    tables = plain_tables(variant)
    if tables.options.passages:
        chains: list[tuple[Vector, ...]] = [()]
        for letter, piece_type in variant.piece_types.items():
            for side in (0, 1):
                assert len(chains) == tables.first[piece_number(variant, letter, side)]
                chains += ((vector_of(path),) for path in side_paths(variant, piece_type, side))
        return tuple(chains)
    chains = [()]
    for node in range(1, tables.first[PIECE_NUMBERS]):
        direction = DIRECTIONS[tables.node_link[node] // ROW % len(DIRECTIONS)]
        chains.append((*chains[tables.node_parent[node]], direction))
    return tuple(chains)
