"""PGN files are imported into the library: games that are added, known already, or bad."""

from __future__ import annotations

import os
import random
import threading

import pytest

from tests.support.library_games import OWN_GAME, played
from tests.support.patience import PATIENCE_SECONDS
from wormhole.base import children
from wormhole.base.children import Child
from wormhole.library import pgn
from wormhole.library.database import game_database, game_readers, writing
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase, ImportProgress
from wormhole.library.database.game_readers import read_games
from wormhole.library.pgn_parser import PgnError
from wormhole.library.play_state import PlayState
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import composed, load, variant
from wormhole.rules.variant import LeftSquare

GAME = '[White "{}"]\n[Variant "chess"]\n\n1. e4 e5 2. Nf3 *\n\n'


@pytest.fixture
def library(tmp_path):
    with GameDatabase(tmp_path / "games.sqlite3") as library:
        yield library


def imported(library, text, games=()):
    """The last progress, and the errors."""
    found = list(library.import_games(pgn.text_lines(text), games))
    return found[-1], [each.error for each in found if each.error is not None]


def whites(library):
    return [row.white for row in library.rows(sorted(library.find()))]


def test_progress_counts_every_game(library):
    text = "".join(map(GAME.format, range(150))) + "1. e4 e4 *\n\n" + GAME.format(7)
    counts = list(library.import_games(pgn.text_lines(text)))
    assert counts[-1] == ImportProgress(added=150, known=1, bad=1)
    assert [each.games for each in counts] == sorted(each.games for each in counts)
    assert len(counts) > 1
    assert whites(library) == [str(number) for number in range(150)]


@pytest.mark.parametrize(
    ("first", "second", "is_known"),
    [
        (GAME.format("Ada"), GAME.format("Ada"), True),
        # Only the notation differs.
        (GAME.format("Ada"), '[variant "chess"]\n[white "Ada"]\n1. e2-e4 e7e5 2.Ng1f3 *', True),
        (GAME.format("Ada"), GAME.format("Bob"), False),
        (GAME.format("Ada"), GAME.format("Ada").replace("Nf3", "Nc3"), False),
        (GAME.format("Ada"), GAME.format("Ada").replace("Nf3", "Nf3 {good}"), False),
        (GAME.format("Ada"), GAME.format("Ada").replace("*", "1-0"), False),
    ],
)
def test_equal_games_are_added_once(library, first, second, is_known):
    assert imported(library, first)[0] == ImportProgress(added=1)
    assert imported(library, second)[0] == ImportProgress(added=not is_known, known=is_known)
    assert imported(library, first + "\n\n" + second)[0].added == 0


def test_what_is_read_leniently_or_up_to_an_error_is_added_and_told(library):
    text = (
        "1. e4 e5 2. Nf3=+ Nc6) 3. Bb5~ 1:0\n\n"
        + '[White "Cut"]\n\n1. e4 e5 2. Nf3 Nf9 3. Bb5 1-0\n\n'
        + '[White "Both"]\n\n1.d4 dbl d5 2. Nf9 *\n\n'
        + "This is 1. e4 e5 2. Nf3 no game\n\n"
    )
    found = list(library.import_games(pgn.text_lines(text + GAME.format("Ada"))))
    assert found[-1] == ImportProgress(added=4, lenient=2, cut=2)
    told = [each.told for each in found if each.told is not None]
    assert [
        (game.number, [str(text) for text in game.warnings], game.error and game.error.line) for game in told
    ] == [
        (
            1,
            [
                "line 1: ')' closes nothing and is left out",
                "line 1: '1:0' is read as 1-0",
                "line 1: 'Nf3=+' is read as Nf3 =+ (and 1 more like it)",
            ],
            None,
        ),
        (2, [], 5),
        (
            3,
            [
                "line 9: 'd4 dbl' is read as d4",
                "line 11: 'This is 1. e4 e5 2. Nf3 no game' between games is left out",
            ],
            9,
        ),
    ]
    cut = library.game(next(number for number in library.find() if library.rows([number])[0].white == "Cut"))
    assert (str(cut.game).splitlines()[-2], cut.game.result) == ("1. e4 e5 2. Nf3 1-0", "1-0")


