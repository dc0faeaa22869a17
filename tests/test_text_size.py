"""Text from 100 to 200 %: what the window has no room for is scrolled to, and all of it works there."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

import wormhole.gui
from tests.support.hand import driving, two_players
from wormhole.gui.look.layers import focused_spot
from wormhole.gui.look.layout import SCROLL_BAR_PIXELS, Canvas, Scale, seen_of
from wormhole.gui.window.keys import Command
from wormhole.library.settings import TEXT_SIZES

SMALL, USUAL = (800, 600), (1280, 800)
WINDOWS = [SMALL, (600, 800), USUAL, (1366, 768), (1920, 1080), (2560, 1080)]


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path) as open_window:
        yield open_window


def seen(driver):
    return driver.app.window.visible


def enlarge(driver, percent):
    driver.app.stage.preferences.change(text_size=percent)
    driver.settle()


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("percent", TEXT_SIZES)
def test_a_canvas_has_the_room_that_its_text_needs(window, percent):
    canvas = Canvas.of(window, percent / 100)
    scale = Scale.of(canvas)
    assert scale.factor == pytest.approx(Scale.of(window).factor * percent / 100)
    least = sorted(round(length * scale.factor / 0.86) for length in SMALL)
    assert all(length >= needed - 1 for length, needed in zip(sorted(canvas), least, strict=True))
    for length, shown, whole in zip(canvas, seen_of(canvas), window, strict=True):
        assert length >= shown
        assert whole - shown in (0, SCROLL_BAR_PIXELS)
    if percent == 100:
        assert canvas == seen_of(canvas) == window
    if window[0] >= 1366:
        assert canvas[0] == seen_of(canvas)[0], "it scrolls only up and down"


def test_keys_change_the_text_on_all_screens_at_once(drive):
    driver = drive(USUAL)
    usual = driver.app.stage.look.body
    for key, character, percent in (
        (pygame.K_EQUALS, "=", 125),
        (pygame.K_PLUS, "+", 150),
        (pygame.K_MINUS, "-", 125),
        (pygame.K_KP_PLUS, "+", 150),
        (pygame.K_KP_PLUS, "+", 175),
        (pygame.K_KP_PLUS, "+", 200),
        (pygame.K_KP_PLUS, "+", 200),
        (pygame.K_0, "0", 100),
        (pygame.K_MINUS, "-", 100),
    ):
        driver.key(key, character, pygame.KMOD_CTRL)
        assert driver.app.stage.settings.text_size == percent
        assert driver.app.stage.look.body == pytest.approx(usual * percent / 100, abs=1)
    driver.app.stage.command(Command.SETTINGS)
    driver.key(pygame.K_EQUALS, "=", pygame.KMOD_CTRL)
    assert driver.app.stage.settings.text_size == 125, "under a dialog, too"


def test_a_small_window_scrolls_by_keys_wheel_bars_and_hand(drive):
    driver = drive(SMALL)
    enlarge(driver, 200)
    canvas, shown = driver.app.window.size, seen_of(driver.app.window.size)
    assert seen(driver).topleft == (0, 0)
    driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    driver.key(pygame.K_RIGHT, modifiers=pygame.KMOD_ALT)
    assert seen(driver).left > 0
    assert seen(driver).top > 0
    for _ in range(30):
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
        driver.key(pygame.K_RIGHT, modifiers=pygame.KMOD_ALT)
    assert seen(driver).bottomright == tuple(canvas)
    bar = 800 - SCROLL_BAR_PIXELS // 2
    for kind, y in ((pygame.MOUSEBUTTONDOWN, 570), (pygame.MOUSEMOTION, 1), (pygame.MOUSEBUTTONUP, 1)):
        driver.post(kind, pos=(bar, y), button=1, rel=(0, 0), buttons=(1, 0, 0), touch=False)
        driver.step()
    assert seen(driver).top == 0
    for kind, x in ((pygame.MOUSEBUTTONDOWN, 100), (pygame.MOUSEMOTION, 160), (pygame.MOUSEBUTTONUP, 160)):
        driver.post(kind, pos=(x, 300), button=2, rel=(0, 0), buttons=(0, 1, 0), touch=False)
        driver.step()
    assert seen(driver).left == canvas[0] - shown[0] - 60
    pygame.mouse.set_pos((300, 300))
    driver.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False, precise_x=0.0, precise_y=-1.0, touch=False)
    driver.step()
    assert seen(driver).top > 0


def test_the_window_shows_the_part_of_the_picture_that_it_has_scrolled_to(drive):
    driver = drive(SMALL)
    enlarge(driver, 200)
    for _ in range(2):
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
        driver.settle()
        window, whole, part = pygame.display.get_surface(), driver.app.window.surface, seen(driver)
        shown = window.subsurface((0, 0), part.size)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(whole.subsurface(part), "RGB")


def test_a_game_is_played_in_a_window_that_scrolls(drive):
    driver = two_players(drive, size=SMALL, variant="chess")
    enlarge(driver, 200)
    assert seen(driver).contains(driver.screen.picture.view.frame), "the board is seen as a whole"
    for move in ("e2e4", "e7e5", "g1f3"):
        driver.move(move)
        driver.wait(1.0)
    assert [str(node.move) for node in driver.match.cursor.nodes] == ["e2e4", "e7e5", "g1f3"]


def test_what_gets_the_focus_comes_into_sight(drive):
    driver = drive(SMALL)
    enlarge(driver, 200)
    places = set()
    for _ in range(12):
        driver.key(pygame.K_TAB, "\t")
        driver.step()
        focused = focused_spot(driver.screen.layers)
        assert focused is not None
        assert seen(driver).collidepoint(focused.rect[:2])
        places.add(seen(driver).topleft)
    assert len(places) > 1


def test_a_dialog_opens_in_sight_and_the_room_gets_its_place_back(drive):
    driver = drive(SMALL)
    enlarge(driver, 200)
    for _ in range(20):
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    place = seen(driver)
    driver.app.stage.command(Command.KEYS)
    driver.step()
    assert seen(driver).collidepoint(driver.app.dialog.area.move(1, 1).topleft)
    driver.app.stage.close_dialog()
    driver.step()
    assert seen(driver) == place


def test_a_message_stays_in_sight(drive):
    driver = drive(SMALL)
    enlarge(driver, 200)
    driver.app.stage.notices.show("Something is to be read")
    for _ in range(20):
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    assert seen(driver).contains(driver.app.notice.rect)
    driver.click(driver.app.notice.rect.move(-20, 0).midright)


def test_only_the_window_asks_where_the_pointer_is_in_its_own_pixels():
    gui = Path(wormhole.gui.__file__).parent
    asking = {path.name for path in gui.rglob("*.py") if "mouse.get_pos" in path.read_text("utf-8")}
    assert asking == {"system_window.py", "look.py"}


def test_a_tooltip_stays_in_sight(drive):
    driver = two_players(drive, size=SMALL, variant="chess")
    enlarge(driver, 200)
    tools = [button for button in driver.screen.widgets.buttons if button.tip]
    driver.point(tools[-1].rect.center)
    driver.wait(1.0)
    assert driver.app.tooltip.tip is not None
    assert seen(driver).contains(driver.app.tooltip.rect)
