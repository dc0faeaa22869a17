"""The numeric annotation glyphs of PGN (standard, 10) as the signs that books print."""

from __future__ import annotations

from collections.abc import Iterable

MOVE_MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""What a move is worth; a move has one of these at most."""

SIGNS = {**MOVE_MARKS, 10: "=", 13: "~", 14: "+=", 15: "=+", 16: "+/-", 17: "-/+", 18: "+-", 19: "-+"}
"""The signs in common use, as they are typed: fonts seldom have those of printers."""


def signs(nags: Iterable[int]) -> list[tuple[int, str]]:
    """The glyphs that have a sign, each with its sign, in the order in which they are printed.

    >>> signs({16, 3, 146})
    [(3, '!!'), (16, '+/-')]
    """
    return [(nag, SIGNS[nag]) for nag in sorted(nags) if nag in SIGNS]