def test_a_deleted_game_is_added_again(library):
    imported(library, GAME.format("Ada"))
    library.delete(library.find())
    assert imported(library, GAME.format("Ada"))[0] == ImportProgress(added=1)
    assert whites(library) == ["Ada"]


def test_an_exported_game_of_this_program_is_known(library):
    library.add(played("e4 e5", "wormhole", White="Ada"), PlayState(None, 3))
    (text,) = library.export(library.find())
    assert imported(library, text)[0] == ImportProgress(known=1)


def test_what_was_added_stays_if_the_caller_stops(library):
    found = library.import_games(pgn.text_lines("".join(map(GAME.format, range(500)))))
    progress = next(found)
    found.close()
    assert 0 < progress.added < 500
    assert whites(library) == [str(number) for number in range(progress.added)]
    assert library.add(played("e4")) == progress.added + 1


def test_what_was_read_before_the_file_fails_is_added(library, tmp_path, monkeypatch):
    monkeypatch.setattr(pgn, "LONGEST_LINE", 1000)
    path = tmp_path / "long.pgn"
    path.write_text(GAME.format("Ada") + GAME.format("Bob") + "x" * 2000)
    with pytest.raises(PgnError, match=r"line 11 of .* is too long"):
        list(library.import_games(pgn.file_lines(path)))
    assert whites(library) == ["Ada", "Bob"]


def test_what_was_added_before_the_disk_is_full_stays(library, monkeypatch):
    monkeypatch.setattr(game_database, "IMPORTED_AT_ONCE", 2)
    insert = writing.insert

    def full(connection, kept, **more):
        if kept.headers["White"] == "5":
            raise LibraryError("The library cannot be used: the disk is full.")
        return insert(connection, kept, **more)

    monkeypatch.setattr(writing, "insert", full)
    with pytest.raises(LibraryError, match="the disk is full"):
        list(library.import_games(pgn.text_lines("".join(map(GAME.format, range(9))))))
    assert whites(library) == ["0", "1", "2", "3"]


def test_another_window_writes_between_the_transactions(library, tmp_path):
    """No transaction is open while the caller has the turn."""
    text = "".join(map(GAME.format, range(200)))
    with GameDatabase(tmp_path / "games.sqlite3") as other:
        count = sum(
            other.add(played("d4", White="other")) > 0 for _ in library.import_games(pgn.text_lines(text))
        )
    assert whites(library).count("other") == count
    assert len(library.find()) == 200 + count


# On several cores

MANY = (
    "".join(map(GAME.format, range(40)))
    + "1. e4 e4 *\n\n1. e4 {so} (1. d4 d5) e5 *\n\n1. e4 e5 o-o *\n\n1. e4) e5 2: Nf3=+ *\n\n"
    + '[White "Cy"]\n\n1. e4~ e5 o-o *\n\n'
)


@pytest.fixture
def one_child(monkeypatch):
    """Let a child read games, of a text of any length: gives it no more than the first before it is ready."""
    is_ready, messages = threading.Event(), Child.messages

    def noted(child):
        for message in messages(child):
            yield message
            is_ready.set()  # the first message was taken
        is_ready.set()

    def waiting(lines):
        for number, line in enumerate(lines):
            assert number < 60 or is_ready.wait(PATIENCE_SECONDS)
            yield line

    monkeypatch.setattr(Child, "messages", noted)
    monkeypatch.setattr(game_readers, "READ_ALONE", 2)
    monkeypatch.setattr(game_readers, "READ_AT_ONCE", 4)
    monkeypatch.setattr(game_readers, "MOST_BATCHES", 1)  # so that all is given to the child
    return waiting


def content(found):
    """All that the library gets of what was read."""
    return [
        (str(each), each.number, each.line, dict(each.headers))
        if isinstance(each, PgnError)
        else (each.kept, each.digest, each.keys, each.number, each.warnings, str(each.error))
        for each in found
    ]


