"""Legal moves: those that leave the royal piece safe, as far as the endings of the game allow them.

A game that is over has none. Where captures are forced, only captures are legal if there is one. Where checks
are forbidden, no move gives one. Where White's arrival at the goal may be answered, Black has no move unless
one arrives there, too.
"""

from __future__ import annotations

import numpy as np

from wormhole.rules.loops.attack import NONE_GONE, is_attacked
from wormhole.rules.loops.judgement import awaits_answer, is_goal
from wormhole.rules.loops.moves import (
    CASTLING,
    EN_PASSANT,
    has_safe_move,
    passes_safely,
    pseudo_legal_moves,
    safe_moves,
)
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.loops.royals import is_guarded, is_in_check
from wormhole.rules.position import ENDED, TURN, Position, Scratch
from wormhole.rules.tables import DUPLE_ROYAL, DUTIES, FIRST_PIECE, MUST_CAPTURE, NO_CHECKING, ROYALS, Tables


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
    if tables.options[ROYALS]:
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += _leaves_royals_safe(tables, position, scratch, moves[index])
        end = kept
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
    if awaits_answer(tables, position):
        for index in range(start, end):
            if _arrives(tables, position, moves[index]):
                return end
        return start
    return end


def _gives_check(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    side = position.state[TURN]
    play(tables, position, scratch, move, scratch.saved, 0)
    found = is_in_check(tables, position, scratch, 1 - side)
    undo(tables, position, move, scratch.saved, 0)
    return found


def _leaves_royals_safe(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a move leaves its side's several royal pieces safe; a king that castles, all the way."""
    side, origin = position.state[TURN], move & 255
    if tables.options[ROYALS] > DUPLE_ROYAL:
        return True
    if move >> 24 >= CASTLING and is_guarded(tables, position, position.pieces[origin]):
        corner = (2 * side + (move >> 24) - CASTLING) * 4
        if is_attacked(tables, position, scratch, origin, 1 - side, NONE_GONE):
            return False
        if not passes_safely(tables, position, scratch, corner):
            return False
    play(tables, position, scratch, move, scratch.saved, 0)
    safe = not is_in_check(tables, position, scratch, side)
    undo(tables, position, move, scratch.saved, 0)
    return safe


def _captures(position: Position, move: int) -> bool:
    kind = move >> 24
    return kind == EN_PASSANT or (kind < CASTLING and position.pieces[move >> 8 & 255] >= FIRST_PIECE)


def _arrives(tables: Tables, position: Position, move: int) -> bool:
    """Whether a move takes a piece to a goal square of its side."""
    promoted = move >> 16 & 255
    piece = promoted if promoted else position.pieces[move & 255]
    return tables.reaches_goal[piece] != 0 and is_goal(tables, position.state[TURN], move >> 8 & 255)
