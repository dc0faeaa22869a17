"""The playing levels, read from ``levels.toml``, and how the weaker ones select a move.

A level is a search limit and a sight: some moves are overlooked, and the others are evaluated roughly. Like
human players, these levels overlook quiet moves, long moves, moves backwards and moves over holes. Among the
moves that they see, the odds of a move fall with its loss against the best.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from wormhole.base.schema import read
from wormhole.base.toml import packaged
from wormhole.engine.characters import LONG_SQUARES, Character
from wormhole.engine.loops.workspace import MATE
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

QUIET, LONG, BACKWARD, FOLDED = 0.85, 0.75, 0.8, 0.7
"""Factors of the chance that a move is seen, one for each property; see :func:`notice`."""


@dataclass(frozen=True)
class Sight:
    """How well a player sees and judges moves.

    ``oversight``: the exponent of the chance that a move is seen; 0 overlooks nothing, 1 is :func:`notice`.
    ``temperature_centipawns``: the loss at which a move's odds fall to 1/e.
    ``mates_seen``: wins within this many own moves are never overlooked.
    """

    oversight: float = 0.0
    temperature_centipawns: float = 0.0
    mates_seen: int = 0

    @property
    def is_perfect(self) -> bool:
        """Whether the best move is always seen and selected."""
        return not self.oversight and not self.temperature_centipawns


@dataclass(frozen=True)
class Candidate:
    """A move, its score for the side that plays it, and its chance of being seen, 0.0 to 1.0.

    ``liking_centipawns`` is what the move is worth to a character beside its score.
    """

    move: Move
    score_centipawns: int
    notice: float = 1.0
    liking_centipawns: float = 0.0

    @property
    def worth_centipawns(self) -> float:
        """The score, and what the move is worth beside."""
        return self.score_centipawns + self.liking_centipawns


def choose(candidates: Sequence[Candidate], sight: Sight, generator: random.Random) -> Move:
    """The candidate that a player of this sight selects; there must be at least one.

    The odds of each move that is seen are ``exp(-loss / temperature)``, where the loss is against the best
    move that is seen: https://en.wikipedia.org/wiki/Softmax_function.
    """
    seen = [candidate for candidate in candidates if _is_seen(candidate, sight, generator)] or candidates
    best = max(seen, key=lambda candidate: candidate.worth_centipawns)
    if not sight.temperature_centipawns:
        return best.move
    odds = [
        math.exp((candidate.worth_centipawns - best.worth_centipawns) / sight.temperature_centipawns)
        for candidate in seen
    ]
    return generator.choices(seen, odds)[0].move


def notice(board: Board, move: Move) -> float:
    """The chance that a human player notices a legal move of ``board``.

    It is 1.0 for checks and for captures on the square where the other side just moved.
    """
    last = board.peek() if board.move_stack else None
    if board.check_sign(move) or (last and board.captured_square(move) == last.to_square):
        return 1.0
    places = board.variant.geometry.place
    (file, rank), (to_file, to_rank) = places[move.from_square], places[move.to_square]
    forward = to_rank - rank if board.turn is WHITE else rank - to_rank
    chance = 1.0
    if not board.is_capture(move):
        chance *= QUIET
    if max(abs(to_file - file), abs(to_rank - rank)) >= LONG_SQUARES:
        chance *= LONG
    if forward < 0:
        chance *= BACKWARD
    if board.route(move).holes:
        chance *= FOLDED
    return chance


def _is_seen(candidate: Candidate, sight: Sight, generator: random.Random) -> bool:
    is_near_mate = candidate.score_centipawns > MATE - 2 * sight.mates_seen
    return is_near_mate or generator.random() < candidate.notice**sight.oversight


@dataclass(frozen=True)
class Limit:
    """The end of a search: ``depth`` plies, ``seconds`` or ``nodes``, whichever comes first."""

    depth: int = 60
    seconds: float | None = None
    nodes: int | None = None
    soft_seconds: float | None = None
    """The time to aim at, if there is a clock; the search may end earlier or later."""


@dataclass(frozen=True)
class Level:
    """A playing level. ``number`` counts from 1, the weakest.

    ``elo`` is its strength in Wormhole Chess, ``chess_elo`` that in chess; docs/strength.md says how they are
    measured. ``solver_seconds`` is the time for solving the position before the search; 0 skips it.
    Moves of the opening book are played if they are worse than the best by at most ``book_centipawns``; with
    0, the book is not used. ``character`` is who plays at the level; None is the plain computer.
    """

    number: int
    name: str
    about: str
    limit: Limit
    elo: int = 0
    chess_elo: int = 0
    sight: Sight = field(default_factory=Sight)
    solver_seconds: float = 0.0
    book_centipawns: int = 0
    character: Character | None = None
    about_without_holes: str = ""
    """The sentence for games without holes, if it is another one."""

    def about_in(self, game: Variant | None) -> str:
        """The sentence about the level in a game."""
        has_other = bool(self.about_without_holes) and game is not None and not game.has_holes
        return self.about_without_holes if has_other else self.about


LEVELS = tuple(
    read(Level, {"number": number, **table})
    for number, table in enumerate(packaged("wormhole.engine", "levels.toml")["level"], 1)
)
"""All levels, weakest first."""


def played_by(level: Level, character: Character | None) -> Level:
    """The level as a character plays it; it finds its first moves without a book."""
    if character is None:
        return level
    sight, limit = level.sight, level.limit
    return replace(
        level,
        sight=replace(
            sight,
            oversight=sight.oversight * character.oversight,
            temperature_centipawns=sight.temperature_centipawns * character.temperature,
        ),
        limit=replace(limit, nodes=None if limit.nodes is None else round(limit.nodes * character.nodes)),
        book_centipawns=0,
        character=character,
    )


Number = TypeVar("Number", int, float)

STRENGTHS = [strength for level in LEVELS for strength in (level.elo, level.chess_elo)]
WEAKEST_ELO, STRONGEST_ELO = min(STRENGTHS), max(STRENGTHS)


def level_for_elo(elo: int, chance: float, *, in_chess: bool) -> Level:
    """The level of a move for a player of strength ``elo``; ``chance`` is a random number below 1.

    Between the strengths of two levels, each plays a share of the moves; the nearer one plays more.
    """

    def strength(level: Level) -> int:
        return level.chess_elo if in_chess else level.elo

    ranked = sorted(LEVELS, key=strength)
    for weaker, stronger in itertools.pairwise(ranked):
        low, high = strength(weaker), strength(stronger)
        if elo < high:
            return stronger if chance * (high - low) < elo - low else weaker
    return ranked[-1]


def narrowed(limit: Limit, other: Limit) -> Limit:
    """The stricter of both limits in each respect; the time to aim at is that of the first."""
    return replace(
        limit,
        depth=min(limit.depth, other.depth),
        seconds=_lesser(limit.seconds, other.seconds),
        nodes=_lesser(limit.nodes, other.nodes),
    )


def _lesser(one: Number | None, other: Number | None) -> Number | None:
    """The smaller of two bounds, where None is no bound."""
    return min((bound for bound in (one, other) if bound is not None), default=None)
