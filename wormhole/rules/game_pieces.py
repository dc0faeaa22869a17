"""The pieces of a game's file: the tables ``[pieces.X]``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from string import ascii_uppercase
from typing import Any

from wormhole.rules import betza
from wormhole.rules.errors import Message, WormholeError
from wormhole.rules.geometry import Geometry
from wormhole.rules.placement import HOLE
from wormhole.rules.quoting import clipped, quoted
from wormhole.rules.variant import Goal, LeftSquare, PieceType

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


Table = dict[str, Any]


class FieldError(Exception):
    """An error in one field; ``path`` is its name with its tables, separated by dots."""

    def __init__(self, path: str, trouble: str) -> None:
        super().__init__(path, trouble)
        self.path, self.trouble = path, trouble


@dataclass(frozen=True)
class Fields:
    """A table of the file; its methods read fields by name and type.

    ``own`` is what the file itself says of it; the rest of ``table`` is inherited.
    """

    table: Table
    path: str = ""
    own: Table = field(default_factory=dict)

    def get(self, key: str, kind: type, *default: Any) -> Any:
        """The field, or ``default`` if one is given and the field is missing."""
        if key not in self.table:
            if default:
                return default[0]
            raise FieldError(self.name(key), Message("is missing"))
        value = self.table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise FieldError(
                self.name(key), Message("{value} is not a {kind}", value=quoted(value), kind=_KINDS[kind])
            )
        return value

    def number(self, key: str, least: int, most: int, default: int) -> int:
        """A field that is a number within bounds."""
        value: int = self.get(key, int, default)
        if not least <= value <= most:
            raise FieldError(
                self.name(key),
                Message(
                    "{value} is not a number from {least} to {most}", value=value, least=least, most=most
                ),
            )
        return value

    def line(self, key: str, most: int, *default: str) -> str:
        """A field that is a text of one line, with at most so many letters, and not blank without default."""
        text: str = self.get(key, str, *default)
        if not default and not text.strip():
            raise FieldError(self.name(key), Message("is empty"))
        return self._short(key, text, most)

    def paragraphs(self, key: str, most: int) -> str:
        """A field that is a text of any number of lines; empty if it is missing."""
        return self._short(key, self.get(key, str, "").strip(), most, "\n")

    def _short(self, key: str, text: str, most: int, also: str = "") -> str:
        strange = strange_letter(text, also)
        if strange is not None:
            raise FieldError(
                self.name(key), Message("the character {name} cannot be part of it", name=strange)
            )
        if len(text) > most:
            raise FieldError(self.name(key), Message("is longer than {most} letters", most=most))
        return text

    def choice(self, key: str, choices: type[Enum], default: Enum) -> Any:
        """A field that is one of the words of an enum."""
        value = self.get(key, str, default.value)
        try:
            return choices(value)
        except ValueError:
            words = ", ".join(choice.value for choice in choices)
            raise FieldError(
                self.name(key), Message("{value} is not one of {words}", value=quoted(value), words=words)
            ) from None

    def texts(self, key: str) -> tuple[str, ...]:
        """A field that is a list of texts."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise FieldError(self.name(key), Message("a list of texts is expected"))
        return tuple(values)

    def read(self, key: str, reader: Callable[[str], Any], *default: str) -> Any:
        """A text field parsed by ``reader``; its errors are reported for this field."""
        try:
            return reader(self.get(key, str, *default))
        except WormholeError as error:
            raise FieldError(self.name(key), error.message) from None

    def part(self, key: str) -> Fields:
        """A table within this one; empty if it is missing."""
        own = self.own.get(key)
        return Fields(self.get(key, dict, {}), self.name(key), own if isinstance(own, dict) else {})

    def only(self, *keys: str) -> None:
        """Refuse unknown fields, which are most likely misspelt."""
        for key in self.table:
            if key not in keys:
                raise FieldError(
                    self.name(key),
                    Message("there is no such field; the fields here are {words}", words=", ".join(keys)),
                )

    def name(self, key: str) -> str:
        """The name of a field with its tables."""
        return f"{self.path}.{key}" if self.path else key


_KINDS = {
    str: Message("text"),
    int: Message("whole number"),
    bool: Message("value true or false"),
    dict: Message("table"),
    list: Message("list"),
}


