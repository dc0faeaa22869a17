"""The theme: colours, sizes and times, read from one TOML file under ``themes/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from importlib import resources
from typing import Any, TypeVar

from wormhole.rules import toml

Colour = tuple[int, int, int]
Section = TypeVar("Section")


class ThemeError(ValueError):
    """A theme file with a missing token, an unknown token or a bad value."""


@dataclass(frozen=True)
class Colours:
    """Every colour of the window, as (red, green, blue)."""

    sky_centre: Colour
    sky_middle: Colour
    sky_edge: Colour
    star: Colour
    panel: Colour
    panel_line: Colour
    well: Colour
    square_light_top: Colour
    square_light_foot: Colour
    square_dark_top: Colour
    square_dark_foot: Colour
    ink: Colour
    muted: Colour
    wormhole: Colour
    wormhole_rim: Colour
    wormhole_core: Colour
    choice: Colour
    choice_deep: Colour
    path: Colour
    gold: Colour
    warning: Colour
    warning_deep: Colour


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
    dim: float

    def still(self) -> Motion:
        """A copy with every duration zero, for people who want no motion."""
        return replace(self, **{field.name: 0.0 for field in fields(self)})

    def scaled(self, share: float) -> Motion:
        """A copy with every duration multiplied by ``share``, and without dice."""
        scaled = {field.name: share * getattr(self, field.name) for field in fields(self)}
        return replace(self, **(scaled | {"dice": 0.0, "dice_rest": 0.0}))

    @property
    def is_still(self) -> bool:
        """Whether nothing is animated."""
        return self.longest_travel == 0.0


@dataclass(frozen=True)
class Theme:
    """A complete theme."""

    name: str
    colour: Colours
    text: TextSizes
    motion: Motion
    panel_opacity: float
    corner_pixels: int

    @classmethod
    def load(cls, name: str = "night") -> Theme:
        """Read ``themes/NAME.toml``. Raises ThemeError that names the bad token."""
        source = resources.files(__package__) / "themes" / f"{name}.toml"
        try:
            return theme_from(name, toml.loads(source.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise ThemeError(f"there is no theme called {name!r}") from None
        except toml.TOMLDecodeError as error:
            raise ThemeError(f"theme {name!r} is not TOML: {error}") from error


def theme_from(name: str, data: Mapping[str, Any]) -> Theme:
    """The theme that a parsed TOML document describes. Raises ThemeError."""
    colours = {token: colour_from(token, text) for token, text in _table(data, "colour").items()}
    panel = _table(data, "panel")
    return Theme(
        name=name,
        colour=_section(Colours, "colour", colours),
        text=_section(TextSizes, "text", _table(data, "text")),
        motion=_section(Motion, "motion", _table(data, "motion")),
        panel_opacity=float(panel["opacity"]),
        corner_pixels=int(panel["corner"]),
    )


def colour_from(token: str, text: object) -> Colour:
    """``"#rrggbb"`` as three numbers. Raises ThemeError that names the token."""
    try:
        digits = str(text).removeprefix("#")
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        raise ThemeError(f"colour {token!r} is {text!r}, not like '#1b2140'") from None
    return red, green, blue


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """The colour at ``share`` (0..1) between the first and the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def hexed(colour: Colour) -> str:
    """``(27, 33, 64)`` as ``"#1b2140"``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name)
    if not isinstance(table, Mapping):
        raise ThemeError(f"a theme needs a [{name}] table")
    return table


def _section(kind: type[Section], name: str, values: Mapping[str, Any]) -> Section:
    wanted = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    for token in sorted(wanted - values.keys()):
        raise ThemeError(f"theme token {name}.{token} is missing")
    for token in sorted(values.keys() - wanted):
        raise ThemeError(f"theme token {name}.{token} is unknown")
    return kind(**values)
