"""The day on which a game was played, for the order of lists and curves."""

from __future__ import annotations

from datetime import date

PLAYED = "(CASE WHEN date GLOB '[0-9]*' THEN replace(date, '?', '0') ELSE '' END)"
"""The day as text that sorts. The index ``listed_games`` has this expression, so the two must be the same."""
NEWEST_FIRST = f"{PLAYED} DESC, number DESC"
"""The order of lists: games without a date come last, and those of a day by their numbers."""
OLDEST_FIRST = f"{PLAYED}, number"


def day_of(text: object) -> date | None:
    """The day of a PGN date, the first possible one if only the year or month is known; None if none is.

    >>> [str(day_of(text)) for text in ("2024.05.17", "1851.06.??", "1900.??.??", "????.??.??", "2023.02.30")]
    ['2024-05-17', '1851-06-01', '1900-01-01', 'None', 'None']
    """
    if not isinstance(text, str):
        return None
    year, month, day = [*text.split("."), "", ""][:3]
    try:
        return date(int(year), _number(month), _number(day))
    except (ValueError, OverflowError):
        return None


def _number(text: str) -> int:
    return int(text) if text.strip("?") else 1
