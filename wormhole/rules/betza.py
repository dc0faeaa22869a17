"""Parsing Betza's notation of piece moves into paths of steps.

A path is walked step by step, because only single steps are defined on a board that folds: first the
orthogonal steps of a leap, then the diagonal ones outward (``rules.md``, section 1).

Supported `Betza notation <https://www.gnu.org/software/xboard/Betza.html>`_: atoms W F D N A H C L Z J G and
K Q R B; modifiers m c (only to move, only to capture), i (only from the home rank), n (not over pieces), f b
l r v s (directions); a doubled letter or a number after it rides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wormhole.rules.errors import VariantError
from wormhole.rules.quoting import quoted

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""(file, rank) of one step in each of the eight directions, clockwise from north."""

RIDE_WITHOUT_END = 0
LONGEST_REACH = 250
"""Greatest number after an atom: the most squares that a board may have."""

_ATOMS = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "L": (3, 1),
    "Z": (3, 2),
    "J": (3, 2),
    "G": (3, 3),
}
_COMPOUNDS = {"K": "{0}W{0}F", "R": "{0}W0", "B": "{0}F0", "Q": "{0}W0{0}F0"}
_TERM = re.compile(r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z])(?P<reach>(?P=atom)|\d+)?")


@dataclass(frozen=True)
class Path:
    """One path of a piece: its steps, and whether it may move or capture at their end.

    ``steps`` are directions 0-7, clockwise from the player's forward. A ``ride`` repeats its only step
    until a piece blocks it. A ``lame`` path needs every square before its end to be empty.
    """

    steps: tuple[int, ...]
    moves: bool = True
    captures: bool = True
    ride: bool = False
    lame: bool = False
    from_home: bool = False

    def turned(self) -> Path:
        """The same path for the player on the other side of the board."""
        return Path(
            tuple((step + 4) % 8 for step in self.steps),
            self.moves,
            self.captures,
            self.ride,
            self.lame,
            self.from_home,
        )


def paths(letters: str) -> tuple[Path, ...]:
    """The paths of a piece with these Betza ``letters``, for White.

    Raises :class:`VariantError` naming the letter that cannot be read.
    """
    found: dict[Path, None] = {}
    position = 0
    while position < len(letters):
        term = _TERM.match(letters, position)
        if term is None:
            raise VariantError(
                "moves {letters}: cannot read {rest} (character {position})",
                letters=quoted(letters),
                rest=quoted(letters[position:]),
                position=position + 1,
            )
        for path in _term_paths(term, letters):
            found[path] = None
        position = term.end()
    return tuple(found)


def _term_paths(term: re.Match[str], letters: str) -> list[Path]:
    atom, modifiers = term["atom"], term["modifiers"]
    if atom in _COMPOUNDS:
        if term["reach"]:
            raise VariantError(
                "moves {letters}: {term} has a reach, but {atom} stands for several pieces",
                letters=quoted(letters),
                term=quoted(term[0]),
                atom=atom,
            )
        try:
            return list(paths(_COMPOUNDS[atom].format(modifiers)))
        except VariantError:
            raise VariantError(
                "moves {letters}: {term} has no moves or cannot be read",
                letters=quoted(letters),
                term=quoted(term[0]),
            ) from None
    if atom not in _ATOMS:
        raise VariantError(
            "moves {letters}: no piece is called {atom} (character {term})",
            letters=quoted(letters),
            atom=quoted(atom),
            term=term.start("atom") + 1,
        )
    unknown = set(modifiers) - set("mcinfblrvs")
    if unknown:
        raise VariantError(
            "moves {letters}: unknown modifier {modifier} in {term}",
            letters=quoted(letters),
            modifier=quoted(min(unknown)),
            term=quoted(term[0]),
        )
    moves, captures = "m" in modifiers, "c" in modifiers
    if not moves and not captures:
        moves = captures = True
    leaps = [leap for leap in _leaps(*_ATOMS[atom]) if _points(leap, modifiers)]
    if not leaps:
        raise VariantError(
            "moves {letters}: {term} has no moves", letters=quoted(letters), term=quoted(term[0])
        )
    reach = _reach(term["reach"], atom)
    if reach > LONGEST_REACH:
        raise VariantError(
            "moves {letters}: {term} reaches farther than any board",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    if reach != 1 and len(_steps(leaps[0])) != 1:
        raise VariantError(
            "moves {letters}: {term} rides, but only W and F can ride",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    result = []
    for leap in leaps:
        steps = _steps(leap)
        if reach == RIDE_WITHOUT_END:
            result.append(Path(steps, moves, captures, ride=True, from_home="i" in modifiers))
        for length in range(1, reach + 1):
            lame = length > 1 or ("n" in modifiers and len(steps) > 1)
            result.append(Path(steps * length, moves, captures, lame=lame, from_home="i" in modifiers))
    return result


def _reach(text: str | None, atom: str) -> int:
    """The number of repetitions, 1 for a leaper, ``RIDE_WITHOUT_END`` for a rider."""
    if text is None:
        return 1
    return RIDE_WITHOUT_END if text == atom else int(text[:4])  # four digits already exceed the limit


def _leaps(long: int, short: int) -> list[tuple[int, int]]:
    """All leaps of one shape, as (file, rank), in the order of their directions."""
    shapes = {(long, short), (short, long)}
    signed = {(x * a, y * b) for x, y in shapes for a in (1, -1) for b in (1, -1)}
    return sorted(signed, key=_steps)


def _steps(leap: tuple[int, int]) -> tuple[int, ...]:
    """The steps of a leap: orthogonal first, then diagonal outward."""
    x, y = leap
    diagonal = min(abs(x), abs(y))
    orthogonal = max(abs(x), abs(y)) - diagonal
    sign_x, sign_y = (x > 0) - (x < 0), (y > 0) - (y < 0)
    along = (sign_x, 0) if abs(x) > abs(y) else (0, sign_y)
    steps = [along] * orthogonal + [(sign_x, sign_y)] * diagonal
    return tuple(DIRECTIONS.index(step) for step in steps)


def _points(leap: tuple[int, int], modifiers: str) -> bool:
    """Whether the direction modifiers allow this leap.

    One letter allows one half of the board (f: all leaps forward). On a knight-like leap a doubled letter
    (ff) allows the two narrowest, and v and s the four along the files or the ranks. Two different letters
    (fl) allow what both allow.
    """
    letters = [letter for letter in modifiers if letter in "fblrvs"]
    if not letters:
        return True
    x, y = leap
    oblique = abs(x) != abs(y) and x * y != 0
    tall, wide = abs(y) > abs(x), abs(x) > abs(y)
    half = {"f": y > 0, "b": y < 0, "l": x < 0, "r": x > 0}
    if "v" in letters or "s" in letters:
        return ("v" in letters and tall) or ("s" in letters and wide)
    if oblique and len(letters) == 2 and letters[0] == letters[1]:
        return half[letters[0]] and (tall if letters[0] in "fb" else wide)
    if len(set(letters)) == 2 and {letters[0], letters[1]} in ({"f", "b"}, {"l", "r"}):
        return half[letters[0]] or half[letters[1]]
    if abs(x) == abs(y) or oblique:
        return all(half[letter] for letter in letters)
    return any(half[letter] for letter in letters)
