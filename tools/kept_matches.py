"""The matches that are kept in docs/matches: one line of JSON each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wormhole.arena.elo import estimate

DOCS = Path(__file__).resolve().parents[1] / "docs"

Line = Mapping[str, Any]


def kept(name: str) -> Iterator[Line]:
    """The matches of ``docs/matches/NAME.jsonl``, in order."""
    for line in file_of(name).read_text("utf-8").splitlines():
        yield json.loads(line)


def file_of(name: str) -> Path:
    """The file of that name."""
    return DOCS / "matches" / f"{name}.jsonl"


def specs(line: Line) -> tuple[str, str]:
    """The descriptions of both players."""
    first, second = (side["spec"] for side in line["contestants"])
    return first, second


def added(line: Line, more: Line) -> Line:
    """Two matches between the same players as one."""
    pairs = [sum(each["pentanomial"]) for each in (line, more)]
    sides = [
        {
            **one,
            "seconds_a_move": round(
                (one["seconds_a_move"] * pairs[0] + other["seconds_a_move"] * pairs[1]) / sum(pairs), 4
            ),
            "failures": one["failures"] + other["failures"],
        }
        for one, other in zip(line["contestants"], more["contestants"], strict=True)
    ]
    pentanomial = [sum(both) for both in zip(line["pentanomial"], more["pentanomial"], strict=True)]
    found = estimate(pentanomial)
    assert found is not None, "a kept match has games"
    return {
        **line,
        "contestants": sides,
        **{name: line[name] + more[name] for name in ("wins", "draws", "losses")},
        "pentanomial": pentanomial,
        "elo": _finite(found.elo),
        "elo_low": _finite(found.low),
        "elo_high": _finite(found.high),
        "superiority": round(found.superiority, 4),
    }


def _finite(number: float) -> float | None:
    return round(number, 1) if abs(number) != float("inf") else None
