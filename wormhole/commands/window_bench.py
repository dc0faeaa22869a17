"""Measures the window: frame times while the computer thinks, and processor time while idle."""

from __future__ import annotations

import contextlib
import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pygame

from wormhole import Board, menu, variant
from wormhole.arena.terms import Form
from wormhole.arena.tournament import MOST_ROUNDS, Entrant, Plan, create, game_fields
from wormhole.base.text_files import MEGABYTE
from wormhole.compiling.groups import NotCompiledError, available, never_wait, obtain
from wormhole.engine.levels import LEVELS, Limit
from wormhole.engine.search_loops import PLAYER
from wormhole.gui.board.fold_turns import look_back, look_from
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.library.import_result import ImportResult
from wormhole.gui.library.import_sources import Source
from wormhole.gui.library.importing import import_games
from wormhole.gui.library.library_screen import LibraryScreen
from wormhole.gui.loop.app import SWITCH_SECONDS, App
from wormhole.gui.tournament.tournaments_screen import show_tournament
from wormhole.gui.window import destination
from wormhole.gui.window.events import KEPT
from wormhole.gui.window.keys import Command
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.game_rows import snapshot
from wormhole.library.database.writing import insert
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.settings import MOST_LINES
from wormhole.library.time_control import TimeControls, parsed
from wormhole.play.seats import resumed, two_players
from wormhole.play.start_options import COMPUTER, PERSON, StartOptions
from wormhole.players.known_programs import installed
from wormhole.players.spec import UCI, PlayerSpec

GAMES = 100_000
DIFFERENT_GAMES = 39
LONGEST_PLIES = 80
SCROLLING_SECONDS = 12.0
WORDS = "level 7"
"""The searches that are measured."""


@dataclass(frozen=True)
class Measurements:
    """Measured durations, in seconds."""

    opened: float
    filtered: float
    scrolling: list[float]
    importing: list[float]
    imported_games: int
    import_took: float


def measure(folder: Path, megabytes: int) -> Measurements:
    """Fill a library in this folder, and use it. `megabytes`: the size of the PGN file that is imported."""
    library, pgn = folder / "games.sqlite3", folder / "games.pgn"
    games = list(islice(_random_games(), DIFFERENT_GAMES))
    _fill(library, games)
    _write_pgn(pgn, games, megabytes * MEGABYTE)
    app = App(StartOptions(size=SIZE, settings_path=folder / "settings.toml", library_path=library))
    try:
        screen, opened = _opened_library(app)
        filtered = _filter(app, screen)
        scrolling = _scroll(app, screen)
        begun = time.perf_counter()
        importing, count = _import(app, screen, pgn)
        return Measurements(opened, filtered, scrolling, importing, count, time.perf_counter() - begun)
    finally:
        app.close()


def _opened_library(app: App) -> tuple[LibraryScreen, float]:
    """The screen of the library, and the seconds until its games are listed."""
    _step_while(app, lambda: app.first_picture_seconds is None)
    begun = time.perf_counter()
    app.stage.rooms.open(destination.Library())
    screen = app.screen
    assert isinstance(screen, LibraryScreen)
    _step_while(app, lambda: not screen.games.words)
    return screen, time.perf_counter() - begun


def _random_games() -> Iterator[Game]:
    """Games of every kind, against every level."""
    chance = random.Random(1)
    while True:
        board = Board(chance.choice(menu("family")), seed=1)
        for _ in range(chance.randrange(10, LONGEST_PLIES)):
            if moves := board.legal_moves:
                board.push(chance.choice(moves))
        level = chance.randint(1, 11)
        game = Game.from_board(board, {"White": "Person", "Black": f"Computer, level {level}"})
        game.headers["Date"] = f"2026.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}"
        game.set_result(chance.choice(("1-0", "0-1", "1/2-1/2")))
        yield game


