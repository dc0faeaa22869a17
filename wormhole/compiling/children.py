"""Compiles loops in child processes, so that the process that needs them never waits and is not changed.

Numba's choice of a processor is the same for a whole process, and another program may use numba beside ours.
"""

from __future__ import annotations

import contextlib
import os
import pkgutil
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Sequence
from typing import IO

from wormhole.compiling.fingerprint import Loop, loops_below
from wormhole.compiling.twins import choose_processor
from wormhole.own_program import child_command, end_with_parent, parent_channel

LOOK_AGAIN_SECONDS = 0.05
NICENESS = 10
"""Of a child that compiles, so that the window stays smooth."""

STDERR_BYTES = 4000
"""Length of the end of the child's stderr that is passed on."""

_ENDED = "ended"
"""The first word of the line in which a child reports that it is done with a group."""


class CompilingChild:
    """A process that compiles groups of loops, named as ``module:NAME``, one after another, and its reports.

    It puts itself into ``news`` whenever it has reported something or has ended. Raises :class:`OSError` if
    it cannot be started.
    """

    def __init__(self, groups: Sequence[str], news: queue.SimpleQueue[CompilingChild]) -> None:
        self.share = 0.0
        """The finished share of its work, 0.0 to 1.0."""
        self.has_ended = False
        self._ended: dict[str, str | None] = {}
        """Why each group failed that it has tried to compile; None if it has not."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the process
        command = child_command(f"{__name__}:main", *groups)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError:
            self._errors.close()
            raise
        threading.Thread(target=self._read, args=(news,), name="compiling", daemon=True).start()

    def is_done_with(self, group: str) -> bool:
        """Whether it has compiled the group, or will not."""
        return self.has_ended or group in self._ended

    def trouble_of(self, group: str) -> str | None:
        """Why it failed to compile the group, once it is done with it; None if it has not."""
        status = self._process.returncode if self.has_ended else None
        ended = f"the process that compiles ended with status {status}" if status else None
        return self._ended.get(group, ended)

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

    def _read(self, news: queue.SimpleQueue[CompilingChild]) -> None:
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdout is not None
            for line in self._process.stdout:
                if (share := _share(line)) is not None:
                    self.share = share
                elif (end := _end(line)) is not None:
                    self._ended[end[0]] = end[1]
                news.put(self)
        self._process.wait()
        self.share, self.has_ended = 1.0, True
        news.put(self)


def _share(line: bytes) -> float | None:
    """The share in a line ``done/all``; None for any other line."""
    done, _, whole = line.strip().partition(b"/")
    return min(int(done) / int(whole), 1.0) if done.isdigit() and whole.isdigit() and int(whole) else None


def _end(line: bytes) -> tuple[str, str | None] | None:
    """The group in a line ``ended group trouble``, and the trouble, if any; None for any other line."""
    first, _, rest = line.decode(errors="replace").strip().partition(" ")
    group, _, trouble = rest.partition(" ")
    return (group, trouble or None) if first == _ENDED and group else None


def main(*names: str) -> None:
    """The child's program: compile the groups of loops with these names, and keep them in the cache.

    It prints ``done/all`` after each loop, and a line after each group. It ends when its parent does. Loops
    that several groups call are compiled once.
    """
    channel = parent_channel()
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    groups = [pkgutil.resolve_name(name) for name in names]
    choose_processor()
    _tell_progress([loop for group in groups for loop in group.loops], channel)
    for group in groups:
        trouble = group.build_and_store()
        print(_ENDED, group.name, trouble or "", file=channel, flush=True)


def _tell_progress(outer: Iterable[Loop], channel: IO[str]) -> None:
    try:
        from numba.core import event
    except ImportError:
        return
    # After all loops, LLVM optimizes them, which takes about a third of the time.
    whole = len(frozenset().union(*map(loops_below, outer))) * 3 // 2

    class Counter(event.Listener):
        done = 0

        def on_start(self, event: event.Event) -> None:
            pass

        def on_end(self, event: event.Event) -> None:
            self.done += 1
            print(f"{min(self.done, whole)}/{whole}", file=channel, flush=True)

    event.register("numba:compile", Counter())
