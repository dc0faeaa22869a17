"""The dialog for a custom time control: kind and times, or periods, different for each side if wanted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from wormhole.gui.dialogs.clock_words import clock_meaning, clock_words, clocks_words, minutes_of
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.offered_clocks import (
    BONUSES,
    MINUTES,
    MOVE_SECONDS,
    PRESETS,
    USUAL_CLOCK,
    USUAL_MOVE_SECONDS,
    USUAL_PERIODS,
)
from wormhole.gui.languages.language import N_, _, named, short_number
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
        self._clocks = clocks if clocks else TimeControls.equal(USUAL_CLOCK)
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
            self._set(replace(USUAL_CLOCK, kind=kind))
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
