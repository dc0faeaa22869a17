"""A game that is being composed: the table of its file, valid or not. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cached_property
from typing import Any

from wormhole.base.errors import FenError, Message, VariantError, WormholeError
from wormhole.base.schema import FieldError, Table
from wormhole.library.composer.game_text import game_text
from wormhole.library.composer.start_hint import start_hint
from wormhole.rules import betza, fen
from wormhole.rules.chosen_rules import differences
from wormhole.rules.endings import Endings, Goal, NoMove, Royal
from wormhole.rules.game_file import (
    MARK,
    BoardTable,
    GameTable,
    MutatorTable,
    catalogue_name,
    inherited,
    parsed,
    read_table,
)
from wormhole.rules.game_pieces import PieceTable
from wormhole.rules.geometry import Geometry
from wormhole.rules.hands import Drops, Hands
from wormhole.rules.placement import VOID, grid_of, read_rows, write_rows
from wormhole.rules.variant import LeftSquare, PieceType, Variant

_OF_THE_CATALOGUE = ("group", "menu", "other_names")
"""Fields that only the catalogue's own files need."""
UNNAMED = "composed"
"""The name of a game whose title has no letters for the name of a file."""
LONGEST_FILE_NAME = 60


@dataclass(frozen=True)
class Trouble:
    """Why a draft cannot be played, and the field that says so, such as ``pieces.Q.moves``."""

    message: Message
    path: str = ""


def definition_of(game: Variant) -> str:
    """The file of a game; with changed rules, one that inherits from it or continues it.

    Raises :class:`WormholeError` if its definition cannot be read.
    """
    changed = differences(game, parsed(game.definition, game.name))
    if not changed:
        return game.definition
    title = str(game.title)
    is_known = catalogue_name(game) is not None
    draft = GameDraft({"inherits": game.name}) if is_known else GameDraft.read(game.definition)
    return draft.with_values(
        {"title": title, **{_FIELDS[type(value)]: value.value for value in changed}}
    ).text


_FIELDS = {LeftSquare: "mutator.left_square", NoMove: "endings.stalemate"}
"""Where a file has the rules that can be chosen."""


@dataclass(frozen=True)
class GameDraft:
    """The fields that the game's file has itself; what it inherits is not among them."""

    own: Table

    @classmethod
    def of(cls, game: Variant, title: str) -> GameDraft:
        """A new game called ``title`` that begins as ``game``; a game of one's own is continued.

        Raises :class:`WormholeError` if the game has no definition that can be read.
        """
        if catalogue_name(game) == game.name:
            return cls({"inherits": game.name, "title": title})
        return cls.read(game.definition)

    @classmethod
    def read(cls, text: str) -> GameDraft:
        """The draft of a game's file. Raises :class:`WormholeError` if the file cannot be played."""
        parsed(text, UNNAMED)
        own = read_table(text)
        return cls({name: value for name, value in own.items() if name not in _OF_THE_CATALOGUE})

    # Its fields

    @cached_property
    def whole(self) -> Table:
        """All fields, also those that are inherited."""
        return inherited(self.own)

    def value(self, path: str, otherwise: Any = None) -> Any:
        """The value of a field, such as ``board.start``."""
        return _at(self.whole, path.split("."), otherwise)

    def with_value(self, path: str, value: Any) -> GameDraft:
        """A copy with another value of a field. What equals the inherited value is not written."""
        keys = path.split(".")
        without = GameDraft(_without(self.own, keys))
        if _at(without.whole, keys, default_of(path)) == value:
            return without
        return GameDraft(_with(self.own, keys, value))

    def with_values(self, values: Mapping[str, Any]) -> GameDraft:
        """A copy with other values of several fields."""
        draft = self
        for path, value in values.items():
            draft = draft.with_value(path, value)
        return draft

    @property
    def title(self) -> str:
        """The title of the game; empty if it has none yet."""
        return str(self.value("title", ""))

    @property
    def left_square(self) -> LeftSquare:
        """What happens to the square that a piece leaves."""
        return LeftSquare(self.value("mutator.left_square", LeftSquare.STAYS.value))

    @property
    def pieces(self) -> dict[str, Table]:
        """The tables of its piece types, by letter."""
        pieces = self.value("pieces", {})
        lacking = pieces.get("without", "")
        return {key: piece for key, piece in pieces.items() if key != "without" and key not in lacking}

    @property
    def royal(self) -> str:
        """The letters of its royal pieces; empty if no piece is royal."""
        if self.value("endings.royal") == Royal.NONE.value:
            return ""
        return "".join(letter for letter, piece in self.pieces.items() if piece.get("royal"))

    @property
    def rows(self) -> list[list[str]]:
        """The start position, top row first."""
        return read_rows(self.value("board.start"))

    def with_rows(self, rows: list[list[str]]) -> GameDraft:
        """A copy with another start position."""
        return self.with_value("board.start", write_rows(rows))

    # Its file and its game

    @cached_property
    def text(self) -> str:
        """The content of its file."""
        return game_text(self.own)

    @property
    def name(self) -> str:
        """The name of its file, without the suffix, made of its title."""
        plain = unicodedata.normalize("NFKD", self.title).encode("ascii", "ignore").decode().lower()
        words = re.findall("[a-z0-9]+", plain)
        return "-".join(words)[:LONGEST_FILE_NAME].strip("-").removesuffix(MARK) or UNNAMED

    @cached_property
    def checked(self) -> Variant | Trouble:
        """Its game, or why it cannot be played."""
        try:
            game = parsed(self.text, self.name)
            fen.read(game, fen.start(game))
        except FieldError as error:
            return Trouble(error.message, error.path)
        except FenError as error:
            return Trouble(error.message, "board.start")
        except VariantError as error:
            return Trouble(error.message)
        return game

    @cached_property
    def hint(self) -> Message | None:
        """What is odd about its start position, though it can be played."""
        return start_hint(self.checked) if isinstance(self.checked, Variant) else None

    @property
    def trouble(self) -> Trouble | None:
        """Why it cannot be played; None if it can."""
        return self.checked if isinstance(self.checked, Trouble) else None

    @cached_property
    def sketch(self) -> Variant:
        """Its game to be drawn: also if it cannot be played, its board and its pieces are there."""
        if isinstance(self.checked, Variant):
            return self.checked
        hands = self.value("hands", {})
        held = "".join(letter for letter in str(hands.get("start", "")) if letter.upper() in self.pieces)
        return Variant(
            name=self.name,
            title=self.title,
            inventor="",
            year=0,
            about="",
            start=self.value("board.start"),
            geometry=_geometry(self.value("board", {})),
            piece_types={letter: _sketched(letter, piece) for letter, piece in self.pieces.items()},
            left_square=self.left_square,
            endings=Endings(Goal.CHECKMATE, NoMove.DRAW),
            hands=Hands(captures=bool(hands.get("captures")), start=held),
        )


