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
from wormhole.rules.loops.attack import NONE_GONE, is_attacked, is_checked, mark_checks, mark_pins, may_attack
from wormhole.rules.loops.drops import full_files, may_be_put
from wormhole.rules.loops.judgement import are_facing, awaits_answer, count_of, is_goal
from wormhole.rules.loops.move_encoding import (
    BY_ROOK,
    DROP,
    EN_PASSANT,
    NORMAL,
    PASS,
    PROMOTION_IN_PLACE,
    corner_of,
    dropped_piece,
    entering,
    from_square,
    gate_of,
    is_castling,
    is_normal,
    is_simple,
    is_special,
    kind_of,
    move_of_kind,
    promotion_of,
    simple_move,
    to_square,
    with_gating,
    with_promotion,
)
from wormhole.rules.loops.moves import (
    add_moves,
    has_safe_move,
    passes_safely,
    pseudo_legal_moves,
    safe_moves,
)
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.loops.promotion import ALL, FORCING, is_lost
from wormhole.rules.loops.royals import are_attacked, is_guarded, is_in_check, turned_royal
from wormhole.rules.position import (
    BY_EXPLOSION,
    ENDED,
    MAX_MOVES,
    RIGHTS,
    ROOK_FROM,
    ROOK_TO,
    SLOTS,
    SLOTS_USED,
    TOKEN,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    DUPLE_ROYAL,
    FIRST_PIECE,
    NOT_WITH_CHECK,
    PASSES_STUCK,
    PIECE_NUMBERS,
    WALL,
    Tables,
)
from wormhole.rules.undo_record import BLACK_ROYAL, WHITE_ROYAL


def legal_moves(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int) -> int:
    """Write the legal moves into ``moves`` from index ``start``; returns the index after the last."""
    if position.state[ENDED]:
        return start
    if not tables.options.duties:
        end = safe_moves(tables, position, scratch, moves, start)
        return _with_hands(tables, position, scratch, moves, start, end) if tables.options.hands else end
    side, rights = position.state[TURN], position.state[RIGHTS]
    if tables.options.calm_first_moves and rights >> 2 * side & 1:
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
    if tables.options.duties or tables.options.mateless:
        return legal_moves(tables, position, scratch, moves, start) > start
    return position.state[ENDED] == 0 and has_safe_move(tables, position, scratch, moves, start)


def moves_to_try(
    tables: Tables, position: Position, scratch: Scratch, in_check: bool, moves: np.ndarray, start: int
) -> int:
    """The moves of which a search keeps those that are safe: pseudo-legal ones, or else legal ones.

    ``in_check`` says whether the side to move is in check. Returns the end.
    """
    if tables.options.duties:
        return legal_moves(tables, position, scratch, moves, start)
    end = pseudo_legal_moves(tables, position, scratch, in_check, moves, start)
    return _with_hands(tables, position, scratch, moves, start, end) if tables.options.hands else end


