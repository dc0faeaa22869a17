"""Reports the rounds of training on the terminal, and draws their chart. Only the chart needs matplotlib."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from wormhole.arena.elo import estimate
from wormhole.base.atomic_files import write_bytes
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.own_program import how_to_add
from wormhole.training.teacher import Round, TrainingPhase
from wormhole.training.teaching import Teaching, TrainingProgress
from wormhole.work.crew import Crew, progress_bar

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png")
SIZE_INCHES, DOTS_PER_INCH = (8, 6), 150
INK, GRID = "#333f66", "#d9deec"
KEPT, NOT_KEPT = "#5b3fd6", "#a9b0c9"
CURVES = (
    ("material", "values of the pieces", "#c98a1b", "--"),
    ("glance", "network, at a glance", "#5b3fd6", "-"),
    ("search", "search before it", "#1f8a70", ":"),
)
"""Attribute of a round, label, colour and style of line."""

HEADING = "round   hours  positions  material  network  search   match against the one before"


def check_chart(path: Path) -> None:
    """Raise :class:`WormholeError` if a chart cannot be written there, before hours of work."""
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise WormholeError(f"{shown_path(path)}: a chart is a file named .{' or .'.join(FORMATS)}")
    if not path.absolute().parent.is_dir():
        raise WormholeError(f"{shown_path(path)}: there is no such folder")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise WormholeError(f"--chart needs matplotlib; {how_to_add('train')}") from None


def write_chart(path: Path, title: str, rounds: Sequence[Round]) -> None:
    """Write the chart as SVG or PNG, by the file's name. Raises :class:`WormholeError`."""
    content = chart(title, rounds, path.suffix.lower().removeprefix("."))
    with errors_of(path):
        write_bytes(path, [content])


def chart(title: str, rounds: Sequence[Round], form: str) -> bytes:
    """The chart as a file of that format: the same rounds give the same bytes."""

    def draw(figure: Figure) -> None:
        strength, loss = figure.subplots(2, sharex=True)
        figure.suptitle(title, fontweight="bold")
        for axes in (strength, loss):
            make_plain(axes)
        _draw_strength(strength, rounds)
        _draw_loss(loss, rounds)
        loss.set_xlabel("hours")
        loss.set_xlim(0, max((each.hours for each in rounds), default=1.0) * 1.03)

    return drawn(draw, SIZE_INCHES, form)


def drawn(draw: Callable[[Figure], None], size_inches: tuple[float, float], form: str) -> bytes:
    """What ``draw`` draws on a figure in this program's colours, as a file of a format."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.hashsalt": "wormhole",
        "font.family": "sans-serif",
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": GRID,
        "xtick.color": INK,
        "ytick.color": INK,
        "grid.color": GRID,
    }
    with mpl.rc_context(settings):
        figure = Figure(size_inches, DOTS_PER_INCH, layout="constrained", facecolor="white")
        draw(figure)
        file = io.BytesIO()
        figure.savefig(file, format=form, metadata={"Date": None} if form == "svg" else {"Software": None})
    return file.getvalue()


def make_plain(axes: Axes) -> None:
    """Leave horizontal lines only."""
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(length=0)


def _draw_strength(axes: Axes, rounds: Sequence[Round]) -> None:
    """The Elo of the network kept by then, and a point for each match."""
    axes.set_ylabel("Elo above the beginning")
    axes.step(
        [0.0, *(each.hours for each in rounds)], [0.0, *(each.elo for each in rounds)], KEPT, where="post"
    )
    for is_kept, label, fill in ((True, "kept", KEPT), (False, "not kept", "white")):
        shown = [each for each in rounds if each.is_kept == is_kept]
        edge = KEPT if is_kept else NOT_KEPT
        axes.scatter(
            [each.hours for each in shown],
            [each.elo for each in shown],
            color=fill,
            edgecolors=edge,
            zorder=3,
            label=f"round {label}",
        )
    axes.legend(frameon=False, loc="upper left")
    axes.margins(y=0.15)


def _draw_loss(axes: Axes, rounds: Sequence[Round]) -> None:
    """The cross entropies of the results of held-out games; less is better."""
    axes.set_ylabel("cross entropy of the results")
    for name, label, colour, style in CURVES:
        values = [getattr(each, name) for each in rounds]
        axes.plot([each.hours for each in rounds], values, style, color=colour, marker=".", label=label)
    axes.legend(frameon=False, ncols=len(CURVES), loc="upper center", bbox_to_anchor=(0.5, 1.16))


def follow(teaching: Teaching, crew: Crew, chart: Path | None = None) -> None:
    """Teach and print each round, until the time is over or Ctrl-C; draw the chart, if there is a file for
    it."""

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
    """A bar for the current phase; it replaces the last one."""

    def __init__(self) -> None:
        self._phase: tuple[int, TrainingPhase] | None = None
        self._bar: tqdm | None = None

    def show(self, progress: TrainingProgress) -> bool:
        """Show the progress; always continues."""
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
