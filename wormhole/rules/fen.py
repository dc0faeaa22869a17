"""Positions as texts: Forsyth-Edwards notation, with ``x`` for a hole and ``*`` for void.

The six fields are placement, side to move, castling, en passant, half-move clock and move number
(``rules.md``, "Writing positions and moves down"); reading takes missing trailing ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.rules.errors import FenError
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.links import unlink
from wormhole.rules.placement import EMPTY as EMPTY_CELL
from wormhole.rules.placement import HOLE, VOID, grid_of, read_rows, write_rows
from wormhole.rules.position import CLOCK, MEN, SLOTS, TURN, Position, empty_position
from wormhole.rules.tables import FIRST_MAN, GONE, man_letter, man_number, tables
from wormhole.rules.variant import LeftSquare, Variant

SIDES = "wb"
FIELDS = ("placement", "side to move", "castling", "en passant", "half-move clock", "move number")


@dataclass(frozen=True)
class _Placed:
    symbol: str
    letter: str
    side: int
    square: int


def read(variant: Variant, text: str) -> tuple[Position, int]:
    """The position that ``text`` describes, and its move number. Raises :class:`FenError`."""
    fields = text.split()
    if not fields:
        raise FenError("the FEN is empty")
    if len(fields) > len(FIELDS):
        raise FenError(f"the FEN has {len(fields)} fields; {len(FIELDS)} at most are expected")
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    placement, side, castling, en_passant, clock, number = fields
    position = _placed_position(variant, placement)
    if side not in SIDES or len(side) != 1:
        raise FenError(f"the side to move is {side!r}; it must be w or b")
    for name, value in (("castling", castling), ("en passant", en_passant)):
        if value != "-":
            raise FenError(f"the {name} field is {value!r}; {variant.title} has none, so it must be -")
    position.state[TURN] = SIDES.index(side)
    position.state[CLOCK] = _count(clock, "half-move clock", 0)
    return position, _count(number, "move number", 1)


def write(variant: Variant, position: Position, number: int) -> str:
    """The FEN of a position with that move number, in six fields."""
    geometry = variant.geometry
    rows = [[VOID] * geometry.columns for _ in range(geometry.rows)]
    for square, (column, row) in enumerate(geometry.place):
        rows[geometry.rows - 1 - row][column] = _symbol(variant, int(position.men[square]))
    side = SIDES[int(position.state[TURN])]
    return f"{write_rows(rows)} {side} - - {int(position.state[CLOCK])} {number}"


def _symbol(variant: Variant, man: int) -> str:
    if man < FIRST_MAN:
        return HOLE if man == GONE else EMPTY_CELL
    letter = man_letter(variant, man)
    return letter.lower() if man % 2 else letter


def _placed_position(variant: Variant, placement: str) -> Position:
    geometry = variant.geometry
    rows = read_rows(placement)
    if len(rows) != geometry.rows or len(rows[0]) != geometry.columns:
        raise FenError(
            f"the placement has {len(rows)} rows of {len(rows[0])} squares; "
            f"{variant.title} has {geometry.rows} of {geometry.columns}"
        )
    grid = grid_of(placement)
    placed, holes = [], []
    for y, row in enumerate(reversed(rows)):
        for x, cell in enumerate(row):
            square = geometry.square_at.get((x, y), OFF)
            if grid[y][x] != (square != OFF):
                raise FenError(
                    f"row {y + 1}: {VOID} must stand where the board has no square, and only there"
                )
            if cell == HOLE:
                holes.append(square)
            elif cell not in (EMPTY_CELL, VOID):
                placed.append(_read_man(variant, cell, square))
    _check_army(variant, placed)
    if holes and variant.left_square is LeftSquare.STAYS:
        raise FenError(f"{geometry.names[holes[0]]} is a hole, and {variant.title} has none")
    return _fill(variant, placed, holes)


def _read_man(variant: Variant, symbol: str, square: int) -> _Placed:
    name = variant.geometry.names[square]
    letter = variant.letter_of(symbol) if symbol.isalpha() and symbol.isascii() else None
    if letter is None:
        raise FenError(f"{symbol!r} on {name} is no man of {variant.title}; it has {', '.join(variant.men)}")
    return _Placed(symbol, letter, int(symbol.islower()), square)


def _check_army(variant: Variant, placed: list[_Placed]) -> None:
    names = variant.geometry.names
    zone = tables(variant).zone
    for side, color in enumerate(("White", "Black")):
        own = [man for man in placed if man.side == side]
        royals = sum(variant.men[man.letter].royal for man in own)
        if royals != 1:
            raise FenError(f"{color} has {royals} men of the kind {variant.royal.name}; it must have one")
        if len(own) > SLOTS:
            raise FenError(f"{color} has {len(own)} men; {SLOTS} at most are allowed")
    for man in placed:
        if zone[man_number(variant, man.letter, man.side) << 8 | man.square]:
            raise FenError(
                f"{man.symbol!r} on {names[man.square]}: a {variant.men[man.letter].name.lower()} "
                "there would have been promoted"
            )


def _fill(variant: Variant, placed: list[_Placed], holes: list[int]) -> Position:
    position = empty_position(tables(variant))
    links = memoryview(position.links)
    for hole in holes:
        position.men[hole] = GONE
        unlink(links, hole)
    placed = sorted(placed, key=lambda man: (not variant.men[man.letter].royal, man.square))
    for man in placed:
        slot = man.side * SLOTS + int(position.state[MEN + man.side])
        position.men[man.square] = man_number(variant, man.letter, man.side)
        position.squares[slot] = man.square
        position.slots[man.square] = slot
        position.state[MEN + man.side] += 1
    return position


def _count(text: str, name: str, least: int) -> int:
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= 9999:
        raise FenError(f"the {name} is {text!r}; it must be a number from {least} to 9999")
    return int(text)