def _keep_dutiful(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Drop the moves that leave the king safe and are not legal all the same; returns the new end."""
    if tables.options.in_place:
        end = _add_promotions(tables, position, scratch, moves, start, end)
    if tables.options.aftermath and not tables.options.royal_capture:
        end = _keep_surviving(tables, position, scratch, moves, start, end)
    if tables.options.royals:
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += _leaves_royals_safe(tables, position, scratch, moves[index])
        end = kept
    if tables.options.hands:
        end = _with_hands(tables, position, scratch, moves, start, end)
    if tables.options.no_fleeing:
        end = _drop_flights(tables, position, scratch, moves, start, end)
    if tables.options.no_checking:
        end = _drop_checks(tables, position, scratch, moves, start, end)
    if tables.options.forced_drops:
        kept = start
        for index in range(start, end):
            if _is_forced(tables, moves[index]):
                moves[kept] = moves[index]
                kept += 1
        end = kept if kept > start else end
    if tables.options.must_capture:
        kept = start
        for index in range(start, end):
            if _captures(position, moves[index]):
                moves[kept] = moves[index]
                kept += 1
        end = kept if kept > start else end
    if tables.options.bikjang and are_facing(position):
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += _parts(tables, position, scratch, moves[index])
        end = kept
    if tables.options.passing:
        end = _add_pass(tables, position, scratch, moves, start, end)
    if awaits_answer(tables, position):
        for index in range(start, end):
            if _arrives(tables, position, moves[index]):
                return end
        return start
    return end


def _with_hands(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Append the moves that let a piece in; drop those that put one where it may not give mate, or check.

    Returns the new end.
    """
    if tables.options.gates:
        end = _add_gating(tables, position, scratch, moves, start, end)
    if tables.options.mateless:
        kept = start
        for index in range(start, end):
            moves[kept] = moves[index]
            kept += not _mates_unduly(tables, position, scratch, moves[index], moves, end)
        end = kept
    return end


def _add_gating(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Append each move once more for each piece that it may let in from the hand; returns the new end.

    A piece that promotes lets none in.
    """
    last = end
    for index in range(start, end):
        move = moves[index]
        origin = from_square(move)
        if is_castling(move):
            corner = corner_of(position, move)
            rook_from = position.castle[corner + ROOK_FROM]
            king_to, rook_to = to_square(move), position.castle[corner + ROOK_TO]
            if origin != king_to and origin != rook_to:
                last = _let_in(tables, position, scratch, move, origin, moves, last)
            if rook_from != king_to and rook_from != rook_to:
                last = _let_in(tables, position, scratch, move | BY_ROOK, rook_from, moves, last)
        elif not is_special(move):
            last = _let_in(tables, position, scratch, move, origin, moves, last)
    return last


def _let_in(
    tables: Tables, position: Position, scratch: Scratch, move: int, square: int, moves: np.ndarray, end: int
) -> int:
    """Append a move once more for each piece that may come in on a square that it leaves.

    Hoppers may attack the royal piece over the piece that comes in, which may be royal itself.
    """
    if not position.gates[square] or position.counters[square]:
        return end
    if tables.promotions[position.pieces[square] << 4]:
        return end
    side = position.state[TURN]
    for piece in range(FIRST_PIECE + side, PIECE_NUMBERS, 2):
        if position.hands[piece] == 0:
            continue
        if not may_be_put(tables, position, piece, square, full_files(tables, position, piece)):
            continue
        moves[end] = with_gating(move, piece)
        tested = tables.options.any_pinned or tables.options.royals
        if not tested or _leaves_side_safe(tables, position, scratch, moves[end]):
            end += 1
    return end


def _leaves_side_safe(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a side is not in check after its move, or has won by it."""
    side = position.state[TURN]
    play(tables, position, scratch, move, scratch.saved, 0)
    ended = position.state[ENDED] != 0
    safe = ended or not is_in_check(tables, position, scratch, side)
    undo(tables, position, move, scratch.saved, 0)
    return safe


def _add_promotions(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Append the promotions instead of moves; returns the new end.

    A piece on its promotion squares, or the last one of its type, becomes another one where it stands or on
    an empty square to which that one could go, but not where it would attack a piece.
    """
    side = position.state[TURN]
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        piece = position.pieces[square]
        if square == OFF or not tables.in_place[piece]:
            continue
        if end > start + MAX_MOVES:
            scratch.overfull[0] = 1
            break
        zone = tables.promotion_zone[piece << 8 | square]
        if not zone and count_of(position, piece - side, side) > 1:
            continue
        for choice in range(16):
            promoted = tables.promotions[piece << 4 | choice]
            if promoted == 0:
                break
            if tables.limited[piece] >> promoted & 1 and not is_lost(tables, position, promoted):
                continue
            end = _promote_in_place(tables, position, scratch, square, promoted, moves, end)
    return end


def _promote_in_place(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    promoted: int,
    moves: np.ndarray,
    end: int,
) -> int:
    """Append the promotions to a piece instead of moves from a square; returns the new end."""
    piece = position.pieces[square]
    position.pieces[square] = promoted
    listed = add_moves(tables, position, scratch, square, ALL, moves, end + 1)
    position.pieces[square] = piece
    moves[end] = with_promotion(move_of_kind(square, square, PROMOTION_IN_PLACE), promoted)
    kept = end + (tables.standing[square] >> promoted & 1)
    for index in range(end + 1, listed):
        target = to_square(moves[index])
        if position.pieces[target] < FIRST_PIECE and is_simple(moves[index]):
            moves[kept] = with_promotion(simple_move(square, target), promoted)
            kept += 1
    last = end
    for index in range(end, kept):
        moves[last] = moves[index]
        last += _is_peaceful(tables, position, scratch, moves[index], moves, kept)
    return last


def _is_peaceful(
    tables: Tables, position: Position, scratch: Scratch, move: int, moves: np.ndarray, end: int
) -> bool:
    """Whether a move leaves its side safe, and its piece attacks none. Overwrites ``moves`` from ``end``."""
    side, target = position.state[TURN], to_square(move)
    king = position.squares[side * SLOTS]  # the move may end the game, which empties the slot
    _try_move(tables, position, scratch, move)
    safe = not is_checked(tables, position, scratch, king, 1 - side)
    listed = add_moves(tables, position, scratch, target, FORCING, moves, end)
    for index in range(end, listed):
        safe = safe and position.pieces[to_square(moves[index])] < FIRST_PIECE
    undo(tables, position, move, scratch.saved, 0)
    return safe


def _drop_checks(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Drop the moves that give check; returns the new end."""
    side = position.state[TURN]
    marks = scratch.attackers
    mark_checks(tables, position, scratch, position.squares[(1 - side) * SLOTS], side, marks, 0)
    unknown = tables.options.aftermath or tables.options.royals or tables.options.passages
    kept = start
    for index in range(start, end):
        move = moves[index]
        promoted = promotion_of(move)
        piece = promoted if promoted else position.pieces[from_square(move)]
        may_check = (
            unknown != 0
            or tables.options.hoppers != 0
            or not is_normal(move)
            or may_attack(marks, 0, piece, from_square(move), to_square(move))
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
        if from_square(move) == king:
            target = to_square(move)
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
        origin, target = from_square(move), to_square(move)
        moves[kept] = move
        touches = scratch.pinned[target] == marked or scratch.pinned[origin] == marked
        if is_castling(move):
            kept += not in_check or shielded
        elif (
            (is_normal(move) or kind_of(move) == DROP)
            and origin != king
            and king != TOKEN
            and position.pieces[target] < FIRST_PIECE
            and (shielded or not (in_check or touches))
        ):
            kept += 1
        else:
            kept += _survives(tables, position, scratch, move)
    return kept


def _survives(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a move leaves the royal piece on the board, and safe unless the other one explodes."""
    side = position.state[TURN]
    _try_move(tables, position, scratch, move)
    king = position.squares[side * SLOTS]
    if position.state[ENDED] == BY_EXPLOSION:
        safe = king != OFF
    else:
        safe = not is_checked(tables, position, scratch, king, 1 - side)
    undo(tables, position, move, scratch.saved, 0)
    return safe


def _add_pass(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int, end: int
) -> int:
    """Append the pass if it is legal; returns the new end."""
    side = position.state[TURN]
    if tables.options.passing == PASSES_STUCK and end > start:
        return end
    square = position.squares[side * SLOTS]
    if square == TOKEN:
        square = OFF
        for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
            square = min(square, position.squares[slot])
    if square == OFF:
        return end
    if is_in_check(tables, position, scratch, side) and not (tables.options.bikjang and are_facing(position)):
        return end
    moves[end] = move_of_kind(square, square, PASS)
    return end + 1


def _try_move(tables: Tables, position: Position, scratch: Scratch, move: int) -> None:
    """Play a move to ask about royal pieces: only an explosion empties their slots, no other ending."""
    squares, saved = position.squares, scratch.saved
    play(tables, position, scratch, move, saved, 0)
    if tables.options.consequences and position.state[ENDED] != BY_EXPLOSION:
        squares[0], squares[SLOTS] = saved[WHITE_ROYAL], saved[BLACK_ROYAL]


def _parts(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether the royal pieces do not face each other after a move."""
    _try_move(tables, position, scratch, move)
    faces = position.state[ENDED] != BY_EXPLOSION and are_facing(position)
    undo(tables, position, move, scratch.saved, 0)
    return not faces


def _gives_check(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    side = position.state[TURN]
    king = position.squares[(1 - side) * SLOTS]  # the move may explode it
    if to_square(move) == king:
        return False  # it ends the game
    _try_move(tables, position, scratch, move)
    if tables.options.royals:
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
    if kind_of(move) != DROP or not tables.mateless[dropped_piece(move)] or promotion_of(move):
        return False
    if not _gives_check(tables, position, scratch, move):
        return False
    if tables.mateless[dropped_piece(move)] == NOT_WITH_CHECK:
        return True
    play(tables, position, scratch, move, scratch.saved, 0)
    mates = position.state[ENDED] == 0 and not has_safe_move(tables, position, scratch, moves, end)
    undo(tables, position, move, scratch.saved, 0)
    return mates


def _leaves_royals_safe(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a move leaves its side's several royal pieces safe; a king that castles, all the way."""
    side, origin = position.state[TURN], from_square(move)
    if tables.options.royals > DUPLE_ROYAL:
        return True
    if is_castling(move) and is_guarded(tables, position, position.pieces[origin]):
        corner = corner_of(position, move)
        if is_attacked(tables, position, scratch, origin, 1 - side, NONE_GONE):
            return False
        if not passes_safely(tables, position, scratch, corner):
            return False
    without = turned_royal(tables, promotion_of(move), to_square(move))
    play(tables, position, scratch, move, scratch.saved, 0)
    safe = not are_attacked(tables, position, scratch, side, without)
    undo(tables, position, move, scratch.saved, 0)
    return safe


def _is_forced(tables: Tables, move: int) -> bool:
    """Whether a move drops a piece that must be dropped."""
    return kind_of(move) == DROP and tables.options.forced_drops >> dropped_piece(move) & 1 != 0


def _captures(position: Position, move: int) -> bool:
    kind = kind_of(move)
    return kind == EN_PASSANT or (kind == NORMAL and position.pieces[to_square(move)] >= FIRST_PIECE)


def _arrives(tables: Tables, position: Position, move: int) -> bool:
    """Whether a move takes a piece to a goal square of its side."""
    side, promoted, entered = position.state[TURN], promotion_of(move), entering(move)
    piece = promoted if promoted else position.pieces[from_square(move)]
    if tables.reaches_goal[piece] and is_goal(tables, side, to_square(move)):
        return True
    return (
        entered != 0 and tables.reaches_goal[entered] != 0 and is_goal(tables, side, gate_of(position, move))
    )
