"""Principal variation search: https://www.chessprogramming.org/Principal_Variation_Search, fail-soft.

Scores are centipawns for the side to move. When ``report[STOP]`` is set, every call returns at once and what
it returns means nothing. :func:`search` is called from outside for depth 1, 2, 3, ... in turn; each begins
with the moves that the ones before found best, which the table of positions remembers.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.evaluate import evaluate
from wormhole.engine.loops.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    bound_of,
    depth_of,
    move_of,
    recall,
    remember,
    score_of,
)
from wormhole.engine.loops.workspace import (
    ALLOWED,
    MATE,
    NODE_LIMIT,
    NODES,
    PAST,
    SELECTIVE_DEPTH,
    STOP,
    Workspace,
)
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import is_attacked
from wormhole.rules.loops.key import key_after, position_key
from wormhole.rules.loops.moves import EN_PASSANT, legal_moves
from wormhole.rules.loops.play import play, take_back
from wormhole.rules.position import CLOCK, MAX_MOVES, MAX_PLY, MEN, SLOTS, TURN, UNDO, Position, Scratch
from wormhole.rules.tables import (
    BARE_DRAWS,
    EMPTY,
    QUIET_LIMIT,
    REPEATS,
    ROYAL_CAPTURE,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    TRACKS,
    Tables,
)

BEST_FIRST = 1 << 40
CAPTURE_FIRST = 1 << 30
KILLER_FIRST = 1 << 28


def search(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    table: np.ndarray,
    key: int,
    start: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of a position searched ``depth`` plies deep, exact within ``alpha`` to ``beta``.

    ``key`` is the position's. ``work.moves`` is written from index ``start``; the best line stands in
    ``work.lines`` at ``ply``.
    """
    report, moves = work.report, work.moves
    work.lengths[ply] = 0
    report[NODES] += 1
    if report[NODES] >= report[NODE_LIMIT]:
        report[STOP] = 1
    if report[STOP] != 0:
        return 0
    report[SELECTIVE_DEPTH] = max(report[SELECTIVE_DEPTH], ply)
    king = position.squares[position.state[TURN] * SLOTS]
    if king == OFF:
        return ply - MATE
    if ply > 0 and is_repeated(tables, position, work, key, ply):
        return 0
    entry = recall(table, key) if depth > 0 else 0
    if entry != 0 and ply > 0 and alpha + 1 == beta and depth_of(entry) >= depth:
        known = score_of(entry, ply)
        bound = bound_of(entry)
        if bound == EXACT or (bound == AT_LEAST and known >= beta) or (bound == AT_MOST and known <= alpha):
            return known
    end = legal_moves(tables, position, scratch, moves, start)
    in_check = is_in_check(tables, position, scratch, king)
    if end == start:
        return ply - MATE if in_check else without_move(tables, ply)
    if ply > 0 and is_drawn(tables, position):
        return 0
    if ply == 0 and report[ALLOWED] != 0:
        end = keep_allowed(work, start, end)
    best = -MATE
    floor = alpha
    if depth <= 0 and not in_check:
        best = evaluate(tables, position, scratch, work, end, end - start)
        if best >= beta:
            return best
        alpha = max(alpha, best)
        end = keep_captures(position, work, start, end)
    if ply + 1 >= MAX_PLY or end + MAX_MOVES > len(moves):
        return evaluate(tables, position, scratch, work, end, end - start)
    rank_moves(position, work, start, end, ply, move_of(entry))
    best_move = 0
    for index in range(start, end):
        move = pick(work, index, end)
        next_key = 0 if tables.options[TRACKS] else key_after(tables, position, move, key)
        play(tables, position, move, work.undo, ply * UNDO)
        if tables.options[TRACKS]:
            next_key = position_key(tables, position)
        below = alpha + 1 if index > start and depth > 0 else beta
        score = -search(
            tables, position, scratch, work, table, next_key, end, ply + 1, depth - 1, -below, -alpha
        )
        if alpha < score < beta and below != beta:
            score = -search(
                tables, position, scratch, work, table, next_key, end, ply + 1, depth - 1, -beta, -alpha
            )
        take_back(tables, position, move, work.undo, ply * UNDO)
        if report[STOP] != 0:
            return 0
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                keep_line(work, ply, move)
        if alpha >= beta:
            note_refutation(position, work, move, ply, depth)
            break
    if depth > 0:
        bound = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
        remember(table, key, best_move, depth, bound, best, ply)
    return best


