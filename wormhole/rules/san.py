"""What moves look like in standard algebraic notation (SAN); :class:`~wormhole.Board` knows which are legal.

A letter names the piece, ``L`` for a lion; where a piece leaves its own letter out, it is a pawn. See the PGN
standard, 8.2.3.
"""

from __future__ import annotations

import re

from wormhole.base.errors import MoveError
from wormhole.base.quoting import quoted
from wormhole.rules.move import split_roll
from wormhole.rules.variant import LeftSquare, Variant

NULL = "--"
NULLS = (NULL, "Z0", "0000", "@@@@")
"""How a null move is written, and how others write it."""

DROP_SAN = re.compile(r"(?P<other>\+?)(?P<letter>[A-Z]?)@(?P<target>[a-z]\d{1,2})[+#]?[!?]*")

SAN = re.compile(
    r"(?P<letter>[A-Z])?(?P<origin>[a-wyz]?(?:\d{1,2})?)x?(?P<target>[a-z]\d{1,2})"
    r"(?:=?(?P<promotion>[A-Z]))?(?:/(?P<enters>[A-Z]))?[+#]?[!?]*"
)


def roll_of(variant: Variant, text: str) -> tuple[str, int | None]:
    """A move's text without its roll, and the square of the roll or None. Raises :class:`MoveError`."""
    move, rolled = split_roll(text)
    if move == text or variant.left_square is not LeftSquare.RANDOM:
        return text, None
    name = rolled.rstrip("+#!? ")
    square = variant.geometry.numbers.get(name)
    if square is None:
        raise MoveError("{text}: {name} is not a square of this board", text=quoted(text), name=quoted(name))
    return move, square


def castling_in(text: str) -> str | None:
    """Castling as we write it, with what it lets in and without a check; None if the text is another one."""
    castling, slash, entered = text.rstrip("+#!?").partition("/")
    castling = castling.replace("0", "O")
    return castling + slash + entered if castling in ("O-O", "O-O-O") else None


def is_called(variant: Variant, letter: str, written: str) -> bool:
    """Whether a letter in a SAN is a piece's own, or another one that it has in a FEN."""
    return letter == written or written in variant.piece_types[letter].aliases


def moves_like(variant: Variant, letter: str, written: str) -> bool:
    """Whether a letter may be meant by that of a piece that moves alike."""
    piece, other = variant.piece_types[letter], variant.piece_types.get(written)
    is_like = other is not None and piece.promoted_from and set(piece.paths) == set(other.paths)
    return bool(is_like) or is_called(variant, letter, written)


def told_apart(origin: str, rivals: list[str]) -> str:
    """The part of the origin's name that distinguishes it from ``rivals``."""
    file, rank = origin[0], origin[1:]
    if not rivals:
        return ""
    if all(rival[0] != file for rival in rivals):
        return file
    if all(rival[1:] != rank for rival in rivals):
        return rank
    return origin
