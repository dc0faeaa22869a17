"""Times perft beside another program, in turns; prints the medians of several rounds.

    python -m benchmarks.perft_against python-chess            # needs `pip install chess`
    python -m benchmarks.perft_against ./program 5             # a program that prints "… N Mnps" last
    python -m benchmarks.perft_against fairy-stockfish         # needs the program of that name
    python -m benchmarks.perft_against fairy-stockfish xiangqi shako

The first compares chess to depth 4, the second Wormhole Chess to the given depth, the others games of the
catalogue: the counts, which must be equal, and million moves per second of processor time.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import geometric_mean, median

import wormhole

try:
    import resource
except ImportError:  # Windows does not say how long a program's child has computed
    resource = None  # type: ignore[assignment]

ROUNDS = 7

FAIRY_STOCKFISH = "fairy-stockfish"
FAIRY_ROUNDS = 5
DEPTHS = {
    "chess": 5,
    "capablanca": 5,
    "gothic": 5,
    "janus": 5,
    "courier": 5,
    "grand": 4,
    "makruk": 5,
    "shatranj": 6,
    "losalamos": 6,
    "knightmate": 5,
    "kingofthehill": 5,
    "racingkings": 5,
    "antichess": 6,
    "extinction": 5,
    "breakthrough": 5,
    "xiangqi": 4,
    "minixiangqi": 5,
    "shako": 4,
}
"""Games that both play, with a depth that takes a second or so."""


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


def our_count(game: str, depth: int) -> tuple[int, float]:
    """Our perft of a game, and the seconds of processor time."""
    board = wormhole.Board(game)
    begun = time.process_time()
    count = board.perft(depth)
    return count, time.process_time() - begun


def fairy_count(game: str, depth: int) -> tuple[int, float]:
    """The same of Fairy-Stockfish; the seconds are those of the whole program."""
    lines = f"uci\nsetoption name UCI_Variant value {game}\nposition startpos\ngo perft {depth}\nquit\n"
    command = shutil.which(FAIRY_STOCKFISH) or f"/usr/games/{FAIRY_STOCKFISH}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([command], input=lines, capture_output=True, text=True, check=True).stdout
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return int(re.findall(r"Nodes searched: (\d+)", out)[-1]), seconds


def compare_fairy(games: list[str]) -> None:
    """Print a line for each game, with the medians of several rounds in turns, and the geometric mean."""
    ratios = []
    print("game           depth        count   ours  theirs  ratio")
    for game in games:
        depth = DEPTHS[game]
        our_count(game, 1)
        rows = []
        for _ in range(FAIRY_ROUNDS):
            count, seconds = our_count(game, depth)
            _, start_seconds = fairy_count(game, 1)
            their_count, their_seconds = fairy_count(game, depth)
            if their_count != count:
                sys.exit(f"{game}: they count {their_count} moves, we count {count}")
            rows.append((count / seconds / 1e6, count / (their_seconds - start_seconds) / 1e6))
        ours, theirs = (median(column) for column in zip(*rows, strict=True))
        ratios.append(ours / theirs)
        print(
            f"{game:14} {depth:5} {count:12,} {ours:6.1f} {theirs:7.1f} {ratios[-1]:6.2f}",
            flush=True,
        )
    print(f"geometric mean of {len(ratios)} games: {geometric_mean(ratios):.2f}")


def compare(mine: Callable[[], float], other: Callable[[], float]) -> None:
    """Print both in turns, then the medians and the ratio."""
    mine()
    rows = []
    for _ in range(ROUNDS):
        rows.append((mine(), other()))
        print(f"ours {rows[-1][0]:8.2f}   theirs {rows[-1][1]:8.2f}   ratio {rows[-1][0] / rows[-1][1]:.2f}")
    print(
        f"median: ours {median(row[0] for row in rows):.2f}, theirs {median(row[1] for row in rows):.2f} "
        f"million moves/s, ratio {median(row[0] / row[1] for row in rows):.2f}"
    )


def main() -> None:
    """Compare with the program on the command line."""
    theirs = sys.argv[1] if len(sys.argv) > 1 else "python-chess"
    if theirs == "python-chess":
        compare(lambda: ours("chess", 5), lambda: python_chess(4))
    elif theirs == FAIRY_STOCKFISH:
        compare_fairy(sys.argv[2:] or list(DEPTHS))
    else:
        depth = int(sys.argv[2]) if len(sys.argv) > 2 else 5
        compare(lambda: ours("wormhole", depth), lambda: program(theirs, depth))


if __name__ == "__main__":
    main()
