"""Finds the game of the catalogue to which a pasted position or game belongs that names none."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from wormhole.base.errors import FenError, Message, WormholeError
from wormhole.library import pgn
from wormhole.library.headers import CHESS, corrected_board, named_game
from wormhole.library.pasted import LONGEST_BEGINNING, game_lines, position
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import menu
from wormhole.rules.game_file import variant
from wormhole.rules.variant import Variant

WELL_KNOWN = (
    *("chess", "horde", "crazyhouse", "xiangqi", "shogi", "makruk", "janggi", "shatranj", "sittuyin"),
    *("3check", "atomic", "antichess", "kingofthehill", "racingkings", "capablanca", "grand", "seirawan"),
    *("minishogi", "dobutsu", "minixiangqi", "gorogoro", "wormhole", "cheshire", "omega", "smess"),
)
"""Of several games that a text fits, the first one of these is meant."""

_NAMES_GAME = re.compile(r'^\[Variant\s+"', re.MULTILINE | re.IGNORECASE)
_GAME_TAG = re.compile(r"^\[Event\s", re.MULTILINE)


@dataclass(frozen=True)
class FoundPosition:
    """A position of a text, and what was corrected in it."""

    board: Board
    corrections: tuple[Message, ...] = ()
    own: FoundPosition | None = None
    """The same text as a position of the game shown, if it can be one and another game is meant."""
    is_other: bool = False
    """Whether another game than the one shown is meant."""


def found_position(text: str, own: Variant) -> FoundPosition:
    """The position of a FEN or EPD: of ``own``, unless another game is meant.

    That is so if ``own`` cannot hold it, if it is the start of another well-known game, or if only such a
    game holds it without corrections. Raises FenError, which says why ``own`` cannot hold it, if no game can.

    >>> found_position("4k4/9/9/9/9/9/9/9/9/3K5 w", variant("chess")).board.variant.name
    'xiangqi'
    """
    fen = " ".join(text.split())
    try:
        shown = FoundPosition(*position(text, own))
    except FenError:
        if not fen:
            raise
        others = list(_holding(fen, own, WELL_KNOWN)) or list(_holding(fen, own, menu()))
        if not others:
            raise
        return min(
            others, key=lambda other: (not _is_start(fen, other.board.variant), len(other.corrections))
        )
    if _is_start(fen, own):
        return shown
    for other in _holding(fen, own, WELL_KNOWN):
        is_plain = bool(shown.corrections) and not other.corrections
        if is_plain or _is_start(fen, other.board.variant):
            return FoundPosition(other.board, other.corrections, shown, is_other=True)
    return shown


def game_of_moves(text: str, own: Variant) -> Variant:
    """The game whose moves a PGN text without a tag ``Variant``, or a list of moves, has.

    It is ``own`` or, if there are tags, chess, unless only a well-known game has all the moves. Several games
    in one text are of that game, too.
    """
    stripped = text.strip()
    usual = named_game(CHESS) if stripped.startswith("[") else own
    if len(text) > LONGEST_BEGINNING or len(_GAME_TAG.findall(text)) > 1 or _NAMES_GAME.search(text):
        return usual
    games = (usual, own, *(variant(name) for name in WELL_KNOWN))
    return next((game for game in games if _has_moves(stripped, game)), usual)


def lines_of(text: str, game: Variant) -> list[str]:
    """The lines of a PGN text that :func:`game_of_moves` takes for one of ``game``."""
    lines = game_lines(text, game)
    names_none = text.strip().startswith("[") and game.name != CHESS and not _NAMES_GAME.search(text)
    return [f'[Variant "{game.name}"]', *lines] if names_none else lines


def _holding(fen: str, own: Variant, names: tuple[str, ...]) -> Iterator[FoundPosition]:
    """The position in each of these games that holds it, but ``own``; an empty board tells no game."""
    for name in names:
        if name != own.name:
            with contextlib.suppress(FenError):
                board, corrections = corrected_board(variant(name), fen)
                if board.piece_map():
                    yield FoundPosition(board, corrections, is_other=True)


def _is_start(fen: str, game: Variant) -> bool:
    """Whether the pieces stand as at the start of a game."""
    placement, start = (text.split(maxsplit=1)[0].partition("[")[0] for text in (fen, game.start))
    return placement == start


def _has_moves(text: str, game: Variant) -> bool:
    """Whether all moves of a text are legal in a game."""
    try:
        pgn.pick(lines_of(text, game), games=[game])
    except WormholeError:
        return False
    return True
