"""The child process of the window that teaches: it reports its progress as JSON lines, and ends with its
parent.

:mod:`wormhole.training.teacher` starts it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from typing import IO, Any

from wormhole.rules.errors import WormholeError
from wormhole.training.teacher import TeachingOrder
from wormhole.training.teaching import Teaching, TrainingOrder, TrainingProgress
from wormhole.work.crew import Crew

TOLD_SECONDS = 0.25
"""The shortest time between two lines about the progress of a phase."""


def main() -> None:
    """Read the order from the first line of stdin, and teach until the hours are over or stdin ends."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # other prints must not mix with the progress
    order = TeachingOrder.of_line(_line())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # keeps the window smooth; the workers inherit it
    try:
        _teach(order, _Voice(channel))
    except WormholeError as error:
        sys.exit(str(error))


def _teach(order: TeachingOrder, voice: _Voice) -> None:
    crew = Crew(order.workers) if order.workers else Crew()
    for finished in Teaching(TrainingOrder.usual(order.variant(), order.hours)).run(crew, voice.tell):
        voice.say({"round": vars(finished)})


class _Voice:
    """Writes lines for the parent."""

    def __init__(self, channel: IO[str]) -> None:
        self._channel = channel
        self._phase: tuple[int, str] | None = None
        self._told_at = 0.0

    def tell(self, progress: TrainingProgress) -> bool:
        """Report the progress, unless it was reported just now; always continues."""
        now, phase = time.monotonic(), (progress.number, progress.phase.value)
        if phase != self._phase or now - self._told_at >= TOLD_SECONDS:
            self._phase, self._told_at = phase, now
            tally = progress.tally
            self.say(
                {
                    "number": progress.number,
                    "phase": progress.phase.value,
                    "share": progress.share,
                    "positions": progress.positions,
                    "match": None if tally is None else [tally.wins, tally.draws, tally.losses],
                }
            )
        return True

    def say(self, what: dict[str, Any]) -> None:
        """Write a line."""
        with contextlib.suppress(OSError):  # the parent is gone, and this process will be soon
            print(json.dumps(what), file=self._channel, flush=True)


def _line() -> str:
    """The first line of stdin, read byte by byte, so that the rest stays unread."""
    line = bytearray()
    while (byte := os.read(0, 1)) not in (b"", b"\n"):
        line += byte
    return line.decode("utf-8")


def _end_with_parent() -> None:
    os.read(0, 1)  # returns only when the parent closes the pipe or ends
    os._exit(1)  # the workers end with their pipes; finished work is in the folder
