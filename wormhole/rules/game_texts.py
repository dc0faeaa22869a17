"""Which characters a game's texts may have: those that every screen, file and protocol can show."""

from __future__ import annotations

import unicodedata

_STRANGE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories of what is not written but steers: controls, formats such as the marks that turn the
direction of writing, halves of surrogate pairs, ends of lines and paragraphs."""
_JOINERS = "\u200c\u200d"
"""Formats that belong to the spelling of some languages, and to emoji."""


def strange_letter(text: str, also: str = "") -> str | None:
    """The first character that a text may not have, by its number; ``also`` are allowed, too."""
    if text.isascii() and text.isprintable():
        return None
    for letter in text:
        if letter not in also and letter not in _JOINERS and unicodedata.category(letter) in _STRANGE:
            return f"U+{ord(letter):04X}"
    return None


def strange_line(text: str) -> tuple[int, str] | None:
    """The first line of a file with such a character, and the character's number."""
    for number, line in enumerate(text.split("\n"), 1):
        found = strange_letter(line.removesuffix("\r"), "\t")
        if found is not None:
            return number, found
    return None
