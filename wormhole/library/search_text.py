"""Text as searches compare it: without case, accents and letters that only some languages have."""

from __future__ import annotations

import unicodedata

_OTHERS = {
    **{"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "ħ": "h", "\u0131": "i", "ĸ": "k", "ł": "l"},
    **{"ŋ": "n", "þ": "th", "ŧ": "t", "ƒ": "f", "ǝ": "e", "ə": "e", "\u2019": "'"},
}
"""Letters that Unicode does not decompose into another one with a mark."""


class _Letters(dict[int, str]):
    """The search form of each letter, computed when it first occurs."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFKD", chr(code))
        bare = "".join(part for part in parts if not unicodedata.combining(part)).casefold()
        self[code] = unicodedata.normalize("NFC", "".join(_OTHERS.get(letter, letter) for letter in bare))
        return self[code]


_LETTERS = _Letters()


def searchable(text: str) -> str:
    """The text as it is searched and found.

    >>> [searchable(name) for name in ("Müller", "MÜLLER", "Muller", "Groß", "Łódź", "Ærø", "Đorđe")]
    ['muller', 'muller', 'muller', 'gross', 'lodz', 'aero', 'dorde']
    """
    folded = text.casefold()
    if folded.isascii():
        return folded
    return folded.translate(_LETTERS)
