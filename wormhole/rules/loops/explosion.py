"""What happens after captures that explode or petrify.

An explosion reaches the squares a king's step away, over holes where the board folds; what explodes takes no
square along. A piece that turns to stone is a hole where squares are removed, a wormhole where there are
dice, else a wall. A royal piece that explodes ends the game. Victims go onto a stack, from which undoing a
move takes them back.
"""

from __future__ import annotations

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.links import relink, unlink
from wormhole.rules.loops.moves import left_behind
from wormhole.rules.position import (
    BY_EXPLOSION,
    ENDED,
    EP_SQUARE,
    EP_SQUARE_TOO,
    EP_VICTIM,
    NO_SLOT,
    RIGHTS,
    SLOTS,
    TOKEN,
    TURN,
    VICTIM,
    VICTIM_COUNTER,
    VICTIM_GATE,
    VICTIM_PIECE,
    VICTIM_RIGHTS,
    VICTIM_SLOT,
    VICTIM_SQUARE,
    VICTIM_WAS,
    VICTIMS,
    Position,
)
from wormhole.rules.tables import (
    FIRST_PIECE,
    GONE,
    NO_FOLD,
    SURVIVES_ALL,
    WALL,
    Tables,
)


def explode(tables: Tables, position: Position, mover: int, target: int) -> None:
    """Carry out what follows a capture by piece ``mover`` on ``target``; the other side is to move."""
    if tables.options.petrifies:
        if tables.survives[mover] != SURVIVES_ALL:
            _remove(tables, position, target)
            _turn_to_stone(tables, position, target)
    else:
        links, unfolded = position.links, NO_FOLD if tables.options.vanishes else 0
        for direction in range(0, 8 * ROW, ROW):
            square = links[direction + unfolded | target]
            if is_piece(position, square) and tables.survives[position.pieces[square]] == 0:
                _remove(tables, position, square)
        if tables.survives[position.pieces[target]] != SURVIVES_ALL:
            _remove(tables, position, target)
    squares, turn = position.squares, position.state[TURN]
    own, other = (1 - turn) * SLOTS, turn * SLOTS
    if squares[own] == OFF:
        position.state[ENDED] = BY_EXPLOSION
        if squares[other] == OFF:
            squares[other] = TOKEN  # who explodes both royal pieces has lost
    elif squares[other] == OFF and not tables.options.petrifies:
        position.state[ENDED] = BY_EXPLOSION


def is_piece(position: Position, square: int) -> bool:
    """Whether a piece stands on a square, not a wall."""
    return position.pieces[square] >= FIRST_PIECE and position.pieces[square] != WALL


def _remove(tables: Tables, position: Position, square: int) -> None:
    """Remove a piece and put it on the stack of victims, with the rights that end with it."""
    state, victims = position.state, position.victims
    slot, index = position.slots[square], state[VICTIMS] * VICTIM
    victims[index + VICTIM_SQUARE] = square
    victims[index + VICTIM_PIECE] = position.pieces[square]
    victims[index + VICTIM_SLOT] = slot
    victims[index + VICTIM_COUNTER] = position.counters[square]
    victims[index + VICTIM_GATE] = position.gates[square]
    victims[index + VICTIM_RIGHTS] = state[RIGHTS]
    victims[index + VICTIM_WAS] = position.was[slot]
    position.was[slot] = 0
    position.gates[square] = 0
    state[VICTIMS] += 1
    state[RIGHTS] &= position.rights_kept[square]
    if square == state[EP_VICTIM]:
        state[EP_SQUARE], state[EP_SQUARE_TOO], state[EP_VICTIM] = OFF, OFF, OFF
    position.squares[slot] = OFF
    position.slots[square] = NO_SLOT
    position.pieces[square] = left_behind(position, square)


def _turn_to_stone(tables: Tables, position: Position, square: int) -> None:
    if tables.options.passages:
        position.pieces[square] = GONE
        position.counters[square] = 1
    elif tables.options.stays:
        position.pieces[square] = WALL
    else:
        position.pieces[square] = GONE
        unlink(position.links, square)


def restore(tables: Tables, position: Position, count: int) -> None:
    """Put back the newest victims until ``count`` are left."""
    state, victims = position.state, position.victims
    while state[VICTIMS] > count:
        state[VICTIMS] -= 1
        index = state[VICTIMS] * VICTIM
        square, slot = victims[index + VICTIM_SQUARE], victims[index + VICTIM_SLOT]
        if position.pieces[square] == GONE and not tables.options.passages:
            relink(position.links, square)
        position.pieces[square] = victims[index + VICTIM_PIECE]
        position.slots[square] = slot
        position.squares[slot] = square
        position.counters[square] = victims[index + VICTIM_COUNTER]
        position.gates[square] = victims[index + VICTIM_GATE]
        state[RIGHTS] = victims[index + VICTIM_RIGHTS]
        position.was[slot] = victims[index + VICTIM_WAS]
