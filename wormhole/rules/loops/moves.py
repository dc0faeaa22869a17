"""Move generation: pseudo-legal and legal moves, promotions, castling, en passant."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked, is_checked, mark_pins, passed_over
from wormhole.rules.loops.drops import add_drops, can_drop, taken_as
from wormhole.rules.loops.move_encoding import (
    CASTLING,
    DROP,
    EN_PASSANT,
    NORMAL,
    dropped_piece,
    from_square,
    is_normal,
    kind_of,
    move_of_kind,
    promotion_of,
    to_square,
)
from wormhole.rules.loops.passages import add_passage_moves, reach_through
from wormhole.rules.loops.promotion import ALL, filtered, is_at_home, may_end, promote
from wormhole.rules.position import (
    EP_SQUARE,
    EP_SQUARE_TOO,
    EP_VICTIM,
    KING_FROM,
    KING_TO,
    MAX_MOVES,
    RIGHTS,
    ROOK_FROM,
    ROOK_TO,
    SLOTS,
    SLOTS_USED,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    ARROWED,
    CAPTURES,
    EMPTY,
    FIRST_PIECE,
    FROM_HOME,
    GONE,
    LINED,
    MEETING_WALKS,
    MOVES,
    PIECE_NUMBERS,
    PROMOTES,
    RESTRICTED,
    RIDES,
    SPECIAL,
    STEPS,
    WALKS,
    Tables,
)


def add_moves(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    wanted: int,
    moves: np.ndarray,
    start: int,
) -> int:
    """Write the pseudo-legal moves of the piece on ``square`` from index ``start``; returns the end.

    ``wanted`` is ``ALL``, or ``FORCING`` for captures and promotions only.

    Each kind of paths has a loop of its own, which tests only what these need. Every step writes a move, but
    ``end`` advances only if it is one: this is faster than a branch, which would often be mispredicted.
    """
    piece = position.pieces[square]
    filters, paths = tables.filters[piece], tables.paths[piece]
    kinds = ALL if filters & PROMOTES else wanted
    if paths == STEPS:
        end = _add_steps(tables, position, scratch, square, kinds, moves, start)
    elif paths == WALKS:
        end = _add_walks(tables, position, scratch, square, kinds, moves, start)
    elif paths == MEETING_WALKS:
        end = _add_meeting_walks(tables, position, scratch, square, kinds, moves, start)
    else:
        end = add_passage_moves(tables, position, scratch, square, kinds, moves, start)
    if filters == PROMOTES:
        return promote(tables, position, piece, wanted, moves, start, end)
    return filtered(tables, position, piece, wanted, moves, start, end) if filters else end


def _add_steps(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    kinds: int,
    moves: np.ndarray,
    start: int,
) -> int:
    """Write the moves along paths of single steps. ``kinds`` masks the flags of nodes; returns the end."""
    pieces, reach = position.pieces, scratch.reach
    piece = pieces[square]
    side = (piece & 1) * PIECE_NUMBERS
    reach[0] = square
    end = start
    for node in range(tables.first[piece], tables.first[piece + 1]):
        here = position.links[tables.node_link[node] | reach[tables.node_parent[node]]]
        reach[node] = here
        moves[end] = square | here << 8
        end += (tables.node_flags[node] & kinds) >> tables.found[side | pieces[here]] & 1
    return end


def _add_walks(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    kinds: int,
    moves: np.ndarray,
    start: int,
) -> int:
    """Write the moves along paths with rides and other special steps."""
    links, pieces, reach = position.links, position.pieces, scratch.reach
    piece = pieces[square]
    side = (piece & 1) * PIECE_NUMBERS
    reach[0] = square
    end = start
    for node in range(tables.first[piece], tables.first[piece + 1]):
        direction, special = tables.node_link[node], tables.node_flags[node]
        flags = special & kinds
        here = step_on(tables, position, node, square, reach[tables.node_parent[node]])
        if special >= SPECIAL:
            while flags & RIDES and pieces[here] == EMPTY:
                moves[end] = square | here << 8
                end += flags & MOVES
                here = links[direction | here]
        reach[node] = here
        moves[end] = square | here << 8
        end += flags >> tables.found[side | pieces[here]] & 1
    return end


def _add_meeting_walks(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    kinds: int,
    moves: np.ndarray,
    start: int,
) -> int:
    """Write the moves along paths that may meet: two to one square are one move, so squares are marked."""
    links, pieces, reach, seen = position.links, position.pieces, scratch.reach, scratch.seen
    piece = pieces[square]
    side = (piece & 1) * PIECE_NUMBERS
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    reach[0] = square
    end = start
    for node in range(tables.first[piece], tables.first[piece + 1]):
        direction, special = tables.node_link[node], tables.node_flags[node]
        flags = special & kinds
        here = step_on(tables, position, node, square, reach[tables.node_parent[node]])
        if special >= SPECIAL:
            while flags & RIDES and pieces[here] == EMPTY:
                moves[end] = square | here << 8
                end += flags & MOVES & (seen[here] != stamp)
                seen[here] = stamp
                here = links[direction | here]
        reach[node] = here
        fits = flags >> tables.found[side | pieces[here]] & 1
        moves[end] = square | here << 8
        end += fits & (seen[here] != stamp)
        seen[here] = stamp if fits else seen[here]
    return end


def step_on(tables: Tables, position: Position, node: int, square: int, behind: int) -> int:
    """Where a node's first step from ``behind`` ends; ``OFF`` if the piece on ``square`` may not make it."""
    links, pieces = position.links, position.pieces
    direction, flags = tables.node_link[node], tables.node_flags[node]
    here = links[direction | behind]
    if flags >= RESTRICTED:
        if flags & tables.stops[pieces[behind]]:
            here = links[direction | OFF]
        if flags & ARROWED and not tables.arrows[square] >> (direction >> 8 & 7) & 1:
            here = links[direction | OFF]
        if flags & LINED and not (tables.lines[behind] and tables.lines[here]):
            here = links[direction | OFF]
        if flags & FROM_HOME and not is_at_home(tables, position, pieces[square], square):
            here = links[direction | OFF]
    return here