def texts_in(table: Table) -> Iterator[tuple[str, str]]:
    """All names and texts of a table, each with the path of its field; tables may be nested deeply."""
    waiting: list[tuple[str, Any]] = [("", table)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                below = f"{path}.{key}" if path else key
                yield below, key
                waiting.append((below, inner))
        elif isinstance(value, list):
            waiting.extend((path, inner) for inner in value)
        elif isinstance(value, str):
            yield path, value


_KEY = r"(?:\"[^\"]*\"|'[^']*'|[\w-]+)"
_KEYS = rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*"
_HEADER = re.compile(rf"\s*\[{_KEYS}\]")
_FIELD = re.compile(rf"{_KEYS}=")


def line_of(text: str, path: str) -> int | None:
    """The line of a field in a file, or else of the nearest table around it; None if the file has neither."""
    wanted = path.split(".")
    section: list[str] = []
    nearest, depth = None, 0
    quote = None
    for number, line in enumerate(text.split("\n"), 1):
        if quote is None:
            header, field_ = _HEADER.match(line), _FIELD.match(line)
            if header:
                section = _names(header[1])
            here = section if header else [*section, *_names(field_[1])] if field_ else []
            if here == wanted:
                return number
            if depth < len(here) and here == wanted[: len(here)]:
                nearest, depth = number, len(here)
        for mark in re.findall(r"\"{3}|'{3}", line):
            quote = mark if quote is None else None if mark == quote else quote
    return nearest


def _names(keys: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, keys)]


_FIELDS = (
    *("name", "sprite", "moves", "royal", "pawn", "aliases", "en_passant", "castles_with"),
    *("home_rank", "promotes_to", "promotion_rank", "promotion_squares"),
)
LONGEST_NAME = 50
LONGEST_FILE_NAME = 100
MOST_PROMOTIONS = 15
LETTERS = ascii_uppercase.replace(HOLE.upper(), "")
"""All letters but that which means a hole in a FEN."""


def read_pieces(
    file: Fields, geometry: Geometry, arrowed: bool, goal: Goal, left_square: LeftSquare
) -> Mapping[str, PieceType]:
    """The piece types of the table ``[pieces]``, by letter."""
    passing = _no_en_passant(arrowed, goal, left_square) is None
    without = _without(file)
    piece_types = {
        letter: _piece(file.part(letter), letter, geometry)
        for letter in file.table
        if letter != "without" and letter not in without
    }
    royal = [piece_type.letter for piece_type in piece_types.values() if piece_type.royal]
    if len(royal) != 1:
        raise FieldError(
            file.path,
            Message(
                "exactly one piece must be royal, not {words}",
                words=clipped(", ".join(royal)) or Message("none"),
            ),
        )
    for letter, piece_type in piece_types.items():
        table = file.part(letter)
        _check_letters(table, piece_type, piece_types)
        _check_first_moves(table, piece_type)
        _check_castling(table, piece_type, goal, left_square)
        if piece_type.en_passant:
            _check_en_passant(table, piece_type, _no_en_passant(arrowed, goal, left_square))
        trouble = passage_trouble(piece_type) if left_square is LeftSquare.RANDOM else None
        if trouble is not None:
            raise FieldError(table.name("moves"), trouble)
    if passing:
        _check_promotion_in_passing(file, geometry, piece_types.values())
    return {
        letter: piece_type if passing else replace(piece_type, en_passant=False)
        for letter, piece_type in piece_types.items()
    }


def letters_of(file: Fields, key: str) -> str:
    """A field that is a list of different pieces' letters, written as a text."""
    letters: str = file.get(key, str, "")
    for letter in letters:
        if letter not in LETTERS:
            raise FieldError(
                file.name(key), Message("{letter} cannot be the letter of a piece", letter=quoted(letter))
            )
        if letters.count(letter) > 1:
            raise FieldError(
                file.name(key), Message("{letter} is listed more than once", letter=quoted(letter))
            )
    return letters


def refuse_unknown(file: Fields, key: str, letters: Iterable[str], known: Iterable[str]) -> None:
    """Raise :class:`FieldError` if the game has no piece with one of these letters."""
    for letter in letters:
        if letter not in known:
            raise FieldError(
                file.name(key), Message("no piece has the letter {letter}", letter=quoted(letter))
            )


def _without(file: Fields) -> str:
    without = letters_of(file, "without")
    for letter in without:
        if letter in file.own or letter not in file.table:
            raise FieldError(
                file.name("without"),
                Message("{letter} is not a piece of the inherited game", letter=quoted(letter))
                if letter not in file.table
                else Message("{letter} is a piece of this file", letter=quoted(letter)),
            )
    return without


