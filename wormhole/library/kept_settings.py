"""The settings in use, written to their file shortly after the last change."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wormhole.library import settings
from wormhole.library.settings import Settings
from wormhole.rules.message import Message, reason_of

SAVE_PAUSE_SECONDS = 0.5
"""From the last change to the write: a dragged slider changes a setting many times."""


class KeptSettings:
    """`now` holds the settings in use; `complaint` says what was wrong with the file, or is None."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.now, self.complaint = settings.load(path)
        self._written = self.now
        self._save_at = math.inf
        self._left_out: dict[str, Any] = {}

    @property
    def left_out(self) -> Mapping[str, Any]:
        """The settings whose defaults are used, as their file has them."""
        return self._left_out

    def leave_out(self, *names: str) -> None:
        """Use the defaults of some settings. Their file keeps what it has until they are changed."""
        self._left_out = {name: getattr(self.now, name) for name in names}
        self.now = replace(self.now, **{name: getattr(Settings(), name) for name in names})

    def use_again(self) -> Settings:
        """Use what was left out; returns the settings as they were before."""
        before, self.now = self.now, self._stored
        self._left_out = {}
        return before

    @property
    def _stored(self) -> Settings:
        return replace(self.now, **self._left_out)

    @property
    def folder(self) -> Path:
        """The folder of the settings file."""
        return self._path.parent

    def change(self, now_seconds: float, **changes: Any) -> Settings:
        """Change some settings by name; returns them as they were before."""
        stored = self._stored
        before, self.now = self.now, replace(self.now, **changes)
        for name in changes:
            self._left_out.pop(name, None)
        if self._stored != stored:
            self._save_at = now_seconds + SAVE_PAUSE_SECONDS
        return before

    def saves_in(self, now_seconds: float) -> float:
        """Seconds until `save_if_due` has something to write; infinite if never."""
        return max(0.0, self._save_at - now_seconds)

    def save_if_due(self, now_seconds: float) -> str | None:
        """Write changed settings if the pause is over; returns an error message or None."""
        return self.save() if now_seconds >= self._save_at else None

    def save(self) -> str | None:
        """Write the settings if they changed; returns an error message or None."""
        self._save_at = math.inf
        if self._stored == self._written:
            return None
        self._written = self._stored
        try:
            settings.save(self._path, self._written)
        except OSError as error:
            return Message("The settings could not be saved: {trouble}", trouble=reason_of(error))
        return None
