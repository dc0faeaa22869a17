"""A library that is damaged, foreign, of another version, or on a disk that cannot be written."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import threading
from concurrent.futures import Future, wait
from contextlib import closing, contextmanager

import pytest

from tests.support.data_files import DATA
from tests.support.library_games import names, played
from tests.support.patience import PATIENCE_SECONDS
from wormhole.library.database import connections
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState

VERSION_1, VERSION_2 = ((DATA / "library" / f"version{number}.sql").read_text("utf-8") for number in (1, 2))
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


def made_by(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


def good(path, games=3):
    with GameDatabase(path) as library:
        for number in range(games):
            library.add(played("e4 e5", White=f"Ada {number}"), PlayState(None, 3))
    return path


@contextmanager
def held(path, how, seconds):
    """Another program holds the library for so long; yields the timer of the end."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute(f"BEGIN {how}")
        end = threading.Timer(seconds, other.execute, ["ROLLBACK"])
        end.start()
        yield end


def test_a_library_that_another_window_is_making_is_waited_for(path):
    good(path)
    with held(path, "IMMEDIATE", 0.3) as end, GameDatabase(path) as library:
        end.join()
        assert library.add(played("e4")) == 4


def test_a_library_that_was_in_use_is_written_to_afterwards(path, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE_SECONDS", 0.5)
    good(path)
    # It ends while the library is opened: a first try fails, a second one would succeed.
    with held(path, "EXCLUSIVE", 0.75) as end:
        troubles = []
        try:
            library = GameDatabase(path)
        except LibraryError as error:
            troubles.append(str(error))
            end.join()
            library = GameDatabase(path)
        end.join()
        with library:
            assert library.add(played("e4")) == 4
        assert all("another program is using it" in trouble for trouble in troubles)


@pytest.mark.parametrize(("script", "games"), [(VERSION_1, [1]), (VERSION_2, [1, 2])], ids=["1", "2"])
def test_older_versions_are_brought_up_to_date(path, script, games):
    with GameDatabase(made_by(path, script)) as library:
        assert library.complaint is None
        kept = library.game(1)
        assert kept.game.at((0, 1)).nags == {1}
        assert kept.game.end().clock() == 90
        assert kept.play == PlayState(None, 3, (0, 0), True)
        assert library.unfinished()[0].number == games[-1]
        assert sorted(library.find()) == games
        # Those whose positions were kept, and those whose were not.
        assert sorted(library.find(Query(fen=played("e4").end().board().fen(), opening="e4"))) == games
        assert library.add(played("e4")) == (2 if games == [1] else 4)
    assert schema_of(path) == schema_of(good(path.with_name("new.sqlite3")))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def schema_of(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchall() + sorted(
            connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        )


def test_the_own_and_the_deleted_games_of_version_2_are_kept(path):
    with GameDatabase(made_by(path, VERSION_2)) as library:
        kept = library.game(2)
        assert (kept.game.start.variant.title, kept.play.path) == ("Mine", (0,))
        assert library.undelete([3]) == 1
        assert library.game(3).game.movetext() == "1. d2d4"


def back_to_version_3(path):
    """Undo the newest changes of the tables; the games stay."""
    with closing(sqlite3.connect(path)) as connection:
        for each in ("TABLE segments", "TABLE segment_positions", "TABLE changes", "INDEX played_games"):
            connection.execute(f"DROP {each}")
        for statement in connections.statements_to(3):
            if not statement.startswith("DROP"):
                connection.execute(statement)
        connection.execute("PRAGMA user_version = 3")
        connection.commit()


def test_names_kept_by_version_3_are_found_without_accents(path):
    with GameDatabase(path) as library:
        for name in ("Müller", "Łukasz Groß", "Bob"):
            library.add(played("e4", White=name))
    with closing(sqlite3.connect(path)) as connection:
        for number, words in enumerate(("chess müller", "chess łukasz gross", "chess bob"), 1):
            connection.execute("UPDATE games SET words = ? WHERE number = ?", (words, number))
        connection.commit()
    back_to_version_3(path)
    with GameDatabase(path) as library:
        assert library.complaint is None
        for text in ("muller", "MÜLLER", "Mu\u0308ller"):
            assert names(library, library.find(Query(text=text))) == ["Müller"]
        assert names(library, library.find(Query(text="lukasz groß"))) == ["Łukasz Groß"]
        assert names(library, library.find(Query(text="bob"))) == ["Bob"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (connections.newest(),)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("script", [VERSION_1, VERSION_2], ids=["1", "2"])
def test_a_migration_that_fails_leaves_the_file_as_it_was(path, script, monkeypatch):
    before = made_by(path, script).read_bytes()
    statements_to = connections.statements_to

    def fail(version):
        yield from statements_to(version)
        if version == connections.newest():
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(connections, "statements_to", fail)
    with pytest.raises(LibraryError, match="the disk is full"):
        GameDatabase(path)
    assert path.read_bytes() == before
    monkeypatch.undo()
    with GameDatabase(path) as library:
        assert library.game(1).game.end().clock() == 90


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (VERSION_1 + "PRAGMA user_version = 999;", "newer version of this program"),
        ("CREATE TABLE notes (text); PRAGMA user_version = 1;", "another program"),
        (
            "CREATE VIEW games AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)"
            " SELECT * FROM n",
            "another program",
        ),
    ],
)
def test_databases_of_others_stay_as_they_are(path, script, words):
    before = made_by(path, script).read_bytes()
    with pytest.raises(LibraryError, match=words):
        GameDatabase(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


BAD_SCHEMAS = {
    "trigger": "CREATE TRIGGER evil AFTER INSERT ON games BEGIN DELETE FROM records; END;",
    "view": "ALTER TABLE games RENAME TO g; CREATE VIEW games AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
    " SELECT i + 1 FROM n) SELECT i AS number, g.* FROM n, g;",
    "generated column": "ALTER TABLE games ADD COLUMN x GENERATED ALWAYS AS (zeroblob(900000000));",
    "missing table": "DROP TABLE records;",
    "missing index": "DROP INDEX played_games;",
    "another table": "CREATE TABLE more (x);",
}


@pytest.mark.parametrize("change", BAD_SCHEMAS.values(), ids=BAD_SCHEMAS)
def test_a_changed_schema_does_not_run(path, change):
    made_by(good(path), change)
    with GameDatabase(path) as library:
        assert "renamed to games.sqlite3.bad" in library.complaint
        number = library.add(played("e4"))
        assert library.game(number).game.movetext() == "1. e2e4"


@pytest.mark.parametrize(
    "content", [b"no database at all", b"\0" * 5000, b"SQLite format 3\0" + b"x" * 2000, b"SQLite format 3\0"]
)
def test_a_file_that_is_no_database_is_set_aside(path, content):
    for number in ("", "2"):
        path.write_bytes(content)
        with GameDatabase(path) as library:
            assert f"renamed to games.sqlite3.bad{number}." in library.complaint
            assert library.find() == []
        assert path.with_name(f"games.sqlite3.bad{number}").read_bytes() == content
        for each in path.parent.glob("games.sqlite3"):
            each.unlink()


def test_readable_games_are_taken_over(path):
    made_by(good(path, 5), "DROP TABLE positions;")
    with GameDatabase(path) as library:
        assert "recovered from it: 5" in library.complaint
        assert names(library, library.find()) == [f"Ada {number}" for number in (4, 3, 2, 1, 0)]
        assert library.game(3).play == PlayState(None, 3)


def test_the_log_goes_with_the_file(path):
    """What was committed last may be in the log only."""
    library = GameDatabase(path)
    for _ in range(3):
        library.add(played("e4"))
    copies = {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
    library.close()
    for end, content in copies.items():
        path.with_name(path.name + end).write_bytes(content)
    made_by(path, "PRAGMA journal_mode = DELETE") if not copies["-wal"] else None
    with GameDatabase(path) as again:
        assert len(again.find()) == 3


def test_a_lost_log(path):
    good(path)
    library = GameDatabase(path)
    library.add(played("e4"))
    content = path.read_bytes()
    library.close()
    path.write_bytes(content)
    with GameDatabase(path) as again:
        assert len(again.find()) in (3, 4)


@pytest.fixture(scope="module")
def thirty_games(tmp_path_factory):
    return good(tmp_path_factory.mktemp("thirty") / "games.sqlite3", 30).read_bytes()


@pytest.mark.parametrize("seed", range(60))
def test_damaged_bytes(path, thirty_games, seed, monkeypatch):
    """Any damage ends with the games, fewer games or a message; the file can be used again."""
    if seed % 2:
        # As in a large file, a damage is met only when it is read.
        monkeypatch.setattr(connections, "CHECKED_AT_ONCE", 0)
    content = bytearray(thirty_games)
    dice = random.Random(seed)
    if seed % 3 == 0:
        del content[dice.randrange(len(content)) :]
    for _ in range(dice.choice((1, 3, 30, 3000))):
        if content:
            content[dice.randrange(len(content))] = dice.randrange(256)
    path.write_bytes(content)
    use_anyhow(path)


def use_anyhow(path):
    """Read, list, write and read again: only our errors may come, and after some of them none."""
    for _ in range(4):
        try:
            with GameDatabase(path) as library:
                for number in library.find():
                    library.rows([number])
                    try:
                        library.game(number)
                    except LibraryError as error:
                        assert len(str(error)) < 600  # noqa: PT017
                number = library.add(played("e4"), PlayState())
                assert library.game(number).game.movetext() == "1. e2e4"
                library.unfinished()
                library.statistics({3: 660})
            return
        except LibraryError as error:
            assert len(str(error)) < 600  # noqa: PT017
            if "was not changed" in str(error):
                return
    pytest.fail("the library stays damaged")


STRANGE = (None, b"\xff\xfe\0", "a\0b", "x" * 200_000, 9**18, -1, 1.5, "", "\u202e", '{"path": [1e999]}')


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: repr(value)[:12])
def test_strange_values_in_every_column(path, value):
    good(path, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for table in ("games", "records"):
            for _, column, _, required, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall():
                if column != "number" and not (required and value is None):
                    connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
            connection.commit()
    with GameDatabase(path) as library:
        (row,) = library.rows([1])
        assert all(
            not isinstance(part, str) or (part.isprintable() and len(part) <= 200)
            for part in vars(row).values()
        )
        for act in (lambda: library.game(1), library.unfinished, lambda: library.statistics({3: 660})):
            try:
                act()
            except LibraryError as error:
                assert len(str(error)) < 600  # noqa: PT017
        assert library.add(played("e4")) == 2


def test_a_folder_in_its_place(path):
    path.mkdir()
    with pytest.raises(LibraryError, match="this is a folder"):
        GameDatabase(path)


def test_a_missing_folder_is_made(tmp_path):
    with GameDatabase(tmp_path / "a" / "b" / "games.sqlite3") as library:
        assert library.add(played("e4")) == 1


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "a").write_text("a file")
    with pytest.raises(LibraryError, match="cannot be used"):
        GameDatabase(tmp_path / "a" / "games.sqlite3")


@pytest.mark.skipif(AS_ROOT, reason="root may write everywhere")
def test_a_read_only_library_can_be_read(path):
    good(path)
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with GameDatabase(path) as library:
            assert len(library.find()) == 3
            assert library.game(1).game.movetext() == "1. e2e4 e7e5"
            with pytest.raises(LibraryError, match="cannot be written"):
                library.add(played("e4"))
    finally:
        path.parent.chmod(stat.S_IRWXU)


def test_another_file_takes_its_place(path):
    """A window that is open goes on in the new file."""
    with GameDatabase(good(path)) as library:
        os.rename(path, path.with_name("moved.sqlite3"))
        assert library.find() == []
        assert library.add(played("e4")) == 1
    with GameDatabase(path) as again:
        assert again.find() == [1]


def test_another_window_makes_the_tables_while_they_are_looked_at(path):
    """The file is neither damaged nor another program's."""
    made = Future()

    def make():
        with closing(connections.connect(path)) as other:
            connections.prepare(other, path)
        made.set_result(None)

    def make_once(statement):
        if statement == "PRAGMA application_id":
            connection.set_trace_callback(None)
            threading.Thread(target=make).start()
            wait([made], timeout=0.5)  # it has to wait for us, if both are right

    with closing(connections.connect(path)) as connection:
        connection.set_trace_callback(make_once)
        connections.prepare(connection, path)
        made.result(PATIENCE_SECONDS)
        assert connection.execute("PRAGMA application_id").fetchone() == (connections.APPLICATION_ID,)
