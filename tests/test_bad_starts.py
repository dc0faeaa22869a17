"""A start that ended badly: the next one leaves out the user's own game and theme, and reports it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest

from tests.support.hand import Hand
from tests.support.patience import PATIENCE_SECONDS
from wormhole.cli import main
from wormhole.gui.loop.careful_start import SAFE_SECONDS
from wormhole.gui.window.keys import Command
from wormhole.library.chosen_game import opened
from wormhole.library.settings import load

ROOT = Path(__file__).parents[1]

ENDS_BADLY = """
import os, sys
from pathlib import Path
from wormhole.gui.loop.app import App
from wormhole.play.start_options import StartOptions
from wormhole.gui.home import home
from wormhole.library.chosen_game import opened
folder, how = Path(sys.argv[1]), sys.argv[2]
def first_board(variant):
    if how == "waits":
        print("begun", flush=True)
        sys.stdin.read()
    os._exit(9)
home.first_board = first_board
chosen = opened(Path(sys.argv[3])) if sys.argv[3:] else None
App(StartOptions(
    settings_path=folder / "settings.toml", library_path=folder / "games.sqlite3", size=(800, 600),
    chosen=chosen, variant=chosen and chosen.variant,
))
"""


@pytest.fixture
def folder(tmp_path):
    """Settings with a game and a theme of the user's own."""
    (tmp_path / "own.toml").write_text('inherits = "chess"\ntitle = "Own game"\n', "utf-8")
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "moss.toml").write_text(
        'extends = "night"\n[colour]\npanel = "#1c2f24"\n', "utf-8"
    )
    settings = f"game = '{tmp_path / 'own.toml'}'\ntheme = 'moss'\nlevel = 2\n"
    (tmp_path / "settings.toml").write_text(settings, "utf-8")
    return tmp_path


