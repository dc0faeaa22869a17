"""The start page of the puzzles: the puzzles of the day, the rating, training, and timed runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial

import pygame
from pygame import Rect

from wormhole import Variant
from wormhole.gui.board import positions
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.languages.language import N_, _, _n, day_text, month_text, number, said
from wormhole.gui.learn import puzzle_rooms, puzzle_words
from wormhole.gui.learn.exercise_cards import ButtonsCard, TaskCard
from wormhole.gui.learn.puzzle_rooms import FiguresCard, standing_figures
from wormhole.gui.look.button import Button
from wormhole.gui.look.chart import ChartCard, CurvePoint, Mark, curve
from wormhole.gui.look.layers import Area, Layer, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, Grid, Row, Share, Square, is_dense, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Group, Layout, Parts
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.page_room import Ground, PageRoom
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.learn import puzzle_book
from wormhole.learn.puzzle import Puzzle, game_with_puzzles, games_with_puzzles
from wormhole.learn.puzzle_book import MINUTES, PuzzleBook, PuzzleFilter
from wormhole.learn.solver_record import FAILED, JOURNAL, RatingPoint
from wormhole.library.chosen_game import named

GAME_UNITS = (20, 30)
GAME_SHARE = 0.4
PADDING_UNITS, GAP_UNITS = 2, 1.5
BUTTON_UNITS = 5.5
FIGURES_UNITS = 7.5
GRAPH_UNITS = 16
"""The least height of the graph below the puzzle of the day."""
DAILY_WORDS_UNITS = 13
CARD_UNITS = (31, 36)
"""The least and the greatest height of the cards for training and runs."""


class DailyCard(Group):
    """Shows the puzzles of `day`: the board of the next one, and a button for each; `begin` begins one."""

    def __init__(
        self,
        stage: Stage,
        book: PuzzleBook,
        puzzles: Sequence[Puzzle],
        day: date,
        begin: Callable[[Puzzle], None],
    ) -> None:
        self._stage = stage
        self._book = book
        self._puzzles = puzzles
        self.day = day
        self._scores = book.record.tried_of_day(book.game, day)
        untried = (number for number, puzzle in enumerate(puzzles) if puzzle.key not in self._scores)
        self.at: int = next(untried, len(puzzles) - 1)
        """Which one is shown: the first that was not tried."""
        self.window = (0, 0)
        """The size of the window."""
        self._board = self.shown.board()
        state = positions.state_of(self._board, flipped=not self._board.turn)
        variant = self._board.variant
        self._view = BoardView(stage.look.sprites, variant.geometry, places_in_hand(variant))
        self._pressed = _PressedBoard()
        self.layers = BoardLayer(self._view, state), self._pressed
        """The board."""
        self._ground, self._words = Ground(), TaskCard(has_ground=False)
        self._words.show(_("Puzzles of the day"), puzzle_words.date_words(day), self._told())
        self.buttons = tuple(
            Button(
                self._button_words(number),
                partial(begin, puzzle),
                PRIMARY if number == self.at and not self.is_tried else None,
                Tip(_("Solve")) if puzzle.key not in self._scores else Tip(_("View again")),
            )
            for number, puzzle in enumerate(puzzles)
        )

    def layout(self, look: Look, room: Rect) -> Layout:
        """The board above the words or, in a wide room, beside them."""
        units, unit, padding = look.scale.units, look.scale.unit, look.scale.units(PADDING_UNITS)
        buttons = Grid(self.buttons, 2, unit, units(BUTTON_UNITS))
        inside: Layout
        if room.width > room.height:
            beside: Parts = {self._words: Fill(), "buttons": buttons}
            right = Column(beside, unit)
            board = Square(round(0.55 * (room.width - 2 * padding)))
            inside = Row({self._place_board: board, "right": right}, padding, padding=padding)
        else:
            words = Fill(least=units(DAILY_WORDS_UNITS))
            parts: Parts = {self._place_board: Square(), self._words: words, "buttons": buttons}
            inside = Column(parts, unit, padding=padding)
        return Column({self._ground: inside})

    def _place_board(self, rect: Rect) -> None:
        look = self._stage.look
        self._view.place(rect, self._ground.under_board(self.window), look.board_style)
        self._pressed.place(look, rect)

    @property
    def shown(self) -> Puzzle:
        """The puzzle on the board."""
        return self._puzzles[self.at]

    @property
    def is_tried(self) -> bool:
        """Whether the user has tried them all, with success or not."""
        return self.shown.key in self._scores

    def is_pressed(self, event: pygame.Event) -> bool:
        """Whether this is a press on the board."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return is_press and self._view.rect.collidepoint(event.pos)

    def _button_words(self, number: int) -> str:
        """Which of the puzzles it is, and how it went: "Easy · solved"."""
        name = _(KINDS[number])
        score = self._scores.get(self._puzzles[number].key)
        if score is None:
            return name
        result = _("solved") if score > FAILED else _("not solved")
        return f"{name} · {result}"

    def _told(self) -> str:
        """The task, unless all were tried; and on how many days now one was solved."""
        count = self._book.record.days_in_a_row(self._book.game, self.day)
        days = _n("{count} day in a row.", "{count} days in a row.", count) if count else ""
        if self.is_tried:
            return days
        turn, task = puzzle_words.turn_words(self._board), puzzle_words.task_words(self.shown)
        return f"{turn}. {task} {days}".strip()


