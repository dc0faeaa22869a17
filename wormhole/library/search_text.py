"""Text as searches compare it: without case, accents and letters that only some languages have."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

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


def name_rank(query: str, words: Sequence[str], names: Sequence[str]) -> int | None:
    """How well a query and its words match names, 0 at best; None if they do not. All are searchable.

    A name that is the query comes first, then one that begins with it, one with words that begin so, and one
    with the words anywhere.

    >>> names = ("club player", "level 6")
    >>> [name_rank(query, query.split(), names) for query in ("level 6", "club", "player", "ub", "expert")]
    [0, 1, 2, 3, None]
    """
    if query in names:
        return 0
    if any(name.startswith(query) for name in names):
        return 1
    whole = " ".join(names)
    if all(begins_in(word, whole) for word in words):
        return 2
    return 3 if all(word in whole for word in words) else None


def begins_in(word: str, text: str) -> bool:
    """Whether a word of the text begins so."""
    return f" {word}" in f" {text}"
