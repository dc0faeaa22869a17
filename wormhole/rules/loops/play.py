"""Playing a move, and taking it back so that every array is as it was."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.links import relink, unlink
from wormhole.rules.position import CLOCK, NO_SLOT, PLY, TURN, Position
from wormhole.rules.tables import EMPTY, FOLDS, GONE, Tables


def play(tables: Tables, position: Position, move: int, undo: np.ndarray, row: int) -> None:
    """Play a move; ``undo[row:row + 4]`` records what :func:`take_back` needs."""
    men, squares, slots, state = position.men, position.squares, position.slots, position.state
    origin, target, promoted = move & 255, move >> 8 & 255, move >> 16 & 255
    man, slot = men[origin], slots[origin]
    captured, captured_slot = men[target], slots[target]
    undo[row] = captured
    undo[row + 1] = captured_slot
    undo[row + 2] = state[CLOCK]
    undo[row + 3] = man
    state[CLOCK] += 1
    if captured != EMPTY:
        squares[captured_slot] = OFF
        state[CLOCK] = 0
    if tables.resets[man]:
        state[CLOCK] = 0
    men[target] = promoted if promoted else man
    slots[target] = slot
    squares[slot] = target
    slots[origin] = NO_SLOT
    if tables.options[FOLDS]:
        men[origin] = GONE
        unlink(position.links, origin)
    else:
        men[origin] = EMPTY
    state[TURN] = 1 - state[TURN]
    state[PLY] += 1


def take_back(tables: Tables, position: Position, move: int, undo: np.ndarray, row: int) -> None:
    """Undo the newest :func:`play`, given its move and record."""
    men, squares, slots, state = position.men, position.squares, position.slots, position.state
    origin, target = move & 255, move >> 8 & 255
    captured, captured_slot, man = undo[row], undo[row + 1], undo[row + 3]
    slot = slots[target]
    if tables.options[FOLDS]:
        relink(position.links, origin)
    men[origin] = man
    slots[origin] = slot
    squares[slot] = origin
    men[target] = captured
    slots[target] = captured_slot
    if captured != EMPTY:
        squares[captured_slot] = target
    state[CLOCK] = undo[row + 2]
    state[TURN] = 1 - state[TURN]
    state[PLY] -= 1
