"""Whether a square is attacked: back from it along every path of every piece."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.passages import is_attacked_through
from wormhole.rules.position import Position, Scratch
from wormhole.rules.tables import (
    EMPTY,
    FIRST_PIECE,
    FOLDS,
    LAME,
    ON_ENEMY,
    PASSAGES,
    PIECE_NUMBERS,
    RIDES,
    SPECIAL,
    Tables,
)

NONE_GONE = ROW
"""No square that a step meets, so that nothing is skipped. Steps often end on ``OFF``: the processor could
not foresee that branch."""


def is_attacked(
    tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int, skip: int
) -> bool:
    """Whether a piece of ``by_side`` could capture on ``square``.

    Steps pass over ``skip`` as if it had been removed; ``NONE_GONE`` for the board as it is.
    """
    if tables.options[PASSAGES]:
        return is_attacked_through(tables, position, scratch, square, by_side)
    first, last = tables.attack_first[by_side], tables.attack_first[by_side + 1]
    scratch.reach[0] = square
    return _reaches_attacker(tables, position, scratch, first, last, skip)


def mark_pins(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """As :func:`is_attacked`; marks in ``scratch.pinned``, with the newest stamp, the squares that matter.

    If ``square`` is not attacked, these are those whose piece, by leaving, would let it be. If it is, they
    are one attacker's way: no other piece ends its attack but by leaving a marked square or by going to one.

    A piece that leaves changes only those steps of the walk that stood on its square, and what follows from
    them. So wherever the walk meets a piece of the other side, that part of the tree is walked without it.
    With passages nothing is so simple, and all squares are marked.
    """
    pieces, reach, pinned = position.pieces, scratch.reach, scratch.pinned
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    if tables.options[PASSAGES]:
        for place in range(ROW):
            pinned[place] = stamp
        return is_attacked_through(tables, position, scratch, square, by_side)
    first, last = tables.attack_first[by_side], tables.attack_first[by_side + 1]
    reach[0] = square
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.attack_parent[node]], NONE_GONE)
        reach[node] = here
        piece = pieces[here]
        if tables.attack_pieces[node] >> piece & 1 and arrow_allows(tables, node, here):
            _mark_way(tables, position, scratch, node, stamp)
            return True
        if tables.found[by_side * PIECE_NUMBERS | piece] == ON_ENEMY:
            pieces[here] = EMPTY
            skip = passed_over(tables, here)
            if _reaches_attacker(tables, position, scratch, node, tables.attack_last[node], skip):
                pinned[here] = stamp
            pieces[here] = piece
            reach[node] = here
    return False


def _mark_way(tables: Tables, position: Position, scratch: Scratch, node: int, stamp: int) -> None:
    """Mark with ``stamp`` every square on the way that a walk came to ``node``."""
    while node != 0:
        behind = scratch.reach[tables.attack_parent[node]]
        here = behind
        while here != scratch.reach[node]:
            here = position.links[tables.attack_link[node] | here]
            scratch.pinned[here] = stamp
        node = tables.attack_parent[node]


def mark_attackers(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    by_side: int,
    marks: np.ndarray,
    row: int,
) -> None:
    """Set ``marks[row + s]`` for each square ``s``: bit ``m`` where piece ``m`` attacks ``square`` from it.

    Not for games with passages, where nothing is marked. What moving there opens or folds is not foreseen.
    """
    for place in range(row, row + ROW):
        marks[place] = 0
    if tables.options[PASSAGES]:
        return
    scratch.reach[0] = square
    for node in range(tables.attack_first[by_side], tables.attack_first[by_side + 1]):
        here = step_back(tables, position, node, scratch.reach[tables.attack_parent[node]], NONE_GONE)
        scratch.reach[node] = here
        marks[row + here] |= tables.attack_pieces[node]


def _reaches_attacker(
    tables: Tables, position: Position, scratch: Scratch, first: int, last: int, skip: int
) -> bool:
    """Whether a walk through the nodes from ``first`` to before ``last`` meets a piece that attacks so."""
    reach = scratch.reach
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.attack_parent[node]], skip)
        reach[node] = here
        if tables.attack_pieces[node] >> position.pieces[here] & 1 and arrow_allows(tables, node, here):
            return True
    return False


def passed_over(tables: Tables, square: int) -> int:
    """The ``skip`` of a walk once the piece on ``square`` has left: that square, if the board folds over
    it."""
    return square if tables.options[FOLDS] else NONE_GONE


def arrow_allows(tables: Tables, node: int, here: int) -> bool:
    """Whether the piece on ``here`` may leave its square in the direction from which ``node`` came."""
    return tables.arrows[here] >> ((tables.attack_link[node] >> 8) + 4 & 7) & 1 != 0


def step_back(tables: Tables, position: Position, node: int, behind: int, skip: int) -> int:
    """Where a node's step leads from the square ``behind``."""
    links, pieces = position.links, position.pieces
    direction = tables.attack_link[node]
    here = links[direction | behind]
    if here == skip:
        here = links[direction | here]
    flags = tables.attack_flags[node]
    if flags >= SPECIAL:
        if flags & LAME and pieces[behind] >= FIRST_PIECE:
            here = links[direction | OFF]
        while flags & RIDES and pieces[here] == EMPTY:
            here = links[direction | here]
            if here == skip:
                here = links[direction | here]
    return here
