"""The theme: colours, sizes and times, read from one TOML file under ``themes/``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from wormhole.base import schema, text_files, toml
from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import printable, quoted
from wormhole.base.schema import FieldError, Parse
from wormhole.base.text_files import files_in, is_file_name

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Colour = tuple[int, int, int]

NO_THEME = Message("there is no theme called {name}")
NOT_TOML = Message("the theme {name} is not TOML: {error}")
MOST_EXTENDED = 8
"""The longest chain of themes, each of which extends the next."""
LONGEST_TITLE = 40
TABLES = ("colour", "white", "black", "text", "motion", "board", "sky", "panel")
LAST = 1_000
"""The place in the menu of a theme whose file names none."""


class ThemeError(WormholeError):
    """A theme file with a missing token, an unknown token or a bad value."""


def colour_from(text: str) -> Colour:
    """``"#rrggbb"`` as three numbers. Raises ThemeError."""
    try:
        red, green, blue = bytes.fromhex(text.removeprefix("#"))
    except ValueError:
        raise ThemeError("{value} is not a colour such as '#1b2140'", value=quoted(text)) from None
    return red, green, blue


def _title(text: str) -> str:
    if not text.strip():
        raise ThemeError("is empty")
    return printable(text.strip())


Written = Annotated[Colour, Parse(colour_from, of=str)]
"""A colour as a file has it."""
Pixels = Annotated[int, Meta(ge=8, le=60)]
Seconds = Annotated[float, Meta(ge=0, le=10)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Material(Enum):
    """What the squares of a board are made of."""

    SLAB = "slab"
    """Smooth, lit from above."""
    PLAIN = "plain"
    """Of one colour, without light."""
    PAPER = "paper"
    WOOD = "wood"
    STONE = "stone"


@dataclass(frozen=True)
class Colours:
    """Every colour but those of the pieces, as (red, green, blue); docs/themes.md describes each."""

    # The window
    sky_centre: Written
    sky_middle: Written
    sky_edge: Written
    star: Written
    veil: Written
    panel: Written
    panel_line: Written
    raised: Written
    ink: Written
    muted: Written
    accent: Written
    accent_other: Written
    lit: Written
    alarm: Written
    hot: Written
    hot_line: Written
    hot_ink: Written

    # The board
    frame: Written
    well: Written
    board_line: Written
    square_light_top: Written
    square_light_foot: Written
    square_dark_top: Written
    square_dark_foot: Written
    shade: Written
    wormhole: Written
    wormhole_rim: Written
    wormhole_core: Written
    trace: Written
    die_ink: Written

    # Marks on the board
    choice: Written
    choice_deep: Written
    path: Written
    gold: Written
    warning: Written
    warning_deep: Written
    cursor: Written
    premove: Written
    threat: Written
    flight: Written
    shape_green: Written
    shape_red: Written
    shape_yellow: Written
    shape_blue: Written
    reach_white: Written
    reach_black: Written
    reach_both: Written

    # Analysis
    best: Written
    other_line: Written
    better: Written
    bar_white: Written
    bar_black: Written
    bar_middle: Written
    sign_good: Written
    sign_mistake: Written
    sign_brilliant: Written
    sign_blunder: Written
    sign_speculative: Written
    sign_dubious: Written
    chart_won: Written
    chart_drawn: Written
    chart_lost: Written


@dataclass(frozen=True)
class PieceColours:
    """The colours of one side's pieces. The classes of sprites/README.md are painted with them."""

    top: Written
    foot: Written
    light: Written
    shade: Written
    line: Written
    line_width: Annotated[float, Meta(ge=0, le=10)]
    edge: Written
    edge_opacity: Share


@dataclass(frozen=True)
class TextSizes:
    """Text sizes in pixels, for a window of 1280x800."""

    small: Pixels
    body: Pixels
    title: Pixels
    display: Pixels


@dataclass(frozen=True)
class Motion:
    """Durations of animations on the board, in seconds. With all zero nothing is animated."""

    shortest_travel: Seconds
    longest_travel: Seconds
    first_square: Seconds
    each_square: Seconds
    each_hole: Seconds
    drop: Seconds
    glide_back: Seconds
    fold_delay: Seconds
    fold: Seconds
    chip: Seconds
    vanish: Seconds
    fade: Seconds
    dice: Seconds
    dice_rest: Seconds
    flash: Seconds
    bar: Seconds
    dim: Seconds
    folding: Seconds

    def still(self) -> Motion:
        """A copy with every duration zero, for users who want no motion."""
        return replace(self, **{field.name: 0.0 for field in fields(self)})

    def scaled(self, share: float) -> Motion:
        """A copy with every duration multiplied by ``share``."""
        return replace(self, **{field.name: share * getattr(self, field.name) for field in fields(self)})

    def without_dice(self) -> Motion:
        """A copy in which no dice are thrown."""
        return replace(self, dice=0.0, dice_rest=0.0)

    @property
    def is_still(self) -> bool:
        """Whether nothing is animated."""
        return self.longest_travel == 0.0