def safe_moves(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int) -> int:
    """Write the moves that leave the royal piece safe from index ``start``; returns the index after the last.

    :mod:`.legal` says which of them are legal: most often all.
    """
    if tables.options.unpinned:
        return _safe_moves_anyhow(tables, position, scratch, moves, start)
    side = position.state[TURN]
    king = position.squares[side * SLOTS]
    in_check = mark_pins(tables, position, scratch, king, 1 - side)
    marked = scratch.stamp[0]
    end = start
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        if square == OFF:
            continue
        if end > start + MAX_MOVES:
            scratch.overfull[0] = 1
            break
        first = end
        end = add_moves(tables, position, scratch, square, ALL, moves, first)
        if in_check or square == king or scratch.pinned[square] == marked:
            end = _drop_unsafe(tables, position, scratch, square, king, in_check, marked, moves, first, end)
    return _add_special(tables, position, scratch, king, in_check, marked, moves, end)


def pseudo_legal_moves(
    tables: Tables, position: Position, scratch: Scratch, in_check: bool, moves: np.ndarray, start: int
) -> int:
    """Write moves of which the plain ones may leave the king in check; test those with :func:`is_safe`.

    ``in_check`` says whether the side to move is in check. Returns the end.
    """
    side = position.state[TURN]
    king = position.squares[side * SLOTS]
    marked = 0
    if tables.options.untested:
        end = unchecked_moves(tables, position, scratch, ALL, moves, start)
        return _add_special(tables, position, scratch, king, False, marked, moves, end)
    if not in_check:
        end = unchecked_moves(tables, position, scratch, ALL, moves, start)
    else:
        mark_pins(tables, position, scratch, king, 1 - side)
        marked = scratch.stamp[0]
        end = start
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            square = position.squares[slot]
            if square == OFF:
                continue
            if end > start + MAX_MOVES:
                scratch.overfull[0] = 1
                break
            first = end
            end = add_moves(tables, position, scratch, square, ALL, moves, first)
            end = _keep_evasions(scratch, square, king, marked, moves, first, end)
    return _add_special(tables, position, scratch, king, in_check, marked, moves, end)


