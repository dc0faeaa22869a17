"""The best lines of one depth: aspiration windows, several lines (MultiPV), a fallback for early stops."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.searcher import Searcher, SearchStopped

LOWEST, HIGHEST = -MATE - 1, MATE + 1
"""Every score lies between these."""

WIDEST_CENTIPAWNS = 1000
"""A wider window is opened completely."""

GLANCE_NODES = 2000
"""Node limit of :func:`glance`; a few milliseconds."""

FIRST_EXPECTING_DEPTH = 5
"""From this depth on, the last score centres the window; before it, scores vary too much."""


@dataclass(frozen=True)
class Line:
    """The best line of a search to ``depth``, as move numbers of the loops, and its score."""

    depth: int
    score_centipawns: int
    moves: tuple[int, ...]


def search_near(expected_centipawns: int, window_centipawns: int, search: Callable[[int, int], int]) -> int:
    """The exact score of ``search(alpha, beta)``, found with a window around the expected score.

    See https://www.chessprogramming.org/Aspiration_Windows. A search that fails high or low is repeated with
    that side of the window wider. Mate scores get a full window, so that the mate's length is exact.
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
    """The best line that begins with one of ``moves`` (empty: any); ``before``: the lines of the last depth.

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
    """The ``count`` best lines, best first, each with a different first move; all scores are exact.

    Each of ``moves`` is searched by itself, those of ``before`` first. Once there are ``count`` lines, a
    null-window search tests whether a move beats the last of them. Raises
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
    """The best line one ply deep, for a search that was stopped before it had searched any move.

    A long exchange may exceed a move's share of ``GLANCE_NODES``; such a move is not played, unless all are
    such.
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
