"""The dialog with the options of an added program, each with the widget of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from wormhole.base.quoting import clipped
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import PAGE_KEYS
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import Scroller
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Group, Layout, Leaf
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.window.stage import Stage
from wormhole.library.own_engines import USUAL_SECONDS, OwnEngine
from wormhole.play.offered_players import elo_option
from wormhole.players.program import placed
from wormhole.players.program_options import OptionKind, ProgramOption, option_of

WIDTH_UNITS, HEIGHT_UNITS = 84, 62
ROW_UNITS, GAP_UNITS = 5, 1
LABEL_SHARE = 0.42
NUMBER_UNITS = 16
LONGEST_VALUE = 1000
LEAST_SECONDS = 0.001
SWITCH = ((True, N_("On")), (False, N_("Off")))
AT_START = ((True, N_("At each start")), (False, N_("Never")))


@dataclass(frozen=True)
class EngineRow:
    """A line of the dialog: an option of the program, or a setting of its seat with a name of ours."""

    label: str
    option: ProgramOption
    setting: str = ""
    """The field of the engine; empty: an option of the program."""
    may_be_empty: bool = False

    def value(self, engine: OwnEngine) -> str:
        """Its present value as text."""
        if not self.setting:
            is_button = self.option.kind is OptionKind.BUTTON
            pressed = "true" if self.option.name in engine.settings else "false"
            return pressed if is_button else engine.settings.get(self.option.name, self.option.default)
        value = getattr(engine, self.setting)
        if isinstance(value, bool):
            return "true" if value else "false"
        return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)

    def changes(self, engine: OwnEngine, text: str) -> dict[str, object] | None:
        """What changes in the engine with another value; None if the value is not possible."""
        name, option = self.option.name, self.option
        if not self.setting:
            settings = {key: value for key, value in engine.settings.items() if key != name}
            if option.kind is OptionKind.BUTTON:
                return {"settings": settings | ({name: ""} if text == "true" else {})}
            if not option.is_good(text):
                return None
            return {"settings": settings if text == option.default else settings | {name: text}}
        if self.setting == "folder":
            folder = text.strip()
            return {"folder": folder} if not folder or Path(folder).is_dir() else None
        if not text.strip() and self.may_be_empty:
            return {self.setting: None}
        if option.kind is OptionKind.CHECK:
            return {self.setting: text == "true"}
        try:
            number = float(text.replace(",", ".")) if self.setting == "seconds" else int(text)
        except ValueError:
            return None
        is_in_bounds = number >= LEAST_SECONDS and option.is_within(number)
        return {self.setting: number} if is_in_bounds else None

    def wrong_words(self) -> str:
        """What is said of a value that is not possible."""
        if self.setting == "folder":
            return _("{option}: there is no such folder.").format(option=self.label)
        if self.option.kind is not OptionKind.SPIN:
            return _("{option}: this value is not possible.").format(option=self.label)
        if self.option.low is None or self.option.high is None:
            return _("{option}: a whole number.").format(option=self.label)
        words = _("{option}: a number from {low} to {high}.")
        if self.setting == "strength":
            words = _("{option}: a number from {low} to {high}, or nothing for the full strength.")
        elif self.may_be_empty:
            words = _("{option}: a number from {low} to {high}, or nothing.")
        low = self.option.low or (LEAST_SECONDS if self.setting == "seconds" else 0)
        return words.format(option=self.label, low=low, high=self.option.high)


def rows_of(engine: OwnEngine) -> list[EngineRow]:
    """All lines: the limits of a move, strength and pondering, then the program's own options."""
    number = OptionKind.SPIN
    rows = [
        EngineRow(_("Seconds per move"), ProgramOption("", number, "", 0, 10**6), "seconds", True),
        EngineRow(_("Depth"), ProgramOption("", number, "", 1, 1000), "depth", True),
    ]
    if engine.protocol == "uci":
        rows.append(EngineRow(_("Nodes"), ProgramOption("", number, "", 1, 10**15), "nodes", True))
    strength = elo_option(engine)
    if strength is not None:
        rows.append(EngineRow(_("Strength (Elo)"), strength, "strength", True))
    ponders = ProgramOption("", OptionKind.CHECK)
    rows.append(EngineRow(_("Thinks on your time"), ponders, "ponders"))
    place = placed(engine.command)[1] or ""
    rows.append(EngineRow(_("Working folder"), ProgramOption("", OptionKind.FOLDER, place), "folder"))
    hidden = set() if strength is None else {"UCI_Elo", "UCI_LimitStrength"}
    options = (option_of(engine.protocol, text) for text in engine.options)
    rows += [
        EngineRow(option.name, option)
        for option in options
        if option is not None and option.name not in hidden
    ]
    return rows


