"""Results of earlier searches: histories of quiet moves, and corrections of the static evaluation.

A history says how often a move has caused a beta cutoff. There is one history of a move by its piece and
target, and one after each of the last two moves
(https://www.chessprogramming.org/History_Heuristic#Continuation_History). The *place* of a move is a number
for its piece and target; with more than 128 squares or eight piece types, some moves share one.

A correction is what is added to the static evaluation after the same last moves, or with the same pawn
structure, until it errs no more, see
https://www.chessprogramming.org/Static_Evaluation_Correction_History.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.transposition import LOWER_BOUND, UPPER_BOUND
from wormhole.engine.loops.workspace import (
    CAPTURE_HISTORY,
    CAPTURED,
    CONTINUATIONS,
    CORRECTION,
    HISTORY,
    KILLER,
    KILLERS,
    MATE_BOUND,
    OLDER_KILLER,
    PLACE,
    PLACES,
    STRUCTURE,
    STRUCTURES,
    UNKNOWN,
    Workspace,
    at,
)
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.move_encoding import (
    EN_PASSANT,
    PASS,
    from_square,
    is_simple,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.position import SLOTS, SLOTS_USED, TURN, Position
from wormhole.rules.tables import FIRST_PIECE, Tables

MOST_HISTORY = 1 << 14
"""The greatest size of each history."""
MOST_BONUS = 400
BONUS_SLOPE = 8
"""What the bonus of a cutoff rises by with each ply of depth, beside the square of the depth."""

CORRECTION_SCALE = 64
"""Corrections are stored in this fraction of a centipawn."""

MOST_CORRECTION = 200
"""Centipawns; a greater error counts as this."""

CORRECTION_SLOWNESS = 256
"""A correction changes by an error times the depth, at most 16, divided by this."""


def is_quiet(position: Position, move: int) -> bool:
    """Whether a move neither captures nor promotes."""
    taken = position.pieces[to_square(move)] >= FIRST_PIECE and kind_of(move) != PASS
    return not taken and promotion_of(move) == 0 and kind_of(move) != EN_PASSANT


def halve_histories(work: Workspace) -> None:
    """Clear the results of the last search, but halve its histories, except those after other moves.

    They are still useful at the next move of a game, but newer searches should count more.
    """
    _clear(work.stack)
    _clear(work.corrections)
    _halve(work.history)
    _halve(work.captures)


def halve_continuations(work: Workspace) -> None:
    """Halve the histories after other moves, which are so many that this takes as long as many nodes."""
    _halve(work.continuations)


def clear_histories(work: Workspace) -> None:
    """Clear all histories, for another game."""
    _clear(work.history)
    _clear(work.captures)
    _clear(work.continuations)


def _clear(numbers: np.ndarray) -> None:
    """Set all numbers of an array to 0. The plain loops give a memoryview, as to :func:`_halve`."""
    np.asarray(numbers)[:] = 0


def _halve(numbers: np.ndarray) -> None:
    """Halve all numbers of an array, rounded down."""
    array = np.asarray(numbers)
    np.right_shift(array, 1, array)


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
        found += work.continuations[continuation(work.stack[at(ply - 1, PLACE)], place)]
        found += work.continuations[continuation(work.stack[at(ply - 2, PLACE)], place)]
    return found


def _bonus_of(depth: int) -> int:
    """The bonus of a cutoff at this depth, for :func:`_with_bonus`."""
    return min(depth * depth + BONUS_SLOPE * (depth - 1), MOST_BONUS)


def update_histories(work: Workspace, ply: int, piece: int, target: int, depth: int, sign: int) -> None:
    """Raise the histories of a quiet move at ``ply`` that caused a cutoff at this depth.

    With ``sign`` -1, lower those of a move that did not.
    """
    place = place_of(piece, target)
    bonus = sign * _bonus_of(depth)
    if work.features[HISTORY]:
        work.history[place] = _with_bonus(work.history[place], bonus)
    if work.features[CONTINUATIONS]:
        for before in range(1, 3):
            index = continuation(work.stack[at(ply - before, PLACE)], place)
            work.continuations[index] = _with_bonus(work.continuations[index], bonus)


def capture_place(position: Position, move: int) -> int:
    """The index of the history of a capture: by its piece, its target and the captured piece."""
    target = to_square(move)
    captured = position.pieces[target] >> 1 & CAPTURED - 1
    return place_of(position.pieces[from_square(move)], target) * CAPTURED + captured


def record_cutoff(position: Position, work: Workspace, start: int, index: int, ply: int, depth: int) -> None:
    """Raise the history of the move at ``index`` of ``work.moves``, which caused a beta cutoff.

    A quiet one becomes a killer move. The moves from ``start`` on that were tried before it lose history, if
    they are captures or it is quiet.
    """
    stack, refutation = work.stack, work.moves[index]
    is_refuted_quietly = is_quiet(position, refutation)
    if is_refuted_quietly and work.features[KILLERS] and stack[at(ply, KILLER)] != refutation:
        stack[at(ply, OLDER_KILLER)] = stack[at(ply, KILLER)]
        stack[at(ply, KILLER)] = refutation
    for tried in range(start, index + 1):
        move, sign = work.moves[tried], 1 if tried == index else -1
        if not is_quiet(position, move):
            if work.features[CAPTURE_HISTORY]:
                place = capture_place(position, move)
                work.captures[place] = _with_bonus(work.captures[place], sign * _bonus_of(depth))
        elif is_refuted_quietly:
            update_histories(work, ply, position.pieces[from_square(move)], to_square(move), depth, sign)


def _with_bonus(known: int, bonus: int) -> int:
    """A history with a bonus, which counts less the nearer it is to its bound ("history gravity")."""
    return known + 16 * bonus - known * abs(bonus) * 16 // MOST_HISTORY


def structure_of(tables: Tables, position: Position) -> int:
    """The pawn structure: a number for the squares of all pieces that promote."""
    key = 0
    for side in range(2):
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            square = position.squares[slot]
            if square != OFF and tables.promotions[position.pieces[square] << 4] != 0:
                key ^= tables.zobrist[position.pieces[square] << 8 | square]
    return key


def structure_after(tables: Tables, position: Position, work: Workspace, move: int, ply: int) -> int:
    """The pawn structure after a move from ``ply``.

    ``UNKNOWN`` if the move does more than move a piece and capture on its target.
    """
    key, origin, target = work.stack[at(ply, STRUCTURE)], from_square(move), to_square(move)
    piece, taken = position.pieces[origin], position.pieces[target]
    if key == UNKNOWN or not is_simple(move) or (taken >= FIRST_PIECE and tables.options.aftermath):
        return UNKNOWN
    if tables.promotions[piece << 4] != 0:
        key ^= tables.zobrist[piece << 8 | origin] ^ tables.zobrist[piece << 8 | target]
    if taken >= FIRST_PIECE and tables.promotions[taken << 4] != 0:
        key ^= tables.zobrist[taken << 8 | target]
    return key


def _structure_place(position: Position, work: Workspace, ply: int) -> int:
    """The place of the pawn structure at ``ply`` in ``work.corrections``, by the side to move."""
    key = work.stack[at(ply, STRUCTURE)]
    return 2 * PLACES + ((key ^ key >> 20) & STRUCTURES - 1 | position.state[TURN] * STRUCTURES)


def correction(work: Workspace, ply: int) -> int:
    """The correction of the static evaluation after the last two moves, in centipawns."""
    last, before = work.stack[at(ply - 1, PLACE)], work.stack[at(ply - 2, PLACE)]
    return _centipawns(work, work.corrections[last] + work.corrections[PLACES + before])


def structure_correction(position: Position, work: Workspace, ply: int) -> int:
    """The correction of the static evaluation with the pawn structure, in centipawns."""
    return _centipawns(work, work.corrections[_structure_place(position, work, ply)])


def _centipawns(work: Workspace, stored: int) -> int:
    """The part of a stored correction that is added, in centipawns."""
    return stored * work.features[CORRECTION] // (100 * CORRECTION_SCALE)


def can_correct(position: Position, best_move: int, bound: int, best: int, static: int) -> bool:
    """Whether a search shows the error of the static evaluation ``static``.

    It does not if a capture is best, or if the score is a bound that the static evaluation meets.
    """
    if abs(best) > MATE_BOUND or (best_move != 0 and not is_quiet(position, best_move)):
        return False
    return not (bound == LOWER_BOUND and best <= static) and not (bound == UPPER_BOUND and best >= static)


def update_correction(position: Position, work: Workspace, ply: int, depth: int, wrong: int) -> None:
    """Store that the corrected static evaluation was ``wrong`` by so many centipawns, by a search that deep.

    All corrections change by what is left of the error. If each learned all of it, they would add up to more
    than it; and since the search's score depends on them, they would grow with every node.
    """
    limit = MOST_CORRECTION * CORRECTION_SCALE
    change = max(-limit, min(limit, wrong * CORRECTION_SCALE)) * min(depth + 1, 16) // CORRECTION_SLOWNESS
    stack = work.stack
    last, before = stack[at(ply - 1, PLACE)], PLACES + stack[at(ply - 2, PLACE)]
    for index in (last, before, _structure_place(position, work, ply)):
        work.corrections[index] = max(-limit, min(limit, work.corrections[index] + change))
