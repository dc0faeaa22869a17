"""Damages libraries of games in every way, and uses the rest of them, for ``tests.support.fuzz.fuzz``."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from wormhole import Board, menu
from wormhole.base.quoting import printable
from wormhole.library import pgn
from wormhole.library.database import connections, packing
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.game_rows import GameRow
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.game_file import parse

TABLES = ("games", "records", "definitions", "positions", "segments", "segment_positions", "changes")
SEGMENT = 6
"""Games of a segment, so that small libraries have some."""
SAMPLES = (
    '{"White": "Ada", "Variant": "wormhole", "Result": "*", "FEN": "4k3/8/8/8/8/8/8/4K3 w"}',
    "1. e2e4 { [%clk 0:01:00] } e7e5 ( 1... c7c5 $1 2. g1f3 ) 2. g1f3",
    '{"white_level": null, "black_level": 3, "path": [0, 1], "flipped": true}',
    'inherits = "chess"\ntitle = "Mine"\n[pieces.N]\nname = "Horse"\nsprite = "horse"\nmoves = "N"\n',
    "2026.11.22",
    "1-0",
    "computer",
    "2026-11-22T12:00:00.000",
)
COMPANIONS = ("", "-wal", "-shm")
PAGE = 4096
TRIES = 5
"""Each may set a damaged file aside, or find that another try has."""
LEFT_ALONE = ("was not changed", "it cannot be written to")
"""A database of another program or of a newer version; one whose header says that it is read-only."""
LEVELS = {1: 400.0, 3: 660.0}

Files = dict[str, bytearray]


class DamagedLibraries:
    """A library in a folder, which is damaged anew each time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "games.sqlite3"
        self._check_all = connections.CHECKED_AT_ONCE
        packing.PACKED_AT_ONCE = SEGMENT
        folder.mkdir(exist_ok=True)
        self._good = good_library(self._path)

    def use(self, text: str, dice: random.Random) -> None:
        """Damage the library and use it; ``text`` becomes a value of it. Raises AssertionError."""
        for path in self._path.parent.iterdir():
            path.unlink()
        files = {end: bytearray(content) for end, content in self._good[dice.randrange(2)].items()}
        by_value = dice.random() < 0.4
        if not by_value:
            for _ in range(dice.choice((1, 1, 2, 4))):
                dice.choice(DAMAGES)(files, dice)
        for end, content in files.items():
            self._path.with_name(self._path.name + end).write_bytes(content)
        if by_value:
            with closing(sqlite3.connect(self._path)) as connection:
                _change_values(connection, text, dice)
        # Of a large file, only the part that is read is checked.
        connections.CHECKED_AT_ONCE = dice.choice((0, self._check_all))
        try:
            self._use_anyhow(dice)
        finally:
            connections.CHECKED_AT_ONCE = self._check_all

    def _use_anyhow(self, dice: random.Random) -> None:
        for _ in range(TRIES):
            try:
                with GameDatabase(self._path) as library:
                    _use(library, dice)
                    self._check_complaint(library.complaint)
                return
            except LibraryError as error:
                if len(str(error)) > 1000:
                    raise AssertionError("a long message") from None
                if any(words in str(error) for words in LEFT_ALONE):
                    return
        raise AssertionError("the library stays damaged")

    def _check_complaint(self, complaint: str | None) -> None:
        aside = [*self._path.parent.glob("*.bad*")]
        assert (complaint is None) or aside, "the damaged file is gone"


def good_library(path: Path) -> list[dict[str, bytes]]:
    """Two states of one library: closed, and with a log."""
    with GameDatabase(path) as library:
        for number, name in enumerate(menu("family")):
            dice = random.Random(number)
            game = Game(Board(name, seed=number), {"White": f"Ada {number}", "Date": "2026.11.22"})
            for _ in range(12):
                node = dice.choice([game.end(), game.end().parent or game])
                moves = node.board().legal_moves
                node.add_variation(dice.choice(moves)).comment = "x" * dice.choice((0, 0, 0, 3000))
            game.set_result(dice.choice(("*", "1-0", "0-1", "1/2-1/2")))
            library.add(game, dice.choice((None, PlayState(None, 3), PlayState())))
        library.add(Game(Board(parse(SAMPLES[3], "mine"))), PlayState())
        library.find(Query(fen=Board("chess").fen()))
        library.delete([2])
    closed = {"": path.read_bytes()}
    with GameDatabase(path) as library:
        for _ in range(4):
            library.add(Game(Board("chess"), {"White": "Bob"}), PlayState())
        open_ = {end: path.with_name(path.name + end).read_bytes() for end in COMPANIONS}
    return [closed, open_]


