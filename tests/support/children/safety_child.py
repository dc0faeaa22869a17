"""Opens hostile files of every kind, and prints each forbidden action as a line of JSON.

Argument: a folder. ``given`` in it has the files to be opened; only ``library`` may be written, and
``secret`` must not be read.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import os
import pickle
import pkgutil
import socket
import sqlite3
import sys
import typing
from pathlib import Path
from urllib.parse import unquote

import numpy
import pygame

import wormhole
from tests.support.librarian import Librarian
from tests.support.scripted_player import ScriptedPlayer
from wormhole.cli import main as command
from wormhole.compiling.groups import NotCompiledError
from wormhole.library import pgn, settings
from wormhole.library.chosen_game import opened
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.loop_groups import BOARD

BASE = Path(sys.argv[1])
LIBRARY, GIVEN, SECRET = str(BASE / "library"), BASE / "given", str(BASE / "secret")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    f"os.{name}"
    for name in (
        "remove",
        "rename",
        "mkdir",
        "rmdir",
        "link",
        "symlink",
        "chmod",
        "chown",
        "truncate",
        "utime",
    )
} | {"shutil.move", "shutil.rmtree", "shutil.copyfile", "shutil.copytree", "tempfile.mkstemp"}
NEVER = (
    *("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile"),
    *("subprocess.Popen", "pty.spawn", "socket.", "urllib.Request", "webbrowser.open", "ftplib.", "smtplib."),
    *(
        "pickle.find_class",
        "sqlite3.enable_load_extension",
        "sqlite3.load_extension",
        "ctypes.dlopen",
        "exec",
    ),
    *("compile", "marshal.load", "code.__new__"),
)
OWN_SOURCES = ("<frozen importlib", typing.__file__)
"""Where Python imports a module, or evaluates the types of a class, that is needed for the first time."""

NAMING = ("opponent", "white_player", "black_player", "analysed_by", "demonstrated_by")
"""Settings that name a player."""

watches = False
busy = False


def faults_in(event: str, args: tuple[object, ...]) -> str | None:
    """What is wrong with an event; None for nothing."""
    if event == "open":
        path, mode, flags = args
        if not isinstance(path, (str, bytes, os.PathLike)):
            return None
        path = os.path.abspath(os.fsdecode(path))
        writes = any(letter in mode for letter in "wax+") if mode else bool(flags & WRITING)
        if (writes and not inside(path, LIBRARY)) or inside(path, SECRET):
            return path
    elif event in CHANGES:
        paths = [os.fsdecode(path) for path in args if isinstance(path, (str, bytes, os.PathLike))]
        return next((path for path in paths if path and not inside(os.path.abspath(path), LIBRARY)), None)
    elif event == "sqlite3.connect":
        name = unquote(str(args[0]).removeprefix("file:"))
        return None if name == ":memory:" or inside(name.split("?")[0], LIBRARY) else name
    elif event.startswith(NEVER):
        caller = inspect.currentframe().f_back.f_back
        return None if caller.f_code.co_filename.startswith(OWN_SOURCES) else repr(args)[:200]
    return None


def inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


def watch(event: str, args: tuple[object, ...]) -> None:
    global busy  # noqa: PLW0603
    if not watches or busy:
        return
    busy = True
    try:
        trouble = faults_in(event, args)
        if trouble is not None:
            os.write(1, json.dumps({"event": event, "what": trouble}).encode() + b"\n")
    finally:
        busy = False


def copied(path: Path, target: Path) -> Path:
    target.write_bytes(path.read_bytes())
    return target


def attempt(act, *words):
    """Do it; errors of ours are right."""
    try:
        return act(*words)
    except (wormhole.WormholeError, SystemExit):
        return None


def use_library(path: Path) -> None:
    with GameDatabase(path) as library:
        for number in library.find():
            library.rows([number])
            attempt(library.game, number)
        library.unfinished()
        library.statistics({3: 660.0})
        attempt(library.find, Query(text="ada", opening="e4"))
        attempt(library.find, Query(fen=wormhole.Board("chess").fen()))
        list(library.export(library.find()))
        list(library.import_games(pgn.text_lines('[White "Ada"]\n\n1. e4 *\n')))
        number = library.add(Game(wormhole.Board()), PlayState(None, 3))
        library.keep(number, Game(wormhole.Board()), PlayState(None, 3))
        library.delete([number])
        library.purge()


def use_window(folder: Path, **options: object) -> None:
    with Librarian(folder, (800, 600), player=ScriptedPlayer(), **options) as librarian:
        librarian.settle()
        librarian.open_library()
        librarian.key(pygame.K_DOWN)
        librarian.rest()
        librarian.key(pygame.K_RETURN, "\r")
        for _ in range(20):
            librarian.step()


def use_all() -> None:
    kept = Path(LIBRARY)
    for path in sorted(GIVEN.glob("*.engines")):  # the list of programs and the settings of somebody else
        copied(path, kept / "engines.toml")
        text = "".join(f'{name} = "engine:Evil"\n' for name in NAMING)
        (kept / "settings.toml").write_text(text)
        use_window(
            kept, start_game=True, black="person", variant="chess", library_path=kept / "clean.sqlite3"
        )
        print(json.dumps({"read": path.name, "games": 0}), flush=True)
    with GameDatabase(kept / "games.sqlite3") as library:
        for path in sorted(GIVEN.glob("*.pgn")):
            found = [attempt(str, each) for each in pgn.check_file(path)]
            list(library.import_games(pgn.file_lines(path)))
            print(json.dumps({"read": path.name, "games": len(found)}), flush=True)
        for path in sorted(GIVEN.glob("*.toml")):
            settings.load(copied(path, kept / "settings.toml"))
            game = attempt(opened, path)
            if game is not None:
                library.add(Game(wormhole.Board(game.variant)), PlayState())
                attempt(
                    lambda game=game: use_window(
                        kept,
                        variant=game.variant,
                        fen=wormhole.Board(game.variant).fen(),
                        start_game=True,
                        library_path=library.path,
                    ),
                )
            print(json.dumps({"read": path.name, "games": int(game is not None)}), flush=True)
    for path in sorted(GIVEN.glob("*.sqlite3")):
        mine = copied(path, kept / path.name)
        attempt(use_library, mine)
        attempt(command, ["games", "--library", str(mine)])
        attempt(command, ["games", "stats", "--library", str(mine)])
        mine = copied(path, kept / f"window {path.name}")
        use_window(kept, library_path=mine)
        print(json.dumps({"read": path.name, "games": 0}), flush=True)


def misbehave() -> None:
    """What would be seen if a file could make the program do it."""
    (BASE / "elsewhere" / "written").write_text("x")
    (BASE / "elsewhere" / "written").unlink()
    (BASE / "secret" / "picture.svg").read_text()
    os.system("true")
    sqlite3.connect(BASE / "elsewhere" / "other.sqlite3").close()
    exec("1")
    pickle.loads(b"cbuiltins\nlen\n.")
    with socket.socket():
        pass


def main() -> None:
    global watches  # noqa: PLW0603
    for module in pkgutil.walk_packages(wormhole.__path__, "wormhole."):
        if not module.name.endswith(("__main__", "gpu_fit")):  # this one needs PyTorch
            importlib.import_module(module.name)
    numpy.random.default_rng()
    with contextlib.suppress(NotCompiledError):
        BOARD.load()
    # What the window itself loads once is no matter of files.
    clean = Path(LIBRARY, "clean.sqlite3")
    use_library(clean)
    use_window(Path(LIBRARY), library_path=clean)
    sys.addaudithook(watch)
    watches = True
    use_all()
    print(json.dumps({"read": "everything", "games": 0}), flush=True)
    misbehave()
    watches = False


if __name__ == "__main__":
    main()
