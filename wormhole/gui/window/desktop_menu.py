"""Adds the program to the user's desktop menu, with its icon and file types, and removes it.

For desktops that follow https://specifications.freedesktop.org: those of Linux and BSD.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from wormhole import assets
from wormhole.base.atomic_files import write_bytes
from wormhole.base.errors import WormholeError
from wormhole.gui.look.logo import icon_png
from wormhole.own_program import environment_of_others
from wormhole.version import APPLICATION

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)

REFRESH_SECONDS = 60.0

_OTHER_SYSTEMS = {
    "win32": "on Windows, right-click the program and pin it to Start",
    "darwin": "on macOS, drag the program into the folder Applications",
}

_APPLICATIONS, _MIME = Path("applications"), Path("mime")
_ICONS = Path("icons", "hicolor")

_MADE_BY_TOOLS = {
    _APPLICATIONS: ("*.desktop", ["mimeinfo.cache"]),
    _MIME: (
        "packages/*",
        [
            *("XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic", "mime.cache"),
            *("subclasses", "treemagic", "types", "version"),
            *("application/vnd.chess-pgn.xml", "application/x-wormhole-chess-game.xml"),
        ],
    ),
}
"""The files that the tools make in a folder; none is needed once our files are gone."""


def install(data: Path, command: Sequence[str]) -> None:
    """Write entry, icons and types into the folder ``data``; the entry starts ``command``.

    Raises :class:`WormholeError`.
    """
    _check_system()
    with _told():
        for place, content in _files(command):
            (data / place).parent.mkdir(parents=True, exist_ok=True)
            write_bytes(data / place, [content])
        _refresh(data)


def uninstall(data: Path) -> bool:
    """Remove all that :func:`install` has written there; returns whether there was anything.

    Raises :class:`WormholeError`.
    """
    _check_system()
    places = [place for place in _places() if (data / place).is_file()]
    with _told():
        for place in places:
            (data / place).unlink()
        if places:
            _refresh(data)
            for folder, (wanted, made) in _MADE_BY_TOOLS.items():
                if not any((data / folder).glob(wanted)):
                    for name in made:
                        (data / folder / name).unlink(missing_ok=True)
                        _remove_empty(data, (folder / name).parent)
    for place in places:
        _remove_empty(data, place.parent)
    return bool(places)


def entry(command: Sequence[str]) -> str:
    """The entry of the menu, which starts ``command``."""
    text = _own("desktop").decode("utf-8")
    words = " ".join(map(_quoted, command)).replace("\\", r"\\")
    program = command[0].replace("\\", r"\\")
    text = re.sub(r"(?m)^Exec=\S+", lambda _: f"Exec={words}", text)
    return re.sub(r"(?m)^TryExec=.*$", lambda _: f"TryExec={program}", text)


def _quoted(word: str) -> str:
    """A word of a command as entries write it."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return escaped if re.fullmatch(r"[\w./@%+=:,-]+", word) else f'"{escaped}"'


def _files(command: Sequence[str]) -> Iterator[tuple[Path, bytes]]:
    contents = [
        os.fsencode(entry(command)),
        _own("mime.xml"),
        (assets.sprites() / "icon.svg").read_bytes(),
        *map(icon_png, ICON_SIZES),
    ]
    return zip(_places(), contents, strict=True)


def _places() -> list[Path]:
    """Where the files are, within the folder of the user's data."""
    return [
        _APPLICATIONS / f"{APPLICATION}.desktop",
        _MIME / "packages" / f"{APPLICATION}.xml",
        _ICONS / "scalable" / "apps" / f"{APPLICATION}.svg",
        *(_ICONS / f"{size}x{size}" / "apps" / f"{APPLICATION}.png" for size in ICON_SIZES),
    ]


def _own(suffix: str) -> bytes:
    return (resources.files("wormhole.gui.desktop") / f"{APPLICATION}.{suffix}").read_bytes()


def _check_system() -> None:
    instead = _OTHER_SYSTEMS.get(sys.platform)
    if instead is not None:
        raise WormholeError(f"this is for the menus of Linux desktops; {instead}")


def _refresh(data: Path) -> None:
    """Let the desktop see what has changed, by the tools that are there."""
    commands = [
        ["update-desktop-database", str(data / _APPLICATIONS)],
        ["update-mime-database", str(data / _MIME)],
    ]
    if (data / _ICONS / "icon-theme.cache").is_file():
        commands.append(["gtk-update-icon-cache", "--force", "--ignore-theme-index", str(data / _ICONS)])
    for command in commands:
        if shutil.which(command[0]) and Path(command[-1]).is_dir():
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                subprocess.run(
                    command,
                    env=environment_of_others(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=REFRESH_SECONDS,
                    check=False,
                )
    with contextlib.suppress(OSError):
        os.utime(data / _ICONS)  # makes desktops without a cache look again


def _remove_empty(data: Path, folder: Path) -> None:
    """Remove a folder below ``data`` and those around it, as long as they are empty."""
    with contextlib.suppress(OSError):
        for each in (folder, *folder.parents[:-1]):
            (data / each).rmdir()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WormholeError(f"{error.filename}: {error.strerror}") from None
