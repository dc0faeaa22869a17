"""Text that somebody copied elsewhere: a position or a game."""

from __future__ import annotations

import re

from wormhole.library import pgn
from wormhole.rules.board import Board
from wormhole.rules.errors import FenError, PgnError
from wormhole.rules.variant import Variant

_GAME = re.compile(r"^\s*\[\w+\s+\"|(^|\s)1\s?\.", re.MULTILINE)


def board_of(text: str, own: Variant) -> Board:
    """The position of `own`, as FEN, or the last game, as PGN, that a text holds.

    Raises FenError or PgnError saying what is wrong.

    >>> from wormhole.rules.gamefile import variant
    >>> board_of("1. e4 e5 *", variant("chess")).fullmove_number
    2
    """
    text = text.strip()
    if not text:
        raise FenError("There is no text to paste. Copy a position (FEN) or a game (PGN) first.")
    if not _GAME.search(text):
        return Board(own, " ".join(text.split()))
    games = list(pgn.read(_named(text, own), [own]))
    if not games:
        raise PgnError("there is no game in this text")
    return games[-1].board()


def _named(text: str, own: Variant) -> str:
    """A game without tags is one of `own`."""
    return text if re.search(r"^\s*\[", text) else f'[Variant "{own.name}"]\n\n{text}'
