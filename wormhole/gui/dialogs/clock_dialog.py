"""The dialog for a custom time control: kind and times, or periods, different for each side if wanted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pygame

from wormhole.base.quoting import sentence
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.languages.language import N_, _, _n, named, short_number
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import SAME_CLOCK
from wormhole.library.time_control import (
    ClockKind,
    TimeControl,
    TimeControlError,
    TimeControls,
    spoken,
    written,
)


def clock_words(control: TimeControl | None) -> str:
    """One side's clock in short: "5+3"."""
    if control is None:
        return _("No clock")
    if control.moves:
        return control.spoken
    if control.kind is ClockKind.MOVE:
        return _("{seconds} s per move").format(seconds=short_number(control.seconds))
    if control.kind is ClockKind.DELAY and control.bonus:
        delay = short_number(control.bonus)
        return _("{minutes} min, {seconds} s delay").format(minutes=minutes_of(control), seconds=delay)
    return f"{minutes_of(control)}+{short_number(control.bonus)}"


def clocks_words(controls: TimeControls) -> tuple[str, str]:
    """Both sides' clocks, in a longer and a shorter form; one text if they are the same."""
    if controls.white == controls.black:
        return clock_words(controls.white), _shortest(controls.white)
    first, other = controls.white, controls.black
    return f"{clock_words(first)} / {clock_words(other)}", f"{_shortest(first)} / {_shortest(other)}"


def _shortest(control: TimeControl | None) -> str:
    if control is None:
        return _("No clock")
    if control.kind is ClockKind.MOVE:
        return f"{short_number(control.seconds)} s"
    if control.moves:
        return control.spoken
    sign = "d" if control.kind is ClockKind.DELAY else "+"
    return f"{minutes_of(control)}{sign}{short_number(control.bonus)}"


def clock_meaning(control: TimeControl | None) -> str:
    """A sentence that describes one side's clock."""
    if control is None:
        return _("No clock: unlimited time.")
    if control.moves:
        return sentence(", ".join(_period_words(control)))
    if control.kind is ClockKind.MOVE:
        return _("{seconds} seconds for each move.").format(seconds=short_number(control.seconds))
    values = {"minutes": minutes_of(control), "seconds": short_number(control.bonus)}
    if not control.bonus:
        return _("{minutes} minutes for the whole game.").format(**values)
    if control.kind is ClockKind.DELAY:
        return _("{minutes} minutes; on each move, the clock starts after {seconds} s.").format(**values)
    return _("{minutes} minutes, plus {seconds} s after each move.").format(**values)


def _period_words(control: TimeControl | None) -> Iterator[str]:
    """What each period of a control means."""
    while control is not None:
        minutes, seconds, moves = minutes_of(control), short_number(control.bonus), control.moves
        if moves:
            words = _n(
                "{minutes} minutes for {count} move",
                "{minutes} minutes for {count} moves",
                moves,
                minutes=minutes,
            )
        else:
            words = _("{minutes} minutes for the rest").format(minutes=minutes)
        if control.bonus and control.kind is ClockKind.DELAY:
            words = _("{words} with a delay of {seconds} s").format(words=words, seconds=seconds)
        elif control.bonus:
            words = _("{words} and {seconds} s after each").format(words=words, seconds=seconds)
        yield words
        if moves and control.then is None:
            yield _("and so on")
        control = control.then


def minutes_of(control: TimeControl) -> str:
    """The time for the game in minutes, without needless digits."""
    return short_number(control.seconds / 60)


# fmt: off
MINUTES = (
    0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    25, 30, 35, 40, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180,
)
BONUSES = (*range(21), 25, 30, 35, 40, 45, 60, 75, 90, 120, 150, 180)
# fmt: on
MOVE_SECONDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 180, 300, 600)
USUAL = TimeControl(300.0, 3.0)
USUAL_MOVE_SECONDS = 30.0
USUAL_PERIODS = TimeControl(5400.0, 30.0, moves=40, then=TimeControl(1800.0, 30.0))
LONGEST_PERIODS = 40
NONE, PERIODS = "none", "periods"
KINDS = (
    (NONE, N_("No clock")),
    (ClockKind.INCREMENT, N_("Increment")),
    (ClockKind.DELAY, N_("Delay")),
    (ClockKind.MOVE, N_("Per move")),
    (PERIODS, N_("Periods")),
)
BOTH, FIRST, OTHER = "both", "first", "other"
SIDES = ((BOTH, N_("Both sides")), (FIRST, N_("You, White")), (OTHER, N_("Computer, Black")))
ROW_UNITS = 5.5
GAP_UNITS = 1.5
LABEL_UNITS = 26
HINT_UNITS = 5
SLIM_UNITS = 2.5


