"""Measures the window: frame times while the computer thinks, and processor time while idle."""

from __future__ import annotations

import contextlib
import math
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import quantiles

import pygame

from wormhole import Board
from wormhole.engine.levels import LEVELS
from wormhole.engine.loop_groups import PLAYER
from wormhole.engine.preparation import obtain
from wormhole.gui.app import SWITCH_SECONDS, App
from wormhole.gui.keys import Command
from wormhole.gui.options import COMPUTER, PERSON, Options
from wormhole.gui.screens.game import GameScreen
from wormhole.library.record import Game
from wormhole.library.settings import MOST_LINES
from wormhole.library.time_control import TimeControls, parsed
from wormhole.rules.compiled import NotCompiledError, available, never_wait

SIZE = (1280, 800)
LARGE_SIZE = (3840, 2160)
PLIES, SEED = 24, 7
"""The length of the game that is browsed, and the seed of its moves."""
BROWSING_SECONDS, BROWSED_MOVES = 0.6, 8
"""A move is browsed this often; so many go back, then as many on."""
FOLD_VIEWS = 24
BUSY_SECONDS = 20.0
SETTLING_SECONDS = 2.0
IDLE_SECONDS = 10.0
SMALL_MEGABYTES, LARGE_MEGABYTES = 1, 50
"""Sizes of the PGN file that is imported."""


def run() -> int:
    """Print frame times while the computer plays or analyses, and the processor time of idle games."""
    never_wait()
    if available():
        with contextlib.suppress(NotCompiledError):  # the computer player reports it itself
            for done in obtain(PLAYER, lambda: True):
                print(f"compiling the computer player, once: {done:.0%}", end="\r", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "settings.toml")
        options = Options(size=SIZE, settings_path=settings, library_path=Path(folder, "games.sqlite3"))
        clocks = TimeControls.equal(parsed("600+5"))
        thinking = replace(options, white=COMPUTER, start_game=True, level=LEVELS[-1].number)
        idle = replace(options, white=PERSON, black=COMPUTER, start_game=True)
        people = replace(idle, black=PERSON, clocks=clocks, game=_some_game(PLIES))
        print(_words(_busy(thinking), SIZE, "while the computer thinks"))
        settings.write_text(f"analysis_lines = {MOST_LINES}\n", encoding="utf-8")
        for size in (SIZE, LARGE_SIZE):
            frames = _busy(replace(people, size=size), is_analysed=True)
            print(_words(frames, size, "with five lines of analysis, clocks and moves to and fro"))
            frames = _folding(replace(people, size=size))
            print(_words(frames, size, "while the fold view turns from piece to piece"))
        settings.unlink()
        print(f"an idle window costs {_idle(idle):.1%} of a core, with a clock {_idle(people):.1%}")
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
    print(_words(found.scrolling, SIZE, "while it is scrolled"))
    print(_words(found.importing, SIZE, f"while {megabytes} MB of PGN are imported"))
    print(
        f"{found.imported_games:,} games imported in {found.import_took:.1f} s, "
        f"{found.imported_games / found.import_took:.0f} a second"
    )
    return 0


def _words(frames: Sequence[float], size: tuple[int, int], when: str) -> str:
    """The median, a high quantile and the maximum of the frames' durations."""
    cuts = quantiles(frames, n=100)
    return (
        f"{len(frames)} frames at {size[0]}x{size[1]} {when}: "
        f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, max {max(frames) * 1000:.1f} ms"
    )


def _busy(options: Options, *, is_analysed: bool = False) -> list[float]:
    """The seconds of each frame while the pointer moves over the board.

    If ``is_analysed``, the engine shows its lines of a game whose moves are browsed.
    """
    app = App(options)
    try:
        if is_analysed:
            app.stage.command(Command.ANALYSE)
        _step_for(app, SETTLING_SECONDS)
        app.frame_seconds.clear()
        begun = time.perf_counter()
        browsed = 0
        while app.is_open and (passed := time.perf_counter() - begun) < BUSY_SECONDS:
            _move_pointer(options.size or SIZE)
            if is_analysed and passed > browsed * BROWSING_SECONDS:
                key = pygame.K_LEFT if browsed // BROWSED_MOVES % 2 == 0 else pygame.K_RIGHT
                pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
                browsed += 1
            app.step()
        return list(app.frame_seconds)
    finally:
        app.close()


def _folding(options: Options) -> list[float]:
    """The seconds of each frame while the fold view goes round all pieces, and back to the board."""
    app = App(options)
    try:
        _step_for(app, SETTLING_SECONDS)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        state = screen.state
        app.frame_seconds.clear()
        for number, square in enumerate([*state.pieces][:FOLD_VIEWS]):
            if number % 4 == 3:
                state.look_back(time.monotonic(), app.stage.motion)
                _step_for(app, BROWSING_SECONDS)
            state.look_from(square, time.monotonic(), app.stage.motion)
            _step_for(app, BROWSING_SECONDS)
        return list(app.frame_seconds)
    finally:
        app.close()


def _idle(options: Options) -> float:
    """Processor time per wall time of a game that waits for the person's move."""
    app = App(options)
    try:
        _step_for(app, 2 * SETTLING_SECONDS)
        begun, used = time.perf_counter(), time.process_time()
        _step_for(app, IDLE_SECONDS)
        return (time.process_time() - used) / (time.perf_counter() - begun)
    finally:
        app.close()


def _step_for(app: App, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while app.is_open and time.perf_counter() < end:
        app.step()


def _move_pointer(size: tuple[int, int]) -> None:
    """Let the pointer wander over the board."""
    now = time.perf_counter()
    across, up = math.sin(now) * 0.25 + 0.3, math.cos(1.7 * now) * 0.4 + 0.5
    position = (round(size[0] * across), round(size[1] * up))
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)))


def _some_game(plies: int) -> Game:
    """A game of random moves."""
    chance, board = random.Random(SEED), Board(seed=SEED)
    while board.ply() < plies and not board.is_game_over():
        board.push(chance.choice(board.legal_moves))
    return Game.from_board(board)
