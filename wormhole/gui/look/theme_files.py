"""The themes that there are: ours, and a person's own in a folder beside the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wormhole.gui.look.theme import NOT_TOML, Theme, ThemeError, names_of_ours, theme_from
from wormhole.rules import textfile, toml
from wormhole.rules.file_name import is_file_name
from wormhole.rules.message import Message
from wormhole.rules.quoting import quoted

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
        text = textfile.read_bytes(path, toml.MOST_BYTES).decode("utf-8")
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