def _use(library: GameDatabase, dice: random.Random) -> None:
    numbers = library.find()
    for row in library.rows(numbers):
        _check_row(row)
    for number in numbers:
        with suppress(LibraryError):
            str(library.game(number).game)
    library.unfinished()
    library.statistics(LEVELS)
    library.find(Query(text="ada", since=None, opening="e4", variant="chess"))
    library.find(Query(fen=Board("chess").fen()))
    for _ in library.import_games(pgn.text_lines('[White "Cy"]\n\n1. e4 *\n')):
        pass
    number = library.add(Game(Board()), PlayState(None, 3))
    assert library.game(number).game.headers.get("Variant") == "wormhole", "another game was read"
    library.keep(number, Game(Board("chess")), PlayState())
    library.delete([dice.choice([number, *numbers])])
    library.purge()


def _check_row(row: GameRow) -> None:
    texts = [value for value in vars(row).values() if isinstance(value, str)]
    assert all(len(text) <= 200 and printable(text) == text for text in texts), "a text that cannot be shown"


# --- damages ---


def _flip_bytes(files: Files, dice: random.Random) -> None:
    content = _one(files, dice)
    for _ in range(dice.choice((1, 3, 30, 3000))):
        if content:
            content[dice.randrange(len(content))] = dice.randrange(256)


def _flip_in_header(files: Files, dice: random.Random) -> None:
    content = _one(files, dice)
    for _ in range(dice.choice((1, 2, 5))):
        if len(content) > 100:
            content[dice.randrange(100)] = dice.choice((0, 1, 2, 255, dice.randrange(256)))


def _cut(files: Files, dice: random.Random) -> None:
    content = _one(files, dice)
    del content[dice.randrange(len(content) + 1) :]


def _cut_at_page(files: Files, dice: random.Random) -> None:
    content = _one(files, dice)
    del content[PAGE * dice.randrange(len(content) // PAGE + 1) :]


def _swap_pages(files: Files, dice: random.Random) -> None:
    content = files[""]
    count = len(content) // PAGE
    if count > 1:
        one, other = (PAGE * dice.randrange(count) for _ in range(2))
        page = content[one : one + PAGE]
        content[one : one + PAGE] = content[other : other + PAGE]
        if dice.random() < 0.5:
            content[other : other + PAGE] = page


def _clear_page(files: Files, dice: random.Random) -> None:
    content = files[""]
    if len(content) > PAGE:
        start = PAGE * dice.randrange(len(content) // PAGE)
        content[start : start + PAGE] = bytes([dice.choice((0, 255))]) * PAGE


def _lose_file(files: Files, dice: random.Random) -> None:
    files.pop(dice.choice(COMPANIONS[1:]), None)


def _stray_log(files: Files, dice: random.Random) -> None:
    files[dice.choice(COMPANIONS[1:])] = bytearray(dice.randbytes(dice.choice((0, 10, 32, 5000, 40_000))))


def _one(files: Files, dice: random.Random) -> bytearray:
    return files[dice.choice([*files, ""])]


DAMAGES = (
    _flip_bytes,
    _flip_in_header,
    _cut,
    _cut_at_page,
    _swap_pages,
    _clear_page,
    _lose_file,
    _stray_log,
)


def _change_values(connection: sqlite3.Connection, text: str, dice: random.Random) -> None:
    """Put strange values into the tables, as another program could."""
    connection.execute("PRAGMA ignore_check_constraints = ON")
    encoded = text.encode("utf-8", "surrogatepass")
    # Behind the number 2**63 - 1 there is no other one.
    values = (encoded, 0, -1, 2**63 - 2**40, 1e308, None, b"\xff\0", dice.randbytes(64))
    for _ in range(dice.choice((1, 2, 6))):
        table = dice.choice(TABLES)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if not columns:
            continue
        # Half of them are texts that need not be UTF-8.
        value, mark = (encoded, "CAST(? AS TEXT)") if dice.random() < 0.5 else (dice.choice(values), "?")
        where = "" if dice.random() < 0.3 else f"WHERE number = {dice.randrange(1, 20)}"
        with suppress(sqlite3.Error):
            connection.execute(f"UPDATE {table} SET {dice.choice(columns)} = {mark} {where}", (value,))
    connection.commit()
