"""Legal moves: those that leave the royal piece safe, as far as the endings of the game allow them.

A game that is over has none. Where captures are forced, only captures are legal if there is one. Where checks
are forbidden, no move gives one. Where kings may not flee, they answer a check only by capturing. A king in
check may have no first moves. Some pieces
may not give mate, or check, by a drop; some must be dropped if possible. Where White's arrival at the
goal may be answered, Black has no move unless one arrives there, too.
"""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked, is_checked, mark_checks, mark_pins
from wormhole.rules.loops.drops import DROP
from wormhole.rules.loops.judgement import are_facing, awaits_answer, is_goal
from wormhole.rules.loops.moves import (
    CASTLING,
    EN_PASSANT,
    PASS,
    has_safe_move,
    passes_safely,
    pseudo_legal_moves,
    safe_moves,
)
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.loops.royals import is_guarded, is_in_check
from wormhole.rules.position import (
    BY_EXPLOSION,
    ENDED,
    RIGHTS,
    SLOTS,
    SLOTS_USED,
    TOKEN,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    AFTERMATH,
    BIKJANG,
    CALM_FIRST_MOVES,
    DUPLE_ROYAL,
    DUTIES,
    FIRST_PIECE,
    FORCED_DROPS,
    HAND,
    MATELESS,
    MUST_CAPTURE,
    NO_CHECK,
    NO_CHECKING,
    NO_FLEEING,
    PASSES_STUCK,
    PASSING,
    ROYAL_CAPTURE,
    ROYALS,
    WALL,
    Tables,
)


def legal_moves(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int) -> int:
    """Write the legal moves into ``moves`` from index ``start``; returns the index after the last."""
    if not tables.options[DUTIES]:
        return safe_moves(tables, position, scratch, moves, start)
    side, rights = position.state[TURN], position.state[RIGHTS]
    if tables.options[CALM_FIRST_MOVES] and rights >> 2 * side & 1:
        king = position.squares[side * SLOTS]
        if king != OFF and is_checked(tables, position, scratch, king, 1 - side):
            position.state[RIGHTS] -= 1 << 2 * side
    end = safe_moves(tables, position, scratch, moves, start)
    position.state[RIGHTS] = rights
    return _keep_dutiful(tables, position, scratch, moves, start, end)


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
    if tables.options[AFTERMATH] and not tables.options[ROYAL_CAPTURE]:
        end = _keep_surviving(tables, position, scratch, moves, start, end)
    if tables.options[ROYALS]:
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += _leaves_royals_safe(tables, position, scratch, moves[index])
        end = kept
    if tables.options[MATELESS]:
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += not _mates_unduly(tables, position, scratch, moves[index], moves, end)
        end = kept
    if tables.options[NO_FLEEING]:
        end = _drop_flights(tables, position, scratch, moves, start, end)
    if tables.options[NO_CHECKING]:
        end = _drop_checks(tables, position, scratch, moves, start, end)
    if tables.options[FORCED_DROPS]:
        kept = start
        for index in range(start, end):
            if _is_forced(tables, moves[index]):
                moves[kept] = moves[index]
                kept += 1
        end = kept if kept > start else end
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


