"""The letters of the pieces of chess in other languages than English, and moves written with them.

PGN is written with the English letters. Books and programs of clubs have those of their language: a German
``Sf3`` is an ``Nf3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wormhole.base.errors import Message
from wormhole.rules.written_moves import NOVELTY

ENGLISH = "KQRBN"


class Language(NamedTuple):
    """A language, and its letters of king, queen, rook, bishop and knight; a letter may be two."""

    name: Message
    letters: tuple[str, ...]


LANGUAGES = tuple(
    Language(name, tuple(letters.split()))
    for name, letters in (
        (Message("German"), "K D T L S"),  # also Danish, Norwegian, Swedish and Croatian
        (Message("French"), "R D T F C"),
        (Message("Spanish"), "R D T A C"),  # also Italian and Catalan
        (Message("Dutch"), "K D T L P"),
        (Message("Portuguese"), "R D T B C"),
        (Message("Polish"), "K H W G S"),
        (Message("Czech"), "K D V S J"),  # also Slovak
        (Message("Hungarian"), "K V B F H"),
        (Message("Finnish"), "K D T L R"),
        (Message("Romanian"), "R D T N C"),
        (Message("Icelandic"), "K D H B R"),
        (Message("Estonian"), "K L V O R"),
        (Message("Turkish"), "\u015e V K F A"),
        (
            Message("Russian"),
            "\u041a\u0440 \u0424 \u041b \u0421 \u041a",
        ),
    )
)
"""Languages with letters of their own; of several with the same ones, that of most players."""

_LETTER = "[^\\W\\d_a-z]\u0440?"
_PIECE = re.compile(rf"^{_LETTER}(?=[a-h1-8x:\u00d7])")
_APART = re.compile(rf"^[=/(]{{1,2}}{_LETTER}")
_PROMOTED = re.compile(rf"(?<=[18])[=/(]{{0,2}}{_LETTER}|(?<=[a-h])[=/(]{{1,2}}{_LETTER}")


def _letters(text: str) -> re.Pattern[str]:
    """Finds the letters in a move: of its piece, or that of a pawn's promotion, which may stand apart."""
    if text[:1].islower():
        return _PROMOTED
    return _APART if text[:1] in "=/(" else _PIECE


def letters_of(texts: Iterable[str]) -> set[str]:
    """The letters of pieces in moves.

    >>> sorted(letters_of(["e4", "Sf3", "Txd8+", "e8=D", "O-O"]))
    ['D', 'S', 'T']
    """
    moves = (text for text in texts if text != f"({NOVELTY})")
    return {found.group().lstrip("=/(") for text in moves for found in _letters(text).finditer(text)}


def languages_of(letters: set[str]) -> Iterator[Language]:
    """The languages that have all these letters; none if they are English."""
    if not letters <= {*ENGLISH, "P"}:
        for language in LANGUAGES:
            if letters <= {*language.letters, "P"}:
                yield language


def in_english(text: str, language: Language) -> str:
    """A move with the letters of a language as it is written in English; other texts stay as they are.

    >>> in_english("Dxd8+", LANGUAGES[0]), in_english("exd8=S", LANGUAGES[0])
    ('Qxd8+', 'exd8=N')
    """
    english = dict(zip(language.letters, ENGLISH, strict=True))

    def translated(found: re.Match[str]) -> str:
        sign = found.group()
        letter = sign.lstrip("=/(")
        return sign.removesuffix(letter) + english.get(letter, letter)

    return _letters(text).sub(translated, text)
