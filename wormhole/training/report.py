"""What the terminal shows of teaching: a bar for each phase, and a line for each round."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

from wormhole.arena.elo import estimate
from wormhole.learn.taught import Phase, Round
from wormhole.training.chart import write_chart
from wormhole.training.teaching import Progress, Teaching
from wormhole.work.crew import Crew
from wormhole.work.progress import progress_bar

HEADING = "round   hours  positions  material  network  search   match against the one before"


def follow(teaching: Teaching, crew: Crew, chart: Path | None = None) -> None:
    """Teach and show it, until the time is over or Ctrl-C; draw the chart, if there is a file for it."""

    def draw() -> None:
        if chart is not None:
            write_chart(chart, teaching.variant.title, teaching.rounds)

    print(HEADING)
    for finished in teaching.rounds:
        print(line(finished))
    draw()
    with _bar() as bar, contextlib.suppress(KeyboardInterrupt):
        for finished in teaching.run(crew, bar.show):
            bar.write(line(finished))
            draw()


def line(finished: Round) -> str:
    """A round as a line of the table."""
    measured = estimate(finished.pentanomial)
    margin = 0.0 if measured is None else (measured.high - measured.low) / 2
    match = "none" if measured is None else f"{measured.elo:+.0f} ± {margin:.0f} Elo"
    verdict = "kept" if finished.is_kept else "not kept"
    return (
        f"{finished.number:5}  {finished.hours:6.2f}  {finished.positions:9,}  {finished.material:8.4f}  "
        f"{finished.glance:7.4f}  {finished.search:6.4f}  {match}, {verdict}"
    )


class _Bar:
    """A bar for the phase that is under way; the last one is replaced."""

    def __init__(self) -> None:
        self._phase: tuple[int, Phase] | None = None
        self._bar: tqdm | None = None

    def show(self, progress: Progress) -> bool:
        """Show it; always goes on."""
        if self._phase != (progress.number, progress.phase) or self._bar is None:
            self.close()
            self._phase = progress.number, progress.phase
            self._bar = progress_bar(100, "%")
            self._bar.set_description(f"round {progress.number}, {progress.phase.value}")
        self._bar.update(round(100 * progress.share) - self._bar.n)
        played = progress.tally
        words = f"{progress.positions:,} positions"
        if progress.games_a_minute:
            words += f", {progress.games_a_minute:,.0f} games a minute"
        if played is not None:
            words = f"+{played.wins} ={played.draws} -{played.losses}"
        self._bar.set_postfix_str(words)
        return True

    def write(self, text: str) -> None:
        """Print a line above the bar."""
        self.close()
        print(text, flush=True)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextlib.contextmanager
def _bar() -> Iterator[_Bar]:
    bar = _Bar()
    try:
        yield bar
    finally:
        bar.close()
