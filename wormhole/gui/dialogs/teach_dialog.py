"""The dialog that trains the computer for a game: hours, progress and results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING

import pygame

from wormhole import Variant
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import N_, _, _n, percent, said, short_number, signed
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.card import well
from wormhole.gui.look.chart import Plot, empty_chart, legend, svg_fill, svg_picture
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.drawn_area import ContentCard, DrawnArea
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.look import Look
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Colour, hexed
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.events import DONE, TAUGHT
from wormhole.gui.window.heard import Heard
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.training.teacher import TrainingPhase

if TYPE_CHECKING:
    from wormhole.training.teacher import Round, TeachingNow

PHASES = {
    TrainingPhase.PREPARING: N_("Preparing"),
    TrainingPhase.PLAYING: N_("Round {number}: self-play"),
    TrainingPhase.LEARNING: N_("Round {number}: learning from the games"),
    TrainingPhase.TESTING: N_("Round {number}: match against the old network"),
}


def phase_words(now: TeachingNow) -> str:
    """The phase of the training."""
    return _(PHASES[now.phase]).format(number=now.number)


def progress_words(now: TeachingNow) -> str:
    """The progress of the phase: a share, the positions, or the games of the match."""
    if now.match is not None:
        wins, draws, losses = now.match
        return _("{wins} won, {draws} drawn, {losses} lost").format(wins=wins, draws=draws, losses=losses)
    if now.positions:
        positions = _n("{count} position", "{count} positions", now.positions)
        return f"{percent(now.share)} · {positions}"
    return _("the first time, this takes a minute or two")


def learned_words(rounds: Sequence[Round]) -> str:
    """The result of all rounds; empty if there is none."""
    if not rounds:
        return ""
    kept = sum(each.is_kept for each in rounds)
    words = _n("{count} round, {kept} kept", "{count} rounds, {kept} kept", len(rounds), kept=kept)
    if not kept:
        return words
    stronger = _("about {elo} Elo above the start").format(elo=signed(rounds[-1].elo))
    return f"{words} · {stronger}"


CHART_GAP_UNITS = 2
STRENGTH, LOSS = N_("Strength, in Elo"), N_("Prediction error, in thousandths")
NOTHING = N_("No training yet. A chart of all rounds will appear here.")
THOUSAND = 1000
LEAST_SPAN = 10
"""Of Elo, so that a flat line has an axis."""


class TeachingChart(ContentCard["Sequence[Round]"]):
    """A layer with both charts side by side, each over the hours of work."""

    def drawn(self) -> pygame.Surface:
        """Both charts, or a sentence while there is nothing to show."""
        look = self._look
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        if not self.shown:
            picture.blit(well(look, self.rect.size), (0, 0))
            picture.blit(empty_chart(look, self.rect.size, _(NOTHING)), (0, 0))
            return picture
        names = legend(look, [(name, ink) for name, ink, _losses in self._curves()])
        picture.blit(names, names.get_rect(bottomright=self.rect.size))
        gap = look.scale.unit // 2
        charts = pygame.Rect(0, 0, self.rect.width, self.rect.height - names.get_height() - gap)
        places = row(charts, 2, look.scale.units(CHART_GAP_UNITS))
        for place, title, draw in zip(places, (STRENGTH, LOSS), (self._strength, self._loss), strict=True):
            height = look.words.height(look.small)
            ink, at = look.theme.colour.ink, place.topleft
            look.words.write(picture, _(title), look.small, ink, width=place.width, topleft=at)
            room = (place.width, place.height - height - gap)
            picture.blit(draw(room), (place.left, place.bottom - room[1]))
        return picture

    def _strength(self, size: tuple[int, int]) -> pygame.Surface:
        """A step for each network that was kept, a ring for each that was not."""
        look, colour = self._look, self._look.theme.colour
        elos = [0.0, *(each.elo for each in self.shown)]
        plot = Plot(look, size, min(elos), max(*elos, min(elos) + LEAST_SPAN), form=".0f")
        hours = [0.0, *(each.hours for each in self.shown)]
        places = [(self._x(plot, at), plot.y(elo)) for at, elo in zip(hours, elos, strict=True)]
        corners = [places[0]]
        for x, y in places[1:]:
            corners += [(x, corners[-1][1]), (x, y)]
        dot, line = look.scale.pixels(3.5), look.scale.pixels(2)
        shapes = _line(corners, colour.accent, line)
        for (x, y), each in zip(places[1:], self.shown, strict=True):
            fill = colour.accent if each.is_kept else colour.panel
            shapes += (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot}" {svg_fill(fill)} '
                f'stroke="{hexed(colour.accent)}" stroke-width="{line / 2}"/>'
            )
        plot.draw_svg(shapes)
        self._label(plot)
        return plot.picture

    def _loss(self, size: tuple[int, int]) -> pygame.Surface:
        """The cross entropy of the results by the network and by the pieces' values."""
        look, curves = self._look, self._curves()
        values = [THOUSAND * value for _name, _ink, losses in curves for value in losses]
        plot = Plot(look, size, min(values), max(values), form=".0f")
        dot = look.scale.pixels(3)
        shapes = ""
        for _name, ink, losses in curves:
            places = [
                (self._x(plot, each.hours), plot.y(THOUSAND * loss))
                for each, loss in zip(self.shown, losses, strict=True)
            ]
            shapes += _line(places, ink, look.scale.pixels(2))
            shapes += "".join(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot}" {svg_fill(ink)}/>' for x, y in places
            )
        plot.draw_svg(shapes)
        self._label(plot)
        return plot.picture

    def _curves(self) -> Sequence[tuple[str, Colour, Sequence[float]]]:
        """The names, colours and losses of what is compared."""
        colour = self._look.theme.colour
        return (
            (_("Pieces' values"), colour.muted, [each.material for each in self.shown]),
            (_("Training results"), colour.accent, [each.glance for each in self.shown]),
        )

    def _x(self, plot: Plot, hours: float) -> float:
        room = plot.area.inflate(-self._look.scale.pixels(12), 0)
        return room.left + room.width * hours / max(self.shown[-1].hours, 1e-9)

    def _label(self, plot: Plot) -> None:
        """The hours at both ends."""
        last = self.shown[-1].hours
        words = _("{hours} h").format(hours=short_number(last))
        plot.label([(self._x(plot, 0.0), "0"), (self._x(plot, last), words)])