def _fill(path: Path, games: list[Game]) -> None:
    """Make a library with many copies of these games."""
    kept = [snapshot(game, PlayState(None, 1 + number % 11)) for number, game in enumerate(games)]
    with GameDatabase(path) as database:
        with database.writing(durable=False) as connection:
            for number in range(GAMES):
                one = kept[number % len(kept)]
                insert(connection, replace(one, headers={**one.headers, "Round": f"{number}"}))
        database.pack()  # as after an import


def _write_pgn(path: Path, games: list[Game], size: int) -> None:
    """Write many copies of these games, each with another header."""
    texts = [str(game) for game in games]
    with path.open("w", encoding="utf-8") as file:
        number = 0
        while file.tell() < size:
            file.write(f'[Event "Import {number}"]\n{texts[number % len(texts)]}\n\n')
            number += 1


def _filter(app: App, screen: LibraryScreen) -> float:
    """The time from the last letter of a search to its result."""
    words = screen.games.words
    screen.games.filters.type_words(WORDS)
    begun = time.perf_counter()
    _step_while(app, lambda: screen.games.words == words)
    took = time.perf_counter() - begun
    screen.games.filters.clear()
    _step_while(app, lambda: screen.games.words != words)
    return took


def _scroll(app: App, screen: LibraryScreen) -> list[float]:
    """The frames while the list is scrolled by wheel, keys and bar."""
    end = time.perf_counter() + SCROLLING_SECONDS
    table = screen.games.table.rect
    number = 0
    app.frame_seconds.clear()
    while time.perf_counter() < end:
        number += 1
        part = number // 120 % 3
        if part == 0:
            _post(pygame.MOUSEWHEEL, x=0, y=-1)
        elif part == 1:
            _post(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, unicode="", mod=0)
        else:
            bar = (table.right - 8, table.top + 60 + number % 120 * (table.height - 80) // 120)
            _post(pygame.MOUSEBUTTONDOWN, pos=bar, button=1)
            _post(pygame.MOUSEBUTTONUP, pos=bar, button=1)
        app.step()
    return list(app.frame_seconds)


def _import(app: App, screen: LibraryScreen, path: Path) -> tuple[list[float], int]:
    """The frames while a PGN file is read, with the pointer over the dialog; and the number of games."""
    counts: list[int] = []
    with GameDatabase(app.stage.library.path) as database:
        app.frame_seconds.clear()

        def count(imported: ImportResult) -> None:
            counts.append(imported.progress.added + imported.progress.known)

        import_games(app.stage, database, [Source.of_file(path)], count)
        number = 0
        while not counts:
            number += 1
            dialog = app.dialog
            button = next(iter(dialog.widgets.buttons)) if isinstance(dialog, Dialog) else None
            if button is not None:
                place = button.rect.center if number % 2 else (1, 1)
                _post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
            app.step()
    return list(app.frame_seconds), counts[0]


def _post(kind: int, **what: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **what))


def _wake() -> None:
    """Let the window look at once what is due, as after a click."""
    _post(KEPT)


def _step_while(app: App, condition: Callable[[], bool]) -> None:
    while condition():
        app.step()


SIZE = (1280, 800)
LARGE_SIZE = (3840, 2160)
PLIES, SEED = 24, 7
"""The length of the game that is browsed, and the seed of its moves."""
BROWSING_SECONDS, BROWSED_MOVES = 0.6, 8
"""A move is browsed this often: so many back, then as many forward."""
FOLD_VIEWS = 24
OPEN_GAMES = "wormhole", "omega", "shogi", "crazyhouse"
SHOWN_GAMES = 16
"""How often another one of several open games is shown."""
BROWSING_LIST_SECONDS, WHEEL_STEPS = 8.0, 80
BUSY_SECONDS = 20.0
SETTLING_SECONDS = 2.0
IDLE_SECONDS = 10.0
RIVALS, AT_ONCE = ("stockfish", "fairy-stockfish"), 20
"""The programs of a tournament, and how many of its games are played at the same time."""
SMALL_MEGABYTES, LARGE_MEGABYTES = 1, 50
"""Sizes of the PGN file that is imported."""


