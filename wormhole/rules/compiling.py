"""Compiles loops in child processes, so that the process that needs them never waits and is not changed.

Numba's choice of a processor is the same for a whole process, and another program may use numba beside ours.
"""

from __future__ import annotations

import contextlib
import os
import pkgutil
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from typing import IO

from wormhole.own_program import child_command, end_with_parent, parent_channel
from wormhole.rules.fingerprint import Loop, loops_below
from wormhole.rules.twins import choose_processor

LOOK_AGAIN_SECONDS = 0.05
NICENESS = 10
"""Of a child that compiles, so that the window stays smooth."""

STDERR_BYTES = 4000
"""Length of the end of the child's stderr that is passed on."""

_FAILED = 1
"""The exit status of a child whose last line on stderr is the reason."""


class CompilingChild:
    """A process that compiles a group of loops, named as ``module:NAME``, and its reports.

    It puts itself into ``news`` whenever it has reported something or has ended. Raises :class:`OSError` if
    it cannot be started.
    """

    def __init__(self, group: str, news: queue.SimpleQueue[CompilingChild]) -> None:
        self.share = 0.0
        """The finished share of its work, 0.0 to 1.0."""
        self.has_ended = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the process
        command = child_command(f"{__name__}:main", group)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError:
            self._errors.close()
            raise
        threading.Thread(target=self._read, args=(news,), name="compiling", daemon=True).start()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._errors.close()

    @property
    def said(self) -> str:
        """The end of what it wrote to stderr."""
        errors = self._errors
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - STDERR_BYTES))
        return errors.read().decode(errors="replace").strip()

    @property
    def trouble(self) -> str | None:
        """Why it failed, once it has ended; None if it has not."""
        status = self._process.returncode
        if status == _FAILED and self.said:
            return self.said.splitlines()[-1]
        return f"the process that compiles ended with status {status}" if status else None

    def _read(self, news: queue.SimpleQueue[CompilingChild]) -> None:
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdout is not None
            for line in self._process.stdout:
                if (share := _share(line)) is not None:
                    self.share = share
                    news.put(self)
        self._process.wait()
        self.share, self.has_ended = 1.0, True
        news.put(self)


def _share(line: bytes) -> float | None:
    """The share in a line ``done/all``; None for any other line."""
    done, _, whole = line.strip().partition(b"/")
    return min(int(done) / int(whole), 1.0) if done.isdigit() and whole.isdigit() and int(whole) else None


def main(name: str) -> None:
    """The child's program: compile the group of loops with that name, and keep it in the cache.

    It prints ``done/all`` after each loop, and ends when its parent does.
    """
    channel = parent_channel()
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    group = pkgutil.resolve_name(name)
    choose_processor()
    if trouble := group.build_and_store(lambda: _tell_progress(group.loops, channel)):
        sys.exit(str(trouble))


def _tell_progress(outer: Iterable[Loop], channel: IO[str]) -> None:
    try:
        from numba.core import event
    except ImportError:
        return
    loops = frozenset().union(*map(loops_below, outer))
    # About every fourth loop is compiled twice: its callers pass integers of different sizes.
    whole = len(loops) * 5 // 4

    class Counter(event.Listener):
        done = 0

        def on_start(self, event: event.Event) -> None:
            pass

        def on_end(self, event: event.Event) -> None:
            self.done += 1
            print(f"{min(self.done, whole)}/{whole}", file=channel, flush=True)

    event.register("numba:compile", Counter())
