"""Measures the library screen: how soon it opens and filters, and its frames while it scrolls and imports."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pygame

from wormhole import Board, variants
from wormhole.gui.app import App
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.library.importing import Source, read
from wormhole.gui.options import Options
from wormhole.gui.screens.library import LibraryScreen
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.snapshot import snapshot
from wormhole.library.database.writing import insert
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game

GAMES = 100_000
DIFFERENT_GAMES = 39
LONGEST_PLIES = 80
SCROLLING_SECONDS = 12.0
MEGABYTE = 1 << 20
SIZE = (1280, 800)
FRAME_SECONDS = 1 / 60
WORDS = "level 7"
"""What is searched for."""


@dataclass(frozen=True)
class Measured:
    """What was measured, in seconds."""

    opened: float
    filtered: float
    scrolling: list[float]
    importing: list[float]
    imported_games: int
    import_took: float


def measure(folder: Path, megabytes: int) -> Measured:
    """Fill a library in this folder, and use it. `megabytes`: the size of the PGN file that is imported."""
    library, pgn = folder / "games.sqlite3", folder / "games.pgn"
    games = list(islice(_random_games(), DIFFERENT_GAMES))
    _fill(library, games)
    _write_pgn(pgn, games, megabytes * MEGABYTE)
    app = App(Options(size=SIZE, settings_path=folder / "settings.toml", library_path=library))
    try:
        _step_while(app, lambda: app.first_picture_seconds is None)
        begun = time.perf_counter()
        app.stage.show_library()
        screen = app.screen
        assert isinstance(screen, LibraryScreen)
        _step_while(app, lambda: not screen.games.words)
        opened = time.perf_counter() - begun
        filtered = _filter(app, screen)
        scrolling = _scroll(app, screen)
        begun = time.perf_counter()
        importing, count = _import(app, screen, pgn)
        return Measured(opened, filtered, scrolling, importing, count, time.perf_counter() - begun)
    finally:
        app.close()


def _random_games() -> Iterator[Game]:
    """Games of every kind, against every level."""
    chance = random.Random(1)
    while True:
        board = Board(chance.choice(variants()), seed=1)
        for _ in range(chance.randrange(10, LONGEST_PLIES)):
            if moves := board.legal_moves:
                board.push(chance.choice(moves))
        level = chance.randint(1, 11)
        game = Game.from_board(board, {"White": "Person", "Black": f"Computer, level {level}"})
        game.headers["Date"] = f"2026.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}"
        game.set_result(chance.choice(("1-0", "0-1", "1/2-1/2")))
        yield game


def _fill(path: Path, games: list[Game]) -> None:
    """Make a library in which these games occur again and again."""
    kept = [snapshot(game, PlayState(None, 1 + number % 11)) for number, game in enumerate(games)]
    with GameDatabase(path) as database, database.writing(durable=False) as connection:
        for number in range(GAMES):
            one = kept[number % len(kept)]
            insert(connection, replace(one, headers={**one.headers, "Round": f"{number}"}))


def _write_pgn(path: Path, games: list[Game], size: int) -> None:
    """Write these games again and again, each time with another header."""
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
    with GameDatabase(app.stage.library_path) as database:
        app.frame_seconds.clear()
        read(app.stage, database, [Source.of_file(path)], lambda imported: counts.append(imported.read))
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


def _step_while(app: App, condition: Callable[[], bool]) -> None:
    while condition():
        app.step()