def end_badly(folder, *asked):
    command = [sys.executable, "-c", ENDS_BADLY, str(folder), "dies", *map(str, asked)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 9


def kept(folder):
    settings, trouble = load(folder / "settings.toml")
    assert trouble is None
    return settings


def title(hand):
    return hand.app.stage.preferences.game.variant.title


def live(hand):
    """Let the start be done."""
    hand.step()
    hand.step(SAFE_SECONDS + 0.1)


def test_the_next_start_is_without_them_and_says_so(folder):
    end_badly(folder)
    with Hand(folder) as hand:
        assert title(hand) == "Wormhole Chess"
        assert hand.app.stage.look.theme.colour.panel != (0x1C, 0x2F, 0x24)
        assert "The last start failed before the window was ready." in hand.app.notice.text
        assert "own.toml" in hand.app.notice.text
        assert "moss" in hand.app.notice.text


def test_the_settings_keep_them_and_so_do_starts_after_it(folder):
    end_badly(folder)
    for _ in range(2):
        with Hand(folder) as hand:
            live(hand)
            hand.app.stage.preferences.change(volume=0.25)
            assert title(hand) == "Wormhole Chess"
        settings = kept(folder)
        assert (settings.volume, settings.level, settings.theme) == (0.25, 2, "moss")
        assert settings.game == str(folder / "own.toml")


def test_they_can_be_used_again(folder):
    end_badly(folder)
    with Hand(folder) as hand:
        live(hand)
        hand.press_on_notice("Use again")
        live(hand)
        assert title(hand) == "Own game"
        assert hand.app.stage.look.theme.colour.panel == (0x1C, 0x2F, 0x24)
        assert hand.app.notice is None
    with Hand(folder) as hand:
        assert title(hand) == "Own game"
        assert hand.app.notice is None


def test_a_game_that_is_chosen_again_is_used_next_time(folder):
    end_badly(folder)
    with Hand(folder) as hand:
        hand.app.stage.preferences.choose_game(opened(folder / "own.toml"))
    with Hand(folder) as hand:
        assert title(hand) == "Own game"
        assert "moss" in hand.app.notice.text
        assert "own.toml" not in hand.app.notice.text


@pytest.mark.parametrize("is_done", [True, False])
def test_a_start_that_is_closed_did_not_end_badly(folder, is_done):
    with Hand(folder) as hand:
        if is_done:
            live(hand)
    with Hand(folder) as hand:
        assert hand.app.notice is None
        assert title(hand) == "Own game"


def test_a_window_that_ends_badly_later_did_start(folder):
    with Hand(folder) as hand:
        live(hand)
        with Hand(folder) as other:
            assert other.app.notice is None


def test_a_window_that_is_being_opened_is_not_taken_for_one_that_ended(folder):
    command = [sys.executable, "-c", ENDS_BADLY, str(folder), "waits"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout.readline() == b"begun\n"
        with Hand(folder) as hand:
            assert hand.app.notice is None
            assert title(hand) == "Own game"
        first.kill()
    with Hand(folder) as hand:
        assert "The last start failed" in hand.app.notice.text


def test_a_game_that_the_command_line_names_is_opened_and_the_window_says_so(folder):
    asked = folder / "other.toml"
    asked.write_text('inherits = "omega"\ntitle = "Other game"\n', "utf-8")
    end_badly(folder, asked)
    chosen = opened(asked)
    with Hand(folder, chosen=chosen, variant=chosen.variant) as hand:
        assert title(hand) == "Other game"
        texts = [said.text for said in hand.app.stage.notices.latest]
        assert any("other.toml" in text for text in texts)
        assert hand.app.stage.look.theme.colour.panel != (0x1C, 0x2F, 0x24)


def test_an_error_that_ends_the_start_is_noticed(folder, monkeypatch):
    with Hand(folder) as hand:
        monkeypatch.setattr(hand.app, "step_on", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            hand.app.run()
    monkeypatch.undo()
    with Hand(folder) as hand:
        assert "The last start failed" in hand.app.notice.text


@pytest.mark.parametrize("text", ["", "[]", "{", '{"game": 3}', "[" * 10_000, "\0", '"' * 9])
def test_odd_files_beside_the_settings_are_passed_over(folder, text):
    (folder / "settings.toml-start-1-abc").write_text(text, "utf-8")
    with Hand(folder) as hand:
        assert hand.app.notice is None
        assert title(hand) == "Own game"


@pytest.mark.skipif(os.name == "nt", reason="no FIFOs and permissions there")
def test_a_folder_that_cannot_be_written_to_hinders_nothing(folder):
    os.mkfifo(folder / "settings.toml-start-1-abc")
    with Hand(folder) as hand:
        live(hand)
        assert title(hand) == "Own game"


def test_a_person_who_ends_the_program_at_once_loses_nothing(folder):
    command = [sys.executable, "-c", ENDS_BADLY, str(folder), "waits"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        first.stdout.readline()
        first.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    with Hand(folder) as hand:
        hand.press_on_notice("Use again")
        begun = time.monotonic()
        while title(hand) != "Own game":
            assert time.monotonic() - begun < PATIENCE_SECONDS
            hand.step()
    assert kept(folder).game == str(folder / "own.toml")


WAITS = """
import sys
from pathlib import Path
from wormhole.gui.loop.app import App, run
from wormhole.play.start_options import StartOptions
folder, step, steps = Path(sys.argv[1]), App.step_on, []
def step_on(app):
    step(app)
    steps.append(app)
    if len(steps) == 2:
        app.stage.preferences.change(volume=0.25)
        print("open", flush=True)
App.step_on = step_on
kept = {"settings_path": folder / "settings.toml", "library_path": folder / "games.sqlite3"}
run(StartOptions(size=(800, 600), **kept))
print("closed", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal there")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_signal_closes_the_window_in_order(tmp_path, name):
    """The settings are saved, and the next start finds no start that ended badly."""
    command = [sys.executable, "-c", WAITS, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as window:
        assert window.stdout.readline() == b"open\n"
        window.send_signal(getattr(signal, name))
        assert window.stdout.readline() == b"closed\n"
    assert window.returncode == 0
    assert kept(tmp_path).volume == 0.25
    assert not list(tmp_path.glob("*start*"))


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal there")
def test_a_window_that_ignores_the_end_of_its_terminal_goes_on(tmp_path):
    """As after nohup; SIGTERM still closes it."""
    script = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{WAITS}"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as window:
        assert window.stdout.readline() == b"open\n"
        window.send_signal(signal.SIGHUP)
        window.send_signal(signal.SIGTERM)
        assert window.stdout.readline() == b"closed\n"
    assert window.returncode == 0


HOMES = {
    "not UTF-8": os.fsdecode(b"h\xffme"),
    "too deep": "/".join(["d"] * 2500),
}


@pytest.fixture
def emptied(tmp_path):
    """A folder that is empty afterwards: pytest, which removes folders by recursion, fails at a deep one."""
    yield tmp_path
    subprocess.run(["rm", "-rf", *tmp_path.iterdir()], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("name", HOMES.values(), ids=HOMES)
@pytest.mark.usefixtures("emptied")
def test_a_home_folder_of_any_name(tmp_path, monkeypatch, capsys, name):
    """All that reads or writes there says that it cannot, or does it; nothing ends in an error."""
    home = tmp_path / name
    compiled = platformdirs.user_cache_path("wormhole-chess") / "compiled"
    if "\udcff" in name and compiled.exists():  # else all loops would be compiled there
        shutil.copytree(compiled, home / ".cache" / "wormhole-chess" / "compiled")
    for kind in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(kind, raising=False)
    monkeypatch.setenv("HOME", str(home))
    with Hand(tmp_path, settings_path=None, library_path=None, start_game=True, black="person") as hand:
        hand.move("e2e4")
        for command in (Command.SAVE, Command.LIBRARY, Command.TOURNAMENT, Command.PUZZLES, Command.GAME):
            hand.app.stage.command(command)
            hand.settle()
            while hand.app.dialog is not None:
                hand.app.stage.close_dialog()
        hand.app.stage.preferences.change(level=3)
        hand.wait(1)
    words = {"games": 0, "perft 1 --variant chess": 0, "games export last none/x.pgn": 2}
    for text, status in words.items() if "\udcff" in name else {"games": 2}.items():
        with contextlib.suppress(SystemExit):
            assert main(text.split()) == status
    said = capsys.readouterr()
    if "\udcff" in name:
        assert "e4" not in said.err
        assert load(home / ".config" / "wormhole-chess" / "settings.toml")[0].level == 3
    else:
        assert "File name too long" in said.err