def run() -> int:
    """Print frame times while the computer plays or analyses, and the processor time of idle games."""
    never_wait()
    sys.setswitchinterval(SWITCH_SECONDS)
    if available():
        with contextlib.suppress(NotCompiledError):  # the computer player reports it
            for done in obtain(PLAYER, lambda: True):
                print(f"compiling the computer player, once: {done:.0%}", end="\r", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "settings.toml")
        options = StartOptions(size=SIZE, settings_path=settings, library_path=Path(folder, "games.sqlite3"))
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
        frames, shown, memory = _several(replace(thinking, game=_some_game(PLIES)))
        count = len(OPEN_GAMES)
        print(_words(frames, SIZE, f"while the computer thinks in one of {count} open games"))
        print(f"another game is shown in {median(shown) * 1000:.0f} ms, {max(shown) * 1000:.0f} ms at most")
        print(f"memory with one open game and with {count}: {memory}")
        opened, frames = _browsing(StartOptions(size=SIZE, settings_path=settings))
        print(f"the list of all games opens in {opened * 1000:.0f} ms")
        print(_words(frames, SIZE, "while it is scrolled"))
        frames = _competing(options)
        if frames:
            print(_words(frames, SIZE, f"while {AT_ONCE} games of two programs are played"))
        print(f"an idle window costs {_idle(idle):.1%} of a core, with a clock {_idle(people):.1%}")
    run_library(SMALL_MEGABYTES)
    return 0


def run_library(megabytes: int = LARGE_MEGABYTES) -> int:
    """Print the durations in a library of many games, also while a PGN file of that size is imported."""
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


