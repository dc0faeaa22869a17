"""Measures the window: frame times while the computer thinks, and processor time while idle."""

from __future__ import annotations

import contextlib
import math
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import quantiles

import pygame

from wormhole.engine.levels import LEVELS
from wormhole.engine.loop_groups import PLAYER
from wormhole.engine.preparation import obtain
from wormhole.gui.app import SWITCH_SECONDS, App
from wormhole.gui.options import COMPUTER, PERSON, Options
from wormhole.rules.compiled import NotCompiledError, available, never_wait

SIZE = (1280, 800)
BUSY_SECONDS = 20.0
SETTLING_SECONDS = 2.0
IDLE_SECONDS = 10.0
SMALL_MEGABYTES, LARGE_MEGABYTES = 1, 50
"""Sizes of the PGN file that is imported."""


def run() -> int:
    """Print frame times of a demonstration at the highest level, and the processor time of an idle game."""
    never_wait()
    if available():
        with contextlib.suppress(NotCompiledError):  # the computer player reports it itself
            for done in obtain(PLAYER, lambda: True):
                print(f"compiling the computer player, once: {done:.0%}", end="\r", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        options = Options(
            size=SIZE,
            settings_path=Path(folder) / "settings.toml",
            library_path=Path(folder) / "games.sqlite3",
        )
        frames = _busy(replace(options, demo=True, level=LEVELS[-1].number))
        idle = _idle(replace(options, white=PERSON, black=COMPUTER, start_game=True))
    print(_words(frames, "while the computer thinks"))
    print(f"an idle window costs {idle:.1%} of a core")
    run_library(SMALL_MEGABYTES)
    return 0


def run_library(megabytes: int = LARGE_MEGABYTES) -> int:
    """Print how fast a library of many games is, also while a PGN file of that size is imported."""
    from wormhole.gui.library.bench import GAMES, measure

    never_wait()
    sys.setswitchinterval(SWITCH_SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), megabytes)
    print(
        f"a library of {GAMES:,} games opens in {found.opened * 1000:.0f} ms, "
        f"a search takes {found.filtered * 1000:.0f} ms"
    )
    print(_words(found.scrolling, "while it is scrolled"))
    print(_words(found.importing, f"while {megabytes} MB of PGN are imported"))
    print(
        f"{found.imported_games:,} games imported in {found.import_took:.1f} s, "
        f"{found.imported_games / found.import_took:.0f} a second"
    )
    return 0


def _words(frames: Sequence[float], when: str) -> str:
    """The median, a high quantile and the maximum of the frames' durations."""
    cuts = quantiles(frames, n=100)
    return (
        f"{len(frames)} frames at {SIZE[0]}x{SIZE[1]} {when}: "
        f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, max {max(frames) * 1000:.1f} ms"
    )


def _busy(options: Options) -> list[float]:
    """The seconds of each frame while the computer plays itself and the pointer moves over the board."""
    app = App(options)
    try:
        _step_for(app, SETTLING_SECONDS)
        app.frame_seconds.clear()
        _step_for(app, BUSY_SECONDS, wander=True)
        return list(app.frame_seconds)
    finally:
        app.close()


def _idle(options: Options) -> float:
    """Processor time per wall time of a game that waits for the person's move."""
    app = App(options)
    try:
        _step_for(app, SETTLING_SECONDS)
        begun, used = time.perf_counter(), time.process_time()
        _step_for(app, IDLE_SECONDS)
        return (time.process_time() - used) / (time.perf_counter() - begun)
    finally:
        app.close()


def _step_for(app: App, seconds: float, *, wander: bool = False) -> None:
    end = time.perf_counter() + seconds
    while app.is_open and (now := time.perf_counter()) < end:
        if wander:
            width, height = SIZE
            across, up = math.sin(now) * 0.25 + 0.3, math.cos(1.7 * now) * 0.4 + 0.5
            position = (round(width * across), round(height * up))
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0))
            )
        app.step()
