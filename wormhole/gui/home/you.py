"""The page about the user: ratings, puzzles, lessons, and what to do next."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

import pygame
from pygame import Rect

from wormhole.base.errors import WormholeError
from wormhole.engine.levels import LEVELS
from wormhole.gui.home.user_summary import rating_words, read_user
from wormhole.gui.languages.language import N_, UNKNOWN, _, number
from wormhole.gui.learn import puzzle_rooms
from wormhole.gui.learn.course_screen import open_lesson
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.learn.lesson_exercise import Notes, journal_of
from wormhole.gui.learn.puzzle_rooms import Figure, FiguresCard
from wormhole.gui.learn.puzzles_screen import rating_graph
from wormhole.gui.look.chart import ChartCard
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import Box, Column, Fill, Grid, Part, Row, Scale, Share, is_dense, page_layout
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.learn import course, puzzle_book
from wormhole.learn.puzzle import game_with_puzzles
from wormhole.learn.puzzle_book import PuzzleBook
from wormhole.learn.solver_record import JOURNAL, RatingPoint
from wormhole.learn.user_record import NextStep, Ratings, UserRecord
from wormhole.library.chosen_game import DEFAULT_GAME, named
from wormhole.library.database.connections import LibraryError
from wormhole.library.rated_games import error_of, new_id
from wormhole.play.rated_play import elo_of, may_be_rated, suiting_level
from wormhole.play.seats import against
from wormhole.players.spec import at_level

TITLE = N_("You")
FIGURES_UNITS, WORDS_UNITS, BUTTON_UNITS, GAP_UNITS = 7.5, 21, 6, 1.5
STEPS = 3
"""So many things to do next are offered."""
NEXT_SHARE, NEXT_UNITS = 0.38, (28, 48)
"""The width of the card with what to do next beside the others: its share, and its limits."""
NEXT_HEIGHT_UNITS = 28
"""Its height beside or below the others."""


def open_you(stage: Stage) -> None:
    """Go to the page."""
    stage.rooms.show(lambda: YouScreen(stage))


class YouLayout(NamedTuple):
    """The numbers of strength with what they mean, what was done, the graphs; and what to do next."""

    title: Rect
    home: Rect
    strength: Rect
    words: Rect
    done: Rect
    graphs: tuple[Rect, ...]
    """None in a dense layout."""
    next: Rect
    buttons: tuple[Rect, ...]
    others: Rect | None
    """Other games, if there is room for them."""


def you_layout(size: tuple[int, int]) -> YouLayout:
    """The page for a window of this size."""
    scale, is_high = Scale.of(size), size[1] > size[0]
    title, home, body = page_layout(size)
    gap, figures, next_height = (scale.units(each) for each in (GAP_UNITS, FIGURES_UNITS, NEXT_HEIGHT_UNITS))
    graphs = Grid(("games", "puzzles"), 2, gap)
    parts: dict[str, Part[str]] = {"strength": figures, "words": scale.units(WORDS_UNITS), "done": figures}
    left: Box[str] = Column(parts if is_dense(size) else {**parts, "graphs": graphs}, gap)
    if is_high:
        places = Column({"left": left, "next": next_height}, gap).at(body)
    else:
        least, most = (scale.units(units) for units in NEXT_UNITS)
        right = Column({"next": next_height, "others": Fill()}, gap, Share(NEXT_SHARE, least, most))
        places = Row({"left": left, "right": right}, gap).at(body)
    buttons = dict.fromkeys(range(STEPS), scale.units(BUTTON_UNITS))
    foot = Column(buttons, scale.unit, padding=scale.units(2), at_end=True).at(places["next"])
    return YouLayout(
        title,
        home,
        places["strength"],
        places["words"],
        places["done"],
        tuple(places[name] for name in ("games", "puzzles") if name in places),
        places["next"],
        tuple(foot.values()),
        places.get("others"),
    )


class YouScreen(RoomWithoutGame):
    """The room about the user. What was done so far is read in the background."""

    layers: Sequence[Layer] = ()
    notice_area = Rect(0, 0, 0, 0)
    title = TITLE
    command = Command.YOU
    has_board = False

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._today = date.today()
        self.user: UserRecord | None = None
        """What the user has done, once it is read."""
        self._book: PuzzleBook
        self._reading: Job[tuple[UserRecord, PuzzleBook]] | None = Job(lambda job: _read(stage))

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the page."""
        mark = self._focus_mark()
        size = self._in_sight(size)
        self._renew_widgets(size)
        look, layout = self._stage.look, you_layout(size)
        strength, done = FiguresCard(look, layout.strength), FiguresCard(look, layout.done)
        words = TaskCard(look, layout.words)
        steps = TaskCard(look, layout.next, layout.next.bottom - layout.buttons[0].top)
        steps.show("", _("What to do next"), "")
        headings = (_("Rating in games"), _("Rating in puzzles"))
        graphs = [ChartCard(look, *each) for each in zip(layout.graphs, headings, strict=False)]
        title = self._heading(_(TITLE), layout.title)
        self.layers = (title, strength, words, done, *graphs, steps, self.widgets)
        self.notice_area = layout.words
        if self.user is not None:
            strength.show(self._strength_figures(self.user))
            words.show("", _("What the three numbers mean"), self._number_words(self.user))
            done.show(self._done_figures(self.user))
            self._show_graphs(graphs, self.user)
            self._make_steps(layout, self.user)
            if layout.others is not None and self.user.other_ratings:
                others = TaskCard(look, layout.others)
                others.show("", _("Other games"), _other_words(self.user.other_ratings))
                self.layers = (*self.layers[:-1], others, self.widgets)
        self._back_button(layout.home)
        if mark is not None:
            self.widgets.focus_again(mark)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the buttons."""
        return self.widgets.handle(event)

    def update(self, now_seconds: float) -> float:
        """Show what was read."""
        if self._reading is not None and self._reading.is_done_within(0.0):
            reading, self._reading = self._reading, None
            self.user, self._book = reading.result()
            self.place(self._size)
            self.widgets.focus(self.widgets.buttons[0])
        return NEVER

    def _strength_figures(self, user: UserRecord) -> Sequence[Figure]:
        """The ratings, and the level that suits them."""
        ratings = zip((_("Games"), _("Puzzles")), user.ratings, strict=True)
        level = suiting_level(user.ratings.games, self.variant.name)
        return (
            *(
                Figure(caption, UNKNOWN)
                if rating is None
                else Figure(caption, f"{rating.value:.0f}", f"± {error_of(rating):.0f}")
                for caption, rating in ratings
            ),
            Figure(_("Level"), str(level.number), str(elo_of(level, self.variant.name))),
        )

    def _number_words(self, user: UserRecord) -> str:
        """What the three numbers are."""
        game = self.variant
        low, high = (elo_of(level, game.name) for level in (LEVELS[0], LEVELS[-1]))
        puzzles = sorted(puzzle.rating for puzzle in self._book.puzzles)
        sentences = [
            _("Games: from your rated games of {game}."),
            _("Puzzles: a level of this strength solves about as many as you."),
            _("Level: the one that suits you, and its strength.")
            if user.rated.games
            else _("Level: the one to begin with, and its strength."),
        ]
        values = {"game": _(game.title), "low": low, "high": high}
        if puzzles:
            values |= {"easiest": puzzles[0], "hardest": puzzles[-1]}
            values |= {"usual": _(named(DEFAULT_GAME).variant.title)}
            one = _("All are on one scale: levels {low} to {high}, puzzles {easiest} to {hardest}.")
            two = _(
                "Games and levels are on the scale of {game}, {low} to {high}; puzzles on that of {usual},"
                " {easiest} to {hardest}."
            )
            sentences.append(one if low == LEVELS[0].elo else two)
        if any(user.ratings):
            sentences.append(_("The ± says how certain a rating is."))
        return " ".join(sentence.format_map(values) for sentence in sentences)

    def _done_figures(self, user: UserRecord) -> Sequence[Figure]:
        """Puzzles and lessons."""
        record, lessons = user.puzzles, course.outlines()
        return (
            Figure(_("Solved"), number(user.standing.solved), f"/ {number(len(self._book.puzzles))}"),
            Figure(_("Streak"), number(record.streak)),
            Figure(_("Days in a row"), number(record.days_in_a_row(user.puzzle_game, self._today))),
            Figure(_("Lessons"), str(user.lessons_done(lessons)), f"/ {len(lessons)}"),
        )

    def _show_graphs(self, graphs: Sequence[ChartCard], user: UserRecord) -> None:
        rated = user.rated
        of_games = [RatingPoint(game.at, each) for game, each in zip(rated.games, rated.ratings, strict=True)]
        of_puzzles = user.standing.points
        empty = _("Your rating will appear here."), _("Solve a puzzle to get a rating.")
        for graph, points, words in zip(graphs, (of_games, of_puzzles), empty, strict=False):
            if points:
                graph.show(partial(rating_graph, self._stage.look, tuple(points)))
            else:
                graph.show_empty(words)

    # What to do next

    def _make_steps(self, layout: YouLayout, user: UserRecord) -> None:
        daily = puzzle_book.daily(self._book.puzzles, self._today)
        can_be_rated = may_be_rated(self.variant)
        steps = user.next_steps(course.outlines(), daily, self._today)
        offered = [step for step in steps if can_be_rated or step is not NextStep.RATED_GAME]
        for place, step in zip(layout.buttons, offered, strict=False):
            text, action = self._step(step, user)
            self.widgets.button(place, text, action, PRIMARY if step is offered[0] else None)

    def _step(self, step: NextStep, user: UserRecord) -> tuple[str, Action]:
        """The text of a button, and what it does."""
        stage, book = self._stage, self._book
        back = partial(open_you, stage)
        if step is NextStep.LESSON:
            lesson = user.lessons.next_lesson(course.outlines())
            assert lesson is not None, "else another step is offered"
            notes = Notes(user.lessons, journal_of(stage))
            title = _("Lesson: {title}").format(title=_(lesson.title))
            return title, lambda: open_lesson(stage, notes, lesson.slug)
        if step is NextStep.DAILY:
            puzzle = user.untried(puzzle_book.daily(book.puzzles, self._today), self._today)[0]
            return _("Puzzle of the day"), partial(
                puzzle_rooms.solve_daily, stage, book, self._today, puzzle, back
            )
        if step is NextStep.TRAINING:
            return _("Train puzzles"), partial(puzzle_rooms.train, stage, book, back)
        level, is_rated = LEVELS[0], step is NextStep.RATED_GAME
        if is_rated:
            level = suiting_level(user.ratings.games, self.variant.name)
        words = _("Rated game, level {level}") if is_rated else _("Play level {level}")
        settings = stage.settings
        setup = against(settings.side, at_level(level), self.variant, clocks=settings.clocks)
        setup = replace(setup, rated=new_id() if is_rated else "")
        return words.format(level=level.number), lambda: stage.rooms.open(destination.Game(setup))


def _other_words(ratings: Mapping[str, Ratings]) -> str:
    """The ratings in other games, a paragraph for each."""
    lines = []
    for game, each in ratings.items():
        with contextlib.suppress(WormholeError):  # the journal can name a game that is gone
            lines.append(" · ".join([_(named(game).variant.title), *rating_words(each)]))
    return "\n\n".join(lines)


def _read(stage: Stage) -> tuple[UserRecord, PuzzleBook]:
    """What the user has done, and the puzzles. Called in a job."""
    journal, game = stage.library.journal(JOURNAL), game_with_puzzles(stage.preferences.game)
    book, _trouble = puzzle_rooms.read_book(journal, game)
    user = read_user(stage, book.record)
    user.has_played = _has_played(stage)
    return user, book


def _has_played(stage: Stage) -> bool:
    try:
        if not os.path.exists(stage.library.path):
            return False
        with stage.library.open() as library:
            return library.has_played()
    except (LibraryError, OSError):
        return False
