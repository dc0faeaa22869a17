"""Voices that speak: one of the system's, in a process of its own, or a log, which writes what is said."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from wormhole.base.errors import Message, reason_of
from wormhole.gui.window import voice_child
from wormhole.own_program import (
    child_command,
    command_to_add,
    environment_of_others,
    in_own_group,
    is_bundled,
)

LIBRARY = "pyttsx3"
PLAYER = "aplay"
"""The program that plays the speech on Linux, where the library needs one."""
MOST_FAILURES = 2
"""After so many failures in a row the voice is silent for good."""


@dataclass(frozen=True)
class Utterance:
    """A text to speak."""

    text: str
    language: str = "en"
    """Its code."""
    speed: float = 1.0
    """1 is the usual speed of the system's voice."""
    volume: float = 1.0


class Voice(Protocol):
    """Speaks texts one after the other, without waiting for it."""

    def say(self, utterance: Utterance) -> None:
        """Speak a text after those that are waiting."""
        ...

    def stop(self) -> None:
        """Stop in the middle of a text, and drop those that are waiting."""
        ...

    def close(self) -> None:
        """Stop for good."""
        ...


def voice_trouble() -> Message | None:
    """What is missing for speech on this machine; None if nothing is."""
    if find_spec(LIBRARY) is None and is_bundled():
        return Message(
            "A bundle has no voice. Install the program by: {command}", command=command_to_add("speech")
        )
    if find_spec(LIBRARY) is None:
        return Message("Speech needs a library. Install it by: {command}", command=command_to_add("speech"))
    if sys.platform.startswith("linux") and shutil.which(PLAYER) is None:
        return Message("Speech needs the program {program}.", program=PLAYER)
    return None


class LogVoice:
    """Writes each text as a line of a file."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")

    def say(self, utterance: Utterance) -> None:
        """Write the text."""
        self._file.write(" ".join(utterance.text.split()) + "\n")
        self._file.flush()

    def stop(self) -> None:
        """Do nothing: what is written stays."""

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class SystemVoice:
    """A voice of the system. A thread hands each text to a process that speaks it; the next one is ready.

    `fail` is called, from that thread, with the reason why nothing can be spoken any more.
    """

    def __init__(self, fail: Callable[[Message], None]) -> None:
        self._fail = fail
        self._waiting: deque[Utterance] = deque()
        self._changed = threading.Condition()
        self._speaking: _Child | None = None
        self._next: _Child | None = None
        self._is_closed = False
        self._failures = 0
        threading.Thread(target=self._work, name="voice", daemon=True).start()

    def say(self, utterance: Utterance) -> None:
        """Speak a text after those that are waiting."""
        with self._changed:
            self._waiting.append(utterance)
            self._changed.notify()

    def stop(self) -> None:
        """End the process that speaks: nothing else stops the library on every system."""
        with self._changed:
            self._waiting.clear()
            if self._speaking is not None:
                self._speaking.end()

    def close(self) -> None:
        """End the processes and the thread."""
        with self._changed:
            self._is_closed = True
            for child in (self._speaking, self._next):
                if child is not None:
                    child.end()
            self._changed.notify()

    def _work(self) -> None:
        try:
            while (utterance := self._take()) is not None:
                child = self._ready()
                trouble = child.speak(utterance)
                with self._changed:
                    self._speaking = None
                    if trouble is None or child.is_ended:
                        self._failures = 0
                        continue
                    self._failures += 1
                    if self._failures < MOST_FAILURES:
                        self._waiting.appendleft(utterance)
                        continue
                raise OSError(trouble)
        except OSError as error:
            self.close()
            self._fail(Message("The voice has stopped: {trouble}.", trouble=reason_of(error).rstrip(".")))

    def _take(self) -> Utterance | None:
        """Wait for the next text; None once the voice is closed."""
        with self._changed:
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            return None if self._is_closed else self._waiting.popleft()

    def _ready(self) -> _Child:
        """The process for the next text; another one is started for the text after it."""
        child = self._next or _Child()
        following = _Child()
        with self._changed:
            self._speaking, self._next = child, following
            if self._is_closed:
                child.end()
                following.end()
        return child


class _Child:
    """A process that speaks one text."""

    def __init__(self) -> None:
        self.is_ended = False
        """Whether it was ended before it had spoken."""
        self._process = subprocess.Popen(
            child_command("wormhole.gui.window.voice_child:speak")
            if is_bundled()
            else child_command("runpy:run_path", voice_child.__file__, "", "__main__"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=dict(environment_of_others()),
            **in_own_group(),
        )

    def speak(self, utterance: Utterance) -> str | None:
        """Speak a text, and wait until it is spoken; returns what went wrong."""
        try:
            answer, _errors = self._process.communicate(json.dumps(asdict(utterance)) + "\n")
        except (OSError, ValueError) as error:
            return str(error)
        lines = answer.split("\n")
        return None if lines[0] == voice_child.DONE else lines[0] or "its process has ended"

    def end(self) -> None:
        """End it, and what it has started, such as the program that plays the sound."""
        self.is_ended = True
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
