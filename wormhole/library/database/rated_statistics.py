"""The user's results in rated games, and the rating over time, from their journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from wormhole.library.database.statistics import MOST_POINTS, Results, Statistics, Strength, StrengthPoint
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
            for results in (
                counted.all,
                counted.by_title.setdefault(game.title, Results()),
                counted.by_level.setdefault(game.level, Results()),
                counted.by_side.setdefault(game.side, Results()),
            ):
                results.count(game.score)
    most = max(wanted.values(), key=lambda record: len(record.games), default=RatedRecord())
    progress = _progress(most)
    return Statistics(
        counted.all,
        counted.by_title,
        dict(sorted(counted.by_level.items())),
        counted.by_side,
        progress[-1].strength if progress else None,
        progress,
    )


def _progress(record: RatedRecord) -> tuple[StrengthPoint, ...]:
    count = len(record.games)
    step = max(1, -(-count // MOST_POINTS))
    return tuple(
        StrengthPoint(
            number,
            date.fromtimestamp(record.games[number - 1].at),
            Strength(record.ratings[number - 1].value, error_of(record.ratings[number - 1])),
        )
        for number in range((count - 1) % step + 1, count + 1, step)
    )
