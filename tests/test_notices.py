"""The list of messages, with times, the newest first."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole.gui.dialogs.past_notices_dialog import NoticesDialog
from wormhole.gui.window.keys import Command
from wormhole.library import autosave
from wormhole.library.own_engines import OwnEngine


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600)))
def test_messages_are_listed_with_the_newest_first(tmp_path, size):
    with Hand(tmp_path, size, start_game=True, black="person") as hand:
        hand.app.stage.notices.show("The library cannot be written, and this is a long story. " * 4)
        hand.key(pygame.K_m, "m")
        hand.key(pygame.K_i, "i")
        dialog = hand.app.dialog
        assert isinstance(dialog, NoticesDialog)
        assert [said.text[:9] for said in hand.app.stage.notices.latest] == ["The libra", "Sound off"]
        before = hand.picture()
        hand.key(pygame.K_DOWN)
        assert hand.picture() != before
        hand.press("Copy")
        assert pygame.scrap.get_text().startswith("The library")
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None


def test_without_messages_the_list_says_so(tmp_path):
    with Hand(tmp_path) as hand:
        hand.key(pygame.K_i, "i")
        hand.key(pygame.K_DOWN)
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None


def test_the_same_message_again_is_listed_once(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        for _ in range(3):
            hand.app.stage.notices.flash("You cannot move now")
        assert len(hand.app.stage.notices.latest) == 1


def test_that_a_game_could_not_be_kept_is_said_until_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(autosave, "RETRY_SECONDS", 0.02)
    folder = tmp_path / "library"
    folder.write_text("")
    library = folder / "games.sqlite3"
    with Hand(tmp_path, start_game=True, black="person", library_path=library) as hand:
        hand.move("e2e4")
        hand.until(lambda: hand.app.notice is not None and str(folder) in hand.app.notice.text)
        folder.unlink()
        folder.mkdir(exist_ok=True)  # the next try to keep the game may make it, too
        hand.until(lambda: hand.app.notice is None)
    assert library.exists()


def test_a_message_about_something_else_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(autosave, "RETRY_SECONDS", 0.02)
    folder = tmp_path / "library"
    folder.write_text("")
    with Hand(tmp_path, start_game=True, black="person", library_path=folder / "games.sqlite3") as hand:
        hand.move("e2e4")
        hand.until(lambda: hand.app.notice is not None)
        hand.app.stage.notices.show("Something else.")
        folder.unlink()
        folder.mkdir(exist_ok=True)
        hand.until((folder / "games.sqlite3").exists)
        hand.until(lambda: not hand.screen.game.keeping.has_unsaved_moves)
        hand.wait(10)
        assert hand.app.notice.text == "Something else."


def loop(path):
    path.symlink_to(path.name)


@pytest.mark.skipif(os.name == "nt", reason="no links to themselves there")
@pytest.mark.parametrize("spoil", [Path.mkdir, loop])
@pytest.mark.parametrize("name", ["settings.toml", "engines.toml", "lessons.jsonl", "games.sqlite3"])
def test_trouble_with_a_file_names_it(tmp_path, spoil, name):
    """A folder in its place, or a link that leads to itself."""
    spoil(tmp_path / name)
    with Hand(tmp_path, start_game=True, black="person") as hand:
        hand.move("e2e4")
        hand.app.stage.preferences.change(level=2)
        hand.app.stage.engines.own.add(OwnEngine("Ada", "uci", ("/bin/true",)))
        hand.app.stage.command(Command.LESSONS)
        hand.wait(2)
        hand.until(lambda: hand.app.stage.notices.latest)
        assert all(name in said.text for said in hand.app.stage.notices.latest)