def is_safe(tables: Tables, position: Position, scratch: Scratch, move: int) -> bool:
    """Whether a pseudo-legal move is legal: it does not leave its own king in check."""
    if tables.options.untested or kind_of(move) != NORMAL:
        return True
    pieces = position.pieces
    square, target = from_square(move), to_square(move)
    side = position.state[TURN]
    king = position.squares[side * SLOTS]
    piece, taken, promoted = pieces[square], pieces[target], promotion_of(move)
    skip = passed_over(tables, square)
    pieces[square] = left_behind(position, square)
    pieces[target] = promoted if promoted else piece  # which hoppers may pass over, or not
    safe = not is_attacked(tables, position, scratch, target if square == king else king, 1 - side, skip)
    pieces[square], pieces[target] = piece, taken
    return safe


def is_pseudo_legal(
    tables: Tables, position: Position, scratch: Scratch, move: int, moves: np.ndarray, start: int
) -> bool:
    """Whether a plain move or a drop is pseudo-legal.

    False for other special moves, for drops that may not give mate, and where not all safe moves are legal.

    Overwrites ``moves`` from index ``start``.
    """
    square, side = from_square(move), position.state[TURN]
    if tables.options.duties:
        return False
    if position.pieces[square] < FIRST_PIECE or position.pieces[square] & 1 != side:
        return False
    if not is_normal(move):
        if kind_of(move) != DROP or tables.mateless[dropped_piece(move)]:
            return False
        return can_drop(tables, position, scratch, move)
    for index in range(start, add_moves(tables, position, scratch, square, ALL, moves, start)):
        if moves[index] == move:
            return True
    return False


def has_safe_move(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int
) -> bool:
    """Whether there is a safe move; stops at the first piece that has one. Overwrites ``moves``."""
    side = position.state[TURN]
    king = position.squares[side * SLOTS]
    if tables.options.unpinned:
        return _safe_moves_anyhow(tables, position, scratch, moves, start) > start
    in_check = mark_pins(tables, position, scratch, king, 1 - side)
    marked = scratch.stamp[0]
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        if square == OFF:
            continue
        end = add_moves(tables, position, scratch, square, ALL, moves, start)
        if in_check or square == king or scratch.pinned[square] == marked:
            end = _drop_unsafe(tables, position, scratch, square, king, in_check, marked, moves, start, end)
        if end > start:
            return True
    return _add_special(tables, position, scratch, king, in_check, marked, moves, start) > start


def unchecked_moves(
    tables: Tables, position: Position, scratch: Scratch, wanted: int, moves: np.ndarray, start: int
) -> int:
    """Write the pseudo-legal moves of the side to move, without castling and en passant.

    ``wanted`` is as in :func:`add_moves`; returns the end.
    """
    side = position.state[TURN]
    end = start
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        if square == OFF:
            continue
        if end > start + MAX_MOVES:
            scratch.overfull[0] = 1
            break
        end = add_moves(tables, position, scratch, square, wanted, moves, end)
    return end


def _safe_moves_anyhow(
    tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, start: int
) -> int:
    """The way of :func:`safe_moves` where there is no check, or a piece that arrives may open an attack."""
    side = position.state[TURN]
    king = position.squares[side * SLOTS]
    if tables.options.untested:
        if king == OFF:
            return start
        end = unchecked_moves(tables, position, scratch, ALL, moves, start)
        return _add_special(tables, position, scratch, king, False, 0, moves, end)
    in_check = mark_pins(tables, position, scratch, king, 1 - side)
    pinned, marked = scratch.pinned, scratch.stamp[0]
    listed = unchecked_moves(tables, position, scratch, ALL, moves, start)
    end = start
    for index in range(start, listed):
        move = moves[index]
        origin, target = from_square(move), to_square(move)
        touches = origin == king or pinned[origin] == marked or pinned[target] == marked
        moves[end] = move
        end += is_safe(tables, position, scratch, move) if touches else not in_check
    return _add_special(tables, position, scratch, king, in_check, marked, moves, end)


