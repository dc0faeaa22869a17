"""The child process of the window that teaches: it reports its progress as JSON lines, and ends with its
parent.

:mod:`wormhole.training.teacher` starts it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from typing import IO, Any

from wormhole.base.errors import WormholeError
from wormhole.own_program import end_with_parent, parent_channel, parent_line
from wormhole.training.teacher import TeachingOrder
from wormhole.training.teaching import Teaching, TrainingOrder, TrainingProgress
from wormhole.work.crew import Crew

TOLD_SECONDS = 0.25
"""The shortest time between two lines about the progress of a phase."""


def main() -> None:
    """Read the order from the first line of stdin, and teach until the hours are over or stdin ends."""
    channel = parent_channel()
    order = TeachingOrder.of_line(parent_line())
    end_with_parent()  # the workers end with their pipes; finished work is in the folder
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
