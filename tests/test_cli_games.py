"""The command ``games``: its output when it lists, exports, imports, deletes and counts games."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.library_games import played
from wormhole.base import atomic_files
from wormhole.cli import main
from wormhole.commands import games as games_command
from wormhole.library import pgn
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState

ROOT = Path(__file__).resolve().parents[1]
BAD_PGN = '[White "Ada"]\n\n1. e4 e5 *\n\n[White "Bob"]\n\n1. e4 e5\n2. Nf7 *\n\n[White "Cy"]\n\n1. d4 *\n'


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "library" / "games.sqlite3"
    with GameDatabase(path) as library:
        library.add(played("e4 e5", White="Ada", Black="Bob", Result="1-0", Date="2026.11.20"))
        library.add(played("e4", "wormhole", White="Person", Date="2026.11.21"), PlayState(None, 3))
        library.add(played("d4 d5 c4", White="Zoë", Black="Ada", Result="1/2-1/2", Date="2026.11.22"))
        won = played("e4", White="Person", Black="Level 3", Result="1-0", Date="2026.11.22")
        library.add(won, PlayState(None, 3))
    return path


@pytest.fixture
def games(path, capsys):
    """Runs ``games``; gives its exit status, output and errors."""

    def run(*words, library=path):
        try:
            status = main(["games", "--library", str(library), *map(str, words)])
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run


def numbers(path):
    with GameDatabase(path) as library:
        return library.find()


# A list


@pytest.mark.parametrize(
    ("words", "listed"),
    [
        ((), [4, 3, 2, 1]),
        (("--limit", 2), [4, 3]),
        (("--variant", "wormhole"), [2]),
        (("--player", "ada"), [3, 1]),
        (("--player", "ADA bob"), [1]),
        (("--player", "zoë"), [3]),
        (("--result", "1-0"), [4, 1]),
        (("--result", "1-0", "--player", "level"), [4]),
        (("--variant", "smess"), []),
    ],
)
def test_games_are_listed(games, words, listed):
    status, out, err = games(*words)
    assert status == 0
    assert [int(line.split()[0]) for line in out.splitlines()] == listed
    assert ("No game in the library matches" in err) == (not listed)
    assert ("2 more" in err) == ("--limit" in words)


def test_a_line_says_what_was_played(games):
    assert games("--player", "bob")[1] == "     1  2026.11.20  Chess  Ada - Bob  1-0  2 plies\n"


@pytest.mark.parametrize("words", [["games", "--library"], ["games", "stats", "--library"]])
def test_the_library_is_named_before_or_after_the_action(path, capsys, words):
    assert main([*words, str(path)]) == 0
    assert capsys.readouterr().out.count("\n") > 3


def test_without_a_library_named_it_is_the_persons_own(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["games"]) == 0
    assert capsys.readouterr().err == "No game in the library matches.\n"


def test_strange_letters_do_not_end_a_list(path):
    done = child(["--library", path], PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zo? - Ada" in done.stdout


# Export


REFUSED = "Other programs do not know Wormhole Chess and will refuse this file.\n"


@pytest.mark.parametrize(
    ("words", "players", "warning"),
    [
        (["last"], ["Person"], ""),
        (["1"], ["Ada"], ""),
        (["all"], ["Ada", "Person", "Zoë", "Person"], REFUSED),
    ],
)
def test_games_are_exported(games, tmp_path, words, players, warning):
    status, out, err = games("export", *words)
    assert (status, err) == (0, "")
    assert [game.headers["White"] for game in pgn.read(out)] == players
    file = tmp_path / "out.pgn"
    assert games("export", *words, file) == (0, "", warning)
    assert file.read_text("utf-8") == out


def test_the_filters_choose_what_is_exported(games):
    assert [game.headers["White"] for game in pgn.read(games("--player", "ada", "export", "all")[1])] == [
        "Ada",
        "Zoë",
    ]
    assert '[White "Ada"]' in games("--player", "bob", "export", "last")[1]


def test_what_is_exported_is_utf_8(path, tmp_path):
    done = child(["export", "3", "--library", path], PYTHONIOENCODING="latin-1")
    assert '[White "Zoë"]' in done.stdout


@pytest.mark.parametrize("which", ["5", "0", "-1", "first", "9" * 5000, "\0", "1.0", "²"])
def test_a_game_that_is_not_there_is_not_exported(games, tmp_path, which):
    file = tmp_path / "out.pgn"
    status, out, err = games("export", "--", which, file)
    assert (status, out) == (2, "")
    assert "The library has no game" in err
    assert len(err) < 400
    assert not file.exists()


def test_a_file_is_replaced_only_on_demand(games, tmp_path):
    file = tmp_path / "out.pgn"
    file.write_text("mine")
    status, out, err = games("export", "last", file)
    assert (status, out) == (2, "")
    assert "exists already; --force replaces it." in err
    assert file.read_text() == "mine"
    assert games("export", "last", file, "--force")[0] == 0
    assert '[White "Person"]' in file.read_text()


@pytest.mark.parametrize("name", ["", "none/out.pgn", "\0", "a" * 300])
def test_a_file_that_cannot_be_written_is_one_line(games, tmp_path, name):
    status, out, err = games("export", "all", tmp_path / name, "--force")
    warning, error = err.splitlines()
    assert (status, out) == (2, "")
    assert "other programs" in warning.lower()
    assert error.startswith("wormhole-chess: ")
    assert len(error) < 400


def test_a_full_disk_leaves_the_old_file(games, tmp_path, monkeypatch):
    file = tmp_path / "out.pgn"
    file.write_text("mine")

    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(atomic_files.os, "fsync", fail)
    status, _, err = games("export", "all", file, "--force")
    assert status == 2
    assert err.endswith("out.pgn: No space left on device\n")
    assert file.read_text() == "mine"
    assert os.listdir(tmp_path) == ["library", "out.pgn"]


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_exported(games, path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE records SET movetext = '1. e2e9' WHERE number = 3")
        connection.commit()
    status, out, err = games("export", "all")
    assert status == 1
    assert len(list(pgn.read(out))) == 3
    assert "Game 3 of the library cannot be read" in err


# Import


def test_games_are_imported_once(games, tmp_path):
    file = tmp_path / "in.pgn"
    file.write_text(BAD_PGN.replace("Nf7", "Nf3"))
    assert games("import", file) == (0, f"{file}: 3 games added\n", "")
    assert games("import", file) == (0, f"{file}: 0 games added, 3 games already in the library\n", "")
    assert games("import", file, file, library=tmp_path / "new" / "g.sqlite3")[1].splitlines() == [
        f"{file}: 3 games added",
        f"{file}: 0 games added, 3 games already in the library",
    ]


def test_a_bad_game_is_named_and_the_others_are_imported(games, path, tmp_path):
    file = tmp_path / "bad.pgn"
    file.write_text(BAD_PGN)
    status, out, err = games("import", file)
    assert (status, out) == (1, f"{file}: 3 games added, 1 game up to an error\n")
    assert err.startswith(f"{file}: game 2, line 8: ")
    assert "Nf7" in err
    assert err.count("\n") == 1
    assert len(numbers(path)) == 7
    file.write_text(BAD_PGN.replace("1. e4 e5\n2. ", "\n1. "))
    status, out, err = games("import", file)
    words = "0 games added, 2 games already in the library, 1 game with errors"
    assert (status, out) == (1, f"{file}: {words}\n")


def test_what_is_read_leniently_is_told(games, path, tmp_path, monkeypatch):
    file = tmp_path / "odd.pgn"
    file.write_text(BAD_PGN.replace("Nf7", "Nf3=+").replace("1. d4", "1) d4"))
    assert games("import", file) == (
        0,
        f"{file}: 3 games added, 2 games with warnings\n",
        f"{file}: game 2, line 8: 'Nf3=+' is read as Nf3 =+\n"
        f"{file}: game 3, line 12: '1)' is read as a move's number\n",
    )
    monkeypatch.setattr(games_command, "MOST_WARNED", 1)
    assert games("import", file)[2].count("\n") == 1


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_imported(games, path, tmp_path):
    good = tmp_path / "good.pgn"
    good.write_text('[White "Ada"]\n\n1. e4 *\n')
    status, out, err = games("import", tmp_path / "none.pgn", tmp_path, good)
    assert (status, out) == (1, f"{good}: 1 game added\n")
    assert err.splitlines() == [
        f"{tmp_path / 'none.pgn'}: No such file or directory",
        f"{tmp_path}: this is a folder",
    ]


def test_games_of_an_own_variant_are_imported_with_its_file(games, path, tmp_path):
    own, file = tmp_path / "mine.toml", tmp_path / "mine.pgn"
    own.write_text('inherits = "chess"\ntitle = "Mine"\n')
    file.write_text('[Variant "mine"]\n[Date "2026.11.23"]\n\n1. e4 *\n')
    status, _, err = games("import", file)
    assert status == 1
    assert "there is no game called 'mine'" in err
    assert games("import", file, "--variant", own)[0] == 0
    own.unlink()
    assert '[Variant "mine"]' in games("export", "last")[1]
    status, _, err = games("import", file, "--variant", own)
    assert status == 2
    assert "mine.toml" in err


# Deleting and counting


def test_games_are_deleted_all_or_none(games, path):
    status, _, err = games("delete", 1, 9)
    assert status == 2
    assert "The library has no game 9." in err
    assert numbers(path) == [4, 3, 2, 1]
    assert games("delete", 1, 2, 1) == (0, "2 games deleted\n", "")
    assert numbers(path) == [4, 3]
    assert "The library has no game 1" in games("delete", 1)[2]
    assert games("delete", "x")[0] == 2


def test_results_are_counted(games, path):
    status, out, _ = games("stats")
    lines = {line[:32].strip(): line[32:].split() for line in out.splitlines() if "won" in line}
    one = ["1", "won", "0", "drawn", "0", "lost"]
    assert status == 0
    assert lines == {"All games": one, "As White": one, "Chess": one, "Level 3": one}
    assert "Estimated strength: " not in out  # of one game
    with GameDatabase(path) as library:
        for number in range(1, 5):
            library.add(played("e4", Round=str(number), Result="1-0"), PlayState(None, 3))
    assert "Estimated strength: " in games("stats")[1]
    assert "1 won" not in games("--variant", "wormhole", "stats")[1]


# Libraries that cannot be used


def test_a_library_that_is_missing_is_not_made_by_looking_for_it(games, tmp_path):
    missing = tmp_path / "typo" / "games.sqlite3"
    for words in ([], ["export", "all"], ["delete", "1"], ["stats"]):
        status, out, err = games(*words, library=missing)
        assert (status, out) == (2, "")
        assert "There is no library" in err
    assert not missing.parent.exists()


def test_a_damaged_library_is_set_aside_and_said(games, path):
    path.write_bytes(path.read_bytes()[:3000])
    status, _, err = games()
    assert status == 0
    assert "was damaged and renamed to games.sqlite3.bad." in err
    assert path.with_name("games.sqlite3.bad").stat().st_size == 3000


@pytest.mark.parametrize("words", [[], ["export", "all"], ["stats"], ["delete", "1"]])
def test_a_database_of_another_program_stays_as_it_is(games, tmp_path, words):
    other = tmp_path / "notes.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    before = other.read_bytes()
    status, out, err = games(*words, library=other)
    assert (status, out) == (2, "")
    assert "is a database of another program" in err
    assert other.read_bytes() == before


@pytest.mark.parametrize("name", ["/", os.devnull, "\0", "a" * 300])
def test_what_is_no_file_is_one_line(games, name):
    status, out, err = games("import", os.devnull, library=name)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert len(err) < 400


# The output


def child(words, **environment):
    return subprocess.run(
        [sys.executable, "main.py", "games", *map(str, words)],
        cwd=ROOT, env=os.environ | environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is Linux's")
@pytest.mark.parametrize("words", [[], ["export", "all"]])
def test_a_full_disk_behind_the_output_is_one_line(path, words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "main.py", "games", *words, "--library", str(path)],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "wormhole-chess: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
@pytest.mark.parametrize("words", [["--limit", "5000"], ["export", "all"]])
def test_who_reads_only_the_first_line_gets_no_traceback(tmp_path, words):
    path = tmp_path / "games.sqlite3"
    with GameDatabase(path) as library:
        text = "".join(f'[White "{number} {"x" * 190}"]\n\n1. e4 *\n\n' for number in range(500))
        for _ in library.import_games(pgn.text_lines(text)):
            pass
    with subprocess.Popen(
        [sys.executable, "main.py", "games", "--library", str(path), *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 141


# Writing onto what the program keeps


@pytest.mark.parametrize("words", [("export", "all"), ("export", "last")])
@pytest.mark.parametrize("name", ["itself", "link", "hard link", "the log"])
def test_the_library_is_not_replaced_by_an_export_of_it(games, path, tmp_path, words, name):
    before = numbers(path)
    target = tmp_path / "games.pgn"
    if name == "itself":
        target = path
    elif name == "link":
        target.symlink_to(path)
    elif name == "hard link":
        os.link(path, target)
    else:
        target = path.with_name(f"{path.name}-wal")
    status, out, errors = games(*words, target, "--force")
    assert status == 2
    assert not out
    assert "the program keeps its own data in this file" in errors
    assert numbers(path) == before


OWN = ("config/wormhole-chess/settings.toml", "config/wormhole-chess/engines.toml")
OWN_DATA = ("data/wormhole-chess/games.sqlite3", "data/wormhole-chess/puzzles.jsonl")


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are named by the environment on Linux")
@pytest.mark.parametrize("own", [*OWN, *OWN_DATA])
@pytest.mark.parametrize(
    "command",
    [
        "games export all",
        "picture --force --out",
        "match ours ours --games 2 --pgn",
        "match ours ours --games 2 --keep",
        "mine wormhole --count 1 --out",
        "train wormhole --hours 0 --out",
        "train wormhole --hours 0 --chart",
    ],
)
def test_no_command_writes_onto_a_file_of_the_user(path, tmp_path, monkeypatch, capsys, own, command):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    target = tmp_path / own
    target.parent.mkdir(parents=True)
    target.write_bytes(b"mine")
    other_name = tmp_path / "other.png"
    os.link(target, other_name)
    words = command.split()
    forced = ["--force"] if words[0] == "games" else []
    library = ["--library", str(path)] if words[0] == "games" else []
    for name in (target, other_name):
        with pytest.raises(SystemExit) as end:
            main([words[0], *library, *words[1:], str(name), *forced])
        assert end.value.code == 2
        assert "the program keeps its own data in this file" in capsys.readouterr().err
    assert target.read_bytes() == b"mine"


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are named by the environment on Linux")
@pytest.mark.parametrize("own", [*OWN, "data/wormhole-chess/puzzles.jsonl"])
@pytest.mark.parametrize("words", ["games --library", "play --library"])
def test_no_file_of_the_user_becomes_a_library(tmp_path, monkeypatch, capsys, own, words):
    """It would be taken for a damaged one, and renamed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    target = tmp_path / own
    target.parent.mkdir(parents=True)
    target.write_bytes(b"mine")
    with pytest.raises(SystemExit) as end:
        main([*words.split(), str(target)])
    assert end.value.code == 2
    assert "the program keeps its own data in this file" in capsys.readouterr().err
    assert [path.name for path in target.parent.iterdir()] == [target.name]
