"""The file dialog: any typed text and any file on disk leave the game running."""

from __future__ import annotations

import itertools
import os
import random
import sys
import threading
import time
from pathlib import Path

import pygame
import pytest

from tests.support.choosing import choose_file, control, driving_in
from tests.support.parts import mostly_exhaustive
from tests.support.patience import PATIENCE_SECONDS, until
from wormhole.gui.dialogs import file_dialog
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.waiting import WaitingDialog, wait_for
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.loop.faults import FaultDialog
from wormhole.gui.screens import pgn_files
from wormhole.gui.screens.pgn_files import GamesDialog
from wormhole.gui.window.background import Job
from wormhole.gui.window.events import DONE, post

GAMES = "".join(
    f'[White "Ada {n}"]\n[Black "Bob"]\n[Date "2026.01.0{n}"]\n\n1. e4 e5 *\n\n' for n in range(1, 8)
)
SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))
ONE_MOVE_MORE = "1. e4 e5 2. Nc3 *"
MEANINGLESS = [
    *("", " ", "~nobody/x", "~", "/", "//", "..", ".", "\0", "a\0b", "\udcff", "a" * 270, "a" * 100_000),
    *(
        "/dev/null",
        "/dev/zero",
        "none/none.pgn",
        "none/",
        "é" * 200,
        "\n",
        "\u202e",
        "\U0001f469\u200d\U0001f467",
        "a/" * 2000,
    ),
]


def typed(driver, text):
    for character in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=character))
    driver.step()


@pytest.fixture
def drive(tmp_path):
    with driving_in(tmp_path) as drive:
        yield drive


def shown_trouble(driver):
    return driver.hints[-1]


@pytest.mark.parametrize("text", MEANINGLESS, ids=lambda text: ascii(text[:12]))
@pytest.mark.parametrize("is_new", [False, True])
def test_any_text_is_accepted_or_gets_a_message(text, is_new, tmp_path):
    found = file_dialog.interpreted(str(tmp_path), text, ".pgn", is_new)
    assert sum(map(bool, (found.folder, found.file, found.trouble))) == 1
    assert not found.folder or os.path.isdir(found.folder)


@pytest.mark.parametrize("key", mostly_exhaustive([pygame.K_s, pygame.K_o], pygame.K_s))
def test_what_is_typed_never_ends_the_program(drive, key, monkeypatch):
    monkeypatch.setattr(pgn_files, "write_text", lambda path, text: None)
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    control(driver, key)
    for text in (*MEANINGLESS, "".join(map(chr, range(0x20, 0x3000, 7)))):
        typed(driver, text[:300])
        driver.key(pygame.K_RETURN)
        if not isinstance(driver.app.dialog, FileDialog):  # saved under a strange name
            driver.key(pygame.K_ESCAPE)
            control(driver, key)
    driver.key(pygame.K_ESCAPE)
    control(driver, key)
    pygame.scrap.put_text("x" * 100_000)
    driver.key(pygame.K_v, modifiers=pygame.KMOD_CTRL)
    driver.key(pygame.K_RETURN)
    assert shown_trouble(driver)
    driver.key(pygame.K_ESCAPE)
    assert len(driver.match.cursor.nodes) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_names_that_are_not_utf8_are_listed_and_can_be_chosen(drive, tmp_path):
    os.mkdir(os.path.join(os.fsencode(tmp_path), b"\xff\xfe"))
    Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), b"\xff\xfe/caf\xe9.pgn"))).write_text(ONE_MOVE_MORE)
    driver = drive()
    control(driver, pygame.K_o)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "e5", "Nc3"]


def test_a_folder_that_may_not_be_read_says_so(drive, tmp_path, monkeypatch):
    driver = drive()
    control(driver, pygame.K_o)

    def forbid(*_):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "secret").mkdir()
    monkeypatch.setattr(os, "scandir", forbid)
    driver.fill("secret")
    driver.key(pygame.K_RETURN)
    assert driver.app.dialog.table.empty == "Permission denied."
    monkeypatch.undo()
    driver.press("Up")
    assert str(tmp_path) in driver.hints


