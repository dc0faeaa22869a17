"""The dialog that saves a picture: by mouse and keyboard, with a preview and progress that can be
cancelled."""

from __future__ import annotations

import threading

import pygame
import pytest
from PIL import Image

from tests.support.hand import Hand
from tests.support.patience import until
from tests.support.pupil import Pupil
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.waiting import WaitingDialog
from wormhole.gui.learn.course_screen import open_lesson
from wormhole.gui.learn.lesson_exercise import Notes, journal_of
from wormhole.gui.pictures.picture_dialog import PictureDialog
from wormhole.gui.window import destination
from wormhole.learn.course import text_of
from wormhole.library import pgn
from wormhole.pages.page_source import source_of

BOARD = ["Beside", "White", "On"]
"""What is chosen at first of coordinates, side below and marks."""
GAME = """[Variant "wormhole"]

1. e4 d5 2. Nbc3 dxe4 {[%cal Gd5e4]} 3. Nxe4 Wxe4 (3... c6 4. d3 g6) 4. Wxe4 c6 *
"""


@pytest.fixture
def driver(tmp_path):
    (game,) = pgn.read(GAME)
    with Hand(tmp_path, size=(800, 600), game=game, start_game=True, black="person") as driver:
        driver.app.stage.preferences.change(folder=str(tmp_path))
        yield driver


def open_dialog(driver):
    driver.key(pygame.K_p, modifiers=pygame.KMOD_CTRL)
    assert isinstance(driver.app.dialog, PictureDialog)


def save(driver, path):
    driver.press("Save…")
    assert isinstance(driver.app.dialog, FileDialog)
    driver.fill(path.name)
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()


def wait_for_preview(driver):
    driver.until(lambda: driver.app.dialog.preview.is_ready)


def wait_for_file(driver, path):
    driver.until(path.exists)


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_position_is_saved(driver, tmp_path, suffix):
    open_dialog(driver)
    driver.press(suffix.upper())
    driver.press("480")
    path = tmp_path / f"x.{suffix}"
    save(driver, path)
    wait_for_file(driver, path)
    if suffix == "png":
        assert Image.open(path).size == (480, 480)
    else:
        assert 'width="480"' in path.read_text()


def test_a_game_is_saved(driver, tmp_path):
    open_dialog(driver)
    driver.press("This game")
    driver.press("GIF")
    driver.press("320")
    driver.press("0.5")
    driver.press("Off")  # the first one is that of motion
    path = tmp_path / "x.gif"
    save(driver, path)
    wait_for_file(driver, path)
    image = Image.open(path)
    assert (image.size, image.n_frames) == ((320, 320), 9)


@pytest.mark.parametrize(("what", "moves"), [("This game", 11), ("This position", 0)])
def test_a_page_is_saved_and_opened(driver, tmp_path, monkeypatch, what, moves):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    open_dialog(driver)
    driver.press(what)
    driver.press("Page")
    assert [button.text for button in lit(driver)] == [what, "Page", "White"], "a page has no size or pace"
    path = tmp_path / "x.html"
    save(driver, path)
    wait_for_file(driver, path)
    (game,) = pgn.read(source_of(path.read_text("utf-8")).games)
    assert game.start.variant.name == "wormhole"
    assert len(list(game.nodes())) == moves
    driver.press_on_notice("Open")
    driver.until(lambda: opened == [path.as_uri()])


def test_a_lesson_is_saved_as_a_page(tmp_path):
    with Pupil(tmp_path, (800, 600)) as pupil:
        pupil.app.stage.preferences.change(folder=str(tmp_path))
        open_lesson(pupil.app.stage, Notes.read(journal_of(pupil.app.stage)), "checks")
        pupil.wait(1)
        open_dialog(pupil)
        pupil.press("This exercise")
        assert not [button for button in lit(pupil) if button.text in ("GIF", "WebP")]
        path = tmp_path / "lesson.html"
        save(pupil, path)
        wait_for_file(pupil, path)
        assert source_of(path.read_text("utf-8")).lesson == text_of("checks")


