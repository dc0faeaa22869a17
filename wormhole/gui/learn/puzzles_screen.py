"""The start page of the puzzles: the puzzle of the day, the rating, training, and timed runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

import pygame

from wormhole import variant
from wormhole.gui.background import Job
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _, _n, number, said
from wormhole.gui.learn import puzzle_rooms, puzzle_words
from wormhole.gui.learn.daily_card import DailyCard
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.learn.figures_card import FiguresCard
from wormhole.gui.learn.puzzle_figures import standing_figures
from wormhole.gui.learn.puzzles_layout import PuzzlesLayout, puzzles_layout
from wormhole.gui.learn.rating_graph import rating_graph
from wormhole.gui.library.chart_card import ChartCard
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.gui.screens.lobby import Lobby
from wormhole.learn import puzzle_choice
from wormhole.learn.puzzle_book import PuzzleBook
from wormhole.learn.puzzle_file import games_with_puzzles
from wormhole.learn.timed_run import MINUTES
from wormhole.library.chosen_game import DEFAULT_GAME, ChosenGame

TITLE = N_("Puzzles")


def open_puzzles(stage: Stage, book: PuzzleBook | None = None) -> None:
    """Go to the start page, with the book that was open before, if there is one."""
    stage.show_room(lambda: PuzzlesScreen(stage, book))


class PuzzlesScreen(Lobby):
    """The room from which puzzles are begun. What was solved so far is read in the background."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    title = TITLE
    command = Command.PUZZLES

    def __init__(self, stage: Stage, book: PuzzleBook | None = None) -> None:
        super().__init__(stage)
        self._games = games_with_puzzles()
        game = stage.game.variant.name
        self._game = game if game in self._games else DEFAULT_GAME
        self._reading: Job[tuple[PuzzleBook, Exception | None]] | None = None
        self.book: PuzzleBook | None = None
        """The puzzles, once they are read."""
        self._daily: DailyCard | None = None
        if book is not None and book.game == self._game:
            self._take(book)
        else:
            self._read()

    def _read(self) -> None:
        journal, game = self._stage.journal(puzzle_rooms.FILE_NAME), self._game
        self._reading = Job(lambda job: puzzle_rooms.read_book(journal, game))

    def _take(self, book: PuzzleBook) -> None:
        if self.book is not None:
            book.theme = self.book.theme
        self.book, self._today = book, date.today()
        puzzle = puzzle_choice.daily(book.puzzles, self._today)
        self._daily = None if puzzle is None else DailyCard(self._stage, book, puzzle, self._today)

    # The screen

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the page."""
        mark = self._focus_mark()
        self._renew_widgets(size)
        layout = puzzles_layout(size)
        self._make_header(layout)
        self.layers = (
            self._heading(_(TITLE), layout.title),
            *self._daily_layers(layout),
            *self._standing_layers(layout),
            *self._ways_on(layout),
            self.widgets,
        )
        self.notice_area = layout.graph
        if mark is None:
            self._lead()
        else:
            self.widgets.focus_again(mark)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets; a press on the board begins the puzzle of the day.

        Coming back from another window shows what was solved there.
        """
        if event.type == pygame.WINDOWFOCUSGAINED and self._reading is None:
            self._read()
        if self.widgets.handle(event):
            return True
        if self._daily is not None and self._daily.is_pressed(event):
            self.solve_daily()
            return True
        return False

    def update(self, now_seconds: float) -> None:
        """Show what was read; the next day has another puzzle."""
        if self._reading is not None and self._reading.is_done_within(0.0):
            reading, self._reading = self._reading, None
            is_first = self.book is None
            book, trouble = reading.result()
            if is_first and trouble is not None:
                self._stage.say(said(trouble))
            if is_first or trouble is None:
                self._take(book)
            self.place(self._size)
            if is_first:
                self._lead()
        elif self.book is not None and self._today != date.today():
            self._take(self.book)
            self.place(self._size)

    def _actions(self) -> Mapping[Command, Action]:
        """Another game can be chosen."""
        return {**super()._actions(), Command.GAME: self._ask_game}

    # What is shown

    def _make_header(self, layout: PuzzlesLayout) -> None:
        self._game_button = self.widgets.button(
            layout.game, f"{_(variant(self._game).title)}…", self._ask_game, CHOICE, Tip(_("Choose a game"))
        )
        self._back_button(layout.home)

    def _daily_layers(self, layout: PuzzlesLayout) -> Sequence[Layer]:
        """The puzzle of the day, once it is known."""
        if self._daily is None:
            card = layout.daily.card
            return (Picture(panel_card(self._stage.look, card.size), card.topleft),)
        self._daily.place(self._size, layout, self.widgets, self.solve_daily)
        return self._daily.layers

    def _standing_layers(self, layout: PuzzlesLayout) -> Sequence[Layer]:
        """The numbers, and the graph of the rating."""
        look = self._stage.look
        figures, graph = FiguresCard(look, layout.figures), ChartCard(look, layout.graph, _("Your rating"))
        if self.book is None:
            return figures, graph
        figures.show(standing_figures(self.book))
        standing = self.book.standing
        if standing.points:
            graph.show(partial(rating_graph, look, tuple(standing.points)))
        else:
            graph.show_empty(_("Solve a puzzle, and your rating appears here."))
        return figures, graph

    def _ways_on(self, layout: PuzzlesLayout) -> Sequence[Layer]:
        """The cards for training and timed runs."""
        look = self._stage.look
        training = TaskCard(look, layout.training.card, layout.training.foot)
        training.show("", _("Training"), _("Puzzles near your rating."))
        run = TaskCard(look, layout.run.card, layout.run.foot)
        run.show("", _("Timed run"), _("They get harder. Three mistakes end it."))
        if self.book is None:
            return training, run
        choose, begin = layout.training.buttons
        name = puzzle_words.theme_name(self.book.theme) if self.book.theme else _("All themes")
        self._theme_button = self.widgets.button(choose, f"{name}…", self._ask_theme, CHOICE)
        self._train_button = self.widgets.button(begin, _("Train"), self.train, PRIMARY)
        for minutes, place in zip(MINUTES, layout.run.buttons, strict=True):
            best = self.book.standing.runs.get(minutes)
            text = _n("{count} minute", "{count} minutes", minutes)
            text = text if best is None else _("{run} · best {best}").format(run=text, best=number(best))
            self.widgets.button(place, text, partial(self.run, minutes))
        return training, run

    def _lead(self) -> None:
        """Give the focus to what one comes for first."""
        if self._daily is not None:
            self.widgets.focus(self._train_button if self._daily.is_tried else self._daily.button)

    # What a person does

    def solve_daily(self) -> None:
        """Begin the puzzle of the day."""
        if self.book is not None:
            puzzle_rooms.solve_daily(self._stage, self.book, self._today, self._back)

    def train(self) -> None:
        """Begin puzzles near the rating."""
        if self.book is not None:
            puzzle_rooms.train(self._stage, self.book, self.book.theme, self._back)

    def run(self, minutes: int) -> None:
        """Begin a timed run."""
        if self.book is not None:
            puzzle_rooms.run(self._stage, self.book, minutes, self._back)

    @property
    def _back(self) -> Action:
        """The way back to this page, which does not live on meanwhile."""
        stage, book = self._stage, self.book
        return lambda: open_puzzles(stage, book)

    def _ask_game(self) -> None:
        names = [_(variant(game).title) for game in self._games]
        chosen = self._games.index(self._game) if self._game in self._games else 0
        self._stage.open(
            DropDown(self._stage, lambda: self._game_button.rect, names, chosen, self._take_game)
        )

    def _take_game(self, index: int) -> None:
        if self._games[index] != self._game:
            self._stage.choose_game(ChosenGame(variant(self._games[index])))
            open_puzzles(self._stage)

    def _ask_theme(self) -> None:
        book = self.book
        assert book is not None, "the button is there once the book is read"
        themes = puzzle_choice.themes_of(book.puzzles)
        values = ("", *themes)
        names = [
            _("All themes"),
            *(f"{puzzle_words.theme_name(name)} ({count})" for name, count in themes.items()),
        ]

        def take(index: int) -> None:
            book.theme = values[index]
            self.place(self._size)

        chosen = values.index(book.theme) if book.theme in values else 0
        self._stage.open(DropDown(self._stage, lambda: self._theme_button.rect, names, chosen, take))
