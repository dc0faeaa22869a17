"""Figurine notation: moves written with pictures of the pieces instead of their letters.

In a text a picture is one character of Unicode's private use area; `look/words.py` draws it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from wormhole import assets

if TYPE_CHECKING:
    from wormhole import PieceType

FIRST = 0xE000
FIGURES = re.compile(f"[{chr(FIRST)}-{chr(FIRST + 255)}]")
"""Any picture of a piece in a text."""
_LETTERS = re.compile(r"^[A-Z](?=[a-z1-9x])|(?<==)[A-Z]")
"""In SAN: the letter of the piece that moves, and of the one that it becomes."""


def figured(san: str, piece_types: Mapping[str, PieceType]) -> str:
    """The move with a picture for each piece that the program has one of."""

    def figure(letter: re.Match[str]) -> str:
        piece_type = piece_types.get(letter[0])
        return letter[0] if piece_type is None else _figures().get(piece_type.sprite, letter[0])

    return _LETTERS.sub(figure, san)


def sprite_of(figure: str) -> str:
    """The name of the picture that a character stands for."""
    return _sprites()[ord(figure) - FIRST]


@cache
def _sprites() -> tuple[str, ...]:
    return tuple(sorted(assets.piece_pictures()))


@cache
def _figures() -> Mapping[str, str]:
    return {sprite: chr(FIRST + index) for index, sprite in enumerate(_sprites())}
