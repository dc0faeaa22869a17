"""The report of an error that nobody foresaw."""

from __future__ import annotations

import contextlib
import importlib.metadata
import platform
import tempfile
import traceback
from datetime import datetime
from pathlib import Path

import pygame

from wormhole.library import keeping
from wormhole.version import VERSION

LIBRARIES = ("pygame-ce", "pygame_gui", "numpy", "numba", "resvg-py", "platformdirs")


def report_of(error: BaseException, played: str) -> str:
    """The report of an error: what helps to find its cause. `played` is the game, as PGN."""
    parts = [
        f"Wormhole Chess {VERSION}, {datetime.now():%Y-%m-%d %H:%M:%S}",
        _system(),
        "".join(traceback.format_exception(type(error), error, error.__traceback__)).strip(),
    ]
    return "\n\n".join([*parts, *([played.strip()] if played.strip() else [])]) + "\n"


def write_report(report: str, folder: Path) -> Path:
    """Write a report into a file of this folder or, if that fails, of the system's temporary one."""
    name = f"error-report-{datetime.now():%Y-%m-%d-%H%M%S}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keeping.write_text(folder / name, report)
    except OSError:
        folder = Path(tempfile.gettempdir())
        keeping.write_text(folder / name, report)
    return folder / name


def _system() -> str:
    """The machine, the display and the versions of everything."""
    lines = [f"{platform.platform()}, Python {platform.python_version()}"]
    with contextlib.suppress(Exception):
        size = pygame.display.get_window_size()
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        lines.append(f"SDL {sdl}, {pygame.display.get_driver()}, {size[0]}x{size[1]}")
    lines += [f"{name} {version}" for name, version in map(_version, LIBRARIES) if version]
    return "\n".join(lines)


def _version(library: str) -> tuple[str, str]:
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        return library, importlib.metadata.version(library)
    return library, ""
