"""The playing levels, read from ``levels.toml``, and how the weaker ones select a move.

A level is a search limit and a sight: some moves are overlooked, and the others are evaluated roughly. Like
human players, these levels overlook quiet moves, long moves, moves backwards and moves over holes. Among the
moves that they see, the odds of a move fall with its loss against the best.

The settings of ten levels are marks, and :func:`at_skill` has those of every strength between. Where the
levels of a game stand among them is in :mod:`wormhole.engine.ladders`.
"""

from __future__ import annotations

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

QUIET, LONG, BACKWARD, FOLDED = 0.85, 0.75, 0.8, 0.7
"""Factors of the chance that a move is seen, one for each property; see :func:`notice`."""

KING_WALK, EDGE_PAWN = 0.3, 0.55
"""As above: a quiet move of the king on a crowded board, and one of a pawn on an edge."""

CROWDED_SHARE = 0.5
"""A board with at least this share of the first pieces is crowded."""

PIECE_CENTIPAWNS = 200
"""A move that is worse by so much gives a piece away."""

SAFE_MOVES = 3
"""What this number of moves avoid is given away for nothing."""


@dataclass(frozen=True)
class Sight:
    """How well a player sees and judges moves.

    ``oversight``: the exponent of the chance that a move is seen; 0 overlooks nothing, 1 is :func:`notice`.
    ``temperature_centipawns``: the loss at which a move's odds fall to 1/e.
    ``mates_seen``: wins within this many own moves are never overlooked.
    ``care``: the chance, at each move, that no move is selected that gives a piece away; see :func:`choose`.
    """

    oversight: float = 0.0
    temperature_centipawns: float = 0.0
    mates_seen: int = 0
    care: float = 0.0

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
    move that is seen: https://en.wikipedia.org/wiki/Softmax_function. A player who takes care selects no move
    that gives a piece away against the best that is seen, or against the third best of all.
    """
    seen = [candidate for candidate in candidates if _is_seen(candidate, sight, generator)] or candidates
    if sight.care and generator.random() < sight.care:
        scores = sorted((candidate.score_centipawns for candidate in candidates), reverse=True)
        expected = max(scores[:SAFE_MOVES][-1], *(candidate.score_centipawns for candidate in seen))
        least = expected - PIECE_CENTIPAWNS
        safe = [candidate for candidate in seen if candidate.score_centipawns > least]
        seen = safe or [candidate for candidate in candidates if candidate.score_centipawns > least]
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
        chance *= QUIET * _purpose(board, move)
    if max(abs(to_file - file), abs(to_rank - rank)) >= LONG_SQUARES:
        chance *= LONG
    if forward < 0:
        chance *= BACKWARD
    if board.route(move).holes:
        chance *= FOLDED
    return chance


def _purpose(board: Board, move: Move) -> float:
    """How often a quiet move comes to mind that leads nowhere: 1.0 for all others."""
    variant, places = board.variant, board.variant.geometry.place
    (file, rank), (to_file, to_rank) = places[move.from_square], places[move.to_square]
    if move.from_square == board.king(board.turn):
        first = sum(map(str.isalpha, variant.start.split()[0]))
        is_crowded = len(board.piece_map()) >= CROWDED_SHARE * first
        is_step = max(abs(to_file - file), abs(to_rank - rank)) == 1
        return KING_WALK if is_step and is_crowded and not board.is_check() else 1.0
    piece = board.piece_at(move.from_square)
    if piece is None or not variant.piece_types[piece.letter].pawn or move.promotion:
        return 1.0
    return EDGE_PAWN if file in (0, variant.geometry.columns - 1) else 1.0


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

    ``solver_seconds`` is the time for solving the position before the search; 0 skips it. Moves of the
    opening book are played if they are worse than the best by at most ``book_centipawns``; with 0, the book
    is not used. ``character`` is who plays at the level; None is the plain computer. ``skill`` is where it
    stands between the marks (:func:`at_skill`); None: at the level's skill on the ladder of each game.
    """

    number: int
    name: str
    about: str
    limit: Limit
    sight: Sight = field(default_factory=Sight)
    solver_seconds: float = 0.0
    book_centipawns: int = 0
    character: Character | None = None
    skill: float | None = None


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

FULL_NODES = 2_500_000
"""About as many nodes as the last mark, which has no limit of nodes, searches in its time with one thread."""


def at_skill(skill: float, chance: float = 0.0) -> Level:
    """The settings of a move at a skill between the marks, 1.0 (the weakest) to 10.0.

    Between marks that search to the same depth, all numbers lie between theirs: those of nodes and of
    temperature grow by equal factors. Between others, each move is played at one of both marks, the nearer
    one plays more. ``chance`` is a random number below 1, which decides.

    >>> round(at_skill(3.5).sight.temperature_centipawns), at_skill(8.5).limit.nodes
    (47, 6708)
    """
    number = min(max(math.floor(skill), 1), len(LEVELS) - 1)
    lower, upper, share = LEVELS[number - 1], LEVELS[number], skill - number
    if lower.limit.depth != upper.limit.depth or share in (0.0, 1.0):
        return replace(upper if chance < share else lower, skill=skill)

    def between(one: float, other: float) -> float:
        return one + share * (other - one)

    def by_factors(one: float, other: float) -> float:
        return one * (other / one) ** share if one and other else between(one, other)

    low, high, nodes = lower.sight, upper.sight, lower.limit.nodes
    return replace(
        upper if share >= 0.5 else lower,
        skill=skill,
        limit=replace(
            lower.limit,
            nodes=nodes and round(by_factors(nodes, upper.limit.nodes or FULL_NODES)),
            seconds=between(lower.limit.seconds or 0.0, upper.limit.seconds or 0.0),
        ),
        sight=Sight(
            between(low.oversight, high.oversight),
            by_factors(low.temperature_centipawns, high.temperature_centipawns),
            (high if share >= 0.5 else low).mates_seen,
            between(low.care, high.care),
        ),
        solver_seconds=between(lower.solver_seconds, upper.solver_seconds),
        book_centipawns=round(between(lower.book_centipawns, upper.book_centipawns)),
    )


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
