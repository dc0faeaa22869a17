"""What earlier searches have found of quiet moves: how often each has caused a beta cutoff.

There is one history of a move by its piece and target, and one after each of the last two moves
(https://www.chessprogramming.org/History_Heuristic#Continuation_History). The *place* of a move is a number
for its piece and target; with more than 128 squares or eight piece types, some moves share one.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.workspace import CONTINUATIONS, HISTORY, PLACES, Workspace

MOST_HISTORY = 1 << 14
"""The greatest size of each history."""
MOST_BONUS = 400


def clear_histories(work: Workspace) -> None:
    """Clear what the last search has learned, but for the histories after other moves."""
    work.killers[:] = 0
    work.history[:] = 0
    work.corrections[:] = 0


def halve_continuations(work: Workspace) -> None:
    """Halve the histories after other moves. Much of them still holds at the next move of a game, but newer
    searches should count for more."""
    np.right_shift(work.continuations, 1, work.continuations)


def place_of(piece: int, square: int) -> int:
    """The place of a move of this piece to this square."""
    return (piece << 7 | square) & (PLACES - 1)


def continuation(before: int, place: int) -> int:
    """The index of the history of a move after another, by the places of both.

    Bit 6 of a place is left out: squares that are 64 apart share one.
    """
    return (before >> 1 & 960 | before & 63) << 10 | place >> 1 & 960 | place & 63


def history_of(work: Workspace, ply: int, piece: int, target: int) -> int:
    """The sum of the histories of a quiet move at ``ply``."""
    place = place_of(piece, target)
    found = work.history[place]
    if work.features[CONTINUATIONS]:
        found += work.continuations[continuation(work.places[ply + 1], place)]
        found += work.continuations[continuation(work.places[ply], place)]
    return found


def update_histories(work: Workspace, ply: int, piece: int, target: int, depth: int, sign: int) -> None:
    """Raise the histories of a quiet move at ``ply`` that caused a cutoff at this depth.

    With ``sign`` -1, lower those of a move that did not.
    """
    place = place_of(piece, target)
    bonus = sign * min(depth * depth, MOST_BONUS)
    if work.features[HISTORY]:
        work.history[place] = _with_bonus(work.history[place], bonus)
    if work.features[CONTINUATIONS]:
        for before in range(2):
            index = continuation(work.places[ply + before], place)
            work.continuations[index] = _with_bonus(work.continuations[index], bonus)


def _with_bonus(known: int, bonus: int) -> int:
    """A history with a bonus, which counts less the nearer it is to its bound ("history gravity")."""
    return known + 16 * bonus - known * abs(bonus) * 16 // MOST_HISTORY
