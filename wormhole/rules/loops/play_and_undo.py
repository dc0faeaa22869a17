"""Playing and undoing moves, null moves and rolls on the arrays of a position."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.judgement import judge_move, judge_pass, reopen
from wormhole.rules.loops.moves import CASTLING, EN_PASSANT, PASS, left_behind
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
    SLOTS,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    EMPTY,
    FIRST_PIECE,
    GONE,
    JUDGED,
    NO_FOLD,
    PASSAGES,
    STAYS,
    TRACKS,
    VANISHES,
    Tables,
)


def unlink(links: np.ndarray, square: int) -> None:
    """Join the neighbours of ``square`` to each other, in all four lines through it."""
    for forward in range(0, 4 * ROW, ROW):
        backward = forward + 4 * ROW
        after = links[forward | square]
        before = links[backward | square]
        links[forward | before] = after
        links[backward | after] = before
        links[forward | OFF] = OFF
        links[backward | OFF] = OFF


def relink(links: np.ndarray, square: int) -> None:
    """Undo the newest :func:`unlink`; the links of ``square`` still hold its former neighbours."""
    for forward in range(0, 4 * ROW, ROW):
        backward = forward + 4 * ROW
        links[forward | links[backward | square]] = square
        links[backward | links[forward | square]] = square
        links[forward | OFF] = OFF
        links[backward | OFF] = OFF


def play(
    tables: Tables, position: Position, scratch: Scratch, move: int, saved: np.ndarray, row: int
) -> None:
    """Play a move; ``saved[row:row + SAVED]`` records what :func:`undo` needs."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    origin, target, promoted = move & 255, move >> 8 & 255, move >> 16 & 255
    if tables.options[TRACKS] and move >> 24 >= CASTLING:
        if move >> 24 == PASS:
            _pass(tables, position, scratch, saved, row)
            return
        _castle(tables, position, move, saved, row)
        if tables.options[JUDGED]:
            judge_move(tables, position, scratch, False, saved, row)
        return
    piece, slot = pieces[origin], slots[origin]
    captured, captured_slot = pieces[target], slots[target]
    saved[row] = captured
    saved[row + 1] = captured_slot
    saved[row + 2] = state[CLOCK]
    saved[row + 3] = piece
    state[CLOCK] += 1
    if captured >= FIRST_PIECE:
        squares[captured_slot] = OFF
        state[CLOCK] = 0
    if tables.resets_clock[piece]:
        state[CLOCK] = 0
    if tables.options[TRACKS]:
        _track(tables, position, move, saved, row)
    pieces[target] = promoted if promoted else piece
    slots[target] = slot
    squares[slot] = target
    slots[origin] = NO_SLOT
    if tables.options[STAYS]:
        pieces[origin] = left_behind(position, origin)
        if slot & SLOTS - 1 == 0:
            saved[row + 10] = position.counters[target]
            position.counters[target] = 0
    else:
        pieces[origin] = GONE
        unlink(position.links, origin)
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1
    if tables.options[JUDGED]:
        judge_move(tables, position, scratch, captured >= FIRST_PIECE or move >> 16 != 0, saved, row)


