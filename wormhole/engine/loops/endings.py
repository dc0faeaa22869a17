"""Ends of the game inside a search: stalemate, repetition, too many quiet moves, bare royal pieces."""

from __future__ import annotations

from wormhole.engine.loops.workspace import MATE, PAST, Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked
from wormhole.rules.position import CLOCK, SLOTS, SLOTS_USED, Position, Scratch
from wormhole.rules.tables import (
    BARE_DRAWS,
    QUIET_LIMIT,
    REPEATS,
    ROYAL_CAPTURE,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    Tables,
)


def is_in_check(tables: Tables, position: Position, scratch: Scratch, side: int) -> bool:
    """Whether a side is in check, on its turn or not; always False if the royal piece may be captured."""
    if tables.options[ROYAL_CAPTURE]:
        return False
    return is_attacked(tables, position, scratch, position.squares[side * SLOTS], 1 - side, NONE_GONE)


def stalemate_score(tables: Tables, ply: int) -> int:
    """The score for a side without a legal move that is not in check."""
    if tables.options[STALEMATE_DRAWS]:
        return 0
    return MATE - ply if tables.options[STALEMATE_WINS] else ply - MATE


def is_repeated(tables: Tables, position: Position, work: Workspace, key: int, ply: int) -> bool:
    """Whether the position occurred before, in the game or on the line, if repetition draws.

    The second occurrence already counts as a draw.
    """
    if not tables.options[REPEATS]:
        return False
    newest = work.report[PAST] + ply
    work.keys[newest] = key
    for index in range(newest - 2, max(newest - position.state[CLOCK], 0) - 1, -2):
        if work.keys[index] == key:
            return True
    return False


def is_drawn(tables: Tables, position: Position) -> bool:
    """Whether quiet moves or bare royal pieces draw the game, provided that the side to move has a move."""
    if tables.options[QUIET_LIMIT] and position.state[CLOCK] >= tables.options[QUIET_LIMIT]:
        return True
    return is_bare_draw(tables, position)


def is_bare_draw(tables: Tables, position: Position) -> bool:
    """Whether only the royal pieces are left and that is a draw."""
    if not tables.options[BARE_DRAWS]:
        return False
    for side in range(2):
        for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
            if position.squares[slot] != OFF:
                return False
    return True
