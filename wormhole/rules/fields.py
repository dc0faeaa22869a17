"""What the fields of a game's file are made of: lines of text, letters of pieces, lists of squares."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import cache
from string import ascii_uppercase
from typing import Annotated, Any

from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import quoted, strange_letter
from wormhole.base.schema import FieldError, Parse, declared, noted
from wormhole.rules.geometry import Geometry
from wormhole.rules.placement import HOLE

LETTERS = ascii_uppercase.replace(HOLE.upper(), "")
"""All letters but that which means a hole in a FEN."""
_EMPTY = Message("is empty")


def one_line(text: str) -> str:
    """The text. Raises :class:`WormholeError` if it has more lines, or marks that are not written."""
    strange = strange_letter(text)
    if strange is not None:
        raise WormholeError("the character {name} is not allowed here", name=strange)
    return text


def not_blank(text: str, if_blank: Message = _EMPTY) -> str:
    """The text. Raises :class:`WormholeError` if it is blank, or has more than one line."""
    if not text.strip():
        raise WormholeError(if_blank)
    return one_line(text)


def letters(text: str) -> str:
    """A list of different pieces' letters, written as a text. Raises :class:`WormholeError`."""
    for letter in text:
        if letter not in LETTERS:
            raise WormholeError("{letter} cannot be the letter of a piece", letter=quoted(letter))
        if text.count(letter) > 1:
            raise WormholeError("{letter} is listed more than once", letter=quoted(letter))
    return text


Letters = Annotated[str, Parse(letters)]


def letters_of(table: type) -> tuple[str, ...]:
    """The names of the fields of a table that list pieces."""
    return _parsed(table, letters)


def squares_of(table: type) -> tuple[str, ...]:
    """The names of the fields of a table that list squares of one side."""
    return _parsed(table, squares_or_none)


@cache
def _parsed(table: Any, parser: Callable[..., object]) -> tuple[str, ...]:
    notes = ((name, noted(notes, Parse)) for name, (_kind, *notes) in declared(table).items())
    return tuple(name for name, note in notes if note is not None and note.parser is parser)


def refuse_unknown(path: str, letters: Iterable[str], known: Iterable[str]) -> None:
    """Raise :class:`FieldError` if the game has no piece with one of these letters."""
    for letter in letters:
        if letter not in known:
            raise FieldError(path, "no piece has the letter {letter}", letter=quoted(letter))


def known_letters(path: str, letters: str, known: Container[str], is_own: bool) -> str:
    """The letters of pieces that the game has. Raises :class:`FieldError` if the file itself names others."""
    if is_own:
        refuse_unknown(path, letters, known)  # type: ignore[arg-type]
    return "".join(letter for letter in letters if letter in known)


def listed_squares(text: str, geometry: Geometry) -> frozenset[int]:
    """The squares that a text lists. Raises :class:`WormholeError` if there are none."""
    found = geometry.listed(text)
    if not found:
        raise WormholeError(_EMPTY)
    return found


def squares_or_none(text: str, geometry: Geometry) -> frozenset[int]:
    """The squares that a text lists; none for an empty text."""
    return listed_squares(text, geometry) if text else frozenset()


def squares_of_both(text: str, geometry: Geometry) -> frozenset[int]:
    """The squares that a text lists, each of which Black has, too, on the board turned round."""
    found = listed_squares(text, geometry)
    for square in sorted(found):
        if geometry.turned(square) >= geometry.squares:
            raise WormholeError("{name} has no counterpart for Black", name=geometry.names[square])
    return found


Squares = Annotated[frozenset[int], Parse(squares_or_none, of=str, in_context=True)]
"""Squares of one side, perhaps none."""
SquaresOfBoth = Annotated[frozenset[int], Parse(squares_of_both, of=str, in_context=True)]
"""White's squares; Black has the same on the board turned round."""
