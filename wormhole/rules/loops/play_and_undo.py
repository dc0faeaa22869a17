"""Playing and undoing moves, null moves and rolls on the arrays of a position."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.drops import is_held_royal, is_marked, rights_of_drop, taken_as
from wormhole.rules.loops.judgement import apply_consequences, judge_pass, revert_consequences
from wormhole.rules.loops.links import relink, unlink
from wormhole.rules.loops.move_encoding import (
    BY_ROOK,
    DROP,
    EN_PASSANT,
    PASS,
    PROMOTION_IN_PLACE,
    corner_of,
    entering,
    from_square,
    is_special,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.loops.moves import left_behind
from wormhole.rules.position import (
    CLOCK,
    ENDED,
    EP_SQUARE,
    EP_SQUARE_TOO,
    EP_VICTIM,
    NO_SLOT,
    PASSED_AT,
    PLY,
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
    EMPTY,
    FIRST_PIECE,
    GONE,
    HAND,
    NO_FOLD,
    STRAIGHT,
    Tables,
)
from wormhole.rules.undo_record import (
    CAPTURED,
    CAPTURED_SLOT,
    CAPTURED_WAS,
    CLOSED_GATES,
    COUNTER,
    MOVER,
    MOVER_WAS,
    OLD_CLOCK,
    OLD_EP_SQUARE,
    OLD_EP_SQUARE_TOO,
    OLD_EP_VICTIM,
    OLD_PASSED_AT,
    OLD_RIGHTS,
    OLD_SLOTS_USED,
)


def play(
    tables: Tables, position: Position, scratch: Scratch, move: int, saved: np.ndarray, row: int
) -> None:
    """Play a move; ``saved[row:row + SAVED]`` records what :func:`undo` needs."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    origin, target, promoted = from_square(move), to_square(move), promotion_of(move)
    if tables.options.tracks and is_special(move):
        if kind_of(move) == PASS:
            _play_pass(tables, position, scratch, move, saved, row)
            return
        if kind_of(move) == DROP:
            _drop(tables, position, move, saved, row)
        elif kind_of(move) == PROMOTION_IN_PLACE:
            _promote(tables, position, move, saved, row)
        else:
            _castle(tables, position, move, saved, row)
        if tables.options.consequences:
            apply_consequences(tables, position, scratch, move, EMPTY, saved, row)
        return
    piece, slot = pieces[origin], slots[origin]
    captured, captured_slot = pieces[target], slots[target]
    saved[row + CAPTURED] = captured
    saved[row + CAPTURED_SLOT] = captured_slot
    saved[row + OLD_CLOCK] = state[CLOCK]
    saved[row + MOVER] = piece
    state[CLOCK] += 1
    if captured >= FIRST_PIECE:
        squares[captured_slot] = OFF
        state[CLOCK] = 0
    if tables.resets_clock[piece]:
        state[CLOCK] = 0
    if tables.options.tracks:
        _track(tables, position, move, saved, row)
    pieces[target] = promoted if promoted else piece
    slots[target] = slot
    squares[slot] = target
    slots[origin] = NO_SLOT
    if tables.options.stays:
        pieces[origin] = left_behind(position, origin)
        if slot & SLOTS - 1 == 0:
            saved[row + COUNTER] = position.counters[target]
            position.counters[target] = 0
    else:
        pieces[origin] = GONE
        unlink(position.links, origin)
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1
    if tables.options.consequences:
        if tables.options.hands:
            if tables.options.gates:
                _close_gates(tables, position, move, origin, target, saved, row)
            _take(tables, position, move, saved, row)
        apply_consequences(tables, position, scratch, move, captured, saved, row)