@pytest.mark.parametrize("kept", ["/" + "a" * 250 + "/" + "b" * 5000, "\0", "no/such/folder"])
def test_a_strange_folder_in_the_settings(drive, kept):
    driver = drive()
    driver.app.stage.preferences.change(folder=kept)
    control(driver, pygame.K_o)
    assert file_dialog.home_folder() in driver.hints


@pytest.mark.parametrize("size", SIZES)
def test_files_are_chosen_by_mouse(drive, tmp_path, size):
    (tmp_path / "games").mkdir()
    for number in range(40):
        (tmp_path / "games" / f"{number:02}.pgn").write_text(ONE_MOVE_MORE)
    driver = drive(size)
    control(driver, pygame.K_o)
    table = driver.app.dialog.table
    first = (table.rect.left + 40, table.rect.top + 20)
    driver.click(first)
    driver.click(first)
    assert str(tmp_path / "games") in driver.hints
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-100, pos=first))
    driver.step()
    driver.click((table.rect.left + 40, table.rect.bottom - 20))
    assert driver.app.dialog.field.get_text() == "39.pgn"
    driver.press("Open")
    driver.wait_for_reading()
    assert isinstance(driver.screen, GameScreen)


# Reading in the background


def test_one_of_several_games_is_chosen(drive, tmp_path):
    (tmp_path / "seven.pgn").write_text(GAMES)
    driver = drive()
    control(driver, pygame.K_o)
    choose_file(driver, tmp_path / "seven.pgn")
    assert isinstance(driver.app.dialog, GamesDialog), driver.app.dialog.text
    assert driver.app.dialog.table.rows[6] == ("7", "Ada 7", "Bob", "*", "2026.01.07", "2 plies")
    driver.key(pygame.K_UP)
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "e5"]


def reading_without_end(drive, tmp_path, monkeypatch):
    """A window that reads a file without end, and the thread that reads it."""
    readers = []

    def endless_lines(_path):
        readers.append(threading.current_thread())
        while True:
            time.sleep(0.001)
            yield "1. e4 *"

    (tmp_path / "many.pgn").write_text(GAMES)
    monkeypatch.setattr(pgn_files.pgn, "file_lines", endless_lines)
    driver = drive()
    control(driver, pygame.K_o)
    driver.fill(str(tmp_path / "many.pgn"))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: readers)
    return driver, readers[0]


def test_a_long_file_is_read_while_the_window_goes_on_and_can_be_left(drive, tmp_path, monkeypatch):
    driver, reader = reading_without_end(drive, tmp_path, monkeypatch)
    assert isinstance(driver.app.dialog, WaitingDialog)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None
    reader.join(PATIENCE_SECONDS)
    assert not reader.is_alive()
    driver.step()
    assert driver.app.dialog is None
    assert isinstance(driver.screen, HomeScreen)


def test_thousands_of_games_scroll(drive, tmp_path):
    (tmp_path / "many.pgn").write_text(GAMES * 700)
    driver = drive()
    control(driver, pygame.K_o)
    choose_file(driver, tmp_path / "many.pgn")
    assert isinstance(driver.app.dialog, GamesDialog), driver.app.dialog.text
    assert len(driver.app.dialog.table.rows) == 4900
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_PAGEDOWN)
    assert 5 < driver.app.dialog.table.chosen < 30
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()
    assert len(driver.match.cursor.nodes) == 2


def test_the_window_may_be_closed_while_something_is_read(tmp_path, drive, monkeypatch):
    driver, reader = reading_without_end(drive, tmp_path, monkeypatch)
    driver.app.close()
    reader.join(PATIENCE_SECONDS)
    assert not reader.is_alive()
    post(DONE, job=None)  # the event queue is gone


def test_errors_in_the_background_get_a_message(drive):
    driver = drive()

    def fail(_job):
        raise RuntimeError("x" * 1000)

    wait_for(driver.app.stage, "Reading…", fail, lambda found: None)
    driver.wait_for_reading()
    driver.step()
    assert isinstance(driver.app.dialog, FaultDialog)


