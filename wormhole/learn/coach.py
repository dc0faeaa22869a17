"""The moments that decided a game, as small puzzles: what was played, and the better line that was missed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from wormhole.engine.accuracy import Judgement, judgement
from wormhole.learn.report import JudgedMove, Report
from wormhole.library.record import ChildNode
from wormhole.rules.board import Board

MOST_MOMENTS = 3
LINE_PLIES = 7
"""The plies of the missed line that are played on."""
SLIDE_PLIES = 4
"""Two mistakes of one side within so many plies are one slide, of which the worst move counts."""
LEAST = Judgement.MISTAKE.value
"""What a move that decided something has lost at least."""


@dataclass(frozen=True)
class Moment:
    """A position in which something better was missed.

    ``before`` and ``after`` are the mover's chances to win with the best move and with the one that was
    played. ``line`` is the better line in UCI notation.
    """

    node: ChildNode
    """The move that was played."""
    mover: bool
    before: float
    after: float
    line: tuple[str, ...]
    is_own: bool
    """Whether it is a move of the only person who played."""

    def board(self) -> Board:
        """The position, without the moves that led to it."""
        board = self.node.parent.board()
        return Board(board.variant, board.fen(), seed=0)

    def is_good(self, chance: float) -> bool:
        """Whether a move after which the mover has that chance is as good as the best one."""
        return judgement(self.before, chance) is None


def moments(report: Report, persons: Collection[bool]) -> tuple[Moment, ...]:
    """The moments that decided a game, in the order of the game.

    Those of ``persons`` come before those of the computer, and moves that lost much before inaccuracies,
    which count only if there is nothing else.
    """
    known = [move for move in report.judged if move.better is not None]
    serious = [move for move in known if move.lost >= LEAST] or known
    own = [move for move in serious if move.mover in persons]
    others = [move for move in serious if move.mover not in persons]
    chosen: list[JudgedMove] = []
    for move in (*_worst_first(own), *_worst_first(others)):
        if len(chosen) < MOST_MOMENTS and not any(_is_one_slide(move, other) for other in chosen):
            chosen.append(move)
    return tuple(_moment(move, persons) for move in report.judged if move in chosen)


def _worst_first(moves: Iterable[JudgedMove]) -> list[JudgedMove]:
    return sorted(moves, key=lambda move: -move.lost)


def _is_one_slide(one: JudgedMove, other: JudgedMove) -> bool:
    """Whether two moves belong together: the same side went on losing what it had begun to lose."""
    return one.mover is other.mover and abs(one.node.plies() - other.node.plies()) <= SLIDE_PLIES


def _moment(move: JudgedMove, persons: Collection[bool]) -> Moment:
    line = [move.better.uci(), *(node.uci() for node in move.better.mainline())]
    is_own = tuple(persons) == (move.mover,)
    return Moment(move.node, move.mover, move.before, move.after, tuple(line[:LINE_PLIES]), is_own)
