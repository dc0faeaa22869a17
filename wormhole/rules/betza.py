"""Parsing Betza's notation of piece moves into paths of steps.

A path is walked step by step, because only single steps are defined on a board that folds: first the
orthogonal steps of a leap, then the diagonal ones outward (``rules.md``, section 1).

Supported `Betza notation <https://www.gnu.org/software/xboard/Betza.html>`_, with the letters as XBoard reads
them: atoms W F D N A H C L Z J G and K Q R B; modifiers m c (only to move, only to capture), i (only from the
home rank), n (not over pieces), f b l r v s h (directions); a doubled letter or a number after it rides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wormhole.rules.betza_directions import Leap, pointed
from wormhole.rules.errors import VariantError
from wormhole.rules.quoting import quoted

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""(file, rank) of one step in each of the eight directions, clockwise from north."""

RIDE_WITHOUT_END = 0
LONGEST_REACH = 250
"""Greatest number after an atom: the most squares that a board may have."""

_ATOMS: dict[str, tuple[Leap, ...]] = {
    "W": ((1, 0),),
    "F": ((1, 1),),
    "D": ((2, 0),),
    "N": ((2, 1),),
    "A": ((2, 2),),
    "H": ((3, 0),),
    "C": ((3, 1),),
    "L": ((3, 1),),
    "Z": ((3, 2),),
    "J": ((3, 2),),
    "G": ((3, 3),),
    "K": ((1, 0), (1, 1)),
    "Q": ((1, 0), (1, 1)),
    "R": ((1, 0),),
    "B": ((1, 1),),
}
_RIDERS, _PIECES = "QRB", "KQRB"
_TWO_ASIDE = ((2, 2), (6, 6))
_KINDS, _DIRECTIONS = "mcin", "fblrvsh"
_TERM = re.compile(r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z])(?P<reach>(?P=atom)|[0-9]+)?")


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

    @property
    def goes_aside_by_two(self) -> bool:
        """Whether it leads to the second square on the same rank."""
        return self.steps in _TWO_ASIDE or (self.ride and self.steps * 2 in _TWO_ASIDE)

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
    if not letters:
        raise VariantError("a piece must have moves")
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
    if atom not in _ATOMS:
        raise VariantError(
            "moves {letters}: no piece is called {atom} (character {term})",
            letters=quoted(letters),
            atom=quoted(atom),
            term=term.start("atom") + 1,
        )
    directions = _check_modifiers(term, letters)
    leaps = [leap for shape in _ATOMS[atom] for leap in _leaps(*shape)]
    if directions:
        allowed = pointed(leaps, directions)
        if not allowed:
            raise VariantError(
                "moves {letters}: {directions} is not a direction of {atom}",
                letters=quoted(letters),
                directions=quoted(directions),
                atom=atom,
            )
        leaps = [leap for leap in leaps if leap in allowed]
    reach = _reach(term, letters)
    moves, captures = "m" in modifiers, "c" in modifiers
    if not moves and not captures:
        moves = captures = True
    result = []
    for leap in leaps:
        steps = _steps(leap)
        if reach == RIDE_WITHOUT_END:
            result.append(Path(steps, moves, captures, ride=True, from_home="i" in modifiers))
        for length in range(1, reach + 1):
            lame = length > 1 or ("n" in modifiers and len(steps) > 1)
            result.append(Path(steps * length, moves, captures, lame=lame, from_home="i" in modifiers))
    return result


def _check_modifiers(term: re.Match[str], letters: str) -> str:
    """The letters of directions of a term. Raises :class:`VariantError` for modifiers that say nothing."""
    modifiers = term["modifiers"]
    for modifier in modifiers:
        if modifier not in _KINDS + _DIRECTIONS:
            raise VariantError(
                "moves {letters}: unknown modifier {modifier} in {term}",
                letters=quoted(letters),
                modifier=quoted(modifier),
                term=quoted(term[0]),
            )
        if modifier in _KINDS and modifiers.count(modifier) > 1:
            raise VariantError(
                "moves {letters}: {modifier} is written more than once in {term}",
                letters=quoted(letters),
                modifier=quoted(modifier),
                term=quoted(term[0]),
            )
    directions = "".join(modifier for modifier in modifiers if modifier in _DIRECTIONS)
    if directions not in modifiers:
        raise VariantError(
            "moves {letters}: the directions of {term} do not stand together",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    return directions


def _reach(term: re.Match[str], letters: str) -> int:
    """The number of repetitions, 1 for a leaper, ``RIDE_WITHOUT_END`` for a rider."""
    text, atom = term["reach"], term["atom"]
    if text is None:
        return RIDE_WITHOUT_END if atom in _RIDERS else 1
    if atom in _PIECES:
        raise VariantError(
            "moves {letters}: {term} has a reach, but {atom} stands for a whole piece",
            letters=quoted(letters),
            term=quoted(term[0]),
            atom=atom,
        )
    if text.startswith("0") and text != "0":
        raise VariantError(
            "moves {letters}: the number in {term} begins with a zero",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    reach = RIDE_WITHOUT_END if text == atom else int(text[:4])  # four digits already exceed the limit
    if reach > LONGEST_REACH:
        raise VariantError(
            "moves {letters}: {term} reaches farther than any board",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    if reach != 1 and atom not in "WF":
        raise VariantError(
            "moves {letters}: {term} rides, but only W and F can ride",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    return reach


def _leaps(long: int, short: int) -> list[Leap]:
    """All leaps of one shape, as (file, rank), in the order of their directions."""
    shapes = {(long, short), (short, long)}
    signed = {(x * a, y * b) for x, y in shapes for a in (1, -1) for b in (1, -1)}
    return sorted(signed, key=_steps)


def _steps(leap: Leap) -> tuple[int, ...]:
    """The steps of a leap: orthogonal first, then diagonal outward."""
    x, y = leap
    diagonal = min(abs(x), abs(y))
    orthogonal = max(abs(x), abs(y)) - diagonal
    sign_x, sign_y = (x > 0) - (x < 0), (y > 0) - (y < 0)
    along = (sign_x, 0) if abs(x) > abs(y) else (0, sign_y)
    steps = [along] * orthogonal + [(sign_x, sign_y)] * diagonal
    return tuple(DIRECTIONS.index(step) for step in steps)
