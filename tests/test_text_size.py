"""Text from 100 to 200 %: what the window has no room for is scrolled to, and all of it works there."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

import wormhole.gui
from tests.support.hand import driving, two_players
from tests.support.rectangles import assert_side_by_side
from wormhole import Board
from wormhole.gui.board.board_and_panel import DENSE_SHARE
from wormhole.gui.dialogs.context_menu import ContextMenu, entry
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.game.game_layout import Place, Wanted, game_layout, least_moves
from wormhole.gui.home.home import home_layout
from wormhole.gui.learn.acts_screen import demonstration_layout
from wormhole.gui.learn.exercise_panel import exercise_layout
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layers import focused_spot
from wormhole.gui.look.layout import SCROLL_BAR_PIXELS, Canvas, Scale, seen_of, taken_in_sight
from wormhole.gui.look.theme import Theme
from wormhole.gui.window.keys import Command
from wormhole.library.settings import TEXT_SIZES

SMALL, USUAL, LAPTOP = (800, 600), (1280, 800), (1366, 768)
WINDOWS = [SMALL, (600, 800), USUAL, (1366, 768), (1920, 1080), (2560, 1080)]


ROOMY = [USUAL, (1280, 720), LAPTOP, (1366, 728), (1920, 1080), (1920, 1016), (1080, 1920)]
"""Windows in which a game needs no scrolling at 150 %, also where a title and a panel take some pixels."""
WANTED = [
    frozenset(),
    frozenset({Place.TABS}),
    frozenset({Place.RESULT}),
    frozenset({Place.RESULT_STRIP}),
    frozenset({Place.MAIL}),
    frozenset({Place.BAR, Place.LINES}),
    frozenset({Place.OPENINGS}),
]


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


def shown_at_once(parts, canvas):
    """Whether a layout is in sight; its parts must not overlap then."""
    if taken_in_sight(parts, canvas) is None:
        return False
    assert_side_by_side(seen_of(canvas), parts)
    return True


@pytest.mark.parametrize("percent", [125, 150])
@pytest.mark.parametrize("window", ROOMY, ids=str)
def test_home_a_game_and_a_demonstration_need_no_scrolling_at_150_percent(window, percent):
    canvas, geometry = Canvas.of(window, percent / 100), Board().variant.geometry
    home = home_layout(canvas)
    assert shown_at_once(home.parts, canvas)
    show = demonstration_layout(canvas, geometry)
    assert shown_at_once(show.parts, canvas)
    for wanted in WANTED:
        game = game_layout(canvas, Wanted(geometry, wanted))
        parts = [rect for place, rect in game.items() if place is not Place.PIECE]
        assert wanted <= game.keys()
        assert shown_at_once(parts, canvas)
        assert game[Place.MOVES].height >= least_moves(Scale.of(canvas), is_dense=True)


@pytest.mark.parametrize("percent", [175, 200])
@pytest.mark.parametrize("window", ROOMY, ids=str)
def test_the_home_screen_needs_no_scrolling_without_its_board(window, percent):
    canvas = Canvas.of(window, percent / 100)
    home = home_layout(canvas)
    assert not home.board
    assert shown_at_once(home.parts, canvas)


@pytest.mark.parametrize("percent", [175, 200])
def test_a_small_home_screen_scrolls_only_up_and_down(drive, percent):
    driver = drive(SMALL)
    enlarge(driver, percent)
    for key in (pygame.K_RIGHT, pygame.K_DOWN) * 30:
        driver.key(key, modifiers=pygame.KMOD_ALT)
    assert seen(driver).left == 0
    assert seen(driver).top > 0
    assert all(seen(driver).left <= button.rect.left for button in driver.screen.widgets.buttons)
    assert all(seen(driver).right >= button.rect.right for button in driver.screen.widgets.buttons)
    assert seen(driver).bottom >= max(button.rect.bottom for button in driver.screen.widgets.buttons)


def test_where_no_bar_is_needed_the_window_shows_more_of_the_canvas(drive):
    driver = drive(SMALL)
    enlarge(driver, 200)
    for _ in range(3):
        window, canvas, part = pygame.display.get_surface(), driver.app.window.surface, seen(driver)
        foot = pygame.Rect(0, part.height, part.width, SMALL[1] - part.height)
        assert foot.height == SCROLL_BAR_PIXELS
        shown = pygame.image.tobytes(window.subsurface(foot), "RGB")
        assert shown == pygame.image.tobytes(canvas.subsurface(foot.move(part.topleft)), "RGB")
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
        driver.settle()


@pytest.mark.parametrize(
    "window", [USUAL, (1280, 720), LAPTOP, (1366, 728), (1920, 1080), (1080, 1920)], ids=str
)
def test_a_lesson_needs_no_scrolling_at_150_percent(window):
    canvas = Canvas.of(window, 1.5)
    room = exercise_layout(canvas, Board().variant.geometry, 4)
    assert shown_at_once(room.parts, canvas)


@pytest.mark.parametrize("window", [USUAL, LAPTOP, (1920, 1080)], ids=str)
def test_lists_need_no_scrolling_of_the_window_at_150_percent(drive, window):
    driver = drive(window)
    enlarge(driver, 150)
    whole = pygame.Rect((0, 0), seen_of(driver.app.window.size))
    for command in (Command.LIBRARY, Command.LESSONS, Command.PUZZLES, Command.YOU, Command.LABORATORY):
        driver.app.stage.command(command)
        driver.settle()
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
        assert seen(driver) == whole
        buttons = [button.rect for button in driver.screen.widgets.buttons]
        assert_side_by_side(whole.size, buttons)


@pytest.mark.parametrize("window", [USUAL, LAPTOP, (1920, 1080)], ids=str)
def test_dialogs_with_lists_and_the_choice_of_a_game_are_in_sight_at_150_percent(drive, window):
    driver = two_players(drive, size=window, variant="chess")
    enlarge(driver, 150)
    whole = pygame.Rect((0, 0), seen_of(driver.app.window.size))
    commands = (Command.NEW_GAME, Command.GAME, Command.RULES, Command.KEYS, Command.SAVE, Command.PICTURE)
    for command in commands:
        driver.app.stage.command(command)
        driver.settle()
        assert whole.contains(driver.app.dialog.area)
        assert_side_by_side(whole.size, [button.rect for button in driver.app.dialog.widgets.buttons])
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
        assert seen(driver) == whole
        driver.app.stage.close_dialog()


def test_a_part_of_the_window_gets_the_sky_of_all_of_it():
    canvas, backdrop = Canvas.of(LAPTOP, 1.5), Backdrop(Theme.load())
    assert backdrop.surface(canvas.in_sight).get_size() == tuple(canvas) != tuple(canvas.in_sight)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("percent", TEXT_SIZES)
def test_no_board_is_much_smaller_so_that_all_is_in_sight(window, percent):
    canvas, geometry = Canvas.of(window, percent / 100), Board().variant.geometry
    largest = min(seen_of(canvas)) - 6 * Scale.of(canvas).unit
    for wanted in WANTED:
        layout = game_layout(canvas, Wanted(geometry, wanted))
        if percent > 100 and taken_in_sight([*layout.values()], canvas) is not None:
            assert layout[Place.BOARD].width >= DENSE_SHARE * largest


def test_a_room_in_sight_does_not_scroll_but_a_higher_dialog_over_it_does(drive):
    driver = drive(LAPTOP)
    enlarge(driver, 150)
    home, window = driver.screen, pygame.display.get_surface()
    driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    assert seen(driver).topleft == (0, 0)
    sky = window.get_at((seen(driver).right - 1, 700))[:3]
    assert window.get_at((LAPTOP[0] - 1, 700))[:3] == pytest.approx(sky, abs=3), "there is no bar"
    middle = pygame.Event(pygame.MOUSEBUTTONDOWN, button=2, pos=(300, 300), touch=False)
    assert not driver.app.window.scroll(middle), "the button is left to the screen"
    driver.app.stage.command(Command.SETTINGS)
    driver.settle()
    bar = window.get_at((LAPTOP[0] - 1, 700))[:3]
    assert bar == driver.app.window.viewport.colours.ground
    for _ in range(20):
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    assert seen(driver).bottom >= driver.app.dialog.area.bottom > seen_of(driver.app.window.size)[1]
    driver.app.stage.close_dialog()
    driver.settle()
    assert seen(driver).topleft == (0, 0)
    assert driver.screen is home


def test_a_dialog_that_has_room_opens_in_the_middle_of_what_is_seen(drive):
    driver = two_players(drive, size=LAPTOP, variant="chess")
    enlarge(driver, 150)
    driver.app.stage.command(Command.RESIGN)
    driver.settle()
    whole = pygame.Rect((0, 0), seen_of(driver.app.window.size))
    assert driver.app.dialog.area.center == whole.center
    driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    assert seen(driver) == whole


def test_a_small_dialog_opens_where_the_user_has_scrolled_to(drive):
    driver = drive(LAPTOP)
    driver.app.stage.command(Command.LABORATORY)
    enlarge(driver, 200)
    for _ in range(20):
        driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_ALT)
    place = seen(driver)
    assert place.top > 0
    driver.app.stage.open(MessageDialog(driver.app.stage, "Heading", "Something is to be read"))
    driver.step()
    assert seen(driver) == place
    assert driver.app.dialog.area.center == place.center


def test_a_menu_opens_in_sight_of_the_board(drive):
    driver = two_players(drive, size=LAPTOP, variant="chess")
    enlarge(driver, 150)
    pixel = driver.screen.picture.view.frame.move(-20, -20).bottomright
    driver.app.stage.open(
        ContextMenu(driver.app.stage, "Menu", [entry(driver.app.stage, Command.FLIP)] * 9, pixel, False)
    )
    driver.step()
    assert seen(driver).topleft == (0, 0)
    assert seen(driver).contains(driver.app.dialog.area)


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
    driver.app.stage.command(Command.LABORATORY)
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
