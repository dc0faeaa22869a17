"""Interprets pasted text: positions, games, moves, an address that holds one, or the definition of a game."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from wormhole.base.errors import FenError, Message, WormholeError
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.headers import CHESS, corrected_board, is_in_catalogue, named_game
from wormhole.library.own_pictures import with_pictures
from wormhole.library.pgn import text_lines
from wormhole.rules.board import Board
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.game_file import parse
from wormhole.rules.variant import Variant

PASTED = "pasted"
"""The name of a game that is defined by a pasted text."""

LONGEST_BEGINNING = 100_000
"""The characters from which the kind of a text is recognised."""

_GAME = re.compile(r"^[^\S\n]*\[\w+\s+\"|(^|\s)1\s?\.", re.MULTILINE)
_DEFINITION = re.compile(r"^[^\S\n]*(\[[\w.-]+\]|[\w-]+[^\S\n]*=.*)[^\S\n]*$", re.MULTILINE)
_MOVE = (
    r"(?:(?:\+?[A-Za-z])?@[a-z]\d{1,2}"
    r"|[0Oo]-[0Oo](?:-[0Oo])?"
    r"|(?:\+?[A-Z])?[a-z]?\d{0,2}[x-]?[a-z]\d{1,2}(?:=?\+?[A-Za-z])?)[+#!?]*"
)
_MOVES = re.compile(rf"(?:\d+\s+)?{_MOVE}(?:\s+(?:\d+\s+)?{_MOVE})+(?:\s+(?:1-0|0-1|1/2-1/2|\*))?")
"""Two moves or more, perhaps with numbers."""
_ADDRESS = re.compile(r"(?:https?://)?[\w-]+(?:\.[\w-]+)+(?::\d+)?[/?#]\S*", re.IGNORECASE)
_OF_CHESS = ("lichess.org", "chess.com")
"""Sites whose addresses name no game where it is chess."""
_FEN_TAG = re.compile(r'^\[FEN\s+"([^"]*)"\]', re.MULTILINE)
_ID = re.compile(r'\bid "([^"]*)"')


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
    """Whether the text is PGN, or a list of moves, rather than a FEN.

    >>> [holds_games(text) for text in ("1. e4", "e2e4 e7e5 g1f3", "1 e4 e5 2 Nf3", "Nf3")]
    [True, True, True, False]
    """
    beginning = text[:LONGEST_BEGINNING].strip()
    if _is_placement(beginning):
        return False
    return _GAME.search(beginning) is not None or _MOVES.fullmatch(beginning) is not None


def game_lines(text: str, own: Variant) -> list[str]:
    """The lines of a PGN text; a game without tags gets the variant ``own``.

    >>> from wormhole.rules.game_file import variant
    >>> game_lines("1. e4 e5 *", variant("chess"))
    ['[Variant "chess"]', '', '1. e4 e5 *']
    """
    text = text.strip()
    return text_lines(text if text.startswith("[") else f'[Variant "{own.name}"]\n\n{text}')


def position(text: str, own: Variant) -> tuple[Board, tuple[Message, ...]]:
    """The board for a FEN or EPD of ``own``, and what was corrected in it.

    Raises FenError that says what is wrong.
    """
    if not text.strip():
        raise FenError("There is no text to paste. Copy a position (FEN) or a game (PGN) first.")
    return corrected_board(own, " ".join(text.split()))


def unfolded(text: str, own: Variant) -> str:
    """The PGN that an address holds, or that several lines of positions mean; else the text itself.

    Raises WormholeError for an address that holds nothing.
    """
    stripped = text.strip()
    if _ADDRESS.fullmatch(stripped):
        return _of_address(stripped, own)
    lines = [line for each in stripped.splitlines() if (line := each.strip()) and not line.startswith("#")]
    if len(lines) > 1 and all(map(_is_placement, lines)):
        return "\n".join(_tagged(own, line, _ID.search(line)) for line in lines)
    return text


def fen_of(text: str, own: Variant) -> str:
    """The FEN in a text that :func:`unfolded` or PGN gives tags, else the text on one line.

    Raises WormholeError as :func:`unfolded` does.
    """
    text = unfolded(text, own)
    tag = _FEN_TAG.search(text)
    return " ".join((text if tag is None else tag[1]).split())


def _is_placement(text: str) -> bool:
    """Whether a text begins as a FEN does: with a word of rows."""
    word = text.partition(" ")[0]
    return "/" in word and "[" not in word[:1] and not any(sign in word for sign in ".\n\t:")


def _tagged(game: Variant, fen: str, event: re.Match[str] | None = None) -> str:
    """A game without moves from a position."""
    read, corrections = corrected_fen(fen, game)
    tags = {"Event": event[1]} if event else {}
    tags |= {"Variant": game.name, "SetUp": "1", "FEN": fen if corrections else read}
    written = (value.replace("\\", r"\\").replace('"', r"\"") for value in tags.values())
    return "\n".join(f'[{name} "{value}"]' for name, value in zip(tags, written, strict=True)) + "\n\n*\n"


def _of_address(address: str, own: Variant) -> str:
    """The position or game in an address, as PGN. Raises WormholeError if there is none."""
    parts = urlsplit(address if "://" in address else f"https://{address}")
    path = [part.replace("_", " ") for part in unquote(parts.path).split("/") if part]
    values = {name: found[-1] for name, found in parse_qs(parts.query).items()}
    named = (named_game(part) for part in path if is_in_catalogue(part))
    is_of_chess = (parts.hostname or "").endswith(_OF_CHESS)
    game = next(named, named_game(CHESS) if is_of_chess else own)
    moves = values.get("pgn") or ("/".join(path[path.index("pgn") + 1 :]) if "pgn" in path else "")
    if moves.strip():
        moves = moves.replace("+", " ") if " " not in moves else moves
        return moves if moves.startswith("[") else f'[Variant "{game.name}"]\n\n{moves}\n'
    rows = game.geometry.rows  # one more where the pieces in hand follow
    fens = [values.get("fen", "").replace("_", " "), *("/".join(path[-most:]) for most in (rows, rows + 1))]
    for fen in fens:
        try:
            return _tagged(game, fen)
        except FenError:
            continue
    raise WormholeError(
        "Addresses are not opened. Copy the position (FEN) or the game (PGN) there, and paste that."
    )
