"""The best lines of one depth, and how few searches find them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.searcher import Searcher, SearchStopped

LOWEST, HIGHEST = -MATE - 1, MATE + 1
"""Every score lies between."""

WIDEST_CENTIPAWNS = 1000
"""A window that would be wider has no bounds."""

GLANCE_NODES = 2000
"""What a searcher that was stopped still looks at; a few milliseconds."""

FIRST_EXPECTING_DEPTH = 5
"""Before this depth, scores tell too little of the next and searches take no time."""


@dataclass(frozen=True)
class Line:
    """A line that a search to ``depth`` found best, as the loops number moves, and its score."""

    depth: int
    score_centipawns: int
    moves: tuple[int, ...]


def search_near(expected_centipawns: int, window_centipawns: int, search: Callable[[int, int], int]) -> int:
    """The exact score that ``search(alpha, beta)`` finds, looked for near the one expected.

    https://www.chessprogramming.org/Aspiration_Windows: a narrow window makes the search shorter; it is
    widened on the side where the score fell out of it. A mate has no window: its length is to be exact.
    """
    width = window_centipawns
    alpha, beta = LOWEST, HIGHEST
    if abs(expected_centipawns) <= MATE_BOUND:
        alpha, beta = expected_centipawns - width, expected_centipawns + width
    while True:
        score = search(alpha, beta)
        width *= 3
        is_bounded = width <= WIDEST_CENTIPAWNS and abs(score) <= MATE_BOUND
        if score <= alpha and alpha > LOWEST:
            alpha = score - width if is_bounded else LOWEST
        elif score >= beta and beta < HIGHEST:
            beta = score + width if is_bounded else HIGHEST
        else:
            return score


def best_line(searcher: Searcher, depth: int, before: Sequence[Line] = (), moves: Sequence[int] = ()) -> Line:
    """The best line that begins with one of ``moves`` (none: any); ``before`` are those of the last depth.

    Raises :class:`~wormhole.engine.searcher.SearchStopped`.
    """

    def search(alpha: int, beta: int) -> int:
        return searcher.search(depth, alpha, beta, moves)

    window = searcher.window_centipawns
    if depth < FIRST_EXPECTING_DEPTH or not before or not window:
        score = search(LOWEST, HIGHEST)
    else:
        score = search_near(before[0].score_centipawns, window, search)
    return Line(depth, score, searcher.line)


def best_lines(
    searcher: Searcher, depth: int, before: Sequence[Line], moves: Sequence[int], count: int
) -> tuple[Line, ...]:
    """The ``count`` best lines, each with another of ``moves`` first, the best first; all scores are exact.

    Each move is searched by itself, those of ``before`` first. Once there are ``count``, a move needs only
    be shown to be no better than the last of them, which takes a window of no width. Raises
    :class:`~wormhole.engine.searcher.SearchStopped`.
    """
    first = [line.moves[0] for line in before]
    found: list[Line] = []
    for move in [*first, *(move for move in moves if move not in first)]:
        floor = LOWEST
        if len(found) == count:
            floor = found[-1].score_centipawns
            if searcher.search(depth, floor, floor + 1, [move]) <= floor:
                continue
        score = searcher.search(depth, floor, HIGHEST, [move])
        if score > floor:
            del found[count - 1 :]
            insort(found, Line(depth, score, searcher.line), key=lambda line: -line.score_centipawns)
    return tuple(found)


def glance(searcher: Searcher, moves: Sequence[int]) -> Line:
    """The best line one ply deep, for a search that was stopped before it had looked at any move.

    Exchanges may go on for long after a move. One that takes more than its share of ``GLANCE_NODES`` to judge
    is not played, unless all do.
    """
    best = None
    for move in moves:
        searcher.go_on(max(GLANCE_NODES // len(moves), 1))
        with suppress(SearchStopped):
            floor = best.score_centipawns if best else LOWEST
            score = searcher.search(1, floor, HIGHEST, [move])
            if score > floor:
                best = Line(1, score, searcher.line)
    return best or Line(0, 0, tuple(moves[:1]))
