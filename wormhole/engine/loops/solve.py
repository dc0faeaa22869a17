"""The solver: a full-width proof search without evaluation.

It answers one question: can a side force at least this outcome within so many plies? Leaves that are not
decided count as no, so *yes* is a proof. See https://en.wikipedia.org/wiki/Solved_game and
https://www.chessprogramming.org/AND/OR_Tree. It is for games where every move removes a square, so that
no position repeats.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.engine.loops.endings import is_bare_draw, is_in_check
from wormhole.engine.loops.ordering import pick
from wormhole.engine.loops.proofs import (
    probe_proof,
    proof_move_of,
    proven_of,
    store_proof,
    unproven_of,
)
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.key import key_after
from wormhole.rules.loops.moves import has_legal_move, legal_moves
from wormhole.rules.loops.play import play, undo
from wormhole.rules.position import (
    EP_SQUARE,
    EP_VICTIM,
    MAX_MOVES,
    MAX_PLY,
    MOVES_OF_LINE,
    SAVED,
    SAVED_OF_LINE,
    SLOTS,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    EMPTY,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    Tables,
)

LOST, DRAWN, WON = range(3)
"""Outcomes for a side, from worst to best."""

STOP, NODES, NODE_LIMIT = range(3)
"""Indices of ``SolverWorkspace.report``."""

KNOWN_FIRST = 1


class SolverWorkspace(NamedTuple):
    """The arrays of one proof; one for each thread.

    * ``moves``, ``order`` int64: the moves of all plies of the line, one ply after the other, and their
      ordering scores
    * ``saved`` int64: undo records
    * ``report`` int64[3]: whether to stop, nodes so far, and the node limit
    """

    moves: np.ndarray
    order: np.ndarray
    saved: np.ndarray
    report: np.ndarray


def new_solver_workspace() -> SolverWorkspace:
    """Arrays for one proof."""
    return SolverWorkspace(
        moves=np.zeros(MOVES_OF_LINE, np.int64),
        order=np.zeros(MOVES_OF_LINE, np.int64),
        saved=np.zeros(SAVED_OF_LINE, np.int64),
        report=np.zeros(3, np.int64),
    )


def forces(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: SolverWorkspace,
    table: np.ndarray,
    key: int,
    start: int,
    ply: int,
    depth: int,
    side: int,
    least: int,
) -> bool:
    """Whether ``side`` can force ``least`` or better within ``depth`` plies.

    ``key`` is the position's :func:`position_key`; ``work.moves`` is written from index ``start``. When
    ``report[STOP]`` is set, every call returns at once with a meaningless answer.
    """
    report, moves = work.report, work.moves
    report[NODES] += 1
    if report[NODES] >= report[NODE_LIMIT]:
        report[STOP] = 1
    if report[STOP] != 0:
        return False
    turn = position.state[TURN]
    if position.squares[turn * SLOTS] == OFF:
        return turn != side
    if depth <= 0:
        if least == WON and turn == side and not tables.options[STALEMATE_WINS]:
            return False
        if has_legal_move(tables, position, scratch, moves, start):
            return least == DRAWN and is_bare_draw(tables, position)
        return outcome_without_move(tables, position, scratch, side) >= least
    question = question_key(tables, position, key, side, least)
    entry = probe_proof(table, question)
    if depth <= unproven_of(entry):
        return False
    if depth >= proven_of(entry):
        return True
    end = legal_moves(tables, position, scratch, moves, start)
    if end == start:
        return outcome_without_move(tables, position, scratch, side) >= least
    if is_bare_draw(tables, position):
        return least == DRAWN
    if ply + 1 >= MAX_PLY or start + 2 * MAX_MOVES > len(moves):
        return False
    score_replies(tables, position, scratch, work, start, end, ply, depth, proof_move_of(entry))
    is_own = turn == side
    is_forced = not is_own
    decisive = 0
    for index in range(start, end):
        move = pick(moves, work.order, index, end)
        next_key = key_after(tables, position, move, key)
        play(tables, position, move, work.saved, ply * SAVED)
        found = forces(tables, position, scratch, work, table, next_key, end, ply + 1, depth - 1, side, least)
        undo(tables, position, move, work.saved, ply * SAVED)
        if report[STOP] != 0:
            return False
        if found == is_own:
            is_forced, decisive = found, move
            break
    store_proof(table, question, entry, decisive, depth, is_forced)
    return is_forced


def outcome_without_move(tables: Tables, position: Position, scratch: Scratch, side: int) -> int:
    """The outcome for ``side`` when the side to move has no legal move."""
    turn = position.state[TURN]
    own = LOST
    if not is_in_check(tables, position, scratch, turn):
        if tables.options[STALEMATE_DRAWS]:
            own = DRAWN
        elif tables.options[STALEMATE_WINS]:
            own = WON
    return own if turn == side else WON - own


def question_key(tables: Tables, position: Position, key: int, side: int, least: int) -> int:
    """The key of a position together with the question about it.

    It includes en passant squares, since a proof depends on every legal move. They use the row of ``EMPTY``,
    which no other key uses.
    """
    zobrist, state = tables.zobrist, position.state
    for index in range(EP_SQUARE, EP_VICTIM + 1):
        if state[index] != OFF:
            key ^= zobrist[EMPTY << 8 | state[index]]
    return key + (side << 1 | (least == WON)) * 0x1E3779B97F4A7C15 & 0x7FFFFFFFFFFFFFFF


def score_replies(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: SolverWorkspace,
    start: int,
    end: int,
    ply: int,
    depth: int,
    known: int,
) -> None:
    """Write each move's ordering score: the ``known`` one first, then those that leave the fewest replies.

    At depth 1 counting replies would cost as much as the proof, so all others are equal.
    """
    moves, order = work.moves, work.order
    for index in range(start, end):
        move = moves[index]
        if move == known:
            order[index] = KNOWN_FIRST
        elif depth < 2:
            order[index] = 0
        else:
            play(tables, position, move, work.saved, ply * SAVED)
            order[index] = end - legal_moves(tables, position, scratch, moves, end)
            undo(tables, position, move, work.saved, ply * SAVED)
