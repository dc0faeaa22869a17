"""The moments that decided a game, as small puzzles: what was played, and the better line that was missed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from wormhole.engine.review import judgement
from wormhole.learn.game_report import JudgedMove, Report, better_move, deciding
from wormhole.learn.reasons import Reason, route_of, why_bad
from wormhole.library.record import ChildNode
from wormhole.rules.board import Board
from wormhole.rules.routes import Route

MOST_MOMENTS = 3
LINE_PLIES = 7
"""The plies of the missed line that are played on."""


@dataclass(frozen=True)
class CoachMoment:
    """A position in which something better was missed.

    ``before`` and ``after`` are the mover's chances to win with the best move and with the one that was
    played. ``line`` is the better line in UCI notation, ``reply`` the best reply to the move that was played:
    that of the game, or the better one that is kept beside it.
    """

    node: ChildNode
    """The move that was played."""
    mover: bool
    before: float
    after: float
    line: tuple[str, ...]
    reply: tuple[str, ...]
    is_own: bool
    """Whether it is a move of the only user who played."""

    def board(self) -> Board:
        """The position, without the moves that led to it."""
        board = self.node.parent.board()
        return Board(board.variant, board.fen(), seed=0)

    def why_bad(self) -> tuple[Reason, ...]:
        """Why the move that was played is bad; perhaps nothing is known."""
        return why_bad(self.node.board(), self.reply)

    def reply_route(self) -> tuple[Route, ...]:
        """The route of the best reply, if it has one."""
        return route_of(self.node.board(), self.reply)

    def is_good(self, chance: float) -> bool:
        """Whether a move after which the mover has that chance is as good as the best one."""
        return judgement(self.before, chance) is None


def moments(report: Report, users: Collection[bool]) -> tuple[CoachMoment, ...]:
    """The moves that decided a game and for which a better one is known, in their order in the game.

    Only those of ``users``, if there are any.
    """
    known = [move for move in report.judged if move.better is not None]
    own = [move for move in known if move.mover in users]
    chosen = deciding(own or known, MOST_MOMENTS)
    return tuple(_moment(move, move.better, users) for move in chosen if move.better is not None)


def _moment(move: JudgedMove, better: ChildNode, users: Collection[bool]) -> CoachMoment:
    is_own = tuple(users) == (move.mover,)
    return CoachMoment(
        move.node, move.mover, move.before, move.after, line_of(better), best_reply(move.node), is_own
    )


def best_reply(node: ChildNode) -> tuple[str, ...]:
    """The best reply to a move that a reviewed game has: a better one kept there, or the next move."""
    return line_of(_best_after(node)) if node.variations else ()


def line_of(node: ChildNode) -> tuple[str, ...]:
    """The line that begins with this move. Where the game went on with a mistake, it has the better move."""
    line = [node]
    while line[-1].variations and len(line) < LINE_PLIES:
        line.append(_best_after(line[-1]))
    return tuple(each.uci() for each in line)


def _best_after(node: ChildNode) -> ChildNode:
    """The move that is kept as better than the next one, or the next one."""
    following = node.variations[0]
    return better_move(following) or following
