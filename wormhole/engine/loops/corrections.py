"""What searches have found the static evaluation wrong by, after the same last moves.

See https://www.chessprogramming.org/Static_Evaluation_Correction_History.
"""

from __future__ import annotations

from wormhole.engine.loops.ordering import is_quiet
from wormhole.engine.loops.transposition import LOWER_BOUND, UPPER_BOUND
from wormhole.engine.loops.workspace import CORRECTION, MATE_BOUND, Workspace
from wormhole.rules.position import Position

SCALE = 64
"""Corrections are kept in so many parts of a centipawn."""

MOST_CENTIPAWNS = 200
"""A greater error counts as this."""

SLOWNESS = 256
"""The share of a new error in a correction is its depth, 16 at most, of so much."""


def correction(work: Workspace, ply: int) -> int:
    """By how much the static evaluation has been wrong after the last two moves, in centipawns."""
    half = len(work.corrections) // 2
    found = work.corrections[work.places[ply + 1]] + work.corrections[half + work.places[ply]]
    return found * work.features[CORRECTION] // (100 * SCALE)


def can_correct(position: Position, best_move: int, bound: int, best: int, static: int) -> bool:
    """Whether a search tells by how much the static evaluation ``static`` is wrong.

    It does not if a capture is best, or if its score is only a bound on the evaluation's side.
    """
    if abs(best) > MATE_BOUND or (best_move != 0 and not is_quiet(position, best_move)):
        return False
    return not (bound == LOWER_BOUND and best <= static) and not (bound == UPPER_BOUND and best >= static)


def update_correction(work: Workspace, ply: int, depth: int, wrong: int) -> None:
    """Learn that the static evaluation was ``wrong`` by so many centipawns, by a search of that depth."""
    aim = max(-MOST_CENTIPAWNS, min(MOST_CENTIPAWNS, wrong)) * SCALE
    half = len(work.corrections) // 2
    for index in (work.places[ply + 1], half + work.places[ply]):
        known = work.corrections[index]
        work.corrections[index] = known + (aim - known) * min(depth + 1, 16) // SLOWNESS
