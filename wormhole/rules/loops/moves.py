"""Listing moves."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import is_attacked, watch
from wormhole.rules.loops.links import relink, unlink
from wormhole.rules.position import MEN, SLOTS, TURN, Position, Scratch
from wormhole.rules.tables import (
    EMPTY,
    FOLDS,
    FROM_HOME,
    GONE,
    LAME,
    MAN_NUMBERS,
    MOVES,
    RIDES,
    SPECIAL,
    Tables,
)

# A move is one number: from | to << 8 | man promoted to << 16, 0 for none.


def add_moves(
    tables: Tables, position: Position, scratch: Scratch, square: int, moves: np.ndarray, count: int
) -> int:
    """Append the moves of the man on ``square``, check not asked for; returns the new count.

    Two ways to one square are one move: squares found are marked, and found once.
    """
    links, men, reach, seen = position.links, position.men, scratch.reach, scratch.seen
    man = men[square]
    side = (man & 1) * MAN_NUMBERS
    promotes = tables.promotions[man << 4] != 0
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    reach[0] = square
    for node in range(tables.first[man], tables.first[man + 1]):
        direction = tables.node_link[node]
        flags = tables.node_flags[node]
        behind = reach[tables.node_parent[node]]
        here = links[direction | behind]
        if flags >= SPECIAL:
            if flags & LAME and men[behind] != EMPTY:
                here = links[direction | OFF]
            if flags & FROM_HOME and not tables.home[man << 8 | square]:
                flags = 0
            while flags & RIDES and men[here] == EMPTY:
                if flags & MOVES and seen[here] != stamp:
                    seen[here] = stamp
                    moves[count] = square | here << 8
                    count += 1
                here = links[direction | here]
        reach[node] = here
        if flags >> tables.found[side | men[here]] & 1 and seen[here] != stamp:
            seen[here] = stamp
            if promotes and tables.zone[man << 8 | here]:
                for choice in range(16):
                    promoted = tables.promotions[man << 4 | choice]
                    if promoted == 0:
                        break
                    moves[count] = square | here << 8 | promoted << 16
                    count += 1
            else:
                moves[count] = square | here << 8
                count += 1
    return count


def legal_moves(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int) -> int:
    """Write the legal moves into ``moves`` from index ``start``; returns the index after the last."""
    links, men, squares, watched = position.links, position.men, position.squares, scratch.watched
    side = position.state[TURN]
    king = squares[side * SLOTS]
    in_check = watch(tables, position, scratch, king, 1 - side)
    watch_stamp = scratch.stamp[0]
    count = start
    for slot in range(side * SLOTS, side * SLOTS + position.state[MEN + side]):
        square = squares[slot]
        if square == OFF:
            continue
        first = count
        count = add_moves(tables, position, scratch, square, moves, count)
        is_king = square == king
        if count == first or not (in_check or is_king or watched[square] == watch_stamp):
            continue
        man = men[square]
        if tables.options[FOLDS]:
            unlink(links, square)
            men[square] = GONE
        else:
            men[square] = EMPTY
        if is_king or is_attacked(tables, position, scratch, king, 1 - side):
            kept = first
            for index in range(first, count):
                to = moves[index] >> 8 & 255
                occupant = men[to]
                target = to if is_king else king
                men[to] = man
                if not is_attacked(tables, position, scratch, target, 1 - side):
                    moves[kept] = moves[index]
                    kept += 1
                men[to] = occupant
            count = kept
        if tables.options[FOLDS]:
            relink(links, square)
        men[square] = man
    return count
