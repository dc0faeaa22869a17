"""Whether the system's settings ask programs for less motion."""

from __future__ import annotations

import configparser
import contextlib
import ctypes
import subprocess
import sys
from pathlib import Path

from wormhole.own_program import environment_of_others

SECONDS = 3.0
"""A program that is asked must answer within this time."""
GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
MAC = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")
KDE_FILE = Path(".config", "kdeglobals")
"""In the user's home; its section KDE has the factor of all durations."""
CLIENT_AREA_ANIMATION = 0x1042
"""SPI_GETCLIENTAREAANIMATION of SystemParametersInfo."""


def asks_for_less_motion() -> bool:
    """Whether it does, as far as it can be read. It may take some time."""
    if sys.platform == "win32":
        return _of_windows()
    if sys.platform == "darwin":
        return _answer(MAC) == "1"
    return _answer(GNOME) == "false" or _of_kde(Path.home() / KDE_FILE)


def _answer(command: tuple[str, ...]) -> str:
    """What a program prints; empty if there is no such program, or it fails."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            command,
            capture_output=True,
            check=True,
            env=dict(environment_of_others()),
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=SECONDS,
        ).stdout.strip()
    return ""


def _of_kde(path: Path) -> bool:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    with contextlib.suppress(OSError, UnicodeDecodeError, configparser.Error, ValueError):
        found.read_string(path.read_text("utf-8"))
        return found.getfloat("KDE", "AnimationDurationFactor", fallback=1.0) == 0.0
    return False


def _of_windows() -> bool:
    is_animated = ctypes.c_int(1)
    call = getattr(ctypes, "windll").user32.SystemParametersInfoW  # noqa: B009 - not on other systems
    return bool(call(CLIENT_AREA_ANIMATION, 0, ctypes.byref(is_animated), 0)) and not is_animated.value