def _piece(file: Fields, letter: str, geometry: Geometry) -> PieceType:
    if len(letter) != 1 or not ("A" <= letter <= "Z"):
        raise FieldError(file.path, Message("a piece's letter must be one capital letter, A to Z"))
    if letter not in LETTERS:
        raise FieldError(
            file.path, Message("{letter} cannot be the letter of a piece", letter=quoted(letter))
        )
    file.only(*_FIELDS)
    promotes_to = letters_of(file, "promotes_to")
    return PieceType(
        letter=letter,
        name=file.line("name", LONGEST_NAME),
        sprite=file.line("sprite", LONGEST_FILE_NAME, letter),
        paths=file.read("moves", betza.paths),
        royal=file.get("royal", bool, False),
        aliases=letters_of(file, "aliases"),
        home_squares=_home_squares(file, geometry),
        promotion_squares=_promotion_squares(file, geometry) if promotes_to else frozenset(),
        promotes_to=promotes_to,
        en_passant=file.get("en_passant", bool, False),
        castles_with=file.get("castles_with", str, ""),
        pawn=file.get("pawn", bool, False),
    )


def _home_squares(file: Fields, geometry: Geometry) -> frozenset[int]:
    if "home_rank" not in file.table or file.table.get("royal") is True:
        return frozenset()
    return _rank(file, "home_rank", geometry)


def _rank(file: Fields, key: str, geometry: Geometry) -> frozenset[int]:
    """The squares of the rank whose label the field holds."""
    label = str(file.get(key, int))
    if label not in geometry.row_labels:
        raise FieldError(file.name(key), Message("the board has no rank {label}", label=label))
    return _row(file, key, geometry, geometry.row_labels.index(label))


def _row(file: Fields, key: str, geometry: Geometry, row: int) -> frozenset[int]:
    """The squares of a row. Raises :class:`FieldError` if Black's, on the board turned round, are others."""
    own, turned = (
        frozenset(square for square in range(geometry.squares) if geometry.place[square][1] == each)
        for each in (row, geometry.rows - 1 - row)
    )
    if {geometry.turned(square) for square in own} != turned:
        raise FieldError(file.name(key), Message("Black's rank has other squares, seen from the other side"))
    return own


def _promotion_squares(file: Fields, geometry: Geometry) -> frozenset[int]:
    keys = ("promotion_squares", "promotion_rank")
    named = [key for key in keys if key in file.own] or [key for key in keys if key in file.table]
    if len(named) > 1:
        raise FieldError(
            file.name("promotion_rank"), Message("not together with {key}", key="promotion_squares")
        )
    if not named:
        return _row(file, "promotes_to", geometry, geometry.rows - 1)
    if named[0] == "promotion_rank":
        return _rank(file, "promotion_rank", geometry)
    squares = file.read("promotion_squares", lambda text: [geometry.parse(name) for name in text.split()])
    if not squares:
        raise FieldError(file.name("promotion_squares"), Message("is empty"))
    for square in squares:
        if geometry.turned(square) >= geometry.squares:
            raise FieldError(
                file.name("promotion_squares"),
                Message("{name} has no counterpart for Black", name=geometry.names[square]),
            )
    return frozenset(squares)


def _check_letters(file: Fields, piece_type: PieceType, piece_types: Mapping[str, PieceType]) -> None:
    """Refuse promotions and other letters that name the wrong piece or none."""
    promotes_to = piece_type.promotes_to
    if piece_type.royal and promotes_to:
        raise FieldError(file.name("promotes_to"), Message("the royal piece cannot promote"))
    if len(promotes_to) > MOST_PROMOTIONS:
        raise FieldError(
            file.name("promotes_to"),
            Message("a piece promotes to {most} pieces at most", most=MOST_PROMOTIONS),
        )
    if piece_type.letter in promotes_to:
        raise FieldError(
            file.name("promotes_to"),
            Message("{letter} is the piece itself", letter=quoted(piece_type.letter)),
        )
    for key in ("promotion_rank", "promotion_squares"):
        if key in file.own and not promotes_to:
            raise FieldError(file.name(key), Message("only for a piece with {key}", key="promotes_to"))
    for key, letters in (("promotes_to", promotes_to), ("castles_with", piece_type.castles_with)):
        refuse_unknown(file, key, letters, piece_types)
        for letter in letters:
            if piece_types[letter].royal:
                raise FieldError(
                    file.name(key), Message("{letter} is the royal piece", letter=quoted(letter))
                )
    for letter in piece_type.aliases:
        other = next(
            (
                each
                for each in piece_types.values()
                if letter == each.letter or (each is not piece_type and letter in each.aliases)
            ),
            None,
        )
        if other is not None:
            raise FieldError(
                file.name("aliases"),
                Message("{letter} is the {name}", letter=quoted(letter), name=Message(other.name)),
            )


