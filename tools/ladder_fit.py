"""The ladders of levels, fitted to the matches in docs/matches: strengths of skills, and skills of levels.

In chess strengths are relative to Stockfish (``tools/stockfish.py``). Other games have no such reference:
matches measure only how far apart skills are there. All skills of a game are moved together until those that
overlook nothing have the same mean as in chess. How much the others overlook depends on the game.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tools.kept_matches import DOCS, Line, kept, specs
from tools.stockfish import given_elo
from wormhole.arena.elo import score_of
from wormhole.arena.ratings import PairScores, Ratings, rate
from wormhole.base.toml import packaged
from wormhole.engine.ladders import Ladder
from wormhole.engine.levels import FULL_NODES, LEVELS, at_skill

LADDERS_FILE = Path(__file__).resolve().parents[1] / "wormhole" / "engine" / "ladders.toml"

CHESS, WORMHOLE = "chess", "wormhole"

PREFIX = "ladder_"
"""Of the files of matches, before the name of the game."""

SKILL = re.compile(r"ours:skill=([\d.]+)$")

KNOTS = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.8, 8.0, 9.0, 9.25)
"""The skills whose strengths are fitted; between two of them strength grows evenly. One stands just below 8:
a few moves at mark 7 cost much."""

JOINTS = (8.0, 9.0)
"""The skills that have the same mean in all games: they search so many nodes, and overlook nothing."""

ELO_A_DOUBLING = 40.0
"""What twice the nodes gain beyond the highest skill that is measured: an estimate."""

UNKNOWN_ERROR = 300.0
"""A strength with a greater error counts as unknown."""

SKILL_STEP, ELO_STEP = 0.01, 5
"""Skills and strengths are written as multiples of these."""


def contestant(skill: float) -> str:
    """The player at a skill, for matches.

    >>> contestant(4.35), skill_of(contestant(4.0)), skill_of("ours:level=4")
    ('ours:skill=4.35', 4.0, None)
    """
    return f"ours:skill={skill:g}"


def skill_of(player: str) -> float | None:
    """The skill that a player's description names, if it is nothing but that skill."""
    found = SKILL.match(player)
    return float(found[1]) if found else None


def parts_of(player: str) -> Mapping[str, float]:
    """The knots on both sides of a player's skill, with their shares in its strength.

    >>> parts_of("ours:skill=9.05")
    {'ours:skill=9': 0.8, 'ours:skill=9.25': 0.2}
    """
    skill = skill_of(player)
    if skill is None or skill in KNOTS or skill > KNOTS[-1]:
        return {player: 1.0}
    right = int(np.searchsorted(KNOTS, skill))
    low, high = KNOTS[right - 1], KNOTS[right]
    share = round((skill - low) / (high - low), 4)
    return {contestant(low): round(1 - share, 4), contestant(high): share}


def measured_games() -> list[str]:
    """The games with kept matches of skills: the two usual ones first."""
    found = [file.stem.removeprefix(PREFIX) for file in (DOCS / "matches").glob(f"{PREFIX}*.jsonl")]
    return sorted(found, key=lambda game: (game != WORMHOLE, game != CHESS, game))


def match_of(line: Line) -> PairScores:
    """A kept match, for the fit."""
    return PairScores(*specs(line), tuple(line["pentanomial"]))


@dataclass(frozen=True)
class Scale:
    """The strengths of the skills of a game that were measured. ``lift`` is added to the ratings, with an
    error of ``lift_error``."""

    ratings: Ratings
    lift: float = 0.0
    lift_error: float = 0.0

    @cached_property
    def skills(self) -> Sequence[float]:
        """The knots whose strengths are known, in order."""
        names = (contestant(knot) for knot in KNOTS)
        known = (name in self.ratings.free and self._error({name: 1.0}) <= UNKNOWN_ERROR for name in names)
        return [knot for knot, is_known in zip(KNOTS, known, strict=True) if is_known]

    @cached_property
    def elos(self) -> Sequence[float]:
        """Their strengths, none below that of a lower skill."""
        found = [self.ratings.elo[contestant(skill)] + self.lift for skill in self.skills]
        return np.maximum.accumulate(found).tolist() if found else []

    def elo(self, skill: float) -> float:
        """The strength of any skill; above the highest that is measured it is estimated."""
        skills, elos = [*self.skills], [*self.elos]
        if skills[-1] < len(LEVELS):
            nodes = at_skill(skills[-1]).limit.nodes or FULL_NODES
            skills.append(float(len(LEVELS)))
            elos.append(elos[-1] + ELO_A_DOUBLING * math.log2(FULL_NODES / nodes))
        return float(np.interp(skill, skills, elos))

    def error(self, skill: float) -> float:
        """The 95 % error of the strength of a skill that is not above the highest known one."""
        return math.hypot(self._error(parts_of(contestant(skill))), self.lift_error)

    def ladder(self) -> Ladder:
        """Skills in equal steps of strength from the lowest to the highest."""
        fine = np.arange(1.0, len(LEVELS) + SKILL_STEP / 2, SKILL_STEP)
        elos = np.array([self.elo(skill) for skill in fine])
        wanted = np.linspace(elos[0], elos[-1], len(LEVELS))
        skills = [round(float(fine[np.argmin(abs(elos - elo))]), 2) for elo in wanted]
        rounded = (max(ELO_STEP * round(self.elo(skill) / ELO_STEP), 0) for skill in skills)
        return Ladder(tuple(skills), tuple(rounded))

    def _error(self, shares: Mapping[str, float]) -> float:
        """The error of a rating; of its distance from the joints if the scale hangs on them."""
        joints = {contestant(joint): -1 / len(JOINTS) for joint in JOINTS} if self.lift_error else {}
        names = {**shares, **joints}
        return self.ratings.error({name: shares.get(name, 0.0) + joints.get(name, 0.0) for name in names})