def _line(places: Sequence[tuple[float, float]], colour: Colour, width: float) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return (
        f'<polyline points="{points}" fill="none" stroke="{hexed(colour)}" stroke-width="{width}" '
        f'stroke-linejoin="round" stroke-linecap="round"/>'
    )


HOURS = (0.5, 1.0, 2.0, 4.0, 8.0, 24.0)
USUAL_HOURS = 1.0
WIDTH_UNITS = 80
TITLE_UNITS, ABOUT_UNITS, ROW_UNITS, LINE_UNITS, BAR_UNITS = 3.5, 9.5, 4.5, 3, 1
CHART_UNITS, BUTTON_UNITS, GAP_UNITS = 19, 6, 1.25
ABOUT = N_(
    "The computer plays against itself and learns from these games. It keeps a new network if "
    "that wins a match against the old one. You can play meanwhile. If you stop the training, "
    "you can continue it later."
)


class TeachDialog(Dialog):
    """Starts and stops the training for a game, which continues when the dialog is closed."""

    heading = N_("Train the computer")
    first: Button

    def __init__(self, stage: Stage, variant: Variant) -> None:
        super().__init__(stage)
        self._variant = variant
        self._teacher = stage.engines.teacher
        self._hours = USUAL_HOURS
        hours = [(hours, short_number(hours)) for hours in HOURS]
        self._choice = Choice(hours, self._hours, self._choose)
        self._about, self._phase, self._learned = Hint("small", _(ABOUT)), Hint("small"), Hint("small")
        self._bar, self._chart = ProgressBar(), TeachingChart()
        self.first = Button("", self._begin_or_stop, PRIMARY)
        self._buttons = ButtonRow(self.first, Button(_("Close"), stage.close_dialog))
        self._rounds: Sequence[Round] = ()
        self._trouble = ""
        self._reader: LatestJob[Sequence[Round]] = LatestJob(self._take_rounds, self._take_trouble)
        self._read_at: int | None = None
        """How many rounds were finished when the journal was read."""
        self._show()

    def inner_units(self) -> tuple[float, float]:
        """The size of all parts together."""
        rows = TITLE_UNITS + ABOUT_UNITS + ROW_UNITS + 2 * LINE_UNITS + BAR_UNITS + CHART_UNITS + BUTTON_UNITS
        return WIDTH_UNITS, rows + 6 * GAP_UNITS

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """From the top: the game, a description, the hours, the progress, the results."""
        units = look.scale.units
        self._laid_out = self._parts
        about_lines = look.words.wrapped(_(ABOUT), look.small, room.width)
        heights = {self._phase: LINE_UNITS, self._bar: BAR_UNITS, self._learned: LINE_UNITS}
        label = look.words.width(_("Hours"), look.small) + units(2)
        parts: Parts = {
            Caption(_(self._variant.title), "ink", "title"): units(TITLE_UNITS),
            self._about: len(about_lines) * look.words.height(look.small),
            "hours": Row({Caption(_("Hours")): label, self._choice: Fill()}, size=units(ROW_UNITS)),
            **{part: units(height) for part, height in compress(heights.items(), self._parts)},
            self._chart: Fill(),
            self._buttons: units(BUTTON_UNITS),
        }
        return Column(parts, units(GAP_UNITS))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Ignore news, which only wake the loop; else as any dialog."""
        return event.type in (DONE, TAUGHT) or super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Show the progress of the training, and read the results when a round is finished."""
        if self._read_at != self._teacher.rounds:
            self._read_at = self._teacher.rounds
            self._reader.ask(self._read)
        self._reader.update()
        self._show()
        if self._parts != self._laid_out:
            self.place(self.size)
        return NEVER

    def close(self) -> None:
        """Release the widgets. The training continues."""
        super().close()
        self._reader.close()

    @property
    def _now(self) -> TeachingNow | None:
        """The training for this game, if it runs."""
        now = self._teacher.now
        return now if now is not None and now.variant == self._variant else None

    @property
    def _parts(self) -> tuple[bool, bool, bool]:
        """Whether there is a line for the phase, a bar, and a line for the results."""
        return bool(self._status), self._now is not None, bool(self._rounds)

    @property
    def _status(self) -> str:
        """The phase, or the error."""
        now, other = self._now, self._teacher.now
        if now is not None:
            return f"{phase_words(now)} · {progress_words(now)}"
        if other is not None:
            words = _("The computer is training for {game}. If you start here, that training stops.")
            return words.format(game=_(other.variant.title))
        return self._trouble or ("" if self._teacher.trouble is None else said(self._teacher.trouble))

    def _choose(self, hours: float) -> None:
        self._hours = hours

    def _begin_or_stop(self) -> None:
        if self._now is not None:
            self._teacher.stop()
        else:
            self._teacher.begin(self._variant, self._hours)

    def _show(self) -> None:
        """Show the present state; what did not change is not redrawn."""
        now = self._now
        self._choice.show(self._hours if now is None else now.hours)
        self._choice.enable(now is None, [hours for hours in HOURS if now is None or hours != now.hours])
        begin = _("Start") if not self._rounds else _("Continue")
        self.first.text = begin if now is None else _("Stop")
        tip = (
            _("Stop the training. The results so far are saved.")
            if now
            else _("Start the training in the background.")
        )
        self.first.tip = Tip(tip, (cap_words("Enter"),))
        self._phase.show(self._status, is_trouble=self._teacher.now is None)
        self._bar.show(now.share if now is not None else None)
        self._learned.show(learned_words(self._rounds))
        self._chart.show(self._rounds)

    def _read(self) -> Sequence[Round]:
        from wormhole.training.teacher import TeachingRecord, usual_folder  # not needed before

        return tuple(TeachingRecord(self._variant, usual_folder(self._variant)).rounds)

    def _take_rounds(self, rounds: Sequence[Round]) -> None:
        self._rounds, self._trouble = rounds, ""

    def _take_trouble(self, error: Exception) -> None:
        self._trouble = said(error)


