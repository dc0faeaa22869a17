"""A running program that exchanges lines with this one, with a time limit for every answer."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence

from wormhole.arena.contestant import EngineError
from wormhole.own_program import environment_of_others

EXIT_SECONDS = 1.0
"""How long a program may take to end after ``quit``."""


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
                env=environment_of_others(),
                start_new_session=True,  # Ctrl-C reaches only the match, which ends its engines
            )
        except OSError as error:
            raise EngineError(f"{command[0]} cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, *lines: str) -> None:
        """Send lines. Raises :class:`EngineError` if the program has ended."""
        try:
            self._stdin.write("".join(f"{line}\n" for line in lines))
            self._stdin.flush()
        except OSError:
            raise EngineError(self._end_message()) from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The lines that it writes from now on.

        Raises :class:`EngineError` when it has ended, or when ``seconds`` have passed, whatever it writes.
        """
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                raise EngineError(self._end_message())
            yield line
        raise EngineError(f"gives no answer within {seconds:g} s")

    def close(self) -> None:
        """Ask it to end; kill it if it does not."""
        with contextlib.suppress(EngineError):
            self.say("quit")
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        with contextlib.suppress(ValueError):
            for line in self._stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _end_message(self) -> str:
        try:
            return f"ended with status {self._process.wait(EXIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "does not answer"
