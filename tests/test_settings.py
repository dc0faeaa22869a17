from __future__ import annotations

from dataclasses import replace

import pytest

from wormhole.library import settings
from wormhole.library.settings import Settings


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