def undo(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo the newest :func:`play`, given its move and record."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    origin, target = move & 255, move >> 8 & 255
    if tables.options[JUDGED]:
        reopen(position, saved, row)
    if tables.options[TRACKS] and move >> 24 >= CASTLING:
        if move >> 24 == PASS:
            _unpass(position, saved, row)
        else:
            _uncastle(position, move, saved, row)
        return
    captured, captured_slot, piece = saved[row], saved[row + 1], saved[row + 3]
    slot = slots[target]
    if not tables.options[STAYS]:
        relink(position.links, origin)
    pieces[origin] = piece
    slots[origin] = slot
    squares[slot] = origin
    pieces[target] = captured
    slots[target] = captured_slot
    if captured >= FIRST_PIECE:
        squares[captured_slot] = target
    if slot & SLOTS - 1 == 0 and tables.options[STAYS]:
        position.counters[target] = saved[row + 10]
    state[CLOCK] = saved[row + 2]
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    if tables.options[TRACKS]:
        _untrack(position, move, saved, row)


def play_null(position: Position, saved: np.ndarray, row: int) -> None:
    """Play a null move; ``saved[row:row + SAVED]`` records what :func:`undo_null` needs."""
    state = position.state
    saved[row], saved[row + 1], saved[row + 2] = state[EP_SQUARE], state[EP_SQUARE_TOO], state[EP_VICTIM]
    state[EP_SQUARE], state[EP_SQUARE_TOO], state[EP_VICTIM] = OFF, OFF, OFF
    state[TURN] = 1 - state[TURN]
    state[CLOCK] += 1
    state[PLY] += 1


def undo_null(position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`play_null`."""
    state = position.state
    state[EP_SQUARE], state[EP_SQUARE_TOO], state[EP_VICTIM] = saved[row], saved[row + 1], saved[row + 2]
    state[TURN] = 1 - state[TURN]
    state[CLOCK] -= 1
    state[PLY] -= 1


def _track(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Update castling rights and en passant squares; remove a pawn captured en passant."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    origin, target, kind = move & 255, move >> 8 & 255, move >> 24
    if kind == EN_PASSANT:
        victim = state[EP_VICTIM]
        saved[row + 8] = pieces[victim]
        saved[row + 9] = slots[victim]
        squares[slots[victim]] = OFF
        pieces[victim], slots[victim] = left_behind(position, victim), NO_SLOT
        state[CLOCK] = 0
    _end_rights(position, origin, target, saved, row)
    piece = pieces[origin]
    if tables.en_passant[piece]:
        forward = (piece & 1) * 4 * ROW + (NO_FOLD if tables.options[VANISHES] else 0)
        first = position.links[forward | origin]
        second = position.links[forward | first]
        third = position.links[forward | second]
        if target == second or target == third:
            state[EP_VICTIM] = target
            if pieces[first] == EMPTY and (target == second or not tables.options[PASSAGES]):
                state[EP_SQUARE] = first
            if target == third and pieces[second] == EMPTY and not tables.options[PASSAGES]:
                state[EP_SQUARE_TOO] = second


def _untrack(position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_track`; the side that made the move is already to move again."""
    pieces, squares, slots, state = position.pieces, position.squares, position.slots, position.state
    _restore_rights(position, saved, row)
    if move >> 24 == EN_PASSANT:
        victim = state[EP_VICTIM]
        pieces[victim], slots[victim] = saved[row + 8], saved[row + 9]
        squares[slots[victim]] = victim


def _end_rights(position: Position, origin: int, target: int, saved: np.ndarray, row: int) -> None:
    """Save castling rights and en passant squares; end those that do not outlast the move."""
    state = position.state
    saved[row + 4] = state[RIGHTS]
    saved[row + 5] = state[EP_SQUARE]
    saved[row + 6] = state[EP_SQUARE_TOO]
    saved[row + 7] = state[EP_VICTIM]
    state[RIGHTS] &= position.rights_kept[origin] & position.rights_kept[target]
    state[EP_SQUARE] = OFF
    state[EP_SQUARE_TOO] = OFF
    state[EP_VICTIM] = OFF


def _restore_rights(position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_end_rights`."""
    state = position.state
    state[RIGHTS] = saved[row + 4]
    state[EP_SQUARE] = saved[row + 5]
    state[EP_SQUARE_TOO] = saved[row + 6]
    state[EP_VICTIM] = saved[row + 7]


def _pass(tables: Tables, position: Position, scratch: Scratch, saved: np.ndarray, row: int) -> None:
    """Pass: no piece moves, and no right ends but that to capture en passant."""
    state = position.state
    again = state[PASSED_AT] == state[PLY]
    saved[row + 2], saved[row + 8] = state[CLOCK], state[PASSED_AT]
    _end_rights(position, OFF, OFF, saved, row)
    state[CLOCK] += 1
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1
    state[PASSED_AT] = state[PLY]
    judge_move(tables, position, scratch, False, saved, row)
    if not state[ENDED]:
        judge_pass(tables, position, again)


def _unpass(position: Position, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_pass`."""
    state = position.state
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    state[CLOCK], state[PASSED_AT] = saved[row + 2], saved[row + 8]
    _restore_rights(position, saved, row)


def _castle(tables: Tables, position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Castle: king and rook leave their squares together, since each may go where the other was."""
    castle, state = position.castle, position.state
    origin, target = move & 255, move >> 8 & 255
    corner = (2 * state[TURN] + (move >> 24) - CASTLING) * 4
    saved[row + 2] = state[CLOCK]
    _end_rights(position, origin, target, saved, row)
    _move_two(position, origin, target, castle[corner + 2], castle[corner + 3])
    saved[row + 10] = position.counters[target]
    if origin != target:
        position.counters[target] = 0
    state[CLOCK] = 0 if tables.resets_clock[position.pieces[target]] else state[CLOCK] + 1
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1


def _uncastle(position: Position, move: int, saved: np.ndarray, row: int) -> None:
    """Undo :func:`_castle`."""
    castle, state = position.castle, position.state
    origin, target = move & 255, move >> 8 & 255
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    state[CLOCK] = saved[row + 2]
    corner = (2 * state[TURN] + (move >> 24) - CASTLING) * 4
    _move_two(position, target, origin, castle[corner + 3], castle[corner + 2])
    position.counters[target] = saved[row + 10]
    _restore_rights(position, saved, row)


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
