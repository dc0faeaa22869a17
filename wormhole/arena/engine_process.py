"""A program that is talked to line by line, and never waited for longer than was agreed."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence

from wormhole.arena.contestant import EngineError

FAREWELL_SECONDS = 1.0
"""How long a program may take to end once it is told to."""


class EngineProcess:
    """A running program. Raises :class:`EngineError` if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for the match; engines are told by it
            )
        except OSError as error:
            raise EngineError(f"{command[0]} cannot be started: {error.strerror}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, *lines: str) -> None:
        """Send lines. Raises :class:`EngineError` if nobody listens any more."""
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError:
            raise EngineError(self._death()) from None

    def lines(self, seconds: float) -> Iterator[str]:
        """What it says from now on, until who listens has heard enough.

        Raises :class:`EngineError` once it has ended, or when ``seconds`` have passed.
        """
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0))
            except queue.Empty:
                raise EngineError(f"gives no answer within {seconds:g} s") from None
            if line is None:
                raise EngineError(self._death())
            yield line

    def close(self) -> None:
        """Ask it to end, and see to it that it does."""
        with contextlib.suppress(EngineError):
            self.say("quit")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        with contextlib.suppress(ValueError):
            for line in self._process.stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _death(self) -> str:
        try:
            return f"ended with status {self._process.wait(FAREWELL_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "no longer listens"
