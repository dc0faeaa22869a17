"""Parsing Betza's notation of piece moves into paths of steps.

A path is walked step by step, because only single steps are defined on a board that folds: first the
orthogonal steps of a leap, then the diagonal ones outward (``rules.md``, section 1).

Supported `Betza notation <https://www.gnu.org/software/xboard/Betza.html>`_, with the letters as XBoard reads
them: atoms W F D N A H C L Z J G and K Q R B, and farther leaps such as NY; modifiers m c (only to move, only
to capture), e (with c: en passant, too), i (only from the home squares), n (not over pieces), j (only over a
piece), p (a ride over exactly one piece), g (as p, but only to the square just behind that piece), f b l r v
s h (directions); a doubled letter or a number after it rides.

What a letter of direction allows depends on the leaps that it is about. Those of W lead in four directions,
one for each of f b l r. Those of F lie between these, so that a letter allows two of them, and a pair like
``fl`` one. Of the eight of N, ``f`` allows the two that lead farthest forward, ``fh`` all four that lead
forward, ``fs`` the other two of these, and ``fl`` the left one of those. K and Q have eight directions, one
for each letter and one for each pair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from wormhole.base.errors import VariantError
from wormhole.base.quoting import quoted

Leap = tuple[int, int]
"""(files, ranks)"""

_HALVES: dict[str, Callable[[int, int], bool]] = {
    "f": lambda x, y: y > 0,
    "b": lambda x, y: y < 0,
    "l": lambda x, y: x < 0,
    "r": lambda x, y: x > 0,
    "v": lambda x, y: y != 0,
    "s": lambda x, y: x != 0,
}
_UPRIGHT, _ASIDE = "fbv", "lrs"

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""(file, rank) of one step in each of the eight directions, clockwise from north."""

LONGEST = 300
"""The most letters that say how a piece moves."""
MOST_STEPS = 1 << 18
"""The most steps of all paths of a piece; rides that cross the longest board in all directions have fewer."""
RIDE_WITHOUT_END = 0
LONGEST_REACH = 250
"""Greatest number after an atom: the most squares that a board may have."""

ATOMS: dict[str, tuple[Leap, ...]] = {
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
    "WX": ((4, 0),),
    "FX": ((4, 1),),
    "DX": ((5, 0),),
    "NX": ((5, 1),),
    "AX": ((5, 2),),
    "HX": ((6, 0),),
    "CX": ((6, 1),),
    "ZX": ((6, 2),),
    "GX": ((6, 3),),
    "DY": ((4, 2),),
    "NY": ((4, 3),),
    "AY": ((4, 4),),
    "CY": ((5, 3),),
    "ZY": ((5, 4),),
    "K": ((1, 0), (1, 1)),
    "Q": ((1, 0), (1, 1)),
    "R": ((1, 0),),
    "B": ((1, 1),),
}
_RIDERS = "QRB"
_SLIDERS, _STRADDLED = "WFKQRB", "DA"
_KINDS, DIRECTION_LETTERS = "mceinjpg", "fblrvsh"
_UNPLAYED = "adoqtuxyz"
"""Modifiers of the community for moves of several legs, cylinders, bent rides, own pieces and the like."""
_TERM = re.compile(
    r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z](?:(?<=[WFDNAHCZG])[XY])?)(?P<reach>(?P=atom)|[0-9]+)?"
)


def pointed(leaps: Collection[Leap], letters: str) -> set[Leap]:
    """Those of all leaps of an atom that the letters allow; none if a letter means nothing there."""
    if letters in ("hl", "hr"):
        return {(x, y) for x, y in leaps if _is_oblique(leaps) and _is_clockwise(x, y) is (letters == "hr")}
    found: set[Leap] = set()
    rest = letters
    while rest:
        if rest[:2] in ("vv", "ss"):
            return set()
        length = 2 if _is_pair(leaps, rest[:2]) else 1
        allowed = {leap for leap in leaps if _allows(leaps, rest[:length], leap)}
        if not allowed:
            return set()
        found |= allowed
        rest = rest[length:]
    return found


def _is_pair(leaps: Collection[Leap], letters: str) -> bool:
    """Whether two letters have a meaning of their own; others mean what either allows."""
    if len(letters) < 2 or letters[0] not in "fblr" or _is_straight(leaps):
        return False
    first, second = letters[0], letters[1]
    across = second in (_ASIDE if first in _UPRIGHT else _UPRIGHT)
    if _is_diagonal(leaps):
        return across
    return across or second == first or (second == "h" and _is_oblique(leaps))


def _allows(leaps: Collection[Leap], letters: str, leap: Leap) -> bool:
    x, y = leap
    if letters[-1] == "h":
        return len(letters) == 2 and _HALVES[letters[0]](x, y)
    if _is_diagonal(leaps) and set(letters) & set("vs"):
        return False
    if len(set(letters)) == 2:
        return _HALVES[letters[0]](x, y) and _is_nearest(leaps, letters[1], leap, wide=not _is_oblique(leaps))
    return _is_nearest(leaps, letters[0], leap, wide=_is_diagonal(leaps))


