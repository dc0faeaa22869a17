"""What the settings dialog asks, as data: pages of rows. A new setting is one line here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pygame

from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.game_form import TURNING
from wormhole.gui.game.game_review import QUALITIES
from wormhole.gui.languages import catalogues
from wormhole.gui.languages.language import N_, _, languages
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layout import row
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.screen import Stage
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.settings import MOST_LINES, Settings

Show = Callable[[Settings], None]
"""Shows settings that were changed elsewhere, such as by a key."""
Names = Sequence[tuple[Hashable, str]]
ON_OFF: Names = ((True, N_("On")), (False, N_("Off")))


class Row(Protocol):
    """One line of a page."""

    @property
    def label(self) -> str:
        """In English."""
        ...

    @property
    def about(self) -> str:
        """A sentence below it, in English; empty for none."""
        ...

    def fill(self, stage: Stage, widgets: Widgets, place: pygame.Rect) -> Show:
        """Put widgets into the place right of the label."""
        ...

    def defaults(self) -> dict[str, object]:
        """The changes that restore the setting of a first start."""
        ...


@dataclass(frozen=True)
class Buttons:
    """A few values as buttons side by side."""

    label: str
    names: Names
    value: Callable[[Settings], Hashable]
    changes: Callable[[Any], dict[str, object]]
    about: str = ""

    def fill(self, stage: Stage, widgets: Widgets, place: pygame.Rect) -> Show:
        """A button for each value."""
        cells = row(place, len(self.names), stage.look.scale.unit)
        names = [(value, _(name)) for value, name in self.names]

        def change(value: Hashable) -> None:
            stage.change_settings(**self.changes(value))

        choice = Choice(widgets, cells, names, self.value(stage.settings), change)
        return lambda settings: choice.show(self.value(settings))

    def defaults(self) -> dict[str, object]:
        """The values of a first start."""
        return self.changes(self.value(Settings()))


@dataclass(frozen=True)
class OneOfMany:
    """A button with the value that opens a list of all; `names` are in the language in use."""

    label: str
    setting: str
    names: Callable[[], Names]
    about: str = ""

    def fill(self, stage: Stage, widgets: Widgets, place: pygame.Rect) -> Show:
        """The button."""
        values, names = zip(*self.names(), strict=True)

        def index_in(settings: Settings) -> int:
            value = getattr(settings, self.setting)
            return values.index(value) if value in values else 0

        def take(index: int) -> None:
            stage.change_settings(**{self.setting: values[index]})

        def ask() -> None:
            stage.open(DropDown(stage, lambda: place, names, index_in(stage.settings), take))

        button = widgets.button(place, names[index_in(stage.settings)], ask)
        return lambda settings: widgets.write(button, names[index_in(settings)])

    def defaults(self) -> dict[str, object]:
        """The value of a first start."""
        return {self.setting: getattr(Settings(), self.setting)}


@dataclass(frozen=True)
class Volume:
    """A slider for the volume of all sounds."""

    label: str
    about: str = ""

    def fill(self, stage: Stage, widgets: Widgets, place: pygame.Rect) -> Show:
        """The slider; a sound tells how loud it is."""

        def change(volume: float) -> None:
            stage.change_settings(volume=round(volume, 2), muted=False)
            stage.play_sound("move")

        slider = widgets.slider(place.inflate(0, -stage.look.scale.units(2)), stage.settings.volume, change)

        def show(settings: Settings) -> None:
            if abs(slider.value - settings.volume) > 0.01:
                widgets.set_slider(slider, settings.volume)

        return show

    def defaults(self) -> dict[str, object]:
        """The volume of a first start."""
        return {"volume": Settings().volume}


@dataclass(frozen=True)
class Words:
    """A line of text that a person writes."""

    label: str
    setting: str
    most: int
    placeholder: str = ""
    """In English."""
    about: str = ""

    def fill(self, stage: Stage, widgets: Widgets, place: pygame.Rect) -> Show:
        """The text field."""
        text = getattr(stage.settings, self.setting)
        field = widgets.text_line(
            place,
            text,
            self.most,
            _(self.placeholder),
            lambda written: stage.change_settings(**{self.setting: written}),
        )

        def show(settings: Settings) -> None:
            if field.get_text() != getattr(settings, self.setting):
                field.set_text(getattr(settings, self.setting))

        return show

    def defaults(self) -> dict[str, object]:
        """What a person has written stays."""
        return {}


def one_of(setting: str, label: str, names: Names = ON_OFF, about: str = "") -> Buttons:
    """A row for a setting with these values."""
    return Buttons(
        label, names, lambda settings: getattr(settings, setting), lambda value: {setting: value}, about
    )


STILL = "still"
PACES = (("slow", N_("Slow")), ("normal", N_("Normal")), ("quick", N_("Quick")))
MOTIONS = (*PACES, (STILL, N_("Off")))

LINE_COUNTS = tuple((count, str(count)) for count in range(1, MOST_LINES + 1))
CHIP_NAMES = (
    ("poker", N_("Chip")),
    ("throat", N_("Throat")),
    ("swirl", N_("Swirl")),
    ("beads", N_("Beads")),
)


@dataclass(frozen=True)
class Page:
    """A page and the word on its tab, in English."""

    title: str
    rows: Sequence[Row] = ()
    has_themes: bool = False
    """The themes are above the rows."""
    has_sample: bool = False
    """A small board is beside them."""

    @property
    def has_text(self) -> bool:
        """Whether something can be written."""
        return any(isinstance(row, Words) for row in self.rows)


def _motion(settings: Settings) -> Hashable:
    return settings.pace if settings.motion else STILL


def _move(pace: str) -> dict[str, object]:
    return {"motion": False} if pace == STILL else {"motion": True, "pace": pace}


def _languages() -> list[tuple[Hashable, str]]:
    return [(catalogues.SYSTEM, _("As the system")), *languages().items()]


PAGES = (
    Page(
        N_("Theme"),
        (one_of("stars", N_("Stars")),),
        has_themes=True,
        has_sample=True,
    ),
    Page(
        N_("Board"),
        (
            one_of("pieces", N_("Pieces"), (("carved", N_("Carved")), ("bold", N_("Bold")))),
            one_of("chip", N_("Holes"), CHIP_NAMES),
            one_of(
                "coordinates",
                N_("Coordinates"),
                (("around", N_("Around")), ("inside", N_("Inside")), ("off", N_("Off"))),
            ),
            one_of("targets", N_("Possible moves")),
            one_of("last_move", N_("Last move")),
            one_of("piece_cards", N_("What a piece does")),
        ),
        has_sample=True,
    ),
    Page(
        N_("Motion and sound"),
        (
            Buttons(N_("Motion"), MOTIONS, _motion, _move),
            one_of("demonstration_pace", N_("Demonstration"), PACES),
            one_of("muted", N_("Sound"), ((False, N_("On")), (True, N_("Off")))),
            Volume(N_("Volume")),
            one_of("full_screen", N_("Full screen")),
        ),
        has_sample=True,
    ),
    Page(
        N_("Play"),
        (
            Words(N_("Your name"), "name", LONGEST_NAME, N_("Name, if you like")),
            one_of(
                "asks_promotion",
                N_("Promotion"),
                ((True, N_("Ask")), (False, N_("The best at once"))),
            ),
            one_of("asks_resign", N_("Resigning"), ((True, N_("Ask")), (False, N_("At once")))),
            one_of(
                "turns_board",
                N_("Two players"),
                TURNING,
            ),
        ),
    ),
    Page(
        N_("Computer"),
        (
            one_of(
                "ponders",
                N_("Think on your time"),
                about=N_("The computer goes on thinking while you choose your move."),
            ),
            one_of(
                "book",
                N_("Opening book"),
                about=N_("The stronger levels draw their first moves from it, so that games differ."),
            ),
            one_of(
                "premoves",
                N_("Moves in advance"),
                about=N_("While it thinks, choose your next move: it is played at once if it is legal."),
            ),
        ),
    ),
    Page(
        N_("Analysis"),
        (
            one_of("analysis", N_("Analysis"), about=N_("Whether it is on in a new game between people.")),
            one_of(
                "analysis_lines",
                N_("Lines shown"),
                LINE_COUNTS,
                N_("How many of the best moves the engine shows, with what may follow."),
            ),
            one_of(
                "review",
                N_("Whole games"),
                QUALITIES,
                N_("How thoroughly each move is judged when a whole game is analysed."),
            ),
        ),
    ),
    Page(
        N_("Language"),
        (
            OneOfMany(N_("Language"), "language", _languages),
            one_of(
                "figurines",
                N_("Moves with"),
                ((False, N_("Letters")), (True, N_("Pictures"))),
                N_("How pieces are written in moves."),
            ),
        ),
    ),
)
