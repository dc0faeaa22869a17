"""Moves on a board with passages: wormholes that pieces skip, enter, and leave elsewhere.

The game is Random Wormhole Chess (``rules.md``, section 8). A wormhole is an empty square marked ``GONE``. A
step goes on to the next square that is none; or it goes in at a wormhole that it meets, out at the next one
on its line, over any pieces between, and on from there. A wormhole on the edge is a gate to the opposite
edge. A leap that ends on a wormhole is made once more from there. Royal pieces tread on wormholes as on
squares.

Here a node is a whole path. ``node_link`` is its vector's row in ``tables.vectors``: where the vector leads
from each square, and 256 further, where it leads from a wormhole there; ``node_parent`` is how many steps it
takes.
"""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.position import SLOTS, SLOTS_USED, Position, Scratch
from wormhole.rules.tables import (
    AT_HOME,
    CAPTURES,
    EMPTY,
    FIRST_PIECE,
    FROM_HOME,
    GONE,
    LEAPS,
    MOVES,
    PIECE_NUMBERS,
    RIDES,
    TREADS,
    Tables,
)

LONGEST = 64
"""Steps after which a line is given up: it runs in a circle, from gate to gate."""


def add_passage_moves(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    kinds: int,
    moves: np.ndarray,
    start: int,
) -> int:
    """Write the moves of the piece on ``square`` from index ``start``, check not asked for; returns the end.

    ``kinds`` masks the flags of nodes.
    """
    pieces, seen = position.pieces, scratch.seen
    piece = pieces[square]
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    end = start
    for node in range(tables.first[piece], tables.first[piece + 1]):
        flags = tables.node_flags[node] & kinds
        if flags & FROM_HOME and tables.home[piece << 8 | square] != AT_HOME:
            continue
        last = reach_through(tables, position, scratch, node, square)
        for index in range(last):
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
    """Whether a piece of ``by_side`` could capture on ``square``: every one of them is asked."""
    for slot in range(by_side * SLOTS, by_side * SLOTS + position.state[SLOTS_USED + by_side]):
        origin = position.squares[slot]
        if origin == OFF or position.pieces[origin] < FIRST_PIECE or (position.pieces[origin] & 1) != by_side:
            continue
        if reaches_through(tables, position, scratch, origin, square):
            return True
    return False


def reaches_through(tables: Tables, position: Position, scratch: Scratch, origin: int, square: int) -> bool:
    """Whether the piece on ``origin`` could capture on ``square``."""
    piece = position.pieces[origin]
    for node in range(tables.first[piece], tables.first[piece + 1]):
        if tables.node_flags[node] & CAPTURES and not tables.node_flags[node] & FROM_HOME:
            for index in range(reach_through(tables, position, scratch, node, origin)):
                if scratch.reach[index] == square:
                    return True
    return False


def reach_through(tables: Tables, position: Position, scratch: Scratch, node: int, square: int) -> int:
    """Write every place that a path may lead to into ``scratch.reach``; returns how many there are.

    Places may come twice, and what stands on the last one is not asked.
    """
    pieces, reach = position.pieces, scratch.reach
    flags, vector = tables.node_flags[node], tables.node_link[node]
    if flags & TREADS:
        reach[0] = tables.vectors[vector | square]
        return 0 if reach[0] == OFF else 1
    if flags & LEAPS:
        here = tables.vectors[vector | square]
        for _ in range(LONGEST):
            if here == OFF or pieces[here] != GONE:
                break
            here = tables.vectors[vector + ROW | here]
        reach[0] = here
        return 0 if here == OFF or pieces[here] == GONE else 1
    last = _step(tables, position, reach, vector, square, 0)
    if flags & RIDES:
        return _ride(tables, position, scratch, vector, square, last)
    for _ in range(1, tables.node_parent[node]):
        ended = last
        for index in range(ended):
            if pieces[reach[index]] == EMPTY:
                last = _step(tables, position, reach, vector, reach[index], last)
        for index in range(ended, last):
            reach[index - ended] = reach[index]
        last -= ended
    return last


def _ride(tables: Tables, position: Position, scratch: Scratch, vector: int, square: int, last: int) -> int:
    """Ride on from the first ``last`` places of ``scratch.reach``, each empty square once."""
    pieces, reach, ridden = position.pieces, scratch.reach, scratch.ridden
    scratch.stamp[1] += 1
    stamp = scratch.stamp[1]
    index = 0
    while index < last:
        here = reach[index]
        if (pieces[here] == EMPTY or here == square) and ridden[here] != stamp:
            ridden[here] = stamp
            last = _step(tables, position, reach, vector, here, last)
        index += 1
    return last


def _step(tables: Tables, position: Position, reach: np.ndarray, vector: int, square: int, last: int) -> int:
    """Append to ``reach`` every square that one step from ``square`` may lead to; returns the new length."""
    pieces, vectors = position.pieces, tables.vectors
    here = vectors[vector | square]
    for _ in range(LONGEST):
        if here == OFF or pieces[here] != GONE:
            break
        out = _way_out(tables, position, vector, here)
        if out != OFF:
            reach[last] = out
            last += 1
        here = vectors[vector + ROW | here]
    if here != OFF and pieces[here] != GONE:
        reach[last] = here
        last += 1
    return last


def _way_out(tables: Tables, position: Position, vector: int, entry: int) -> int:
    """The square behind the next wormhole on the line after ``entry``, or ``OFF``."""
    pieces, vectors = position.pieces, tables.vectors
    here = vectors[vector + ROW | entry]
    for _ in range(LONGEST):
        if here == OFF or pieces[here] == GONE:
            break
        here = vectors[vector | here]
    if here == OFF or here == entry or pieces[here] != GONE:
        return OFF
    for _ in range(LONGEST):
        here = vectors[vector + ROW | here]
        if here == OFF or pieces[here] != GONE:
            break
    return here if here != OFF and pieces[here] != GONE else OFF
