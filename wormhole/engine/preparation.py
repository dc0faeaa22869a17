"""Compiles loops in a child process, so that the window never waits and drops no frames."""

from __future__ import annotations

import contextlib
import os
import pkgutil
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO

from wormhole.engine.search_loops import PLAYER
from wormhole.own_program import child_command
from wormhole.rules.compiled import LoopGroup, NotCompiledError, available, complain
from wormhole.rules.errors import Message
from wormhole.rules.fingerprint import loops_below
from wormhole.rules.loop_groups import BOARD

LOOK_AGAIN_SECONDS = 0.05
STDERR_BYTES = 4000
"""Length of the end of the child's stderr that is passed on."""

_FAILED = 1
"""The exit status of a child whose last line on stderr is the reason."""

SOON_SECONDS = 0.8
"""Loading takes less, unless the machine is very busy."""


def obtain(groups: Sequence[LoopGroup], is_wanted: Callable[[], bool]) -> Iterator[float]:
    """Load groups of loops into this process; a child process compiles those that are missing.

    Yields the child's progress, 0.0 to 1.0. Ends early once ``is_wanted()`` is false. Raises
    :class:`NotCompiledError`.
    """
    if not _missing(groups):
        return
    trouble = None
    try:
        yield from _compile_in_child(groups, is_wanted)
    except NotCompiledError as error:
        trouble = error  # another program may have compiled them meanwhile
    if is_wanted() and (missing := _missing(groups)):
        raise trouble or missing


def _missing(groups: Sequence[LoopGroup]) -> NotCompiledError | None:
    """Load the groups; returns the error of the first that cannot be loaded, or None."""
    try:
        for group in groups:
            group.load()
    except NotCompiledError as error:
        return error
    return None


def _compile_in_child(groups: Sequence[LoopGroup], is_wanted: Callable[[], bool]) -> Iterator[float]:
    names = ",".join(group.name for group in groups)
    command = child_command(f"{__name__}:main", names)
    with contextlib.ExitStack() as stack:
        try:
            errors = stack.enter_context(tempfile.TemporaryFile())
            child = stack.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
            )
        except OSError as error:
            raise NotCompiledError(f"the process that compiles cannot be started: {error}") from error
        stack.callback(child.kill)
        lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(child, lines), name="compiling", daemon=True).start()
        yield 0.0
        while is_wanted():
            try:
                line = lines.get(timeout=LOOK_AGAIN_SECONDS)
            except queue.Empty:
                continue
            if line is None:
                _check_child(child.returncode, errors)
                return
            if (share := _share(line)) is not None:
                yield share


def _read(child: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Put the lines of the child's stdout into ``lines``, then None when it has ended."""
    with contextlib.suppress(OSError, ValueError):
        assert child.stdout is not None
        for line in child.stdout:
            lines.put(line)
    child.wait()
    lines.put(None)


def _share(line: bytes) -> float | None:
    """The share in a line ``done/all``; None for any other line."""
    done, _, whole = line.strip().partition(b"/")
    return min(int(done) / int(whole), 1.0) if done.isdigit() and whole.isdigit() and int(whole) else None


def _check_child(status: int, errors: IO[bytes]) -> None:
    """Pass on the end of the child's stderr. Raises :class:`NotCompiledError` if the child failed."""
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - STDERR_BYTES))
    text = errors.read().decode(errors="replace").strip()
    if text:
        complain(f"the process that compiles says:\n{text}")
    if status == _FAILED and text:
        raise NotCompiledError(text.splitlines()[-1])
    if status != 0:
        raise NotCompiledError(f"the process that compiles ended with status {status}")


def main(names: str) -> None:
    """The child's program: compile those of the named groups that cannot be loaded.

    It prints ``done/all`` after each loop, and ends when its parent does.
    """
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # other prints must not mix with the progress
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # keeps the window smooth
    groups: list[LoopGroup] = list(map(pkgutil.resolve_name, names.split(",")))
    missing = [group for group in groups if _missing([group])]
    _tell_progress(missing, channel)
    try:
        for group in missing:
            group.build()
            group.store()
    except NotCompiledError as error:
        sys.exit(str(error))


def _end_with_parent() -> None:
    os.read(0, 1)  # returns only when the parent closes the pipe or ends
    os._exit(1)


def _tell_progress(groups: Sequence[LoopGroup], channel: IO[str]) -> None:
    try:
        from numba.core import event
    except ImportError:
        return
    loops = frozenset().union(*(loops_below(loop) for group in groups for loop in group.loops))
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


class Readiness:
    """Loads the loops in a thread of its own; a child process compiles those that are missing.

    If they cannot be compiled, ``on_trouble`` is called once, from that thread, with a text for the user; the
    plain loops remain. Searches report other trouble through it, too, see :meth:`report_trouble`.
    """

    def __init__(self, on_trouble: Callable[[str], None] = lambda text: None) -> None:
        self._on_trouble = on_trouble
        self._closed = False
        self._reported: set[str] = set()
        self._is_done = threading.Event()
        self._is_known = threading.Event()
        """Set once the loops are loaded or have failed to load."""
        self.is_fast = False
        """Whether the compiled loops are loaded."""
        self.progress: float | None = None
        """The finished share of the compilation, 0.0 to 1.0, while there is one."""
        self._thread = threading.Thread(target=self._prepare, name="preparation", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether the loops are loaded or have failed to load."""
        return self._is_done.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for at most ``seconds``; returns ``is_done``."""
        return self._is_done.wait(seconds)

    def is_loaded_soon(self, seconds: float = SOON_SECONDS) -> bool:
        """Wait at most so long until the loops are loaded or found to be missing; returns whether no wait is
        left."""
        self._is_known.wait(seconds)
        return self.is_done

    def report_trouble(self, trouble: str | None) -> None:
        """Report trouble that the player can continue with to the user, each text once; None: no trouble."""
        if trouble is not None and trouble not in self._reported:
            self._reported.add(trouble)
            self._on_trouble(trouble)

    def close(self) -> None:
        """End the preparation and its thread. Repeated calls do no harm."""
        self._closed = True
        self._thread.join(timeout=2)

    @property
    def is_at_work(self) -> bool:
        """Whether the thread still runs."""
        return self._thread.is_alive()

    def _prepare(self) -> None:
        """Load the compiled loops, or have a child process compile them; report a failure."""
        try:
            if available():
                for done in obtain(PLAYER, lambda: not self._closed):
                    self.progress = done
                    self._is_known.set()
                self.is_fast = not self._closed
        except Exception as error:  # after any error, the plain loops remain
            complain(f"the computer player is slow, because it could not be compiled: {error}")
            if not self._closed:
                self._on_trouble(
                    Message(
                        "The computer player is slow because its code could not be compiled: {trouble}",
                        trouble=str(error),
                    )
                )
        finally:
            self.progress = None
            self._is_done.set()
            self._is_known.set()
        if self.is_fast:
            self._prepare_boards()

    def _prepare_boards(self) -> None:
        """Load the loops of boards, too. Nothing waits for them: boards run without."""
        try:
            for _ in obtain((BOARD,), lambda: not self._closed):
                pass
        except NotCompiledError as error:
            complain(f"boards are slow, their loops could not be compiled: {error}")
