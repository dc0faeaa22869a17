"""Interprets pasted text: a position, games, or the definition of a game."""

from __future__ import annotations

import re
from pathlib import Path

from wormhole.library.chosen_game import ChosenGame
from wormhole.library.own_pictures import with_pictures
from wormhole.library.pgn import text_lines
from wormhole.rules.board import Board
from wormhole.rules.errors import FenError
from wormhole.rules.game_file import parse
from wormhole.rules.variant import Variant

PASTED = "pasted"
"""The name of a game that is defined by a pasted text."""

LONGEST_BEGINNING = 100_000
"""The characters from which the kind of a text is recognised."""

_GAME = re.compile(r"^[^\S\n]*\[\w+\s+\"|(^|\s)1\s?\.", re.MULTILINE)


_DEFINITION = re.compile(r"^[^\S\n]*(\[[\w.-]+\]|[\w-]+[^\S\n]*=.*)[^\S\n]*$", re.MULTILINE)


def holds_definition(text: str) -> bool:
    """Whether the text is TOML, as the definition of a game is.

    >>> holds_definition('inherits = "chess"'), holds_definition('[White "Ada"]')
    (True, False)
    """
    return _DEFINITION.search(text[:LONGEST_BEGINNING]) is not None and not holds_games(text)


def definition(text: str) -> ChosenGame:
    """The game that a text defines. Raises WormholeError that says what is wrong, and where."""
    game, complaint = with_pictures(parse(text, PASTED), Path.home())
    Board(game)  # its first position is checked
    return ChosenGame(game, complaint=complaint)


def holds_games(text: str) -> bool:
    """Whether the text is PGN rather than a FEN."""
    return _GAME.search(text[:LONGEST_BEGINNING]) is not None


def game_lines(text: str, own: Variant) -> list[str]:
    """The lines of a PGN text; a game without tags gets the variant ``own``.

    >>> from wormhole.rules.game_file import variant
    >>> game_lines("1. e4 e5 *", variant("chess"))
    ['[Variant "chess"]', '', '1. e4 e5 *']
    """
    text = text.strip()
    return text_lines(text if text.startswith("[") else f'[Variant "{own.name}"]\n\n{text}')


def position(text: str, own: Variant) -> Board:
    """The board for a FEN of ``own``. Raises FenError that says what is wrong."""
    if not text.strip():
        raise FenError("There is no text to paste. Copy a position (FEN) or a game (PGN) first.")
    return Board(own, " ".join(text.split()))