def is_in_check(tables: Tables, position: Position, scratch: Scratch, king: int) -> bool:
    """Whether the side to move stands in check; there is none where royal men are captured."""
    if tables.options[ROYAL_CAPTURE]:
        return False
    return is_attacked(tables, position, scratch, king, 1 - position.state[TURN], OFF)


def without_move(tables: Tables, ply: int) -> int:
    """The score of a side that has no move and is not in check."""
    if tables.options[STALEMATE_DRAWS]:
        return 0
    return MATE - ply if tables.options[STALEMATE_WINS] else ply - MATE


def is_repeated(tables: Tables, position: Position, work: Workspace, key: int, ply: int) -> bool:
    """Whether the position stood before, in the game or on the line, where that draws.

    The second time counts as a draw already: what could be done better the next time can be done now.
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
    """Whether the game is drawn by quiet moves or bare royal men."""
    if tables.options[QUIET_LIMIT] and position.state[CLOCK] >= tables.options[QUIET_LIMIT]:
        return True
    return tables.options[BARE_DRAWS] != 0 and is_bare(position)


def is_bare(position: Position) -> bool:
    """Whether only the royal men are left."""
    for side in range(2):
        for slot in range(side * SLOTS + 1, side * SLOTS + position.state[MEN + side]):
            if position.squares[slot] != OFF:
                return False
    return True


def keep_allowed(work: Workspace, start: int, end: int) -> int:
    """Drop the moves that are not to be considered; returns the new end."""
    kept = start
    for index in range(start, end):
        for allowed in range(work.report[ALLOWED]):
            if work.moves[index] == work.allowed[allowed]:
                work.moves[kept] = work.moves[index]
                kept += 1
                break
    return kept


def keep_captures(position: Position, work: Workspace, start: int, end: int) -> int:
    """Drop the moves that take nothing and promote nobody; returns the new end."""
    kept = start
    for index in range(start, end):
        move = work.moves[index]
        if position.men[move >> 8 & 255] != EMPTY or move >> 16 & 255 != 0 or move >> 24 == EN_PASSANT:
            work.moves[kept] = move
            kept += 1
    return kept


def rank_moves(position: Position, work: Workspace, start: int, end: int, ply: int, known: int) -> None:
    """Give every move its key: the ``known`` best move, then captures, killers, history."""
    men, worth = position.men, work.worth
    for index in range(start, end):
        move = work.moves[index]
        origin, target = move & 255, move >> 8 & 255
        man, taken = men[origin], men[target]
        if move == known:
            key = BEST_FIRST
        elif taken != EMPTY or move >> 16 & 255 != 0:
            key = CAPTURE_FIRST + 16 * worth[taken << 8 | target] - worth[man << 8 | origin]
            key += worth[(move >> 16 & 255) << 8 | target]
        elif move == work.killers[2 * ply] or move == work.killers[2 * ply + 1]:
            key = KILLER_FIRST
        else:
            key = work.history[man << 8 | target]
        work.order[index] = key


def pick(work: Workspace, index: int, end: int) -> int:
    """Bring the move with the highest key to ``index`` and return it."""
    moves, order = work.moves, work.order
    best = index
    for other in range(index + 1, end):
        if order[other] > order[best]:
            best = other
    move, key = moves[best], order[best]
    moves[best], order[best] = moves[index], order[index]
    moves[index], order[index] = move, key
    return move


def keep_line(work: Workspace, ply: int, move: int) -> None:
    """Put ``move`` before the best line of the next ply."""
    lines, lengths = work.lines, work.lengths
    lines[ply * MAX_PLY] = move
    for index in range(lengths[ply + 1]):
        lines[ply * MAX_PLY + index + 1] = lines[(ply + 1) * MAX_PLY + index]
    lengths[ply] = lengths[ply + 1] + 1


def note_refutation(position: Position, work: Workspace, move: int, ply: int, depth: int) -> None:
    """Remember a quiet move that refuted the one before it, to try it early elsewhere."""
    target = move >> 8 & 255
    if position.men[target] != EMPTY or move >> 16 & 255 != 0:
        return
    if work.killers[2 * ply] != move:
        work.killers[2 * ply + 1] = work.killers[2 * ply]
        work.killers[2 * ply] = move
    work.history[position.men[move & 255] << 8 | target] += max(depth, 0) * max(depth, 0)
