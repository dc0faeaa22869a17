"""A number for a position, by which repetitions are found."""

from __future__ import annotations

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.position import MEN, RIGHTS, SLOTS, TURN, Position
from wormhole.rules.tables import GONE, MAN_NUMBERS, PASSAGES, Tables


def position_key(tables: Tables, position: Position) -> int:
    """The Zobrist key of men, counters, rights and side to move; https://www.chessprogramming.org/Zobrist_Hashing.

    En passant is left out: it lasts for one move, which no repetition does.
    """
    zobrist, state = tables.zobrist, position.state
    key = zobrist[MAN_NUMBERS * ROW + state[RIGHTS]]
    if state[TURN]:
        key ^= zobrist[MAN_NUMBERS * ROW + 16]
    for side in range(2):
        for slot in range(side * SLOTS, side * SLOTS + state[MEN + side]):
            square = position.squares[slot]
            if square != OFF:
                key ^= zobrist[position.men[square] << 8 | square]
    if tables.options[PASSAGES]:
        for square in range(ROW):
            if position.counters[square]:
                key ^= zobrist[GONE << 8 | square]
    return key
