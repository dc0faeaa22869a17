"""Monkey test of the window: sends random events and checks for exceptions and leaks.

    python -m tests.support.monkey.monkey --events 100000 --seed 1

It opens the real window, invisible, in one of four with the real computer player. It opens closed windows
again with other options, each time with one of some random games, and writes only below a folder of its
own. After an exception it prints the latest events and continues with a new window. It prints memory,
Python's objects, files, threads and processes in use while no window is open. The exit status is 1 after an
exception, or if something grew or is left at the end.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from tests.support.drawn_once import draw_once
from tests.support.file_watch import FileWatch
from tests.support.monkey.monkey_hands import Monkey, fill
from tests.support.resources import Use
from tests.support.scripted_player import ScriptedPlayer
from wormhole import menu
from wormhole.compiling.groups import never_wait
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window.native_memory import limit_unused_memory
from wormhole.players.player import Answer
from wormhole.version import APPLICATION

if TYPE_CHECKING:
    from wormhole import Board, Move
    from wormhole.players.player import Player
    from wormhole.players.spec import PlayerSpec

EVENTS_A_REPORT = 2_500
GAMES = 20
"""The caches keep what was computed and drawn for each game: with fewer games they are full sooner."""
MOST_FAULTS = 20
GROWTH_MEGABYTES = 20.0
GROWTH_OBJECTS = 5_000
"""The allowed growth from the second third of the reports to the last one; in the first one, caches fill."""
WORK_SECONDS = 20
"""The longest time that is left for work in the background to end."""


def play(monkey: Monkey, events: int, leniency: float) -> list[str]:
    """Send so many events; returns the faults, also what grew too much."""
    begun = time.monotonic()
    uses: list[Use] = []
    faults: list[str] = []
    while monkey.events < events and len(faults) < MOST_FAULTS:
        faults += _played(monkey, min(events, monkey.events + EVENTS_A_REPORT))
        uses.append(Use.now())
        print(f"{time.monotonic() - begun:6.0f} s, {monkey.events:,} events: {uses[-1]}", flush=True)
    return faults + growth(uses, leniency)


def _played(monkey: Monkey, until: int) -> list[str]:
    """Send events up to this number of them and close the window; returns the faults, told at once."""
    try:
        while monkey.events < until:
            monkey.step()
        monkey.close()
    except Exception:
        fault = "\n".join([f"after {monkey.events:,} events:", *monkey.done, traceback.format_exc()])
        print(fault, flush=True)
        monkey.give_up()
        return [fault]
    return []


def growth(uses: Sequence[Use], leniency: float) -> list[str]:
    """What grew by more than ``leniency`` times what is allowed, while the caches were full.

    The least values count: any other one may be a moment's.
    """
    third = len(uses) // 3
    if not third:
        return []
    early, late = uses[third : 2 * third], uses[2 * third :]
    faults = []
    for name, of, most in (
        ("megabytes", lambda use: use.megabytes, GROWTH_MEGABYTES),
        ("objects", lambda use: use.objects, GROWTH_OBJECTS),
    ):
        before, after = min(map(of, early)), min(map(of, late))
        if after > before + leniency * most:
            faults.append(f"{before:,.0f} {name} were in use, later {after:,.0f}")
    return faults


def leavings(before: Use, after: Use) -> list[str]:
    """What is still in use after the last window was closed and was not before the first one."""
    faults = []
    if after.open_files > before.open_files:
        faults.append(f"{after.open_files - before.open_files} files are still open")
    faults += [f"the thread {name!r} still runs" for name in after.threads if name not in before.threads]
    faults += [f"the process {child} still runs" for child in after.processes]
    alive = sum(type(thing) is GameScreen for thing in gc.get_objects())
    return faults + ([f"{alive} game screens are still held"] if alive else [])


def lasting_leavings(before: Use) -> list[str]:
    """What is still in use after the work in the background had time to end."""
    give_up = time.monotonic() + WORK_SECONDS
    while (faults := leavings(before, Use.now())) and time.monotonic() < give_up:
        time.sleep(0.1)
    return faults


def quick_player(spec: PlayerSpec, on_answer: Callable[[Answer], None]) -> Player:
    """A player that takes no time: random moves, and sometimes a fault."""
    dice = random.Random(1)

    def rule(board: Board) -> Answer | Move:
        return Answer(None, fault="it broke") if dice.random() < 0.02 else dice.choice(board.legal_moves)

    return ScriptedPlayer(rule, on_answer)


def main() -> int:
    """Play; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--leniency", type=float, default=1.0, metavar="TIMES", help="the growth allowed")
    given = parser.parse_args()
    never_wait()
    limit_unused_memory()
    faults: list[str] = []
    threading.excepthook = lambda words: faults.append(
        f"in the thread {words.thread}: {''.join(traceback.format_exception(words.exc_value))}"
    )
    with tempfile.TemporaryDirectory() as name, draw_once():
        folder = Path(name)
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = name
        fill(folder)
        FileWatch([folder, platformdirs.user_cache_path(APPLICATION)])
        every_game = [f"{name}{fold}" for name in menu() for fold in ("", "+fold")]
        games = random.Random(given.seed).sample(every_game, given.games)
        players = (quick_player, quick_player, quick_player, None)
        monkey = Monkey(given.seed, folder, players, games)
        faults += _played(monkey, 1)
        before = Use.now()
        faults += play(monkey, given.events, given.leniency)
        faults += lasting_leavings(before)
    counts = ", ".join(f"{number:,} {what}" for what, number in (monkey.counts + monkey.rooms).items())
    print(f"seed {given.seed}, {monkey.events:,} events: {counts}")
    print(*faults, f"{len(faults)} faults", sep="\n", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
