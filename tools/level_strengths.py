"""The levels' strengths in Elo, fitted to the matches in docs/matches.

python -m tools.level_strengths

writes them into wormhole/engine/levels.toml. In chess they are relative to Stockfish
(``tools/stockfish.py``). Wormhole Chess has no such reference: matches measure only how far apart the levels
are. All are moved together until the mean of the levels that overlook nothing is the same in both games. How
much the others overlook depends on the game.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.kept_matches import Line, kept, specs
from tools.stockfish import given_elo
from wormhole.arena.ratings import PairScores, Ratings, rate
from wormhole.engine.levels import LEVELS

LEVELS_FILE = Path(__file__).resolve().parents[1] / "wormhole" / "engine" / "levels.toml"

CHESS, WORMHOLE = "chess", "wormhole"
FILES: Mapping[str, str] = {CHESS: "ruler", WORMHOLE: "levels"}
"""The files of matches by game."""

LEVEL = re.compile(r"ours:level=(\d+)$")

UNKNOWN_ERROR = 300.0
"""A strength with a greater error counts as unknown."""

ROUNDED = 5
"""Strengths are written as multiples of this; UCI knows none below 0."""


@dataclass(frozen=True)
class Strength:
    """Elo and its 95 % error."""

    elo: float
    error: float

    def __str__(self) -> str:
        return f"{self.elo:.0f} ± {self.error:.0f}"


@dataclass(frozen=True)
class Strengths:
    """The strengths of the levels by their numbers, as far as they are known."""

    chess: Mapping[int, Strength]
    wormhole: Mapping[int, Strength]
    others: Mapping[str, Strength]
    """The chess strengths of players that are no levels, by their descriptions."""


def level_of(player: str) -> int | None:
    """The level that a player's description names, if it is that level as users play it."""
    found = LEVEL.match(player)
    return int(found[1]) if found else None


def match_of(line: Line) -> PairScores:
    """A kept match, for the fit."""
    return PairScores(*specs(line), tuple(line["pentanomial"]))


def fitted(lines: Mapping[str, Iterable[Line]]) -> Strengths:
    """The strengths that fit the kept matches of each game best."""
    games = {game: [match_of(line) for line in listed] for game, listed in lines.items()}
    met = [(match.first, match.second) for match in games[CHESS]]
    given = {name: elo for pair in met for name in pair if (elo := given_elo(name)) is not None}
    in_chess, in_wormhole = rate(games[CHESS], given), rate(games[WORMHOLE], {})
    joints = [
        name
        for level in LEVELS
        if level.sight.is_perfect
        and (name := f"ours:level={level.number}") in in_chess.elo.keys() & in_wormhole.elo.keys()
        and in_chess.error({name: 1.0}) <= UNKNOWN_ERROR
    ]
    shift = _mean(in_chess, joints) - _mean(in_wormhole, joints)
    mean = dict.fromkeys(joints, 1 / len(joints)) if joints else {}
    joint_error = in_chess.error(mean)

    def error(name: str) -> float:
        """That of the distance from the joints, and theirs in chess."""
        distance = {joint: -share for joint, share in mean.items()}
        distance[name] = distance.get(name, 0.0) + 1.0
        return math.hypot(in_wormhole.error(distance), joint_error)

    shifted = {name: Strength(elo + shift, error(name)) for name, elo in in_wormhole.elo.items()}
    chess = {name: Strength(in_chess.elo[name], in_chess.error({name: 1.0})) for name in in_chess.free}
    return Strengths(
        chess=_known(chess),
        wormhole=_known(shifted) if joints else {},
        others={name: found for name, found in chess.items() if not level_of(name)},
    )


def measured() -> Strengths:
    """The strengths by the matches in docs/matches."""
    return fitted({game: list(kept(file)) for game, file in FILES.items()})


def written(text: str, strengths: Strengths) -> str:
    """The text of levels.toml with these strengths; levels without a match keep theirs."""
    keys = {"elo": strengths.wormhole, "chess_elo": strengths.chess}
    number = 0

    def line(found: re.Match[str]) -> str:
        nonlocal number
        key, value = found.groups()
        number += key == "elo"
        strength = keys[key].get(number)
        return f"{key} = {value if strength is None else max(ROUNDED * round(strength.elo / ROUNDED), 0)}"

    return re.sub(r"(?m)^(elo|chess_elo) = (\d+)$", line, text)


def table(strengths: Strengths) -> str:
    """The strengths as a table, for docs/strength.md."""
    rows = ["| level | | chess | Wormhole Chess |", "|---|---|---|---|"]
    for level in LEVELS:
        found = (strengths.chess.get(level.number), strengths.wormhole.get(level.number))
        chess, wormhole = (each or "not measured" for each in found)
        rows.append(f"| {level.number} | {level.name} | {chess} | {wormhole} |")
    rows += [f"| | `{player}` | {strength} | |" for player, strength in strengths.others.items()]
    return "\n".join(rows) + "\n"


def _known(strengths: Mapping[str, Strength]) -> dict[int, Strength]:
    """Those of the levels that are known well enough, by the levels' numbers."""
    return {
        level: strength
        for name, strength in strengths.items()
        if (level := level_of(name)) and strength.error <= UNKNOWN_ERROR
    }


def _mean(ratings: Ratings, players: Sequence[str]) -> float:
    return sum(ratings.elo[player] for player in players) / len(players) if players else 0.0


if __name__ == "__main__":
    found = measured()
    LEVELS_FILE.write_text(written(LEVELS_FILE.read_text("utf-8"), found), "utf-8")
    sys.stdout.write(table(found))
