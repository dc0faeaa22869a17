"""Detects a start that ended badly: a small file beside the settings names what the start uses, until it is
done.

The file is locked meanwhile, so that a start in progress is not taken for one that ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from wormhole.base.schema import json_table
from wormhole.base.text_files import open_regular
from wormhole.library.window_locks import is_locked_now, new_name

MOST_BYTES = 16 << 10
_NAME = "{}-start-{}"
_START = re.compile("[0-9]{1,20}-[0-9a-f]{1,40}")

Used = Mapping[str, str]
"""The settings that name a file of the user's, such as the game, by their names."""


class StartFile:
    """The file of this start, which is there until ``end``. Without a place to write, nothing is recorded."""

    def __init__(self, settings: Path) -> None:
        self._old = list(_ended_badly(settings))
        self._path = settings.with_name(_NAME.format(settings.name, new_name()))
        self._descriptor: int | None = None

    def is_suspect(self, name: str, value: str) -> bool:
        """Whether an earlier start that used this ended badly."""
        return any(used.get(name) == value for _, used in self._old)

    def begin(self, used: Used) -> None:
        """Record what is used from now on."""
        if not used:
            return
        with contextlib.suppress(OSError):
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            is_locked_now(self._descriptor)
            os.write(self._descriptor, json.dumps(used).encode())

    def release(self) -> None:
        """Leave the file as that of a start that ended badly."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def end(self, left_out: Used) -> None:
        """End the start. What was left out because of an earlier start is left out next time, too."""
        for path, _ in self._old:
            _remove(path)
        self._old = []
        self.release()
        _remove(self._path)
        if left_out:
            with contextlib.suppress(OSError):
                self._path.write_text(json.dumps(left_out), "utf-8")


def _ended_badly(settings: Path) -> Iterator[tuple[Path, Used]]:
    """The files of starts that ended badly, and what those used."""
    start = _NAME.format(settings.name, "")
    try:
        names = [entry.name for entry in os.scandir(settings.parent)]
    except OSError:
        return
    for name in names:
        if name.startswith(start) and _START.fullmatch(name.removeprefix(start)):
            path = settings.with_name(name)
            used = _used(path)
            if used is not None:
                yield path, used


def _used(path: Path) -> Used | None:
    """The content of a start's file; None while that start is in progress, or if it cannot be read."""
    try:
        with open_regular(path) as file:
            if not is_locked_now(file.fileno()):
                return None
            found = json_table(file.read(MOST_BYTES))
    except OSError:
        return None
    return None if found is None else {name: value for name, value in found.items() if type(value) is str}


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