def undo(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo the newest :func:`play`, given its move and record."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    origin, target = from_square(move), to_square(move)
    if tables.options.consequences:
        revert_consequences(tables, position, saved, row)
        if tables.options.hands and not is_special(move):
            _give_back(tables, position, move, saved, row)
            if tables.options.gates:
                _open_gates(position, move, origin, target, saved, row)
    if tables.options.tracks and is_special(move):
        if kind_of(move) == PASS:
            _undo_pass(position, saved, row)
        elif kind_of(move) == DROP:
            _undrop(position, move, saved, row)
        elif kind_of(move) == PROMOTION_IN_PLACE:
            _unpromote(position, move, saved, row)
        else:
            _uncastle(tables, position, move, saved, row)
        return
    captured, captured_slot, piece = saved[row + CAPTURED], saved[row + CAPTURED_SLOT], saved[row + MOVER]
    slot = slots[target]
    if not tables.options.stays:
        relink(position.links, origin)
    pieces[origin] = piece
    slots[origin] = slot
    squares[slot] = origin
    pieces[target] = captured
    slots[target] = captured_slot
    if captured >= FIRST_PIECE:
        squares[captured_slot] = target
    if slot & SLOTS - 1 == 0 and tables.options.stays:
        position.counters[target] = saved[row + COUNTER]
    state[CLOCK] = saved[row + OLD_CLOCK]
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    if tables.options.tracks:
        _untrack(position, move, saved, row)


def play_null(position: Position, saved: np.ndarray, row: int) -> None:
    """Play a null move; ``saved[row:row + SAVED]`` records what :func:`undo_null` needs."""
    state = position.state
    saved[row + OLD_EP_SQUARE], saved[row + OLD_EP_SQUARE_TOO] = state[EP_SQUARE], state[EP_SQUARE_TOO]
    saved[row + OLD_EP_VICTIM] = state[EP_VICTIM]
    state[EP_SQUARE], state[EP_SQUARE_TOO], state[EP_VICTIM] = OFF, OFF, OFF
    state[TURN] = 1 - state[TURN]
    state[CLOCK] += 1
    state[PLY] += 1


def undo_null(position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`play_null`."""
    state = position.state
    state[EP_SQUARE], state[EP_SQUARE_TOO] = saved[row + OLD_EP_SQUARE], saved[row + OLD_EP_SQUARE_TOO]
    state[EP_VICTIM] = saved[row + OLD_EP_VICTIM]
    state[TURN] = 1 - state[TURN]
    state[CLOCK] -= 1
    state[PLY] -= 1


def _track(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Update castling rights and en passant squares; remove a pawn captured en passant."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    origin, target = from_square(move), to_square(move)
    if kind_of(move) == EN_PASSANT:
        victim = state[EP_VICTIM]
        saved[row + CAPTURED] = pieces[victim]
        saved[row + CAPTURED_SLOT] = slots[victim]
        squares[slots[victim]] = OFF
        pieces[victim], slots[victim] = left_behind(position, victim), NO_SLOT
        state[CLOCK] = 0
    _end_rights(position, origin, target, saved, row)
    piece = pieces[origin]
    passing = tables.en_passant[piece]
    if passing:
        if passing == STRAIGHT:
            _set_en_passant(tables, position, (piece & 1) * 4, origin, target)
        else:
            _set_en_passant_by_tables(tables, position, piece, origin, target)


def _set_en_passant(tables: Tables, position: Position, direction: int, origin: int, target: int) -> None:
    """Set the squares on which a piece can be captured after two or three steps in a direction."""
    pieces, state = position.pieces, position.state
    way = direction * ROW + (NO_FOLD if tables.options.vanishes else 0)
    first = position.links[way | origin]
    second = position.links[way | first]
    third = position.links[way | second]
    if target == second or target == third:
        state[EP_VICTIM] = target
        if pieces[first] == EMPTY and (target == second or not tables.options.passages):
            state[EP_SQUARE] = first
        if target == third and pieces[second] == EMPTY and not tables.options.passages:
            state[EP_SQUARE_TOO] = second


def _set_en_passant_by_tables(
    tables: Tables, position: Position, piece: int, origin: int, target: int
) -> None:
    """Set these squares in each direction of the piece's long steps, if they allow en passant."""
    state = position.state
    for direction in range(8):
        if tables.long_steps[piece] >> direction & 1 and state[EP_VICTIM] == OFF:
            _set_en_passant(tables, position, direction, origin, target)
    first, second = state[EP_SQUARE], state[EP_SQUARE_TOO]
    if not tables.passable[first] >> piece & 1:
        state[EP_SQUARE] = OFF
    if not tables.passable[second] >> piece & 1:
        state[EP_SQUARE_TOO] = OFF
    if state[EP_SQUARE] == OFF:
        state[EP_SQUARE], state[EP_SQUARE_TOO] = state[EP_SQUARE_TOO], OFF


def _untrack(position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_track`; the side that made the move is already to move again."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    _restore_rights(position, saved, row)
    if kind_of(move) == EN_PASSANT:
        victim = state[EP_VICTIM]
        pieces[victim], slots[victim] = saved[row + CAPTURED], saved[row + CAPTURED_SLOT]
        squares[slots[victim]] = victim
        target = to_square(move)
        pieces[target], slots[target] = EMPTY, NO_SLOT


def _end_rights(position: Position, origin: int, target: int, saved: np.ndarray, row: int) -> None:
    """Save castling rights and en passant squares; end those that do not outlast the move."""
    state = position.state
    saved[row + OLD_RIGHTS] = state[RIGHTS]
    saved[row + OLD_EP_SQUARE] = state[EP_SQUARE]
    saved[row + OLD_EP_SQUARE_TOO] = state[EP_SQUARE_TOO]
    saved[row + OLD_EP_VICTIM] = state[EP_VICTIM]
    state[RIGHTS] &= position.rights_kept[origin] & position.rights_kept[target]
    state[EP_SQUARE] = OFF
    state[EP_SQUARE_TOO] = OFF
    state[EP_VICTIM] = OFF


def _restore_rights(position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_end_rights`."""
    state = position.state
    state[RIGHTS] = saved[row + OLD_RIGHTS]
    state[EP_SQUARE] = saved[row + OLD_EP_SQUARE]
    state[EP_SQUARE_TOO] = saved[row + OLD_EP_SQUARE_TOO]
    state[EP_VICTIM] = saved[row + OLD_EP_VICTIM]


def _play_pass(
    tables: Tables, position: Position, scratch: Scratch, move: int, saved: np.ndarray, row: int
) -> None:
    """Pass: no piece moves, and no right ends but that to capture en passant."""
    state = position.state
    again = state[PASSED_AT] == state[PLY]
    saved[row + OLD_CLOCK], saved[row + OLD_PASSED_AT] = state[CLOCK], state[PASSED_AT]
    _end_rights(position, OFF, OFF, saved, row)
    state[CLOCK] += 1
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1
    state[PASSED_AT] = state[PLY]
    apply_consequences(tables, position, scratch, move, EMPTY, saved, row)
    if not state[ENDED]:
        judge_pass(tables, position, again)


def _undo_pass(position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_play_pass`."""
    state = position.state
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    state[CLOCK], state[PASSED_AT] = saved[row + OLD_CLOCK], saved[row + OLD_PASSED_AT]
    _restore_rights(position, saved, row)


def _castle(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Castle: king and rook leave their squares together, since each may go where the other was."""
    castle, state = position.castle, position.state
    origin, target = from_square(move), to_square(move)
    corner = corner_of(position, move)
    rook_from = castle[corner + ROOK_FROM]
    saved[row + OLD_CLOCK] = state[CLOCK]
    _end_rights(position, origin, target, saved, row)
    _move_two(position, origin, target, rook_from, castle[corner + ROOK_TO])
    saved[row + COUNTER] = position.counters[target]
    if origin != target:
        position.counters[target] = 0
    state[CLOCK] = 0 if tables.resets_clock[position.pieces[target]] else state[CLOCK] + 1
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1
    if tables.options.gates:
        _close_gates(tables, position, move, origin, rook_from, saved, row)


def _uncastle(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_castle`."""
    castle, state = position.castle, position.state
    origin, target = from_square(move), to_square(move)
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    state[CLOCK] = saved[row + OLD_CLOCK]
    corner = corner_of(position, move)
    if tables.options.gates:
        _open_gates(position, move, origin, castle[corner + ROOK_FROM], saved, row)
    _move_two(position, target, origin, castle[corner + ROOK_TO], castle[corner + ROOK_FROM])
    position.counters[target] = saved[row + COUNTER]
    _restore_rights(position, saved, row)


def _drop(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Put a piece from the hand on an empty square."""
    state = position.state
    origin, target, other = from_square(move), to_square(move), promotion_of(move)
    piece = origin - HAND
    saved[row + OLD_SLOTS_USED] = state[SLOTS_USED + state[TURN]]
    saved[row + OLD_CLOCK] = state[CLOCK]
    _end_rights(position, origin, target, saved, row)
    if tables.options.castles_dropped:
        state[RIGHTS] |= rights_of_drop(tables, position, piece, target)
    _put(tables, position, piece, target, state[TURN])
    if other:
        position.pieces[target] = other
    state[CLOCK] = 0
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1


def _put(tables: Tables, position: Position, piece: int, square: int, side: int) -> None:
    """Put a piece from a side's hand on a square; it takes the first free slot, unless it is royal."""
    squares, state = position.squares, position.state
    slot, end = side * SLOTS, side * SLOTS + state[SLOTS_USED + side]
    if not is_held_royal(tables, piece):
        slot += 1
        while slot < end and squares[slot] != OFF:
            slot += 1
        if slot == end:
            state[SLOTS_USED + side] += 1
    position.hands[piece] -= 1
    position.pieces[square] = piece
    position.slots[square] = slot
    squares[slot] = square


def _undrop(position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_drop`."""
    state = position.state
    origin, target = from_square(move), to_square(move)
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    state[CLOCK] = saved[row + OLD_CLOCK]
    state[SLOTS_USED + state[TURN]] = saved[row + OLD_SLOTS_USED]
    position.hands[origin - HAND] += 1
    position.pieces[target] = EMPTY
    _free_slot(position, target)
    _restore_rights(position, saved, row)


def _free_slot(position: Position, square: int) -> None:
    """Free the slot of a piece that goes back into the hand; a token holds that of a royal one."""
    slot = position.slots[square]
    position.squares[slot] = OFF if slot & SLOTS - 1 else TOKEN
    position.slots[square] = NO_SLOT


def _promote(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Promote a piece where it stands."""
    state, was = position.state, position.was
    square, promoted = from_square(move), promotion_of(move)
    piece, slot = position.pieces[square], position.slots[square]
    saved[row + OLD_CLOCK], saved[row + MOVER], saved[row + MOVER_WAS] = state[CLOCK], piece, was[slot]
    _end_rights(position, square, square, saved, row)
    if was[slot] == 0 and is_marked(tables, piece, promoted):
        was[slot] = piece
    position.pieces[square] = promoted
    state[CLOCK] = 0 if tables.resets_clock[piece] else state[CLOCK] + 1
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1


def _unpromote(position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_promote`."""
    state, square = position.state, from_square(move)
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    state[CLOCK] = saved[row + OLD_CLOCK]
    position.pieces[square] = saved[row + MOVER]
    position.was[position.slots[square]] = saved[row + MOVER_WAS]
    _restore_rights(position, saved, row)


def _close_gates(
    tables: Tables, position: Position, move: int, one: int, other: int, saved: np.ndarray, row: int
) -> None:
    """End the rights to gate of two squares, and let in the piece that comes by the move just played."""
    gates, side = position.gates, 1 - position.state[TURN]
    saved[row + CLOSED_GATES] = gates[one] | gates[other] << 1
    saved[row + OLD_SLOTS_USED] = position.state[SLOTS_USED + side]
    gates[one], gates[other] = 0, 0
    piece = entering(move)
    if piece:
        _put(tables, position, piece, other if move & BY_ROOK else one, side)


def _open_gates(position: Position, move: int, one: int, other: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_close_gates`."""
    piece, square = entering(move), other if move & BY_ROOK else one
    if piece:
        position.hands[piece] += 1
        position.pieces[square] = EMPTY
        _free_slot(position, square)
        position.state[SLOTS_USED + (piece & 1)] = saved[row + OLD_SLOTS_USED]
    position.gates[one], position.gates[other] = saved[row + CLOSED_GATES] & 1, saved[row + CLOSED_GATES] >> 1


def _take(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Put the piece that a move has just captured into the hand; note what a promoted piece was."""
    hands, was = position.hands, position.was
    promoted, slot = promotion_of(move), position.slots[to_square(move)]
    saved[row + MOVER_WAS] = was[slot]
    if promoted and was[slot] == 0 and is_marked(tables, saved[row + MOVER], promoted):
        was[slot] = saved[row + MOVER]
    captured, captured_slot = saved[row + CAPTURED], saved[row + CAPTURED_SLOT]
    if captured >= FIRST_PIECE:
        gained = taken_as(tables, position, captured_slot, captured)
        saved[row + CAPTURED_WAS] = was[captured_slot]
        was[captured_slot] = 0
        if gained:
            hands[gained] += 1


def _give_back(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_take`."""
    captured, captured_slot = saved[row + CAPTURED], saved[row + CAPTURED_SLOT]
    if captured >= FIRST_PIECE:
        position.was[captured_slot] = saved[row + CAPTURED_WAS]
        gained = taken_as(tables, position, captured_slot, captured)
        if gained:
            position.hands[gained] -= 1
    position.was[position.slots[to_square(move)]] = saved[row + MOVER_WAS]


def _move_two(position: Position, origin: int, target: int, other_origin: int, other_target: int) -> None:
    """Move two pieces at once."""
    pieces, squares, slots = position.pieces, position.squares, position.slots
    piece, slot, other, other_slot = pieces[origin], slots[origin], pieces[other_origin], slots[other_origin]
    pieces[origin], slots[origin] = left_behind(position, origin), NO_SLOT
    pieces[other_origin], slots[other_origin] = left_behind(position, other_origin), NO_SLOT
    pieces[target], slots[target], squares[slot] = piece, slot, target
    pieces[other_target], slots[other_target], squares[other_slot] = other, other_slot, other_target


def roll(position: Position, square: int) -> None:
    """Put a counter on ``square``, or remove it; the same roll again undoes it."""
    pieces, counters = position.pieces, position.counters
    counters[square] = 1 - counters[square]
    if pieces[square] < FIRST_PIECE:
        pieces[square] = left_behind(position, square)
