"""The page about the user: ratings, puzzles, lessons, and what to do next."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from pygame import Rect

from wormhole.base.errors import WormholeError
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS
from wormhole.gui.home.user_summary import rating_words, read_user
from wormhole.gui.languages.language import N_, UNKNOWN, _, number
from wormhole.gui.learn import puzzle_rooms
from wormhole.gui.learn.course_screen import open_lesson
from wormhole.gui.learn.exercise_cards import ButtonsCard, TaskCard
from wormhole.gui.learn.lesson_exercise import Notes, journal_of
from wormhole.gui.learn.puzzle_rooms import Figure, FiguresCard
from wormhole.gui.learn.puzzles_screen import show_rating
from wormhole.gui.look.button import Button
from wormhole.gui.look.chart import ChartCard
from wormhole.gui.look.layout import Column, Fill, Grid, Row, Share, is_dense, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.page_room import PageRoom
from wormhole.gui.window import destination
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
from wormhole.play.rated_play import may_be_rated, suiting_level
from wormhole.play.seats import against
from wormhole.players.spec import at_level

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


class YouScreen(PageRoom):
    """The room about the user. What was done so far is read in the background."""

    title = N_("You")
    command = Command.YOU

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._today = date.today()
        self.user: UserRecord | None = None
        """What the user has done, once it is read."""
        self._book: PuzzleBook
        self.in_background(self._take).ask(partial(_read, stage))

    def make(self) -> None:
        """The numbers of strength with what they mean, what was done, the graphs; and what to do next."""
        self._strength, self._done = FiguresCard(), FiguresCard()
        self._words, self._others, self._next = TaskCard(), TaskCard(), ButtonsCard(STEPS, BUTTON_UNITS)
        self._next.words.show("", _("What to do next"), "")
        self._graphs = ChartCard(_("Rating in games")), ChartCard(_("Rating in puzzles"))
        if self.user is not None:
            self._strength.show(self._strength_figures(self.user))
            self._words.show("", _("What the three numbers mean"), self._number_words(self.user))
            self._done.show(self._done_figures(self.user))
            self._others.show("", _("Other games"), _other_words(self.user.other_ratings))
            self._show_graphs(self.user)
            self._next.buttons = self._steps(self.user)

    def layout(self, look: Look, room: Rect) -> Layout:
        """What to do next stands beside the rest or, in a high window, below it. A dense layout has no
        graphs; of other games, there is something to be read if there is room.
        """
        units, next_height = look.scale.units, look.scale.units(NEXT_HEIGHT_UNITS)
        gap, figures = units(GAP_UNITS), units(FIGURES_UNITS)
        left: Parts = {self._strength: figures, self._words: units(WORDS_UNITS), self._done: figures}
        if not is_dense(self._size):
            left["graphs"] = Grid(self._graphs, 2, gap)
        if is_upright(self._size):
            return Column({"left": Column(left, gap), self._next: next_height}, gap)
        has_others = self.user is not None and bool(self.user.other_ratings)
        right: Parts = {self._next: next_height, self._others if has_others else "others": Fill()}
        share = Share(NEXT_SHARE, *map(units, NEXT_UNITS))
        return Row({"left": Column(left, gap), "right": Column(right, gap, share)}, gap)

    @property
    def notice_area(self) -> Rect:
        """What the numbers mean."""
        return self._words.rect

    def _take(self, found: tuple[UserRecord, PuzzleBook]) -> None:
        self.user, self._book = found
        self.renew()
        self.widgets.focus(self.widgets.buttons[0])

    def _strength_figures(self, user: UserRecord) -> Sequence[Figure]:
        """The ratings, and the level that suits them."""
        ratings = zip((_("Games"), _("Puzzles")), user.ratings, strict=True)
        level = suiting_level(user.ratings.games, self.variant)
        return (
            *(
                Figure(caption, UNKNOWN)
                if rating is None
                else Figure(caption, f"{rating.value:.0f}", f"± {error_of(rating):.0f}")
                for caption, rating in ratings
            ),
            Figure(_("Level"), str(level.number), str(ladder_of(self.variant).elo(level))),
        )

    def _number_words(self, user: UserRecord) -> str:
        """What the three numbers are."""
        game = self.variant
        ladder, usual = ladder_of(game), ladder_of(None)
        low, high = ladder.elos[0], ladder.elos[-1]
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
            sentences.append(one if ladder == usual else two)
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

    def _show_graphs(self, user: UserRecord) -> None:
        rated = user.rated
        of_games = [RatingPoint(game.at, each) for game, each in zip(rated.games, rated.ratings, strict=True)]
        empty = _("Your rating will appear here."), _("Solve a puzzle to get a rating.")
        for graph, points, words in zip(self._graphs, (of_games, user.standing.points), empty, strict=True):
            show_rating(graph, points, words)

    # What to do next

    def _steps(self, user: UserRecord) -> Sequence[Button]:
        """The buttons, the most useful one first."""
        daily = puzzle_book.daily(self._book.puzzles, self._today)
        can_be_rated = may_be_rated(self.variant)
        steps = user.next_steps(course.outlines(), daily, self._today)
        offered = [step for step in steps if can_be_rated or step is not NextStep.RATED_GAME]
        return [
            Button(*self._step(step, user), PRIMARY if step is offered[0] else None)
            for step in offered[:STEPS]
        ]

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
            level = suiting_level(user.ratings.games, self.variant)
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
