"""Runs numbered steps in child processes with limits of memory and time.

The child reports each finished step to the parent. If it is silent for too long, or ends, the parent knows
the step, and another child continues with the next one.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

START_SECONDS = 300.0
"""How long a child may take before its first step."""
TRACED = 0.9
"""After this part of a step's time, the child writes where it is."""
LONGEST_TRACE = 6000


@dataclass(frozen=True)
class Limits:
    """What a child may take: bytes of memory, and seconds for a step.

    The memory is what it has for itself to write to (``RLIMIT_DATA``), so that a step fails with a
    `MemoryError`, or ends the child, before the machine suffers. The address space (``RLIMIT_AS``) would also
    count the files of libraries and what is only reserved, such as the heaps of threads, some gigabytes. To
    watch the resident memory from outside would miss a quick rise.
    """

    memory: int = 1 << 30
    seconds: float = 10.0


@dataclass(frozen=True)
class Done:
    """A step that was done, and what the child told of it."""

    number: int
    told: Mapping[str, Any]


@dataclass(frozen=True)
class Lost:
    """A step that did not end, and why: the child's last words follow the reason."""

    number: int
    reason: str


def run(
    command: Sequence[str], first: int, count: int, limits: Limits, environment: Mapping[str, str]
) -> Iterator[Done | Lost]:
    """Do steps from ``first`` on in children, which ``command`` starts with two numbers: the first step, and
    how many there are. Raises :class:`RuntimeError` if a child cannot begin.
    """
    end = first + count
    while first < end:
        for outcome in _one_child([*command, str(first), str(end - first)], first, end, limits, environment):
            yield outcome
            first = outcome.number + 1


def work(steps: Iterable[Mapping[str, Any]], first: int, limits: Limits, out: int) -> None:
    """In the child: do the steps, and tell of each one on the file descriptor ``out``."""
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    _tell(out, {"begins": first})
    faulthandler.dump_traceback_later(limits.seconds * TRACED)
    for told in steps:
        _tell(out, told)
        faulthandler.dump_traceback_later(limits.seconds * TRACED)
    faulthandler.cancel_dump_traceback_later()


def _tell(out: int, told: Mapping[str, Any]) -> None:
    waiting = memoryview(json.dumps(told).encode() + b"\n")
    while waiting:
        waiting = waiting[os.write(out, waiting) :]


def _one_child(
    command: Sequence[str], first: int, end: int, limits: Limits, environment: Mapping[str, str]
) -> Iterator[Done | Lost]:
    with tempfile.TemporaryFile() as trace:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=trace,
            env=environment,
            start_new_session=True,
        )
        assert child.stdout is not None
        number, begun = first, False
        is_late = False
        try:
            for line in _lines(child.stdout.fileno(), limits.seconds):
                if line is None:
                    is_late = True
                    break
                if begun:
                    yield Done(number, json.loads(line))
                    number += 1
                begun = True
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            code = child.wait()
            child.stdout.close()
        if number == end:
            return
        trace.seek(0)
        last_words = trace.read()[-LONGEST_TRACE:].decode("utf-8", "replace").strip()
        if not begun:
            raise RuntimeError(f"the child did not begin: {last_words}")
        reason = f"more than {limits.seconds:g} s" if is_late else _ended(code)
        yield Lost(number, f"{reason}\n{last_words}")


def _lines(descriptor: int, seconds: float) -> Iterator[bytes | None]:
    """The lines of a pipe until its end; None if there is none for so long."""
    rest = b""
    patience = START_SECONDS
    while True:
        until = time.monotonic() + patience
        # A machine that is busy may wake this process late, when the line is there already.
        while not select.select([descriptor], [], [], max(0.0, until - time.monotonic()))[0]:
            if time.monotonic() >= until and not select.select([descriptor], [], [], 0)[0]:
                yield None
                return
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return
        patience = seconds
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines


def _ended(code: int) -> str:
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"


def own_output() -> int:
    """A descriptor of this process's standard output, which from now on goes to its error output."""
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return out