class _PressedBoard(Area):
    """Shows by the pointer that the board can be pressed."""

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw nothing: the board is below."""

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The whole board."""
        if not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), Pointer.HAND, Tip(_("Solve")))


KINDS = (N_("Easy"), N_("Hard"))
"""The two puzzles of a day."""
MARKED_BY_DAY_SECONDS = 62 * 86_400
MOST_POINTS = 400
"""Of more puzzles, the graph shows the last ones."""


def show_rating(card: ChartCard, points: Sequence[RatingPoint], empty: str) -> None:
    """Show the graph of these points or, without one, the empty words."""
    if points:
        card.show(partial(rating_graph, tuple(points)))
    else:
        card.show_empty(empty)


def rating_graph(points: Sequence[RatingPoint], look: Look, size: tuple[int, int]) -> pygame.Surface:
    """The rating after each puzzle, with a band of one deviation."""
    shown = list(enumerate(points, 1))[-MOST_POINTS:]
    curved = [
        CurvePoint(
            place,
            point.rating.value,
            point.rating.value - point.rating.deviation,
            point.rating.value + point.rating.deviation,
        )
        for place, point in shown
    ]
    return curve(look, size, curved, _days(shown), look.theme.colour.accent)


def _days(shown: Iterable[tuple[int, RatingPoint]]) -> list[Mark]:
    """A mark for the first puzzle of each day, or of each month."""
    shown = list(shown)
    by_day = shown[-1][1].at - shown[0][1].at <= MARKED_BY_DAY_SECONDS
    marks: dict[str, Mark] = {}
    for place, point in shown:
        day = date.fromtimestamp(point.at)
        text = day_text(day.day, day.month, day.year) if by_day else month_text(day.month, day.year)
        marks.setdefault(text, Mark(place, text))
    return list(marks.values())


def _title(game: str) -> str:
    """The title of a game that there are puzzles for."""
    return _(named(game).variant.title)


def open_puzzles(stage: Stage, book: PuzzleBook | None = None, theme: str = "") -> None:
    """Go to the start page, with the book that was open before, if there is one, or with a theme chosen."""
    stage.rooms.show(lambda: PuzzlesScreen(stage, book, theme))


