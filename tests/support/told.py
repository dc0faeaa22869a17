"""Facts of moves as short texts, to compare them with data."""

from __future__ import annotations

import dataclasses
from enum import Enum

from wormhole import Board, Outcome, Piece
from wormhole.learn.facts import Attack, Crossing

NUMBERS = ("count", "parts", "left")
"""Fields that hold a number, not a square."""


def told(fact, board: Board) -> str:
    """The fields of a fact: ``Ne4xke8`` is an attack, ``c2(d2)e2`` a crossing, a true field is its name."""
    fields = {field.name: getattr(fact, field.name) for field in dataclasses.fields(fact)}
    return " ".join(text for name, value in fields.items() if (text := _value(name, value, board)))


def _value(name: str, value: object, board: Board) -> str:
    names = board.variant.geometry.names
    match value:
        case bool():
            return name if value else ""
        case Enum():
            return value.name.lower()
        case Piece():
            return value.symbol()
        case int():
            return str(value) if name in NUMBERS else names[value]
        case str():
            return value
        case tuple():
            return " ".join(_value(name, part, board) for part in value)
        case Attack():
            way = f"{value.piece.symbol()}{names[value.from_square]}x{value.victim.symbol()}"
            holes = "".join(f"({names[hole]})" for hole in value.holes)
            return f"{way}{names[value.to_square]}{holes} {value.cause.name.lower()}"
        case Crossing():
            holes = "".join(f"({names[hole]})" for hole in value.holes)
            return f"{names[value.from_square]}{holes}{names[value.to_square]}"
        case Outcome():
            return f"{value.termination.name.lower()} {value.result()}"
    raise TypeError(value)
