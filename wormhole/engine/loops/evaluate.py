"""How good a position is when nothing is about to be taken."""

from __future__ import annotations

from wormhole.engine.loops.workspace import Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.moves import add_moves
from wormhole.rules.position import MEN, SLOTS, TURN, Position, Scratch
from wormhole.rules.tables import Tables

MOBILITY_CENTIPAWNS = 4
"""Worth of one more move to choose from."""


def evaluate(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, start: int, own_moves: int
) -> int:
    """Centipawns by which the side to move stands better: men, and moves to choose from.

    It has ``own_moves`` legal moves; those of the other side are counted as they stand, on ``work.moves``
    from index ``start``.
    """
    men, squares = position.men, position.squares
    turn = position.state[TURN]
    balance = own_moves * MOBILITY_CENTIPAWNS
    for slot in range(turn * SLOTS, turn * SLOTS + position.state[MEN + turn]):
        square = squares[slot]
        if square != OFF:
            balance += work.worth[men[square] << 8 | square]
    other = 1 - turn
    end = start
    for slot in range(other * SLOTS, other * SLOTS + position.state[MEN + other]):
        square = squares[slot]
        if square != OFF:
            balance -= work.worth[men[square] << 8 | square]
            end = add_moves(tables, position, scratch, square, work.moves, end)
    return balance - (end - start) * MOBILITY_CENTIPAWNS
