"""The first moves of the games that a person played, with their results."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from wormhole.library.database.rows import AGAINST_COMPUTER, PEOPLE
from wormhole.library.start_tags import START_TAGS, start_tags
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

SEED = "Seed"
_GAMES = (
    "SELECT opening, result, headers FROM games JOIN records USING (number)"
    f" WHERE deleted IS NULL AND kind IN ('{PEOPLE}', '{AGAINST_COMPUTER}') AND variant = ?"
    " AND result IN ('1-0', '0-1', '1/2-1/2')"
)


@dataclass(frozen=True)
class FirstMoves:
    """The first moves of a finished game in UCI notation; the winner is None in a draw."""

    moves: tuple[str, ...]
    winner: bool | None


def read_first_moves(connection: sqlite3.Connection, variant: Variant) -> list[FirstMoves]:
    """The finished games from the usual start of a game, with its own rules."""
    usual = _start(start_tags(Board(variant, seed=0)))
    found = []
    for opening, result, headers in connection.execute(_GAMES, (variant.name,)):
        if isinstance(opening, str) and _start(_tags(headers)) == usual:
            winner = None if result == "1/2-1/2" else result == "1-0"
            found.append(FirstMoves(tuple(opening.split()), winner))
    return found


def _start(tags: Mapping[str, object]) -> dict[str, object]:
    """What names the rules and the start position, but not the dice."""
    return {name: tags[name] for name in START_TAGS if name in tags and name != SEED}


def _tags(headers: object) -> dict[str, object]:
    try:
        found = json.loads(headers) if isinstance(headers, str) else None
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}
