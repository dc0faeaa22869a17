"""The dialog with the options of an added program, each with the widget of its kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from wormhole.base.quoting import clipped
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import PAGE_KEYS
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import Scroller
from wormhole.gui.look.text_field import TextField
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

    def __init__(self, look: Look, rect: pygame.Rect, count: int, height: int, first: int) -> None:
        super().__init__(look, rect)
        self._count, self._height = count, height
        self.rows_seen = max(1, rect.height // height)
        """The rows that fit."""
        self.reveal(first * height, first * height + rect.height)

    @property
    def content_height(self) -> int:
        """The height of all rows."""
        return self._count * self._height

    @property
    def first(self) -> int:
        """The first row in sight."""
        return min(round(self.offset / self._height), max(0, self._count - self.rows_seen))

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw nothing: the rows are widgets."""


class EngineOptionsDialog(Dialog):
    """Each change is kept at once. What is not possible is said and not kept; Done does not close over it."""

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, name: str) -> None:
        super().__init__(stage)
        self.heading = name
        self._name = name
        self._first = 0
        self._rows: list[EngineRow] = []
        self._wrong: dict[EngineRow, str] = {}
        """The values that are not possible, as they were written."""
        self._fields: dict[EngineRow, TextField] = {}

    @property
    def engine(self) -> OwnEngine | None:
        """The program, as it is kept now; None if another window has removed it."""
        return self.stage.engines.own.named(self._name)

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the rows in sight, the sentence below them, and the buttons."""
        look = self.stage.look
        scale = look.scale
        places = Column(
            {"rows": Fill(), "hint": scale.units(3.5), "buttons": scale.units(BUTTON_UNITS)}, scale.unit
        ).at(inner)
        self._hint = Hint(look, places["hint"])
        engine = self.engine
        self._rows = rows = [] if engine is None else rows_of(engine)
        self._fields = {}
        height = scale.units(ROW_UNITS + GAP_UNITS)
        self._scroller = RowScroller(look, places["rows"], len(rows), height, self._first)
        self._first = self._scroller.first
        self.upper_layers = (self._scroller, self._hint)
        self._tell()
        place = pygame.Rect(places["rows"].topleft, (self._scroller.width, scale.units(ROW_UNITS)))
        for line in rows[self._first : self._first + self._scroller.rows_seen]:
            assert engine is not None
            self._place_row(line, engine, place)
            place = place.move(0, height)
        reset, done = row(places["buttons"], 2, scale.unit)
        self.widgets.button(reset, _("Reset"), self._reset, QUIET)
        self.widgets.focus(self.widgets.button(done, _("Done"), self._done, PRIMARY))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The wheel, the scroll bar and the page keys scroll the rows."""
        if event.type == pygame.KEYDOWN and event.key in PAGE_KEYS:
            self._scroll_to(self._scroller.first + PAGE_KEYS[event.key] * self._scroller.rows_seen)
            return True
        is_mouse = event.type in (
            pygame.MOUSEWHEEL,
            pygame.MOUSEMOTION,
            pygame.MOUSEBUTTONUP,
            pygame.MOUSEBUTTONDOWN,
        )
        if is_mouse and self._scroller.handle(event, now_seconds):
            if self._scroller.first != self._first:
                self._scroll_to(self._scroller.first)
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds)

    def keeps_focus(self, index: int | None) -> bool:
        """Not after scrolling: other rows have other widgets."""
        return False

    def _scroll_to(self, first: int) -> None:
        self._first = max(0, first)
        self.stage.refresh_dialog()

    def _place_row(self, line: EngineRow, engine: OwnEngine, place: pygame.Rect) -> None:
        look, scale = self.stage.look, self.stage.look.scale
        label = round(LABEL_SHARE * place.width)
        name, right = Row({"name": label, "widget": Fill()}, scale.unit).at(place).values()
        self.write(line.label, name, pixels=look.words.largest([line.label], look.body, name.width))
        value, option = line.value(engine), line.option
        if option.kind in (OptionKind.CHECK, OptionKind.BUTTON):
            names = SWITCH if option.kind is OptionKind.CHECK else AT_START
            cells = row(right, 2, scale.unit)
            Choice(
                self.widgets,
                cells,
                named(names),
                value == "true",
                lambda is_on: self._change(line, "true" if is_on else "false"),
            )
        elif option.kind is OptionKind.COMBO:
            self.widgets.button(right, clipped(value, 60), partial(self._ask, line, right))
        elif option.kind is OptionKind.SPIN:
            self._place_number(line, value, right)
        else:
            self._place_text(line, value, right)

    def _place_number(self, line: EngineRow, value: str, place: pygame.Rect) -> None:
        """A field, with the bounds beside it."""
        look, scale = self.stage.look, self.stage.look.scale
        field, bounds = (
            Row({"field": scale.units(NUMBER_UNITS), "bounds": Fill()}, scale.unit).at(place).values()
        )
        placeholder = _("not set") if line.may_be_empty else line.option.default
        if line.setting == "strength":
            placeholder = _("full")
        self._place_field(line, value, field, placeholder)
        if not line.setting or line.setting == "strength":
            words = line.option.bounds
            self.write(words, bounds, look.theme.colour.muted, look.scale.text(13))

    def _place_text(self, line: EngineRow, value: str, place: pygame.Rect) -> None:
        scale = self.stage.look.scale
        if line.option.kind is not OptionKind.FILE:
            self._place_field(line, value, place, line.option.default)
            return
        field, browse = Row({"field": Fill(), "browse": scale.units(6)}, scale.unit).at(place).values()
        self._place_field(line, value, field, line.option.default)
        self.widgets.button(browse, "…", partial(self._ask_file, line))

    def _place_field(self, line: EngineRow, value: str, place: pygame.Rect, placeholder: str) -> TextField:
        shown, change = self._wrong.get(line, value), partial(self._change, line)
        field = self.widgets.text_line(place, shown, LONGEST_VALUE, clipped(placeholder, 40), change)
        field.is_wrong = line in self._wrong
        self._fields[line] = field
        return field

    def _change(self, line: EngineRow, text: str) -> None:
        """Keep another value, or tell that it is not possible."""
        engine = self.engine
        changes = None if engine is None else line.changes(engine, text)
        self._wrong.pop(line, None)
        if changes is None:
            self._wrong[line] = text
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
        if wrong not in self._fields:
            self._scroll_to(self._rows.index(wrong))
        self.widgets.focus(self._fields[wrong])
        self._tell(wrong)

    def _ask(self, line: EngineRow, place: pygame.Rect) -> None:
        """Open the list of a combo."""
        engine, choices = self.engine, line.option.choices
        if engine is None:
            return
        value = line.value(engine)

        def take(number: int) -> None:
            self._change(line, choices[number])
            self.stage.refresh_dialog()

        at = choices.index(value) if value in choices else 0
        self.stage.open(DropDown(self.stage, lambda: place, choices, at, take))

    def _ask_file(self, line: EngineRow) -> None:
        def take(path: Path) -> None:
            self._change(line, str(path))
            self.stage.refresh_dialog()

        self.stage.open(FileDialog(self.stage, line.label, "", take))

    def _reset(self) -> None:
        """Take back all changes."""
        engine = self.engine
        if engine is not None:
            self._wrong.clear()
            none = dict.fromkeys(("seconds", "depth", "nodes", "strength"))
            self.stage.engines.own.change(self._name, settings={}, ponders=False, folder="", **none)
            self.stage.refresh_dialog()
