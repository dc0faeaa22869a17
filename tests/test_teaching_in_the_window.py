"""Teaching the computer a game in the window: the dialog, the sign, and the process behind them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from tests.support.children.teaching_child import ROUND
from tests.support.hand import driving
from tests.support.patience import until
from tests.support.resources import has_ended
from wormhole import variant
from wormhole.base.schema import find
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.look.words import Words
from wormhole.gui.window import destination
from wormhole.gui.window.engines import Engines
from wormhole.library.chosen_game import ChosenGame
from wormhole.play.seats import against, level_of
from wormhole.players.spec import at_level
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import composed
from wormhole.rules.variant import LeftSquare
from wormhole.training import teacher
from wormhole.training.teacher import Round, TeachingOrder, TeachingRecord, usual_folder

STAND_IN = "tests.support.children.teaching_child"


@pytest.fixture
def drive(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with driving(tmp_path) as drive:
        yield drive


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Sets what the stand-in of the teaching process does."""

    def stand_in(how):
        monkeypatch.setattr(teacher, "CHILD", f"{STAND_IN}:main")
        monkeypatch.setenv("TEACHING_CHILD", how)
        monkeypatch.setenv("TEACHING_FOLDER", str(tmp_path))

    stand_in("holds")
    return stand_in


def shown(driver, monkeypatch):
    """The texts that are drawn from now on."""
    texts = []
    line = Words.line

    def noted(self, text, *given, **more):
        texts.append(text)
        return line(self, text, *given, **more)

    monkeypatch.setattr(Words, "line", noted)
    return texts


def order_in(folder):
    """The order that the process got."""
    return TeachingOrder(**json.loads((folder / "order").read_text()))


def ask_to_teach(driver):
    driver.key(pygame.K_g, "g")
    driver.press("Train the computer…")
    assert isinstance(driver.app.dialog, TeachDialog)


def test_it_is_begun_and_stopped_by_keyboard(drive, child, tmp_path, monkeypatch):
    driver = drive(size=(800, 600))
    texts = shown(driver, monkeypatch)
    ask_to_teach(driver)
    driver.key(pygame.K_RETURN)
    words = "Round 1: match against the old network · 3 won, 2 drawn, 1 lost"
    driver.until(lambda: words in texts)
    order = order_in(tmp_path)
    assert (order.variant(), order.hours) == (variant("wormhole"), 1.0)
    process = int((tmp_path / "child").read_text())
    driver.key(pygame.K_RETURN)
    assert driver.app.stage.engines.teacher.now is None
    assert has_ended(process)
    assert driver.app.notice is None, "to stop it is no trouble"


def test_the_hours_are_chosen_by_mouse(drive, child, tmp_path):
    driver = drive()
    ask_to_teach(driver)
    driver.press("8")
    driver.press("Start")
    driver.until((tmp_path / "child").exists)
    assert order_in(tmp_path).hours == 8


def test_it_goes_on_behind_a_sign_that_leads_back(drive, child):
    driver = drive()
    ask_to_teach(driver)
    driver.press("Start")
    while driver.app.dialog is not None:
        driver.key(pygame.K_ESCAPE)
    sign = driver.app.stage.sign
    driver.click((12, 12))
    assert isinstance(driver.app.dialog, TeachDialog)
    assert sign is not None
    driver.press("Stop")
    driver.key(pygame.K_ESCAPE)
    driver.step()
    before = driver.app.dialog
    driver.click((12, 12))
    assert driver.app.dialog is before is None, "there is no sign any more"


def test_what_was_learned_is_shown_and_played_from_the_next_game_on(drive, child, tmp_path, monkeypatch):
    child("learns")
    renewed = []

    def renew(engines):
        renewed.append(engines)

    monkeypatch.setattr(Engines, "renew", renew)
    driver = drive()
    texts = shown(driver, monkeypatch)
    driver.press("Play")
    stage = driver.app.stage
    stage.open(TeachDialog(stage, variant("wormhole")))
    kept = TeachingRecord(variant("wormhole"), usual_folder(variant("wormhole")))
    kept.begin()
    kept.add(find(Round, ROUND))
    driver.press("Start")
    driver.until(lambda: "1 round, 1 kept · about +77 Elo above the start" in texts)
    driver.until(lambda: stage.engines.teacher.kept == 1)
    assert renewed == []
    driver.key(pygame.K_ESCAPE)
    stage.rooms.open(destination.Game(against("white", at_level(level_of(1)))))
    driver.settle()
    assert len(renewed) == 1


def test_a_failure_is_told(drive, child, monkeypatch, capfd):
    child("fails")
    driver = drive()
    texts = shown(driver, monkeypatch)
    ask_to_teach(driver)
    driver.press("Start")
    driver.until(lambda: driver.app.notice is not None)
    driver.step()
    assert "The computer cannot be trained: no room on the disk" in texts
    assert "no room on the disk" in capfd.readouterr().err


def test_another_game_takes_its_turn(drive, child, tmp_path, monkeypatch):
    driver = drive()
    texts = shown(driver, monkeypatch)
    driver.app.stage.engines.teacher.begin(variant("chess"), 1.0)
    ask_to_teach(driver)
    driver.step()
    assert "The computer is training for Chess. If you start here, that training stops." in texts
    driver.press("Start")
    assert driver.app.stage.engines.teacher.now.variant == variant("wormhole")


def test_the_end_of_the_program_ends_it(drive, child, tmp_path):
    driver = drive()
    ask_to_teach(driver)
    driver.press("Start")
    driver.until((tmp_path / "child").exists)
    process = int((tmp_path / "child").read_text())
    driver.app.close()
    assert has_ended(process)


@pytest.mark.parametrize("dialog", [GameDialog, NewGameDialog])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_there_is_room_in_every_language(drive, child, dialog, language):
    driver = drive(size=(800, 600), language=language)
    driver.app.stage.open(TeachDialog(driver.app.stage, variant("wormhole")))
    driver.step()
    widths = [button.rect.right for button in driver.app.dialog.widgets.buttons]
    assert max(widths) <= 800


def test_an_order_names_the_game_with_its_rules():
    game = composed(variant("chess"), LeftSquare.VANISHES, NoMove.LOSS)
    assert TeachingOrder.of(game, 2.5).variant() == game


PARENT = f"""
import time
from wormhole import variant
from wormhole.training import teacher

teacher.CHILD = "{STAND_IN}:wait"
teacher.Teacher(lambda: None).begin(variant("wormhole"), 1.0)
print("begun", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="another way to look for processes")
def test_the_process_ends_when_the_program_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, cwd=Path(__file__).parents[1]
    ) as parent:
        assert parent.stdout.readline() == b"begun\n"
        (found,) = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
        parent.kill()
    until(lambda: has_ended(int(found)))


def test_a_chosen_game_with_other_rules_is_what_is_taught(drive, child, tmp_path):
    driver = drive()
    game = ChosenGame(variant("chess")).with_rules(LeftSquare.VANISHES)
    driver.app.stage.preferences.choose_game(game)
    driver.app.stage.rooms.open(destination.Home())
    ask_to_teach(driver)
    driver.press("Start")
    driver.until((tmp_path / "child").exists)
    assert order_in(tmp_path).variant() == game.variant