@dataclass(frozen=True)
class BoardTheme:
    """The table ``[board]`` of a theme's file."""

    material: Material
    """What the squares are made of."""


@dataclass(frozen=True)
class SkyTable:
    """The table ``[sky]``."""

    stars: Annotated[float, Meta(ge=0, le=5)]
    """How many stars there are, relative to the night."""


@dataclass(frozen=True)
class PanelTable:
    """The table ``[panel]``."""

    opacity: Share
    corner: Annotated[float, Meta(ge=0, le=40)]
    """In pixels."""


@dataclass(frozen=True)
class ThemeTable:
    """A theme's file with what it extends."""

    colour: Colours
    white: PieceColours
    black: PieceColours
    text: TextSizes
    motion: Motion
    board: BoardTheme
    sky: SkyTable
    panel: PanelTable
    extends: str = ""
    title: Annotated[str, Meta(max_length=LONGEST_TITLE), Parse(_title)] = ""
    """Its name on screen, in English."""
    menu: float = LAST


@dataclass(frozen=True)
class Theme(ThemeTable):
    """A complete theme: what its file says, and the file's name."""

    name: str = ""

    @property
    def is_light(self) -> bool:
        """Whether there is dark text on light panels."""
        return sum(self.colour.panel) > sum(self.colour.ink)

    @property
    def chosen(self) -> Colour:
        """The ground of the chosen one of several buttons or rows."""
        return mixed(self.colour.panel, self.colour.accent, 0.28)

    @property
    def asleep(self) -> Colour:
        """The colour of words that do not count now, such as those of a disabled button."""
        return mixed(self.colour.muted, self.colour.panel, 0.5)

    def without_stars(self) -> Theme:
        """A copy with an empty sky."""
        return replace(self, sky=SkyTable(0.0))

    def pieces(self, color: bool) -> PieceColours:
        """The colours of White's (True) or Black's pieces."""
        return self.white if color else self.black

    @classmethod
    def load(cls, name: str = "night") -> Theme:
        """Read ``themes/NAME.toml``. Raises ThemeError that names the bad token."""
        return theme_from(name, _file(name))


def theme_from(name: str, data: Mapping[str, Any], text: str = "") -> Theme:
    """The theme that a TOML document describes, which was parsed from ``text``. Raises ThemeError.

    What is not in the document comes from the theme that its ``extends`` names. The title does not: without
    one, the name is shown.
    """
    try:
        table = schema.read(ThemeTable, {**data, **_extended(data)})
    except FieldError as error:
        place = schema.where(text, error.path)
        raise ThemeError("{name}: {trouble}", name=place, trouble=error.message) from None
    return Theme(**{**vars(table), "title": table.title or printable(name)}, name=name)


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """The colour at ``share`` (0..1) between the first and the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def hexed(colour: Colour) -> str:
    """``(27, 33, 64)`` as ``"#1b2140"``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def names_of_ours() -> tuple[str, ...]:
    """The names of our themes, by ``menu`` in their files; those without it, or that cannot be read, last."""
    names = [
        entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml")
    ]
    return tuple(sorted(names, key=lambda name: (_place(name), name)))


def is_ours(name: str) -> bool:
    """Whether one of our themes has this name. No file is read."""
    return is_file_name(name) and (_folder() / f"{name}.toml").is_file()


def _place(name: str) -> float:
    try:
        place = _file(name).get("menu")
    except ThemeError:
        return LAST
    return place if isinstance(place, (int, float)) else LAST


def _folder() -> Traversable:
    return resources.files(__package__) / "themes"


