"""The settings a person chose, kept as a small TOML file that may also be edited by hand."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from wormhole.library import keeping
from wormhole.rules import textfile, toml
from wormhole.rules.quoting import quoted, shown_path

APPLICATION = "wormhole-chess"
SIDES = ("white", "black", "random")
LEFT_SQUARES = ("", "fold", "vanish", "random", "none")
STALEMATES = ("", "loss", "win", "draw")


@dataclass(frozen=True)
class Settings:
    """Everything that is remembered. Each default is what a newcomer meets."""

    volume: float = 0.5
    """Loudness of all sounds, 0.0 to 1.0."""
    muted: bool = False
    motion: bool = True
    """False: moves are shown at once, nothing glides or shimmers."""
    full_screen: bool = False
    ponders: bool = False
    """The computer thinks on a person's time too."""
    side: str = "white"
    """The side last chosen against the computer, one of SIDES."""
    level: int = 1
    """Number of the computer's level last chosen; whoever reads it clamps it to the levels there are."""
    game: str = "wormhole"
    """The game last chosen: its name in the catalogue, or the path of its file."""
    left_square: str = ""
    """What becomes of a square that is left, one of LEFT_SQUARES; empty: as the game has it."""
    stalemate: str = ""
    """What having no move is, one of STALEMATES; empty: as the game has it."""
    folder: str = ""
    """Where a file was last opened or kept; empty: nowhere yet."""


_CHECKS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "volume": (
        "a number from 0.0 to 1.0",
        lambda value: type(value) in (int, float) and 0.0 <= value <= 1.0,
    ),
    "muted": ("true or false", lambda value: type(value) is bool),
    "motion": ("true or false", lambda value: type(value) is bool),
    "full_screen": ("true or false", lambda value: type(value) is bool),
    "ponders": ("true or false", lambda value: type(value) is bool),
    "side": ("one of " + ", ".join(SIDES), lambda value: value in SIDES),
    "level": ("a whole number from 1 up", lambda value: type(value) is int and value >= 1),
    "game": ("a game's name or file", lambda value: type(value) is str and value != ""),
    "left_square": ("one of " + ", ".join(LEFT_SQUARES[1:]), lambda value: value in LEFT_SQUARES),
    "stalemate": ("one of " + ", ".join(STALEMATES[1:]), lambda value: value in STALEMATES),
    "folder": ("a folder's path", lambda value: type(value) is str),
}


def default_path() -> Path:
    """Where this system keeps a program's settings."""
    return Path(platformdirs.user_config_path(APPLICATION)) / "settings.toml"


def load(path: Path) -> tuple[Settings, str | None]:
    """The settings kept at `path`, and what was wrong with them in words for the window, or None.

    A file that cannot be understood is never lost: it is set aside, and what is good in it is used.
    """
    try:
        text = textfile.read_bytes(path, toml.MOST_BYTES).decode("utf-8")
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        trouble = f"{shown_path(path)}: {error.strerror}"
        return Settings(), f"The settings could not be read ({trouble}); the usual ones are in use."
    except UnicodeDecodeError:
        return Settings(), f"The settings file is not text. {_set_aside(path)}"
    try:
        found = toml.loads(text)
    except toml.TOMLDecodeError as error:
        return Settings(), f"The settings file makes no sense ({error}). {_set_aside(path)}"
    good, complaints = _sift(found)
    if complaints:
        return Settings(**good), f"In the settings, {'; '.join(complaints)}. {_set_aside(path)}"
    return Settings(**good), None


def save(path: Path, settings: Settings) -> None:
    """Write all settings, whole or not at all. Raises OSError where the place cannot be written."""
    import tomli_w  # not needed for the first picture

    path.parent.mkdir(parents=True, exist_ok=True)
    keeping.write_text(path, tomli_w.dumps(asdict(settings)))


def _sift(found: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What can be used of `found`, and a complaint for each value that cannot. Unknown names are let be."""
    good: dict[str, Any] = {}
    complaints: list[str] = []
    for name in (field.name for field in fields(Settings)):
        if name not in found:
            continue
        expected, is_good = _CHECKS[name]
        if is_good(found[name]):
            good[name] = found[name]
        else:
            complaints.append(f"{name} should be {expected}, not {quoted(found[name])}")
    return good, complaints


def _set_aside(path: Path) -> str:
    """Move a bad file out of the way without covering one set aside earlier; says where it is."""
    aside = path.with_name(path.name + ".bad")
    number = 2
    while aside.exists():
        aside = path.with_name(f"{path.name}.bad{number}")
        number += 1
    try:
        os.replace(path, aside)
    except OSError:
        return "The usual settings are in use."
    return f"It is kept as {aside.name}; the usual settings are in use."