def _check_first_moves(file: Fields, piece_type: PieceType) -> None:
    """Refuse first moves that are never made, and a rank without first moves."""
    if piece_type.royal:
        if "home_rank" in file.own:
            raise FieldError(
                file.name("home_rank"),
                Message("the royal piece has its first moves until it moves, on any rank"),
            )
    elif piece_type.has_first_move and not piece_type.home_squares:
        raise FieldError(
            file.name("moves"), Message("{letter} needs {key}", letter=quoted("i"), key="home_rank")
        )
    elif "home_rank" in file.own and not piece_type.has_first_move:
        raise FieldError(
            file.name("home_rank"), Message("the piece has no moves with {letter}", letter=quoted("i"))
        )


def _check_castling(file: Fields, piece_type: PieceType, goal: Goal, left_square: LeftSquare) -> None:
    if not piece_type.castles_with:
        return
    trouble = None
    if len(piece_type.castles_with) > 1:
        trouble = Message("a king castles with one kind of piece")
    elif not piece_type.royal:
        trouble = Message("only the royal piece castles")
    elif "castles_with" not in file.own:
        return
    elif left_square.squares_go:
        trouble = Message("there is no castling where squares go")
    elif goal is Goal.CAPTURE:
        trouble = Message("there is no castling where the royal piece is captured")
    elif piece_type.has_first_move:
        trouble = Message("a king with other first moves does not castle")
    elif any(path.goes_aside_by_two for path in piece_type.paths):
        trouble = Message("a king that goes two squares aside anyway does not castle")
    if trouble is not None:
        raise FieldError(file.name("castles_with"), trouble)


def _no_en_passant(arrowed: bool, goal: Goal, left_square: LeftSquare) -> Message | None:
    """Why a game has no en passant; None if it may have."""
    if left_square is LeftSquare.FOLDS:
        return Message("there is no en passant where the board folds")
    if goal is Goal.CAPTURE:
        return Message("there is no en passant where the royal piece is captured")
    if arrowed:
        return Message("there is no en passant on a board with arrows")
    return None


def _check_en_passant(file: Fields, piece_type: PieceType, none: Message | None) -> None:
    """Refuse en passant where it is not played, and for pieces that do not move like pawns."""
    if piece_type.royal:
        trouble: Message | None = Message("the royal piece does not capture en passant")
    elif none is not None:
        trouble = none if "en_passant" in file.own else None
    elif not _moves_like_a_pawn(piece_type):
        trouble = Message(
            "only pieces that move like pawns capture each other en passant: by single steps, some to move "
            "and others to capture, and by two or three steps straight forward"
        )
    else:
        trouble = None
    if trouble is not None:
        raise FieldError(file.name("en_passant"), trouble)


def _check_promotion_in_passing(file: Fields, geometry: Geometry, piece_types: Iterable[PieceType]) -> None:
    """Refuse promotion squares on which a piece could capture en passant: such a capture does not promote."""
    pawns = [piece_type for piece_type in piece_types if piece_type.en_passant]
    passed = {
        geometry.square_at.get((column, row + steps))
        for pawn in pawns
        for path in pawn.paths
        for column, row in (
            geometry.place[square]
            for square in (pawn.home_squares if path.from_home else range(geometry.squares))
        )
        for steps in range(1, len(path.steps))
        if row + len(path.steps) < geometry.rows
    }
    for pawn in pawns:
        for square in sorted(pawn.promotion_squares):
            if geometry.turned(square) in passed:
                raise FieldError(
                    file.part(pawn.letter).name("promotes_to"),
                    Message(
                        "on {name} a piece could capture en passant, which does not promote",
                        name=geometry.names[square],
                    ),
                )


def _moves_like_a_pawn(piece_type: PieceType) -> bool:
    """Whether the piece makes single steps, each to move or to capture, and longer moves straight forward."""
    single = [path for path in piece_type.paths if len(path.steps) == 1]
    to_move = {path.steps for path in single if path.moves}
    to_capture = {path.steps for path in single if path.captures}
    return not to_move & to_capture and all(_is_like_a_pawns(path) for path in piece_type.paths)


def _is_like_a_pawns(path: betza.Path) -> bool:
    if path.ride:
        return False
    if len(path.steps) == 1:
        return not (path.captures and path.from_home)
    return set(path.steps) == {0} and len(path.steps) <= 3 and path.lame and not path.captures


def passage_trouble(piece_type: PieceType) -> Message | None:
    """Which of its moves have no meaning on a board with random wormholes; None if all have one."""
    if piece_type.royal and any(path.ride or path.lame or path.from_home for path in piece_type.paths):
        return Message("with random wormholes the royal piece only steps and leaps")
    if any(path.lame and len(set(path.steps)) > 1 for path in piece_type.paths):
        return Message("with random wormholes only straight leaps can be blocked by pieces")
    return None
