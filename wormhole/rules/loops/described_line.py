"""Plays a line of moves in one call. Each is given by what its notation says of it, see :mod:`.rules.san`.

A *description* is a row of numbers. A move is played if it is the only legal one that fits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import is_checked
from wormhole.rules.loops.calls import KEY, NO_ROLL, SAVED_OF_BOARD, list_moves, push_move
from wormhole.rules.loops.key import position_key
from wormhole.rules.loops.move_encoding import (
    CASTLING,
    DROP,
    dropped_piece,
    entering,
    from_square,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.loops.play_and_undo import roll, undo
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import ENDED, SLOTS, TOKEN, TURN, Position, Scratch
from wormhole.rules.tables import Tables

KIND, TARGET, PIECES, PROMOTIONS, ORIGINS, DESCRIPTION = 0, 1, 2, 3, 4, 8
"""Indices of a description, and its length: what kind of move it is; where it goes; bit ``m`` if piece ``m``
may make it; bit ``m`` if it may promote to piece ``m``, 0 if it does not promote; and four numbers with a bit
for each square that it may come from."""

UNKNOWN, STEP, STEP_OR_CASTLING, SHORT_CASTLING, LONG_CASTLING, PUT, PUT_PROMOTED = range(7)
"""Kinds: what only Python understands; moves on the board, or also castling; castling; and drops of a piece,
or of its other side."""

_NOTHING = 0


def push_line(
    tables: Sequence[Tables],
    position: Sequence[Position],
    scratch: Sequence[Scratch],
    moves: np.ndarray,
    descriptions: np.ndarray,
    line: np.ndarray,
    rolls: np.ndarray,
    count: int,
    saved: np.ndarray,
    row: int,
) -> int:
    """Play moves as far as each is the only one that fits; returns how many.

    ``line`` has the rows of ``count`` descriptions, and gets the numbers of the moves that were played.
    ``rolls`` has the square that the dice name after each move, or ``NO_ROLL``. ``saved`` is written from
    ``row`` on, as by :func:`.push`.
    """
    for ply in range(count):
        first = line[ply] * DESCRIPTION
        end = list_moves(tables[0], position[0], scratch[0], moves, saved, row)
        move = _only_fitting(position[0], moves, end, descriptions, first)
        if move == _NOTHING:
            return ply
        push_move(tables[0], position[0], scratch[0], move, saved, row)
        rolled = rolls[ply]
        if rolled != NO_ROLL:
            roll(position[0], rolled)
            if _exposes_mover(tables[0], position[0], scratch[0]):
                roll(position[0], rolled)
                undo(tables[0], position[0], move, saved, row)
                return ply
            saved[row + SAVED_OF_BOARD + KEY] = position_key(tables[0], position[0])
        line[ply] = move
        row += SAVED_OF_BOARD
    return count


def _only_fitting(
    position: Position, moves: np.ndarray, end: int, descriptions: np.ndarray, first: int
) -> int:
    """The move that fits the description, or ``_NOTHING`` if there is none or several."""
    kind, target = descriptions[first + KIND], descriptions[first + TARGET]
    found = _NOTHING
    for index in range(end):
        move = moves[index]
        if kind == STEP or kind == STEP_OR_CASTLING:
            if to_square(move) != target:
                continue
            fits = _fits(position, move, descriptions, first)
        elif kind == SHORT_CASTLING or kind == LONG_CASTLING:
            fits = entering(move) == 0 and kind_of(move) == CASTLING + kind - SHORT_CASTLING
        else:
            fits = kind != UNKNOWN and _is_drop(move, target, kind, descriptions[first + PIECES])
        if fits:
            if found != _NOTHING:
                return _NOTHING
            found = move
    return found


def _fits(position: Position, move: int, descriptions: np.ndarray, first: int) -> bool:
    """Whether a move that goes to the right square fits the description."""
    origin, kind, promotions = from_square(move), kind_of(move), descriptions[first + PROMOTIONS]
    if kind == DROP or entering(move):
        return False
    if descriptions[first + KIND] == STEP and kind & 6 == CASTLING:
        return False
    promoted = promotion_of(move)
    if promoted == 0:
        if promotions:
            return False
    elif not promotions >> promoted & 1:
        return False
    if not descriptions[first + PIECES] >> position.pieces[origin] & 1:
        return False
    return descriptions[first + ORIGINS + (origin >> 6)] >> (origin & 63) & 1 != 0


def _is_drop(move: int, target: int, kind: int, pieces: int) -> bool:
    """Whether a move drops one of these pieces on the target, as itself or as its other side."""
    if kind_of(move) != DROP or to_square(move) != target:
        return False
    return pieces >> dropped_piece(move) & 1 != 0 and (promotion_of(move) != 0) == (kind == PUT_PROMOTED)


def _exposes_mover(tables: Tables, position: Position, scratch: Scratch) -> bool:
    """Whether the side that just moved is in check after the roll; never if the game is over."""
    if position.state[ENDED]:
        return False
    side = 1 - position.state[TURN]
    if tables.options.royals:
        return is_in_check(tables, position, scratch, side)
    king = position.squares[side * SLOTS]
    if tables.options.royal_capture or king == OFF or king == TOKEN:
        return False
    return is_checked(tables, position, scratch, king, 1 - side)
