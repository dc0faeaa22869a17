"""Ends of the game inside a search: stalemate, repetition, too many quiet moves, bare royal pieces."""

from __future__ import annotations

from wormhole.engine.loops.workspace import CHECKED, MATE, PAST, Workspace, at
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.judgement import awaits_answer, count_of, result_of_draw, result_of_mate
from wormhole.rules.position import (
    CLOCK,
    COUNT_LIMIT,
    COUNTED,
    ENDED,
    SLOTS,
    SLOTS_USED,
    TURN,
    Position,
)
from wormhole.rules.tables import (
    DRAWN,
    FIRST_PIECE,
    LOST,
    PIECE_NUMBERS,
    REPEATS_DRAW,
    WON,
    Tables,
)


def has_ended(position: Position) -> bool:
    """Whether a royal piece is captured, or another ending than mate or a draw has ended the game."""
    return position.squares[position.state[TURN] * SLOTS] == OFF or position.state[ENDED] != 0


def score_at_end(position: Position, ply: int) -> int:
    """The score for the side to move if :func:`has_ended`."""
    turn = position.state[TURN]
    if position.squares[turn * SLOTS] != OFF:
        return MATE - ply
    return 0 if position.squares[(1 - turn) * SLOTS] == OFF else ply - MATE


def score_of_draw(tables: Tables, position: Position, ply: int) -> int:
    """The score for the side to move of a game that is drawn, unless somebody wins drawn games."""
    return (result_of_draw(tables, position, position.state[TURN]) - DRAWN) * (MATE - ply)


def score_without_move(tables: Tables, position: Position, in_check: bool, ply: int) -> int:
    """The score for a side without a legal move, in check or not."""
    options = tables.options
    if in_check:
        result = result_of_mate(tables, position)
    elif awaits_answer(tables, position):
        result = LOST
    else:
        result = WON if options.stalemate_wins else DRAWN if options.stalemate_draws else LOST
        if options.stalemate_counts:
            turn = position.state[TURN]
            own, other = count_of(position, 0, turn), count_of(position, 0, 1 - turn)
            if own == other:
                result = DRAWN
            elif own > other:
                result = WON - result
    if result == DRAWN:
        return score_of_draw(tables, position, ply)
    return (result - DRAWN) * (MATE - ply)


def is_repeated(tables: Tables, position: Position, work: Workspace, ply: int) -> bool:
    """Whether the position occurred before, in the game or on the line, if repetition draws.

    The second occurrence already counts as a draw.
    """
    if not tables.options.repeats:
        return False
    newest = work.control[PAST] + ply
    key = work.keys[newest]
    plies_to_compare = newest if tables.options.hands else position.state[CLOCK]  # captured pieces come back
    for index in range(newest - 2, max(newest - plies_to_compare, 0) - 1, -2):
        if work.keys[index] == key:
            return True
    return False


def score_at_repetition(tables: Tables, position: Position, work: Workspace, ply: int) -> int:
    """The score for the side to move if :func:`is_repeated`; no mate score, since play may still go on."""
    if tables.options.repeats == REPEATS_DRAW:
        return 0
    options = tables.options
    result = options.repeated_for_black if position.state[TURN] else options.repeated_for_white
    if tables.options.perpetuals:
        suffers, gives = True, True
        index = work.control[PAST] + ply
        key = work.keys[index]
        while suffers or gives:
            suffers = suffers and _was_check(work, index)
            if index < work.control[PAST] + ply and work.keys[index] == key:
                break
            gives = gives and _was_check(work, index - 1)
            index -= 2
        if suffers != gives:
            result = WON if suffers else LOST
    if result == DRAWN:
        result = result_of_draw(tables, position, position.state[TURN])
    return (result - DRAWN) * (MATE // 2 - ply)


def _was_check(work: Workspace, index: int) -> bool:
    """Whether the side to move was in check in the position of one of ``work.keys``."""
    past = work.control[PAST]
    return (work.past_checks[index] if index < past else work.stack[at(index - past, CHECKED)]) != 0


def is_drawn(tables: Tables, position: Position) -> bool:
    """Whether quiet or counted moves or bare royal pieces draw the game, if the side to move has a move."""
    if tables.options.quiet_limit and position.state[CLOCK] >= tables.options.quiet_limit:
        return True
    if position.state[COUNTED] > position.state[COUNT_LIMIT]:
        return True
    return is_bare_draw(tables, position)


def is_bare_draw(tables: Tables, position: Position) -> bool:
    """Whether only the royal pieces are left and that is a draw."""
    if not tables.options.bare_draws:
        return False
    if tables.options.hands:
        for piece in range(FIRST_PIECE, PIECE_NUMBERS):
            if position.hands[piece]:
                return False
    for side in range(2):
        for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
            if position.squares[slot] != OFF:
                return False
    return True
