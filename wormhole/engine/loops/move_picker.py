"""The move picker: the moves of a node in the order in which they are searched, made when they are needed.

1. the hash move, before any other move is generated
2. captures and promotions that lose no exchange, by most valuable victim and least valuable attacker
   (https://www.chessprogramming.org/MVV-LVA) and their history
3. the killer moves (https://www.chessprogramming.org/Killer_Move)
4. other quiet moves by their histories
5. captures and promotions that lose the exchange

Stages 2 to 5 are bands of the scores in ``work.order``: all moves are generated and scored at once, and each
move is selected from the rest when it is asked for. A capture's exchange is evaluated only then.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.exchange import least_capture, loses_exchange
from wormhole.engine.loops.histories import capture_place, history_of, is_quiet
from wormhole.engine.loops.workspace import (
    ALLOWED,
    CAPTURE_HISTORY,
    CHECKED,
    CURRENT_MOVE,
    EXCHANGE,
    KILLER,
    MOVES_END,
    MOVES_START,
    NEXT_MOVE,
    OLDER_KILLER,
    RECAPTURE,
    STAGE,
    Workspace,
    at,
)
from wormhole.rules.loops.legal import moves_to_try
from wormhole.rules.loops.move_encoding import (
    NORMAL,
    from_square,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.loops.moves import is_pseudo_legal
from wormhole.rules.position import Position, Scratch
from wormhole.rules.tables import Tables
from wormhole.rules.undo_record import SAVED

HASH_MOVE, REST = 0, 1
"""The stages: whether the rest of the moves is generated."""

FIRST = 1 << 40
CAPTURES = 1 << 30
KILLERS_FIRST = 1 << 28
BAD_CAPTURES = -(1 << 30)
"""The ordering scores of the hash move, good captures, killer moves and bad captures. Those of captures are
near these numbers, those of quiet moves near 0."""


def begin_picking(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int, hash_move: int
) -> None:
    """Start at the first move of the node at ``ply``, which is ``hash_move`` if that is pseudo-legal.

    At the root all moves are generated at once, since not all may be allowed.
    """
    stack, start = work.stack, work.stack[at(ply, MOVES_START)]
    stack[at(ply, NEXT_MOVE)] = start
    if ply > 0 and is_pseudo_legal(tables, position, scratch, hash_move, work.moves, start):
        work.moves[start], work.order[start] = hash_move, FIRST
        stack[at(ply, STAGE)], stack[at(ply, MOVES_END)] = HASH_MOVE, start + 1
        return
    end = moves_to_try(tables, position, scratch, stack[at(ply, CHECKED)] != 0, work.moves, start)
    if ply == 0 and work.control[ALLOWED] != 0:
        end = _keep_allowed(work, start, end)
    score_moves(position, work, start, end, ply, hash_move)
    stack[at(ply, STAGE)], stack[at(ply, MOVES_END)] = REST, end


def next_move(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int, in_order: bool
) -> int:
    """The next pseudo-legal move of the node at ``ply``; 0 if there is none.

    If not ``in_order``, it is any of those that are left, which takes less time.
    """
    stack = work.stack
    index, end = stack[at(ply, NEXT_MOVE)], stack[at(ply, MOVES_END)]
    if index == end and stack[at(ply, STAGE)] == HASH_MOVE:
        hash_move = work.moves[index - 1]
        end = moves_to_try(tables, position, scratch, stack[at(ply, CHECKED)] != 0, work.moves, index)
        end = _without(work, hash_move, index, end)
        score_moves(position, work, index, end, ply, 0)
        stack[at(ply, STAGE)], stack[at(ply, MOVES_END)] = REST, end
    if index == end:
        return 0
    stack[at(ply, NEXT_MOVE)] = index + 1
    return _pick_sound(tables, position, scratch, work, index, end, ply) if in_order else work.moves[index]


def ordering_score(work: Workspace, ply: int) -> int:
    """The ordering score of the move that :func:`next_move` has returned."""
    return work.order[work.stack[at(ply, NEXT_MOVE)] - 1]


def may_lose(work: Workspace, move: int) -> bool:
    """Whether to apply static exchange evaluation to a capture or promotion; en passant counts as good."""
    return work.features[EXCHANGE] != 0 and kind_of(move) == NORMAL


def mvv_lva(position: Position, work: Workspace, move: int) -> int:
    """Most valuable victim (or promotion) first, then least valuable attacker."""
    pieces, piece_square = position.pieces, work.piece_square
    origin, target, promoted = from_square(move), to_square(move), promotion_of(move)
    won = piece_square[pieces[target] << 8 | target] + piece_square[promoted << 8 | target]
    return 16 * won - piece_square[pieces[origin] << 8 | origin]


def recapture(tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int) -> int:
    """The least capture of the piece that has just moved; 0 if the exchange loses."""
    last = work.stack[at(ply - 1, CURRENT_MOVE)]
    if last == 0 or not work.features[RECAPTURE] or tables.options.aftermath:
        return 0
    move = least_capture(tables, position, scratch, work, to_square(last))
    if move == 0:
        return 0
    loses = may_lose(work, move) and loses_exchange(tables, position, scratch, work, move, 0, ply * SAVED)
    return 0 if loses else move


def score_moves(position: Position, work: Workspace, start: int, end: int, ply: int, hash_move: int) -> None:
    """Write each move's ordering score."""
    pieces, stack = position.pieces, work.stack
    killer, older_killer = stack[at(ply, KILLER)], stack[at(ply, OLDER_KILLER)]
    for index in range(start, end):
        move = work.moves[index]
        if move == hash_move:
            score = FIRST
        elif not is_quiet(position, move):
            score = CAPTURES + mvv_lva(position, work, move)
            if work.features[CAPTURE_HISTORY]:
                score += work.captures[capture_place(position, move)] * work.features[CAPTURE_HISTORY] // 64
        elif move == killer or move == older_killer:
            score = KILLERS_FIRST
        else:
            score = history_of(work, ply, pieces[from_square(move)], to_square(move))
        work.order[index] = score


def pick(moves: np.ndarray, order: np.ndarray, index: int, end: int) -> int:
    """Swap the move with the highest score in ``order`` to ``index`` and return it."""
    best, score = index, order[index]
    for other in range(index + 1, end):
        if order[other] > score:
            best, score = other, order[other]
    move = moves[best]
    moves[best], order[best] = moves[index], order[index]
    moves[index], order[index] = move, score
    return move


def _pick_sound(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    index: int,
    end: int,
    ply: int,
) -> int:
    """Swap the next move to ``index`` and return it; captures that lose the exchange come after the rest."""
    while True:
        move = pick(work.moves, work.order, index, end)
        score = work.order[index]
        if not CAPTURES // 2 < score < FIRST or not may_lose(work, move):
            return move
        if not loses_exchange(tables, position, scratch, work, move, 0, ply * SAVED):
            return move
        work.order[index] = score - CAPTURES + BAD_CAPTURES


def _without(work: Workspace, move: int, start: int, end: int) -> int:
    """Remove one move from a list; returns the new end."""
    kept = start
    for index in range(start, end):
        work.moves[kept] = work.moves[index]
        kept += work.moves[index] != move
    return kept


def _keep_allowed(work: Workspace, start: int, end: int) -> int:
    """Drop the moves that are not among ``work.allowed``; returns the new end."""
    kept = start
    for index in range(start, end):
        for allowed in range(work.control[ALLOWED]):
            if work.moves[index] == work.allowed[allowed]:
                work.moves[kept] = work.moves[index]
                kept += 1
                break
    return kept
