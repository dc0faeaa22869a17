"""Measures how speed and memory grow, and draws a curve of each.

    python -m benchmarks.growth --folder docs/growth              all of them
    python -m benchmarks.growth --folder /tmp/x size memory       some

Nodes are counted in processor time, so that other programs disturb less. Games of workers are counted in time
as it passes. Each figure is the best of several turns.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.engine.levels import Limit
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thinker
from wormhole.library.record import Game, GameNode
from wormhole.own_program import cores
from wormhole.rules.board import Board
from wormhole.training.self_play_games import GAMES_A_JOB, SelfPlayer
from wormhole.training.training_report import KEPT, drawn, make_plain
from wormhole.work.crew import Crew

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TURNS = 3
NODES = 20_000

SIZES = [
    "minishogi",
    "losalamos",
    "chess",
    "wormhole",
    "shogi",
    "xiangqi",
    "courier",
    "grand",
    "wormhole-omega",
]
"""Games on boards of 25 to 104 squares."""

PIECES = ("chess", "wormhole")
FEWEST_PIECES = 4
GAMES_OF_PIECES = 3

PLIES = (0, 500, 1000, 2000, 4000)
TREES = (0, 5000, 10_000, 20_000, 40_000)

WORKERS = (1, 2, 4)
JOBS_A_WORKER = 10
SELF_PLAY_NODES = 50

INCHES = (8, 4)
COLOURS = (KEPT, "#c98a1b", "#1f8a70")


@dataclass(frozen=True)
class Point:
    """A measured value, and the name that stands beside it."""

    at: float
    value: float
    name: str = ""


Curves = Mapping[str, Sequence[Point]]


def nodes_a_second(board: Board) -> float:
    """Of a search of one thread, in seconds of its processor time."""
    thinker = Thinker(board.variant, fast=True, table_entries=1 << 18)
    best = 0.0
    for _ in range(TURNS):
        thinker.forget()
        begun = time.thread_time()
        thinker.think(board, Limit(nodes=NODES))
        best = max(best, thinker.thought().nodes / (time.thread_time() - begun))
    thinker.close()
    return best


def by_size() -> Curves:
    """Nodes a second from the start of games on boards of several sizes, in thousands."""
    points = []
    for name in SIZES:
        board = Board(name)
        points.append(
            Point(board.variant.geometry.squares, nodes_a_second(board) / 1000, board.variant.title)
        )
    return {"": sorted(points, key=lambda point: point.at)}


def by_pieces() -> Curves:
    """Nodes a second by the number of pieces, in random games that prefer captures, in thousands."""
    return {Board(name).variant.title: _by_pieces(name) for name in PIECES}


def _by_pieces(name: str) -> list[Point]:
    found: dict[int, list[float]] = {}
    for seed in range(GAMES_OF_PIECES):
        dice = random.Random(seed)
        board, fewest = Board(name), 1000
        while not board.is_game_over():
            pieces = len(board.piece_map())
            if pieces < FEWEST_PIECES:
                break
            if pieces <= fewest - 4 and not board.is_check():
                fewest = pieces
                found.setdefault(round(pieces / 4) * 4, []).append(nodes_a_second(board) / 1000)
            moves = board.legal_moves
            captures = [move for move in moves if board.is_capture(move)]
            board.push(dice.choice(captures or moves))
    return [Point(pieces, sum(all_) / len(all_)) for pieces, all_ in sorted(found.items())]


@contextlib.contextmanager
def counted_bytes() -> Iterator[Callable[[], int]]:
    """Count the memory of Python's objects from here on."""
    gc.collect()
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def memory() -> Curves:
    """The memory of a board with its moves, and of a record, in megabytes."""
    curves: dict[str, list[Point]] = {"board with its moves": [], "record": [], "record with variations": []}
    knights = ("g1f3", "g8f6", "f3g1", "f6g8")
    for plies in PLIES:
        with counted_bytes() as now:
            board = Board("chess")
            for index in range(plies):
                board.push_uci(knights[index % 4])
            curves["board with its moves"].append(Point(plies, now() / 1e6))
        moves = list(board.move_stack)
        with counted_bytes() as now:
            game: GameNode = Game(Board("chess"))
            game.add_line(moves)
            curves["record"].append(Point(plies, now() / 1e6))
    for nodes in TREES:
        dice = random.Random(1)
        with counted_bytes() as now:
            curves["record with variations"].append(Point(nodes, tree(nodes, dice, now)))
    return curves


