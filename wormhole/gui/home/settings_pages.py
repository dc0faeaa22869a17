"""The pages and rows of the settings dialog, made from what ``library/settings.py`` says of each setting."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from msgspec import Meta

from wormhole.base.quoting import clipped
from wormhole.base.schema import Among, declared, noted
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.languages.language import N_, _, languages
from wormhole.gui.languages.system_language import SYSTEM
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Group, Leaf
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import (
    PACES,
    PIECE_SET_NAMES,
    SPEECH_PACES,
    SPEECHES,
    Settings,
    SettingsPage,
    SettingsRow,
)
from wormhole.play.offered_players import engine_key

Show = Callable[[Settings], None]
"""Shows settings that were changed elsewhere, such as by a key."""
Names = Sequence[tuple[Hashable, str]]
About = str | Callable[[Stage], str]
"""A sentence in English, which may depend on the system; empty for none."""
ON_OFF: Names = ((True, N_("On")), (False, N_("Off")))


class PageRow(Protocol):
    """One line of a page."""

    @property
    def label(self) -> str:
        """In English."""
        ...

    @property
    def about(self) -> About:
        """A sentence below it."""
        ...

    @property
    def is_of_voice(self) -> bool:
        """Whether it is there only if there is a voice."""
        ...

    def make(self, stage: Stage) -> tuple[Leaf | Group, Show]:
        """What stands right of the label, and what shows the setting there."""
        ...

    def defaults(self) -> dict[str, object]:
        """The changes that restore the setting of a first start."""
        ...


@dataclass(frozen=True)
class ButtonRow:
    """A few values as buttons side by side."""

    label: str
    names: Names
    value: Callable[[Settings], Hashable]
    changes: Callable[[Any], dict[str, object]]
    about: About = ""
    chosen: Callable[[Stage], Hashable] | None = None
    """The value that is shown as chosen, if that is not the one of the settings."""
    can: Callable[[Stage], bool] = lambda stage: True
    """Whether it can be changed."""
    is_of_voice: bool = False

    def make(self, stage: Stage) -> tuple[Leaf | Group, Show]:
        """A button for each value."""
        names = [(value, _(name)) for value, name in self.names]

        def change(value: Hashable) -> None:
            stage.preferences.change(**self.changes(value))

        def show(settings: Settings) -> None:
            choice.show(self.value(settings) if self.chosen is None else self.chosen(stage))

        choice = Choice(names, None, change)
        choice.enable(self.can(stage))
        show(stage.settings)
        return choice, show

    def defaults(self) -> dict[str, object]:
        """The values of a first start."""
        return self.changes(self.value(Settings()))


@dataclass(frozen=True)
class ListRow:
    """A button with the value that opens a list of all; `names` are in the language in use."""

    label: str
    setting: str
    names: Callable[[Stage], Names]
    about: str = ""
    is_of_voice = False

    def make(self, stage: Stage) -> tuple[Leaf | Group, Show]:
        """The button."""

        def index_in(settings: Settings) -> int:
            value, values = getattr(settings, self.setting), [value for value, _name in self.names(stage)]
            return values.index(value) if value in values else 0

        def take(index: int) -> None:
            stage.preferences.change(**{self.setting: self.names(stage)[index][0]})

        def ask() -> None:
            names = [name for _value, name in self.names(stage)]
            stage.open(DropDown(stage, lambda: button.rect, names, index_in(stage.settings), take))

        def show(settings: Settings) -> None:
            button.text = self.names(stage)[index_in(settings)][1]

        button = Button("", ask)
        return button, show

    def defaults(self) -> dict[str, object]:
        """The value of a first start."""
        return {self.setting: getattr(Settings(), self.setting)}


@dataclass(frozen=True)
class VolumeRow:
    """A slider for a volume, which `demonstrate` lets the user hear."""

    label: str
    setting: str
    demonstrate: Callable[[Stage], None]
    about: About = ""
    is_of_voice: bool = False

    def make(self, stage: Stage) -> tuple[Leaf | Group, Show]:
        """The slider."""

        def change(volume: float) -> None:
            stage.preferences.change(**{self.setting: round(volume, 2)})
            self.demonstrate(stage)

        slider = Slider(getattr(stage.settings, self.setting), change, slim_units=2)

        def show(settings: Settings) -> None:
            volume = getattr(settings, self.setting)
            if abs(slider.value - volume) > 0.01:
                slider.value = volume

        return slider, show

    def defaults(self) -> dict[str, object]:
        """The volume of a first start."""
        return {self.setting: getattr(Settings(), self.setting)}


@dataclass(frozen=True)
class FieldRow:
    """A line of text that the user writes."""

    label: str
    setting: str
    most: int
    placeholder: str = ""
    """In English."""
    about: str = ""
    is_of_voice = False

    def make(self, stage: Stage) -> tuple[Leaf | Group, Show]:
        """The text field."""
        text = getattr(stage.settings, self.setting)
        field = TextField(
            text,
            self.most,
            _(self.placeholder),
            lambda written: stage.preferences.change(**{self.setting: written}),
        )

        def show(settings: Settings) -> None:
            if field.get_text() != getattr(settings, self.setting):
                field.set_text(getattr(settings, self.setting))

        return field, show

    def defaults(self) -> dict[str, object]:
        """What the user has written stays."""
        return {}


@dataclass(frozen=True)
class EnginesRow:
    """A button that leads to the other programs that can play and analyse."""

    label: str
    about: str = ""
    is_of_voice = False

    def make(self, stage: Stage) -> tuple[Leaf | Group, Show]:
        """The button."""

        def show(_settings: Settings) -> None:
            names = [engine.name for engine in stage.engines.own.now]
            text = clipped(f"{', '.join(names)}…", LONGEST_NAMES) if names else _("Add an engine…")
            button.text = text

        button = Button("", lambda: stage.rooms.open(destination.EnginesDialog()))
        return button, show

    def defaults(self) -> dict[str, object]:
        """The list stays."""
        return {}


@dataclass(frozen=True)
class Page:
    """A page and the word on its tab, in English."""

    title: str
    rows: Sequence[PageRow] = ()
    has_themes: bool = False
    """The themes are above the rows."""
    has_sample: bool = False
    """A small board is beside them."""


STILL = "still"
LONGEST_NAMES = 60


def _motion(row: SettingsRow) -> PageRow:
    """A row for two settings: whether anything moves, and how quickly."""

    def changes(pace: str) -> dict[str, object]:
        chosen = {"motion": False} if pace == STILL else {"motion": True, "pace": pace}
        return {**chosen, "motion_chosen": True}

    def about(stage: Stage) -> str:
        is_of_system = stage.preferences.follows_still_system
        return N_("Off, since the system's settings ask for less motion.") if is_of_system else ""

    return MotionRow(
        row.label,
        (*PACES.items(), (STILL, N_("Off"))),
        lambda settings: settings.pace if settings.motion else STILL,
        changes,
        about,
        lambda stage: stage.settings.pace if stage.preferences.is_animated else STILL,
    )


class MotionRow(ButtonRow):
    """As it is chosen; at a first start, as the system asks."""

    def defaults(self) -> dict[str, object]:
        """The values of a first start."""
        return {**super().defaults(), "motion_chosen": False}


class SpeechOnRow(ButtonRow):
    """Who depends on speech keeps it."""

    def defaults(self) -> dict[str, object]:
        """It stays as it is."""
        return {}


def _speech(row: SettingsRow) -> PageRow:
    """A row that says what is missing for speech, if anything is."""
    return SpeechOnRow(
        row.label,
        tuple(SPEECHES.items()),
        lambda settings: settings.speech,
        lambda speech: {"speech": speech},
        lambda stage: stage.speech.trouble or "",
        can=lambda stage: stage.speech.trouble is None,
    )


def _sounding(setting: str, sound: str) -> Callable[[SettingsRow], PageRow]:
    """A row for the volume of sounds such as this one; to change it ends the silence."""

    def demonstrate(stage: Stage) -> None:
        stage.preferences.change(muted=False)
        stage.sounds.play(sound)

    return lambda row: VolumeRow(row.label, setting, demonstrate)


def _programs(stage: Stage) -> Names:
    """The keys and names of this program and the added ones."""
    engines = stage.engines.own.now
    return (("", _("This program")), *((engine_key(engine.name), engine.name) for engine in engines))


def _piece_sets(_stage: Stage) -> Names:
    return [(value, _(name)) for value, name in PIECE_SET_NAMES.items()]


def _languages(_stage: Stage) -> Names:
    return [(SYSTEM, _("System language")), *languages().items()]


OF_THEIR_OWN: Mapping[str, Callable[[SettingsRow], PageRow]] = {
    "motion": _motion,
    "speech": _speech,
    "volume": _sounding("volume", "move"),
    "volume_of_moves": _sounding("volume_of_moves", "capture"),
    "volume_of_signals": _sounding("volume_of_signals", "low-time"),
    "volume_of_voice": lambda row: VolumeRow(
        row.label,
        "volume_of_voice",
        lambda stage: stage.speech.try_out(_("This is the voice.")),
        is_of_voice=True,
    ),
    "speech_pace": lambda row: replace(
        _one_of("speech_pace", row, tuple(SPEECH_PACES.items())), is_of_voice=True
    ),
    "pieces": lambda row: ListRow(row.label, "pieces", _piece_sets),
    "language": lambda row: ListRow(row.label, "language", _languages),
}
"""The rows that a setting's type does not say."""


