"""Quiescence search: captures only, until the position is quiet enough for the static evaluation.

See https://www.chessprogramming.org/Quiescence_Search. Half of all nodes are here, so each takes little time:
captures are not tested for legality. One that leaves the king in check is refuted by the king's capture. Only
one that ends the game by a rule is tested, since no capture follows it.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.endings import has_ended, score_at_end
from wormhole.engine.loops.evaluate import count_standing, counts_moves, evaluate, gain, survey
from wormhole.engine.loops.exchange import loses_exchange
from wormhole.engine.loops.histories import correction, is_quiet
from wormhole.engine.loops.move_picker import may_lose, mvv_lva, pick
from wormhole.engine.loops.search_steps import (
    enter_node,
    make_move,
    mark_checks_of_node,
    may_give_check,
    update_pv,
)
from wormhole.engine.loops.workspace import (
    BALANCE,
    CORRECTION,
    DELTA,
    FORCED_CAPTURES,
    LAZY,
    MATE,
    MOVES_START,
    STOP,
    Workspace,
    at,
)
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.judgement import checks_left, is_goal
from wormhole.rules.loops.legal import legal_moves, moves_to_try
from wormhole.rules.loops.move_encoding import to_square
from wormhole.rules.loops.moves import add_moves, is_safe
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.loops.promotion import ALL
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import ENDED, MAX_PLY, ROOM, SLOTS, SLOTS_USED, TURN, Position, Scratch
from wormhole.rules.tables import Tables
from wormhole.rules.undo_record import SAVED


def quiesce(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int, alpha: int, beta: int
) -> int:
    """The quiescence score, fail-soft; the side to move may stop capturing at any time (stand pat), unless
    a capture is its only legal move."""
    control, moves, features, stack = work.control, work.moves, work.features, work.stack
    if not enter_node(work, ply):
        return 0
    if has_ended(position):
        return score_at_end(position, ply)
    start, turn = stack[at(ply, MOVES_START)], position.state[TURN]
    has_room = ply + 1 < MAX_PLY and start + 2 * ROOM <= len(moves)
    if has_room and can_win_at_once(tables, position, scratch, work, ply):
        return MATE - ply - 1
    balance, lazy = stack[at(ply, BALANCE)], features[LAZY]
    if lazy and balance - lazy >= beta:
        return balance - lazy
    count_standing(tables, position, work, turn, ply)
    counted = counts_moves(position, work, turn)
    end = survey(tables, position, scratch, work, turn, ply, start) if counted else start
    best = evaluate(position, work, ply)
    if features[CORRECTION]:
        best += correction(work, ply)
    if features[FORCED_CAPTURES] and has_room and has_only_a_capture(tables, position, scratch, work, end):
        moves[start], end, counted, best = moves[end], start + 1, True, -MATE
    if best >= beta or not has_room:
        return best
    alpha = max(alpha, best)
    needed = alpha - balance - features[DELTA] if features[DELTA] else -MATE
    king = position.squares[(1 - turn) * SLOTS]
    if needed > work.piece_square[position.pieces[king] << 8 | king]:
        return best  # no capture can raise alpha
    if not counted:
        end = survey(tables, position, scratch, work, turn, ply, start)
    end = score_captures(tables, position, work, start, end, needed)
    for index in range(start, end):
        move = pick(moves, work.order, index, end)
        if to_square(move) == king and not takes_king(tables, position, scratch, move):
            continue
        if may_lose(work, move) and loses_exchange(tables, position, scratch, work, move, 0, ply * SAVED):
            continue
        won = gain(tables, position, work, move)
        make_move(tables, position, scratch, work, move, won, ply, end)
        ends_by_rule = position.state[ENDED] != 0
        score = -quiesce(tables, position, scratch, work, ply + 1, -beta, -alpha)
        undo(tables, position, move, work.saved, ply * SAVED)
        if control[STOP] != 0:
            return 0
        if score > best and (not ends_by_rule or is_legal(tables, position, scratch, moves, end, move)):
            best = score
            if score > alpha:
                alpha = score
                update_pv(work, ply, move)
        if alpha >= beta:
            break
    return best


def has_only_a_capture(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, start: int
) -> bool:
    """Whether the only legal move is a capture or a promotion; it is written at ``start`` of the moves."""
    end = moves_to_try(tables, position, scratch, False, work.moves, start)
    return end == start + 1 and not is_quiet(position, work.moves[start])


def can_win_at_once(tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int) -> bool:
    """Whether a move of the side to move gives the last check, or reaches a goal, and wins."""
    options, turn = tables.options, position.state[TURN]
    if options.checks and checks_left(position, turn) == 1:
        return can_give_last_check(tables, position, scratch, work, ply)
    return options.goal != 0 and can_reach_goal(tables, position, scratch, work, ply)


def can_give_last_check(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int
) -> bool:
    """Whether a move gives check, which wins."""
    turn, start = position.state[TURN], work.stack[at(ply, MOVES_START)]
    mark_checks_of_node(tables, position, scratch, work, ply)
    in_check = is_in_check(tables, position, scratch, turn)
    end = moves_to_try(tables, position, scratch, in_check, work.moves, start)
    for index in range(start, end):
        move = work.moves[index]
        if may_give_check(position, work, move, ply) and wins(tables, position, scratch, work, move, ply):
            return True
    return False


def can_reach_goal(tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int) -> bool:
    """Whether a move to a goal wins."""
    turn, start = position.state[TURN], work.stack[at(ply, MOVES_START)]
    end = start
    for slot in range(turn * SLOTS, turn * SLOTS + position.state[SLOTS_USED + turn]):
        square = position.squares[slot]
        if square != OFF and tables.reaches_goal[position.pieces[square]]:
            end = add_moves(tables, position, scratch, square, ALL, work.moves, end)
    for index in range(start, end):
        move = work.moves[index]
        if (
            is_goal(tables, turn, to_square(move))
            and wins(tables, position, scratch, work, move, ply)
            and is_legal(tables, position, scratch, work.moves, end, move)
        ):
            return True
    return False


def wins(tables: Tables, position: Position, scratch: Scratch, work: Workspace, move: int, ply: int) -> bool:
    """Whether a pseudo-legal move leaves the king safe and ends the game with a win."""
    if not is_safe(tables, position, scratch, move):
        return False
    play(tables, position, scratch, move, work.saved, ply * SAVED)
    won = has_ended(position) and score_at_end(position, ply) < 0
    undo(tables, position, move, work.saved, ply * SAVED)
    return won


def is_legal(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, move: int
) -> bool:
    """Whether a move is legal. Overwrites ``moves`` from index ``start``."""
    for index in range(start, legal_moves(tables, position, scratch, moves, start)):
        if moves[index] == move:
            return True
    return False


def takes_king(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a capture of the king counts: the king was left in check, or the capture is legal.

    First-move powers give no check (``rules.md``, section 6), but may capture a king.
    """
    enemy = 1 - position.state[TURN]
    return is_in_check(tables, position, scratch, enemy) or is_safe(tables, position, scratch, move)


def score_captures(
    tables: Tables, position: Position, work: Workspace, start: int, end: int, needed: int
) -> int:
    """Write each move's ordering score; drop duplicates and moves that gain less than ``needed`` centipawns.

    Returns the new end.
    """
    moves = work.moves
    kept = start
    for index in range(start, end):
        move = moves[index]
        same = start
        while same < kept and moves[same] != move:
            same += 1
        if same == kept and gain(tables, position, work, move) >= needed:
            moves[kept] = move
            work.order[kept] = mvv_lva(position, work, move)
            kept += 1
    return kept
