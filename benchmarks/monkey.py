"""Monkey test of the window: sends random events and checks for exceptions and leaks.

    python -m benchmarks.monkey --minutes 60 --seed 1

It opens the real window, invisible, with the real computer player. It opens closed windows again with other
options and writes only below a folder of its own. It prints memory, files, threads and processes in use, and
any exception with the latest events. The exit status is 1 after an exception, or if something grew or is left
at the end.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

import platformdirs

from benchmarks.monkey_hands import Monkey, fill
from benchmarks.resources import Use, write_only_below
from wormhole.gui.memory import give_back_pictures
from wormhole.gui.screens.game import GameScreen
from wormhole.library.settings import APPLICATION
from wormhole.rules.compiled import never_wait

REPORT_SECONDS = 20.0
GROWTH_MEGABYTES = 40.0
"""The allowed growth of memory after the first third of the time."""


def play(monkey: Monkey, seconds: float) -> list[str]:
    """Play for the given time; returns the faults."""
    begun = time.monotonic()
    early: Use | None = None
    report_at = begun
    while (now := time.monotonic()) < begun + seconds:
        monkey.step()
        if now >= report_at:
            monkey.close()  # a player's table is no growth
            use, passed = Use.now(), now - begun
            print(f"{passed:6.0f} s, {monkey.events:,} events: {use}", flush=True)
            report_at = now + REPORT_SECONDS
            if early is None and passed >= seconds / 3:
                early = use
    monkey.close()
    late = Use.now()
    if early is not None and late.megabytes > early.megabytes + GROWTH_MEGABYTES:
        return [f"the memory in use grew from {early.megabytes:.0f} to {late.megabytes:.0f} MB"]
    return []


def leavings(before: Use, after: Use) -> list[str]:
    """What is still in use after the last window was closed and was not before the first one."""
    faults = []
    if after.open_files > before.open_files:
        faults.append(f"{after.open_files - before.open_files} files are still open")
    faults += [f"the thread {name!r} still runs" for name in after.threads if name not in before.threads]
    faults += [f"the process {child} still runs" for child in after.processes]
    alive = sum(type(thing) is GameScreen for thing in gc.get_objects())
    return faults + ([f"{alive} game screens are still held"] if alive else [])


def main() -> int:
    """Play; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    never_wait()
    give_back_pictures()
    faults: list[str] = []
    threading.excepthook = lambda words: faults.append(
        f"in the thread {words.thread.name!r}: {''.join(traceback.format_exception(words.exc_value))}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = name
        fill(folder)
        write_only_below(folder, platformdirs.user_cache_path(APPLICATION))
        monkey = Monkey(given.seed, folder)
        monkey.step()
        monkey.close()
        before = Use.now()
        try:
            faults += play(monkey, 60 * given.minutes)
            faults += leavings(before, Use.now())
        except Exception:
            faults.append("\n".join([*monkey.done, traceback.format_exc()]))
    counts = ", ".join(f"{number:,} {what}" for what, number in monkey.counts.items())
    print(f"seed {given.seed}, {monkey.events:,} events: {counts}")
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
