"""Legal moves: those that leave the royal piece safe, as far as the endings of the game allow them.

A game that is over has none. Where captures are forced, only captures are legal if there is one. Where checks
are forbidden, no move gives one. Where White's arrival at the goal may be answered, Black has no move unless
one arrives there, too.
"""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked
from wormhole.rules.loops.judgement import are_facing, awaits_answer, is_goal
from wormhole.rules.loops.moves import (
    CASTLING,
    EN_PASSANT,
    PASS,
    has_safe_move,
    pseudo_legal_moves,
    safe_moves,
)
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.position import ENDED, SLOTS, SLOTS_USED, TOKEN, TURN, Position, Scratch
from wormhole.rules.tables import (
    BIKJANG,
    DUTIES,
    FIRST_PIECE,
    MUST_CAPTURE,
    NO_CHECKING,
    PASSES_STUCK,
    PASSING,
    ROYAL_CAPTURE,
    Tables,
)


def legal_moves(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int) -> int:
    """Write the legal moves into ``moves`` from index ``start``; returns the index after the last."""
    end = safe_moves(tables, position, scratch, moves, start)
    return _keep_dutiful(tables, position, scratch, moves, start, end) if tables.options[DUTIES] else end


def has_legal_move(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int
) -> bool:
    """Whether there is a legal move. Overwrites ``moves``."""
    if tables.options[DUTIES]:
        return legal_moves(tables, position, scratch, moves, start) > start
    return has_safe_move(tables, position, scratch, moves, start)


def moves_to_try(
    tables: Tables, position: Position, scratch: Scratch, in_check: bool, moves: np.ndarray, start: int
) -> int:
    """The moves of which a search keeps those that are safe: pseudo-legal ones, or else legal ones.

    ``in_check`` says whether the side to move is in check. Returns the end.
    """
    if tables.options[DUTIES]:
        return legal_moves(tables, position, scratch, moves, start)
    return pseudo_legal_moves(tables, position, scratch, in_check, moves, start)


def _keep_dutiful(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Drop the moves that leave the king safe and are not legal all the same; returns the new end."""
    if position.state[ENDED]:
        return start
    if tables.options[NO_CHECKING]:
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += not _gives_check(tables, position, scratch, moves[index])
        end = kept
    if tables.options[MUST_CAPTURE]:
        kept = start
        for index in range(start, end):
            if _captures(position, moves[index]):
                moves[kept] = moves[index]
                kept += 1
        end = kept if kept > start else end
    if tables.options[BIKJANG] and are_facing(position):
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += _parts(tables, position, scratch, moves[index])
        end = kept
    if tables.options[PASSING]:
        end = _add_pass(tables, position, scratch, moves, start, end)
    if awaits_answer(tables, position):
        for index in range(start, end):
            if _arrives(tables, position, moves[index]):
                return end
        return start
    return end


def _add_pass(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Append the pass if it is legal; returns the new end."""
    side = position.state[TURN]
    square = position.squares[side * SLOTS]
    if tables.options[PASSING] == PASSES_STUCK and end > start:
        return end
    if tables.options[ROYAL_CAPTURE]:
        if square == TOKEN:
            square = OFF
            for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
                square = min(square, position.squares[slot])
        if square == OFF:
            return end
    elif is_attacked(tables, position, scratch, square, 1 - side, NONE_GONE) and not (
        tables.options[BIKJANG] and are_facing(position)
    ):
        return end
    moves[end] = square | square << 8 | PASS << 24
    return end + 1


def _parts(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether the royal pieces do not face each other after a move."""
    play(tables, position, scratch, move, scratch.saved, 0)
    faces = are_facing(position)
    undo(tables, position, move, scratch.saved, 0)
    return not faces


def _gives_check(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    side = position.state[TURN]
    king = position.squares[(1 - side) * SLOTS]
    play(tables, position, scratch, move, scratch.saved, 0)
    found = is_attacked(tables, position, scratch, king, side, NONE_GONE)
    undo(tables, position, move, scratch.saved, 0)
    return found


def _captures(position: Position, move: int) -> bool:
    kind = move >> 24
    return kind == EN_PASSANT or (kind < CASTLING and position.pieces[move >> 8 & 255] >= FIRST_PIECE)


def _arrives(tables: Tables, position: Position, move: int) -> bool:
    """Whether a move takes a piece to a goal square of its side."""
    promoted = move >> 16 & 255
    piece = promoted if promoted else position.pieces[move & 255]
    return tables.reaches_goal[piece] != 0 and is_goal(tables, position.state[TURN], move >> 8 & 255)