SIZE_UNITS, MARGIN_UNITS = 2, 0.5
STEPS = 24
"""Of the ring that fills up."""
LOOK_SECONDS = 1.0


class TeachingSign:
    """A screen above the room, no larger than a button, which is shown during a training."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ring: _Ring | None = None
        self.layers: tuple[Layer, ...] = ()

    @property
    def heard(self) -> Heard:
        """Nothing."""
        return {}

    def place(self, size: tuple[int, int]) -> None:
        """Lay it out in the upper left corner."""
        look = self._stage.look
        side, margin = look.scale.units(SIZE_UNITS), look.scale.units(MARGIN_UNITS)
        self._ring = _Ring(look, pygame.Rect(margin, margin, side, side))
        self.layers = (self._ring,)
        self.update(0.0)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """A press on the ring opens the dialog."""
        now = self._stage.engines.teacher.now
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if now is None or self._ring is None or not is_press or not self._ring.rect.collidepoint(event.pos):
            return False
        self._stage.open(TeachDialog(self._stage, now.variant))
        return True

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do nothing: the sign has no commands."""
        return False

    def update(self, now_seconds: float) -> float:
        """Show the progress of the training, and check it again after a pause."""
        now = self._stage.engines.teacher.now
        if now is not None and self._ring is not None:
            self._ring.show(now)
        return now_seconds + LOOK_SECONDS

    def close(self) -> None:
        """Nothing is held."""


