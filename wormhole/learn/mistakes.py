"""The mistakes of a reviewed game: why each was one, and what kind of mistake it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from wormhole.engine.evaluation import win_chance
from wormhole.engine.review import PositionVerdict, judgement
from wormhole.learn.coach import best_reply, line_of
from wormhole.learn.exchanges import position_after
from wormhole.learn.game_report import JudgedMove
from wormhole.learn.reasons import Reason, ReasonKind, why_bad, why_good
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE

SHORT_SECONDS = 20.0
"""With less time left, a mistake is one of time."""


class MistakeKind(Enum):
    """What kind of mistake a move was."""

    TIME = "time"
    """Little time was left."""
    ROUTE = "route"
    """A route through holes was missed, or one that the fold opened."""
    KING = "king"
    """A square near the king was given up."""
    END = "end"
    """A mate or another end of the game was allowed."""
    TACTIC = "tactic"
    """A fork, a pin or a check was allowed."""
    HANGING = "hanging"
    """A piece could be captured."""
    RACE = "race"
    """The moves that are left were too few, or a piece was promoted."""
    MISSED = "missed"
    """A chance was missed."""
    OTHER = "other"
    """No fact shows why."""


@dataclass(frozen=True)
class Explained:
    """Why a move was bad: what it allowed or, if nothing shows that, what the better one would have done."""

    allowed: tuple[Reason, ...] = ()
    missed: tuple[Reason, ...] = ()

    @property
    def kind(self) -> MistakeKind:
        """The most telling kind of what it allowed."""
        kinds = {reason.kind for reason in self.allowed}
        found = next((kind for kind in _TELLING if kind in kinds), None)
        if found is not None:
            return MistakeKind(found.value)
        return MistakeKind.MISSED if self.missed else MistakeKind.OTHER


_TELLING = (
    ReasonKind.ROUTE,
    ReasonKind.KING,
    ReasonKind.END,
    ReasonKind.TACTIC,
    ReasonKind.HANGING,
    ReasonKind.RACE,
)


def explained(board: Board, move: Move, reply: Sequence[str], better: Sequence[str]) -> Explained:
    """Why a ``move`` on ``board`` is bad, by the best ``reply`` to it and a ``better`` line instead of it."""
    allowed = why_bad(position_after(board, [move]), reply)
    return Explained(allowed) if allowed else Explained((), why_good(board, better))


def explained_in_game(move: JudgedMove) -> Explained:
    """Why a move of a reviewed game was bad."""
    better = () if move.better is None else line_of(move.better)
    return explained(move.node.parent.board(), move.node.move, best_reply(move.node), better)


def kind_of(move: JudgedMove) -> MistakeKind:
    """What kind of mistake a move of a reviewed game was."""
    return MistakeKind.TIME if is_hurried(move) else explained_in_game(move).kind


def is_hurried(move: JudgedMove) -> bool:
    """Whether little time was left after a move."""
    left = move.node.clock()
    return left is not None and left < SHORT_SECONDS


def explained_last(
    start: Board, moves: Sequence[Move], verdict: PositionVerdict, after: PositionVerdict
) -> Explained | None:
    """Why the last of the ``moves`` from ``start`` is bad, by the verdicts before and after it.

    None if it is not.
    """
    chances = [win_chance(each.evaluation) for each in (verdict, after)]
    is_white = (start.turn is WHITE) == (len(moves) % 2 == 1)
    before, then = chances if is_white else [1 - chance for chance in chances]
    if judgement(before, then) is None:
        return None
    return explained(position_after(start, moves[:-1]), moves[-1], after.line, verdict.line)