@cache
def _file(name: str) -> Mapping[str, Any]:
    """The parsed file of a theme of ours. Raises ThemeError."""
    if not is_file_name(name):
        raise ThemeError(NO_THEME, name=quoted(name))
    source = _folder() / f"{name}.toml"
    try:
        return toml.loads(source.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ThemeError(NO_THEME, name=quoted(name)) from None
    except UnicodeDecodeError:
        raise ThemeError("the theme {name} is not text", name=quoted(name)) from None
    except toml.TOMLDecodeError as error:
        raise ThemeError(NOT_TOML, name=quoted(name), error=str(error)) from error


def _extended(data: Mapping[str, Any], depth: int = 0) -> Mapping[str, Any]:
    """The tables of a document with what they take over from the themes that it extends."""
    tables = {key: value for key, value in data.items() if key in TABLES}
    name = data.get("extends")
    if name is None:
        return tables
    if type(name) is not str or depth == MOST_EXTENDED:
        raise ThemeError("extends is {name}, not the name of a theme like 'night'", name=quoted(name))
    base = _extended(_file(name), depth + 1)
    return {
        **base,
        **{
            key: {**base[key], **value} if isinstance(value, Mapping) and key in base else value
            for key, value in tables.items()
        },
    }


MOST_OWN = 20
LEFT_OUT = Message("the theme {name} is ignored: {trouble}")


@dataclass(frozen=True)
class FoundThemes:
    """The themes of a folder, and the errors of those that cannot be used."""

    themes: Sequence[Theme] = ()
    complaints: Sequence[Message] = ()


def load_theme(name: str, folder: Path) -> Theme:
    """The theme of that name: the user's own from ``folder``, else one of the program's.

    Raises ThemeError with the file and its error.
    """
    path = _path(name, folder)
    if path is None:
        return Theme.load(name)
    try:
        text = text_files.read_text(path, toml.MOST_BYTES)
        return theme_from(name, toml.loads(text), text)
    except OSError as error:
        raise ThemeError(
            "the theme {name} cannot be read: {error}", name=quoted(path.name), error=str(error.strerror)
        ) from error
    except toml.TOMLDecodeError as error:
        raise ThemeError(NOT_TOML, name=quoted(path.name), error=str(error)) from error
    except ThemeError as error:
        raise ThemeError(LEFT_OUT, name=quoted(path.name), trouble=error.message) from error


def find_themes(folder: Path) -> FoundThemes:
    """All themes that can be used: ours, or the files of ``folder`` that replace them, then the others."""
    ours, own = _loaded(names_of_ours(), _ours), find_own(folder)
    replaced = {theme.name: theme for theme in own.themes}
    names = {theme.name for theme in ours.themes}
    return FoundThemes(
        (
            *(replaced.get(theme.name, theme) for theme in ours.themes),
            *(theme for theme in own.themes if theme.name not in names),
        ),
        (*ours.complaints, *own.complaints),
    )


def find_own(folder: Path) -> FoundThemes:
    """The user's own themes in ``folder``. Each file is read to see whether it can be used."""
    names = [path.stem for path in files_in(folder, ".toml")[:MOST_OWN]]
    return _loaded(names, lambda name: load_theme(name, folder))


def _ours(name: str) -> Theme:
    try:
        return Theme.load(name)
    except ThemeError as error:
        raise ThemeError(LEFT_OUT, name=quoted(f"{name}.toml"), trouble=error.message) from error


def _loaded(names: Iterable[str], load: Callable[[str], Theme]) -> FoundThemes:
    themes, complaints = [], []
    for name in names:
        try:
            themes.append(load(name))
        except ThemeError as error:
            complaints.append(error.message)
    return FoundThemes(tuple(themes), tuple(complaints))


def _path(name: str, folder: Path) -> Path | None:
    """The file of the user's own theme; None if there is none in the folder itself."""
    if not is_file_name(name):
        return None
    path = folder / f"{name}.toml"
    return path if os.path.isfile(path) else None


class Coordinates(Enum):
    """Where the names of files and ranks are written."""

    AROUND = "around"
    """Beside the board."""
    INSIDE = "inside"
    """Small, in the squares at its edge."""
    OFF = "off"


class Blindfold(Enum):
    """What is seen of the pieces on a board."""

    OFF = "off"
    """Everything."""
    HIDDEN = "hidden"
    """Nothing."""
    DISCS = "discs"
    """Their sides only."""
    OWN = "own"
    """Those of the side that is below."""


@dataclass(frozen=True)
class BoardStyle:
    """The settings that concern boards; the defaults are those of a first start."""

    coordinates: Coordinates = Coordinates.AROUND
    targets: bool = True
    """Whether the squares that the chosen piece can move to are marked."""
    last_move: bool = True
    """Whether the squares of the last move are marked."""
    blindfold: Blindfold = Blindfold.OFF
    faces_both: bool = False
    """Whether the pieces of the far side are turned to their player."""
    enlargement: float = 1.0
    """How much larger than usual the labels are, as far as they have room."""
