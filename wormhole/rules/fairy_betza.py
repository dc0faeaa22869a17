"""Betza's letters as Fairy-Stockfish reads them.

It differs from :mod:`.betza` in some letters of direction. Single leaps in single directions mean the same to
both, so texts are brought into that form where they differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wormhole.base.errors import VariantError
from wormhole.base.quoting import quoted
from wormhole.rules import betza
from wormhole.rules.betza import Hop, Leap, Path

SHAPES: Mapping[Leap, str] = {
    (1, 0): "W",
    (1, 1): "F",
    (2, 0): "D",
    (2, 1): "N",
    (2, 2): "A",
    (3, 0): "H",
    (3, 1): "C",
    (3, 2): "Z",
    (3, 3): "G",
}
"""The letter of each leap: squares along, squares aside."""
_ATOMS = {
    **{letter: (shape,) for shape, letter in SHAPES.items()},
    **{"L": ((3, 1),), "J": ((3, 2),), "K": ((1, 0), (1, 1))},
    **{"R": ((1, 0),), "B": ((1, 1),), "Q": ((1, 0), (1, 1))},
}
_RIDERS = "RBQ"
_UPRIGHT, _ASIDE = "fbvh", "rlsh"
_TERM = re.compile(r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z])(?P<reach>(?P=atom)|[0-9])?")
_TURNS: tuple[tuple[tuple[int, int, int, int], frozenset[str]], ...] = (
    ((0, 1, 1, 0), frozenset({"ff", "vv", "rf", "rv", "fh", "rh", "hr"})),
    ((0, -1, -1, 0), frozenset({"bb", "vv", "lb", "lv", "bh", "lh", "hr"})),
    ((1, 0, 0, -1), frozenset({"rr", "ss", "br", "bs", "bh", "rh", "hr"})),
    ((-1, 0, 0, 1), frozenset({"ll", "ss", "fl", "fs", "fh", "lh", "hr"})),
    ((1, 0, 0, 1), frozenset({"rr", "ss", "fr", "fs", "fh", "rh", "hl"})),
    ((-1, 0, 0, -1), frozenset({"ll", "ss", "bl", "bs", "bh", "lh", "hl"})),
    ((0, 1, -1, 0), frozenset({"bb", "vv", "rb", "rv", "bh", "rh", "hl"})),
    ((0, -1, 1, 0), frozenset({"ff", "vv", "lf", "lv", "fh", "lh", "hl"})),
)
"""The eight turns of a leap (along, aside): what each multiplies to files and ranks, and who allows it."""


@dataclass(frozen=True, order=True)
class _Kind:
    """What leaps of one term have in common."""

    first: bool
    how: str
    """``n``, ``p``, ``g``, ``j`` or nothing; a hop of two steps is a leap that jumps."""
    reach: int
    """How often the leap is repeated at most; 0 for without end."""
    uses: str
    """``m``, ``c`` or nothing for both."""

    def written(self, directions: str, atom: str) -> str:
        """The term of these leaps."""
        first = "i" if self.first else ""
        if self.reach == 1 or self.how in ("p", "g"):
            rides = {"W": "R", "F": "B"} if self.how in ("p", "g") else {}
            return f"{first}{self.uses}{self.how}{directions}{rides.get(atom, atom)}"
        plain = {"W": "R", "F": "B"}.get(atom, atom * 2) if self.reach == 0 else f"{atom}{self.reach}"
        return f"{first}{self.uses}{self.how}{directions}{plain}"


def understood(letters: str) -> str:
    """Our letters for what Fairy-Stockfish reads. Raises :class:`VariantError`."""
    betza.check_length(letters)
    leaps = _read(letters)
    plain = letters.replace("e", "")
    try:
        if plain and _of_paths(betza.paths(plain)) == _of_paths(betza.paths(_written(leaps))):
            return plain
    except VariantError:
        pass
    return _written(leaps)


def written(paths: Iterable[Path]) -> str:
    """Letters for these paths that Fairy-Stockfish reads as we do. Raises :class:`VariantError`."""
    leaps = _of_paths(paths)
    _check(leaps)
    return _written(leaps)


def same(letters: str, paths: Iterable[Path]) -> bool:
    """Whether these letters of ours are the same moves."""
    return _of_paths(betza.paths(letters)) == _of_paths(paths)


_Leaps = frozenset[tuple[_Kind, Leap]]


def _read(letters: str) -> _Leaps:
    found: set[tuple[_Kind, Leap]] = set()
    position = 0
    while position < len(letters):
        term = _TERM.match(letters, position)
        unknown = None if term is None else set(term["modifiers"]) - set("mcpgnie" + _UPRIGHT + _ASIDE)
        if term is None or term["atom"] not in _ATOMS or unknown:
            raise VariantError(
                "moves {letters}: cannot read {rest} (character {position})",
                letters=quoted(letters),
                rest=quoted(letters[position:]),
                position=position + 1,
            )
        found |= set(_read_term(term))
        position = term.end()
    return frozenset(found)


def _read_term(term: re.Match[str]) -> Iterable[tuple[_Kind, Leap]]:
    modifiers, atom, reach = term["modifiers"], term["atom"], term["reach"]
    hops = [letter for letter in modifiers if letter in "pg"]
    rides = atom in _RIDERS or reach is not None
    limit = int(reach) if reach is not None and reach.isdigit() else 0
    is_jump = bool(hops) and limit == 2
    if is_jump:
        limit = 1
    elif hops and limit:
        raise VariantError(
            "moves {letters}: {term} hops, but only rides of single steps without a limit hop",
            letters=quoted(term.string),
            term=quoted(term[0]),
        )
    elif not hops and not rides:
        limit = 1
    how = "j" if is_jump else hops[-1] if hops else "n" if "n" in modifiers and not rides else ""
    used = [letter for letter in "mc" if letter in modifiers] or ["m", "c"]
    shapes = _ATOMS[atom]
    wanted = _directions(modifiers, is_straight=len(shapes) == 1 and shapes[0][1] == 0)
    for along, aside in shapes:
        if how == "n" and (along, aside) not in ((2, 0), (2, 1), (2, 2), (3, 2)):
            raise VariantError("Fairy-Stockfish has no such moves")
        for (fa, fb, ra, rb), names in _TURNS:
            if not wanted or names & wanted:
                leap = (along * fa + aside * fb, along * ra + aside * rb)
                if is_jump:
                    leap = (2 * leap[0], 2 * leap[1])
                for use in used:
                    yield _Kind("i" in modifiers, how, limit, use), leap


def _directions(modifiers: str, *, is_straight: bool) -> set[str]:
    """The directions of a term; a letter is read with the next one if they cross or are the same."""
    found: set[str] = set()
    at = 0
    while at < len(modifiers):
        one, other = modifiers[at], modifiers[at + 1 : at + 2]
        at += 1
        if one not in _UPRIGHT + _ASIDE:
            continue
        crosses = (one in _UPRIGHT and other in _ASIDE) or (one in _ASIDE and other in _UPRIGHT)
        if other and (other == one or crosses):
            at += 1
            found |= {one * 2, other * 2} if is_straight else {one + other}
        else:
            found.add(one * 2)
    return found


def _of_paths(paths: Iterable[Path]) -> _Leaps:
    """What paths are, leap by leap; those of a ride with a limit as that ride."""
    found: set[tuple[_Kind, Leap]] = set()
    repeated: dict[tuple[bool, str, Leap], set[int]] = {}
    for path in paths:
        for use in ("m",) * path.moves + ("c",) * path.captures:
            unit, count = path.steps, 1
            if path.lame and (path.stride > 1 or len(set(path.steps)) == 1):
                unit, count = path.steps[: path.stride], len(path.steps) // path.stride
            x, y = (sum(betza.DIRECTIONS[step][axis] for step in unit) for axis in (0, 1))
            if path.ride or path.hop is not Hop.NONE:
                how = path.hop.value or "n" * path.lame
                found.add((_Kind(path.from_home, how, 0, use), (x, y)))
            elif path.lame and count == 1:
                found.add((_Kind(path.from_home, "n", 1, use), (x, y)))
            else:
                repeated.setdefault((path.from_home, use, (x, y)), set()).add(count)
    for (first, use, (x, y)), counts in repeated.items():
        longest = max(counts)
        if counts == set(range(1, longest + 1)):
            found.add((_Kind(first, "", longest, use), (x, y)))
        else:
            found |= {
                (_Kind(first, "n" if count > 1 else "", 1, use), (x * count, y * count)) for count in counts
            }
    return frozenset(found)


def _check(leaps: _Leaps) -> None:
    """Raise :class:`VariantError` for what Fairy-Stockfish does not play."""
    for kind, (x, y) in leaps:
        letter = SHAPES.get((max(abs(x), abs(y)), min(abs(x), abs(y))), "")
        played = {"": "WFN" if kind.reach != 1 else "WFDNAHCZG", "n": "NAZD", "p": "WF", "g": "WF"}
        if not letter or letter not in played.get(kind.how, "") or (kind.how == "n" and kind.reach != 1):
            raise VariantError("Fairy-Stockfish has no such moves")


def _written(leaps: _Leaps) -> str:
    terms: dict[tuple[_Kind, Leap], set[Leap]] = {}
    for kind, (x, y) in leaps:
        both = {_Kind(kind.first, kind.how, kind.reach, use) for use in "mc"}
        use = "" if all((each, (x, y)) in leaps for each in both) else kind.uses
        shape = (max(abs(x), abs(y)), min(abs(x), abs(y)))
        terms.setdefault((_Kind(kind.first, kind.how, kind.reach, use), shape), set()).add((x, y))
    texts = []
    for (kind, shape), group in sorted(terms.items()):
        if shape not in SHAPES:
            raise VariantError("no leap goes so far")
        texts.append(kind.written(_pointed(shape, group), SHAPES[shape]))
    return "".join(texts)


def _pointed(shape: Leap, leaps: set[Leap]) -> str:
    """Letters for these directions of a leap; none for all."""
    along, aside = shape
    straight = aside == 0
    every = 4 if straight or along == aside else 8
    if len(leaps) == every:
        return ""
    letters = []
    for x, y in sorted(leaps, key=lambda leap: (-leap[1], leap[0])):
        upright, sideways = "f" if y > 0 else "b", "r" if x > 0 else "l"
        if straight:
            letters.append(sideways if y == 0 else upright)
        elif abs(y) > abs(x):
            letters.append(sideways + upright)
        else:
            letters.append(upright + sideways)
    return "".join(letters)
