"""The program's own child processes: :class:`Child` is the parent's side, :class:`Parent` the child's.

The two exchange lines of JSON, or messages, which are pickled. Writing to a process that has ended does
nothing, since the end of what it writes shows that.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import IO, Any

from wormhole.own_program import child_command

_LENGTH_BYTES = 8
"""Of the length before a message."""

REPORT_SECONDS = 0.15
"""The least time between two reports of a child to a window, which shows the progress."""
STDERR_BYTES = 4000
"""The length of the end of a child's stderr that is kept."""

_BEGIN = b"this child of Wormhole Chess begins\n"
"""What a child writes before all else. The same line may begin with a print that had no end of line."""

_FAILED = 1
"""The exit status of a child whose last line on stderr is the reason."""


class Child:
    """A process that calls a function of the program, as ``module:name``, with these words.

    With ``keeps_errors``, :attr:`said` has its stderr. ``more`` are further arguments of ``Popen``. Raises
    :class:`OSError` if it cannot be started.
    """

    def __init__(self, function: str, *words: str, keeps_errors: bool = False, **more: Any) -> None:
        self._errors = tempfile.TemporaryFile() if keeps_errors else None  # noqa: SIM115 - `close` closes it
        if self._errors is not None:
            more["stderr"] = self._errors
        try:
            self._process = subprocess.Popen(
                child_command(function, *words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, **more
            )
        except OSError:
            self._close_errors()
            raise
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._has_begun = False

    def say(self, content: object) -> None:
        """Write a line to it."""
        _write(self._to, _line(content))

    def send(self, content: object) -> None:
        """Send it a message."""
        _write(self._to, _message(content))

    def lines(self) -> Iterator[Any]:
        """What it says, until it ends."""
        with contextlib.suppress(OSError, ValueError):
            self._skip_prints()
            for line in self._from:
                yield json.loads(line)

    def messages(self) -> Iterator[bytes]:
        """What it sends, still pickled, until it ends."""
        with contextlib.suppress(OSError, ValueError):
            self._skip_prints()
            yield from _messages(self._from)

    def _skip_prints(self) -> None:
        """Skip what modules of the child printed before its :class:`Parent` was made."""
        while not self._has_begun:
            line = self._from.readline()
            self._has_begun = not line or line.endswith(_BEGIN)

    @property
    def said(self) -> str:
        """The end of what it wrote to stderr; empty once this is closed, perhaps by another thread."""
        if self._errors is None:
            return ""
        try:
            self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - STDERR_BYTES))
            return self._errors.read().decode(errors="replace").strip()
        except ValueError:
            return ""

    def wait(self) -> int:
        """Wait until it has ended; returns its exit status."""
        return self._process.wait()

    def failure(self, name: str) -> str | None:
        """Why it failed, for a user who knows it by this name; None if it did not. Waits for its end."""
        status, said = self.wait(), self.said
        if status == _FAILED and said:
            return said.splitlines()[-1]
        return f"{name} exited with status {status}" if status else None

    def let_end(self) -> None:
        """Close the pipe to it, so that it ends."""
        with contextlib.suppress(OSError):
            self._to.close()

    def kill(self) -> None:
        """End it at once."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()

    def close(self, seconds: float = 0.0) -> None:
        """Let it end, kill it after so many seconds, and release its pipes."""
        self.let_end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()
        self._from.close()
        self._close_errors()

    def _close_errors(self) -> None:
        if self._errors is not None:
            self._errors.close()


class Parent:
    """In a child: the process that started it. From now on, all prints of this process go to stderr."""

    def __init__(self) -> None:
        # Python waits for a thread that reads sys.stdin when it ends.
        self._from, self._to = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._lock = threading.Lock()
        _write(self._to, _BEGIN)

    def say(self, content: object) -> None:
        """Write a line to it."""
        with self._lock:
            _write(self._to, _line(content))

    def send(self, content: object) -> None:
        """Send it a message."""
        with self._lock:
            _write(self._to, _message(content))

    def lines(self) -> Iterator[Any]:
        """What it says, until it closes the pipe or ends."""
        for line in self._from:
            yield json.loads(line)

    def messages(self) -> Iterator[Any]:
        """What it sends, until it closes the pipe or ends."""
        return map(pickle.loads, _messages(self._from))

    def end_with(self, before: Callable[[], None] = lambda: None) -> None:
        """From now on, call ``before`` and end this process as soon as the parent closes the pipe or ends.

        All that the parent says has to be read already.
        """

        def wait() -> None:
            self._from.read(1)
            before()
            os._exit(1)

        threading.Thread(target=wait, name="waiting for the parent", daemon=True).start()


def _line(content: object) -> bytes:
    return json.dumps(content).encode() + b"\n"


def _message(content: object) -> bytes:
    pickled = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(_LENGTH_BYTES, "big") + pickled


def _write(pipe: IO[bytes], content: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        pipe.write(content)
        pipe.flush()


def _messages(pipe: IO[bytes]) -> Iterator[bytes]:
    while True:
        length = int.from_bytes(pipe.read(_LENGTH_BYTES), "big")
        content = pipe.read(length)
        if not length or len(content) < length:
            return
        yield content
