"""The dialog that teaches the computer a game: for how long, how far it is, and what it has learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole import Variant
from wormhole.gui.background import DONE, Newest
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.teaching_chart import TeachingChart
from wormhole.gui.dialogs.teaching_words import learned_words, phase_words, progress_words
from wormhole.gui.key_words import cap_words
from wormhole.gui.language import N_, _, said, short_number
from wormhole.gui.layout import row
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import TAUGHT, Stage

if TYPE_CHECKING:
    from wormhole.learn.taught import Round
    from wormhole.learn.teacher import TeachingNow

HOURS = (0.5, 1.0, 2.0, 4.0, 8.0, 24.0)
USUAL_HOURS = 1.0
WIDTH_UNITS = 80
TITLE_UNITS, ABOUT_UNITS, ROW_UNITS, LINE_UNITS, BAR_UNITS = 3.5, 9.5, 4.5, 3, 1
CHART_UNITS, BUTTON_UNITS, GAP_UNITS = 19, 6, 1.25
ABOUT = N_(
    "It plays against itself, learns from the games, and keeps what it has learned if it then wins a match. "
    "You can play meanwhile. You can stop it at any time; later it goes on from there."
)


class TeachDialog(Dialog):
    """Begins and stops the teaching of a game, which goes on when the dialog is closed."""

    heading = N_("Train the computer")

    def __init__(self, stage: Stage, variant: Variant) -> None:
        super().__init__(stage)
        self._variant = variant
        self._teacher = stage.teacher()
        self._hours = USUAL_HOURS
        self._rounds: Sequence[Round] = ()
        self._trouble = ""
        self._reader: Newest[Sequence[Round]] = Newest(self._take_rounds, self._take_trouble)
        self._read_at: int | None = None
        """How many rounds were finished when the journal was read."""

    def inner_units(self) -> tuple[float, float]:
        """The size of all parts together."""
        rows = TITLE_UNITS + ABOUT_UNITS + ROW_UNITS + 2 * LINE_UNITS + BAR_UNITS + CHART_UNITS + BUTTON_UNITS
        return WIDTH_UNITS, rows + 6 * GAP_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out, from the top: the game, how it is done, the hours, the progress, what was learned."""
        look, scale = self.stage.look, self.stage.look.scale
        gap, top = scale.units(GAP_UNITS), inner.top

        def strip(units: float) -> pygame.Rect:
            nonlocal top
            place = pygame.Rect(inner.left, top, inner.width, scale.units(units))
            top = place.bottom + (gap if units else 0)
            return place

        title = strip(TITLE_UNITS)
        self.write(_(self._variant.title), title, pixels=look.title)
        lines = look.words.wrapped(_(ABOUT), look.small, inner.width)
        about = Hint(look, strip(len(lines) * look.words.height(look.small) / scale.unit), look.small)
        about.show(_(ABOUT))
        self._make_hours(strip(ROW_UNITS))
        has_status, is_taught, has_rounds = self._laid_out = self._parts
        self._phase = Hint(look, strip(LINE_UNITS if has_status else 0), look.small)
        self._bar = ProgressBar(look, strip(BAR_UNITS if is_taught else 0))
        self._learned = Hint(look, strip(LINE_UNITS if has_rounds else 0), look.small)
        height = scale.units(BUTTON_UNITS)
        foot = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        self._chart = TeachingChart(look, pygame.Rect(inner.left, top, inner.width, foot.top - gap - top))
        begin, close = row(foot, 2, scale.unit)
        self._button = self.widgets.button(begin, "", self._begin_or_stop, PRIMARY)
        self.widgets.button(close, _("Close"), self.stage.close_dialog)
        self.widgets.focus(self._button)
        self.upper_layers = (about, self._phase, self._bar, self._learned, self._chart)
        self._show()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Ignore news, which only wake the loop; else as any dialog."""
        return event.type in (DONE, TAUGHT) or super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> None:
        """Show how far the teaching is, and read what was learned when a round is finished."""
        if self._read_at != self._teacher.rounds:
            self._read_at = self._teacher.rounds
            self._reader.ask(self._read)
        self._reader.update()
        self._show()

    def close(self) -> None:
        """Release the widgets. The teaching goes on."""
        super().close()
        self._reader.close()

    @property
    def _now(self) -> TeachingNow | None:
        """The teaching of this game, if it is under way."""
        now = self._teacher.now
        return now if now is not None and now.variant == self._variant else None

    @property
    def _parts(self) -> tuple[bool, bool, bool]:
        """Whether there is a line about what goes on, a bar, and a line about what was learned."""
        return bool(self._status), self._now is not None, bool(self._rounds)

    @property
    def _status(self) -> str:
        """What goes on, or what has gone wrong."""
        now, other = self._now, self._teacher.now
        if now is not None:
            return f"{phase_words(now)} · {progress_words(now)}"
        if other is not None:
            words = _("Now it learns {game}. That stops when you begin here.")
            return words.format(game=_(other.variant.title))
        return self._trouble or ("" if self._teacher.trouble is None else said(self._teacher.trouble))

    def _make_hours(self, place: pygame.Rect) -> None:
        look = self.stage.look
        label = _("Hours")
        self.write(label, place, look.theme.colour.muted)
        width = look.words.width(label, look.small) + look.scale.units(2)
        cells = row(
            pygame.Rect(place.left + width, place.top, place.width - width, place.height),
            len(HOURS),
            look.scale.unit,
        )
        names = [(hours, short_number(hours)) for hours in HOURS]
        now = self._now
        self._choice = Choice(
            self.widgets, cells, names, self._hours if now is None else now.hours, self._choose
        )

    def _choose(self, hours: float) -> None:
        self._hours = hours

    def _begin_or_stop(self) -> None:
        if self._now is not None:
            self._teacher.stop()
        else:
            self._teacher.begin(self._variant, self._hours)

    def _show(self) -> None:
        """Show the present state; what did not change is not drawn anew."""
        now = self._now
        if self._parts != self._laid_out:
            self.place(self.size)
            return
        self._choice.enable(now is None, [hours for hours in HOURS if now is None or hours != now.hours])
        begin = _("Begin") if not self._rounds else _("Go on")
        self.widgets.write(self._button, begin if now is None else _("Stop"))
        tip = _("It stops at once. What it has learned stays.") if now else _("It begins in the background.")
        self.widgets.explain(self._button, Tip(tip, (cap_words("Enter"),)))
        self._phase.show(self._status, is_trouble=self._teacher.now is None)
        self._bar.show(now.share if now is not None else None)
        self._learned.show(learned_words(self._rounds))
        self._chart.show(self._rounds)

    def _read(self) -> Sequence[Round]:
        from wormhole.learn.taught import Taught, usual_folder  # not needed before

        return tuple(Taught(self._variant, usual_folder(self._variant)).rounds)

    def _take_rounds(self, rounds: Sequence[Round]) -> None:
        self._rounds, self._trouble = rounds, ""

    def _take_trouble(self, error: Exception) -> None:
        self._trouble = said(error)
