"""The view of the user's mistakes: of which kinds they are, whether they get fewer, and what helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING

import pygame

from wormhole.base.errors import WormholeError
from wormhole.gui.game.summary_words import kind_name
from wormhole.gui.languages.language import N_, _, _n, said
from wormhole.gui.library.library_layout import MistakesLayout, mistakes_layout
from wormhole.gui.look.chart import ChartCard, CurvePoint, counted_rows, curve
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole.learn.mistakes import MistakeKind
    from wormhole.learn.own_mistakes import OwnMistakes
    from wormhole.library.database.game_database import GameDatabase

MEAN_OF_GAMES = 5
NO_GAMES = N_("Review your games against the computer: your mistakes are counted here.")
NO_MISTAKES = N_("You have made no mistake in your reviewed games.")
NO_PROGRESS = N_("How many mistakes you make in a game will appear here.")
NO_PRACTICE = N_("Lessons and puzzles against your mistakes will appear here.")
READING = N_("Your reviewed games are read…")


def kinds_chart(look: Look, size: tuple[int, int], found: OwnMistakes) -> pygame.Surface:
    """A row for each kind of mistakes, the most frequent one first."""
    counts = [(kind_name(kind), count) for kind, count in found.kinds.items()]
    return counted_rows(look, size, counts, look.theme.colour.accent_other, _("Others"))


def progress_chart(look: Look, size: tuple[int, int], found: OwnMistakes) -> pygame.Surface:
    """The mistakes in a game, as the mean of the last five."""
    counts = [sum(game.values()) for game in found.games]
    means = [fmean(counts[max(0, end - MEAN_OF_GAMES) : end]) for end in range(1, len(counts) + 1)]
    points = [CurvePoint(place, mean, mean, mean) for place, mean in enumerate(means, 1)]
    return curve(look, size, points, [], look.theme.colour.accent)


class MistakesView:
    """The mistakes in the reviewed games of a database, from `show` on. `lay_out` places the view again."""

    def __init__(self, stage: Stage, lay_out: Action) -> None:
        self.found: OwnMistakes | None = None
        """What is shown."""
        self._stage = stage
        self._lay_out = lay_out
        self._database: GameDatabase | None = None
        self._trouble = ""
        self._job: Job[OwnMistakes] | None = None
        self.layers: Sequence[Layer] = ()

    @property
    def notice_area(self) -> pygame.Rect:
        """The lower chart."""
        return self._layout.progress

    def place(self, size: tuple[int, int], widgets: Widgets) -> None:
        """Lay out the charts, and a lesson and puzzles for the most frequent kinds."""
        look = self._stage.look
        self._layout = layout = mistakes_layout(size)
        self._widgets = widgets
        words = Hint("small", self._words()).place(look, layout.words)
        kinds = ChartCard(_("Your mistakes by kind")).place(look, layout.kinds)
        progress = ChartCard(_("Mistakes in a game, mean of the last five")).place(look, layout.progress)
        found = self.found
        if found is None or not found.mistakes:
            nothing = _(NO_GAMES if found is not None and not found.games else NO_MISTAKES)
            kinds.show_empty(self._trouble or (_(READING) if found is None else nothing))
            progress.show_empty(_(NO_PROGRESS) if found is not None else "")
        else:
            kinds.show(lambda look, size: kinds_chart(look, size, found))
            progress.show(lambda look, size: progress_chart(look, size, found))
        self.layers = (words, kinds, progress, *self._practice(layout))

    def _words(self) -> str:
        found = self.found
        if found is None or not found.games:
            return ""
        games = _n("{count} reviewed game", "{count} reviewed games", len(found.games))
        mistakes = _n("{count} mistake", "{count} mistakes", found.mistakes)
        return f"{games}, {mistakes}"

    def _practice(self, layout: MistakesLayout) -> list[Layer]:
        """The card with what helps against the most frequent kinds."""
        look = self._stage.look
        card = ChartCard(_("What helps")).place(look, layout.practice)
        layers: list[Layer] = [card]
        kinds = () if self.found is None else tuple(self.found.kinds)
        if self.found is not None and not kinds:
            card.show_empty(_(NO_PRACTICE))
        for place, kind in zip(layout.rows, kinds, strict=False):
            layers.append(Hint("small", kind_name(kind)).place(look, place.name))
            texts = self._ways_on(kind)
            for rect, (text, action) in zip(place.buttons[-len(texts) :], texts, strict=True):
                self._widgets.button(rect, text, action)
        return layers

    def _ways_on(self, kind: MistakeKind) -> list[tuple[str, Callable[[], None]]]:
        """The buttons for a kind: a lesson, if there is one, and puzzles."""
        from wormhole.learn.own_mistakes import LESSONS, THEMES

        rooms = self._stage.rooms
        puzzles = (_("Puzzles"), partial(rooms.open, destination.Puzzles(THEMES[kind])))
        if kind not in LESSONS:
            return [puzzles]
        return [(_("Lesson"), partial(rooms.open, destination.Lessons(LESSONS[kind]))), puzzles]

    def show(self, database: GameDatabase) -> None:
        """Count the mistakes in the games of this database."""
        self._database = database
        self.refresh()

    def fail(self, trouble: str) -> None:
        """Report why nothing can be counted."""
        self._trouble = trouble

    def refresh(self) -> None:
        """Count again, once this view is shown; the charts stay until that is done."""
        database = self._database
        if database is None or not self.layers:
            return
        from wormhole.learn.own_mistakes import own_mistakes

        self._stop()
        self._job = Job(lambda job: own_mistakes(database, job.watched))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the keys and mouse of the buttons."""
        return self._widgets.handle(event)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do nothing: the charts have no commands."""
        return False

    def update(self, now_seconds: float) -> float:
        """Show what has been counted. The end of the counting wakes the window."""
        job = self._job
        if job is not None and job.is_done_within(0.0):
            self._job = None
            try:
                self.found, self._trouble = job.result(), ""
            except WormholeError as error:
                self._trouble = said(error)
            self._lay_out()
        return NEVER

    def close(self) -> None:
        """Stop counting, and let the screen go."""
        self._stop()
        self._lay_out = lambda: None

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
