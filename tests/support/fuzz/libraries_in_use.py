"""Damages libraries while a game is open, for the fuzzer: the game is in the library afterwards."""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
from pathlib import Path

from tests.support.fuzz.damaged_libraries import COMPANIONS, DAMAGES, LEFT_ALONE, Files, good_library
from wormhole import Board, menu
from wormhole.library import autosave as autosaves
from wormhole.library.autosave import Autosave
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game

GAMES = tuple(name for name in menu("family") if name != "random-wormhole")
"""Without one whose moves are known only once the dice are rolled."""
SAMPLES = ("Ada", "Müller", "Lovelace, Ada")
SECONDS = 8.0
PAUSE_SECONDS = 0.02
MARK = "played while it is damaged"


class LibrariesInUse:
    """A library in a folder, with a game that is played while the library is damaged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)
        self._good, _ = good_library(folder / "games.sqlite3")

    def use(self, text: str, dice: random.Random) -> None:
        """Play, damage the library meanwhile, and look for the game. ``text`` is White's name."""
        # A folder for each: the program may still close the files of the one before.
        usual = autosaves.WATCH_SECONDS, autosaves.RETRY_SECONDS
        autosaves.WATCH_SECONDS = autosaves.RETRY_SECONDS = PAUSE_SECONDS
        try:
            with tempfile.TemporaryDirectory(dir=self._folder, ignore_cleanup_errors=True) as own:
                self._use(Path(own, "games.sqlite3"), text, dice)
        finally:
            autosaves.WATCH_SECONDS, autosaves.RETRY_SECONDS = usual

    def _use(self, path: Path, text: str, dice: random.Random) -> None:
        path.write_bytes(self._good[""])
        troubles: list[str] = []
        autosave = Autosave(path, lambda: None, troubles.append)
        game = Game(Board(dice.choice(GAMES), seed=1), {"White": text[:100], "Event": MARK})
        kept = autosave.keep(game, PlayState(None, 3))
        _play(game, dice, 4)
        assert autosave.wait(SECONDS), "a move is not kept in time"
        is_log_damaged = False
        for _ in range(dice.choice((1, 1, 2))):
            is_log_damaged |= _damage(path, dice)
            if dice.random() < 0.5:
                _play(game, dice, 1)
            autosave.wait(dice.choice((0.0, 3 * PAUSE_SECONDS)))
        if dice.random() < 0.5:
            kept.close()
        trouble = autosave.close(SECONDS)
        assert len(troubles) < 10, "the same is told again and again"
        # Of a log that is damaged while it is read, SQLite sees nothing.
        if not is_log_damaged:
            _look_for(path, game, trouble)


def _look_for(path: Path, game: Game, trouble: str | None) -> None:
    if trouble is not None:
        assert any(words in trouble for words in LEFT_ALONE), f"the game is not kept: {trouble}"
        return
    # Who reads a damaged game of before finds the damage only then.
    with contextlib.suppress(LibraryError), GameDatabase(path) as library:
        for number in library.find():
            library.game(number)
    try:
        with GameDatabase(path) as library:
            found = [library.game(number).game.movetext() for number in library.find(Query(text=MARK))]
    except LibraryError as error:
        raise AssertionError(f"the game is lost: {error}") from None
    assert found == [game.movetext()], f"the game is there {len(found)} times"


def _play(game: Game, dice: random.Random, moves: int) -> None:
    for _ in range(moves):
        end = game.end()
        legal = end.board().legal_moves
        if legal:
            end.add_variation(dice.choice(legal))


def _damage(path: Path, dice: random.Random) -> bool:
    """Damage the files in place, or replace or delete them; returns whether the log was changed."""
    before = _read(path)
    files = {"": bytearray(), **{end: bytearray(content) for end, content in before.items()}}
    for _ in range(dice.choice((1, 1, 3))):
        dice.choice(DAMAGES)(files, dice)
    is_in_place = dice.random() < 0.6
    for end, content in files.items():
        if before.get(end) == content:
            continue
        target = Path(f"{path}{end}")
        if not (is_in_place and _is_written_in_place(target, content)):
            fresh = Path(f"{target}.new")
            fresh.write_bytes(content)
            os.replace(fresh, target)
    gone = [end for end in before if end not in files]
    if dice.random() < 0.2:
        gone.append("")
    for end in gone:
        Path(f"{path}{end}").unlink(missing_ok=True)
    return any(files.get(end) != before.get(end) for end in COMPANIONS[1:] if end in files)


def _is_written_in_place(target: Path, content: bytearray) -> bool:
    """Write into the file, unless there is none; returns whether it was written."""
    try:
        with target.open("r+b") as file:
            # SQLite maps the file -shm into memory: who shortens it in place ends all that have it open.
            if target.name.endswith("-shm") and len(content) < os.fstat(file.fileno()).st_size:
                return False
            file.write(content)
            file.truncate()
    except FileNotFoundError:  # the program may remove it meanwhile
        return False
    return True


def _read(path: Path) -> Files:
    found: Files = {}
    for end in COMPANIONS:
        file = Path(f"{path}{end}")
        with contextlib.suppress(FileNotFoundError):
            found[end] = bytearray(file.read_bytes())
    return found