class ClockDialog(Dialog):
    """Asks for the clocks; `action` is called with them. The first one is the user's, or White's."""

    heading = N_("Clock")
    size_units = (66, 4 * (ROW_UNITS + GAP_UNITS) + HINT_UNITS + 1 + BUTTON_UNITS)

    def __init__(self, stage: Stage, clocks: TimeControls, action: Callable[[TimeControls], None]) -> None:
        super().__init__(stage)
        self._action = action
        self._clocks = clocks if clocks else TimeControls.equal(USUAL)
        self._side = BOTH if clocks.white == clocks.black else FIRST
        self._typed: str | None = None
        """A text that is no clock."""
        self._sides = Choice(named(SIDES), self._side, self._choose_side)
        self._kinds = Choice(named(KINDS), self._kind, self._choose_kind)
        self._time_name, self._bonus_name, self._meaning = Hint("body"), Hint("body"), Hint("small")
        self._time = Slider(0.0, self._slide_time, SLIM_UNITS)
        self._bonus = Slider(0.0, self._slide_bonus, SLIM_UNITS)
        self._line = TextField("", LONGEST_PERIODS, action=self._type)
        self.own(self._time, self._bonus, self._line)
        self._answers = self.answers(_("OK"), self._take)
        self.first = self._answers.buttons[0]
        if self._kind == PERIODS:
            self.widgets.focus(self._line)
        self._show()

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """From the top: whose clock, its kind, its times, what it means, buttons."""
        units, unit = look.scale.units, look.scale.unit
        height, label = units(ROW_UNITS), units(LABEL_UNITS) - unit
        time, bonus = (self._line, "") if self._kind == PERIODS else (self._time, self._bonus)
        rows: Parts = {
            self._sides: height,
            self._kinds: height,
            "time": Row({self._time_name: label, time: Fill()}, unit, height),
            "bonus": Row({self._bonus_name: label, bonus: Fill()}, unit, height),
        }
        upper = Column(rows, units(ROW_UNITS + GAP_UNITS) - height)
        meaning, answers = units(HINT_UNITS), units(BUTTON_UNITS)
        parts: Parts = {"upper": upper, self._meaning: meaning, "space": Fill(), self._answers: answers}
        return Column(parts, unit)

    # What is chosen

    @property
    def _control(self) -> TimeControl | None:
        return self._clocks.black if self._side == OTHER else self._clocks.white

    @property
    def _kind(self) -> ClockKind | str:
        if self._control is None:
            return NONE
        return PERIODS if self._control.moves else self._control.kind

    @property
    def _times(self) -> Sequence[float]:
        return MOVE_SECONDS if self._kind is ClockKind.MOVE else MINUTES

    def _set(self, control: TimeControl | None) -> None:
        if self._side == BOTH:
            self._clocks = TimeControls.equal(control)
        elif self._side == FIRST:
            self._clocks = replace(self._clocks, white=control)
        else:
            self._clocks = replace(self._clocks, black=control)
        self._show_words()

    def _choose_side(self, side: str) -> None:
        self._side = side
        if side == BOTH:
            self._clocks = TimeControls.equal(self._clocks.white)
        self._typed = None
        self._kinds.show(self._kind)
        self._show()
        self.stage.refresh_dialog()

    def _choose_kind(self, kind: object) -> None:
        control = self._control
        self._typed = None
        if kind == PERIODS:
            self._set(USUAL_PERIODS)
        elif not isinstance(kind, ClockKind):
            self._set(None)
        elif kind is ClockKind.MOVE:
            self._set(TimeControl(USUAL_MOVE_SECONDS, kind=kind))
        elif control is None or control.kind is ClockKind.MOVE or control.moves:
            self._set(replace(USUAL, kind=kind))
        else:
            self._set(replace(control, kind=kind))
        self._show()
        self.stage.refresh_dialog()
        if kind == PERIODS:
            self.widgets.focus(self._line)

    def _type(self, text: str) -> None:
        try:
            control = spoken("".join(text.split()))
        except TimeControlError:
            control = None
        self._typed = text if control is None else None
        if control is not None:
            self._set(control)
        self._show_words()

    def _slide_time(self, share: float) -> None:
        if self._control is None:
            return
        time = _at(self._times, share)
        seconds = time if self._kind is ClockKind.MOVE else 60 * time
        bonus = self._control.bonus
        self._set(replace(self._control, seconds=float(seconds), bonus=bonus or (0.0 if seconds else 1.0)))
        if bonus != self._control.bonus:
            self._show()

    def _slide_bonus(self, share: float) -> None:
        if self._control is None or self._kind is ClockKind.MOVE:
            return
        least = 0 if self._control.seconds else 1
        self._set(replace(self._control, bonus=float(max(least, _at(BONUSES, share)))))

    # What is shown

    def _show(self) -> None:
        """Set the sliders or the line, and the words; the kind decides which of them are there."""
        control, is_move = self._control, self._kind is ClockKind.MOVE
        seconds, bonus = (0.0, 0.0) if control is None else (control.seconds, control.bonus)
        self._put(self._time, self._times, seconds if is_move else seconds / 60, control is not None)
        self._put(self._bonus, BONUSES, bonus, control is not None and not is_move)
        if control is not None and control.moves and self._typed is None:
            self._line.replace(control.spoken)
        self._show_words()

    def _put(self, slider: Slider, values: Sequence[float], value: float, matters: bool) -> None:
        slider.value, slider.step = _share(values, value), 1 / (len(values) - 1)
        slider.is_enabled = matters

    def _show_words(self) -> None:
        control = self._control
        if control is None:
            time = bonus = ""
        elif control.moves:
            time, bonus = _("Moves/minutes+seconds"), ""
        elif control.kind is ClockKind.MOVE:
            time, bonus = _("Seconds: {seconds}").format(seconds=short_number(control.seconds)), ""
        else:
            time = _("Minutes: {minutes}").format(minutes=minutes_of(control))
            bonus = _("Seconds per move: {seconds}").format(seconds=short_number(control.bonus))
        self._time_name.show(time)
        self._bonus_name.show(bonus)
        if self._typed is None:
            self._meaning.show(clock_meaning(control))
        else:
            example = USUAL_PERIODS.spoken
            words = _("This is no clock. For example, {example} means:").format(example=example)
            self._meaning.show(f"{words} {clock_meaning(USUAL_PERIODS)}", is_trouble=True)

    def _take(self) -> None:
        if self._typed is not None:
            self.stage.sounds.play("error")
            return
        self.stage.close_dialog()
        self._action(self._clocks)


