"""Whether a square is attacked, found by walking every path of every piece backwards from it."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.passages import is_attacked_through
from wormhole.rules.loops.promotion import may_end
from wormhole.rules.position import SLOTS, Position, Scratch
from wormhole.rules.tables import (
    AT_HOME,
    EMPTY,
    FACES,
    FIRST_PIECE,
    FROM_HOME,
    HOPS,
    LAME,
    LINED,
    NO_FOLD,
    ON_ENEMY,
    PIECE_NUMBERS,
    RIDES,
    SPECIAL,
    Tables,
)

NONE_GONE = ROW
"""A ``skip`` that no step meets. ``OFF`` would not do: steps often end there, and the branch would be
mispredicted."""

OPENS = EMPTY
"""The bit of a mark of :func:`mark_checks` for a piece that may open an attack by leaving its square."""


def is_attacked(
    tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int, skip: int
) -> bool:
    """Whether a piece of ``by_side`` could capture on ``square``.

    Steps pass over ``skip`` as if it had been removed; ``NONE_GONE`` skips nothing.
    """
    if tables.options.any_pinned:
        return _is_attacked_anyhow(tables, position, scratch, square, by_side, skip)
    first, last = tables.attack_first[by_side], tables.attack_first[by_side + 1]
    scratch.reach[0] = square
    return _reaches_attacker(tables, position, scratch, first, last, skip)


def is_checked(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """Whether a royal piece on ``square`` would be in check by ``by_side``.

    It never is where it may be captured, nor beside the other royal piece, which its capture would explode.
    """
    if tables.options.untested:
        if tables.options.royal_capture:
            return False
        if tables.options.shielded and is_beside_royal(tables, position, square, by_side):
            return False
    return is_attacked(tables, position, scratch, square, by_side, NONE_GONE)


def is_beside_royal(tables: Tables, position: Position, square: int, side: int) -> bool:
    """Whether a square is a king's step from the royal piece of a side, the game being over or not."""
    unfolded = NO_FOLD if tables.options.vanishes else 0
    for direction in range(0, 8 * ROW, ROW):
        if position.slots[position.links[direction + unfolded | square]] == side * SLOTS:
            return True
    return False


def mark_pins(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """Whether ``square`` is attacked; marks squares in ``scratch.pinned`` with the newest stamp.

    If ``square`` is not attacked, the marked squares hold the pinned pieces: if one leaves, ``square`` is
    attacked. If ``square`` is attacked, the marked squares are the route of one attacker: another piece ends
    this attack only by moving from or to a marked square.

    A piece that leaves changes only the nodes on its square and the nodes below them. So where the walk meets
    a piece of the other side, that subtree is walked again without the piece. With passages this does not
    hold, and all squares are marked. With hoppers, the squares where a piece that arrives may be one to hop
    over are marked, too.
    """
    pieces, reach, pinned = position.pieces, scratch.reach, scratch.pinned
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    if tables.options.any_pinned:
        return _mark_pins_anyhow(tables, position, scratch, square, by_side, stamp)
    first, last = tables.attack_first[by_side], tables.attack_first[by_side + 1]
    reach[0] = square
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.attack_parent[node]], NONE_GONE)
        reach[node] = here
        piece = pieces[here]
        if tables.attack_pieces[node] >> piece & 1 and _arrow_allows(tables, node, here):
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


def _mark_pins_anyhow(
    tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int, stamp: int
) -> bool:
    """The way of :func:`mark_pins` with passages or hoppers, or where attacks depend on the place."""
    pieces, reach, pinned = position.pieces, scratch.reach, scratch.pinned
    if tables.options.passages:
        for place in range(ROW):
            pinned[place] = stamp
        return is_attacked_through(tables, position, scratch, square, by_side)
    reach[0] = square
    for node in range(tables.attack_first[by_side], tables.attack_first[by_side + 1]):
        here = step_back_anyhow(tables, position, node, reach[tables.attack_parent[node]], NONE_GONE)
        reach[node] = here
        if tables.attack_flags[node] & HOPS:
            _mark_hurdles(tables, position, scratch, node, by_side, OFF, NONE_GONE, stamp)
        piece = pieces[here]
        hit = tables.attack_pieces[node] >> piece & 1
        if hit and may_capture(tables, position, node, here, square):
            _mark_way(tables, position, scratch, node, stamp)
            return True
        if tables.found[by_side * PIECE_NUMBERS | piece] == ON_ENEMY:
            pieces[here] = EMPTY
            if _is_opened(tables, position, scratch, node, by_side, here, stamp):
                pinned[here] = stamp
            pieces[here] = piece
            reach[node] = here
    return False