def test_a_child_reads_the_same_games(one_child, tmp_path):
    (tmp_path / "mine.toml").write_text(OWN_GAME)
    own = load(tmp_path / "mine.toml")
    text = MANY + 2 * str(played("e4 e5", own, White="Ada")) + str(played("e4 e5", "random-wormhole"))
    lines = pgn.text_lines(text)
    by_child = content(read_games(one_child(lines), [own], 1))
    assert by_child == content(read_games(lines, [own], 0))
    assert len(by_child) == 48


def test_games_of_a_child_that_is_killed_are_read_here(one_child, monkeypatch):
    sent = []
    send = Child.send

    def kill_soon(child, what):
        send(child, what)
        sent.append(what)
        if len(sent) > 3:
            child.kill()

    monkeypatch.setattr(Child, "send", kill_soon)
    lines = pgn.text_lines(MANY)
    assert content(read_games(one_child(lines), (), 1)) == content(read_games(lines, (), 0))
    assert len(sent) > 3


def test_a_child_that_cannot_be_started_is_not_missed(one_child, monkeypatch):
    monkeypatch.setattr(children, "child_command", lambda function: ["/no/such/program"])
    lines = pgn.text_lines(MANY)
    assert content(read_games(lines, (), 1)) == content(read_games(lines, (), 0))


# Games of other variants


@pytest.mark.parametrize(
    "rules",
    [LeftSquare.VANISHES, NoMove.DRAW, LeftSquare.STAYS],
)
def test_games_with_changed_rules(library, rules):
    game = played("e4 e5", composed(variant("wormhole"), rules), White="Ada")
    assert imported(library, str(game)) == (ImportProgress(added=1), [])
    kept = library.game(1).game
    assert (str(kept), kept.start.variant) == (str(game), game.start.variant)


def test_games_of_a_variant_from_a_file(library, tmp_path):
    (tmp_path / "mine.toml").write_text(OWN_GAME)
    own = load(tmp_path / "mine.toml")
    text = str(played("e4 e5", own, White="Ada"))
    progress, (error,) = imported(library, text)
    assert (progress, "no game called 'mine'" in str(error)) == (ImportProgress(bad=1), True)
    assert imported(library, text, [own])[0] == ImportProgress(added=1)
    assert imported(library, text, [own])[0] == ImportProgress(known=1)
    (tmp_path / "mine.toml").unlink()
    assert library.find(Query(variant="mine")) == [1]
    assert library.find(Query.of_position(library.game(1).game.end().board())) == [1]
    assert str(library.game(1).game) == text


# Files


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"\xef\xbb\xbf",
        b"; only a comment\n",
        b"\0" * 10_000,
        random.Random(1).randbytes(50_000),
        b"\x89PNG\r\n\x1a\n" + random.Random(2).randbytes(5_000),
        b"SQLite format 3\0" + b"\0" * 4000,
    ],
    ids=["empty", "lines", "mark", "comment", "zeros", "random", "picture", "database"],
)
def test_a_file_without_games_adds_nothing(library, tmp_path, content):
    path = tmp_path / "strange.pgn"
    path.write_bytes(content)
    *_, progress = library.import_games(pgn.file_lines(path))
    assert (progress.added, library.find()) == (0, [])


def test_what_is_no_file_is_an_error(library, tmp_path):
    for path, why in ((tmp_path, "folder"), (tmp_path / "none", "No such file"), (os.devnull, "ordinary")):
        with pytest.raises(PgnError, match=why):
            list(library.import_games(pgn.file_lines(path)))
    assert library.find() == []


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"], ids=repr)
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_codes(library, tmp_path, ends, code):
    path = tmp_path / "games.pgn"
    text = GAME.format("Zoë") + GAME.format("Åsa").replace("e5", "e5 {née}")
    path.write_bytes(text.replace("\n", ends).encode(code))
    *_, progress = library.import_games(pgn.file_lines(path))
    assert progress == ImportProgress(added=2)
    assert whites(library) == ["Zoë", "Åsa"]
    assert library.game(2).game.at((0, 0)).comment == "née"
