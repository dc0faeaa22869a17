"""Unexpected errors: the window reports them, keeps the game, and continues."""

from __future__ import annotations

import threading

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole.gui.board import positions
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.home.settings_dialog import SettingsDialog
from wormhole.gui.loop.faults import AGAIN_SECONDS, FaultDialog, FaultError, threads_reported
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.database.game_database import GameDatabase


class OddError(Exception):
    """An unexpected error."""


def raises(*_args, **_more):
    raise OddError("a board of nine rows")


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, goes_on=True, start_game=True, black="person") as hand:
        yield hand


def play(hand, *squares):
    for square in squares:
        hand.click(hand.square(square))
    hand.wait(1.0)


def break_handling(screen, monkeypatch):
    monkeypatch.setattr(screen, "handle", raises)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_x, unicode="x", mod=0))


def break_performing(screen, monkeypatch):
    monkeypatch.setattr(screen, "perform", raises)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_f, unicode="f", mod=0))


def break_updating(screen, monkeypatch):
    monkeypatch.setattr(screen, "update", raises)


def break_drawing(screen, monkeypatch):
    monkeypatch.setattr(screen.layers[0], "draw_changes", raises)
    monkeypatch.setattr(screen.layers[0], "draw", raises)
    positions.flip(screen.state)


def break_laying_out(screen, monkeypatch):
    monkeypatch.setattr(screen, "place", raises)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1280, y=800))


BREAKS = (
    break_handling,
    break_performing,
    break_updating,
    break_drawing,
    break_laying_out,
)


@pytest.mark.parametrize("breaks", BREAKS)
def test_an_error_is_told_once_and_the_game_goes_on(hand, monkeypatch, breaks, capsys):
    play(hand, "e2", "e4")
    with monkeypatch.context() as broken:
        breaks(hand.app.screen, broken)
        hand.step()
        assert "a board of nine rows" in capsys.readouterr().err
        for _ in range(5):
            hand.step()
        assert isinstance(hand.app.dialog, FaultDialog)
        assert capsys.readouterr().err == ""
    hand.key(pygame.K_RETURN)
    assert hand.app.dialog is None
    play(hand, "d7", "d5")
    assert "1. e4 d5" in str(hand.app.screen.match.game)


def test_the_report_has_what_helps_to_find_the_cause(hand, monkeypatch):
    play(hand, "e2", "e4")
    break_updating(hand.app.screen, monkeypatch)
    hand.step()
    texts = []
    monkeypatch.setattr(pygame.scrap, "put_text", texts.append)
    hand.press("Copy report")
    (text,) = texts
    for part in (
        "Wormhole Chess",
        "Python 3",
        f"pygame-ce {pygame.version.ver}",
        "numpy",
        "1280x800",
        "OddError: a board of nine rows",
        "in raises",
        hand.app.screen.match.cursor.board.fen(),
        "1. e4",
    ):
        assert part in text


@pytest.mark.parametrize("breaks", [break_updating, break_drawing])
def test_what_goes_wrong_again_at_once_leads_home(hand, monkeypatch, breaks):
    breaks(hand.app.screen, monkeypatch)
    hand.step()
    hand.step(100.0)
    hand.press("Continue")
    hand.step()
    assert isinstance(hand.app.dialog, FaultDialog)
    assert isinstance(hand.app.screen, HomeScreen)
    hand.press("Continue")
    hand.step()
    assert hand.app.dialog is None


def test_what_goes_wrong_later_is_told_again(hand, monkeypatch):
    for _ in range(3):
        with monkeypatch.context() as broken:
            break_updating(hand.app.screen, broken)
            hand.step()
        assert isinstance(hand.app.dialog, FaultDialog)
        hand.press("Continue")
        hand.step(AGAIN_SECONDS + 1)
        assert isinstance(hand.app.screen, GameScreen)


@pytest.mark.parametrize("part", ["layout", "update"])
def test_if_nothing_can_be_shown_the_program_ends_with_the_report_in_a_file(hand, monkeypatch, part):
    monkeypatch.setattr(FaultDialog, part, raises)
    break_updating(hand.app.screen, monkeypatch)
    with pytest.raises(FaultError) as ended:
        hand.wait(1.0)
    (file,) = hand.options.settings_path.parent.glob("error-report-*.txt")
    assert str(file) in str(ended.value)
    assert "a board of nine rows" in file.read_text("utf-8")


def test_a_broken_dialog_is_closed(hand, monkeypatch):
    hand.app.stage.command(Command.SETTINGS)
    monkeypatch.setattr(SettingsDialog, "update", raises)
    hand.step()
    hand.press("Continue")
    assert hand.app.dialog is None
    assert isinstance(hand.app.screen, GameScreen)


def test_an_error_of_a_job_is_told(hand):
    wait_for(hand.app.stage, "Reading", raises, found=lambda _: None)
    hand.until(lambda: isinstance(hand.app.dialog, FaultDialog))
    hand.press("Continue")
    assert isinstance(hand.app.screen, GameScreen)


def test_an_error_while_the_library_is_read_is_told(hand, monkeypatch, seen):
    monkeypatch.setattr(GameDatabase, "__init__", raises)
    hand.app.stage.rooms.open(destination.Library())
    hand.until(lambda: isinstance(hand.app.dialog, FaultDialog))
    hand.press("Continue")
    hand.step()
    assert any("nine rows" in text for text in seen)


def test_an_error_that_ends_a_thread_is_told_once(hand):
    with threads_reported():
        threads = [threading.Thread(target=raises) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    hand.step()
    hand.step()
    assert isinstance(hand.app.dialog, FaultDialog)
    hand.press("Continue")
    assert hand.app.dialog is None


def test_the_events_after_a_failing_one_are_handled(hand, monkeypatch):
    was_flipped = hand.app.screen.state.flipped
    with monkeypatch.context() as broken:
        break_performing(hand.app.screen, broken)
        hand.step()
    assert hand.app.screen.state.flipped == was_flipped


def test_the_game_is_in_the_library_after_quitting_from_the_report(hand, monkeypatch):
    play(hand, "e2", "e4")
    break_updating(hand.app.screen, monkeypatch)
    hand.step()
    hand.press("Quit")
    assert not hand.app.is_open
    hand.app.close()
    with GameDatabase(hand.options.library_path) as library:
        assert "e4" in str(library.game(1).game)


def test_an_error_while_closing_costs_neither_the_game_nor_the_settings(hand, monkeypatch):
    play(hand, "e2", "e4")
    hand.key(pygame.K_m, "m")
    with monkeypatch.context() as broken:
        broken.setattr(hand.app.screen.picture, "close", raises)
        with pytest.raises(OddError):
            hand.app.close()
    assert "muted = true" in hand.options.settings_path.read_text("utf-8")
    with GameDatabase(hand.options.library_path) as library:
        assert "e4" in str(library.game(1).game)


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600)))
def test_the_report_scrolls_by_mouse_and_keyboard(tmp_path, monkeypatch, size):
    with Hand(tmp_path, size, goes_on=True, start_game=True, black="person") as hand:
        break_updating(hand.app.screen, monkeypatch)
        hand.step()
        before = hand.picture()
        hand.key(pygame.K_PAGEDOWN)
        hand.key(pygame.K_PAGEDOWN)
        assert hand.picture() != before
