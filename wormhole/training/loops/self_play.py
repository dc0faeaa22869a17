"""A whole game of the computer player against itself, from a random opening to the end.

Nothing leaves the compiled loop between two moves, so that short searches lose no time.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.endings import (
    has_ended,
    is_drawn,
    score_at_end,
    score_of_draw,
    score_without_move,
)
from wormhole.engine.loops.histories import clear_histories, halve_continuations, halve_histories, is_quiet
from wormhole.engine.loops.search import search
from wormhole.engine.loops.transposition import AGES
from wormhole.engine.loops.workspace import (
    AGE,
    ALLOWED,
    CONTINUATIONS,
    LINE_LENGTH,
    MATE,
    MATE_BOUND,
    MAX_PAST,
    MOVES_END,
    MOVES_START,
    NO_LIMIT,
    NODE_LIMIT,
    NODES,
    PAST,
    STOP,
    Workspace,
    at,
)
from wormhole.rules.loops.key import key_after, key_after_consequences, position_key
from wormhole.rules.loops.legal import moves_to_try
from wormhole.rules.loops.moves import is_safe
from wormhole.rules.loops.play_and_undo import play, roll
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import CLOCK, ENDED, MAX_PLY, TURN, Position, Scratch
from wormhole.rules.tables import GONE, REPEATS_DECIDE, Tables
from wormhole.training.loops.packing import pack

(
    SEED,
    SQUARES,
    DICE,
    OPENING_PLIES,
    NODES_A_MOVE,
    EVEN_CENTIPAWNS,
    MOST_CENTIPAWNS,
    MOST_PLIES,
    RESULT,
    PLIES,
) = range(10)
"""Indices of a plan."""
PLAN = 10

FADING_PLIES = 8
"""The histories after other moves are halved at two plies out of so many, one for each side: it takes as long
as some dozen nodes."""

NODES_A_ROOT_MOVE = 4
"""A search of fewer nodes for each move at its root seldom looks two plies ahead."""

UNEVEN = 2
"""The result of a game that ended with its opening, because one side was better."""


def play_game(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    white: Workspace,
    black: Workspace,
    white_table: np.ndarray,
    black_table: np.ndarray,
    plan: np.ndarray,
    form: np.ndarray,
    records: np.ndarray,
) -> int:
    """Play a game from ``position`` by ``plan`` and write its quiet positions; returns their number.

    Where captures are forced, it writes all positions: the leaves of a search have captures there, too.

    Each side searches with its own workspace and transposition table, which may be the same.

    ``plan`` int64[10]: a seed, the number of squares, whether dice are rolled, the random plies at the start,
    the nodes of a search, the score beyond which an opening is not even and that beyond which a position is
    not kept, the most plies. The loop writes the result for White (1, 0, -1 or ``UNEVEN``) and the plies.

    ``records`` uint8 has room for ``MOST_PLIES`` records of that ``form`` (:mod:`.packing`).
    """
    plan[RESULT], plan[PLIES] = 0, 0
    clear_histories(white)
    clear_histories(black)
    for _ in range(plan[OPENING_PLIES]):
        move = random_move(tables, position, scratch, white, plan)
        if move == 0:
            plan[RESULT] = UNEVEN
            return 0
        play(tables, position, scratch, move, white.saved, 0)
        if plan[DICE]:
            roll_dice(tables, position, scratch, plan)
    key = position_key(tables, position)
    count, past = 0, 0
    while plan[PLIES] < plan[MOST_PLIES] and past < MAX_PAST:
        side = position.state[TURN]
        sign = 1 - 2 * side
        if has_ended(position):
            score = score_at_end(position, 0)
            plan[RESULT] = 0 if score == 0 else sign if score > 0 else -sign
            break
        work = black if side else white
        table = black_table if side else white_table
        white.keys[past] = key
        black.keys[past] = key
        if tables.options.repeats == REPEATS_DECIDE:
            white.past_checks[past] = is_in_check(tables, position, scratch, side)
            black.past_checks[past] = white.past_checks[past]
        if is_over_by_rule(tables, position, work, key, past):
            score = score_of_draw(tables, position, 0)
            plan[RESULT] = 0 if score == 0 else sign if score > 0 else -sign
            break
        score, move = choose(tables, position, scratch, work, table, past, plan[NODES_A_MOVE])
        if move == 0:
            in_check = is_in_check(tables, position, scratch, side)
            score = score_without_move(tables, position, in_check, 0)
            plan[RESULT] = 0 if score == 0 else sign if score > 0 else -sign
            break
        if plan[PLIES] == 0 and abs(score) > plan[EVEN_CENTIPAWNS]:
            plan[RESULT] = UNEVEN
            return 0
        if abs(score) > MATE_BOUND:
            plan[RESULT] = sign if score > 0 else -sign
            break
        if (
            abs(score) <= plan[MOST_CENTIPAWNS]
            and (tables.options.must_capture or is_quiet(position, move))
            and not is_in_check(tables, position, scratch, side)
        ):
            count += pack(position, form, score, records, count)
        key = key_after(tables, position, move, key)
        play(tables, position, scratch, move, work.saved, 0)
        if tables.options.consequences:
            key = key_after_consequences(tables, position, work.saved, 0, key)
        if plan[DICE]:
            rolled = roll_dice(tables, position, scratch, plan)
            key ^= tables.zobrist[GONE << 8 | rolled]
        plan[PLIES] += 1
        past += 1
    return count


def choose(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    table: np.ndarray,
    past: int,
    nodes: int,
) -> tuple[int, int]:
    """The score of the last finished depth of a search of so many nodes, and its best move; 0 for none.

    The first depth is always finished. Where there are many moves, ``NODES_A_ROOT_MOVE`` allow more nodes.
    """
    control = work.control
    halve_histories(work)
    if work.features[CONTINUATIONS] and past % FADING_PLIES < 2:
        halve_continuations(work)
    control[STOP], control[NODES], control[NODE_LIMIT] = 0, 0, NO_LIMIT
    control[PAST], control[ALLOWED] = past, 0
    control[AGE] = (control[AGE] + 1) % AGES
    score, move = 0, 0
    # Not constants: numba would give them literal types, which a recursive loop cannot have (twins.py).
    nothing = control[ALLOWED]
    beta = nothing + MATE
    for depth in range(1, MAX_PLY):
        found = search(tables, position, scratch, work, table, nothing, depth, -beta, beta, nothing)
        length = work.stack[at(0, LINE_LENGTH)]
        if length > 0:
            move = work.lines[0]
        if control[STOP] != 0:
            break
        score = found
        if length == 0 or abs(score) > MATE_BOUND:
            break
        moves = work.stack[at(0, MOVES_END)] - work.stack[at(0, MOVES_START)]
        control[NODE_LIMIT] = max(nodes, NODES_A_ROOT_MOVE * moves)
    return score, move


def random_move(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, plan: np.ndarray
) -> int:
    """A random legal move; 0 if there is none or the royal piece is captured."""
    side = position.state[TURN]
    if has_ended(position):
        return 0
    in_check = is_in_check(tables, position, scratch, side)
    end = moves_to_try(tables, position, scratch, in_check, work.moves, 0)
    while end > 0:
        index = draw(plan, end)
        move = work.moves[index]
        if is_safe(tables, position, scratch, move):
            return move
        end -= 1
        work.moves[index] = work.moves[end]
    return 0


def roll_dice(tables: Tables, position: Position, scratch: Scratch, plan: np.ndarray) -> int:
    """Roll the dice until the mover's king is not in check, once if the game is over; returns the square."""
    mover = 1 - position.state[TURN]
    while True:
        square = draw(plan, plan[SQUARES])
        roll(position, square)
        if position.state[ENDED] or not is_in_check(tables, position, scratch, mover):
            return square
        roll(position, square)


def is_over_by_rule(tables: Tables, position: Position, work: Workspace, key: int, past: int) -> bool:
    """Whether bare royal pieces, too many quiet or counted moves, or a second repetition draw the game."""
    if is_drawn(tables, position):
        return True
    clock = position.state[CLOCK]
    if not tables.options.repeats:
        return False
    before = 0
    for index in range(past - 2, max(past - clock, 0) - 1, -2):
        before += work.keys[index] == key
    return before > 1


def draw(plan: np.ndarray, count: int) -> int:
    """A random number below ``count``, by a linear congruential generator."""
    plan[SEED] = (plan[SEED] * 1103515245 + 12345) & 0x7FFFFFFF
    return (plan[SEED] >> 8) % count