def _drop_checks(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Drop the moves that give check; returns the new end."""
    side = position.state[TURN]
    mark_checks(tables, position, scratch, position.squares[(1 - side) * SLOTS], side)
    attackers, pinned, marked = scratch.attackers, scratch.pinned, scratch.stamp[0]
    kept = start
    for index in range(start, end):
        move = moves[index]
        promoted = move >> 16 & 255
        piece = promoted if promoted else position.pieces[move & 255]
        may_check = (
            tables.options[AFTERMATH] != 0
            or tables.options[ROYALS] != 0
            or move >> 24 != 0
            or pinned[move & 255] == marked
            or attackers[move >> 8 & 255] >> piece & 1 != 0
        )
        moves[kept] = move
        kept += not may_check or not _gives_check(tables, position, scratch, move)
    return kept


def _drop_flights(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Drop the moves of a royal piece in check that do not capture the one piece that gives it."""
    side, pieces = position.state[TURN], position.pieces
    king = position.squares[side * SLOTS]
    if not is_checked(tables, position, scratch, king, 1 - side):
        return end
    kept = start
    for index in range(start, end):
        move = moves[index]
        moves[kept] = move
        stays = True
        if move & 255 == king:
            target = move >> 8 & 255
            taken = pieces[target]
            pieces[target] = WALL  # in the way as before, but it attacks nothing
            stays = taken >= FIRST_PIECE and not is_checked(tables, position, scratch, king, 1 - side)
            pieces[target] = taken
        kept += stays
    return kept


def _keep_surviving(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Drop the moves by which a side loses its royal piece, or leaves it in check; returns the new end."""
    side = position.state[TURN]
    king = position.squares[side * SLOTS]
    in_check = mark_pins(tables, position, scratch, king, 1 - side)
    marked = scratch.stamp[0]
    shielded = in_check and not is_checked(tables, position, scratch, king, 1 - side)
    kept = start
    for index in range(start, end):
        move = moves[index]
        origin, kind = move & 255, move >> 24
        moves[kept] = move
        target = move >> 8 & 255
        touches = scratch.pinned[target] == marked or scratch.pinned[origin] == marked
        if CASTLING <= kind < DROP:
            kept += not in_check or shielded
        elif (
            kind in (0, DROP)
            and origin != king
            and position.pieces[target] < FIRST_PIECE
            and (shielded or not (in_check or touches))
        ):
            kept += 1
        else:
            kept += _survives(tables, position, scratch, move)
    return kept


def _survives(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a move leaves the royal piece on the board, and safe unless the other one explodes."""
    side, saved = position.state[TURN], scratch.saved
    play(tables, position, scratch, move, saved, 0)
    if position.state[ENDED] == BY_EXPLOSION:
        safe = position.squares[side * SLOTS] != OFF
    else:  # another ending may have emptied its slot
        safe = not is_checked(tables, position, scratch, saved[11 + side], 1 - side)
    undo(tables, position, move, saved, 0)
    return safe


def _add_pass(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Append the pass if it is legal; returns the new end."""
    side = position.state[TURN]
    if tables.options[PASSING] == PASSES_STUCK and end > start:
        return end
    square = position.squares[side * SLOTS]
    if square == TOKEN:
        square = OFF
        for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
            square = min(square, position.squares[slot])
    if square == OFF:
        return end
    if is_in_check(tables, position, scratch, side) and not (
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
    king = position.squares[(1 - side) * SLOTS]  # the move may end the game, which empties the slot
    play(tables, position, scratch, move, scratch.saved, 0)
    if tables.options[ROYALS]:
        found = is_in_check(tables, position, scratch, 1 - side)
    else:
        found = position.state[ENDED] != BY_EXPLOSION and is_checked(tables, position, scratch, king, side)
    undo(tables, position, move, scratch.saved, 0)
    return found


def _mates_unduly(
    tables: Tables, position: Position, scratch: Scratch, move: int, moves: np.ndarray, end: int
) -> bool:
    """Whether a drop gives mate, or check, that may not. Overwrites ``moves`` from index ``end``.

    Answers that are such drops themselves count as answers. A drop that ends the game otherwise is no mate.
    """
    if move >> 24 != DROP or not tables.mateless[(move & 255) - HAND] or move >> 16 & 255:
        return False
    if not _gives_check(tables, position, scratch, move):
        return False
    if tables.mateless[(move & 255) - HAND] == NO_CHECK:
        return True
    play(tables, position, scratch, move, scratch.saved, 0)
    mates = position.state[ENDED] == 0 and not has_safe_move(tables, position, scratch, moves, end)
    undo(tables, position, move, scratch.saved, 0)
    return mates


def _leaves_royals_safe(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a move leaves its side's several royal pieces safe; a king that castles, all the way."""
    side, origin = position.state[TURN], move & 255
    if tables.options[ROYALS] > DUPLE_ROYAL:
        return True
    if CASTLING <= move >> 24 < DROP and is_guarded(tables, position, position.pieces[origin]):
        corner = (2 * side + (move >> 24) - CASTLING) * 4
        if is_attacked(tables, position, scratch, origin, 1 - side, NONE_GONE):
            return False
        if not passes_safely(tables, position, scratch, corner):
            return False
    play(tables, position, scratch, move, scratch.saved, 0)
    safe = not is_in_check(tables, position, scratch, side)
    undo(tables, position, move, scratch.saved, 0)
    return safe


def _is_forced(tables: Tables, move: int) -> bool:
    """Whether a move drops a piece that must be dropped."""
    return move >> 24 == DROP and tables.options[FORCED_DROPS] >> (move & 255) - HAND & 1 != 0


def _captures(position: Position, move: int) -> bool:
    kind = move >> 24
    return kind == EN_PASSANT or (kind < CASTLING and position.pieces[move >> 8 & 255] >= FIRST_PIECE)


def _arrives(tables: Tables, position: Position, move: int) -> bool:
    """Whether a move takes a piece to a goal square of its side."""
    promoted = move >> 16 & 255
    piece = promoted if promoted else position.pieces[move & 255]
    return tables.reaches_goal[piece] != 0 and is_goal(tables, position.state[TURN], move >> 8 & 255)