def _is_opened(
    tables: Tables, position: Position, scratch: Scratch, top: int, by_side: int, left: int, stamp: int
) -> bool:
    """Whether a piece attacks from the subtree of node ``top`` once the piece on ``left`` has left.

    Marks the squares where a piece that arrives then may be one to hop over.
    """
    reach = scratch.reach
    skip = passed_over(tables, left)
    for node in range(top, tables.attack_last[top]):
        here = step_back_anyhow(tables, position, node, reach[tables.attack_parent[node]], skip)
        reach[node] = here
        if tables.attack_flags[node] & HOPS:
            _mark_hurdles(tables, position, scratch, node, by_side, left, skip, stamp)
        hit = tables.attack_pieces[node] >> position.pieces[here] & 1
        if hit and may_capture(tables, position, node, here, reach[0]):
            return True
    return False


def _mark_hurdles(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    node: int,
    by_side: int,
    left: int,
    skip: int,
    stamp: int,
) -> None:
    """Mark the squares to which the other side may bring the piece that ``node`` hops over; not ``left``."""
    parent = tables.attack_parent[node]
    direction, last = tables.attack_link[parent], scratch.reach[parent]
    here = scratch.reach[tables.attack_parent[parent]]
    while here != last:
        here = position.links[direction | here]
        if here == skip:
            here = position.links[direction | here]
        if here != left and tables.found[by_side * PIECE_NUMBERS | position.pieces[here]] != ON_ENEMY:
            scratch.pinned[here] = stamp


def _mark_way(tables: Tables, position: Position, scratch: Scratch, node: int, stamp: int) -> None:
    """Mark with ``stamp`` every square on the walk's route to ``node``."""
    while node != 0:
        behind = scratch.reach[tables.attack_parent[node]]
        here = behind
        while here != scratch.reach[node]:
            here = position.links[tables.attack_link[node] | here]
            scratch.pinned[here] = stamp
        node = tables.attack_parent[node]


def mark_checks(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    by_side: int,
    marks: np.ndarray,
    row: int,
) -> None:
    """Set ``marks[row + s]`` for each square ``s``, so that :func:`may_attack` can tell which moves attack.

    Bit ``m`` is set if piece ``m`` may attack ``square`` from ``s``, and bit ``OPENS`` if a piece of
    ``by_side`` that leaves ``s`` may open an attack. Not considered are passages and new pieces to hop over.
    """
    for place in range(row, row + ROW):
        marks[place] = 0
    if tables.options.passages:
        return
    pieces, reach = position.pieces, scratch.reach
    reach[0] = square
    for node in range(tables.attack_first[by_side], tables.attack_first[by_side + 1]):
        here = step_back_anyhow(tables, position, node, reach[tables.attack_parent[node]], NONE_GONE)
        reach[node] = here
        _mark_origins(tables, position, scratch, node, NONE_GONE, marks, row)
        piece = pieces[here]
        if tables.found[(1 - by_side) * PIECE_NUMBERS | piece] == ON_ENEMY:
            pieces[here] = EMPTY
            skip = passed_over(tables, here)
            for below in range(node, tables.attack_last[node]):
                behind = reach[tables.attack_parent[below]]
                reach[below] = step_back_anyhow(tables, position, below, behind, skip)
                _mark_origins(tables, position, scratch, below, skip, marks, row)
                if tables.attack_pieces[below] >> pieces[reach[below]] & 1:
                    marks[row + here] |= 1 << OPENS
            pieces[here] = piece
            reach[node] = here


def may_attack(marks: np.ndarray, row: int, piece: int, origin: int, target: int) -> bool:
    """Whether a plain move may attack the marked square; ``piece`` is what it promotes to, if it does."""
    return (marks[row + target] >> piece | marks[row + origin] >> OPENS) & 1 != 0


def _mark_origins(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    node: int,
    skip: int,
    marks: np.ndarray,
    row: int,
) -> None:
    """Add the pieces of an attack node to ``marks`` on its square, and on those that its ride passes."""
    marks[row + scratch.reach[node]] |= tables.attack_pieces[node]
    if tables.attack_flags[node] & RIDES:
        direction, behind = tables.attack_link[node], scratch.reach[tables.attack_parent[node]]
        here = position.links[direction | behind]
        while here == skip or position.pieces[here] == EMPTY:
            marks[row + here] |= tables.attack_pieces[node]
            here = position.links[direction | here]


