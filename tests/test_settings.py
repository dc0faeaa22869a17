from __future__ import annotations

import errno
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples
from wormhole.library import own_games, settings, window_locks
from wormhole.library.settings import KeptSettings, Settings


def test_first_start_has_the_usual_settings_and_no_complaint(tmp_path):
    assert settings.load(tmp_path / "none" / "settings.toml") == (Settings(), None)


def test_what_is_saved_is_loaded(tmp_path):
    path = tmp_path / "new" / "settings.toml"
    chosen = Settings(volume=0.25, muted=True, motion=False, full_screen=True, side="random", level=3)
    settings.save(path, chosen)
    assert settings.load(path) == (chosen, None)
    settings.save(path, replace(chosen, level=2))
    assert settings.load(path)[0].level == 2
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.toml"]


def test_a_hand_edited_file_may_name_only_some(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("motion = false\nvolume = 1\n")
    assert settings.load(path) == (Settings(motion=False, volume=1), None)


def test_a_bad_settings_file_is_set_aside_and_reported(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("volume = = 3")
    loaded, complaint = settings.load(path)
    assert loaded == Settings()
    assert "settings.toml.bad" in complaint
    assert "line 1" in complaint
    assert (tmp_path / "settings.toml.bad").read_text() == "volume = = 3"
    assert not path.exists()


def test_a_second_bad_file_does_not_cover_the_first(tmp_path):
    path = tmp_path / "settings.toml"
    for text in ("first =", "second ="):
        path.write_text(text)
        settings.load(path)
    assert (tmp_path / "settings.toml.bad").read_text() == "first ="
    assert (tmp_path / "settings.toml.bad2").read_text() == "second ="


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("volume = 3.0", "volume"),
        ("volume = true", "volume"),
        ('muted = "yes"', "muted"),
        ("motion = 1", "motion"),
        ('side = "green"', "side"),
        ("side = [1]", "side"),
        ("level = 0", "level"),
        ("level = 1.5", "level"),
        ("full_screen = 0", "full_screen"),
    ],
)
def test_one_bad_value_is_named_and_the_rest_is_used(tmp_path, line, name):
    path = tmp_path / "settings.toml"
    other = "level = 2\n" if name != "level" else "muted = true\n"
    path.write_text(other + line + "\n")
    loaded, complaint = settings.load(path)
    assert name in complaint
    assert getattr(loaded, name) == getattr(Settings(), name)
    assert loaded.level == 2 or loaded.muted


