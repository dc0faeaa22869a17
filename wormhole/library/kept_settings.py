"""The settings in use, written to their file shortly after the last change."""

from __future__ import annotations

import math
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

    @property
    def folder(self) -> Path:
        """The folder of the settings file."""
        return self._path.parent

    def change(self, now_seconds: float, **changes: Any) -> Settings:
        """Change some settings by name; returns them as they were before."""
        before, self.now = self.now, replace(self.now, **changes)
        if self.now != before:
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
        if self.now == self._written:
            return None
        self._written = self.now
        try:
            settings.save(self._path, self.now)
        except OSError as error:
            return Message("The settings could not be saved: {trouble}", trouble=reason_of(error))
        return None