def _is_nearest(leaps: Collection[Leap], letter: str, leap: Leap, *, wide: bool) -> bool:
    """Whether a leap leads in a letter's direction; unless ``wide``, more so than in any other."""
    x, y = leap
    if not _HALVES[letter](x, y):
        return False
    if wide:
        return True
    if _is_oblique(leaps):
        return abs(y) > abs(x) if letter in _UPRIGHT else abs(x) > abs(y)
    return x == 0 if letter in _UPRIGHT else y == 0


def _is_straight(leaps: Collection[Leap]) -> bool:
    return all(x * y == 0 for x, y in leaps)


def _is_diagonal(leaps: Collection[Leap]) -> bool:
    return all(abs(x) == abs(y) for x, y in leaps)


def _is_oblique(leaps: Collection[Leap]) -> bool:
    return all(x * y != 0 and abs(x) != abs(y) for x, y in leaps)


def _is_clockwise(x: int, y: int) -> bool:
    """Whether an oblique leap lies clockwise of the straight direction that is nearest to it."""
    return (x * y > 0) is (abs(y) > abs(x))


class Hop(Enum):
    """Over which piece a path leads, by the modifier that says so."""

    NONE = ""
    OVER = "p"
    """The ride goes on beyond the first piece that it meets, as far as the second."""
    BEHIND = "g"
    """The ride ends just behind the first piece that it meets."""
    JUMP = "j"
    """The leap of two steps passes a piece."""