FURTHER: Mapping[SettingsPage, Sequence[PageRow]] = {
    SettingsPage.COMPUTER: (
        EnginesRow(N_("Engines"), N_("Programs such as Stockfish that take a seat or analyse.")),
        ListRow(
            N_("Demonstration"),
            "demonstrated_by",
            _programs,
            N_("Who plays it, in the games that the engine knows."),
        ),
    ),
    SettingsPage.ANALYSIS: (
        ListRow(
            N_("Analysed by"),
            "analysed_by",
            _programs,
            N_("Who shows its lines, in the games that the engine knows."),
        ),
    ),
}
"""The last rows of a page, for what a setting's type does not say."""


def _rows(page: SettingsPage) -> Iterator[PageRow]:
    """The rows of the settings that are asked for on a page, in the order of the settings."""
    for setting, (kind, *notes) in declared(Settings).items():
        row = noted(notes, SettingsRow)
        if row is None or row.page is not page:
            continue
        bounds = noted(notes, Meta) or Meta()
        among = noted(notes, Among)
        if setting in OF_THEIR_OWN:
            yield OF_THEIR_OWN[setting](row)
        elif among is not None and isinstance(among.values, Mapping):
            yield _one_of(setting, row, tuple(among.values.items()))
        elif kind is bool:
            yield _one_of(setting, row, ON_OFF)
        elif kind is int and bounds.ge is not None and bounds.le is not None:
            counts = range(int(bounds.ge), int(bounds.le) + 1)
            yield _one_of(setting, row, tuple((count, str(count)) for count in counts))
        else:
            assert bounds.max_length is not None, setting
            yield FieldRow(row.label, setting, bounds.max_length, row.placeholder, row.about)


def _one_of(setting: str, row: SettingsRow, names: Names) -> ButtonRow:
    return ButtonRow(
        row.label,
        names,
        lambda settings: getattr(settings, setting),
        lambda value: {setting: value},
        row.about,
    )


PAGES = tuple(
    Page(
        page.value,
        (*_rows(page), *FURTHER.get(page, ())),
        has_themes=page is SettingsPage.THEME,
        has_sample=page in (SettingsPage.THEME, SettingsPage.BOARD, SettingsPage.MOTION),
    )
    for page in SettingsPage
)
