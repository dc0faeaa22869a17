"""The solver: a full-width proof search without evaluation.

It answers one question: can a side force a win within so many plies? It is a depth-first proof-number search:
it expands the position where the fewest positions are missing to a proof or a disproof, and so follows narrow
lines far into the game. See https://www.chessprogramming.org/Proof-Number_Search#DFPN. Leaves that are not
decided count as no, so *yes* is a proof.

In games where every move removes a square no position repeats, and a question with as many plies as there
are squares has no limit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.engine.loops.endings import (
    has_ended,
    is_bare_draw,
    score_at_end,
    score_without_move,
)
from wormhole.engine.loops.proofs import (
    NEVER,
    SURE,
    delta_of,
    entry_with_plies,
    lost_of,
    phi_of,
    probe_proof,
    proven_of,
    question_of,
    size_of,
    store_proof,
    unproven_of,
    with_numbers,
    with_size,
)
from wormhole.engine.loops.workspace import NODE_LIMIT, NODES, STOP
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.judgement import result_of_draw
from wormhole.rules.loops.key import key_after, key_after_consequences
from wormhole.rules.loops.legal import has_legal_move, legal_moves
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import (
    EP_SQUARE,
    EP_VICTIM,
    MAX_PLY,
    MOVES_OF_LINE,
    ROOM,
    SAVED_OF_LINE,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    DRAWN,
    EMPTY,
    LOST,
    WON,
    Tables,
)
from wormhole.rules.undo_record import SAVED

QUESTION = 3
"""Index of ``SolverWorkspace.control``: the number of the question."""

QUESTIONS = 63
"""Questions are numbered from 1 to this, then from 1 again."""

SHARE = 2
"""So many other moves add one to the number of a position.

