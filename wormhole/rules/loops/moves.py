"""Listing moves."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import is_attacked, watch
from wormhole.rules.position import MEN, SLOTS, TURN, Position, Scratch
from wormhole.rules.tables import (
    EMPTY,
    FOLDS,
    FROM_HOME,
    LAME,
    MAN_NUMBERS,
    MOVES,
    RIDES,
    SPECIAL,
    Tables,
)

# A move is one number: from | to << 8 | man promoted to << 16, 0 for none.


def add_moves(
    tables: Tables, position: Position, scratch: Scratch, square: int, moves: np.ndarray, start: int
) -> int:
    """Write the moves of the man on ``square`` from index ``start``, check not asked for; returns the end.

    Two ways to one square are one move: squares found are marked, and found once. Every step writes a move
    and counts it only if it is one, because a branch that the processor cannot foresee costs more.
    """
    links, men, reach, seen = position.links, position.men, scratch.reach, scratch.seen
    man = men[square]
    side = (man & 1) * MAN_NUMBERS
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    reach[0] = square
    end = start
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
                moves[end] = square | here << 8
                end += flags & MOVES & (seen[here] != stamp)
                seen[here] = stamp
                here = links[direction | here]
        reach[node] = here
        fits = flags >> tables.found[side | men[here]] & 1
        moves[end] = square | here << 8
        end += fits & (seen[here] != stamp)
        seen[here] = stamp if fits else seen[here]
    if tables.promotions[man << 4]:
        return _promote(tables, man, moves, start, end)
    return end


def legal_moves(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int) -> int:
    """Write the legal moves into ``moves`` from index ``start``; returns the index after the last."""
    squares, exposing = position.squares, scratch.exposing
    side = position.state[TURN]
    king = squares[side * SLOTS]
    in_check = watch(tables, position, scratch, king, 1 - side)
    exposed = scratch.stamp[0]
    end = start
    for slot in range(side * SLOTS, side * SLOTS + position.state[MEN + side]):
        square = squares[slot]
        if square == OFF:
            continue
        first = end
        end = add_moves(tables, position, scratch, square, moves, first)
        if in_check or square == king or exposing[square] == exposed:
            end = _keep_safe(tables, position, scratch, square, king, moves, first, end)
    return end


def _promote(tables: Tables, man: int, moves: np.ndarray, start: int, end: int) -> int:
    """Put each choice of promotion in the place of a move to where ``man`` promotes; returns the new end."""
    for index in range(start, end):
        plain = moves[index]
        if tables.zone[man << 8 | plain >> 8]:
            moves[index] = plain | tables.promotions[man << 4] << 16
            for choice in range(1, 16):
                promoted = tables.promotions[man << 4 | choice]
                if promoted == 0:
                    break
                moves[end] = plain | promoted << 16
                end += 1
    return end


def _keep_safe(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    king: int,
    moves: np.ndarray,
    first: int,
    end: int,
) -> int:
    """Drop the moves of the man on ``square`` that leave its king attacked; returns the new end."""
    men = position.men
    man = men[square]
    enemy = 1 - position.state[TURN]
    skip = square if tables.options[FOLDS] else OFF
    men[square] = EMPTY
    if square == king or is_attacked(tables, position, scratch, king, enemy, skip):
        kept = first
        for index in range(first, end):
            move = moves[index]
            target = move >> 8 & 255
            taken = men[target]
            men[target] = man
            safe = not is_attacked(tables, position, scratch, target if square == king else king, enemy, skip)
            men[target] = taken
            moves[kept] = move
            kept += safe
        end = kept
    men[square] = man
    return end
