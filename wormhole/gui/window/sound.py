"""Plays sounds by name. Without a sound device it is silent and raises nothing."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from pathlib import Path

import pygame

from wormhole.library.settings import Settings

SIGNALS = frozenset({"low-time", "error", "win", "lose", "draw"})
"""The sounds that are not of moves."""
FREQUENCY_HERTZ = 44100
BUFFER_SAMPLES = 1024  # about 23 ms of delay; half as many would wake the device twice as often


@dataclass(frozen=True)
class Loudness:
    """The volume of all sounds, and what share of it those of moves and the others have: each 0.0 to 1.0."""

    volume: float = 1.0
    moves: float = 1.0
    signals: float = 1.0
    is_muted: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Loudness:
        """As the settings ask for it."""
        return cls(settings.volume, settings.volume_of_moves, settings.volume_of_signals, settings.muted)

    def of_sound(self, name: str) -> float:
        """The volume of a sound, if they are not muted."""
        return self.volume * (self.signals if name in SIGNALS else self.moves)


class Sounds:
    """Plays the `NAME.wav` files of a folder.

    A background thread opens the device, because some systems take a second for it. Sounds played before it
    is open are dropped.
    """

    def __init__(self, folder: Path, loudness: Loudness) -> None:
        self._folder = folder
        self._loudness = loudness
        self._kept: dict[str, pygame.mixer.Sound | None] = {}
        self._ready = threading.Event()
        self._opening: threading.Thread | None = None

    @property
    def is_audible(self) -> bool:
        """Whether there is an open device and sound is on."""
        return self._ready.is_set() and not self._loudness.is_muted and self._loudness.volume > 0.0

    def open(self) -> None:
        """Begin to open the device."""
        self._opening = threading.Thread(target=self._open, name="sound", daemon=True)
        self._opening.start()

    def wait_until_open(self, timeout_seconds: float) -> None:
        """For tests: wait until the device is open or known to be missing."""
        if self._opening is not None:
            self._opening.join(timeout_seconds)

    def close(self) -> None:
        """Close the device."""
        self.wait_until_open(0.2)
        if self._ready.is_set():
            self._ready.clear()
            self._kept.clear()
            pygame.mixer.quit()

    def set_loudness(self, loudness: Loudness) -> None:
        """Play all sounds at this volume from now on."""
        self._loudness = loudness
        for name, sound in self._kept.items():
            if sound is not None:
                sound.set_volume(loudness.of_sound(name))

    def play(self, name: str) -> None:
        """Play `name`; of a numbered series such as wormhole-7, the highest number that has a file."""
        if not self.is_audible:
            return
        sound = self._sound(name)
        if sound is not None:
            sound.play()

    def file_of(self, name: str) -> Path | None:
        """The file played for `name`, or None."""
        path = self._folder / f"{name}.wav"
        if path.exists():
            return path
        numbered = re.fullmatch(r"(.+)-(\d+)", name)
        if numbered is None:
            return None
        stem, number = numbered[1], int(numbered[2])
        for lower in range(min(number, 20) - 1, 1, -1):
            path = self._folder / f"{stem}-{lower}.wav"
            if path.exists():
                return path
        return self.file_of(stem)

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._kept:
            self._kept[name] = self._load(name)
        return self._kept[name]

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        path = self.file_of(name)
        if path is None:
            return None
        try:
            sound = pygame.mixer.Sound(path)
        except pygame.error:
            return None
        sound.set_volume(self._loudness.of_sound(name))
        return sound

    def _open(self) -> None:
        try:
            pygame.mixer.init(FREQUENCY_HERTZ, -16, 2, BUFFER_SAMPLES)
        except pygame.error:
            return
        self._ready.set()
