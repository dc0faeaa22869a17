"""Text as searches compare it: without case, accents and letters that only some languages have."""

from __future__ import annotations

import unicodedata

_LETTERS = str.maketrans(
    {
        **{"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "ħ": "h", "\u0131": "i", "ĸ": "k", "ł": "l"},
        **{"ŋ": "n", "þ": "th", "ŧ": "t", "ƒ": "f", "ǝ": "e", "ə": "e", "\u2019": "'"},
    }
)
"""Letters that Unicode does not take for another one with a mark."""


def searchable(text: str) -> str:
    """The text as it is searched and found.

    >>> [searchable(name) for name in ("Müller", "MÜLLER", "Muller", "Groß", "Łódź", "Ærø", "Đorđe")]
    ['muller', 'muller', 'muller', 'gross', 'lodz', 'aero', 'dorde']
    """
    folded = text.casefold()
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    # Once more: of some letters only the parts have a case.
    return unicodedata.normalize("NFC", bare.casefold().translate(_LETTERS))