def _reaches_attacker(
    tables: Tables, position: Position, scratch: Scratch, first: int, last: int, skip: int
) -> bool:
    """Whether a walk through nodes ``first`` to ``last - 1`` meets a piece that attacks along them."""
    reach = scratch.reach
    for node in range(first, last):
        here = step_back(tables, position, node, reach[tables.attack_parent[node]], skip)
        reach[node] = here
        if tables.attack_pieces[node] >> position.pieces[here] & 1 and _arrow_allows(tables, node, here):
            return True
    return False


def _is_attacked_anyhow(
    tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int, skip: int
) -> bool:
    """The way of :func:`is_attacked` with passages, or where attacks depend on the place.

    A loop of its own: these tests in the other one would cost games without them 3 % of their perft.
    """
    if tables.options.passages:
        return is_attacked_through(tables, position, scratch, square, by_side)
    reach = scratch.reach
    reach[0] = square
    for node in range(tables.attack_first[by_side], tables.attack_first[by_side + 1]):
        here = step_back_anyhow(tables, position, node, reach[tables.attack_parent[node]], skip)
        reach[node] = here
        hit = tables.attack_pieces[node] >> position.pieces[here] & 1
        if hit and may_capture(tables, position, node, here, square):
            return True
    return False


def checking_pieces(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> int:
    """Bit ``m`` for each piece ``m`` of a side that could capture on ``square``; not with passages."""
    reach, found = scratch.reach, 0
    reach[0] = square
    for node in range(tables.attack_first[by_side], tables.attack_first[by_side + 1]):
        here = step_back_anyhow(tables, position, node, reach[tables.attack_parent[node]], NONE_GONE)
        reach[node] = here
        piece = position.pieces[here]
        if tables.attack_pieces[node] >> piece & 1 and may_capture(tables, position, node, here, square):
            found |= 1 << piece
    return found


def passed_over(tables: Tables, square: int) -> int:
    """The ``skip`` for a walk after the piece on ``square`` has left: that square if the board folds, else
    none."""
    return square if tables.options.folds else NONE_GONE


def may_capture(tables: Tables, position: Position, node: int, here: int, square: int) -> bool:
    """Whether the piece that attacks ``square`` from ``here`` may leave the one and end on the other.

    The arrows on ``here`` must allow it to leave opposite to the direction of ``node``. A royal piece that
    faces another one attacks no other piece so.
    """
    if not _arrow_allows(tables, node, here):
        return False
    if not tables.options.places:
        return True
    piece, flags = position.pieces[here], tables.attack_flags[node]
    if flags & FROM_HOME and tables.home[piece << 8 | here] != AT_HOME:
        return False
    if flags & FACES:
        return position.pieces[square] == piece ^ 1
    if tables.spared[piece] >> position.pieces[square] & 1:
        return False
    return may_end(tables, piece, here, square, True)


def _arrow_allows(tables: Tables, node: int, here: int) -> bool:
    """Whether the arrows on ``here`` allow a piece to leave it opposite to the direction of ``node``."""
    return tables.arrows[here] >> ((tables.attack_link[node] >> 8) + 4 & 7) & 1 != 0


def step_back(tables: Tables, position: Position, node: int, behind: int, skip: int) -> int:
    """The square that a node's step reaches from ``behind``, its parent's square.

    Only where no piece attacks by hops or along lines: testing for these costs 5 % of chess's perft.
    """
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


def step_back_anyhow(tables: Tables, position: Position, node: int, behind: int, skip: int) -> int:
    """The square that a node's step reaches from ``behind``, its parent's square, in any game."""
    links, pieces = position.links, position.pieces
    direction = tables.attack_link[node]
    here = links[direction | behind]
    if here == skip:
        here = links[direction | here]
    flags = tables.attack_flags[node]
    if flags >= SPECIAL:
        if flags & tables.stops[pieces[behind]]:
            here = links[direction | OFF]
        if flags & LINED and not (tables.lines[behind] and tables.lines[here]):
            here = links[direction | OFF]
        while flags & RIDES and pieces[here] == EMPTY:
            here = links[direction | here]
            if here == skip:
                here = links[direction | here]
    return here
