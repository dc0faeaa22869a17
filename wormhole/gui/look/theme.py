"""The theme: colours, sizes and times, read from one TOML file under ``themes/``."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wormhole.rules import text_files, toml
from wormhole.rules.errors import Message, WormholeError
from wormhole.rules.quoting import clipped, printable, quoted
from wormhole.rules.text_files import is_file_name

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Colour = tuple[int, int, int]
Section = TypeVar("Section")

NO_THEME = Message("there is no theme called {name}")
NOT_TOML = Message("the theme {name} is not TOML: {error}")
MISSING = Message("{token} is missing")
MOST_EXTENDED = 8
"""The longest chain of themes, each of which extends the next."""
LONGEST_TITLE = 40
LONGEST_SECONDS = 10
TABLES = ("colour", "white", "black", "text", "motion", "board", "sky", "panel")
SHORT_TABLES = {"panel": ("opacity", "corner"), "board": ("material",), "sky": ("stars",)}
"""The tables that are no record of their own, and their tokens."""
LAST = 1_000
"""The place in the menu of a theme whose file names none."""
LIMITS = {
    "text": (8, 60),
    "corner": (0, 40),
    "stars": (0, 5),
    "opacity": (0, 1),
    "edge_opacity": (0, 1),
    "line_width": (0, 10),
}
"""The least and greatest value of a token, or of all in a table; all others are durations."""


class ThemeError(WormholeError):
    """A theme file with a missing token, an unknown token or a bad value."""


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
    """Every colour but those of the pieces, as (red, green, blue); docs/themes.md says what each is for."""

    # The window
    sky_centre: Colour
    sky_middle: Colour
    sky_edge: Colour
    star: Colour
    veil: Colour
    panel: Colour
    panel_line: Colour
    raised: Colour
    ink: Colour
    muted: Colour
    accent: Colour
    accent_other: Colour
    lit: Colour
    alarm: Colour
    hot: Colour
    hot_line: Colour
    hot_ink: Colour

    # The board
    frame: Colour
    well: Colour
    board_line: Colour
    square_light_top: Colour
    square_light_foot: Colour
    square_dark_top: Colour
    square_dark_foot: Colour
    shade: Colour
    wormhole: Colour
    wormhole_rim: Colour
    wormhole_core: Colour
    trace: Colour
    die_ink: Colour

    # Marks on the board
    choice: Colour
    choice_deep: Colour
    path: Colour
    gold: Colour
    warning: Colour
    warning_deep: Colour
    cursor: Colour
    premove: Colour
    threat: Colour
    flight: Colour
    shape_green: Colour
    shape_red: Colour
    shape_yellow: Colour
    shape_blue: Colour
    reach_white: Colour
    reach_black: Colour
    reach_both: Colour

    # Analysis
    best: Colour
    other_line: Colour
    better: Colour
    bar_white: Colour
    bar_black: Colour
    bar_middle: Colour
    sign_good: Colour
    sign_mistake: Colour
    sign_brilliant: Colour
    sign_blunder: Colour
    sign_speculative: Colour
    sign_dubious: Colour
    chart_won: Colour
    chart_drawn: Colour
    chart_lost: Colour


@dataclass(frozen=True)
class PieceColours:
    """The colours of one side's pieces. The classes of sprites/README.md are painted with them."""

    top: Colour
    foot: Colour
    light: Colour
    shade: Colour
    line: Colour
    line_width: float
    edge: Colour
    edge_opacity: float


@dataclass(frozen=True)
class TextSizes:
    """Text sizes in pixels, for a window of 1280x800."""

    small: int
    body: int
    title: int
    display: int


@dataclass(frozen=True)
class Motion:
    """Durations of animations on the board, in seconds. With all zero nothing is animated."""

    shortest_travel: float
    longest_travel: float
    first_square: float
    each_square: float
    each_hole: float
    drop: float
    glide_back: float
    fold_delay: float
    fold: float
    chip: float
    vanish: float
    fade: float
    dice: float
    dice_rest: float
    flash: float
    bar: float
    dim: float
    folding: float

    def still(self) -> Motion:
        """A copy with every duration zero, for people who want no motion."""
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
class Theme:
    """A complete theme."""

    name: str
    title: str
    """Its name on screen, in English."""
    colour: Colours
    white: PieceColours
    black: PieceColours
    text: TextSizes
    motion: Motion
    material: Material
    """What the squares are made of."""
    stars: float
    """How many stars there are in the sky, relative to the night."""
    panel_opacity: float
    corner_pixels: int

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

    def pieces(self, color: bool) -> PieceColours:
        """The colours of White's (True) or Black's pieces."""
        return self.white if color else self.black

    @classmethod
    def load(cls, name: str = "night") -> Theme:
        """Read ``themes/NAME.toml``. Raises ThemeError that names the bad token."""
        return theme_from(name, _file(name))


def theme_from(name: str, data: Mapping[str, Any]) -> Theme:
    """The theme that a parsed TOML document describes. Raises ThemeError.

    What is not in the document comes from the theme that its ``extends`` names. The title does not: without
    one, the name is shown.
    """
    title = data.get("title", name)
    if type(title) is not str or not 0 < len(title.strip()) <= LONGEST_TITLE:
        raise ThemeError(
            "title is {value}, not a name of 1 to {most} letters", value=quoted(title), most=LONGEST_TITLE
        )
    _known("", data, (*TABLES, "extends", "title", "menu"))
    data = _extended(data)
    for table, tokens in SHORT_TABLES.items():
        _known(f"{table}.", _table(data, table), tokens)
    panel = _numbers("panel", _table(data, "panel"))
    return Theme(
        name=name,
        title=printable(title.strip()),
        colour=_section(Colours, "colour", _colours("colour", _table(data, "colour"))),
        white=_section(PieceColours, "white", _piece_colours("white", _table(data, "white"))),
        black=_section(PieceColours, "black", _piece_colours("black", _table(data, "black"))),
        text=_section(TextSizes, "text", _numbers("text", _table(data, "text"))),
        motion=_section(Motion, "motion", _numbers("motion", _table(data, "motion"))),
        material=_material(_token(_table(data, "board"), "board", "material")),
        stars=float(_token(_numbers("sky", _table(data, "sky")), "sky", "stars")),
        panel_opacity=float(_token(panel, "panel", "opacity")),
        corner_pixels=int(_token(panel, "panel", "corner")),
    )