def tree(nodes: int, dice: random.Random, now: Callable[[], int]) -> float:
    """The megabytes of a tree of so many nodes: lines of ten plies, each from a random place."""
    game = Game(Board("chess"))
    places: list[GameNode] = [game]
    while len(places) <= nodes:
        node = dice.choice(places)
        board = node.board()
        for _ in range(10):
            moves = [move for move in board.legal_moves if not node.has_variation(move)]
            if not moves:
                break
            move = dice.choice(moves)
            board.push(move)
            node = node.add_variation(move)
            places.append(node)
    del places
    gc.collect()
    return now() / 1e6


def games_a_minute(crew: Crew, workers: int) -> float:
    """Games of training a minute; the first job of each worker is not counted, since it loads the loops."""
    jobs = workers * (JOBS_A_WORKER + 1)
    task = partial(SelfPlayer, Board("wormhole").variant, None, SELF_PLAY_NODES)
    begun, done = 0.0, 0
    for number, _ in enumerate(crew.results(task, range(jobs)), 1):
        if number == workers:
            begun = time.perf_counter()
        done = number
    return (done - workers) * GAMES_A_JOB * 60 / (time.perf_counter() - begun)


def by_workers() -> Curves:
    """Games of training a minute by workers: processes, and a Dask cluster on this machine."""
    processes = [Point(workers, games_a_minute(Crew(workers), workers)) for workers in WORKERS]
    return {"processes": processes, "Dask cluster": [_on_cluster(workers) for workers in WORKERS]}


def _on_cluster(workers: int) -> Point:
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        return Point(workers, games_a_minute(Crew(cluster=cluster.scheduler_address), workers))


@dataclass(frozen=True)
class Chart:
    """A measurement, and the words of its picture."""

    measure: Callable[[], Curves]
    title: str
    across: str
    up: str


CHARTS = {
    "size": Chart(by_size, "Search by the size of the board", "squares", "thousand nodes a second"),
    "pieces": Chart(by_pieces, "Search by the number of pieces", "pieces", "thousand nodes a second"),
    "memory": Chart(memory, "Memory by moves", "moves", "megabytes"),
    "workers": Chart(by_workers, f"Training on {cores()} cores", "workers", "games a minute"),
}


def picture(chart: Chart, curves: Curves) -> bytes:
    """The chart as SVG."""

    def draw(figure: Figure) -> None:
        axes: Axes = figure.subplots()
        make_plain(axes)
        axes.set_title(chart.title, fontweight="bold")
        axes.set_xlabel(chart.across)
        axes.set_ylabel(chart.up)
        for (label, points), colour in zip(curves.items(), COLOURS, strict=False):
            places, values = [point.at for point in points], [point.value for point in points]
            if points[0].name:
                axes.plot(places, values, "o", color=colour)
            else:
                axes.plot(places, values, color=colour, marker="o", markersize=4, label=label)
            for point in points:
                axes.annotate(
                    point.name, (point.at, point.value), (6, 4), textcoords="offset points", fontsize=8
                )
        if len(curves) > 1:
            axes.legend(frameon=False)
        axes.margins(x=0.1, y=0.1)
        axes.set_ylim(bottom=0)

    return drawn(draw, INCHES, "svg")


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True, help="where the pictures go")
    parser.add_argument("charts", nargs="*", choices=CHARTS, help="which; all if none is named")
    args = parser.parse_args()
    has_fast_loops()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.charts or CHARTS:
        chart = CHARTS[name]
        curves = chart.measure()
        print(f"\n{chart.title}: {chart.up} by {chart.across}")
        for label, points in curves.items():
            for point in points:
                print(f"  {label:24} {point.at:8,.0f} {point.value:12,.1f}  {point.name}")
        (args.folder / f"{name}.svg").write_bytes(picture(chart, curves))


if __name__ == "__main__":
    main()
