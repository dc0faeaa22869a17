"""The start page of the puzzles: the puzzles of the day, the rating, training, and timed runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.learn.puzzle_rooms import FiguresCard, standing_figures
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.chart import ChartCard, CurvePoint, Mark, curve
from wormhole.gui.look.layers import Area, Layer, Picture, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import (
    Box,
    Column,
    Fill,
    Grid,
    Row,
    Scale,
    Share,
    Square,
    is_dense,
    page_layout,
    row,
)
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window.background import Job
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.learn import puzzle_book
from wormhole.learn.puzzle import Puzzle, game_with_puzzles, games_with_puzzles
from wormhole.learn.puzzle_book import MINUTES, PuzzleBook, PuzzleFilter
from wormhole.learn.solver_record import FAILED, JOURNAL, RatingPoint
from wormhole.library.chosen_game import named

GAME_UNITS = (20, 30)
GAME_SHARE = 0.4
PADDING_UNITS = 2
BUTTON_UNITS = 5.5
FIGURES_UNITS = 7.5
GRAPH_UNITS = 16
"""The least height of the graph below the puzzle of the day."""
DAILY_WORDS_UNITS = 13
CARD_UNITS = (31, 36)
"""The least and the greatest height of the cards for training and runs."""


@dataclass(frozen=True)
class CardLayout:
    """A card with words and, at its foot, buttons, from the left to the right and from the top down."""

    card: Rect
    buttons: tuple[Rect, ...]

    @property
    def foot(self) -> int:
        """The pixels of the card from the top of its buttons on."""
        return self.card.bottom - self.buttons[0].top


@dataclass(frozen=True)
class PuzzlesLayout:
    """The start page: the puzzles of the day with a board; the rating; ways to continue."""

    title: Rect
    game: Rect
    home: Rect
    daily: CardLayout
    board: Rect
    words: Rect
    figures: Rect
    graph: Rect | None
    """None in a dense layout."""
    training: CardLayout
    run: CardLayout


def puzzles_layout(size: tuple[int, int]) -> PuzzlesLayout:
    """The start page for a window of this size."""
    scale, is_high = Scale.of(size), size[1] > size[0]
    strip, home, body = page_layout(size)
    gap = scale.units(1.5)
    least, most = (scale.units(units) for units in GAME_UNITS)
    head = Row({"title": Fill(), "game": Share(GAME_SHARE, least, most)}, scale.unit).at(strip)
    least, most = (scale.units(units) for units in CARD_UNITS)
    cards = Grid(("training", "run"), 2, gap, Share(0.36, least, most))
    figures = scale.units(FIGURES_UNITS)
    others = Column({"figures": figures, "graph": Fill(), "cards": cards}, gap)
    if is_dense(size):
        others = Column({"figures": figures, "cards": Grid(("training", "run"), 2, gap)}, gap)
    if is_high:
        below = scale.units(FIGURES_UNITS + GRAPH_UNITS + CARD_UNITS[0]) + 3 * gap
        daily = Share(0.44, most=min(scale.units(54), body.height - below))
        places = Column({"daily": daily, "others": others}, gap).at(body)
    else:
        daily = Share(0.45, most=body.height - scale.units(DAILY_WORDS_UNITS))
        places = Row({"daily": daily, "others": others}, gap).at(body)
    daily_card = places["daily"]
    places |= (_daily_across(daily_card.width, scale) if is_high else _daily_down(scale)).at(daily_card)
    return PuzzlesLayout(
        head["title"],
        head["game"],
        home,
        CardLayout(daily_card, row(places["buttons"], 2, scale.unit)),
        places["board"],
        places["words"],
        places["figures"],
        places.get("graph"),
        _card(places["training"], 3, scale),
        _card(places["run"], 2, scale),
    )


def _card(card: Rect, count: int, scale: Scale) -> CardLayout:
    """A card with so many buttons below each other."""
    buttons = dict.fromkeys(range(count), scale.units(BUTTON_UNITS))
    column = Column(buttons, scale.unit, padding=scale.units(PADDING_UNITS), at_end=True)
    return CardLayout(card, tuple(column.at(card).values()))


def _daily_down(scale: Scale) -> Box[str]:
    """The board above the words."""
    words = Fill(least=scale.units(DAILY_WORDS_UNITS))
    return Column(
        {"board": Square(), "words": words, "buttons": scale.units(BUTTON_UNITS)},
        scale.unit,
        padding=scale.units(PADDING_UNITS),
    )


def _daily_across(width: int, scale: Scale) -> Box[str]:
    """The board beside the words."""
    padding = scale.units(PADDING_UNITS)
    board = Square(round(0.55 * (width - 2 * padding)))
    right = Column({"words": Fill(), "buttons": scale.units(BUTTON_UNITS)}, scale.unit)
    return Row({"board": board, "right": right}, padding, padding=padding)


class DailyCard:
    """Shows the puzzles of `day`: the board of the next one, and a button for each. Call `place` first."""

    layers: Sequence[Layer] = ()
    buttons: Sequence[Button] = ()

    def __init__(self, stage: Stage, book: PuzzleBook, puzzles: Sequence[Puzzle], day: date) -> None:
        self._stage = stage
        self._book = book
        self._puzzles = puzzles
        self.day = day
        self._scores = book.record.tried_of_day(book.game, day)
        untried = (number for number, puzzle in enumerate(puzzles) if puzzle.key not in self._scores)
        self.at: int = next(untried, len(puzzles) - 1)
        """Which one is shown: the first that was not tried."""
        self._board = self.shown.board()
        self._state = positions.state_of(self._board, flipped=not self._board.turn)
        variant = self._board.variant
        self._view = BoardView(stage.look.sprites, variant.geometry, places_in_hand(variant))

    @property
    def shown(self) -> Puzzle:
        """The puzzle on the board."""
        return self._puzzles[self.at]

    @property
    def is_tried(self) -> bool:
        """Whether the user has tried them all, with success or not."""
        return self.shown.key in self._scores

    def place(
        self, size: tuple[int, int], layout: PuzzlesLayout, widgets: Widgets, begin: Callable[[Puzzle], None]
    ) -> None:
        """Lay it out in a window of this size; `begin` begins a puzzle."""
        look, card = self._stage.look, layout.daily.card
        ground = look.backdrop.surface(size).copy()
        ground.blit(panel_card(look, card.size), card)
        self._view.place(layout.board, ground, look.board_style)
        words = TaskCard(look, layout.words, has_ground=False)
        words.show(_("Puzzles of the day"), puzzle_words.date_words(self.day), self._words())
        self.buttons = tuple(
            widgets.button(
                place,
                self._button_words(number),
                partial(begin, puzzle),
                PRIMARY if number == self.at and not self.is_tried else None,
                Tip(_("Solve")) if puzzle.key not in self._scores else Tip(_("View again")),
            )
            for number, (puzzle, place) in enumerate(zip(self._puzzles, layout.daily.buttons, strict=False))
        )
        self.layers = (
            Picture(panel_card(look, card.size), card.topleft),
            BoardLayer(self._view, self._state),
            _PressedBoard(layout.board),
            words,
        )

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

    def _words(self) -> str:
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


def rating_graph(look: Look, points: Sequence[RatingPoint], size: tuple[int, int]) -> pygame.Surface:
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


TITLE = N_("Puzzles")


def open_puzzles(stage: Stage, book: PuzzleBook | None = None, theme: str = "") -> None:
    """Go to the start page, with the book that was open before, if there is one, or with a theme chosen."""
    stage.rooms.show(lambda: PuzzlesScreen(stage, book, theme))


class PuzzlesScreen(RoomWithoutGame):
    """The room from which puzzles are begun. What was solved so far is read in the background."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    title = TITLE
    command = Command.PUZZLES

    def __init__(self, stage: Stage, book: PuzzleBook | None = None, theme: str = "") -> None:
        super().__init__(stage)
        self._theme = theme
        """The theme that is chosen at first, if there are such puzzles."""
        self._games = games_with_puzzles()
        self._game = game_with_puzzles(stage.preferences.game)
        self._reading: Job[tuple[PuzzleBook, Exception | None]] | None = None
        self.book: PuzzleBook | None = None
        """The puzzles, once they are read."""
        self._daily: DailyCard | None = None
        if book is not None and book.game == self._game:
            self._take(book)
        else:
            self._read()

    def _read(self) -> None:
        journal, game = self._stage.library.journal(JOURNAL), self._game
        self._reading = Job(lambda job: puzzle_rooms.read_book(journal, game))

    def _take(self, book: PuzzleBook) -> None:
        if self.book is not None:
            book.wanted = self.book.wanted
        elif self._theme in puzzle_book.themes_of(book.puzzles):
            book.wanted = PuzzleFilter(theme=self._theme)
        self.book, self._today = book, date.today()
        puzzles = puzzle_book.daily(book.puzzles, self._today)
        self._daily = DailyCard(self._stage, book, puzzles, self._today) if puzzles else None

    # The screen

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the page."""
        mark = self._focus_mark()
        size = self._in_sight(size)
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
        self.notice_area = layout.graph or layout.figures
        if mark is None:
            self._lead()
        else:
            self.widgets.focus_again(mark)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets; a press on the board begins the puzzle on it.

        Coming back from another window shows what was solved there.
        """
        if event.type == pygame.WINDOWFOCUSGAINED and self._reading is None:
            self._read()
        if self.widgets.handle(event):
            return True
        if self._daily is not None and self._daily.is_pressed(event):
            self.solve_daily(self._daily.shown)
            return True
        return False

    def update(self, now_seconds: float) -> float:
        """Show what was read; the next day has another puzzle."""
        if self._reading is not None and self._reading.is_done_within(0.0):
            reading, self._reading = self._reading, None
            is_first = self.book is None
            book, trouble = reading.result()
            if is_first and trouble is not None:
                self._stage.notices.show(said(trouble))
            if is_first or trouble is None:
                self._take(book)
            self.place(self._size)
            if is_first:
                self._lead()
        elif self.book is not None and self._today != date.today():
            self._take(self.book)
            self.place(self._size)
        return NEVER

    @property
    def variant(self) -> Variant:
        """The game of the puzzles."""
        return named(self._game).variant

    def _actions(self) -> Mapping[Command, Action]:
        """Another game can be chosen."""
        return {**super()._actions(), Command.GAME: self._ask_game}

    # What is shown

    def _make_header(self, layout: PuzzlesLayout) -> None:
        self._game_button = self.widgets.button(
            layout.game, f"{_title(self._game)}…", self._ask_game, CHOICE, Tip(_("Select a game"))
        )
        self._back_button(layout.home)

    def _daily_layers(self, layout: PuzzlesLayout) -> Sequence[Layer]:
        """The puzzles of the day, once they are known."""
        if self._daily is None:
            card = layout.daily.card
            return (Picture(panel_card(self._stage.look, card.size), card.topleft),)
        self._daily.place(self._size, layout, self.widgets, self.solve_daily)
        return self._daily.layers

    def _standing_layers(self, layout: PuzzlesLayout) -> Sequence[Layer]:
        """The numbers, and the graph of the rating."""
        look = self._stage.look
        figures = FiguresCard(look, layout.figures)
        if self.book is not None:
            figures.show(standing_figures(self.book))
        if layout.graph is None:
            return (figures,)
        graph = ChartCard(look, layout.graph, _("Your rating in puzzles"))
        if self.book is not None:
            if points := self.book.standing.points:
                graph.show(partial(rating_graph, look, tuple(points)))
            else:
                graph.show_empty(_("Solve a puzzle to get a rating."))
        return figures, graph

    def _ways_on(self, layout: PuzzlesLayout) -> Sequence[Layer]:
        """The cards for training and timed runs."""
        look = self._stage.look
        training = TaskCard(look, layout.training.card, layout.training.foot)
        is_new = self.book is not None and puzzle_book.starts_easy(self.book.standing)
        training.show("", _("Training"), _("Starts easy.") if is_new else _("Near your rating."))
        run = TaskCard(look, layout.run.card, layout.run.foot)
        run.show("", _("Timed run"), _("The puzzles get harder. Three mistakes end the run."))
        if self.book is None:
            return training, run
        lengths, themes, begin = layout.training.buttons
        wanted = self.book.wanted
        length = _("Any length") if wanted.length is None else puzzle_words.length_name(wanted.length)
        theme = puzzle_words.theme_name(wanted.theme) if wanted.theme else _("All themes")
        self._length_button = self.widgets.button(lengths, f"{length}…", self._ask_length, CHOICE)
        self._theme_button = self.widgets.button(themes, f"{theme}…", self._ask_theme, CHOICE)
        self._train_button = self.widgets.button(begin, _("Train"), self.train, PRIMARY)
        for minutes, place in zip(MINUTES, layout.run.buttons, strict=True):
            best = self.book.standing.runs.get(minutes)
            text = _n("{count} minute", "{count} minutes", minutes)
            text = text if best is None else _("{run} · best {best}").format(run=text, best=number(best))
            self.widgets.button(place, text, partial(self.run, minutes))
        return training, run

    def _lead(self) -> None:
        """Give the focus to the most likely button."""
        if self._daily is not None:
            daily = self._daily
            self.widgets.focus(self._train_button if daily.is_tried else daily.buttons[daily.at])

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
            self.place(self._size)

        chosen = wanted.index(book.wanted)
        self._stage.open(DropDown(self._stage, anchor, names, chosen, take))
