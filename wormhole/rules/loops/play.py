"""Playing a move, and taking it back so that every array is as it was."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.links import relink, unlink
from wormhole.rules.loops.moves import CASTLING, EN_PASSANT, left_behind
from wormhole.rules.position import (
    CLOCK,
    NO_SLOT,
    PASSED,
    PASSED_TOO,
    PASSER,
    PLY,
    RIGHTS,
    SLOTS,
    TURN,
    Position,
)
from wormhole.rules.tables import EMPTY, FIRST_MAN, GONE, NO_FOLD, PASSAGES, STAYS, TRACKS, VANISHES, Tables


def play(tables: Tables, position: Position, move: int, undo: np.ndarray, row: int) -> None:
    """Play a move; ``undo[row:row + UNDO]`` records what :func:`take_back` needs."""
    men, squares, slots, state = position.men, position.squares, position.slots, position.state
    origin, target, promoted = move & 255, move >> 8 & 255, move >> 16 & 255
    man, slot = men[origin], slots[origin]
    captured, captured_slot = men[target], slots[target]
    undo[row] = captured
    undo[row + 1] = captured_slot
    undo[row + 2] = state[CLOCK]
    undo[row + 3] = man
    state[CLOCK] += 1
    if captured >= FIRST_MAN:
        squares[captured_slot] = OFF
        state[CLOCK] = 0
    if tables.resets[man]:
        state[CLOCK] = 0
    if tables.options[TRACKS]:
        _track(tables, position, move, undo, row)
    men[target] = promoted if promoted else man
    slots[target] = slot
    squares[slot] = target
    slots[origin] = NO_SLOT
    if tables.options[STAYS]:
        men[origin] = left_behind(position, origin)
        if slot & SLOTS - 1 == 0:
            undo[row + 10] = position.counters[target]
            position.counters[target] = 0
    else:
        men[origin] = GONE
        unlink(position.links, origin)
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1


def take_back(tables: Tables, position: Position, move: int, undo: np.ndarray, row: int) -> None:
    """Undo the newest :func:`play`, given its move and record."""
    men, squares, slots, state = position.men, position.squares, position.slots, position.state
    origin, target = move & 255, move >> 8 & 255
    captured, captured_slot, man = undo[row], undo[row + 1], undo[row + 3]
    slot = slots[target]
    if not tables.options[STAYS]:
        relink(position.links, origin)
    men[origin] = man
    slots[origin] = slot
    squares[slot] = origin
    men[target] = captured
    slots[target] = captured_slot
    if captured >= FIRST_MAN:
        squares[captured_slot] = target
    if slot & SLOTS - 1 == 0 and tables.options[STAYS]:
        position.counters[target] = undo[row + 10]
    state[CLOCK] = undo[row + 2]
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
    if tables.options[TRACKS]:
        _untrack(tables, position, move, undo, row)


def play_null(position: Position, undo: np.ndarray, row: int) -> None:
    """Pass; ``undo[row:row + UNDO]`` records what :func:`take_back_null` needs.

    No rule allows it: a search asks so what a move is worth.
    """
    state = position.state
    undo[row], undo[row + 1], undo[row + 2] = state[PASSED], state[PASSED_TOO], state[PASSER]
    state[PASSED], state[PASSED_TOO], state[PASSER] = OFF, OFF, OFF
    state[TURN] = 1 - state[TURN]
    state[CLOCK] += 1
    state[PLY] += 1


def take_back_null(position: Position, undo: np.ndarray, row: int) -> None:
    """Undo :func:`play_null`."""
    state = position.state
    state[PASSED], state[PASSED_TOO], state[PASSER] = undo[row], undo[row + 1], undo[row + 2]
    state[TURN] = 1 - state[TURN]
    state[CLOCK] -= 1
    state[PLY] -= 1


def _track(tables: Tables, position: Position, move: int, undo: np.ndarray, row: int) -> None:
    """The part of a move beside its man: rights, squares passed, a man taken in passing, a rook castled."""
    men, squares, slots, state = position.men, position.squares, position.slots, position.state
    origin, target, kind = move & 255, move >> 8 & 255, move >> 24
    undo[row + 4] = state[RIGHTS]
    undo[row + 5] = state[PASSED]
    undo[row + 6] = state[PASSED_TOO]
    undo[row + 7] = state[PASSER]
    if kind == EN_PASSANT:
        passer = state[PASSER]
        undo[row + 8] = men[passer]
        undo[row + 9] = slots[passer]
        squares[slots[passer]] = OFF
        men[passer], slots[passer] = left_behind(position, passer), NO_SLOT
        state[CLOCK] = 0
    elif kind >= CASTLING:
        corner = (2 * state[TURN] + kind - CASTLING) * 4
        _shift(position, tables.castle[corner + 2], tables.castle[corner + 3])
    state[RIGHTS] &= tables.keeps[origin] & tables.keeps[target]
    state[PASSED] = OFF
    state[PASSED_TOO] = OFF
    state[PASSER] = OFF
    man = men[origin]
    if tables.passant[man]:
        forward = (man & 1) * 4 * ROW + (NO_FOLD if tables.options[VANISHES] else 0)
        first = position.links[forward | origin]
        second = position.links[forward | first]
        third = position.links[forward | second]
        if target == second or target == third:
            state[PASSER] = target
            if men[first] == EMPTY and (target == second or not tables.options[PASSAGES]):
                state[PASSED] = first
            if target == third and men[second] == EMPTY and not tables.options[PASSAGES]:
                state[PASSED_TOO] = second


def _untrack(tables: Tables, position: Position, move: int, undo: np.ndarray, row: int) -> None:
    """Undo :func:`_track`; the side that moved is to move again."""
    men, squares, slots, state = position.men, position.squares, position.slots, position.state
    kind = move >> 24
    state[RIGHTS] = undo[row + 4]
    state[PASSED] = undo[row + 5]
    state[PASSED_TOO] = undo[row + 6]
    state[PASSER] = undo[row + 7]
    if kind == EN_PASSANT:
        passer = state[PASSER]
        men[passer], slots[passer] = undo[row + 8], undo[row + 9]
        squares[slots[passer]] = passer
    elif kind >= CASTLING:
        corner = (2 * state[TURN] + kind - CASTLING) * 4
        _shift(position, tables.castle[corner + 3], tables.castle[corner + 2])


def _shift(position: Position, origin: int, target: int) -> None:
    """Put the man on ``origin`` on the empty square ``target``."""
    men, slots = position.men, position.slots
    men[target], slots[target] = men[origin], slots[origin]
    position.squares[slots[origin]] = target
    men[origin], slots[origin] = left_behind(position, origin), NO_SLOT


def roll(position: Position, square: int) -> None:
    """Put a counter on ``square``, or take it away; rolled again, it is as before."""
    men, counters = position.men, position.counters
    counters[square] = 1 - counters[square]
    if men[square] < FIRST_MAN:
        men[square] = left_behind(position, square)