def _at(values: Sequence[float], share: float) -> float:
    """The value at that share of the slider."""
    return values[round(share * (len(values) - 1))]


def _share(values: Sequence[float], value: float) -> float:
    """The slider's position for a value, or for the next larger one."""
    return min(bisect_left(values, value), len(values) - 1) / (len(values) - 1)


PRESETS: tuple[tuple[str, str], ...] = (
    ("1+0", N_("Bullet")),
    ("2+1", N_("Bullet")),
    ("3+2", N_("Blitz")),
    ("5+0", N_("Blitz")),
    ("5+3", N_("Blitz")),
    ("10+5", N_("Rapid")),
    ("15+10", N_("Rapid")),
    ("30+0", N_("Classical")),
    ("30+20", N_("Classical")),
)
"""As players write them, with the usual name of the pace."""


class ClockButton(Button):
    """Asks for the clock; the choice is stored in the settings at once."""

    def __init__(self, stage: Stage) -> None:
        super().__init__("", self._ask)
        self._stage = stage

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Show the clocks in the longer form if it fits."""
        super().place(look, rect)
        longer, shorter = clocks_words(self._stage.settings.clocks)
        room = rect.width - 2 * look.scale.unit
        self.text = longer if look.words.width(longer, look.small) <= room else shorter

    def _ask(self) -> None:
        offered = (None, *(spoken(text) for text, _name in PRESETS))
        clocks = self._stage.settings.clocks
        names = [_("No clock")]
        names += [f"{clock_words(spoken(text))}  ·  {_(name)}" for text, name in PRESETS]
        names.append(_("Custom…"))
        own = len(offered)
        is_offered = clocks.white == clocks.black and clocks.white in offered
        chosen = offered.index(clocks.white) if is_offered else own

        def take(index: int) -> None:
            if index == own:
                self._stage.open(ClockDialog(self._stage, clocks, self._set))
            else:
                self._set(TimeControls.equal(offered[index]))

        self._stage.open(DropDown(self._stage, lambda: self.rect, names, chosen, take))

    def _set(self, clocks: TimeControls) -> None:
        other = SAME_CLOCK if clocks.white == clocks.black else written(clocks.black)
        self._stage.preferences.change(clock=written(clocks.white), other_clock=other)
        self.place(self._stage.look, self.rect)
