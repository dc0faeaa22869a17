"""Move ordering: hash move, captures by MVV-LVA, killers, histories; and their update after a cutoff."""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.exchange import least_attacker, loses_exchange
from wormhole.engine.loops.histories import history_of, is_quiet, update_histories
from wormhole.engine.loops.workspace import EXCHANGE, KILLERS, RECAPTURE, Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE
from wormhole.rules.loops.move_encoding import (
    NORMAL,
    from_square,
    kind_of,
    promotion_of,
    simple_move,
    to_square,
)
from wormhole.rules.position import TURN, Position, Scratch
from wormhole.rules.tables import Tables
from wormhole.rules.undo_record import SAVED

BEST_FIRST = 1 << 40
CAPTURE_FIRST = 1 << 30
KILLER_FIRST = 1 << 28
LOSING_LAST = -(1 << 30)


def may_lose(work: Workspace, move: int) -> bool:
    """Whether to apply static exchange evaluation to a capture; promotions and en passant count as good."""
    return work.features[EXCHANGE] != 0 and kind_of(move) == NORMAL and promotion_of(move) == 0


def mvv_lva(position: Position, work: Workspace, move: int) -> int:
    """Most valuable victim (or promotion) first, then least valuable attacker."""
    pieces, piece_square = position.pieces, work.piece_square
    origin, target, promoted = from_square(move), to_square(move), promotion_of(move)
    won = piece_square[pieces[target] << 8 | target] + piece_square[promoted << 8 | target]
    return 16 * won - piece_square[pieces[origin] << 8 | origin]


def recapture(tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int) -> int:
    """The capture of the piece that has just moved by its least valuable attacker; 0 if the exchange loses.

    It may be illegal, or lack its promotion.
    """
    if work.played[ply] == 0 or not work.features[RECAPTURE] or tables.options.aftermath:
        return 0
    square = to_square(work.played[ply])
    side = position.state[TURN]
    origin = least_attacker(tables, position, scratch, work, square, side, NONE_GONE, -1)
    move = simple_move(origin, square)
    if origin == OFF:
        return 0
    loses = may_lose(work, move) and loses_exchange(tables, position, scratch, work, move, 0, ply * SAVED)
    return 0 if loses else move


def score_moves(position: Position, work: Workspace, start: int, end: int, ply: int, known: int) -> None:
    """Write each move's ordering score: the ``known`` best first, then captures, killers, histories."""
    pieces = position.pieces
    for index in range(start, end):
        move = work.moves[index]
        if move == known:
            key = BEST_FIRST
        elif not is_quiet(position, move):
            key = CAPTURE_FIRST + mvv_lva(position, work, move)
        elif move == work.killers[2 * ply] or move == work.killers[2 * ply + 1]:
            key = KILLER_FIRST
        else:
            key = history_of(work, ply, pieces[from_square(move)], to_square(move))
        work.order[index] = key


def pick_sound(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    index: int,
    end: int,
    ply: int,
) -> int:
    """As :func:`pick`, but captures that lose the exchange come after all other moves."""
    while True:
        move = pick(work.moves, work.order, index, end)
        key = work.order[index]
        if not CAPTURE_FIRST // 2 < key < BEST_FIRST or not may_lose(work, move):
            return move
        if not loses_exchange(tables, position, scratch, work, move, 0, ply * SAVED):
            return move
        work.order[index] = key - CAPTURE_FIRST + LOSING_LAST


def pick(moves: np.ndarray, order: np.ndarray, index: int, end: int) -> int:
    """Swap the move with the highest score in ``order`` to ``index`` and return it."""
    best, key = index, order[index]
    for other in range(index + 1, end):
        if order[other] > key:
            best, key = other, order[other]
    move = moves[best]
    moves[best], order[best] = moves[index], order[index]
    moves[index], order[index] = move, key
    return move


def record_cutoff(position: Position, work: Workspace, start: int, index: int, ply: int, depth: int) -> None:
    """Update killers and histories for the quiet move at ``index``, which caused a beta cutoff; those tried
    before it lose history."""
    refutation = work.moves[index]
    if work.features[KILLERS] and work.killers[2 * ply] != refutation:
        work.killers[2 * ply + 1] = work.killers[2 * ply]
        work.killers[2 * ply] = refutation
    for tried in range(start, index + 1):
        move = work.moves[tried]
        if is_quiet(position, move):
            sign = 1 if tried == index else -1
            update_histories(work, ply, position.pieces[from_square(move)], to_square(move), depth, sign)
