"""Compiles loops in child processes, so that the process that needs them never waits and is not changed.

Numba's choice of a processor is the same for a whole process, and another program may use numba beside ours.
"""

from __future__ import annotations

import os
import pkgutil
import queue
import threading
from collections.abc import Iterable, Sequence

from wormhole.base.children import Child, Parent
from wormhole.compiling.fingerprint import Loop, loops_below
from wormhole.compiling.twins import choose_processor

LOOK_AGAIN_SECONDS = 0.05
NICENESS = 10
"""Of a child that compiles, so that the window stays smooth."""


class CompilingChild(Child):
    """A process that compiles groups of loops, named as ``module:NAME``, one after another, and its reports.

    It puts itself into ``news`` whenever it has reported something or has ended. Raises :class:`OSError` if
    it cannot be started.
    """

    def __init__(self, groups: Sequence[str], news: queue.SimpleQueue[CompilingChild]) -> None:
        self.share = 0.0
        """The finished share of its work, 0.0 to 1.0."""
        self.has_ended = False
        self._troubles: dict[str, str | None] = {}
        """Why each group failed that it has tried to compile; None if it has not."""
        super().__init__(f"{__name__}:main", *groups, keeps_errors=True)
        threading.Thread(target=self._read, args=(news,), name="compiling", daemon=True).start()

    def is_done_with(self, group: str) -> bool:
        """Whether it has compiled the group, or will not."""
        return self.has_ended or group in self._troubles

    def trouble_of(self, group: str) -> str | None:
        """Why it failed to compile the group, once it is done with it; None if it has not."""
        status = self.wait() if self.has_ended else 0
        ended = f"the process that compiles ended with status {status}" if status else None
        return self._troubles.get(group, ended)

    def _read(self, news: queue.SimpleQueue[CompilingChild]) -> None:
        for told in self.lines():
            if "share" in told:
                self.share = told["share"]
            else:
                self._troubles[told["group"]] = told["trouble"]
            news.put(self)
        self.wait()
        self.share, self.has_ended = 1.0, True
        news.put(self)


def main(*names: str) -> None:
    """The child's program: compile the groups of loops with these names, and keep them in the cache.

    It tells the finished share after each loop, and when it is done with a group. It ends when its parent
    does. Loops that several groups call are compiled once.
    """
    parent = Parent()
    parent.end_with()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    groups = [pkgutil.resolve_name(name) for name in names]
    choose_processor()
    _tell_progress([loop for group in groups for loop in group.loops], parent)
    for group in groups:
        trouble = group.build_and_store()
        parent.say({"group": group.name, "trouble": trouble and str(trouble)})


def _tell_progress(outer: Iterable[Loop], parent: Parent) -> None:
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
            parent.say({"share": min(self.done / whole, 1.0)})

    event.register("numba:compile", Counter())
