"""Solves Wormhole Chess on every small rectangle, and writes the table of docs/endings.md.

python -m tools.small_boards --board 4 5    solves this board and keeps the results
python -m tools.small_boards                solves what is not solved yet, then writes the table

A side has a king and different pieces in any order, and from five ranks on a pawn in front of each. Black's
pieces stand opposite White's, or are turned by half a circle.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm import tqdm

from tools.solve import in_san
from wormhole import BLACK, WHITE, Board
from wormhole.base.errors import FenError
from wormhole.engine.search_loops import SOLVER
from wormhole.engine.solver import Solver
from wormhole.rules.game_file import parse

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, RESULTS = DOCS / "endings.md", DOCS / "endings" / "small-boards.jsonl"
PLACE = re.compile(r"(<!-- small boards -->\n).*?(<!-- end -->)", re.DOTALL)

PIECES = "CLNW"
BOARDS = [(files, ranks) for files in range(2, 6) for ranks in range(3, 7) if (files, ranks) != (5, 6)]
RANKS_WITH_PAWNS = 5
TABLE_ENTRIES = 1 << 22

HEAD = f"""| board | starts | White wins | Black wins | longest win | its start | nodes | time |
{"|---" * 8}|"""

FILE = """inherits = "wormhole"
title = "Small"
board.start = "{start}"
[pieces.P]
moves = "fmWfcF"
"""
"""The game as a file. Pawns have no double step."""


@dataclass(frozen=True)
class Start:
    """The first position of a small board: White's pieces from the left, and whether Black's are turned."""

    files: int
    ranks: int
    row: str
    is_turned: bool

    @property
    def placement(self) -> str:
        """Its FEN."""
        has_pawns = self.ranks >= RANKS_WITH_PAWNS
        own = [*["P" * self.files] * has_pawns, self.row]
        other = [(self.row[::-1] if self.is_turned else self.row).lower(), *["p" * self.files] * has_pawns]
        empty = [str(self.files)] * (self.ranks - len(own) - len(other))
        return "/".join([*other, *empty, *own])

    @property
    def board(self) -> Board:
        """Its board. Raises :class:`FenError` if a king is in check."""
        return Board(parse(FILE.format(start=self.placement), "small"))


@dataclass(frozen=True)
class Result:
    """A solved start: the winner ("white", "black" or "", a draw), its moves, and a best line in SAN."""

    files: int
    ranks: int
    start: str
    winner: str
    moves: int
    line: str
    nodes: int
    seconds: float


def starts(files: int, ranks: int) -> Iterator[Start]:
    """All starts on such a board; of two that are mirror images of each other, one."""
    for others in itertools.combinations(PIECES, files - 1):
        for row in map("".join, itertools.permutations(["K", *others])):
            if row <= row[::-1]:
                yield from (Start(files, ranks, row, is_turned) for is_turned in (False, True))


def solved(start: Start) -> Result | None:
    """The result of a start; None if the position is not legal."""
    try:
        board = start.board
    except FenError:
        return None
    solver, begun = Solver(board.variant, fast=SOLVER.use(), table_entries=TABLE_ENTRIES), time.process_time()
    solution = solver.solve(board)
    seconds = round(time.process_time() - begun, 2)
    solver.close()
    assert solution is not None
    assert solution.is_shortest
    winner = {WHITE: "white", BLACK: "black", None: ""}[solution.winner]
    line = in_san(board, solution.line)
    return Result(
        start.files, start.ranks, start.placement, winner, solution.moves, line, solver.nodes, seconds
    )


def kept() -> list[Result]:
    """The results that are kept."""
    if not RESULTS.exists():
        return []
    return [Result(**json.loads(line)) for line in RESULTS.read_text("utf-8").splitlines()]


def keep(results: list[Result]) -> None:
    """Append results."""
    with RESULTS.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(result), ensure_ascii=False) + "\n" for result in results)


def table(results: list[Result]) -> str:
    """A row for each board, with the start whose win takes longest, and below it best play there."""
    boards = defaultdict(list)
    for result in results:
        boards[result.files, result.ranks].append(result)
    rows, lines = [HEAD], [""]
    for (files, ranks), group in sorted(boards.items()):
        longest = max((each for each in group if each.winner), key=lambda each: each.moves)
        cells = [
            f"{files}x{ranks}",
            len(group),
            *(sum(each.winner == winner for each in group) for winner in ("white", "black")),
            f"{longest.winner.title()} wins in {longest.moves}",
            f"`{longest.start}`",
            f"{sum(each.nodes for each in group):,}",
            f"{sum(each.seconds for each in group):,.1f} s",
        ]
        rows.append("| " + " | ".join(map(str, cells)) + " |")
        lines.append(f"- {files}x{ranks}: {numbered(longest.line)}")
    return "\n".join([*rows, *lines, ""])


def numbered(line: str) -> str:
    """A line with the numbers of White's moves."""
    return " ".join(
        f"{place // 2 + 1}. {san}" if place % 2 == 0 else san for place, san in enumerate(line.split())
    )


def written(page: str) -> str:
    """The page with its table rewritten from the results."""
    return PLACE.sub(lambda found: found[1] + table(kept()) + found[2], page)


def main() -> None:
    """Solve, keep and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", type=int, nargs=2, metavar=("FILES", "RANKS"), help="only this one")
    given = parser.parse_args()
    done = {(result.files, result.ranks) for result in kept()}
    for files, ranks in [tuple(given.board)] if given.board else BOARDS:
        if (files, ranks) not in done:
            found = map(solved, tqdm([*starts(files, ranks)], desc=f"{files}x{ranks}", disable=None))
            keep([result for result in found if result is not None])
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
