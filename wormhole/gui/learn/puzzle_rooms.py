"""The exercise room with a series of puzzles, and what it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.languages.language import UNKNOWN, _, number, signed
from wormhole.gui.learn.asking import Asking
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.puzzle_exercise import MakeAsking, PuzzleExercise, RunExercise
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import row
from wormhole.gui.look.theme import Colour
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.learn.puzzle import Puzzle, PuzzleError, shipped
from wormhole.learn.puzzle_book import MOST_MISTAKES, Daily, PuzzleBook, RunSeries, Series, TimedRun, Training
from wormhole.learn.solver_record import SolverRecord, Standing
from wormhole.library.chosen_game import named
from wormhole.library.journal import Entry, Journal
from wormhole.library.rated_games import error_of

if TYPE_CHECKING:
    from wormhole import Board, Variant
    from wormhole.learn.refutation import Refutation, Refuter

PADDING_UNITS = 1.5


@dataclass(frozen=True)
class Figure:
    """A number with its caption, and perhaps a note beside it, such as a change, which is good or bad."""

    caption: str
    value: str
    note: str = ""
    is_good: bool | None = None
    is_alarming: bool = False
    """Whether the number itself is in the colour of alarms."""


class FiguresCard(DrawnArea):
    """A layer with the numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: tuple[Figure, ...] = ()

    def show(self, figures: Sequence[Figure]) -> None:
        """Show these numbers."""
        if tuple(figures) != self._figures:
            self._figures = tuple(figures)
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The card."""
        look = self._look
        picture = panel_card(look, self.rect.size)
        padding = look.scale.units(PADDING_UNITS)
        room = picture.get_rect().inflate(-2 * padding, -padding)
        cells = row(room, max(1, len(self._figures)), padding)
        captions = [figure.caption for figure in self._figures]
        pixels = look.words.largest(captions, look.small, min(cell.width for cell in cells))
        for figure, cell in zip(self._figures, cells, strict=False):
            self._draw(picture, figure, cell, pixels)
        return picture

    def _draw(self, picture: pygame.Surface, figure: Figure, cell: pygame.Rect, pixels: int) -> None:
        look, colour = self._look, self._look.theme.colour
        caption = look.words.line(look.words.fitted(figure.caption, pixels, cell.width), pixels, colour.muted)
        note = look.words.line(figure.note, look.small, self._note_ink(figure), figure.is_good is not None)
        gap = look.scale.unit
        room = cell.width - (note.get_width() + gap if figure.note else 0)
        size = look.words.largest([figure.value], look.title, room, bold=True)
        ink = colour.alarm if figure.is_alarming else colour.ink
        value = look.words.line(figure.value, size, ink, bold=True)
        height = caption.get_height() + look.words.height(look.title)
        top = cell.centery - height // 2
        picture.blit(caption, (cell.left, top))
        place = value.get_rect(bottomleft=(cell.left, top + height))
        picture.blit(value, place)
        if figure.note:
            picture.blit(note, note.get_rect(midleft=(place.right + gap, place.centery)))

    def _note_ink(self, figure: Figure) -> Colour:
        colour = self._look.theme.colour
        inks = {None: colour.muted, True: colour.sign_good, False: colour.alarm}
        return inks[figure.is_good]


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
        self._card = FiguresCard().place(self._stage.look, rect)
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
    """How the user stands in the game, for the start page."""
    standing, record = book.standing, book.record
    return (
        _rating_figure(standing),
        Figure(_("Solved"), number(standing.solved), f"/ {number(len(book.puzzles))}"),
        Figure(_("Streak"), number(record.streak)),
        Figure(_("Best streak"), number(record.best_streak)),
    )


def _rating_figure(standing: Standing) -> Figure:
    """The rating with its error bar, which there is after the first puzzle."""
    if not standing.points:
        return Figure(_("Rating"), UNKNOWN)
    rating = standing.rating
    return Figure(_("Rating"), str(round(rating.value)), f"± {round(error_of(rating))}")


def of_training(book: PuzzleBook) -> Callable[[float], Sequence[Figure]]:
    """Rating, streak, and how many are solved."""
    first = len(book.standing.points)

    def figures(now_seconds: float) -> Sequence[Figure]:
        standing, points = book.standing, book.standing.points
        rating = _rating_figure(standing)
        if len(points) > max(first, 1) and not standing.is_uncertain:
            gained = round(standing.rating.value) - round(points[-2].rating.value)
            rating = replace(rating, note=signed(gained), is_good=gained >= 0)
        return (
            rating,
            Figure(_("Streak"), number(book.record.streak)),
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


def read_book(journal: Journal, game: str) -> tuple[PuzzleBook, Exception | None]:
    """The puzzles of a game, and what the user has done, from the journal.

    Parts that cannot be read are empty; the error gives the reason.
    """
    puzzles: Sequence[Puzzle] = ()
    entries: Sequence[Entry] = ()
    trouble: Exception | None = None
    try:
        puzzles = shipped(game)
        entries = journal.read()
    except (OSError, PuzzleError) as error:
        trouble = error
    return PuzzleBook(game, puzzles, SolverRecord(entries), journal.add), trouble


def train(stage: Stage, book: PuzzleBook, back: Action) -> None:
    """Give puzzles near the rating, one by one."""
    _start(stage, Training(book), back)


def solve_daily(stage: Stage, book: PuzzleBook, day: date, puzzle: Puzzle, back: Action) -> None:
    """Give this puzzle of a day, and offer the other one if it was not tried."""
    _start(stage, Daily(book, day, puzzle), back)


def run(stage: Stage, book: PuzzleBook, minutes: int, back: Action) -> None:
    """Give puzzles against the clock."""
    series = RunSeries(book, minutes)
    first = series.next()
    if first is None:
        return
    exercise = RunExercise(series, first, _refuting(stage, first), notation_of(stage))
    figures = PuzzleFigures(stage, of_run(lambda: exercise.series.run))
    stage.rooms.show(lambda: ExerciseScreen(stage, exercise, back, figures))


def _start(stage: Stage, series: Series, back: Action) -> None:
    first, book = series.next(), series.book
    if first is None:
        return
    exercise = PuzzleExercise(series, first, _refuting(stage, first), notation_of(stage))
    figures = PuzzleFigures(stage, of_training(book))
    stage.rooms.show(lambda: ExerciseScreen(stage, exercise, back, figures))


def _refuting(stage: Stage, puzzle: Puzzle) -> MakeAsking:
    return refuting(stage, lambda: named(puzzle.variant).variant)


def refuting(stage: Stage, game: Callable[[], Variant]) -> MakeAsking:
    """Asks the engine for the answer to a wrong move, on the plain loops until the others are ready."""
    engine = stage.engines.search_resources

    def make(fast: bool) -> Refuter:
        from wormhole.learn.refutation import Refuter

        return Refuter(game(), fast=fast)

    return lambda told: Asking(engine, make, _refuted, told, waits=False)


def _refuted(refuter: Refuter, board: Board, wanted: Callable[[], bool]) -> Refutation | None:
    return refuter.refute(board, wanted)
