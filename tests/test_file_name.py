"""Names from strangers' files never lead out of the folder of their data."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.library_games import played
from wormhole import menu, variant
from wormhole.base.text_files import MOST_BYTES, file_name, is_file_name
from wormhole.engine.network import network_of, taught_file
from wormhole.gui.languages.catalogues import catalogue
from wormhole.gui.look.theme import Theme, ThemeError, load_theme
from wormhole.learn import course
from wormhole.learn.lesson import LessonError
from wormhole.learn.puzzle import shipped
from wormhole.library.database.game_database import GameDatabase
from wormhole.rules.game_file import parse
from wormhole.training.teacher import usual_folder
from wormhole.training.teaching import TrainingOrder

HOSTILE = [
    *("", ".", "..", "...", "../x", "..\\x", "/etc/passwd", "a/b", "a\\b", "C:", "C:x", "//server/share"),
    *(
        "a\0b",
        "a\nb",
        "\x7f",
        "\u202ex",
        "\ud800",
        "a ",
        " a",
        "a.",
        ".hidden",
        "~/x/",
        "a*",
        "a?",
        'a"',
        "a|b",
    ),
    *(
        "CON",
        "nul",
        "Aux.toml",
        "COM1",
        "lpt9.a.b",
        "COM\u00b9",
        "CONIN$",
        "x" * 101,
        "\u00e9" * 51,
        "x" * 10**6,
    ),
]
FIT = [
    "wormhole",
    "my game (2)",
    "Шахматы",
    "a.b",
    "~x",
    "-x",
    "console",
    "com",
    "com10",
    "nul-game",
    "x" * MOST_BYTES,
]


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:20]))
def test_a_hostile_name_becomes_another_one(name):
    assert not is_file_name(name)
    assert is_file_name(file_name(name))


@pytest.mark.parametrize("name", [*FIT, *menu("family")])
def test_a_name_that_files_can_have_stays(name):
    assert file_name(name) == name


@given(st.text(max_size=120), st.text(max_size=120))
def test_different_names_stay_different(one, other):
    assert is_file_name(file_name(one))
    assert (file_name(one) == file_name(other)) == (one == other)


@pytest.mark.parametrize("name", [*HOSTILE, "{folder}/elsewhere"], ids=lambda name: repr(name[:20]))
def test_a_game_of_any_name_is_taught_in_the_usual_folder(own_data, name):
    game = parse(variant("chess").definition, name.format(folder=own_data))
    usual = usual_folder(variant("chess")).parent
    order = TrainingOrder.usual(game, 1.0)
    assert taught_file(game).parent == order.out.parent == order.folder.parent == usual
    assert network_of(game) is None
    assert usual.is_relative_to(own_data)


def test_a_game_of_a_library_reads_no_network_and_no_teaching_elsewhere(own_data, tmp_path):
    """The name of a definition is a path to a stranger's files, which are there."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    mine = parse(variant("chess").definition.replace("Chess", "Mine"), "mine")
    path = tmp_path / "games.sqlite3"
    with GameDatabase(path) as library:
        number = library.add(played("e4", mine))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE definitions SET name = ?", (str(elsewhere / "x"),))
        connection.commit()
    with GameDatabase(path) as library:
        game = library.game(number).game.board().variant
    for suffix in (".npz", ""):
        place = elsewhere / f"x-{game.fingerprint}{suffix}"
        assert taught_file(game) != place
        assert usual_folder(game) != place
        assert os.path.dirname(taught_file(game)) != str(elsewhere)


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:20]))
def test_nothing_is_read_under_a_hostile_name(tmp_path, name):
    (tmp_path / "x.toml").write_text('extends = "night"', "utf-8")
    (tmp_path / "x.po").write_text('msgid ""\nmsgstr ""', "utf-8")
    folder = tmp_path / "themes"
    folder.mkdir()
    with pytest.raises(ThemeError):
        load_theme(name, folder)
    with pytest.raises(ThemeError):
        Theme.load(name)
    with pytest.raises(LessonError):
        course.lesson(name)
    assert shipped(name) == ()
    assert catalogue(name, [folder]).gettext("Yes") == "Yes"


@pytest.fixture
def own_data(tmp_path, monkeypatch):
    """A folder that stands for the user's own data."""
    folder = tmp_path / "data"
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: folder / name)
    return folder