def _drop_unsafe(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    king: int,
    in_check: bool,
    marked: int,
    moves: np.ndarray,
    first: int,
    end: int,
) -> int:
    """Drop the moves of the piece on ``square`` that leave its king in check; returns the new end.

    ``in_check`` is the result of :func:`mark_pins` for the king, and ``marked`` its stamp.
    """
    if in_check:
        end = _keep_evasions(scratch, square, king, marked, moves, first, end)
    return _keep_safe(tables, position, scratch, square, king, moves, first, end) if end > first else end


def _keep_evasions(
    scratch: Scratch, square: int, king: int, marked: int, moves: np.ndarray, first: int, end: int
) -> int:
    """Drop the moves of the piece on ``square`` that cannot end a check; ``marked`` is its route's stamp.

    Returns the new end.
    """
    if square == king or scratch.pinned[square] == marked:
        return end
    kept = first
    for index in range(first, end):
        moves[kept] = moves[index]
        kept += scratch.pinned[to_square(moves[index])] == marked
    return kept


def _keep_safe(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    king: int,
    moves: np.ndarray,
    first: int,
    end: int,
) -> int:
    """Try the moves of the piece on ``square`` one by one, unless the king is safe wherever it goes.

    Returns the new end.
    """
    if square != king:
        pieces = position.pieces
        piece = pieces[square]
        skip = passed_over(tables, square)
        pieces[square] = left_behind(position, square)
        exposes = is_attacked(tables, position, scratch, king, 1 - position.state[TURN], skip)
        pieces[square] = piece
        if not exposes:
            return end
    kept = first
    for index in range(first, end):
        moves[kept] = moves[index]
        kept += is_safe(tables, position, scratch, moves[index])
    return kept


def _add_special(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    king: int,
    in_check: bool,
    marked: int,
    moves: np.ndarray,
    end: int,
) -> int:
    """Append legal en passant captures, castling moves and drops; returns the new end.

    In check, ``marked`` is the stamp of the attack's route.
    """
    if tables.options.tracks:
        end = _add_en_passant(tables, position, scratch, king, moves, end)
        if not in_check:
            end = _add_castling(tables, position, scratch, moves, end)
        if tables.options.hands:
            end = add_drops(tables, position, scratch, king, in_check, marked, moves, end)
    return end


def _add_en_passant(
    tables: Tables, position: Position, scratch: Scratch, king: int, moves: np.ndarray, end: int
) -> int:
    """Append the legal en passant captures, by steps that only capture; returns the new end."""
    pieces, squares, state = position.pieces, position.squares, position.state
    if state[EP_VICTIM] == OFF:
        return end
    side = state[TURN]
    for slot in range(side * SLOTS, side * SLOTS + state[SLOTS_USED + side]):
        square = squares[slot]
        if square == OFF or not tables.en_passant[pieces[square]]:
            continue
        piece = pieces[square]
        for node in range(tables.first[piece], tables.first[piece + 1]):
            if tables.node_flags[node] & (CAPTURES | MOVES) != CAPTURES:
                continue
            if tables.options.passages:
                first, last = reach_through(tables, position, scratch, node, square)
                for index in range(first, last):
                    target = scratch.reach[index]
                    end = _add_if_en_passant(tables, position, scratch, square, target, king, moves, end)
            elif tables.node_parent[node] == 0:
                target = position.links[tables.node_link[node] | square]
                end = _add_if_en_passant(tables, position, scratch, square, target, king, moves, end)
    return end


def _add_if_en_passant(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    square: int,
    target: int,
    king: int,
    moves: np.ndarray,
    end: int,
) -> int:
    """Append the en passant capture on ``target`` if it is one and is legal; returns the new end."""
    pieces, state = position.pieces, position.state
    if pieces[target] != EMPTY or (target != state[EP_SQUARE] and target != state[EP_SQUARE_TOO]):
        return end
    victim = state[EP_VICTIM]
    piece, victim_piece = pieces[square], pieces[victim]
    if not may_end(tables, piece, square, target, True):
        return end
    pieces[square] = left_behind(position, square)
    pieces[victim] = left_behind(position, victim)
    pieces[target] = piece
    skip = passed_over(tables, square)
    safe = tables.options.aftermath or not is_attacked(tables, position, scratch, king, 1 - state[TURN], skip)
    pieces[square], pieces[victim], pieces[target] = piece, victim_piece, EMPTY
    move = move_of_kind(square, target, EN_PASSANT)
    if safe and (end == 0 or moves[end - 1] != move):
        moves[end] = move
        end += 1
    return end