class PuzzlesScreen(PageRoom):
    """The room from which puzzles are begun. What was solved so far is read in the background."""

    title = N_("Puzzles")
    command = Command.PUZZLES
    has_board = True

    def __init__(self, stage: Stage, book: PuzzleBook | None = None, theme: str = "") -> None:
        super().__init__(stage)
        self._theme = theme
        """The theme that is chosen at first, if there are such puzzles."""
        self._games = games_with_puzzles()
        self._game = game_with_puzzles(stage.preferences.game)
        self._reading: LatestJob[tuple[PuzzleBook, Exception | None]] = self.in_background(self._take)
        self.book: PuzzleBook | None = None
        """The puzzles, once they are read."""
        if book is not None and book.game == self._game:
            self._use(book)
        else:
            self._read()

    def _read(self) -> None:
        journal, game = self._stage.library.journal(JOURNAL), self._game
        self._reading.ask(lambda: puzzle_rooms.read_book(journal, game))

    def _take(self, found: tuple[PuzzleBook, Exception | None]) -> None:
        book, trouble = found
        if self.book is None and trouble is not None:
            self._stage.notices.show(said(trouble))
        if self.book is None or trouble is None:
            self._use(book)
        self.renew()

    def _use(self, book: PuzzleBook) -> None:
        if self.book is not None:
            book.wanted = self.book.wanted
        elif self._theme in puzzle_book.themes_of(book.puzzles):
            book.wanted = PuzzleFilter(theme=self._theme)
        self.book, self._today = book, date.today()

    # The screen

    def make(self) -> None:
        """The puzzles of the day once they are known, the rating, training, and timed runs."""
        book = self.book
        self._game_button = Button(f"{_title(self._game)}…", self._ask_game, CHOICE, Tip(_("Select a game")))
        self._daily, self._no_daily = None, Ground()
        self._figures, self._graph = FiguresCard(), ChartCard(_("Your rating in puzzles"))
        self._training, self._run = ButtonsCard(3, BUTTON_UNITS), ButtonsCard(2, BUTTON_UNITS)
        is_new = book is not None and puzzle_book.starts_easy(book.standing)
        self._training.words.show("", _("Training"), _("Starts easy.") if is_new else _("Near your rating."))
        run_words = _("The puzzles get harder. Three mistakes end the run.")
        self._run.words.show("", _("Timed run"), run_words)
        if book is None:
            return
        self._figures.show(standing_figures(book))
        show_rating(self._graph, book.standing.points, _("Solve a puzzle to get a rating."))
        self._make_buttons(book)
        puzzles = puzzle_book.daily(book.puzzles, self._today)
        if puzzles:
            self._daily = daily = DailyCard(self._stage, book, puzzles, self._today, self.solve_daily)
            self.first = self._train_button if daily.is_tried else daily.buttons[daily.at]

    def _make_buttons(self, book: PuzzleBook) -> None:
        """The buttons for training and timed runs."""
        wanted = book.wanted
        length = _("Any length") if wanted.length is None else puzzle_words.length_name(wanted.length)
        theme = puzzle_words.theme_name(wanted.theme) if wanted.theme else _("All themes")
        self._length_button = Button(f"{length}…", self._ask_length, CHOICE)
        self._theme_button = Button(f"{theme}…", self._ask_theme, CHOICE)
        self._train_button = Button(_("Train"), self.train, PRIMARY)
        self._training.buttons = self._length_button, self._theme_button, self._train_button
        runs = []
        for minutes in MINUTES:
            best = book.standing.runs.get(minutes)
            text = _n("{count} minute", "{count} minutes", minutes)
            text = text if best is None else _("{run} · best {best}").format(run=text, best=number(best))
            runs.append(Button(text, partial(self.run, minutes)))
        self._run.buttons = runs

    def head(self, look: Look, room: Rect) -> Layout:
        """The heading, and the game."""
        share = Share(GAME_SHARE, *map(look.scale.units, GAME_UNITS))
        return Row({self.place_heading: Fill(), self._game_button: share}, look.scale.unit)

    def layout(self, look: Look, room: Rect) -> Layout:
        """The puzzles of the day beside or, in a high window, above the rest. A dense layout has no graph."""
        units, gap, figures = look.scale.units, look.scale.units(GAP_UNITS), look.scale.units(FIGURES_UNITS)
        least, most = map(units, CARD_UNITS)
        others: Parts = {self._figures: figures}
        if is_dense(self._size):
            others["cards"] = Grid((self._training, self._run), 2, gap)
        else:
            share = Share(0.36, least, most)
            others |= {self._graph: Fill(), "cards": Grid((self._training, self._run), 2, gap, share)}
        daily: DailyCard | Ground = self._no_daily
        if self._daily is not None:
            daily = self._daily
            daily.window = self._size
        if is_upright(self._size):
            below = units(FIGURES_UNITS + GRAPH_UNITS + CARD_UNITS[0]) + 3 * gap
            high = Share(0.44, most=min(units(54), room.height - below))
            return Column({daily: high, "others": Column(others, gap)}, gap)
        wide = Share(0.45, most=room.height - units(DAILY_WORDS_UNITS))
        return Row({daily: wide, "others": Column(others, gap)}, gap)

    @property
    def upper_layers(self) -> tuple[Layer, ...]:
        """The board with the puzzle of the day."""
        return () if self._daily is None else self._daily.layers

    @property
    def notice_area(self) -> Rect:
        """The graph or, in a dense layout, the numbers."""
        return self._figures.rect if is_dense(self._size) else self._graph.rect

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets; a press on the board begins the puzzle on it.

        Coming back from another window shows what was solved there.
        """
        if event.type == pygame.WINDOWFOCUSGAINED and not self._reading.is_busy:
            self._read()
        if self.widgets.handle(event):
            return True
        if self._daily is not None and self._daily.is_pressed(event):
            self.solve_daily(self._daily.shown)
            return True
        return False

    def update(self, now_seconds: float) -> float:
        """Show what was read; the next day has another puzzle."""
        if self.book is not None and self._today != date.today():
            self._use(self.book)
            self.renew()
        return super().update(now_seconds)

    @property
    def variant(self) -> Variant:
        """The game of the puzzles."""
        return named(self._game).variant

    def _actions(self) -> Mapping[Command, Action]:
        """Another game can be chosen."""
        return {**super()._actions(), Command.GAME: self._ask_game}

    # What the user does

    def solve_daily(self, puzzle: Puzzle) -> None:
        """Begin this puzzle of the day."""
        if self.book is not None:
            puzzle_rooms.solve_daily(self._stage, self.book, self._today, puzzle, self._back)

    def train(self) -> None:
        """Begin puzzles near the rating."""
        if self.book is not None:
            puzzle_rooms.train(self._stage, self.book, self._back)

    def run(self, minutes: int) -> None:
        """Begin a timed run."""
        if self.book is not None:
            puzzle_rooms.run(self._stage, self.book, minutes, self._back)

    @property
    def _back(self) -> Action:
        """Opens this page again; it is not kept alive meanwhile."""
        stage, book = self._stage, self.book
        return lambda: open_puzzles(stage, book)

    def _ask_game(self) -> None:
        names = [_title(game) for game in self._games]
        chosen = self._games.index(self._game) if self._game in self._games else 0
        self._stage.open(
            DropDown(self._stage, lambda: self._game_button.rect, names, chosen, self._take_game)
        )

    def _take_game(self, index: int) -> None:
        if self._games[index] != self._game:
            self._stage.preferences.choose_game(named(self._games[index]))
            open_puzzles(self._stage)

    def _ask_length(self) -> None:
        """Offer the lengths that there are with the chosen theme."""
        book = self._read_book
        theme = book.wanted.theme
        lengths = puzzle_book.lengths_of(PuzzleFilter(theme=theme).of(book.puzzles))
        named = [(PuzzleFilter(None, theme), _("Any length"))]
        for length, count in lengths.items():
            named.append((PuzzleFilter(length, theme), f"{puzzle_words.length_name(length)} ({count})"))
        self._ask(lambda: self._length_button.rect, named)

    def _ask_theme(self) -> None:
        """Offer the themes that there are in the chosen length."""
        book = self._read_book
        length = book.wanted.length
        themes = puzzle_book.themes_of(PuzzleFilter(length).of(book.puzzles))
        named = [(PuzzleFilter(length), _("All themes"))]
        for theme, count in themes.items():
            named.append((PuzzleFilter(length, theme), f"{puzzle_words.theme_name(theme)} ({count})"))
        self._ask(lambda: self._theme_button.rect, named)

    @property
    def _read_book(self) -> PuzzleBook:
        assert self.book is not None, "the buttons are there once the book is read"
        return self.book

    def _ask(self, anchor: Callable[[], Rect], named: Sequence[tuple[PuzzleFilter, str]]) -> None:
        """Let the user choose one of these filters, below the button there."""
        book, (wanted, names) = self._read_book, zip(*named, strict=True)

        def take(index: int) -> None:
            book.wanted = wanted[index]
            self.renew()

        chosen = wanted.index(book.wanted)
        self._stage.open(DropDown(self._stage, anchor, names, chosen, take))
