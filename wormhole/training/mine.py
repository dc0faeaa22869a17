"""Mines puzzles of a game, from the first game of self-play to the file of puzzles."""

from __future__ import annotations

import contextlib
import itertools
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wormhole.engine.loop_groups import has_fast_loops
from wormhole.learn.puzzle import Puzzle, PuzzleError
from wormhole.learn.puzzle_file import read_puzzles
from wormhole.library.keeping import write_parts
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import shown_path
from wormhole.rules.variant import Variant
from wormhole.training.digging import Digger
from wormhole.training.spread import Finds, chosen
from wormhole.work.crew import Crew
from wormhole.work.ledger import Ledger
from wormhole.work.progress import progress_bar

FINDS_FOR_EACH = 2
"""So many puzzles are found for each one that is wanted, so that there is a choice."""


@dataclass(frozen=True)
class Order:
    """What is to be mined, for ``hours`` (None: until stopped).

    ``count`` is the number of puzzles that are to be in the file ``out`` (None: all that are found).
    Those that are in it already are kept. The ledger of the work is beside it.
    """

    variant: Variant
    out: Path
    count: int | None = None
    hours: float | None = None
    seed: int = 0


@dataclass(frozen=True)
class Yield:
    """What one run gave: the games played, the new finds, the seconds, and all puzzles in the file."""

    games: int
    finds: int
    seconds: float
    puzzles: tuple[Puzzle, ...]

    def report(self) -> str:
        """A few lines of text."""
        goals = Counter(puzzle.goal for puzzle in self.puzzles)
        hourly = 3600 * self.finds / self.seconds if self.seconds else 0.0
        lines = [
            f"games     {self.games}",
            f"found     {self.finds} puzzles in {self.seconds:.0f} s: {hourly:,.0f} an hour",
            f"in file   {len(self.puzzles)} puzzles",
            *(f"          {goals[goal]:>5}  {goal}" for goal in sorted(goals)),
        ]
        return "\n".join(lines)


def run(order: Order, crew: Crew) -> Yield:
    """Mine until there is enough, the time is over, or Ctrl-C; then write the file.

    Raises :class:`WormholeError` if a file cannot be used.
    """
    finds = Finds(order.variant)
    kept = _in_file(order.out)
    finds.keep(kept)
    game = order.variant
    work = {"work": "puzzles", "game": game.name, "fingerprint": game.fingerprint, "seed": order.seed}
    ledger = Ledger(order.out.with_suffix(".ledger"), work)
    for job, found in ledger.results.items():
        finds.add_all(found_before(job, found))
    has_fast_loops()  # compiles missing loops once, not in each worker
    wanted = None if order.count is None else max(0, order.count - len(kept))
    enough = None if wanted is None else len(kept) + FINDS_FOR_EACH * wanted
    before, games, begun = len(finds), 0, time.monotonic()
    bar = progress_bar(enough, "puzzle")
    bar.update(before)
    jobs = (number for number in itertools.count() if number not in ledger.results)
    results = crew.results(partial(Digger, order.variant, order.seed), jobs)
    with bar, contextlib.closing(results), contextlib.suppress(KeyboardInterrupt):
        while not _is_over(order, enough, len(finds), time.monotonic() - begun):
            number, found = next(results)
            ledger.add(number, [puzzle.as_data() for puzzle in found])
            games += 1
            finds.add_all(found)
            bar.update(len(finds) - bar.n)
            bar.set_postfix_str(f"{games} games")
    seconds = time.monotonic() - begun
    added = chosen(finds.new, len(finds) if wanted is None else wanted)
    puzzles = sorted((*kept, *added), key=lambda puzzle: (puzzle.rating, puzzle.fen))
    _write(order.out, puzzles)
    return Yield(games, len(finds) - before, seconds, tuple(puzzles))


def _is_over(order: Order, enough: int | None, finds: int, seconds: float) -> bool:
    has_enough = enough is not None and finds >= enough
    return has_enough or (order.hours is not None and seconds >= 3600 * order.hours)


def found_before(job: int, found: object) -> Sequence[Puzzle]:
    """The puzzles of a job that is done. Raises :class:`WormholeError`."""
    if not isinstance(found, list):
        raise WormholeError(f"the ledger's job {job} has no list of puzzles")
    try:
        return [Puzzle.of_data(puzzle) for puzzle in found]
    except PuzzleError as error:
        raise WormholeError(f"the ledger's job {job}: {error}") from None


def _in_file(path: Path) -> Sequence[Puzzle]:
    """The puzzles that are in the file already."""
    try:
        return read_puzzles(path.read_text("utf-8").splitlines()) if path.exists() else ()
    except (OSError, UnicodeDecodeError, PuzzleError) as error:
        raise WormholeError(f"{shown_path(path)}: {error}") from None


def _write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    lines = (json.dumps(puzzle.as_data(), ensure_ascii=False) + "\n" for puzzle in puzzles)
    try:
        write_parts(path, lines)
    except OSError as error:
        raise WormholeError(f"{shown_path(path)}: {error.strerror}") from None
