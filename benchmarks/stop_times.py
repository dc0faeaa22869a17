"""Measures how soon a search answers after *stop*, at random moments in random positions of every game.

    python -m benchmarks.stop_times --count 1000 --threads 2

Prints the median, the 99th percentile and the worst, in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import threading
import time

import wormhole
from wormhole.engine.levels import Limit
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thinker

LONGEST_GAME_PLIES = 120
LONGEST_WAIT_SECONDS = 0.2
TABLE_ENTRIES = 1 << 18


def random_board(dice: random.Random, game: str) -> wormhole.Board:
    """A board after random moves, in a game that is not over."""
    board = wormhole.Board(game, seed=dice.randrange(1 << 30))
    for _ in range(dice.randrange(LONGEST_GAME_PLIES)):
        board.push(dice.choice(board.legal_moves))
        if board.is_game_over():
            board.pop()
            break
    return board


def stop_seconds(thinker: Thinker, board: wormhole.Board, wait_seconds: float) -> float | None:
    """The time from *stop* to the answer; None if the search had ended before."""
    begun, answered = threading.Event(), []

    def has_begun() -> bool:
        begun.set()
        return True

    def think() -> None:
        thinker.think(board, Limit(), has_begun)
        answered.append(time.perf_counter())

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    begun.wait()
    time.sleep(wait_seconds)
    stopped = time.perf_counter()
    thinker.stop()
    thread.join()
    return answered[0] - stopped if answered[0] > stopped else None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000, help="stops to measure")
    parser.add_argument("--threads", type=int, default=1, help="threads that search together")
    parser.add_argument("--seed", type=int, default=1, help="of the random games and moments")
    given = parser.parse_args()
    dice = random.Random(given.seed)
    thinkers = {
        game: Thinker(
            wormhole.variant(game), fast=has_fast_loops(), table_entries=TABLE_ENTRIES, threads=given.threads
        )
        for game in wormhole.menu("family")
    }
    next(iter(thinkers.values())).think(wormhole.Board(), Limit(depth=1))  # compile
    times: list[float] = []
    while len(times) < given.count:
        game = dice.choice(list(thinkers))
        wait_seconds = dice.uniform(0, LONGEST_WAIT_SECONDS)
        taken = stop_seconds(thinkers[game], random_board(dice, game), wait_seconds)
        if taken is not None:
            times.append(1000 * taken)
    times.sort()
    print(
        f"{len(times)} stops, {given.threads} threads: median {times[len(times) // 2]:.2f} ms, "
        f"p99 {times[len(times) * 99 // 100]:.2f} ms, worst {times[-1]:.2f} ms"
    )


if __name__ == "__main__":
    main()