def _known(section: str, table: Mapping[str, Any], tokens: Container[str]) -> None:
    for token in table:
        if token not in tokens:
            raise ThemeError("{token} is unknown", token=f"{section}{clipped(printable(token))}")


def colour_from(token: str, text: object) -> Colour:
    """``"#rrggbb"`` as three numbers. Raises ThemeError that names the token."""
    try:
        digits = str(text).removeprefix("#")
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        raise ThemeError("{token} is {value}, not like '#1b2140'", token=token, value=quoted(text)) from None
    return red, green, blue


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
    """The document with what it takes over from the themes that it extends."""
    name = data.get("extends")
    if name is None:
        return data
    if type(name) is not str or depth == MOST_EXTENDED:
        raise ThemeError("extends is {name}, not the name of a theme like 'night'", name=quoted(name))
    base = _extended(_file(name), depth + 1)
    tables = {key: value for key, value in data.items() if key in TABLES}
    return {
        key: {**_table(base, key), **_table(tables, key)} if key in base and key in tables else value
        for key, value in {**base, **tables}.items()
    }


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name)
    if not isinstance(table, Mapping):
        raise ThemeError("a theme needs a table [{name}]", name=name)
    return table


def _token(table: Mapping[str, Any], section: str, token: str) -> Any:
    if token not in table:
        raise ThemeError(MISSING, token=f"{section}.{token}")
    return table[token]


def _colours(section: str, table: Mapping[str, Any]) -> dict[str, Colour]:
    return {
        token: colour_from(f"{section}.{clipped(printable(token))}", text) for token, text in table.items()
    }


def _material(name: object) -> Material:
    try:
        return Material(name)
    except ValueError:
        names = ", ".join(material.value for material in Material)
        raise ThemeError(
            "{token} is {value}, not one of {names}", token="board.material", value=quoted(name), names=names
        ) from None


def _numbers(section: str, table: Mapping[str, Any]) -> Mapping[str, Any]:
    for token, value in table.items():
        least, most = LIMITS.get(token, LIMITS.get(section, (0, LONGEST_SECONDS)))
        if type(value) not in (int, float) or not least <= value <= most:
            raise ThemeError(
                "{token} is {value}, not a number from {least} to {most}",
                token=f"{section}.{clipped(printable(token))}",
                value=quoted(value),
                least=least,
                most=most,
            )
    return table


def _piece_colours(section: str, table: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {token: table[token] for token in ("line_width", "edge_opacity") if token in table}
    colours = {token: text for token, text in table.items() if token not in numbers}
    return {**_colours(section, colours), **_numbers(section, numbers)}


def _section(kind: type[Section], name: str, values: Mapping[str, Any]) -> Section:
    wanted = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    for token in sorted(wanted - values.keys()):
        raise ThemeError(MISSING, token=f"{name}.{token}")
    for token in sorted(values.keys() - wanted):
        raise ThemeError("{token} is unknown", token=f"{name}.{clipped(printable(token))}")
    return kind(**values)


MOST_OWN = 20
LEFT_OUT = Message("the theme {name} is left out: {trouble}")


@dataclass(frozen=True)
class FoundThemes:
    """The themes of a folder, and what is wrong with those that cannot be used."""

    themes: Sequence[Theme] = ()
    complaints: Sequence[Message] = ()


def load_theme(name: str, folder: Path) -> Theme:
    """The theme of that name: a person's own from ``folder``, else one of ours.

    Raises ThemeError that says which file is wrong, and what is wrong with it.
    """
    path = _path(name, folder)
    if path is None:
        return Theme.load(name)
    try:
        text = text_files.read_bytes(path, toml.MOST_BYTES).decode("utf-8")
        return theme_from(name, toml.loads(text))
    except OSError as error:
        raise ThemeError(
            "the theme {name} cannot be read: {error}", name=quoted(path.name), error=str(error.strerror)
        ) from error
    except UnicodeDecodeError:
        raise ThemeError("the theme {name} is not text", name=quoted(path.name)) from None
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
    """A person's own themes in ``folder``. Each file is read to see whether it can be used."""
    try:
        names = sorted(path.stem for path in folder.glob("*.toml") if path.is_file())[:MOST_OWN]
    except OSError:
        return FoundThemes()
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
    """The file of a person's own theme; None if there is none in the folder itself."""
    if not is_file_name(name):
        return None
    path = folder / f"{name}.toml"
    return path if path.is_file() else None


class Coordinates(Enum):
    """Where the names of files and ranks are written."""

    AROUND = "around"
    """Beside the board."""
    INSIDE = "inside"
    """Small, in the squares at its edge."""
    OFF = "off"


@dataclass(frozen=True)
class BoardStyle:
    """The settings that concern boards; the defaults are those of a first start."""

    coordinates: Coordinates = Coordinates.AROUND
    targets: bool = True
    """Whether the squares that the chosen piece can move to are marked."""
    last_move: bool = True
    """Whether the squares of the last move are marked."""
