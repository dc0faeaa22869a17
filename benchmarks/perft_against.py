"""Times perft beside another program, in turns; prints the medians of several rounds.

    python -m benchmarks.perft_against python-chess            # needs `pip install chess`
    python -m benchmarks.perft_against ./yardstick 5           # a program that prints "… N Mnps" last

The first compares chess to depth 4, the second Wormhole Chess to the given depth.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import wormhole

ROUNDS = 7


def ours(game: str, depth: int) -> float:
    """Million moves per second of our perft."""
    board = wormhole.Board(game)
    begun = time.perf_counter()
    count = board.perft(depth)
    return count / (time.perf_counter() - begun) / 1e6


def python_chess(depth: int) -> float:
    """Million moves per second of python-chess, counting the last ply's moves without playing them."""
    import chess

    def count(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, left - 1)
            board.pop()
        return total

    begun = time.perf_counter()
    nodes = count(chess.Board(), depth)
    return nodes / (time.perf_counter() - begun) / 1e6


def program(command: str, depth: int) -> float:
    """Million moves per second that a program prints in its last line."""
    out = subprocess.run([command, str(depth)], capture_output=True, text=True, check=True).stdout
    return float(re.findall(r"([\d.]+) Mnps", out)[-1])


def compare(mine: Callable[[], float], other: Callable[[], float]) -> None:
    """Print both in turns, then the medians and the ratio."""
    mine()
    rows = []
    for _ in range(ROUNDS):
        rows.append((mine(), other()))
        print(
            f"ours {rows[-1][0]:8.2f}   yardstick {rows[-1][1]:8.2f}   ratio {rows[-1][0] / rows[-1][1]:.2f}"
        )
    print(
        f"median: ours {median(row[0] for row in rows):.2f}, yardstick {median(row[1] for row in rows):.2f} "
        f"million moves/s, ratio {median(row[0] / row[1] for row in rows):.2f}"
    )


def main() -> None:
    """Compare with the program on the command line."""
    yardstick = sys.argv[1] if len(sys.argv) > 1 else "python-chess"
    if yardstick == "python-chess":
        compare(lambda: ours("chess", 5), lambda: python_chess(4))
    else:
        depth = int(sys.argv[2]) if len(sys.argv) > 2 else 5
        compare(lambda: ours("wormhole", depth), lambda: program(yardstick, depth))


if __name__ == "__main__":
    main()
