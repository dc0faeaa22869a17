"""The balance of a game: what comes of many games between two players of one level.

It is a tournament of this level against itself, from the start of the game. Its games stay in its file.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Protocol

from wormhole.arena.elo import CONFIDENCE
from wormhole.arena.pairs import POINTS
from wormhole.arena.terms import GAMES_A_PAIR, Form, different_names
from wormhole.arena.tournament import (
    LONGEST_NAME,
    MOST_AT_ONCE,
    Entrant,
    Plan,
    Tournament,
    game_fields,
    tournaments,
)
from wormhole.base.errors import WormholeError
from wormhole.engine.levels import LEVELS
from wormhole.own_program import cores
from wormhole.players.spec import at_level
from wormhole.rules.outcome import Termination
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.variant import Variant

USUAL_GAMES = 200
USUAL_LEVEL = 3
PRIOR_GAMES = 1.0
"""The games of each result that are added for the variance: few or equal results must not look certain."""


class CountedGame(Protocol):
    """What is counted of a finished game."""

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""

    @property
    def termination(self) -> Termination | None:
        """How it ended."""

    @property
    def plies(self) -> int:
        """Its length: the moves of both sides."""

    @property
    def captures(self) -> int:
        """The captures of both sides."""

    @property
    def through_holes(self) -> int:
        """Those on whose way squares were missing."""


@dataclass(frozen=True)
class Share:
    """A share of the games, 0 to 1, with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Share:
        """The mean of values from 0 to 1, at least one.

        >>> Share.of([1.0, 0.0, 0.5, 0.5]).value
        0.5
        """
        known = list(values)
        mean = fmean(known)
        squares = math.fsum((value - fmean(known)) ** 2 for value in known)
        prior = PRIOR_GAMES * sum((value - mean) ** 2 for value in (0.0, 0.5, 1.0))
        deviation = math.sqrt((squares + prior) / (len(known) + 3 * PRIOR_GAMES) / len(known))
        margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation
        return cls(mean, max(0.0, mean - margin), min(1.0, mean + margin))


@dataclass(frozen=True)
class Balance:
    """What is found of at least one game."""

    white: int
    """The games that White won."""
    drawn: int
    black: int
    score: Share
    """White's."""
    draws: Share
    lengths: tuple[float, float, float]
    """The shortest game, the mean and the longest one, in moves."""
    captures: float
    """Captures in a game, on average."""
    through_holes: float | None
    """The share of captures on whose way squares were missing; None without a capture."""
    unfinished: int
    """The games that were stopped after the greatest number of moves."""

    @property
    def games(self) -> int:
        """The games that were played."""
        return self.white + self.drawn + self.black

    @property
    def better_side(self) -> bool | None:
        """The side that scores more; None if the confidence interval includes equal scores."""
        if self.score.low > 0.5:
            return WHITE
        return BLACK if self.score.high < 0.5 else None

    @classmethod
    def of(cls, games: Iterable[CountedGame]) -> Balance | None:
        """What these games show; None without games."""
        played = list(games)
        if not played:
            return None
        results = [POINTS[game.result] for game in played]
        moves = [math.ceil(game.plies / 2) for game in played]
        captures = sum(game.captures for game in played)
        through = sum(game.through_holes for game in played)
        return cls(
            white=results.count(2),
            drawn=results.count(1),
            black=results.count(0),
            score=Share.of(points / 2 for points in results),
            draws=Share.of(float(points == 1) for points in results),
            lengths=(min(moves), fmean(moves), max(moves)),
            captures=captures / len(played),
            through_holes=through / captures if captures else None,
            unfinished=sum(game.termination is Termination.AGREEMENT for game in played),
        )


def balance_plan(
    variant: Variant, name: str, games: int = USUAL_GAMES, level: int = USUAL_LEVEL, seed: int = 0
) -> Plan:
    """The tournament that measures the balance of a game, in at least so many games."""
    spec = at_level(LEVELS[level - 1])
    names = different_names([f"Level {level}"] * 2, [spec.limit] * 2)
    return Plan(
        name=name[:LONGEST_NAME],
        players=tuple(Entrant.of(spec, each) for each in names),
        form=Form.ROUND_ROBIN,
        rounds=-(-games // GAMES_A_PAIR),
        openings="listed",
        listed=((None, ()),),
        seed=seed,
        at_once=min(cores(), MOST_AT_ONCE),
        is_balance=True,
        **game_fields(variant),  # type: ignore[arg-type]
    )


def kept_balances(folder: Path, variant: Variant) -> dict[int, Tournament]:
    """The newest measurement of a game at each level, from the tournaments in a folder.

    Files that cannot be read are left out.
    """
    game, found = game_fields(variant), dict[int, Tournament]()
    for listed in tournaments(folder):
        plan = listed.plan
        if plan is None or not plan.is_balance or game != {name: getattr(plan, name) for name in game}:
            continue
        with contextlib.suppress(WormholeError):
            level = plan.players[0].parsed().level
            if level is not None and level.number not in found:
                found[level.number] = Tournament.read(listed.path)
    return found
