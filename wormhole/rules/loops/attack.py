"""Whether a square is attacked: back from it along every path of every man."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.passages import is_attacked_through
from wormhole.rules.position import Position, Scratch
from wormhole.rules.tables import (
    EMPTY,
    FIRST_MAN,
    FOLDS,
    LAME,
    MAN_NUMBERS,
    ON_ENEMY,
    PASSAGES,
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
    """Whether a man of ``by_side`` could capture on ``square``.

    Steps pass over ``skip`` as if it had been removed; ``NONE_GONE`` for the board as it is.
    """
    if tables.options[PASSAGES]:
        return is_attacked_through(tables, position, scratch, square, by_side)
    first, last = tables.watch_first[by_side], tables.watch_first[by_side + 1]
    scratch.reach[0] = square
    return _reaches_attacker(tables, position, scratch, first, last, skip)


def watch(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """As :func:`is_attacked`; marks in ``scratch.exposing``, with the newest stamp, the squares that matter.

    If ``square`` is not attacked, these are those whose man, by leaving, would let it be. If it is, they are
    one attacker's way: no other man ends its attack but by leaving a marked square or by going to one.

    A man that leaves changes only those steps of the walk that stood on its square, and what follows from
    them. So wherever the walk meets a man of the other side, that part of the tree is walked without it.
    With passages nothing is so simple, and all squares are marked.
    """
    men, reach, exposing = position.men, scratch.reach, scratch.exposing
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    if tables.options[PASSAGES]:
        for place in range(ROW):
            exposing[place] = stamp
        return is_attacked_through(tables, position, scratch, square, by_side)
    first, last = tables.watch_first[by_side], tables.watch_first[by_side + 1]
    reach[0] = square
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.watch_parent[node]], NONE_GONE)
        reach[node] = here
        man = men[here]
        if tables.watch_men[node] >> man & 1 and arrow_allows(tables, node, here):
            _mark_way(tables, position, scratch, node, stamp)
            return True
        if tables.found[by_side * MAN_NUMBERS | man] == ON_ENEMY:
            men[here] = EMPTY
            skip = passed_over(tables, here)
            if _reaches_attacker(tables, position, scratch, node, tables.watch_last[node], skip):
                exposing[here] = stamp
            men[here] = man
            reach[node] = here
    return False


def _mark_way(tables: Tables, position: Position, scratch: Scratch, node: int, stamp: int) -> None:
    """Mark with ``stamp`` every square on the way that a walk came to ``node``."""
    while node != 0:
        behind = scratch.reach[tables.watch_parent[node]]
        here = behind
        while here != scratch.reach[node]:
            here = position.links[tables.watch_link[node] | here]
            scratch.exposing[here] = stamp
        node = tables.watch_parent[node]


def mark_attackers(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    by_side: int,
    marks: np.ndarray,
    row: int,
) -> None:
    """Set ``marks[row + s]`` for each square ``s``: bit ``m`` where man ``m`` attacks ``square`` from it.

    Not for games with passages, where nothing is marked. What moving there opens or folds is not foreseen.
    """
    for place in range(row, row + ROW):
        marks[place] = 0
    if tables.options[PASSAGES]:
        return
    scratch.reach[0] = square
    for node in range(tables.watch_first[by_side], tables.watch_first[by_side + 1]):
        here = step_back(tables, position, node, scratch.reach[tables.watch_parent[node]], NONE_GONE)
        scratch.reach[node] = here
        marks[row + here] |= tables.watch_men[node]


def _reaches_attacker(
    tables: Tables, position: Position, scratch: Scratch, first: int, last: int, skip: int
) -> bool:
    """Whether a walk through the nodes from ``first`` to before ``last`` meets a man that attacks so."""
    reach = scratch.reach
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.watch_parent[node]], skip)
        reach[node] = here
        if tables.watch_men[node] >> position.men[here] & 1 and arrow_allows(tables, node, here):
            return True
    return False


def passed_over(tables: Tables, square: int) -> int:
    """The ``skip`` of a walk once the man on ``square`` has left: that square, if the board folds over it."""
    return square if tables.options[FOLDS] else NONE_GONE


def arrow_allows(tables: Tables, node: int, here: int) -> bool:
    """Whether the man on ``here`` may leave its square in the direction from which ``node`` came."""
    return tables.leave[here] >> ((tables.watch_link[node] >> 8) + 4 & 7) & 1 != 0


def step_back(tables: Tables, position: Position, node: int, behind: int, skip: int) -> int:
    """Where a node's step leads from the square ``behind``."""
    links, men = position.links, position.men
    direction = tables.watch_link[node]
    here = links[direction | behind]
    if here == skip:
        here = links[direction | here]
    flags = tables.watch_flags[node]
    if flags >= SPECIAL:
        if flags & LAME and men[behind] >= FIRST_MAN:
            here = links[direction | OFF]
        while flags & RIDES and men[here] == EMPTY:
            here = links[direction | here]
            if here == skip:
                here = links[direction | here]
    return here
