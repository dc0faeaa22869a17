"""The user's results in rated games, and the rating over time, from their journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from wormhole.library.database.statistics import Statistics, Strength, StrengthPoint, points_of
from wormhole.library.rated_games import RatedRecord, error_of, records


def rated_statistics(entries: Iterable[Mapping[str, Any]], name: str | None = None) -> Statistics:
    """The results of the rated games, in all games or in one.

    A rating is that in one game; of all games it is the one with most rated games.
    """
    found = records(entries)
    wanted = found if name is None else {name: found[name]} if name in found else {}
    counted = Statistics()
    for record in wanted.values():
        for game in record.games:
            counted.count(game.title, game.level, game.side, game.score)
    most = max(wanted.values(), key=lambda record: len(record.games), default=RatedRecord())
    return counted.with_progress(_progress(most))


def _progress(record: RatedRecord) -> tuple[StrengthPoint, ...]:
    return tuple(
        StrengthPoint(
            number,
            date.fromtimestamp(record.games[number - 1].at),
            Strength(record.ratings[number - 1].value, error_of(record.ratings[number - 1])),
        )
        for number in points_of(len(record.games))
    )
