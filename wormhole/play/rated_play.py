"""Rated games: which may be rated, which level suits a rating, and the rating before and after a game."""

from __future__ import annotations

import time

from wormhole import WHITE, Variant
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS, Level
from wormhole.library.glicko import Rating
from wormhole.library.journal import Journal
from wormhole.library.rated_games import RatedGame, RatedRecord, after, record_of
from wormhole.play.match import Match
from wormhole.rules.catalogue_files import variants
from wormhole.rules.game_file import variant as named

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""White's, by the result."""


def may_be_rated(game: Variant | str, fen: str | None = None) -> bool:
    """Whether a new game may be rated: one of the catalogue with its own rules, from its usual start."""
    name = game if isinstance(game, str) else game.name
    is_usual = name in variants() and (isinstance(game, str) or game == named(name))
    return is_usual and fen is None


def suiting_level(rating: Rating | None, game: Variant) -> Level:
    """The level that is about as strong as a player with that rating in games; without one, the weakest.

    >>> suiting_level(Rating(4000.0), named("wormhole")).number, suiting_level(None, named("chess")).number
    (10, 1)
    """
    if rating is None:
        return LEVELS[0]
    ladder = ladder_of(game)
    return min(LEVELS, key=lambda level: abs(ladder.elo(level) - rating.value))


class RatedPlay:
    """The user's rating in a rated game; ``before`` and ``after`` are None in other games.

    The journal gets the result when the game has ended, once. It has the ratings of a game that ended before
    it was opened again.
    """

    def __init__(self, match: Match, journal: Journal) -> None:
        self._match, self._journal = match, journal
        self._seats = match.setup.white.player, match.setup.black.player
        self.before: Rating | None = None
        self.after: Rating | None = None
        """The rating after the game, once it has ended."""
        if not match.setup.is_rated or not may_be_rated(match.cursor.board.variant):
            return
        record = _record_in(journal, match.cursor.board.variant)
        if match.is_rated:
            self.before = record.today()
        elif (ratings := record.around(match.setup.rated)) is not None:
            self.before, self.after = ratings

    def settle(self) -> bool:
        """Record the result if the game has ended since it was opened, between the same players; returns
        whether it has."""
        match = self._match
        if self.before is None or self.after is not None or match.is_open:
            return False
        if self._seats != (match.setup.white.player, match.setup.black.player):
            return False
        user = match.setup.users[0]
        level = match.setup.seat(not user).level
        assert level is not None
        points = POINTS[match.game.result]
        variant = match.cursor.board.variant
        game = RatedGame(
            match.setup.rated,
            time.time(),
            variant.name,
            variant.title,
            "white" if user is WHITE else "black",
            level.number,
            ladder_of(variant).elo(level),
            points if user is WHITE else 1 - points,
            "" if level.character is None else level.character.key,
        )
        self._journal.add(game.as_entry())
        self.after = after(self.before, game)
        return True


def rating_in(journal: Journal, game: Variant) -> Rating | None:
    """The user's rating in a game now; None before the first rated game, or if the journal cannot be read."""
    record = _record_in(journal, game)
    return record.today() if record.games else None


def _record_in(journal: Journal, game: Variant) -> RatedRecord:
    try:
        entries = journal.read()
    except OSError:
        entries = []
    return record_of(entries, game.name)
