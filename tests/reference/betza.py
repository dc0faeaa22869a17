"""Betza's notation, read a second time: what a piece's letters mean, as moves of White.

Directions are counted in eighths of a turn. The eight leaps of a knight have numbers clockwise from the one
up and right; those of a king from the one up. So the letters of direction are sets of numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

Vector = tuple[int, int]

SIZES = {
    "W": (0, 1),
    "D": (0, 2),
    "H": (0, 3),
    "F": (1, 1),
    "A": (2, 2),
    "G": (3, 3),
    "N": (1, 2),
    "C": (1, 3),
    "L": (1, 3),
    "Z": (2, 3),
    "J": (2, 3),
    **{"WX": (0, 4), "FX": (1, 4), "DX": (0, 5), "NX": (1, 5), "AX": (2, 5), "HX": (0, 6), "CX": (1, 6)},
    **{"ZX": (2, 6), "GX": (3, 6), "DY": (2, 4), "NY": (3, 4), "AY": (4, 4), "CY": (3, 5), "ZY": (4, 5)},
}
"""How far an atom leaps, the shorter way first."""
PIECES = {"K": ("W", "F"), "R": ("W",), "B": ("F",), "Q": ("W", "F")}

STRAIGHT = {"f": {0}, "r": {2}, "b": {4}, "l": {6}, "v": {0, 4}, "s": {2, 6}}
SLANTED = {"f": {1, 7}, "r": {1, 3}, "b": {3, 5}, "l": {5, 7}}
NARROW = {"f": {7, 0}, "r": {1, 2}, "b": {3, 4}, "l": {5, 6}, "v": {7, 0, 3, 4}, "s": {1, 2, 5, 6}}
WIDE = {"f": {6, 7, 0, 1}, "r": {0, 1, 2, 3}, "b": {2, 3, 4, 5}, "l": {4, 5, 6, 7}}
AROUND = {
    **{"f": {7, 0, 1}, "r": {1, 2, 3}, "b": {3, 4, 5}, "l": {5, 6, 7}},
    **{"v": {7, 0, 1, 3, 4, 5}, "s": {1, 2, 3, 5, 6, 7}},
}
CROSSING = ("fl", "fr", "fs", "bl", "br", "bs", "lf", "lb", "lv", "rf", "rb", "rv")


@dataclass(frozen=True)
class Reach:
    """One way to move: single steps, one after the other; ``endless`` repeats them.

    A ``blockable`` way is blocked by pieces on the squares after each ``stride`` of its steps. ``hop`` is the
    letter for a way over a piece.
    """

    steps: tuple[Vector, ...]
    endless: bool
    blockable: bool
    moves: bool
    takes: bool
    first: bool
    stride: int = 1
    hop: str = ""
    lined: bool = False
    """Whether all squares that it visits must be squares of lines."""

    @cached_property
    def whole(self) -> Vector:
        """All its steps at once."""
        return sum(x for x, _ in self.steps), sum(y for _, y in self.steps)

    @cached_property
    def unit(self) -> Vector:
        """Its steps as far as it may be blocked for the first time, at once."""
        steps = self.steps[: self.stride] if self.blockable else self.steps
        return sum(x for x, _ in steps), sum(y for _, y in steps)

    @cached_property
    def side(self) -> Vector:
        """On which side of its start it ends, across and up: 1, 0 or -1."""
        return sign(self.whole[0]), sign(self.whole[1])


def read(text: str) -> list[Reach]:
    """All ways of a piece."""
    terms = re.findall(r"([a-z]*)([A-Z][XY]?)(\2|[0-9]*)", text)
    assert "".join(small + atom + reach for small, atom, reach in terms) == text, text
    return [way for small, atom, reach in terms for way in ways(small, atom, reach)]


def ways(small: str, atom: str, reach: str) -> list[Reach]:
    """The ways of one term."""
    letters = "".join(letter for letter in small if letter not in "mceinpgj")
    hop = "".join(letter for letter in small if letter in "pgj")
    modes = {"moves": "m" in small or "c" not in small, "takes": "c" in small or "m" not in small}
    found = []
    for vector in aimed(atom, letters):
        steps = walked(vector)
        endless = reach in ("0", atom) or (not reach and (atom in "RBQ" or hop in ("p", "g")))
        stride = 1 if "n" in small else len(steps)
        for count in range(1, 2 if endless or not reach else int(reach) + 1):
            blockable = count > 1 or ("n" in small and len(steps) > 1)
            found.append(
                Reach(steps * count, endless, blockable, **modes, first="i" in small, stride=stride, hop=hop)
            )
    return found


def aimed(atom: str, letters: str) -> list[Vector]:
    """The leaps of an atom in the directions of these letters."""
    if atom in "KQ":
        numbers = chosen(letters, STRAIGHT, AROUND, AROUND, doubled=True)
        return [compass(number) for number in sorted(numbers)]
    if atom in PIECES:
        return aimed(PIECES[atom][0], letters)
    short, long = SIZES[atom]
    if short == 0:
        numbers = chosen(letters, STRAIGHT, {}, {}) & {0, 2, 4, 6}
        return [scaled(compass(number), long) for number in sorted(numbers)]
    if short == long:
        numbers = chosen(letters, SLANTED, SLANTED, SLANTED) & {1, 3, 5, 7}
        return [scaled(compass(number), long) for number in sorted(numbers)]
    if letters in ("hl", "hr"):
        return [leap(number, short, long) for number in range(letters == "hl", 8, 2)]
    numbers = chosen(letters, NARROW, WIDE, NARROW, doubled=True, halves=True)
    return [leap(number, short, long) for number in sorted(numbers)]


def chosen(
    letters: str,
    alone: dict[str, set[int]],
    first: dict[str, set[int]],
    second: dict[str, set[int]],
    *,
    doubled: bool = False,
    halves: bool = False,
) -> set[int]:
    """The numbers that the letters mean: pairs that belong together from the left, others alone."""
    if not letters:
        return set(range(8))
    pair = letters[:2]
    if pair in CROSSING and first:
        found, rest = first[pair[0]] & second[pair[1]], letters[2:]
    elif halves and pair[1:] == "h":
        found, rest = first[pair[0]], letters[2:]
    elif doubled and pair in ("ff", "bb", "ll", "rr"):
        found, rest = alone[pair[0]], letters[2:]
    else:
        found, rest = alone[pair[0]], letters[1:]
    return found | (chosen(rest, alone, first, second, doubled=doubled, halves=halves) if rest else set())


def compass(number: int) -> Vector:
    """The single step in a direction, clockwise from up."""
    return [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][number]


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def scaled(vector: Vector, length: int) -> Vector:
    """The vector so many times."""
    return vector[0] * length, vector[1] * length


def leap(number: int, short: int, long: int) -> Vector:
    """The leap with that number, clockwise from the one up and right."""
    x, y = [(short, long), (long, short)][number % 2]
    for _ in range(number // 2):
        x, y = y, -x
    return x, y


def walked(vector: Vector) -> tuple[Vector, ...]:
    """The single steps of a leap: straight ones, then slanting ones outward."""
    x, y = vector
    steps = []
    while x or y:
        across, up = sign(x), sign(y)
        if abs(x) > abs(y):
            up = 0
        elif abs(y) > abs(x):
            across = 0
        steps.append((across, up))
        x, y = x - across, y - up
    return tuple(steps)