def show_teaching(stage: Stage) -> None:
    """Show the sign during a training, and report the error that has ended it."""
    teacher = stage.engines.teacher
    stage.show_sign(None if teacher.now is None else TeachingSign(stage))
    trouble = teacher.take_trouble()
    if trouble is not None:
        stage.notices.show(trouble)


class _Ring(DrawnArea):
    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._steps = 0
        self._tip = Tip("")

    def show(self, now: TeachingNow) -> None:
        game = _("The computer is training for {game}.").format(game=_(now.variant.title))
        self._tip = Tip(f"{game} {phase_words(now)}.")
        steps = round(STEPS * now.share)
        if steps != self._steps:
            self._steps = steps
            self.redraw()

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """It can be pressed, and its tooltip shows the phase."""
        return Spot(tuple(self.rect), Pointer.HAND, self._tip) if self.rect.collidepoint(pixel) else None

    def drawn(self) -> pygame.Surface:
        colour, side = self._look.theme.colour, self.rect.width
        middle, width = side / 2, side / 7
        radius = middle - width / 2 - 0.5
        angle = 2 * math.pi * min(self._steps / STEPS, 0.999)
        x, y = middle + radius * math.sin(angle), middle - radius * math.cos(angle)
        is_long = int(angle > math.pi)
        stroke = f'fill="none" stroke-width="{width:.2f}" stroke-linecap="round"'
        shapes = (
            f'<circle cx="{middle}" cy="{middle}" r="{radius:.2f}" {stroke} stroke="{hexed(colour.raised)}"/>'
            f'<path d="M{middle} {middle - radius:.2f} '
            f'A{radius:.2f} {radius:.2f} 0 {is_long} 1 {x:.2f} {y:.2f}" '
            f'{stroke} stroke="{hexed(colour.accent)}"/>'
            f'<circle cx="{middle}" cy="{middle}" r="{side / 7:.2f}" {svg_fill(colour.accent)}/>'
        )
        return self._look.sprites.sketch(svg_picture(self.rect.size, shapes))
