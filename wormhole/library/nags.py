"""The numeric annotation glyphs of PGN (standard, 10), and the signs that books print for them."""

from __future__ import annotations

from collections.abc import Iterable

MOVE_MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""What a move is worth; a move has one of these at most."""

SIGNS = {**MOVE_MARKS, 10: "=", 13: "~", 14: "+=", 15: "=+", 16: "+/-", 17: "-/+", 18: "+-", 19: "-+"}
"""The signs in common use, as they are typed: fonts seldom have those of printers."""

PRINTED = {"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "∞": 13, "⩲": 14, "⩱": 15, "±": 16, "∓": 17}
"""The signs of printers, each one letter."""

_NUMBERS = {sign: nag for nag, sign in SIGNS.items()} | PRINTED | {"+/=": 14, "=/+": 15}


def signs(nags: Iterable[int]) -> list[tuple[int, str]]:
    """The glyphs that have a sign, each with its sign, in the order in which they are printed.

    >>> signs({16, 3, 146})
    [(3, '!!'), (16, '+/-')]
    """
    return [(nag, SIGNS[nag]) for nag in sorted(nags) if nag in SIGNS]


def number_of(text: str) -> int | None:
    """The glyph written as ``$n`` or as a sign; None for an unknown sign.

    >>> number_of("$14"), number_of("!?"), number_of("++")
    (14, 5, None)
    """
    return int(text[1:]) if text.startswith("$") else _NUMBERS.get(text)
