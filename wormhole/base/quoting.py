"""Quoting user input in messages: printable and shortened."""

from __future__ import annotations

import reprlib
import unicodedata
from pathlib import Path

LONGEST = 60
LONGEST_PATH = 120
_ALLOWED = "\u00a0\u202f\u200c\u200d"
"""Spaces at which no line is broken, and joiners of letters; Python calls them not printable."""
_PLACEHOLDER = "�"
_ELLIPSIS = "…"


def quoted(value: object) -> str:
    """The ``repr`` of a value; long ones are shortened in the middle.

    >>> quoted("e2e9"), len(quoted("e2" * 1000))
    ("'e2e9'", 60)
    """
    return _quoter.repr(value)


def shown_path(path: Path | str) -> str:
    """A path or a file name for a message, without quotes, printable and shortened.

    >>> shown_path("games/a\\nb.pgn")
    'games/a�b.pgn'
    """
    return clipped(printable(str(path)), LONGEST_PATH)


def printable(text: str) -> str:
    """The text with a placeholder for every character that is not printable."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in _ALLOWED else _PLACEHOLDER for character in text
    )


_STRANGE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories of what is not written but steers: controls, formats such as the marks that turn the
direction of writing, halves of surrogate pairs, ends of lines and paragraphs."""
_JOINERS = "\u200c\u200d"
"""Formats that belong to the spelling of some languages, and to emoji."""


def strange_letter(text: str, also: str = "") -> str | None:
    """The first character that is not written but steers, by its number; ``also`` are allowed, too."""
    if text.isascii() and text.isprintable():
        return None
    for letter in text:
        if letter not in also and letter not in _JOINERS and unicodedata.category(letter) in _STRANGE:
            return f"U+{ord(letter):04X}"
    return None


def without_strange(text: str, also: str = "") -> str:
    """The text without the characters that :func:`strange_letter` finds."""
    return "".join(letter for letter in text if strange_letter(letter, also) is None)


def clipped(text: str, most: int = LONGEST) -> str:
    """The text; if it is longer than ``most``, only its beginning and its end."""
    if len(text) <= most:
        return text
    tail = (most - 1) // 2
    return text[: most - 1 - tail] + _ELLIPSIS + text[-tail:]


def sentence(text: str) -> str:
    """A message as a sentence.

    >>> sentence("the FEN is empty")
    'The FEN is empty.'
    """
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


class _Quoter(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = self.maxother = LONGEST
        self.maxlevel = 2

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to convert very long integers to text.
        return "a number with too many digits" if x.bit_length() > 1000 else super().repr_int(x, level)


_quoter = _Quoter()