def gained_piece(tables: Tables, position: Position, move: int) -> int:
    """The piece that comes into the hand by a move, neither castling nor a pass; 0 for none."""
    victim = position.state[EP_VICTIM] if kind_of(move) == EN_PASSANT else to_square(move)
    taken = position.pieces[victim]
    return taken_as(tables, position, position.slots[victim], taken) if taken >= FIRST_PIECE else 0


def left_behind(position: Position, square: int) -> int:
    """The content of a square after its piece has left, where squares stay: ``EMPTY``, or ``GONE`` for a
    wormhole if a counter lay under the piece."""
    return GONE if position.counters[square] else EMPTY


def _add_castling(tables: Tables, position: Position, scratch: Scratch, moves: np.ndarray, end: int) -> int:
    """Append the legal castling moves of a side that is not in check; returns the new end."""
    castle, side = position.castle, position.state[TURN]
    for wing in range(2):
        corner = (2 * side + wing) * 4
        if not position.state[RIGHTS] >> (2 * side + wing) & 1 or castle[corner] == OFF:
            continue
        if _can_castle(tables, position, scratch, corner):
            moves[end] = move_of_kind(castle[corner + KING_FROM], castle[corner + KING_TO], CASTLING + wing)
            end += 1
    return end


def _can_castle(tables: Tables, position: Position, scratch: Scratch, corner: int) -> bool:
    """Whether nothing stands in the way of king and rook, and no square that the king passes is attacked."""
    castle = position.castle
    king_from, king_to = castle[corner + KING_FROM], castle[corner + KING_TO]
    rook_from, rook_to = castle[corner + ROOK_FROM], castle[corner + ROOK_TO]
    if rook_to == king_from and position.counters[king_from]:
        return False  # a wormhole opens there
    if not _is_free(position, king_from, king_to, king_from, rook_from):
        return False
    if not _is_free(position, rook_from, rook_to, king_from, rook_from):
        return False
    return tables.options.royal_capture != 0 or passes_safely(tables, position, scratch, corner)


def passes_safely(tables: Tables, position: Position, scratch: Scratch, corner: int) -> bool:
    """Whether no square is attacked that the king passes by castling, nor the last one."""
    pieces, castle = position.pieces, position.castle
    king_from, king_to = castle[corner + KING_FROM], castle[corner + KING_TO]
    rook_from, rook_to = castle[corner + ROOK_FROM], castle[corner + ROOK_TO]
    king, rook, enemy = pieces[king_from], pieces[rook_from], 1 - position.state[TURN]
    pieces[king_from] = left_behind(position, king_from)
    safe = True
    toward = 2 << 8 if king_to > king_from else 6 << 8
    here = king_from
    while safe and here != king_to:
        here = position.links[toward | here]
        if here != king_to:
            found = pieces[here]
            pieces[here] = king
            safe = not _is_attacked_king(tables, position, scratch, here, enemy)
            pieces[here] = found
    pieces[rook_from] = left_behind(position, rook_from)
    under_king, under_rook = pieces[king_to], pieces[rook_to]
    pieces[king_to], pieces[rook_to] = king, rook
    safe = safe and not _is_attacked_king(tables, position, scratch, king_to, enemy)
    pieces[king_to], pieces[rook_to] = under_king, under_rook
    pieces[king_from], pieces[rook_from] = king, rook
    return safe


def _is_attacked_king(
    tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int
) -> bool:
    """Whether a king that castles is attacked on ``square``, also where it is one of several royal pieces."""
    if tables.options.royals:
        return is_attacked(tables, position, scratch, square, by_side, NONE_GONE)
    return is_checked(tables, position, scratch, square, by_side)


def _is_free(position: Position, origin: int, target: int, king_from: int, rook_from: int) -> bool:
    """Whether the squares after ``origin`` to ``target`` are empty, but for king and rook."""
    toward = 2 << 8 if target > origin else 6 << 8
    here = origin
    while here != target:
        here = position.links[toward | here]
        if position.pieces[here] != EMPTY and here != king_from and here != rook_from:
            return False
    return True
