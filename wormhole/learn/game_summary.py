"""A reviewed game in short: its opening, where it turned, the mistakes of both sides by kind. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wormhole.learn.game_report import LEAST, JudgedMove, Report, deciding
from wormhole.learn.mistakes import Explained, MistakeKind, explained_in_game, is_hurried
from wormhole.rules.piece import BLACK, WHITE

OPENING_PLIES = 16
"""The plies of the opening, or a third of a shorter game."""
MOST_TURNS = 2
LEAST_TURN = 0.2
"""The chance that a move must lose to turn the game."""
EVEN = 0.1
"""A chance that differs from a half by less is even."""


@dataclass(frozen=True)
class Turn:
    """A move that turned the game, and why it was bad."""

    move: JudgedMove
    why: Explained


@dataclass(frozen=True)
class GameSummary:
    """A game in short. ``opening_chance`` is White's chance to win after ``opening_moves`` moves."""

    opening_moves: int
    opening_chance: float
    turns: tuple[Turn, ...]
    """In their order in the game."""
    kinds: Mapping[bool, Mapping[MistakeKind, int]]
    """For each side how many mistakes and blunders of each kind it made, the most frequent first."""
    accuracies: Mapping[bool, float | None]

    @property
    def leader(self) -> bool | None:
        """The side that was better after the opening; None if it was even."""
        if abs(self.opening_chance - 0.5) < EVEN:
            return None
        return WHITE if self.opening_chance > 0.5 else BLACK


def summary_of(report: Report) -> GameSummary:
    """The summary of a game that is wholly evaluated. It takes some milliseconds for each mistake."""
    serious = [move for move in report.judged if move.lost >= LEAST]
    why = {move.node: explained_in_game(move) for move in serious}
    found = [move for move in report.judged if move.lost >= max(LEAST, LEAST_TURN)]
    turns = tuple(Turn(move, why[move.node]) for move in deciding(found, MOST_TURNS))
    last = report.points[-1].ply
    opening = min(OPENING_PLIES, max(1, last // 3))
    kinds = {
        side: counted(
            MistakeKind.TIME if is_hurried(move) else why[move.node].kind
            for move in serious
            if move.mover is side
        )
        for side in (WHITE, BLACK)
    }
    accuracies = {side: report.sides[side].accuracy for side in (WHITE, BLACK)}
    return GameSummary((opening + 1) // 2, report.points[opening].chance, turns, kinds, accuracies)


def counted(kinds: Iterable[MistakeKind]) -> dict[MistakeKind, int]:
    """How often each kind occurs, the most frequent first."""
    return dict(Counter(kinds).most_common())