def fitted(lines: Mapping[str, Iterable[Line]]) -> dict[str, Scale]:
    """The scales that fit the kept matches of each game best; without chess, none."""
    found: dict[str, Scale] = {}
    matches = {game: [match_of(line) for line in listed] for game, listed in lines.items()}
    met = {name for match in matches.get(CHESS, ()) for name in (match.first, match.second)}
    chess = rate(
        matches.get(CHESS, ()), {name: elo for name in met if (elo := given_elo(name)) is not None}, parts_of
    )
    mean = {contestant(joint): 1 / len(JOINTS) for joint in JOINTS}
    if not mean.keys() <= chess.elo.keys():
        return found
    for game, listed in matches.items():
        if game == CHESS:
            found[game] = Scale(chess)
            continue
        ratings = rate(listed, {}, parts_of)
        if mean.keys() <= ratings.elo.keys():
            lift = sum(share * (chess.elo[name] - ratings.elo[name]) for name, share in mean.items())
            found[game] = Scale(ratings, lift, chess.error(mean))
    return found


def measured() -> dict[str, Scale]:
    """The scales by the matches in docs/matches."""
    return fitted({game: list(kept(f"{PREFIX}{game}")) for game in measured_games()})


def written(text: str, scales: Mapping[str, Scale]) -> str:
    """The text of ladders.toml with the ladders of these scales; other games keep theirs."""
    head = text[: text.index("\n[")]
    kept_tables = packaged("wormhole.engine", "ladders.toml")
    ladders = {game: scale.ladder() for game, scale in scales.items() if is_whole(scale)}
    tables = {
        game: (ladders[game].skills, ladders[game].elos)
        if game in ladders
        else (kept_tables[game]["skills"], kept_tables[game]["elos"])
        for game in dict.fromkeys([*kept_tables, *ladders])
    }
    return head + "".join(
        f"\n[{game}]\nskills = {json.dumps([*skills])}\nelos = {json.dumps([*elos])}\n"
        for game, (skills, elos) in tables.items()
    )


def is_whole(scale: Scale) -> bool:
    """Whether the scale reaches from the lowest skill to those that overlook nothing."""
    return bool(scale.skills) and scale.skills[0] == 1.0 and scale.skills[-1] >= JOINTS[-1]


def table(scales: Mapping[str, Scale]) -> str:
    """The levels in each game as a table, for docs/strength.md: strength, error, and skill."""
    whole = {game: scale for game, scale in scales.items() if is_whole(scale)}
    ladders = {game: scale.ladder() for game, scale in whole.items()}
    rows = [f"| level | | {' | '.join(whole)} |", "|---|---|" + "---|" * len(whole)]
    for level in LEVELS:
        cells = [str(level.number), level.name]
        for game, scale in whole.items():
            skill = ladders[game].skills[level.number - 1]
            error = f"{scale.error(skill):.0f}" if skill <= scale.skills[-1] else "?"
            cells.append(f"{scale.elo(skill):.0f} ± {error} ({skill:g})")
        rows.append(f"| {' | '.join(cells)} |")
    steps = {game: (ladder.elos[-1] - ladder.elos[0]) / (len(LEVELS) - 1) for game, ladder in ladders.items()}
    scores = (f"{step:.0f}: {100 * score_of(step):.0f} %" for step in steps.values())
    rows.append(f"| | a step | {' | '.join(scores)} |")
    return "\n".join(rows) + "\n"
