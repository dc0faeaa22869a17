"""Rewrites the tables of docs/strength.md from the matches in docs/matches.

python -m tools.strength_tables
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.kept_matches import DOCS, Line, kept
from tools.ladder_fit import measured, table

PAGE = DOCS / "strength.md"

COLUMNS = ("game", "first", "against", "a move", "games", "won", "drawn", "lost", "score", "Elo")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
PLACE = re.compile(r"(<!-- matches: ([\w*]+) -->\n).*?(<!-- end -->)", re.DOTALL)
LADDERS = re.compile(r"(<!-- ladders -->\n).*?(<!-- end -->)", re.DOTALL)


def row(match: Line) -> str:
    """A match as a row of a table."""
    first, second = match["contestants"]
    won, drawn, lost = match["wins"], match["draws"], match["losses"]
    games = won + drawn + lost
    limits = dict.fromkeys(side["limit"] for side in (first, second))
    cells = [
        match["game"],
        f"`{first['spec']}`",
        f"`{second['spec']}`",
        " / ".join(limits),
        games,
        won,
        drawn,
        lost,
        f"{100 * (won + drawn / 2) / games:.1f} %",
        elo_words(match),
    ]
    return "| " + " | ".join(map(str, cells)) + " |\n"


def elo_words(match: Line) -> str:
    """The Elo difference and its 95 % error; words if one side lost every game."""
    low, middle, high = (match.get(name) for name in ("elo_low", "elo", "elo_high"))
    if low is None or middle is None or high is None:
        return "beyond measure"
    return f"{middle:+.0f} ± {(high - low) / 2:.0f}"


def written(page: str) -> str:
    """The page with its tables rewritten from the matches."""
    page = LADDERS.sub(lambda found: found[1] + table(measured()) + found[2], page)
    return PLACE.sub(lambda found: found[1] + HEAD + "".join(map(row, _shown(found[2]))) + found[3], page)


def _shown(pattern: str) -> Iterator[Line]:
    """The matches of all files whose names match."""
    for file in sorted((DOCS / "matches").glob(f"{pattern}.jsonl")):
        yield from kept(file.stem)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
