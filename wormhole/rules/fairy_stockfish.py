"""What Fairy-Stockfish's file of variants may say: its pieces and options, with their defaults."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from wormhole.base import toml

KING, PAWN, ROOK, BISHOP = "king", "pawn", "rook", "bishop"
SOLDIER, SHOGI_PAWN = "soldier", "shogiPawn"
CUSTOM = "customPiece"
EVERY = "*"
WITH_BOTH_COLORS = ("White", "Black")
JANGGI_POINTS = {
    "rook": 13,
    "janggiCannon": 7,
    "horse": 5,
    "janggiElephant": 3,
    "wazir": 3,
    "soldier": 2,
}
JANGGI_BLACK_POINTS = 1.5
JANGGI_CANNON = "janggiCannon"
ON_LINES = {"rook": "B", JANGGI_CANNON: "pB", "soldier": "fF", "wazir": "F"}
"""The moves of these pieces along diagonal lines; a king that moves as a wazir has the wazir's."""

CAMBODIAN_LEAPS = {"king": "imfsN", "fers": "imfD"}
"""The first moves of these pieces by ``cambodianMoves``; rooks end those of kings."""
CAMBODIAN_ROOK = "rook"
SHATAR_MATING, SHATAR_LOSING = ("knight", "rook", "bers"), ("knight",)
"""The pieces with which checkmate wins, and alone loses, by ``shatarMateRule``."""

Place = tuple[int, int]
"""Column and row, from 0."""


@dataclass(frozen=True)
class Known:
    """What ``fairy_stockfish.toml`` says."""

    pieces: Mapping[str, str]
    options: Mapping[str, tuple[str, str]]
    """Type and default."""
    pictures: Mapping[str, str]
    """The picture of each piece that has one; some have the same."""
    hints: Collection[str]
    one_color: Collection[str]
    mating: Collection[str]
    files: int
    ranks: int

    @property
    def order(self) -> tuple[str, ...]:
        """All pieces, in the order in which they are read."""
        return (*self.pieces, *self.customs, KING)

    @property
    def customs(self) -> tuple[str, ...]:
        """The pieces whose moves a section tells."""
        return tuple(f"{CUSTOM}{number}" for number in range(1, 26))


@cache
def known() -> Known:
    """The contents of ``fairy_stockfish.toml``."""
    table = toml.packaged("wormhole.rules", "fairy_stockfish.toml")
    options = {name: tuple(text.split(" ", 1)) for name, text in table["options"].items()}
    return Known(
        table["pieces"],
        options,
        table["pictures"],
        table["hints"],
        table["one_color"],
        table["mating"],
        table["files"],
        table["ranks"],
    )


def capitalized(kind: str) -> str:
    """A piece as the names of its mobility regions have it."""
    return kind[0].upper() + kind[1:]


def square_name(place: Place) -> str:
    """The name of a square."""
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"
