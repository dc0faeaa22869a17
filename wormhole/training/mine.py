"""Mines puzzles of a game, from the first game of self-play to the file of puzzles."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wormhole.engine.loop_groups import has_fast_loops
from wormhole.library.keeping import write_text
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import shown_path
from wormhole.rules.variant import Variant
from wormhole.training.digging import Digger
from wormhole.training.nugget import Nugget
from wormhole.training.spread import Finds, chosen
from wormhole.work.crew import Crew
from wormhole.work.journal import Journal
from wormhole.work.progress import progress_bar

FINDS_FOR_EACH = 2
"""So many puzzles are found for each one that is wanted, so that there is a choice."""


@dataclass(frozen=True)
class Order:
    """What is to be mined: ``count`` puzzles (None: all that are found), for ``hours`` (None: until stopped).

    The journal of the work is beside the file ``out``. Puzzles that are in the file already are kept.
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
    puzzles: tuple[Nugget, ...]

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
    for puzzle in _in_file(order.out):
        finds.add(puzzle)
    journal = Journal(
        order.out.with_suffix(".journal"),
        {"work": "puzzles", "game": order.variant.name, "seed": order.seed},
    )
    for found in journal.results.values():
        _add(finds, found)
    has_fast_loops()  # compiles missing loops once, not in each worker
    enough = None if order.count is None else FINDS_FOR_EACH * order.count
    before, games, begun = len(finds), 0, time.monotonic()
    bar = progress_bar(enough, "puzzle")
    bar.update(before)
    jobs = (number for number in itertools.count() if number not in journal.results)
    results = crew.results(partial(Digger, order.variant, order.seed), jobs)
    with bar, contextlib.closing(results), contextlib.suppress(KeyboardInterrupt):
        while not _is_over(order, enough, len(finds), time.monotonic() - begun):
            number, found = next(results)
            journal.add(number, [puzzle.data() for puzzle in found])
            games += 1
            _add(finds, journal.results[number])
            bar.update(len(finds) - bar.n)
            bar.set_postfix_str(f"{games} games")
    seconds = time.monotonic() - begun
    puzzles = chosen(list(finds), len(finds) if order.count is None else order.count)
    _write(order.out, puzzles)
    return Yield(games, len(finds) - before, seconds, tuple(puzzles))


def _is_over(order: Order, enough: int | None, finds: int, seconds: float) -> bool:
    has_enough = enough is not None and finds >= enough
    return has_enough or (order.hours is not None and seconds >= 3600 * order.hours)


def _add(finds: Finds, found: Iterable[dict]) -> None:
    for data in found:
        finds.add(Nugget.of_data(data))


def _in_file(path: Path) -> list[Nugget]:
    if not path.exists():
        return []
    try:
        return [Nugget.of_line(line) for line in path.read_text("utf-8").splitlines()]
    except OSError as error:
        raise WormholeError(f"{shown_path(path)}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise WormholeError(f"{shown_path(path)}: this is no file of puzzles") from None


def _write(path: Path, puzzles: Iterable[Nugget]) -> None:
    try:
        write_text(path, "".join(puzzle.line() + "\n" for puzzle in puzzles))
    except OSError as error:
        raise WormholeError(f"{shown_path(path)}: {error.strerror}") from None