def test_the_line_looked_at_is_saved(driver):
    node = driver.match.game.at((0, 0, 0, 0, 0, 1, 0))
    driver.screen.game.go(node, driver.seconds)
    driver.settle()
    open_dialog(driver)
    driver.press("This game")
    moves = [move.text for move in driver.app.dialog.reel.moves]
    assert moves[-3:] == ["c7c6", "d2d3", "g7g6"]


def test_what_is_chosen_is_lit_again_once_it_can_be_chosen(driver):
    open_dialog(driver)
    driver.press("This game")
    driver.press("This position")
    driver.press("This game")
    assert [button.text for button in lit(driver)].count("1.0") == 1
    size = next(button for button in lit(driver) if button.text == "640")
    pace = next(button for button in lit(driver) if button.text == "1.0")
    corner = size.rect.width // 2, 2
    shown = pygame.display.get_surface()
    middle = pace.rect.width // 2, 2
    assert shown.get_at(pace.rect.move(middle).topleft) == shown.get_at(size.rect.move(corner).topleft)


def lit(driver):
    return [button for button in driver.app.dialog.widgets.buttons if button.is_selected]


def test_the_preview_plays_the_game(driver):
    open_dialog(driver)
    driver.press("This game")
    wait_for_preview(driver)
    seen = set()
    for _ in range(200):
        driver.step(0.05)
        seen.add(driver.picture())
    assert len(seen) > 20
    driver.press("This position")
    driver.settle()
    assert not driver.step()


def test_size_and_pace_are_remembered(driver):
    open_dialog(driver)
    driver.press("320")
    driver.press("This game")
    driver.press("2.0")
    driver.press("Off")
    driver.key(pygame.K_ESCAPE)
    open_dialog(driver)
    driver.press("This game")
    of_a_film = ["WebP", "320", "2.0", "Off", "Off"]
    assert [button.text for button in lit(driver)] == ["This game", *of_a_film, *BOARD]


def test_the_work_is_ended_by_escape(driver, tmp_path):
    open_dialog(driver)
    driver.press("This game")
    driver.press("1,280")
    driver.press("Save…")
    driver.fill("big.webp")
    before = set(threading.enumerate())
    driver.key(pygame.K_RETURN)
    driver.step()
    assert isinstance(driver.app.dialog, WaitingDialog)
    assert set(threading.enumerate()) - before, "it works in a thread"
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None
    until(lambda: set(threading.enumerate()) <= before)
    assert not [path for path in tmp_path.iterdir() if "webp" in path.name or path.name.endswith(".new")]


def test_it_is_usable_by_keyboard_alone(driver, tmp_path):
    open_dialog(driver)
    dialog = driver.app.dialog
    game = next(button for button in dialog.widgets.buttons if button.text == "This game")
    for _ in range(40):
        if dialog.widgets.is_focused(game):
            break
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_SPACE)
    assert game.is_selected
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None


def test_a_picture_of_a_position_shows_no_choices_of_a_game(driver):
    open_dialog(driver)
    assert [button.text for button in lit(driver)] == ["This position", "PNG", "640", *BOARD]
    driver.press("This game")
    assert [button.text for button in lit(driver)] == ["This game", "WebP", "640", "1.0", "On", "Off", *BOARD]
    driver.press("This position")
    assert [button.text for button in lit(driver)] == ["This position", "PNG", "640", *BOARD]


def test_without_a_move_there_is_a_position_to_choose(driver):
    driver.key(pygame.K_HOME)
    driver.settle()
    driver.app.stage.rooms.open(destination.Editor(None))
    open_dialog(driver)
    what = [button for button in driver.app.dialog.widgets.buttons if button.text.startswith("This ")]
    assert [(button.text, bool(button.is_enabled), button.is_selected) for button in what] == [
        ("This position", True, True),
        ("This game", False, False),
    ]


def test_the_whole_game_is_saved_as_one_picture(driver, tmp_path):
    open_dialog(driver)
    driver.press("This game")
    driver.press("PNG")
    save(driver, tmp_path / "whole.png")
    wait_for_file(driver, tmp_path / "whole.png")
    image = Image.open(tmp_path / "whole.png")
    assert max(image.size) == 640
    assert image.width != image.height
