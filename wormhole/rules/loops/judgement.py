"""Endings beside mate: goals, pieces that are extinct, checks or moves that are counted.

A side has lost when the slot of its royal piece is empty (``OFF``); so has a side whose game such an ending
decides, and at a draw both. Where no piece is royal, a ``TOKEN`` holds the slot as long as the game lasts.
Moves are counted against a side that may no longer lose, see :mod:`wormhole.rules.draw_limits`.
"""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.attack import NONE_GONE, checking_pieces, is_attacked, is_checked
from wormhole.rules.loops.explosion import explode, restore
from wormhole.rules.loops.move_encoding import (
    DROP,
    EN_PASSANT,
    is_simple,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.loops.royals import fall, is_in_check
from wormhole.rules.position import (
    BY_CHECKS,
    BY_EXTINCTION,
    BY_FACING,
    BY_GOAL,
    BY_PASSES,
    CHECK_SERIES,
    CHECKS_LEFT,
    COUNT_LIMIT,
    COUNTED,
    ENDED,
    LOSING_CHECK,
    RIGHTS,
    SLOTS,
    SLOTS_USED,
    TURN,
    VICTIMS,
    WOULD_BE_DRAWN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    COUNT_LEAST,
    COUNT_PIECE,
    COUNT_ROW,
    COUNT_ROW_LIMIT,
    COUNT_ROWS,
    DESPITE_PAWNS,
    DRAWN,
    EMPTY,
    EXTINCT_AGAINST,
    EXTINCT_MOST,
    EXTINCT_PIECE,
    EXTINCT_RESULT,
    EXTINCT_ROW,
    EXTINCT_WAITS,
    FEW,
    FIRST_PIECE,
    FROM_PIECES,
    GOAL_AT_ONCE,
    GOAL_IF_SAFE,
    GOAL_UNLESS_ANSWERED,
    LONE,
    LOST,
    PIECE_NUMBERS,
    SEVERAL,
    TO_BLACK,
    TO_NOBODY,
    TO_POINTS,
    TO_WHITE,
    WON,
    Tables,
)
from wormhole.rules.undo_record import (
    BLACK_ROYAL,
    CAPTURED,
    LOST_RIGHT,
    MOVER,
    OLD_CHECK_SERIES,
    OLD_CHECKS_LEFT,
    OLD_COUNT_LIMIT,
    OLD_COUNTED,
    OLD_ENDED,
    OLD_VICTIMS,
    WHITE_ROYAL,
)


def apply_consequences(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    move: int,
    captured: int,
    saved: np.ndarray,
    row: int,
) -> None:
    """Let the move just played explode, count it and its check, and end the game if the position ends it.

    ``captured`` is the piece that was on its target. ``saved`` from ``row`` on records what
    :func:`revert_consequences` needs.
    """
    squares, state = position.squares, position.state
    saved[row + WHITE_ROYAL], saved[row + BLACK_ROYAL] = squares[0], squares[SLOTS]
    saved[row + OLD_CHECKS_LEFT], saved[row + OLD_CHECK_SERIES] = state[CHECKS_LEFT], state[CHECK_SERIES]
    saved[row + OLD_VICTIMS], saved[row + OLD_ENDED] = state[VICTIMS], state[ENDED]
    saved[row + LOST_RIGHT] = 0
    if tables.options.counts:
        saved[row + OLD_COUNT_LIMIT], saved[row + OLD_COUNTED] = state[COUNT_LIMIT], state[COUNTED]
    if tables.options.aims and kind_of(move) <= EN_PASSANT:
        mover = saved[row + MOVER]
        lost = state[RIGHTS] & 4 >> 2 * (mover & 1)  # the first right of the other side
        if lost and tables.aims[to_square(move)] >> mover & 1:
            state[RIGHTS] -= lost
            saved[row + LOST_RIGHT] = lost
    if tables.options.aftermath and (captured >= FIRST_PIECE or kind_of(move) == EN_PASSANT):
        explode(tables, position, saved[row + MOVER], to_square(move))
    if tables.options.counts:
        taken = saved[row + CAPTURED] if kind_of(move) == EN_PASSANT else captured
        promotes = promotion_of(move) != 0 and kind_of(move) != DROP
        _count_move(tables, position, taken >= FIRST_PIECE or promotes, taken)
    if state[ENDED]:
        return
    if tables.options.checks:
        turn = state[TURN]
        if is_in_check(tables, position, scratch, turn):
            state[CHECKS_LEFT] -= 1 << 4 * (1 - turn)
    if tables.options.mating:
        note_check(tables, position, scratch)
    if tables.options.royals:
        fall(tables, position, captured)
    judge(tables, position, scratch, captured >= FIRST_PIECE or not is_simple(move))


def note_check(tables: Tables, position: Position, scratch: Scratch) -> None:
    """Note whether the side to move is in check, by pieces with which checkmate wins, or loses."""
    state, turn = position.state, position.state[TURN]
    given = checking_pieces(tables, position, scratch, position.squares[turn * SLOTS], 1 - turn)
    mover = 1 << 1 - turn
    series = state[CHECK_SERIES] & 3
    if given == 0:
        series &= ~mover
    elif given & tables.options.mating:
        series |= mover
    if given and not given & ~tables.options.mate_loses:
        series |= LOSING_CHECK
    state[CHECK_SERIES] = series


def result_of_mate(tables: Tables, position: Position) -> int:
    """The result for the side to move, which is checkmated."""
    options, series = tables.options, position.state[CHECK_SERIES]
    if options.mating == 0:
        return WON if options.mate_wins else DRAWN if options.mate_draws else LOST
    if series & LOSING_CHECK:
        return WON
    return LOST if series >> 1 - position.state[TURN] & 1 else DRAWN


def judge_pass(tables: Tables, position: Position, again: bool) -> None:
    """End the game after a pass if royal pieces face each other, or if it is the second pass in a row."""
    if tables.options.bikjang and are_facing(position):
        _end(tables, position, position.state[TURN], DRAWN, BY_FACING)
    elif again:
        _end(tables, position, position.state[TURN], DRAWN, BY_PASSES)


def are_facing(position: Position) -> bool:
    """Whether the royal pieces stand on one file with no piece between."""
    one, other = position.squares[0], position.squares[SLOTS]
    for direction in range(0, 8 * ROW, 4 * ROW):
        here = position.links[direction | one]
        while position.pieces[here] == EMPTY:
            here = position.links[direction | here]
        if here == other and here != OFF:
            return True
    return False


def revert_consequences(tables: Tables, position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`apply_consequences`."""
    squares, state = position.squares, position.state
    squares[0], squares[SLOTS] = saved[row + WHITE_ROYAL], saved[row + BLACK_ROYAL]
    state[CHECKS_LEFT], state[CHECK_SERIES] = saved[row + OLD_CHECKS_LEFT], saved[row + OLD_CHECK_SERIES]
    state[ENDED] = saved[row + OLD_ENDED]
    if tables.options.counts:
        state[COUNT_LIMIT], state[COUNTED] = saved[row + OLD_COUNT_LIMIT], saved[row + OLD_COUNTED]
    if state[VICTIMS] > saved[row + OLD_VICTIMS]:
        restore(tables, position, saved[row + OLD_VICTIMS])


def judge(tables: Tables, position: Position, scratch: Scratch, recounts: bool) -> None:
    """End the game if the position ends it; ``recounts`` says whether pieces are counted anew."""
    turn, options = position.state[TURN], tables.options
    if position.squares[0] == OFF or position.squares[SLOTS] == OFF:
        return  # a royal piece was captured
    if options.extinctions and (recounts or options.answered):
        for other in range(2):
            side = other if turn else 1 - other  # first the side that has just moved
            for rule in range(options.extinctions):
                if _is_extinct(tables, position, rule * EXTINCT_ROW, side):
                    _end(
                        tables,
                        position,
                        side,
                        tables.extinct[rule * EXTINCT_ROW + EXTINCT_RESULT],
                        BY_EXTINCTION,
                    )
                    return
    if options.goal:
        _judge_goal(tables, position, scratch, turn)
    if options.checks and checks_left(position, 1 - turn) == 0:
        _end(tables, position, turn, LOST, BY_CHECKS)


def checks_left(position: Position, side: int) -> int:
    """The number of checks that a side has to give yet."""
    return position.state[CHECKS_LEFT] >> 4 * side & 15


def _is_extinct(tables: Tables, position: Position, row: int, side: int) -> bool:
    """Whether a rule of extinction holds for a side."""
    extinct = tables.extinct
    piece, least = extinct[row + EXTINCT_PIECE], extinct[row + EXTINCT_AGAINST]
    if _owned(tables, position, piece, side) > extinct[row + EXTINCT_MOST]:
        return False
    if extinct[row + EXTINCT_WAITS] and side == position.state[TURN]:
        least += 1
    return least == 0 or _owned(tables, position, piece, 1 - side) >= least


def _owned(tables: Tables, position: Position, piece: int, side: int) -> int:
    """The number of a side's pieces of a type, those in hand included; 0 means all types."""
    count = count_of(position, piece, side)
    if tables.options.hands:
        for held in range(FIRST_PIECE + side, PIECE_NUMBERS, 2):
            count += position.hands[held] * (piece == 0 or held == piece + side)
    return count


def count_of(position: Position, piece: int, side: int) -> int:
    """The number of a side's pieces of a type, given White's number of it; 0 means all types."""
    pieces, squares = position.pieces, position.squares
    count = 0
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        standing = pieces[squares[slot]]
        count += standing >= FIRST_PIECE and (piece == 0 or standing == piece + side)
    return count


def _count_move(tables: Tables, position: Position, loses_pieces: bool, taken: int) -> None:
    """Count the move just played, and begin to count anew if the rule says so.

    ``taken`` is the captured piece, and ``loses_pieces`` whether a piece was captured or promoted.
    """
    state, turn = position.state, position.state[TURN]
    if state[COUNT_LIMIT]:
        state[COUNTED] += 1
    own = count_of(position, 0, turn)
    if (
        tables.counting[FROM_PIECES]
        and taken != EMPTY
        and tables.resets_clock[taken]
        and count_of(position, 0, 1 - turn) == 1
        and not _has_pawns(tables, position)
    ):
        limit = _count_limit(tables, position, 1 - turn)
        if limit:
            state[COUNT_LIMIT], state[COUNTED] = limit, 2 * (own + 1) - 1
    if not state[COUNT_LIMIT] or (loses_pieces and own == 1):
        limit = _count_limit(tables, position, turn)
        if limit:
            state[COUNT_LIMIT], state[COUNTED] = limit, 0
            if own == 1 and tables.counting[FROM_PIECES]:
                state[COUNTED] = 2 * (own + count_of(position, 0, 1 - turn))


def _count_limit(tables: Tables, position: Position, side: int) -> int:
    """The plies that may be counted against the other side; 0 if a side does not count."""
    counting = tables.counting
    own, other = count_of(position, 0, side), count_of(position, 0, 1 - side)
    if other == 1 or (counting[FEW] and own > counting[FEW]):
        return 0
    if own > 1 and counting[DESPITE_PAWNS]:
        return counting[SEVERAL]
    if _has_pawns(tables, position):
        return 0
    if own > 1:
        return counting[SEVERAL]
    for row in range(COUNT_ROWS, len(counting), COUNT_ROW):
        piece = counting[row + COUNT_PIECE]
        if piece and count_of(position, piece, 1 - side) >= counting[row + COUNT_LEAST]:
            return counting[row + COUNT_ROW_LIMIT]
    return counting[LONE]


def _has_pawns(tables: Tables, position: Position) -> bool:
    """Whether either side has a pawn."""
    for side in range(2):
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            square = position.squares[slot]
            if square != OFF and tables.resets_clock[position.pieces[square]]:
                return True
    return False


def _judge_goal(tables: Tables, position: Position, scratch: Scratch, turn: int) -> None:
    goal = tables.options.goal
    if goal == GOAL_AT_ONCE:
        if has_reached(tables, position, 1 - turn):
            _end(tables, position, turn, LOST, BY_GOAL)
    elif goal == GOAL_IF_SAFE:
        if _is_safe_on_goal(tables, position, scratch, 1 - turn):
            _end(tables, position, turn, LOST, BY_GOAL)
        elif _is_safe_on_goal(tables, position, scratch, turn):
            _end(tables, position, 1 - turn, LOST, BY_GOAL)
    elif has_reached(tables, position, turn):
        # Black has answered White's arrival, or the piece has stayed there for a move.
        drawn = goal == GOAL_UNLESS_ANSWERED and turn == 0 and has_reached(tables, position, 1)
        _end(tables, position, 1 - turn, DRAWN if drawn else LOST, BY_GOAL)
    elif goal == GOAL_UNLESS_ANSWERED and turn == 0 and has_reached(tables, position, 1):
        _end(tables, position, turn, LOST, BY_GOAL)


def awaits_answer(tables: Tables, position: Position) -> bool:
    """Whether Black loses unless it reaches the goal now, since White has."""
    goal = tables.options.goal
    answers = goal == GOAL_UNLESS_ANSWERED
    return answers and position.state[TURN] == 1 and has_reached(tables, position, 0)


def has_reached(tables: Tables, position: Position, side: int) -> bool:
    """Whether a piece of a side stands on a goal square of its own."""
    goals, index = tables.goals, side * ROW
    while goals[index] != OFF:
        piece = position.pieces[goals[index]]
        if tables.reaches_goal[piece] and piece & 1 == side:
            return True
        index += 1
    return False


def _is_safe_on_goal(tables: Tables, position: Position, scratch: Scratch, side: int) -> bool:
    """Whether a piece of a side stands on a goal square of its own, neither attacked there nor in check."""
    goals, index = tables.goals, side * ROW
    while goals[index] != OFF:
        square = goals[index]
        piece = position.pieces[square]
        if tables.reaches_goal[piece] and piece & 1 == side:
            if square == position.squares[side * SLOTS] and not tables.options.royal_capture:
                attacked = is_checked(tables, position, scratch, square, 1 - side)
            else:
                attacked = is_attacked(tables, position, scratch, square, 1 - side, NONE_GONE)
            if not attacked:
                return True
        index += 1
    return False


def is_goal(tables: Tables, side: int, square: int) -> bool:
    """Whether a square is a goal of a side."""
    index = side * ROW
    while tables.goals[index] != OFF and tables.goals[index] != square:
        index += 1
    return tables.goals[index] != OFF


def result_of_draw(tables: Tables, position: Position, side: int) -> int:
    """The result for a side of a game that the other rules draw: some games have a winner then, too."""
    goes_to = tables.options.draw_goes_to
    if goes_to == TO_NOBODY:
        return DRAWN
    more = 1 if goes_to == TO_WHITE else -1 if goes_to == TO_BLACK else 0
    if goes_to == TO_POINTS:
        more = points_of(tables, position, 0) - points_of(tables, position, 1) - tables.options.black_points
    elif more == 0:
        more = count_of(position, 0, 0) - count_of(position, 0, 1)
    if more == 0:
        return DRAWN
    return WON if (more > 0) == (side == 0) else LOST


def points_of(tables: Tables, position: Position, side: int) -> int:
    """The half points of a side's pieces."""
    points = 0
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        points += tables.points[position.pieces[position.squares[slot]]]
    return points


def _end(tables: Tables, position: Position, side: int, result: int, reason: int) -> None:
    """End the game with a result for a side, unless another rule has just ended it."""
    if position.state[ENDED]:
        return
    position.state[ENDED] = reason
    if result == DRAWN and tables.options.draw_goes_to != TO_NOBODY:
        result = result_of_draw(tables, position, side)
        if result != DRAWN:
            position.state[ENDED] = reason | WOULD_BE_DRAWN
    if result <= DRAWN:
        position.squares[side * SLOTS] = OFF
    if result >= DRAWN:
        position.squares[(1 - side) * SLOTS] = OFF