@dataclass(frozen=True)
class Path:
    """One path of a piece: its steps, and whether it may move or capture at their end.

    ``steps`` are directions 0-7, clockwise from the player's forward. A ``ride`` repeats its steps until a
    piece blocks it. A ``lame`` path needs squares before its end to be empty: those after each ``stride`` of
    its steps, which is 1 except where a leap is repeated. A ``hop`` leads over a piece.
    """

    steps: tuple[int, ...]
    moves: bool = True
    captures: bool = True
    ride: bool = False
    lame: bool = False
    from_home: bool = False
    stride: int = 1
    hop: Hop = Hop.NONE
    lined: bool = False
    """Whether each step leads along a line of the board, from one of its squares to another."""
    screen: int = 1
    """After how many steps a path that jumps passes its piece."""
    ridden: int = 0
    """How many of its first steps belong to a ride along lines, of which this path is one length."""

    def goes_aside_by(self, count: int) -> bool:
        """Whether it leads to the square so far away on the same rank."""
        aside = ((2,) * count, (6,) * count)
        return self.steps in aside or (self.ride and self.steps * count in aside)

    @property
    def leap(self) -> Leap:
        """Where it leads; a ride, with one repetition of its steps."""
        x, y = (sum(DIRECTIONS[step][axis] for step in self.steps) for axis in (0, 1))
        return x, y

    def turned(self) -> Path:
        """The same path for the player on the other side of the board."""
        return replace(self, steps=tuple((step + 4) % 8 for step in self.steps))

    def unrolled(self, longest: int) -> tuple[Path, ...]:
        """This path; for a ride of leaps, a path for each number of leaps on a board so many squares long.

        Each step of a leap leads on in the direction in which the leap is longest.
        """
        length = len(self.steps)
        if self.lined and (self.ride or self.hop is not Hop.NONE):
            return tuple(self._along_lines(longest))
        if not self.ride or length == 1:
            return (self,)
        one = replace(self, ride=False)
        stride = 1 if self.lame else length
        more = range(2, (longest - 1) // length + 1)
        return (one, *(replace(one, steps=self.steps * count, lame=True, stride=stride) for count in more))

    def _along_lines(self, longest: int) -> Iterator[Path]:
        """A path for each number of steps of a ride and, if it hops, for each place of the piece."""
        one = replace(self, ride=False, lame=True, hop=Hop.NONE)
        for count in range(1, longest):
            ridden = count - (self.hop is Hop.BEHIND)
            walk = replace(one, steps=self.steps * count, ridden=ridden)
            if self.hop is Hop.NONE:
                yield walk
            else:
                first = 1 if self.hop is Hop.OVER else max(1, count - 1)
                for screen in range(first, count):
                    yield replace(walk, hop=Hop.JUMP, screen=screen)


@dataclass(frozen=True)
class Term:
    """A letter of Betza's notation with what stands before and after it: leaps that are made in one manner.

    ``reach`` is how often a leap may be repeated, ``RIDE_WITHOUT_END`` until a piece is in the way.
    """

    leaps: tuple[Leap, ...]
    moves: bool = True
    captures: bool = True
    reach: int = 1
    lame: bool = False
    hop: Hop = Hop.NONE
    from_home: bool = False
    en_passant: bool = False

    def paths(self) -> Iterator[Path]:
        """The paths of all leaps."""
        for leap in self.leaps:
            steps = _steps(leap)
            lame = self.lame and len(steps) > 1
            plain = Path(steps, self.moves, self.captures, lame=lame, from_home=self.from_home, hop=self.hop)
            if self.reach == RIDE_WITHOUT_END:
                yield replace(plain, ride=True)
            elif self.reach > 0:
                yield plain
            stride = 1 if self.lame else len(steps)
            for length in range(2, self.reach + 1):
                yield replace(plain, steps=steps * length, lame=True, stride=stride)


def terms(letters: str) -> Iterator[Term]:
    """The terms of a piece with these Betza ``letters``, for White.

    Raises :class:`VariantError` naming the letter that cannot be read.
    """
    if not letters:
        raise VariantError("a piece must have moves")
    check_length(letters)
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
        yield _term(term, letters)
        position = term.end()


def paths(letters: str) -> tuple[Path, ...]:
    """The paths of a piece with these Betza ``letters``, for White.

    Raises :class:`VariantError` naming the letter that cannot be read.
    """
    found: dict[Path, None] = {}
    steps = 0
    for term in terms(letters):
        for path in term.paths():
            found[path] = None
            steps += len(path.steps)
        if steps > MOST_STEPS:
            raise VariantError(
                "moves {letters}: at most {most} steps are allowed", letters=quoted(letters), most=MOST_STEPS
            )
    return tuple(found)


def check_length(letters: str) -> None:
    """Raise :class:`VariantError` for more letters than are read."""
    if len(letters) > LONGEST:
        raise VariantError("is longer than {most} characters", most=LONGEST)


def _term(term: re.Match[str], letters: str) -> Term:
    atom, modifiers = term["atom"], term["modifiers"]
    if atom not in ATOMS:
        raise VariantError(
            "moves {letters}: no piece is called {atom} (character {term})",
            letters=quoted(letters),
            atom=quoted(atom),
            term=term.start("atom") + 1,
        )
    directions = _check_modifiers(term, letters)
    leaps = [leap for shape in ATOMS[atom] for leap in leaps_of(*shape)]
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
    return Term(
        tuple(leaps),
        moves or not captures,
        captures or not moves,
        reach,
        "n" in modifiers,
        _hop(term, letters, reach),
        "i" in modifiers,
        "e" in modifiers,
    )


def _hop(term: re.Match[str], letters: str, reach: int) -> Hop:
    """How a term hops. Raises :class:`VariantError` for hops that are not played."""
    atom, modifiers = term["atom"], term["modifiers"]
    found = [modifier for modifier in modifiers if modifier in "pgjn"]
    if len(found) > 1:
        raise VariantError(
            "moves {letters}: {term} cannot be both {first} and {second}",
            letters=quoted(letters),
            term=quoted(term[0]),
            first=found[0],
            second=found[1],
        )
    hop = Hop(found[0]) if found and found[0] != "n" else Hop.NONE
    if hop in (Hop.OVER, Hop.BEHIND) and (atom not in _SLIDERS or reach != RIDE_WITHOUT_END):
        raise VariantError(
            "moves {letters}: {term} hops, but only rides of single steps without a limit hop",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    if hop is Hop.JUMP and (atom not in _STRADDLED or reach != 1):
        raise VariantError(
            "moves {letters}: {term} jumps, but only single leaps D and A are leaps over one square",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    return hop


def _check_modifiers(term: re.Match[str], letters: str) -> str:
    """The letters of directions of a term. Raises :class:`VariantError` for modifiers that say nothing."""
    modifiers = term["modifiers"]
    for modifier in modifiers:
        if modifier in _UNPLAYED:
            raise VariantError(
                "moves {letters}: {modifier} in {term} is for moves that are not played here",
                letters=quoted(letters),
                modifier=quoted(modifier),
                term=quoted(term[0]),
            )
        if modifier not in _KINDS + DIRECTION_LETTERS:
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
    if "e" in modifiers and "c" not in modifiers:
        raise VariantError(
            "moves {letters}: {term} captures en passant, but not otherwise; write ce",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    directions = "".join(modifier for modifier in modifiers if modifier in DIRECTION_LETTERS)
    if directions not in modifiers:
        raise VariantError(
            "moves {letters}: the directions of {term} must stand together",
            letters=quoted(letters),
            term=quoted(term[0]),
        )
    return directions


def _reach(term: re.Match[str], letters: str) -> int:
    """The number of repetitions, 1 for a leaper, ``RIDE_WITHOUT_END`` for a rider."""
    text, atom = term["reach"], term["atom"]
    hops = bool(set(term["modifiers"]) & set("pg"))
    if text is None:
        return RIDE_WITHOUT_END if atom in _RIDERS or hops else 1
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
    return reach


def leaps_of(long: int, short: int) -> list[Leap]:
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
