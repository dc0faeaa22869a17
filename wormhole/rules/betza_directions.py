"""What the letters of direction in Betza's notation mean, as XBoard reads them.

What a letter allows depends on the leaps that it is about. Those of W lead in four directions, one for each
of f b l r. Those of F lie between these, so that a letter allows two of them, and a pair like ``fl`` one. Of
the eight of N, ``f`` allows the two that lead farthest forward, ``fh`` all four that lead forward, ``fs`` the
other two of these, and ``fl`` the left one of those. K and Q have eight directions, one for each letter and
one for each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

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