def test_a_job_that_is_left_stops():
    def count(job):
        return sum(1 for _ in job.watched(itertools.count()))

    job = Job(count)
    job.cancel()
    assert job.is_done_within(10)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 " + "x" * 100_000,
        "x" * 100_000,
        "\n" * 200_000,
        "1. " + "(" * 100_000,
        '[Event "' + '"' * 100_000,
    ],
    ids=["bad move", "one word", "blank lines", "variations", "quotes"],
)
def test_pasting_never_stalls(drive, text):
    driver = drive(start_game=True, black="person")
    pygame.scrap.put_text(text)
    begun = time.thread_time()
    driver.key(pygame.K_v, modifiers=pygame.KMOD_CTRL)
    for _ in range(3):
        driver.step()
    assert time.thread_time() - begun < 0.5
    driver.wait_for_reading()
    # A dialog says what is wrong; the tag is read leniently, and a message says so.
    assert driver.app.dialog is not None or "header 'Event'" in driver.app.stage.notices.latest[-1].text


def test_a_long_game_is_ready_when_it_is_shown(drive, tmp_path, monkeypatch):
    moves = " ".join(f"{2 * n + 1}. Nf3 Nf6 {2 * n + 2}. Ng1 Ng8" for n in range(60))
    (tmp_path / "long.pgn").write_text(f"{moves} *")
    driver = drive(variant="chess")
    control(driver, pygame.K_o)
    choose_file(driver, tmp_path / "long.pgn")
    assert len(driver.match.cursor.nodes) == 240


def test_random_keys_in_the_dialogs(drive, tmp_path, monkeypatch):
    monkeypatch.setattr(pgn_files, "write_text", lambda path, text: None)
    dice = random.Random(7)
    (tmp_path / "seven.pgn").write_text(GAMES)
    driver = drive(start_game=True, black="person")
    keys = [
        getattr(pygame, f"K_{name}")
        for name in ["UP", "DOWN", "PAGEUP", "PAGEDOWN", "HOME", "END", "TAB", "RETURN", "a"]
    ]
    for _ in range(150):
        if not driver.app.dialog:
            control(driver, dice.choice([pygame.K_s, pygame.K_o]))
        driver.key(dice.choice(keys), modifiers=dice.choice([0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT]))
        typed(driver, chr(dice.randrange(32, 0x2FFF)))
        driver.click((dice.randrange(800), dice.randrange(600)))


def test_a_job_goes_on_once_its_dialog_is_drawn(drive):
    """Until then the window would have to share the interpreter with it, and would be late."""
    driver, counted = drive(), []

    def count(job):
        for number in job.watched(iter(lambda: time.sleep(0.001), 1)):
            counted.append(number)

    wait_for(driver.app.stage, "Reading…", count, lambda found: None)
    time.sleep(0.02)
    before = len(counted)
    time.sleep(0.05)
    assert len(counted) == before
    driver.step()
    driver.step()
    until(lambda: len(counted) > before)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None


def test_a_folder_of_too_many_files_says_that_not_all_are_listed(drive, tmp_path, monkeypatch):
    monkeypatch.setattr(file_dialog, "MOST_ENTRIES", 3)
    driver = drive()
    (tmp_path / "full").mkdir()
    for name in "abc":
        (tmp_path / "full" / f"{name}.pgn").touch()
    assert file_dialog.entries(str(tmp_path / "full"), ".pgn")[1] == ""
    (tmp_path / "full" / "d.pgn").touch()
    control(driver, pygame.K_o)
    driver.fill(str(tmp_path / "full"))
    driver.key(pygame.K_RETURN)
    assert len(driver.app.dialog.table.rows) == 3
    assert shown_trouble(driver) == (
        "This folder has more than 3 entries. Type the name of an entry that is not listed."
    )


def test_nothing_is_saved_onto_a_file_of_the_program(drive, tmp_path):
    """By any of its names: the dialog says so, and stays open."""
    driver = drive(start_game=True)
    driver.move("e2e4")
    library, link = driver.app.stage.library.path, tmp_path / "link.pgn"
    os.link(library, link)
    control(driver, pygame.K_s)
    for path in (library, link):
        choose_file(driver, path)
        assert isinstance(driver.app.dialog, FileDialog)
        assert "The program keeps its own data in this file." in driver.hints
    assert library.read_bytes().startswith(b"SQLite format 3")
