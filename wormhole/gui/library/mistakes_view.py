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
from wormhole.gui.library.list_view import BUTTON_UNITS, LibraryView
from wormhole.gui.look.button import Button
from wormhole.gui.look.chart import ChartCard, CurvePoint, counted_rows, curve
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Grid, Row, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.view import Group, Layout, Parts
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole.learn.mistakes import MistakeKind
    from wormhole.learn.own_mistakes import OwnMistakes

MEAN_OF_GAMES = 5
ROW_UNITS, HEADING_UNITS, NAME_UNITS, MOST_PRACTICE = 4.5, 4, 3.5, 5
"""The heights of a line, of a heading and of the name of a kind; how many have a lesson and puzzles."""
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


class _Practice(Group):
    """The card with what helps against the most frequent kinds: as many as have room."""

    def __init__(self) -> None:
        self.card = ChartCard(_("What helps"))
        self.rows: list[tuple[Hint, Sequence[Button]]] = []
        """The name of each kind, and one or two buttons."""

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The name above the buttons, which stand at the right."""
        units, unit, padding = look.scale.units, look.scale.unit, look.scale.units(2)
        heading, name, button = units(HEADING_UNITS), units(NAME_UNITS), units(BUTTON_UNITS)
        most = max(0, room.height - 2 * padding - heading) // (name + button + unit)
        rows: Parts = {}
        for number, (words, buttons) in enumerate(self.rows[: min(MOST_PRACTICE, most)]):
            cells = [*["" for _empty in range(2 - len(buttons))], *buttons]
            rows[f"row {number}"] = Column({words: name, "buttons": Grid(cells, 2, unit, button)})
        inside: Parts = {"heading": heading, "rows": Column(rows, unit, Fill())}
        return Column({self.card: Column(inside, size=Fill(), padding=padding)})


class MistakesView(LibraryView):
    """The mistakes in the reviewed games of a database, from `show` on. `lay_out` places the view again."""

    def __init__(self, stage: Stage, lay_out: Action) -> None:
        super().__init__(stage)
        self.found: OwnMistakes | None = None
        """What is shown."""
        self._lay_out = lay_out
        self._job: Job[OwnMistakes] | None = None

    @property
    def notice_area(self) -> pygame.Rect:
        """The lower chart."""
        return self._progress.rect

    def make(self, widgets: Widgets) -> None:
        """The charts, and a lesson and puzzles for the most frequent kinds."""
        super().make(widgets)
        self._words = Hint("small", self._summary())
        self._kinds = ChartCard(_("Your mistakes by kind"))
        self._progress = ChartCard(_("Mistakes in a game, mean of the last five"))
        self._practice = _Practice()
        found = self.found
        if found is None or not found.mistakes:
            nothing = _(NO_GAMES if found is not None and not found.games else NO_MISTAKES)
            self._kinds.show_empty(self._trouble or (_(READING) if found is None else nothing))
            self._progress.show_empty(_(NO_PROGRESS) if found is not None else "")
        else:
            self._kinds.show(lambda look, size: kinds_chart(look, size, found))
            self._progress.show(lambda look, size: progress_chart(look, size, found))
        if found is not None and not found.kinds:
            self._practice.card.show_empty(_(NO_PRACTICE))
        for kind in () if found is None else found.kinds:
            buttons = [Button(text, action) for text, action in self._ways_on(kind)]
            self._practice.rows.append((Hint("small", kind_name(kind)), buttons))

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Two charts beside what helps or, in a high window, above it."""
        units, gap = look.scale.units, look.scale.units(2)
        charts = Column({self._kinds: Fill(1.6), self._progress: Fill()}, gap)
        parts: Parts = {"charts": charts, self._practice: Fill(0.7)}
        below: Layout = Column(parts, gap) if is_upright(self.window) else Row(parts, gap)
        return Column({self._words: units(ROW_UNITS), "below": below}, look.scale.unit)

    def _summary(self) -> str:
        found = self.found
        if found is None or not found.games:
            return ""
        games = _n("{count} reviewed game", "{count} reviewed games", len(found.games))
        mistakes = _n("{count} mistake", "{count} mistakes", found.mistakes)
        return f"{games}, {mistakes}"

    def _ways_on(self, kind: MistakeKind) -> list[tuple[str, Callable[[], None]]]:
        """The buttons for a kind: a lesson, if there is one, and puzzles."""
        from wormhole.learn.own_mistakes import LESSONS, THEMES

        rooms = self._stage.rooms
        puzzles = (_("Puzzles"), partial(rooms.open, destination.Puzzles(THEMES[kind])))
        if kind not in LESSONS:
            return [puzzles]
        return [(_("Lesson"), partial(rooms.open, destination.Lessons(LESSONS[kind]))), puzzles]

    def fail(self, trouble: str) -> None:
        """Report why nothing can be counted."""
        self._trouble = trouble
        if self.is_made:
            self._kinds.show_empty(trouble)

    def refresh(self) -> None:
        """Count again, once this view is shown; the charts stay until that is done."""
        database = self._database
        if database is None or not self.is_made:
            return
        from wormhole.learn.own_mistakes import own_mistakes

        self._stop()
        self._job = Job(lambda job: own_mistakes(database, job.watched))

    def update(self, now_seconds: float) -> float:
        """Show what has been counted. The end of the counting wakes the window."""
        job = self._job
        if job is not None and job.is_done_within(0.0):
            self._job = None
            try:
                self.found, self._trouble = job.result(), ""
            except WormholeError as error:
                self._trouble = said(error)
            self.make(self._widgets)
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
