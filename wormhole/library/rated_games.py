"""The user's rated games: their journal, and the ratings that follow from it.

A rated game is played in this program to its end, without help. It has an identifier, under which its result
counts once. Only the journal makes ratings: a game that is imported, or whose headers say that it was rated,
changes none. Each game of the catalogue has a rating of its own, by Glicko-2. Each rated game is a rating
period.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from wormhole.base.schema import find
from wormhole.library.glicko import FIRST_RATING, Rating, rated, rested
from wormhole.library.journal import Word

JOURNAL = "rated.jsonl"
"""The journal's file beside the library."""
LEVEL_DEVIATION = 50.0
"""How uncertain the strength of a level is."""
DAY_SECONDS = 86_400
ERROR_DEVIATIONS = 2
"""The strength is within so many deviations of the rating with 95 %."""


class RatedGame(Struct, frozen=True, omit_defaults=True):
    """The result of a rated game, as in the journal."""

    id: Word
    at: Annotated[float, Meta(ge=0, le=4e9)]
    """Seconds since 1970, when it ended."""
    game: Word
    """The game's name in the catalogue."""
    title: Word
    side: Annotated[str, Meta(pattern=r"^(white|black)\Z")]
    """The user's."""
    level: Annotated[int, Meta(ge=1, le=10_000)]
    elo: Annotated[float, Meta(ge=-1000, le=5000)]
    """The strength of the level in this game."""
    score: Annotated[float, Meta(ge=0.0, le=1.0, multiple_of=0.5)]
    """The user's: 1 for a win."""
    character: Annotated[str, Meta(max_length=40)] = ""

    def as_entry(self) -> dict[str, Any]:
        """The result as an entry of the journal."""
        return {**msgspec.to_builtins(self), "at": round(self.at)}


@dataclass
class RatedRecord:
    """A user's rated games of one kind, and the rating after each."""

    rating: Rating = FIRST_RATING
    games: list[RatedGame] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)

    def take(self, game: RatedGame) -> None:
        """Add the next game."""
        self.rating = after(self.today(game.at), game)
        self.games.append(game)
        self.ratings.append(self.rating)

    def around(self, id: str) -> tuple[Rating, Rating] | None:
        """The ratings before and after the game with that identifier; None if there is none."""
        number = next((number for number, game in enumerate(self.games) if game.id == id), None)
        if number is None:
            return None
        return (self.ratings[number - 1] if number else FIRST_RATING), self.ratings[number]

    def today(self, at: float | None = None) -> Rating:
        """The rating at a time, or now: it becomes less certain with each day since the last game."""
        if not self.games:
            return self.rating
        moment = time.time() if at is None else at
        return rested(self.rating, (moment - self.games[-1].at) / DAY_SECONDS)


def new_id() -> str:
    """An identifier for a rated game."""
    return secrets.token_hex(8)


def after(rating: Rating, game: RatedGame) -> Rating:
    """The rating after a game."""
    return rated(rating, ((Rating(game.elo, LEVEL_DEVIATION), game.score),))


def error_of(rating: Rating) -> float:
    """Half the length of the error bar."""
    return ERROR_DEVIATIONS * rating.deviation


def records(entries: Iterable[Mapping[str, Any]]) -> dict[str, RatedRecord]:
    """The record in each game by its name, from the entries of the journal.

    A second result with the same identifier is ignored.
    """
    found: dict[str, RatedRecord] = {}
    known: set[str] = set()
    for entry in entries:
        game = find(RatedGame, entry)
        if game is not None and game.id not in known:
            known.add(game.id)
            found.setdefault(game.game, RatedRecord()).take(game)
    return found


def record_of(entries: Iterable[Mapping[str, Any]], name: str) -> RatedRecord:
    """The record in the game of that name."""
    return records(entries).get(name, RatedRecord())
