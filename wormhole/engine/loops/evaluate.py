"""How good a position is when nothing is about to be taken."""

from __future__ import annotations

from wormhole.engine.workspace import Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.moves import add_moves
from wormhole.rules.position import MEN, SLOTS, TURN, Position, Scratch
from wormhole.rules.tables import Tables

MOBILITY_CENTIPAWNS = 4
"""Worth of one more move to choose from."""


def evaluate(tables: Tables, position: Position, scratch: Scratch, work: Workspace, start: int) -> int:
    """Centipawns by which the side to move stands better: men, and moves to choose from.

    ``work.moves`` is used from index ``start``.
    """
    men, squares = position.men, position.squares
    balance = 0
    for side in range(2):
        total = 0
        count = start
        for slot in range(side * SLOTS, side * SLOTS + position.state[MEN + side]):
            square = squares[slot]
            if square != OFF:
                total += work.worth[men[square] << 8 | square]
                count = add_moves(tables, position, scratch, square, work.moves, count)
        total += (count - start) * MOBILITY_CENTIPAWNS
        balance += total if side == position.state[TURN] else -total
    return balance
