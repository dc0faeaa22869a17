"""The numbers beside a puzzle: rating and streak, or the clock and the mistakes of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.gui.language import _, number, signed
from wormhole.gui.learn.figures_card import Figure, FiguresCard
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.learn.puzzle_book import PuzzleBook
from wormhole.learn.solver_record import FIRST_RATING
from wormhole.learn.timed_run import MOST_MISTAKES, TimedRun

LAST_SECONDS = 20
"""The clock is alarming from now on."""


class PuzzleFigures:
    """The part of the panel with these numbers. `figures` gives them at a time in seconds."""

    units = 7.5
    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage, figures: Callable[[float], Sequence[Figure]]) -> None:
        self._stage = stage
        self._figures = figures
        self._now = 0.0

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the card."""
        self._card = FiguresCard(self._stage.look, rect)
        self.layers = (self._card,)
        self.refresh()

    def refresh(self) -> None:
        """Show the numbers as they are."""
        self._card.show(self._figures(self._now))

    def update(self, now_seconds: float) -> None:
        """Let the clock run."""
        self._now = now_seconds
        self.refresh()


def standing_figures(book: PuzzleBook) -> Sequence[Figure]:
    """How the person stands in the game, for the start page."""
    standing, record = book.standing, book.record
    deviation = f"± {round(standing.rating.deviation)}"
    return (
        Figure(_("Rating"), str(round(standing.rating.value)), deviation),
        Figure(_("Solved"), number(standing.solved), f"/ {number(len(book.puzzles))}"),
        Figure(_("In a row"), number(record.streak)),
        Figure(_("Best row"), number(record.best_streak)),
    )


def of_training(book: PuzzleBook) -> Callable[[float], Sequence[Figure]]:
    """Rating, streak, and how many are solved."""
    first = len(book.standing.points)

    def figures(now_seconds: float) -> Sequence[Figure]:
        standing, points = book.standing, book.standing.points
        rating, change = round(standing.rating.value), ""
        gained = 0
        if len(points) > first:
            before = (points[-2].rating if len(points) > 1 else FIRST_RATING).value
            gained = rating - round(before)
            change = signed(gained)
        return (
            Figure(_("Rating"), str(rating), change, is_good=gained >= 0),
            Figure(_("In a row"), number(book.record.streak)),
            Figure(_("Solved"), number(standing.solved)),
        )

    return figures


def of_run(run: Callable[[], TimedRun]) -> Callable[[float], Sequence[Figure]]:
    """The clock, how many are solved, and the mistakes."""

    def figures(now_seconds: float) -> Sequence[Figure]:
        now = run()
        left = now.left(now_seconds)
        seconds = int(left + 0.999)
        mistakes = f"{now.mistakes}\N{NARROW NO-BREAK SPACE}/\N{NARROW NO-BREAK SPACE}{MOST_MISTAKES}"
        return (
            Figure(_("Time"), f"{seconds // 60}:{seconds % 60:02}", is_alarming=left <= LAST_SECONDS),
            Figure(_("Solved"), number(now.solved)),
            Figure(_("Mistakes"), mistakes, is_alarming=now.mistakes == MOST_MISTAKES),
        )

    return figures