_TABLES = {
    "board": BoardTable,
    "mutator": MutatorTable,
    "hands": Hands,
    "endings": Endings,
    "pieces": PieceTable,
    "drops": Drops,
}


def default_of(path: str) -> Any:
    """The value of a field that no file gives, as a file would have it; None if there is none."""
    *tables, name = path.split(".")
    if path == "pieces.without":
        return ""
    known = [_TABLES[table] for table in tables if table in _TABLES]
    found = next(
        (each.default for each in fields(known[-1] if known else GameTable) if each.name == name), None
    )
    if found is MISSING:
        return None
    if isinstance(found, frozenset):
        return ""
    if isinstance(found, tuple):
        return "" if "pieces" in tables else list(found)
    return in_file(found)


def in_file(value: Any) -> Any:
    """The value of a field as a file has it."""
    return value.value if isinstance(value, Enum) else value


def _geometry(board: Table) -> Geometry:
    """The geometry of a board; with ordinary labels if its own do not fit, and at most so many places."""
    grid = grid_of(board["start"])
    other = tuple(board.get("other_squares", ()))
    files, ranks = (
        tuple("" if label == VOID else label for label in board.get(key, ())) for key in ("files", "ranks")
    )
    try:
        return Geometry.of_grid(grid, files, ranks, other)
    except WormholeError:
        files = tuple(f"f{column}" for column in range(len(grid[0])))
        return Geometry.of_grid(grid, files if len(files) > 26 else ())


def _sketched(letter: str, piece: Table) -> PieceType:
    """A piece to be drawn; its moves are left out if they cannot be read."""
    try:
        paths = betza.paths(piece.get("moves", ""))
    except VariantError:
        paths = ()
    return PieceType(
        letter,
        str(piece.get("name", "")),
        piece.get("sprite") or letter,
        paths,
        royal=bool(piece.get("royal")),
        aliases=str(piece.get("aliases", "")),
    )


def _at(table: Any, keys: list[str], otherwise: Any) -> Any:
    for key in keys:
        if not isinstance(table, Mapping) or key not in table:
            return otherwise
        table = table[key]
    return table


def _with(table: Table, keys: list[str], value: Any) -> dict[str, Any]:
    """A table with another value; those on the way to it are made where they are missing."""
    first, *rest = keys
    return {**table, first: _with(table.get(first, {}), rest, value) if rest else value}


def _without(table: Table, keys: list[str]) -> dict[str, Any]:
    """A table without a value, and without tables that are empty then."""
    first, *rest = keys
    if first not in table:
        return dict(table)
    inner = _without(table[first], rest) if rest else {}
    left = {key: value for key, value in table.items() if key != first}
    return {**table, first: inner} if inner else left
