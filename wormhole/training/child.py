"""The child process of the window that teaches: it reports its progress as JSON lines, and ends with its
parent.

:mod:`wormhole.training.teacher` starts it.
"""

from __future__ import annotations

import os
import sys
import time

from wormhole.base.children import REPORT_SECONDS, Parent
from wormhole.base.errors import WormholeError
from wormhole.training.teacher import TeachingOrder
from wormhole.training.teaching import Teaching, TrainingOrder, TrainingProgress
from wormhole.work.crew import Crew


def main() -> None:
    """Read the order from the first line of stdin, and teach until the hours are over or stdin ends."""
    parent = Parent()
    order = TeachingOrder(**next(parent.lines()))
    parent.end_with()  # the workers end with their pipes; finished work is in the folder
    if hasattr(os, "nice"):
        os.nice(10)  # keeps the window smooth; the workers inherit it
    try:
        _teach(order, parent)
    except WormholeError as error:
        sys.exit(str(error))


def _teach(order: TeachingOrder, parent: Parent) -> None:
    teaching = Teaching(TrainingOrder.usual(order.variant(), order.hours))
    for finished in teaching.run(Crew(), _Reports(parent).hear):
        parent.say({"round": vars(finished)})


class _Reports:
    """Reports the progress, a few times a second at most."""

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._phase: tuple[int, str] | None = None
        self._told_at = 0.0

    def hear(self, progress: TrainingProgress) -> bool:
        """Report the progress, unless it was reported just now; always continues."""
        now, phase = time.monotonic(), (progress.number, progress.phase.value)
        if phase != self._phase or now - self._told_at >= REPORT_SECONDS:
            self._phase, self._told_at = phase, now
            tally = progress.tally
            self._parent.say(
                {
                    "number": progress.number,
                    "phase": progress.phase.value,
                    "share": progress.share,
                    "positions": progress.positions,
                    "match": None if tally is None else [tally.wins, tally.draws, tally.losses],
                }
            )
        return True
