"""A number for a position, by which it is known again."""

from __future__ import annotations

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.position import MEN, RIGHTS, SLOTS, TURN, Position
from wormhole.rules.tables import EMPTY, GONE, MAN_NUMBERS, STAYS, Tables


def position_key(tables: Tables, position: Position) -> int:
    """The Zobrist key of men, holes, rights and side to move.

    En passant is left out: it lasts for one move, which no repetition does. See
    https://www.chessprogramming.org/Zobrist_Hashing.
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
    for square in range(ROW):
        removed = position.men[square] == GONE and tables.ground[square] != GONE
        if removed or position.counters[square]:
            key ^= zobrist[GONE << 8 | square]
    return key


def key_after(tables: Tables, position: Position, move: int, key: int) -> int:
    """The key after a move, given that before it; only for games that track neither rights nor counters."""
    zobrist, men = tables.zobrist, position.men
    origin, target, promoted = move & 255, move >> 8 & 255, move >> 16 & 255
    man, taken = men[origin], men[target]
    key ^= zobrist[MAN_NUMBERS * ROW + 16] ^ zobrist[man << 8 | origin]
    key ^= zobrist[promoted << 8 | target] if promoted else zobrist[man << 8 | target]
    if taken != EMPTY:
        key ^= zobrist[taken << 8 | target]
    if not tables.options[STAYS]:
        key ^= zobrist[GONE << 8 | origin]
    return key