Their own numbers are not added up: many orders of the same moves lead to one position, whose number would be
counted several times.
"""

FOR_EVER = NEVER - 1
"""The plies without a proof if there can never be one."""


class SolverWorkspace(NamedTuple):
    """The arrays of one proof; one for each thread.

    * ``moves``, ``keys``, ``entries`` int64: the moves of all plies of the line, one ply after the other, the
      keys of the positions after them, and the table's entries of these
    * ``saved`` int64: undo records
    * ``control`` int64[4]: ``STOP``, ``NODES``, ``NODE_LIMIT`` and ``QUESTION``
    """

    moves: np.ndarray
    keys: np.ndarray
    entries: np.ndarray
    saved: np.ndarray
    control: np.ndarray


def new_solver_workspace() -> SolverWorkspace:
    """Arrays for one proof."""
    return SolverWorkspace(
        moves=np.zeros(MOVES_OF_LINE, np.int64),
        keys=np.zeros(MOVES_OF_LINE, np.int64),
        entries=np.zeros(MOVES_OF_LINE, np.int64),
        saved=np.zeros(SAVED_OF_LINE, np.int64),
        control=np.zeros(4, np.int64),
    )


def explore(
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
    phi_limit: int,
    delta_limit: int,
) -> int:
    """Search for a win of ``side`` within ``depth`` plies, until phi or delta reaches its limit.

    Returns the position's entry; with limits of ``SURE`` it has the answer. ``key`` is the
    :func:`position_key`; ``work.moves`` is written from index ``start``. When ``control[STOP]`` is set or the
    nodes are used up, every call returns at once with a meaningless entry.
    """
    control, moves, keys, entries = work.control, work.moves, work.keys, work.entries
    if ply == 0:
        entry = entry_of(tables, position, scratch, work, table, key, start, depth, side)
        if phi_of(entry) == 0 or delta_of(entry) == 0:
            return entry
    if ply + 1 >= MAX_PLY or start + 2 * ROOM > len(moves):
        control[STOP] = 1
        return 0
    begun = control[NODES]
    end = legal_moves(tables, position, scratch, moves, start)
    if scratch.overfull[0] != 0:
        control[STOP] = 1
        return 0
    for index in range(start, end):
        keys[index] = key_after(tables, position, moves[index], key)
        play(tables, position, scratch, moves[index], work.saved, ply * SAVED)
        if tables.options.consequences:
            keys[index] = key_after_consequences(tables, position, work.saved, ply * SAVED, keys[index])
        entries[index] = entry_of(tables, position, scratch, work, table, keys[index], end, depth - 1, side)
        undo(tables, position, moves[index], work.saved, ply * SAVED)
        if delta_of(entries[index]) == 0:
            end = index + 1
            break
    while True:
        if control[STOP] != 0 or control[NODES] >= control[NODE_LIMIT]:
            return 0
        best, second, most, left = select_move(entries, start, end)
        phi, delta = delta_of(entries[best]), min(most + (left - 1) // SHARE, SURE - 1)
        if phi == 0 or left == 0 or phi >= phi_limit or delta >= delta_limit:
            break
        play(tables, position, scratch, moves[best], work.saved, ply * SAVED)
        entries[best] = explore(
            tables,
            position,
            scratch,
            work,
            table,
            keys[best],
            end,
            ply + 1,
            depth - 1,
            side,
            max(delta_limit - (left - 1) // SHARE, phi_of(entries[best]) + 1),
            min(phi_limit, second + second // 4 + 1),
        )
        undo(tables, position, moves[best], work.saved, ply * SAVED)
    if phi == 0 or left == 0:
        phi, delta = (0, SURE) if phi == 0 else (SURE, 0)
    question = question_key(tables, position, key, side, depth)
    entry = probe_proof(table, question)
    size = max(size_of(entry), logarithm(control[NODES] - begun))
    if phi == 0 or delta == 0:
        entry = solved_entry(entries, start, end, best, entry, depth, phi == 0, position.state[TURN] == side)
    entry = with_numbers(with_size(entry, size), phi, delta, control[QUESTION])
    store_proof(table, question, entry)
    return entry


def entry_of(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: SolverWorkspace,
    table: np.ndarray,
    key: int,
    start: int,
    depth: int,
    side: int,
) -> int:
    """The entry of a position for the question; a new position is examined.

    Numbers of another question do not count, even those of an answer: it was about other plies.
    """
    question = question_key(tables, position, key, side, depth)
    entry = probe_proof(table, question)
    is_old = question_of(entry) != work.control[QUESTION] or phi_of(entry) == 0 or delta_of(entry) == 0
    if proven_of(entry) > depth > unproven_of(entry) and is_old:
        work.control[NODES] += 1
        entry = initial_entry(tables, position, scratch, work, start, depth, side, entry)
        if depth > 0:
            store_proof(table, question, entry)
    if depth < proven_of(entry) and depth > unproven_of(entry):
        return entry
    is_good = (proven_of(entry) <= depth) == (position.state[TURN] == side)
    return with_numbers(entry, 0 if is_good else SURE, SURE if is_good else 0, question_of(entry))


def initial_entry(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: SolverWorkspace,
    start: int,
    depth: int,
    side: int,
    entry: int,
) -> int:
    """The entry of a new position by its moves: whether the game is over, or how many there are."""
    turn = position.state[TURN]
    if has_ended(position):
        score = score_at_end(position, 0)
        if score == 0:
            return entry_with_plies(NEVER, FOR_EVER, NEVER)
        is_won = (score > 0) == (turn == side)
        return entry_with_plies(0, -1, NEVER) if is_won else entry_with_plies(NEVER, FOR_EVER, 0)
    if depth <= 0:
        options = tables.options
        may_win = options.stalemate_wins or options.stalemate_counts or options.mate_wins or options.mating
        cannot_win = turn == side and not may_win
        if cannot_win or has_legal_move(tables, position, scratch, work.moves, start):
            return entry_with_plies(proven_of(entry), max(unproven_of(entry), 0), lost_of(entry))
    end = start if depth <= 0 else legal_moves(tables, position, scratch, work.moves, start)
    if end == start:
        return entry_of_outcome(outcome_without_move(tables, position, scratch, side))
    if is_bare_draw(tables, position):
        return entry_of_outcome(result_of_draw(tables, position, side))
    return with_numbers(entry, 1, min(end - start, SURE - 1), work.control[QUESTION])


def entry_of_outcome(outcome: int) -> int:
    """The entry of a game that is over."""
    if outcome == WON:
        return entry_with_plies(0, -1, NEVER)
    return entry_with_plies(NEVER, FOR_EVER, 0 if outcome == LOST else NEVER)


def select_move(entries: np.ndarray, start: int, end: int) -> tuple[int, int, int, int]:
    """The move to expand next, and the numbers of the others.

    Returns its index, the second least delta, the greatest phi, and how many moves are not refuted.
    """
    best, second, most, left = start, SURE, phi_of(entries[start]), 0
    for index in range(start, end):
        phi, delta = phi_of(entries[index]), delta_of(entries[index])
        most = max(most, phi)
        left += phi != 0
        if index == start:
            continue
        least = delta_of(entries[best])
        if delta < least or (delta == least and phi < phi_of(entries[best])):
            best, second = index, least
        elif delta < second:
            second = delta
    return best, second, most, left


def solved_entry(
    entries: np.ndarray,
    start: int,
    end: int,
    best: int,
    entry: int,
    depth: int,
    is_good: bool,
    is_own: bool,
) -> int:
    """The entry with the answer that follows from the moves.

    ``is_good``: it is the one that the side to move wants.
    """
    proven, lost = proven_of(entries[best]), lost_of(entries[best])
    if not is_good:
        for index in range(start, end):
            proven, lost = max(proven, proven_of(entries[index])), max(lost, lost_of(entries[index]))
    if is_good == is_own:
        return entry_with_plies(min(proven_of(entry), proven + 1), unproven_of(entry), lost_of(entry))
    return entry_with_plies(proven_of(entry), max(unproven_of(entry), depth), min(lost_of(entry), lost + 1))


def logarithm(number: int) -> int:
    """The length of a number in bits."""
    length = 0
    while number > 0:
        number >>= 1
        length += 1
    return length


def outcome_without_move(tables: Tables, position: Position, scratch: Scratch, side: int) -> int:
    """The outcome for ``side`` when the side to move has no legal move."""
    turn = position.state[TURN]
    in_check = is_in_check(tables, position, scratch, turn)
    score = score_without_move(tables, position, in_check, 0)
    own = DRAWN if score == 0 else WON if score > 0 else LOST
    return own if turn == side else WON - own


def question_key(tables: Tables, position: Position, key: int, side: int, depth: int) -> int:
    """The key of a position together with the question about it.

    It includes en passant squares, since a proof depends on every legal move. They use the row of ``EMPTY``,
    which no other key uses. The depth is in it where a position may repeat.
    """
    zobrist, state = tables.zobrist, position.state
    for index in range(EP_SQUARE, EP_VICTIM + 1):
        if state[index] != OFF:
            key ^= zobrist[EMPTY << 8 | state[index]]
    if tables.options.stays:
        key += depth * 0x2545F4914F6CDD1D
    return key + side * 0x1E3779B97F4A7C15 & 0x7FFFFFFFFFFFFFFF
