"""Whether a square is attacked, found by walking every path of every piece backwards from it."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.passages import is_attacked_through
from wormhole.rules.loops.promotion import may_end
from wormhole.rules.position import Position, Scratch
from wormhole.rules.tables import (
    ANY_PINNED,
    AT_HOME,
    EMPTY,
    FACES,
    FIRST_PIECE,
    FOLDS,
    FROM_HOME,
    HOPS,
    LAME,
    LINED,
    ON_ENEMY,
    PASSAGES,
    PIECE_NUMBERS,
    PLACES,
    RIDES,
    SPECIAL,
    Tables,
)

NONE_GONE = ROW
"""A ``skip`` that no step meets. ``OFF`` would not do: steps often end there, and the branch would be
mispredicted."""


def is_attacked(
    tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int, skip: int
) -> bool:
    """Whether a piece of ``by_side`` could capture on ``square``.

    Steps pass over ``skip`` as if it had been removed; ``NONE_GONE`` skips nothing.
    """
    if tables.options[PASSAGES]:
        return is_attacked_through(tables, position, scratch, square, by_side)
    first, last = tables.attack_first[by_side], tables.attack_first[by_side + 1]
    scratch.reach[0] = square
    return _reaches_attacker(tables, position, scratch, first, last, skip)


def mark_pins(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """As :func:`is_attacked`; also marks squares in ``scratch.pinned`` with the newest stamp.

    If ``square`` is not attacked, the marked squares hold the pinned pieces: if one leaves, ``square`` is
    attacked. If ``square`` is attacked, the marked squares are the route of one attacker: another piece ends
    this attack only by moving from or to a marked square.

    A piece that leaves changes only the nodes on its square and the nodes below them. So where the walk meets
    a piece of the other side, that subtree is walked again without the piece. With passages or hoppers this
    does not hold, and all squares are marked.
    """
    pieces, reach, pinned = position.pieces, scratch.reach, scratch.pinned
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    if tables.options[ANY_PINNED]:
        for place in range(ROW):
            pinned[place] = stamp
        return is_attacked(tables, position, scratch, square, by_side, NONE_GONE)
    first, last = tables.attack_first[by_side], tables.attack_first[by_side + 1]
    reach[0] = square
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.attack_parent[node]], NONE_GONE)
        reach[node] = here
        piece = pieces[here]
        hit = tables.attack_pieces[node] >> piece & 1
        if hit and may_capture(tables, position, node, here, square):
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
    """Mark with ``stamp`` every square on the walk's route to ``node``."""
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
    """Set ``marks[row + s]`` for each square ``s``: bit ``m`` if piece ``m`` would attack ``square`` from it.

    Lines that the move itself opens or folds are not considered. With passages nothing is marked.
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
    """Whether a walk through nodes ``first`` to ``last - 1`` meets a piece that attacks along them."""
    reach = scratch.reach
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.attack_parent[node]], skip)
        reach[node] = here
        hit = tables.attack_pieces[node] >> position.pieces[here] & 1
        if hit and may_capture(tables, position, node, here, reach[0]):
            return True
    return False


def passed_over(tables: Tables, square: int) -> int:
    """The ``skip`` for a walk after the piece on ``square`` has left: that square if the board folds, else
    none."""
    return square if tables.options[FOLDS] else NONE_GONE


def may_capture(tables: Tables, position: Position, node: int, here: int, square: int) -> bool:
    """Whether the piece that attacks ``square`` from ``here`` may leave the one and end on the other.

    The arrows on ``here`` must allow it to leave opposite to the direction of ``node``. A royal piece that
    faces another one attacks no other piece so.
    """
    if tables.arrows[here] >> ((tables.attack_link[node] >> 8) + 4 & 7) & 1 == 0:
        return False
    return not tables.options[PLACES] or _may_go(tables, position, node, here, square)


def _may_go(tables: Tables, position: Position, node: int, here: int, square: int) -> bool:
    """As :func:`may_capture`, where it depends on the places how pieces move."""
    piece, flags = position.pieces[here], tables.attack_flags[node]
    if flags & FROM_HOME and tables.home[piece << 8 | here] != AT_HOME:
        return False
    if flags & FACES and flags & RIDES:
        return position.pieces[square] == piece ^ 1
    if tables.spared[piece] >> position.pieces[square] & 1:
        return False
    return may_end(tables, piece, here, square)


def step_back(tables: Tables, position: Position, node: int, behind: int, skip: int) -> int:
    """The square that a node's step reaches from ``behind``, its parent's square."""
    links, pieces = position.links, position.pieces
    direction = tables.attack_link[node]
    here = links[direction | behind]
    if here == skip:
        here = links[direction | here]
    flags = tables.attack_flags[node]
    if flags >= SPECIAL:
        if flags & LAME and pieces[behind] >= FIRST_PIECE:
            here = links[direction | OFF]
        if flags & HOPS and not tables.screens[pieces[behind]]:
            here = links[direction | OFF]
        if flags & LINED and not flags & RIDES and not (tables.lines[behind] and tables.lines[here]):
            here = links[direction | OFF]
        while flags & RIDES and pieces[here] == EMPTY:
            here = links[direction | here]
            if here == skip:
                here = links[direction | here]
    return here
