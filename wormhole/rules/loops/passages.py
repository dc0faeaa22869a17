"""Move generation on a board with passages: wormholes that pieces pass over, or enter and leave elsewhere.

The game is Random Wormhole Chess (``rules.md``, section 8). A wormhole is an empty square marked ``GONE``. A
step that meets a wormhole either passes over it, or goes in and comes out of the next wormhole on its line,
over any pieces between, and then continues. A wormhole on the edge is a gate to the opposite edge. A leap
that ends on a wormhole is repeated from there. Royal pieces move on wormholes as on squares.

Here a node is a whole path. ``node_link`` is its vector's row in ``tables.vectors``, which holds the target
from each square and, 256 further, the target from a wormhole there. ``node_parent`` is the number of steps.

Walking a path costs much, and most pieces are far from the square that is asked about. Squares that a vector
cannot connect, wherever the wormholes are, have different numbers in its row of ``tables.orbits``.
"""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.promotion import is_at_home, may_end
from wormhole.rules.position import SLOTS, SLOTS_USED, Position, Scratch
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
)


def add_passage_moves(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    kinds: int,
    moves: np.ndarray,
    start: int,
) -> int:
    """Write the pseudo-legal moves of the piece on ``square`` from index ``start``; returns the end.

    ``kinds`` masks the flags of nodes.
    """
    pieces, seen = position.pieces, scratch.seen
    piece = pieces[square]
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    end = start
    for node in range(tables.first[piece], tables.first[piece + 1]):
        flags = tables.node_flags[node] & kinds
        if flags & FROM_HOME and not is_at_home(tables, position, piece, square):
            continue
        first, last = reach_through(tables, position, scratch, node, square)
        for index in range(first, last):
            here = scratch.reach[index]
            fits = flags >> tables.found[(piece & 1) * PIECE_NUMBERS | pieces[here]] & 1
            if flags & TREADS and flags & MOVES and pieces[here] == GONE:
                fits = 1
            if fits and seen[here] != stamp:
                seen[here] = stamp
                moves[end] = square | here << 8
                end += 1
    return end


def is_attacked_through(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    by_side: int,
) -> bool:
    """Whether a piece of ``by_side`` could capture on ``square``; tries each of its pieces."""
    for slot in range(by_side * SLOTS, by_side * SLOTS + position.state[SLOTS_USED + by_side]):
        origin = position.squares[slot]
        if origin == OFF or position.pieces[origin] < FIRST_PIECE or (position.pieces[origin] & 1) != by_side:
            continue
        if (
            reaches_through(tables, position, scratch, origin, square)
            and not tables.spared[position.pieces[origin]] >> position.pieces[square] & 1
        ):
            return True
    return False


def reaches_through(tables: Tables, position: Position, scratch: Scratch, origin: int, square: int) -> bool:
    """Whether the piece on ``origin`` could capture on ``square``."""
    piece = position.pieces[origin]
    for node in range(tables.first[piece], tables.first[piece + 1]):
        row = tables.node_link[node] >> 1
        if tables.orbits[row | origin] != tables.orbits[row | square]:
            continue
        if tables.node_flags[node] & CAPTURES and not tables.node_flags[node] & FROM_HOME:
            first, last = reach_through(tables, position, scratch, node, origin)
            for index in range(first, last):
                if scratch.reach[index] == square and may_end(tables, piece, origin, square, True):
                    return True
    return False


def reach_through(
    tables: Tables, position: Position, scratch: Scratch, node: int, square: int
) -> tuple[int, int]:
    """Walk a path from ``square``; returns the range of ``scratch.reach`` that holds where it may end.

    What stands on the squares is ignored. Wormholes in it were only passed, unless the path ``TREADS``.
    ``scratch.behind`` holds the index of the place before each one; index 0 is ``square``. A step writes each
    place once at most, so a path writes at most 250 places a step.
    """
    pieces, reach = position.pieces, scratch.reach
    flags, vector = tables.node_flags[node], tables.node_link[node]
    reach[0] = square
    if flags & TREADS:
        scratch.stamp[1] += 1
        return 1, _arrive(scratch, tables.vectors[vector | square], 0, 1)
    steps = tables.node_parent[node]
    first, last = 0, 1
    hops = flags & HOPS != 0
    for step in range(steps):
        scratch.stamp[1] += 1
        end = last
        for index in range(first, last):
            here = reach[index]
            if index == 0 or (
                pieces[here] >= FIRST_PIECE and here != square if hops else pieces[here] == EMPTY
            ):
                end = _arrive(scratch, tables.vectors[vector | here], index, end)
        first, last = last, end
        rides = (step == 0) if hops and not flags & RIDES else flags & RIDES != 0
        index = first
        while index < last:
            here = reach[index]
            if pieces[here] == GONE:
                last = _arrive(scratch, tables.vectors[vector + ROW | here], index, last)
                out = OFF if flags & LEAPS else way_out(tables, position, vector, here)
                if out != OFF:
                    last = _arrive(scratch, tables.vectors[vector + ROW | out], index, last)
            elif rides and (pieces[here] == EMPTY or here == square):
                last = _arrive(scratch, tables.vectors[vector | here], index, last)
            index += 1
    return first, last


def _arrive(scratch: Scratch, here: int, behind: int, last: int) -> int:
    """Append a place to ``scratch.reach`` unless this step already reached it; returns the new length."""
    if here != OFF and scratch.ridden[here] != scratch.stamp[1]:
        scratch.ridden[here] = scratch.stamp[1]
        scratch.reach[last] = here
        scratch.behind[last] = behind
        return last + 1
    return last


def way_out(tables: Tables, position: Position, vector: int, entry: int) -> int:
    """The next wormhole on the line after the one at ``entry``, or ``OFF``."""
    pieces, vectors = position.pieces, tables.vectors
    here = vectors[vector + ROW | entry]
    while here != OFF and pieces[here] != GONE:
        here = vectors[vector | here]
    return here