def test_bytes_that_are_not_text(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe\x00volume")
    loaded, complaint = settings.load(path)
    assert loaded == Settings()
    assert "settings.toml.bad" in complaint


def test_unknown_names_are_ignored(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('weather = "dawn"\nlevel = 3\n')
    assert settings.load(path) == (Settings(level=3), None)


def test_clocks_are_kept_as_pgn_writes_them(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('clock = "300+3"\nother_clock = "1/30"\n')
    clocks = settings.load(path)[0].clocks
    assert (str(clocks.white), str(clocks.black)) == ("300+3", "1/30")
    path.write_text('clock = "300+3"\n')
    clocks = settings.load(path)[0].clocks
    assert clocks.white == clocks.black
    path.write_text('clock = "forever"\n')
    loaded, complaint = settings.load(path)
    assert not loaded.clocks
    assert "line 1, clock: 'forever' is not a time control such as 300+3" in complaint


def test_rules_that_an_older_version_has_saved_are_read(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('left_square = "vanish"\nstalemate = ""\n')
    loaded, complaint = settings.load(path)
    assert (loaded.rules, complaint) == ({"left_square": "vanish"}, None)
    settings.save(path, loaded)
    assert settings.load(path) == (loaded, None)


@pytest.mark.parametrize(
    "line", ['rules = { stalemate = "pat" }', 'rules = { weather = "dawn" }', "rules = 3"]
)
def test_a_bad_rule_is_refused(tmp_path, line):
    path = tmp_path / "settings.toml"
    path.write_text(line + "\n")
    loaded, complaint = settings.load(path)
    assert loaded.rules == {}
    assert "line 1, rules: " in complaint


@pytest.mark.parametrize("content", ["a long file", "not text", "a bad disk"])
def test_a_file_that_cannot_be_read_is_set_aside(tmp_path, monkeypatch, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(b"#" * (settings.MOST_BYTES + 1) if content == "a long file" else b"\xff")
    with monkeypatch.context() as patch:
        if content == "a bad disk":
            patch.setattr(settings.text_files, "read_bytes", raise_error)
        kept = KeptSettings(path)
    assert "settings.toml.bad" in kept.complaint
    kept.change(0.0, level=4)
    assert kept.save() is None
    assert (tmp_path / "settings.toml.bad").exists()
    assert settings.load(path) == (Settings(level=4), None)


def raise_error(*_):
    raise OSError(errno.EIO, "Input/output error")


def test_a_bad_file_that_cannot_be_renamed_stays(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    path.write_text("level = = 3\n")
    monkeypatch.setattr(settings, "set_aside", lambda path: None)
    kept = KeptSettings(path)
    kept.change(0.0, level=4)
    for _ in range(2):
        assert "can neither be read nor renamed" in kept.save()
    assert path.read_text() == "level = = 3\n"


def test_a_folder_in_its_place_stays(tmp_path):
    path = tmp_path / "settings.toml"
    path.mkdir()
    kept = KeptSettings(path)
    assert "this is a folder" in kept.complaint
    kept.change(0.0, level=4)
    assert "can neither be read nor renamed" in kept.save()
    assert [each.name for each in tmp_path.iterdir() if each.suffix != ".lock"] == ["settings.toml"]


def test_the_good_values_of_a_bad_file_are_written_again(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('level = 3\nvolume = "loud"\n')
    kept = KeptSettings(path)
    assert kept.saves_in(0.0) == 0.0
    assert kept.save_if_due(0.0) is None
    assert settings.load(path) == (Settings(level=3), None)


def test_many_games_of_ones_own_with_long_paths_are_kept(tmp_path):
    path = tmp_path / "settings.toml"
    kept = KeptSettings(path)
    for number in range(own_games.MOST_FILES):
        name = Path("/", "é" * 2000, f"{number}.toml")
        kept.change(0.0, own_games=own_games.added(kept.now.own_games, name))
    assert kept.save() is None
    loaded, complaint = settings.load(path)
    assert (len(loaded.own_games), complaint) == (own_games.MOST_FILES, None)


def test_settings_that_could_not_be_read_again_are_not_written(tmp_path):
    path = tmp_path / "settings.toml"
    kept = KeptSettings(path)
    kept.change(0.0, level=3)
    assert kept.save() is None
    kept.change(0.0, own_games=("/" + "x" * 5000,))
    assert "longer than 4096 characters" in kept.save()
    assert settings.load(path) == (Settings(level=3), None)
    kept.change(0.0, own_games=("/x",))
    assert kept.save() is None
    assert settings.load(path)[0].own_games == ("/x",)


# --- two windows ---


def test_a_window_keeps_what_another_one_has_written(tmp_path):
    path = tmp_path / "settings.toml"
    one, other = KeptSettings(path), KeptSettings(path)
    one.change(0.0, theme="day", own_games=("a",), game="omega", rules={"stalemate": "loss"})
    assert one.save() is None
    other.change(0.0, own_games=("b",), favourite_games=("chess",), level=5)
    assert other.save() is None
    both = Settings(
        theme="day",
        level=5,
        own_games=("b", "a"),
        favourite_games=("chess",),
        game="omega",
        rules={"stalemate": "loss"},
    )
    assert settings.load(path) == (both, None)
    assert (other.now.own_games, other.now.theme) == (("b", "a"), "night")
    one.change(0.0, own_games=())
    assert one.save() is None
    assert settings.load(path)[0].own_games == ("b",)


def test_the_chosen_game_and_its_rules_come_from_one_window(tmp_path):
    path = tmp_path / "settings.toml"
    one, other = KeptSettings(path), KeptSettings(path)
    one.change(0.0, game="omega", rules={"stalemate": "loss"})
    assert one.save() is None
    other.change(0.0, game="chess")
    assert other.save() is None
    found, _complaint = settings.load(path)
    assert (found.game, found.rules) == ("chess", {})


def test_settings_that_were_deleted_meanwhile_are_written_again(tmp_path):
    path = tmp_path / "settings.toml"
    kept = KeptSettings(path)
    kept.change(0.0, level=3)
    assert kept.save() is None
    path.unlink()
    kept.change(0.0, theme="day")
    assert kept.save() is None
    assert settings.load(path) == (Settings(level=3, theme="day"), None)


@pytest.mark.parametrize(("text", "level"), [("level = 3\nvolume = 30\n", 3), ("level = = 3", 2)])
def test_a_file_that_was_damaged_meanwhile_is_set_aside(tmp_path, text, level):
    path = tmp_path / "settings.toml"
    settings.save(path, Settings(name="Ada", level=2))
    kept = KeptSettings(path)
    path.write_text(text)
    kept.change(0.0, theme="day")
    assert "settings.toml.bad" in kept.save()
    assert settings.load(path) == (Settings(name="Ada", level=level, theme="day"), None)


def test_windows_that_save_at_the_same_time_lose_nothing(tmp_path):
    path, names = tmp_path / "settings.toml", ("a", "b", "c")
    together = threading.Barrier(len(names))

    def save_often(name):
        kept = KeptSettings(path)
        together.wait()
        for number in range(20):
            kept.change(0.0, own_games=(f"{name}{number}", *kept.now.own_games))
            while kept.save() is not None:  # on a busy machine its turn may not come in time
                pass

    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(save_often, names))
    found, _complaint = settings.load(path)
    assert sorted(found.own_games) == sorted(f"{name}{number}" for name in names for number in range(20))


def test_a_window_does_not_save_while_another_one_does(tmp_path, monkeypatch):
    monkeypatch.setattr(window_locks, "TURN_SECONDS", 0.1)
    path = tmp_path / "settings.toml"
    kept = KeptSettings(path)
    kept.change(0.0, level=3)
    with window_locks.turn(path):
        assert "another program is using it" in kept.save()
        assert not path.exists()
    assert kept.save() is None
    assert settings.load(path) == (Settings(level=3), None)


@pytest.mark.skipif(sys.platform == "win32", reason="locks are those of other systems")
def test_settings_are_saved_on_a_disk_without_locks(tmp_path, monkeypatch):
    def flock(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    kept = KeptSettings(tmp_path / "settings.toml")
    kept.change(0.0, level=3)
    assert kept.save() is None
    assert settings.load(tmp_path / "settings.toml")[0].level == 3


ENTRIES = {"a": ("a1", "a2", "a3"), "b": ("b1", "b2", "b3")}
"""The entries that each of two windows adds and removes."""
FIELDS = {"a": ("level", "theme"), "b": ("name", "folder")}
LISTS = ("own_games", "favourite_games", "played_games")
OFTEN = st.sampled_from("ab")
ACTS = st.one_of(
    st.tuples(OFTEN, st.just("save")),
    st.tuples(OFTEN, st.just("restart")),
    st.tuples(OFTEN, st.just("set"), st.integers(0, 1), st.integers(1, 9)),
    st.tuples(OFTEN, st.sampled_from(["first", "last", "remove"]), st.sampled_from(LISTS), st.integers(0, 2)),
)


@examples(300)
@given(st.lists(ACTS, max_size=40))
def test_no_change_of_two_windows_is_lost(acts):
    with TemporaryDirectory() as folder:
        path = Path(folder, "settings.toml")
        windows = {name: KeptSettings(path) for name in "ab"}
        fields, entries = {}, {name: set() for name in LISTS}
        for window, act, *more in acts:
            kept = windows[window]
            if act in ("save", "restart"):
                assert kept.save() is None
                windows[window] = KeptSettings(path) if act == "restart" else kept
            elif act == "set":
                name = FIELDS[window][more[0]]
                value = more[1] if name == "level" else f"{more[1]}"
                kept.change(0.0, **{name: value})
                fields[name] = value
            else:
                name, entry = more[0], ENTRIES[window][more[1]]
                others = tuple(each for each in getattr(kept.now, name) if each != entry)
                changed = {"first": (entry, *others), "last": (*others, entry), "remove": others}[act]
                kept.change(0.0, **{name: changed})
                (entries[name].discard if act == "remove" else entries[name].add)(entry)
        for kept in windows.values():
            assert kept.save() is None
        found, complaint = settings.load(path)
    assert complaint is None
    assert {name: getattr(found, name) for name in fields} == fields
    for name in LISTS:
        assert sorted(getattr(found, name)) == sorted(entries[name])
