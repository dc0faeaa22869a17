"""How a person wants boards to be drawn: where the coordinates are, and which marks are left out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Coordinates(Enum):
    """Where the names of files and ranks are written."""

    AROUND = "around"
    """Beside the board."""
    INSIDE = "inside"
    """Small, in the squares at its edge."""
    OFF = "off"


@dataclass(frozen=True)
class BoardStyle:
    """The settings that concern boards; the defaults are those of a first start."""

    coordinates: Coordinates = Coordinates.AROUND
    targets: bool = True
    """Whether the squares that the chosen piece can move to are marked."""
    last_move: bool = True
    """Whether the squares of the last move are marked."""
