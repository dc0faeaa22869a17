"""Writing the moves of a piece in Betza's notation, from marks on the squares around it.

A :class:`Mark` says of one leap how it is made, to move or to capture. :func:`marks` reads the marks from
letters, :func:`written` finds short letters for marks: those of ``written(marks(letters))`` mean the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from wormhole.rules.betza import (
    ATOMS,
    DIRECTION_LETTERS,
    RIDE_WITHOUT_END,
    Hop,
    Leap,
    Path,
    Term,
    leaps_of,
    pointed,
    terms,
)


@dataclass(frozen=True)
class Mark:
    """A leap, (files, ranks), that a piece makes to a free square or, if it ``captures``, to capture there.

    The other fields are those of a :class:`~wormhole.rules.betza.Term`.
    """

    leap: Leap
    captures: bool
    reach: int = 1
    lame: bool = False
    hop: Hop = Hop.NONE
    from_home: bool = False
    en_passant: bool = False

    @property
    def is_possible(self) -> bool:
        """Whether Betza's notation has such a move."""
        is_step = max(map(abs, self.leap)) == 1
        if self.hop in (Hop.OVER, Hop.BEHIND):
            return is_step and self.reach == RIDE_WITHOUT_END and not self.lame
        if self.hop is Hop.JUMP:
            return _shape(self.leap) in ((2, 0), (2, 2)) and self.reach == 1 and not self.lame
        return not (self.lame and is_step) and not (self.en_passant and not self.captures)

    def paths(self) -> tuple[Path, ...]:
        """The paths of this leap."""
        term = Term(
            (self.leap,), not self.captures, self.captures, self.reach, self.lame, self.hop, self.from_home
        )
        return tuple(term.paths())


def marks(letters: str) -> frozenset[Mark]:
    """The marks of a piece with these letters. Raises :class:`VariantError` as :func:`betza.terms` does."""
    return frozenset(mark for term in terms(letters) for mark in _marks_of(term))


def _marks_of(term: Term) -> Iterator[Mark]:
    for leap in term.leaps:
        lame = term.lame and max(map(abs, leap)) > 1
        for captures in (False, True):
            if (term.captures if captures else term.moves) and term.reach >= 0:
                passing = term.en_passant and captures
                yield Mark(leap, captures, term.reach, lame, term.hop, term.from_home, passing)


@dataclass(frozen=True)
class _Manner:
    """What the marks of a term have in common beside their leaps."""

    moves: bool
    captures: bool
    mark: Mark
    """One of the marks; its leap does not matter."""

    @property
    def place(self) -> tuple[bool, int, bool]:
        """Its place among the terms of a piece: first moves come last."""
        return self.mark.from_home, (not self.moves) - (not self.captures), self.mark.hop is not Hop.NONE

    def term(self, directions: str, atom: str) -> str:
        """The letters of a term."""
        kind = "" if self.moves and self.captures else "m" * self.moves + "c" * self.captures
        if self.mark.en_passant:
            kind = "m" * self.moves + "ce"
        way = "n" if self.mark.lame else self.mark.hop.value
        return "i" * self.mark.from_home + directions + kind + way + atom + self._reach(atom)

    def _reach(self, atom: str) -> str:
        reach = self.mark.reach
        if reach == RIDE_WITHOUT_END:
            return "" if atom in _SLIDERS.values() else atom
        return "" if reach == 1 else str(reach)


_SLIDERS = {"W": "R", "F": "B", "K": "Q"}
"""The letters of rides by single steps."""
_LONGEST_DIRECTIONS = 4


def written(wanted: Iterable[Mark]) -> str:
    """Short letters for these marks, in the order of a file: moves, captures, first moves.

    >>> written(marks("mRmBcpRcpBNifmnD"))
    'mQNcpQifmnD'
    """
    kinds: dict[tuple[Leap, Mark], set[Mark]] = {}
    for mark in wanted:
        key = mark.leap, replace(mark, leap=(0, 0), captures=True, en_passant=False)
        kinds.setdefault(key, set()).add(mark)
    manners: dict[_Manner, set[Leap]] = {}
    for (leap, kind), found in kinds.items():
        passing = any(mark.en_passant for mark in found)
        both = {mark.captures for mark in found}
        manner = _Manner(False in both, True in both, replace(kind, en_passant=passing))
        manners.setdefault(manner, set()).add(leap)
    terms = [
        (manner.place, _rank(atom), directions, manner.term(directions, atom))
        for manner, leaps in manners.items()
        for directions, atom in _atoms(manner, frozenset(leaps))
    ]
    return "".join(letters for *_place, letters in sorted(terms))


def _rank(atom: str) -> int:
    """The place of an atom among others: rides first, then the nearest leaps."""
    return "QRBKWFDNAHCZG".find(atom[0]) + (20 if len(atom) > 1 else 0)


def _atoms(manner: _Manner, leaps: frozenset[Leap]) -> Iterator[tuple[str, str]]:
    """The directions and the letter of each term for these leaps."""
    slides = manner.mark.reach != 1
    shapes: dict[str, frozenset[Leap]] = {}
    for atom, found in _by_atom(leaps).items():
        shapes[_SLIDERS.get(atom, atom) if slides else atom] = found
    apart = [
        (directions, atom) for atom, found in shapes.items() for directions in _directions(_kind(atom), found)
    ]
    steps = frozenset(leap for leap in leaps if max(map(abs, leap)) == 1)
    together = _letters("K").get(steps)
    straight = [(directions, atom) for directions, atom in apart if atom in "WRFB"]
    atom = _SLIDERS["K"] if slides else "K"
    if together is None or len(straight) < 2:
        yield from apart
        return
    if len(manner.term(together, atom)) < sum(len(manner.term(*each)) for each in straight):
        yield together, atom
        yield from (each for each in apart if each not in straight)
    else:
        yield from apart


def _kind(atom: str) -> str:
    """The letter of single leaps of the same shape."""
    return {slider: atom for atom, slider in _SLIDERS.items()}.get(atom, atom)


def _by_atom(leaps: frozenset[Leap]) -> dict[str, frozenset[Leap]]:
    found: dict[str, frozenset[Leap]] = {}
    for leap in leaps:
        atom = _atom_of(_shape(leap))
        found[atom] = found.get(atom, frozenset()) | {leap}
    return found


def _shape(leap: Leap) -> Leap:
    long, short = sorted(map(abs, leap), reverse=True)
    return long, short


@cache
def _atom_of(shape: Leap) -> str:
    """The first letter for leaps of this shape. Raises KeyError if there is none."""
    return {shapes[0]: atom for atom, shapes in reversed(ATOMS.items()) if len(shapes) == 1}[shape]


def _directions(atom: str, leaps: frozenset[Leap]) -> Iterator[str]:
    """The letters of directions for these leaps of an atom: those of one term or, if need be, of several."""
    known, left = _letters(atom), leaps
    while left:
        largest = max((each for each in known if each <= left), key=len)
        found = left if left in known else largest
        yield known[found]
        left -= found


@cache
def _letters(atom: str) -> dict[frozenset[Leap], str]:
    """The shortest letters for each set of directions that an atom's leaps can have."""
    leaps = [leap for shape in ATOMS[atom] for leap in leaps_of(*shape)]
    found = {frozenset(leaps): ""}
    for length in range(1, _LONGEST_DIRECTIONS + 1):
        for word in map("".join, product(DIRECTION_LETTERS, repeat=length)):
            allowed = frozenset(pointed(leaps, word))
            if allowed:
                found.setdefault(allowed, word)
    return found