def run_large_library(library: Path) -> int:
    """Print the durations in a library that exists."""
    never_wait()
    sys.setswitchinterval(SWITCH_SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        for size in (SIZE, LARGE_SIZE):
            settings = Path(folder, "settings.toml")
            app = App(StartOptions(size=size, settings_path=settings, library_path=library))
            try:
                screen, opened = _opened_library(app)
                print(f"{screen.games.words} are listed after {opened * 1000:.0f} ms")
                print(f"a search takes {_filter(app, screen) * 1000:.0f} ms")
                print(_words(_scroll(app, screen), size, "while they are scrolled"))
            finally:
                app.close()
    return 0


def _words(frames: Sequence[float], size: tuple[int, int], when: str) -> str:
    """The median, a high quantile and the maximum of the frames' durations."""
    cuts = quantiles(frames, n=100)
    return (
        f"{len(frames)} frames at {size[0]}x{size[1]} {when}: "
        f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, max {max(frames) * 1000:.1f} ms"
    )


def _busy(options: StartOptions, *, is_analysed: bool = False) -> list[float]:
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


def _folding(options: StartOptions) -> list[float]:
    """The seconds of each frame while the fold view goes round all pieces, and back to the board."""
    app = App(options)
    try:
        _step_for(app, SETTLING_SECONDS)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        state = screen.state
        app.frame_seconds.clear()
        for number, square in enumerate([*state.scene.pieces][:FOLD_VIEWS]):
            if number % 4 == 3:
                look_back(state, time.monotonic(), app.stage.motion)
                _wake()
                _step_for(app, BROWSING_SECONDS)
            look_from(state, square, time.monotonic(), app.stage.motion)
            _wake()
            _step_for(app, BROWSING_SECONDS)
        return list(app.frame_seconds)
    finally:
        app.close()


def _several(options: StartOptions) -> tuple[list[float], list[float], str]:
    """The seconds of each frame of the first of several open games, and those until another one is shown; the
    memory with one game and with all."""
    app = App(options)
    try:
        _step_for(app, SETTLING_SECONDS)
        alone = _resident()
        for name in OPEN_GAMES[1:]:
            app.stage.rooms.open(destination.Game(resumed(_some_game(PLIES, name), two_players())))
            _step_for(app, SETTLING_SECONDS)
        _show_next(app)
        app.frame_seconds.clear()
        end = time.perf_counter() + BUSY_SECONDS
        while app.is_open and time.perf_counter() < end:
            _move_pointer(options.size or SIZE)
            app.step()
        frames = list(app.frame_seconds)
        shown = [_show_next(app) for _ in range(SHOWN_GAMES)]
        return frames, shown, f"{alone}, {_resident()}"
    finally:
        app.close()


def _show_next(app: App) -> float:
    """Show the next open game; returns the seconds until it is drawn."""
    begun = time.perf_counter()
    app.stage.command(Command.NEXT_GAME)
    app.step(wait=False)
    taken = time.perf_counter() - begun
    _step_for(app, SETTLING_SECONDS / 4)
    return taken


def _resident() -> str:
    """The memory of this process, where the system has a file that says it."""
    with contextlib.suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return f"{pages * os.sysconf('SC_PAGE_SIZE') / MEGABYTE:.0f} MB"
    return "unknown"


def _browsing(options: StartOptions) -> tuple[float, list[float]]:
    """The seconds until all games are listed, and those of each frame while the list is scrolled."""
    app = App(options)
    try:
        _step_for(app, SETTLING_SECONDS)
        begun = time.perf_counter()
        app.stage.command(Command.GAME)
        app.step(wait=False)
        opened = time.perf_counter() - begun
        dialog = app.dialog
        assert isinstance(dialog, GameDialog)
        _step_while(app, lambda: not dialog.is_ready)
        app.frame_seconds.clear()
        end, number = time.perf_counter() + BROWSING_LIST_SECONDS, 0
        while time.perf_counter() < end:
            number += 1
            _post(pygame.MOUSEWHEEL, x=0, y=-1 if number // WHEEL_STEPS % 2 == 0 else 1)
            app.step()
        return opened, list(app.frame_seconds)
    finally:
        app.close()


def _competing(options: StartOptions) -> list[float]:
    """The seconds of each frame while two other programs play a tournament; empty if they are missing."""
    commands = [command for command in installed() if Path(command[0]).name in RIVALS]
    if len(commands) < len(RIVALS):
        return []
    specs = [PlayerSpec(f"{UCI}:{command[0]}", UCI, command, Limit()) for command in commands]
    plan = Plan(
        name="Bench",
        players=tuple(Entrant.of(spec, spec.title) for spec in specs),
        form=Form.ROUND_ROBIN,
        rounds=MOST_ROUNDS,
        clock="1+0.01",
        at_once=AT_ONCE,
        **game_fields(variant("chess")),  # type: ignore[arg-type]
    )
    app = App(options)
    try:
        all_of_them = app.stage.engines.tournaments
        tournament = create(all_of_them.folder, plan)
        run = all_of_them.add(tournament)
        show_tournament(app.stage, tournament, plan.variant())
        all_of_them.start(run)
        _step_while(app, lambda: run.trouble is None and len(run.live) < AT_ONCE)
        _step_for(app, SETTLING_SECONDS)
        app.frame_seconds.clear()
        _step_for(app, BUSY_SECONDS)
        return list(app.frame_seconds)
    finally:
        app.close()


def _idle(options: StartOptions) -> float:
    """Processor time per wall time of a game that waits for the user's move."""
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
    """Move the pointer over the board."""
    now = time.perf_counter()
    across, up = math.sin(now) * 0.25 + 0.3, math.cos(1.7 * now) * 0.4 + 0.5
    position = (round(size[0] * across), round(size[1] * up))
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)))


def _some_game(plies: int, name: str = OPEN_GAMES[0]) -> Game:
    """A game of random moves."""
    chance, board = random.Random(SEED), Board(variant(name), seed=SEED)
    while board.ply() < plies and not board.is_game_over():
        board.push(chance.choice(board.legal_moves))
    return Game.from_board(board)