class RowScroller(Scroller):
    """A scroll bar beside rows of widgets, which its owner lays out; whole rows are scrolled."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count, self._height = count, 1

    def _measure(self) -> None:
        first, self._height = self.first, self._look.scale.units(ROW_UNITS + GAP_UNITS)
        self.go_to(first)

    @property
    def rows_seen(self) -> int:
        """The rows that fit."""
        return max(1, self.rect.height // self._height)

    @property
    def content_height(self) -> int:
        """The height of all rows."""
        return self._count * self._height

    @property
    def first(self) -> int:
        """The first row in sight."""
        return min(round(self.offset / self._height), max(0, self._count - self.rows_seen))

    def go_to(self, first: int) -> None:
        """Scroll until this row is the first one in sight, as far as there are rows."""
        self.reveal(first * self._height, first * self._height + self.rect.height)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw nothing: the rows are widgets."""


class OptionLine(Group):
    """An option's name, and its widgets side by side; some have a width in grid units."""

    def __init__(self, label: str, parts: Mapping[Leaf | Group, float | Fill]) -> None:
        self._label = label
        self.parts = parts

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The name at the left."""
        units, unit = look.scale.units, look.scale.unit
        sizes = {part: size if isinstance(size, Fill) else units(size) for part, size in self.parts.items()}
        name = Caption(self._label, "ink", "body", is_shrinking=True)
        return Row({name: round(LABEL_SHARE * room.width), "": Row(sizes, unit, Fill())}, unit)


class EngineOptionsDialog(Dialog):
    """Each change is kept at once. What is not possible is said and not kept; Done does not close over it."""

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, name: str) -> None:
        super().__init__(stage)
        self.heading = name
        self._name = name
        self._wrong: dict[EngineRow, None] = {}
        """The lines whose values are not possible."""
        self._hint = Hint()
        self._buttons = ButtonRow(
            Button(_("Reset"), self._reset, QUIET), Button(_("Done"), self._done, PRIMARY)
        )
        self.first = self._buttons.buttons[1]
        self._make_lines()
        self._tell()

    @property
    def engine(self) -> OwnEngine | None:
        """The program, as it is kept now; None if another window has removed it."""
        return self.stage.engines.own.named(self._name)

    def _make_lines(self) -> None:
        """Make the widgets of all lines, with the present values."""
        engine = self.engine
        self._fields: dict[EngineRow, TextField] = {}
        self._rows = [] if engine is None else rows_of(engine)
        self._lines = [] if engine is None else [self._line(line, engine) for line in self._rows]
        self._scroller = RowScroller(len(self._lines))
        for line in self._lines:
            self.own(*line.parts)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The rows in sight, the sentence below them, and the buttons."""
        units, unit = look.scale.units, look.scale.unit
        hint, buttons, row = units(3.5), units(BUTTON_UNITS), units(ROW_UNITS)
        height = room.height - hint - buttons - 2 * unit
        scroller = self._scroller.place(look, pygame.Rect(room.topleft, (room.width, height)))
        lines = self._lines[scroller.first : scroller.first + scroller.rows_seen]
        column = Column(dict.fromkeys(lines, row), units(ROW_UNITS + GAP_UNITS) - row, scroller.width)
        beside: Layout = Row({"lines": column}, size=Fill())
        return Column({scroller: beside, self._hint: hint, self._buttons: buttons}, unit)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The wheel, the scroll bar and the page keys scroll the rows."""
        first = self._scroller.first
        if event.type == pygame.KEYDOWN and event.key in PAGE_KEYS:
            self._scroller.go_to(max(0, first + PAGE_KEYS[event.key] * self._scroller.rows_seen))
            self.stage.refresh_dialog()
            return True
        is_mouse = event.type in (
            pygame.MOUSEWHEEL,
            pygame.MOUSEMOTION,
            pygame.MOUSEBUTTONUP,
            pygame.MOUSEBUTTONDOWN,
        )
        if is_mouse and self._scroller.handle(event, now_seconds):
            if self._scroller.first != first:
                self.stage.refresh_dialog()
            return True
        return super().handle(event, now_seconds)

    def _line(self, line: EngineRow, engine: OwnEngine) -> OptionLine:
        value, option = line.value(engine), line.option
        if option.kind in (OptionKind.CHECK, OptionKind.BUTTON):
            names = named(SWITCH if option.kind is OptionKind.CHECK else AT_START)
            switch = partial(self._switch, line)
            return OptionLine(line.label, {Choice(names, value == "true", switch): Fill()})
        if option.kind is OptionKind.COMBO:
            button = Button(clipped(value, 60), lambda: self._ask(line, button))
            return OptionLine(line.label, {button: Fill()})
        placeholder = option.default
        if option.kind is OptionKind.SPIN:
            placeholder = _("not set") if line.may_be_empty else option.default
        if line.setting == "strength":
            placeholder = _("full")
        change = partial(self._change, line)
        self._fields[line] = field = TextField(value, LONGEST_VALUE, clipped(placeholder, 40), change)
        if option.kind is OptionKind.SPIN:
            has_bounds = not line.setting or line.setting == "strength"
            bounds = Caption(option.bounds if has_bounds else "", size="note")
            return OptionLine(line.label, {field: NUMBER_UNITS, bounds: Fill()})
        if option.kind is OptionKind.FILE:
            return OptionLine(line.label, {field: Fill(), Button("…", partial(self._ask_file, line)): 6})
        return OptionLine(line.label, {field: Fill()})

    def _switch(self, line: EngineRow, is_on: bool) -> None:
        self._change(line, "true" if is_on else "false")

    def _change(self, line: EngineRow, text: str) -> None:
        """Keep another value, or tell that it is not possible."""
        engine = self.engine
        changes = None if engine is None else line.changes(engine, text)
        self._wrong.pop(line, None)
        if changes is None:
            self._wrong[line] = None
        else:
            self.stage.engines.own.change(self._name, **changes)
        if line in self._fields:
            self._fields[line].is_wrong = changes is None
        self._tell(line)

    def _tell(self, line: EngineRow | None = None) -> None:
        """Say what is wrong, with this line first, or what the limits mean."""
        wrong = line if line in self._wrong else next(iter(self._wrong), None)
        if wrong is not None:
            self._hint.show(wrong.wrong_words(), is_trouble=True)
            return
        words = _("Without a limit, it has {seconds} second a move. With clocks, its clock counts.")
        self._hint.show(words.format(seconds=f"{USUAL_SECONDS:g}"))

    def _done(self) -> None:
        """Close, unless a value is not possible, which is shown."""
        if self.engine is None or not self._wrong:
            self.stage.close_dialog()
            return
        wrong = next(iter(self._wrong))
        self.stage.sounds.play("error")
        self._scroller.go_to(self._rows.index(wrong))
        self.stage.refresh_dialog()
        self.widgets.focus(self._fields[wrong])
        self._tell(wrong)

    def _ask(self, line: EngineRow, button: Button) -> None:
        """Open the list of a combo."""
        engine, choices = self.engine, line.option.choices
        if engine is None:
            return
        value = line.value(engine)

        def take(number: int) -> None:
            self._change(line, choices[number])
            button.text = clipped(choices[number], 60)

        at = choices.index(value) if value in choices else 0
        self.stage.open(DropDown(self.stage, lambda: button.rect, choices, at, take))

    def _ask_file(self, line: EngineRow) -> None:
        def take(path: Path) -> None:
            self._fields[line].replace(str(path))
            self._change(line, str(path))

        self.stage.open(FileDialog(self.stage, line.label, "", take))

    def _reset(self) -> None:
        """Take back all changes."""
        engine = self.engine
        if engine is not None:
            self._wrong.clear()
            none = dict.fromkeys(("seconds", "depth", "nodes", "strength"))
            self.stage.engines.own.change(self._name, settings={}, ponders=False, folder="", **none)
            self._make_lines()
            self._tell()
            self.stage.refresh_dialog()
