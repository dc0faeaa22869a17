"""Teaches the computer a game in a child process of low priority, which ends when its parent does."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from wormhole.learn.taught import Phase
from wormhole.learn.teaching_order import TeachingOrder
from wormhole.own_program import child_command
from wormhole.rules.compiled import complain
from wormhole.rules.message import Message
from wormhole.rules.variant import Variant

STDERR_BYTES = 4000
"""Length of the end of the child's stderr that is read."""
ENDING_SECONDS = 2.0
_FAILED = 1
"""The exit status of a child whose last line on stderr says what went wrong."""

CHILD = "wormhole.training.child:main"
"""The child's program."""


@dataclass(frozen=True)
class TeachingNow:
    """How far the teaching of a game is.

    * ``number``: of the round, from 1; 0 before the first news
    * ``phase``, ``share``: what the round is at, and how much of that is done
    * ``match``: wins, draws and losses of the new network so far, while it is tested
    """

    variant: Variant
    hours: float
    number: int = 0
    phase: Phase = Phase.PREPARING
    share: float = 0.0
    positions: int = 0
    match: tuple[int, int, int] | None = None


class Teacher:
    """Teaches one game at a time. ``on_news`` is called from a thread of its own whenever there is news."""

    def __init__(self, on_news: Callable[[], None], workers: int | None = None) -> None:
        self._on_news = on_news
        self._workers = workers
        self._child: subprocess.Popen[bytes] | None = None
        self.now: TeachingNow | None = None
        """What is taught now, if anything is."""
        self.rounds = 0
        """The rounds that were finished since the program was started."""
        self.kept = 0
        """Those of them whose network was kept: the computer knows more than before."""
        self.trouble: Message | None = None
        """Why the last teaching ended before its time."""
        self._untold: Message | None = None

    def begin(self, variant: Variant, hours: float) -> None:
        """Teach a game for so many hours, instead of what is taught now."""
        self.stop()
        self.trouble = None
        order = TeachingOrder.of(variant, hours, self._workers).to_line().encode()
        command = child_command(CHILD)
        flags = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
        said = tempfile.TemporaryFile()  # noqa: SIM115 - the thread closes it
        try:
            child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, creationflags=flags
            )
            with contextlib.suppress(OSError):  # it has died, as the end of its output will tell
                assert child.stdin is not None
                child.stdin.write(order)
                child.stdin.flush()
        except OSError as error:
            said.close()
            self._end(_cannot(str(error)))
            return
        self._child, self.now = child, TeachingNow(variant, hours)
        self._on_news()
        threading.Thread(target=self._follow, args=(child, said), name="teaching", daemon=True).start()

    def take_trouble(self) -> Message | None:
        """The trouble, if nobody has taken it before."""
        told, self._untold = self._untold, None
        return told

    def stop(self) -> None:
        """End the teaching; what has been done so far stays in its folder."""
        child, self._child, self.now = self._child, None, None
        if child is not None:
            assert child.stdin is not None
            child.stdin.close()
            child.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(ENDING_SECONDS)
            self._on_news()

    def _follow(self, child: subprocess.Popen[bytes], said: IO[bytes]) -> None:
        """Take the child's lines until it ends."""
        with said:
            with contextlib.suppress(OSError, ValueError):
                assert child.stdout is not None
                for line in child.stdout:
                    self._hear(child, json.loads(line))
            status = child.wait()
            if self._child is child:
                self._child, self.now = None, None
                self._end(_judged(status, said))

    def _end(self, trouble: Message | None) -> None:
        self.trouble = self._untold = trouble
        self._on_news()

    def _hear(self, child: subprocess.Popen[bytes], news: dict[str, Any]) -> None:
        now = self.now
        if self._child is not child or now is None:
            return
        if "round" in news:
            self.rounds += 1
            self.kept += bool(news["round"]["is_kept"])
        else:
            match = news["match"]
            known = {**news, "phase": Phase(news["phase"]), "match": match and tuple(match)}
            self.now = TeachingNow(now.variant, now.hours, **known)
        self._on_news()


def _judged(status: int, said: IO[bytes]) -> Message | None:
    """What went wrong, if anything did; the end of the child's stderr is passed on."""
    said.seek(max(0, said.seek(0, os.SEEK_END) - STDERR_BYTES))
    text = said.read().decode(errors="replace").strip()
    if text and status != 0:
        complain(f"the process that teaches says:\n{text}")
    if status == 0:
        return None
    if status == _FAILED and text:
        return _cannot(text.splitlines()[-1])
    return _cannot(f"the process that teaches ended with status {status}")


def _cannot(trouble: str) -> Message:
    return Message("The computer cannot be taught: {trouble}", trouble=trouble)
