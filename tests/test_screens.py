"""The window, driven step by step without a display, with a scripted player."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading

import pytest

from tests.support.parts import mostly_exhaustive
from tests.support.patience import PATIENCE_SECONDS

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from tests.support.hand import two_players
from wormhole import BLACK, WHITE, Board, FenError, Outcome, Termination
from wormhole.engine.levels import LEVELS
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.context_menu import MenuDialog
from wormhole.gui.dialogs.keys_dialog import KeysDialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home import home
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.home.settings_dialog import LABEL_UNITS, SettingsDialog
from wormhole.gui.home.settings_pages import PAGES
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.words import LEAST_PIXELS
from wormhole.gui.loop.app import App
from wormhole.gui.rules_pages.rules_dialog import RulesDialog
from wormhole.gui.window import destination
from wormhole.gui.window.events import ANSWER, TROUBLE
from wormhole.gui.window.keys import Command
from wormhole.gui.window.system_window import suitable_size
from wormhole.library import settings as kept
from wormhole.library.database.game_database import GameDatabase
from wormhole.play.start_options import StartOptions
from wormhole.players.player import Answer, ThinkingInfo

SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))


def against_computer(drive, **options):
    return drive(start_game=True, **options)


ROOMS = (
    *(Command.LIBRARY, Command.EDITOR, Command.COMPOSE, Command.YOU),
    *(Command.TOURNAMENT, Command.PEOPLE, Command.LABORATORY),
)
"""Commands that lead from one screen to another."""

# From the home screen


def test_the_home_screen_comes_first_and_its_board_plays(drive):
    driver = drive()
    assert isinstance(driver.screen, HomeScreen)
    before = driver.picture()
    driver.step(3.0)
    driver.step(0.1)
    assert driver.picture() != before


def test_the_home_screens_game_is_legal_to_its_end():
    board = Board()
    for text in home.MOVES:
        board.push_uci(text)
    assert len(home.MOVES) > home.FIRST_SHOWN


def test_with_motion_off_the_home_screen_stands_still(drive):
    driver = drive()
    driver.key(pygame.K_a, "a")
    driver.until(lambda: driver.has("New here? Learn the idea in two minutes"))
    driver.step(3.0)
    before = driver.picture()
    assert not driver.step(5.0)
    assert driver.picture() == before


@pytest.mark.parametrize("name", ["Two players", "Play"])
def test_games_begin_from_the_home_screen(drive, name):
    driver = drive()
    driver.press(name)
    assert isinstance(driver.screen, GameScreen)
    assert len(driver.match.setup.users) == {"Two players": 2, "Play": 1}[name]


def test_side_and_level_are_chosen_and_remembered(drive):
    driver = drive()
    driver.press("Black")
    driver.press(str(LEVELS[-1].number))
    driver.press("Play")
    assert driver.match.setup.users == (BLACK,)
    assert driver.match.setup.white.level == LEVELS[-1]
    assert driver.screen.state.flipped
    driver.step(1.0)
    again = drive()
    again.tab_to("Play")
    again.key(pygame.K_RETURN)
    assert again.match.setup.users == (BLACK,)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_level_is_like_has_room(drive, size):
    driver = drive(size)
    look = driver.app.stage.look
    (words,) = (layer for layer in driver.screen.layers if isinstance(layer, Hint))
    for level in LEVELS:
        assert look.words.width(level.about, LEAST_PIXELS) <= words.rect.width


@pytest.mark.parametrize("size", [*SIZES, *mostly_exhaustive([(1920, 1080), (3840, 2160)])])
def test_what_a_setting_is_has_room(drive, size):
    look = drive(size).app.stage.look
    for label in (line.label for page in PAGES for line in page.rows):
        assert look.words.width(label, look.body) + look.scale.unit <= look.scale.units(LABEL_UNITS)


def test_another_level_shows_its_description(drive):
    driver = drive()
    before = driver.picture()
    driver.press("2")
    assert driver.picture() != before


def test_the_home_screen_by_keyboard(drive):
    driver = drive()
    driver.tab_to("Play")
    driver.key(pygame.K_DOWN)
    driver.tab_to("Two players")
    driver.key(pygame.K_RETURN)
    assert driver.match.setup.is_two_player


def test_whoever_has_never_played_is_led_to_the_first_lesson(drive):
    driver = drive()
    driver.until(lambda: any(text.startswith("New here") for text in driver.texts))
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.screen, ExerciseScreen)


def test_quit_from_the_home_screen(drive):
    driver = drive()
    driver.press("Quit")
    assert not driver.app.is_open


# A game


def test_two_players_by_click_and_by_keyboard(drive):
    driver = two_players(drive)
    driver.move("e2e4")
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4"]
    for key in (pygame.K_DOWN, pygame.K_RETURN):
        driver.key(key)
    assert driver.screen.state.pointing.cursor is not None or driver.screen.state.selection.square is not None


def test_undo_flip_and_their_keys(drive):
    driver = two_players(drive)
    driver.move("e2e4")
    driver.key(pygame.K_f, "f")
    assert driver.screen.state.flipped
    driver.move("e7e5")
    driver.press("Undo")
    driver.key(pygame.K_u, "u")
    driver.key(pygame.K_u, "u")
    assert driver.match.cursor.nodes == []
    assert driver.match.is_persons_turn


@pytest.mark.parametrize(
    ("winner", "title"),
    [(WHITE, "You won"), (BLACK, "You lost"), (None, "A draw")],
    ids=["won", "lost", "drawn"],
)
def test_the_banner_speaks_to_the_only_user(drive, winner, title):
    driver = drive(white="person", black="computer", start_game=True)
    outcome = Outcome(Termination.RESIGNATION if winner is not None else Termination.AGREEMENT, winner)
    driver.match.end(driver.match.cursor.node, outcome)
    for _ in range(3):
        driver.settle()
    assert driver.screen.picture.result.banner.content.title == title


def test_resigning_asks_once(drive):
    driver = two_players(drive)
    driver.press("Resign")
    assert isinstance(driver.app.dialog, QuestionDialog)
    driver.press("Cancel")
    assert driver.app.dialog is None
    assert driver.match.result.outcome is None
    driver.key(pygame.K_r, "r")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.match.result.outcome.winner == BLACK
    assert driver.screen.picture.result.banner.content.title == "Black wins"
    assert driver.screen.picture.result.banner.content.reason == "White resigned."
    assert driver.screen.state.dimming


def test_after_the_end_another_game(drive):
    driver = two_players(drive)
    driver.move("e2e4")
    driver.key(pygame.K_r, "r")
    driver.key(pygame.K_RETURN)
    driver.settle()
    places = driver.screen.picture.result.banner.button_places(3)
    driver.click(places[0].center)
    assert driver.match.cursor.nodes == []
    assert driver.match.result.outcome is None
    assert driver.screen.picture.result.banner is None


def test_redo_and_its_keys(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.player.answer()
    driver.step(1.0)
    driver.settle()
    fen = driver.match.cursor.board.fen()
    for key, held in ((pygame.K_z, pygame.KMOD_CTRL | pygame.KMOD_SHIFT), (pygame.K_y, pygame.KMOD_CTRL)):
        driver.key(pygame.K_z, "\x1a", pygame.KMOD_CTRL)
        assert driver.match.cursor.nodes == []
        driver.key(key, "", held)
        assert driver.match.cursor.board.fen() == fen
        assert driver.screen.state.scene.last_move == driver.match.cursor.nodes[-1].move
        assert driver.screen.state.movable.moves


def test_a_notice_does_not_cover_the_buttons_of_the_result(drive):
    driver = two_players(drive)
    driver.move("e2e4")
    driver.app.stage.notices.flash("Saved as such.pgn")
    driver.key(pygame.K_r, "r")
    driver.key(pygame.K_RETURN)
    driver.step()
    driver.step()
    driver.app.stage.notices.show("Saved as such.pgn, " + "which is said at some length " * 3)
    for _ in range(2):
        assert driver.screen.picture.result.banner is not None
        places = driver.screen.picture.result.banner.button_places(3)
        assert driver.app.notice.rect.collidelist(places) == -1
        assert pygame.display.get_surface().get_rect().contains(driver.app.notice.rect)
        driver.app.stage.notices.flash("Saved as such.pgn")
        driver.step()


def test_undo_removes_the_result(drive):
    driver = two_players(drive)
    driver.move("e2e4")
    driver.key(pygame.K_r, "r")
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.press("Undo")
    driver.settle()
    assert driver.screen.picture.result.banner is None
    assert driver.match.result.outcome is None
    assert driver.screen.state.dimming is None


def test_a_game_to_its_end_says_who_won_and_why(drive):
    whole = Board()
    while whole.outcome() is None:
        whole.push(whole.legal_moves[-1])
    last = whole.pop()
    driver = two_players(drive, fen=whole.fen())
    driver.screen.game.play(driver.match.cursor.board.parse_uci(str(last)), driver.seconds)
    driver.settle()
    driver.step()
    result = driver.screen.picture.result.banner.content
    assert result.title in ("White wins", "Black wins")
    assert result.reason


# Against the computer


def test_the_computer_answers(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    assert driver.match.players.is_thinking
    driver.player.answer()
    driver.step(1.0)
    driver.settle()
    assert len(driver.match.cursor.nodes) == 2
    assert driver.match.is_persons_turn
    assert driver.screen.state.movable.moves


def test_the_answer_comes_through_an_open_dialog(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.key(pygame.K_F1)
    driver.player.answer()
    driver.step(1.0)
    driver.step(1.0)
    assert len(driver.match.cursor.nodes) == 2


def test_errors_of_the_computer_get_a_message(drive):
    driver = against_computer(drive)
    pygame.event.post(pygame.event.Event(TROUBLE, text="The computer player is slow."))
    driver.step()
    assert driver.app.notice.text == "The computer player is slow."


def test_undo_while_it_thinks(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    asked = driver.player.asked
    late = Answer(asked, asked.board.legal_moves[0])
    driver.key(pygame.K_u, "u")
    pygame.event.post(pygame.event.Event(ANSWER, answer=late))
    driver.step(1.0)
    driver.step(1.0)
    assert driver.match.cursor.nodes == []
    assert driver.match.is_persons_turn
    assert driver.screen.state.movable.moves


def test_an_answer_held_back_is_dropped_by_undo(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.player.answer()
    driver.step(0.0)
    driver.key(pygame.K_u, "u")
    driver.step(2.0)
    assert driver.match.cursor.nodes == []


def test_a_person_cannot_move_the_computers_pieces(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.move("e7e5")
    assert len(driver.match.cursor.nodes) == 1


def test_a_failed_search_gets_a_message_and_is_repeated(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.player.answer(fault="it broke")
    driver.step(1.0)
    assert driver.app.notice is not None
    assert not driver.match.players.is_thinking
    driver.press_on_notice("Try again")
    assert driver.app.notice is None
    assert driver.match.players.is_thinking
    driver.player.answer()
    driver.step(1.0)
    assert len(driver.match.cursor.nodes) == 2


def test_thinking_shimmers_on_its_card_only(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.step(1.0)
    before = pygame.display.get_surface().copy()
    driver.step(0.5)
    opponent = driver.screen.picture.layout[Place.OPPONENT]
    for point in itertools.product(range(0, 1280, 40), range(0, 800, 40)):
        if not opponent.collidepoint(point):
            assert pygame.display.get_surface().get_at(point) == before.get_at(point), point


def test_preparing_is_shown(drive):
    driver = against_computer(drive)
    driver.player.says = ThinkingInfo(preparing=0.4)
    driver.move("e2e4")
    driver.step(1.0)
    words = driver.screen.picture.players.cards[BLACK].content
    assert words.status == "not yet at full strength · 40\N{NO-BREAK SPACE}%"
    assert words.done == 0.4


def test_two_computers_play_by_themselves(drive):
    driver = drive(start_game=True, white="computer")
    for count in range(1, 5):
        driver.player.answer()
        driver.step(2.0)
        driver.settle()
        assert len(driver.match.cursor.nodes) == count


def test_closing_while_it_thinks(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    close_window(driver)
    assert not driver.app.is_open
    driver.app.close()
    assert driver.player.is_closed


# Leaving


def close_window(driver):
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    driver.step()


def press_quit(driver):
    driver.key(pygame.K_q, "\x11", pygame.KMOD_LCTRL)


def go_home(driver):
    driver.press("Menu")
    driver.press("Home screen")


def begin_anew(driver):
    driver.press("New game")
    driver.press("Start")


def close_game(driver):
    driver.key(pygame.K_w, "\x17", pygame.KMOD_LCTRL)


WAYS_OUT = (close_window, press_quit, close_game)
WAYS_ON = (go_home, begin_anew)
"""The game stays open."""


def has_left(driver, game):
    return not driver.app.is_open or driver.screen is not game


def unkept(drive, tmp_path):
    """A game between two users, and a library that cannot be written."""
    (tmp_path / "file").write_text("")
    return two_players(drive, library_path=tmp_path / "file" / "games.sqlite3")


@pytest.mark.parametrize("leave", WAYS_OUT + WAYS_ON)
def test_a_game_that_is_kept_is_left_without_a_question(drive, leave):
    driver = two_players(drive)
    driver.move("e2e4")
    game = driver.screen
    leave(driver)
    assert has_left(driver, game)
    driver.app.close()
    home = drive()
    wait_for_continue(home)
    press_continue(home)
    home.wait_for_reading()
    assert [node.san() for node in home.match.cursor.nodes] == ["e4"]
    assert home.match.setup.is_two_player


def wait_for_continue(driver):
    driver.until(lambda: any(text.startswith("Continue") for text in driver.texts))


def press_continue(driver):
    """Continue the game, whose name has as much room as other offers leave."""
    driver.press(next(text for text in driver.texts if text.startswith("Continue Wormhole Chess")))


def test_the_game_goes_on_as_it_was_left(drive):
    driver = against_computer(drive, black="person", white="computer", level=4)
    driver.player.answer()
    driver.step(2.0)
    driver.settle()
    driver.move("e7e5")
    driver.key(pygame.K_f, "f")
    driver.key(pygame.K_HOME)
    driver.settle()
    before = driver.match.game.movetext()
    go_home(driver)
    driver.app.close()
    home = drive()
    wait_for_continue(home)
    press_continue(home)
    home.wait_for_reading()
    assert home.match.game.movetext() == before
    assert home.match.cursor.node is home.match.game
    assert home.match.setup.white.level.number == 4
    assert home.screen.state.flipped is False
    assert not home.match.players.is_thinking
    home.key(pygame.K_END)
    home.settle()
    assert home.match.players.is_thinking


def test_going_on_at_once_waits_until_the_game_is_kept(drive, monkeypatch, tmp_path):
    def when_it_may(*values):
        assert may_write.wait(PATIENCE_SECONDS)
        return update(*values)

    update, may_write = GameDatabase.update, threading.Event()
    monkeypatch.setattr(GameDatabase, "update", when_it_may)
    driver = two_players(drive)
    driver.move("e2e4")
    driver.key(pygame.K_f, "f")
    go_home(driver)
    assert not any(text.startswith("Continue") for text in driver.texts)
    may_write.set()
    wait_for_continue(driver)
    press_continue(driver)
    driver.wait_for_reading()
    assert driver.screen.state.flipped
    driver.move("e7e5")
    driver.app.close()
    with GameDatabase(tmp_path / "games.sqlite3") as database:
        assert [row.plies for row in database.rows(database.find())] == [2]


def test_the_first_move_ever_is_waited_for(drive, monkeypatch):
    def when_it_may(*values):
        assert may_write.wait(PATIENCE_SECONDS)
        return insert(*values)

    insert, may_write = GameDatabase.insert, threading.Event()
    monkeypatch.setattr(GameDatabase, "insert", when_it_may)
    driver = two_players(drive)
    driver.screen.game.play(driver.match.cursor.board.parse_uci("e2e4"), driver.seconds)
    driver.app.stage.rooms.open(destination.Home())
    driver.step()
    assert not any(text.startswith("Continue") for text in driver.texts)
    may_write.set()
    wait_for_continue(driver)


def test_a_library_at_an_impossible_place_is_no_reason_to_end(drive, tmp_path):
    driver = drive(library_path=tmp_path / ("x" * 300) / "games.sqlite3")
    driver.until(lambda: driver.screen.offer_search is None)
    assert isinstance(driver.screen, HomeScreen)


def test_looking_around_in_a_finished_game_makes_the_computer_no_move(drive):
    driver = against_computer(drive)
    driver.move("e2e4")
    driver.player.answer()
    driver.step(1.0)
    driver.settle()
    driver.screen.game.resign()
    driver.settle()
    driver.key(pygame.K_HOME)
    driver.settle()
    driver.move("d2d4")
    assert driver.match.players.is_thinking
    driver.key(pygame.K_u, "u")
    driver.settle()
    driver.key(pygame.K_RIGHT)
    driver.settle()
    assert driver.match.cursor.nodes[-1].san() == "d4"
    assert not driver.match.players.is_thinking
    assert driver.match.may_move


def test_a_finished_game_is_not_to_go_on_with(drive):
    driver = two_players(drive)
    it_is_over(driver)
    go_home(driver)
    driver.until(lambda: driver.screen.offer_search is None)
    assert not any(button.text.startswith("Continue") for button in driver.screen.widgets.buttons)


@pytest.mark.parametrize("leave", WAYS_OUT)
def test_a_game_that_cannot_be_kept_is_left_only_if_the_person_says_so(drive, tmp_path, leave):
    driver = unkept(drive, tmp_path)
    driver.move("e2e4")
    assert "cannot be used" in driver.app.notice.text
    game = driver.screen
    leave(driver)
    assert driver.app.dialog.heading == "Leave this game?"
    driver.press("Cancel")
    while driver.app.dialog:
        driver.key(pygame.K_ESCAPE)
    driver.move("e7e5")
    assert len(game.match.cursor.nodes) == 2
    leave(driver)
    driver.press("Leave")
    assert has_left(driver, game)


@pytest.mark.parametrize("leave", WAYS_ON)
def test_a_game_that_cannot_be_kept_stays_open_meanwhile(drive, tmp_path, leave):
    driver = unkept(drive, tmp_path)
    driver.move("e2e4")
    match = driver.match
    leave(driver)
    assert driver.app.dialog is None
    press_quit(driver)
    assert driver.app.dialog.heading == "Leave this game?"
    assert driver.match is match
    driver.press("Leave")
    assert not driver.app.is_open


@pytest.mark.parametrize("leave", WAYS_OUT)
def test_a_game_is_saved_on_the_way_out(drive, leave, tmp_path):
    driver = unkept(drive, tmp_path)
    driver.app.stage.preferences.change(folder=str(tmp_path))
    driver.move("e2e4")
    game = driver.screen
    leave(driver)
    driver.press("Save…")
    driver.fill(str(tmp_path / "left.pgn"))
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()
    assert has_left(driver, game)
    assert "1. e4" in (tmp_path / "left.pgn").read_text()


def nothing_is_played(driver):
    pass


def it_is_over(driver):
    driver.move("e2e4")
    driver.key(pygame.K_r, "r")
    driver.key(pygame.K_RETURN)
    driver.settle()


def all_is_undone(driver):
    driver.move("e2e4")
    driver.key(pygame.K_u, "u")


def it_is_saved(driver):
    driver.move("e2e4")
    driver.key(pygame.K_s, "\x13", pygame.KMOD_LCTRL)
    path = driver.app.options.settings_path.with_name("kept.pgn")
    driver.fill(str(path))
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()


@pytest.mark.parametrize("leave", WAYS_OUT + WAYS_ON)
@pytest.mark.parametrize("come", [nothing_is_played, it_is_over, all_is_undone, it_is_saved])
def test_no_question_if_nothing_would_be_lost(drive, come, leave):
    driver = two_players(drive)
    come(driver)
    game = driver.screen
    leave(driver)
    assert has_left(driver, game)


def test_a_game_between_computers_is_left_without_a_question(drive):
    driver = drive(start_game=True, white="computer")
    driver.player.answer()
    driver.step(2.0)
    assert driver.match.cursor.nodes
    close_window(driver)
    assert not driver.app.is_open


@pytest.mark.parametrize("leave", [close_window, press_quit])
def test_the_second_time_the_window_closes(drive, tmp_path, leave):
    driver = unkept(drive, tmp_path)
    driver.move("e2e4")
    leave(driver)
    assert driver.app.is_open
    driver.step(5.0)
    leave(driver)
    assert not driver.app.is_open


def test_after_a_refused_closing_it_is_asked_again(drive, tmp_path):
    driver = unkept(drive, tmp_path)
    driver.move("e2e4")
    close_window(driver)
    driver.press("Cancel")
    close_window(driver)
    assert driver.app.is_open
    assert driver.app.dialog.heading == "Leave this game?"


# Dialogs, settings


@pytest.mark.parametrize(
    ("key", "character", "dialog"),
    [
        (pygame.K_SLASH, "?", KeysDialog),
        (pygame.K_F1, "", RulesDialog),
        (pygame.K_s, "s", SettingsDialog),
        (pygame.K_n, "n", NewGameDialog),
        (pygame.K_ESCAPE, "", MenuDialog),
    ],
)
def test_dialogs_come_and_go_by_key(drive, key, character, dialog):
    driver = two_players(drive)
    driver.key(key, character)
    assert isinstance(driver.app.dialog, dialog)
    driver.key(pygame.K_f, "f")
    assert not driver.screen.state.flipped
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None


def test_the_menu_leads_home(drive):
    driver = two_players(drive)
    driver.press("Menu")
    driver.press("Home screen")
    assert isinstance(driver.screen, HomeScreen)
    assert driver.app.dialog is None


def test_a_new_game_of_another_kind(drive):
    driver = two_players(drive)
    driver.press("New game")
    driver.press("Computer")
    driver.press("Start")
    assert driver.match.setup.users == (WHITE,)


def test_a_new_game_is_offered_at_the_level_of_the_command_line(drive):
    driver = against_computer(drive, level=2)
    driver.press("New game")
    driver.press("Start")
    assert driver.match.setup.black.level == LEVELS[1]


def test_settings_are_kept(drive, tmp_path):
    driver = two_players(drive)
    driver.key(pygame.K_m, "m")
    driver.key(pygame.K_a, "a")
    driver.key(pygame.K_MINUS, "-")
    driver.step(1.0)
    settings, complaint = kept.load(tmp_path / "settings.toml")
    assert complaint is None
    assert not settings.motion
    assert settings.volume == pytest.approx(0.4)


def test_the_volume_slider_by_keyboard(drive):
    driver = two_players(drive)
    driver.key(pygame.K_s, "s")
    dialog = driver.app.dialog
    driver.press("Sound")
    while not isinstance(dialog.widgets.focused, Slider):
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)
    assert driver.app.stage.settings.volume == pytest.approx(0.55)


def test_it_thinks_on_your_time_only_if_you_let_it(drive):
    driver = against_computer(drive)
    driver.settle()
    assert driver.player.pondered_on is None
    driver.app.stage.preferences.change(ponders=True)
    driver.step()
    assert driver.player.pondered_on == driver.match.cursor.board.fen()
    driver.app.stage.preferences.change(ponders=False)
    driver.step()
    assert driver.player.pondered_on is None
    driver.app.stage.preferences.change(ponders=True)
    driver.step()
    driver.app.stage.rooms.open(destination.Home())
    assert driver.player.pondered_on is None


def test_bad_settings_get_a_message(drive, tmp_path):
    (tmp_path / "settings.toml").write_text("volume = [")
    driver = drive()
    assert "settings.toml.bad" in driver.app.notice.text


def test_settings_that_cannot_be_saved_get_a_message(drive, tmp_path):
    (tmp_path / "settings.toml").mkdir()
    driver = drive()
    driver.key(pygame.K_m, "m")
    driver.step(1.0)
    assert "could not be saved" in driver.app.notice.text


# The window


@pytest.mark.parametrize("size", SIZES)
def test_every_size_and_resizing(drive, size):
    driver = two_players(drive, size=size)
    driver.move("e2e4")
    driver.key(pygame.K_n, "n")
    pygame.display.set_mode((1000, 760), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1000, y=760))
    driver.step()
    assert driver.screen.picture.layout[Place.BOARD].right <= 1000
    driver.key(pygame.K_ESCAPE)
    driver.move("e7e5")
    assert len(driver.match.cursor.nodes) == 2


def test_nothing_is_drawn_when_nothing_changed(drive):
    driver = two_players(drive)
    driver.settle()
    assert not any(driver.step(1.0) for _ in range(5))
    assert driver.app.wakes_in(driver.seconds) >= 0.5


def test_a_partial_redraw_equals_a_full_one(drive):
    driver = two_players(drive)
    for text in ("e2e4", "e7e5", "d2d4"):
        driver.move(text)
    driver.key(pygame.K_F1)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    mended = driver.picture()
    driver.post(pygame.WINDOWEXPOSED)
    driver.step()
    assert driver.picture() == mended


def test_commands_in_the_wrong_place_do_nothing(drive):
    driver = drive()
    for command in Command:
        if command not in (Command.QUIT, Command.FULL_SCREEN, *ROOMS):
            driver.app.stage.command(command)
            driver.step()
            driver.app.stage.close_dialog()
    assert isinstance(driver.screen, HomeScreen)


def test_a_bad_position_is_refused(tmp_path):
    with pytest.raises(FenError):
        App(StartOptions(start_game=True, fen="what", settings_path=tmp_path / "settings.toml"))


def test_the_window_has_its_own_icon_before_it_opens(drive, monkeypatch):
    calls, set_mode = [], pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_icon", calls.append)
    monkeypatch.setattr(pygame.display, "set_mode", lambda *words: calls.append(words) or set_mode(*words))
    drive()
    picture = calls[0]
    assert picture.get_width() == picture.get_height() >= 32
    assert picture.get_at((0, 0)).a == 0
    assert len({tuple(picture.get_at((x, y))) for x in range(32) for y in range(32)}) > 50


def test_windows_suit_the_desktop():
    assert suitable_size((1920, 1080)) == (1280, 800)
    assert suitable_size((1024, 600)) == (1024, 600)
    assert suitable_size((1280, 800))[1] < 760, "the title and a panel have room, too"
    width, height = suitable_size((3840, 2160))
    assert width > 2000
    assert height > 1300


def test_the_first_picture_needs_no_compiler(tmp_path):
    program = (
        "import sys; from pathlib import Path; from wormhole.gui.loop.app import App; "
        "from wormhole.compiling.groups import never_wait; never_wait(); "
        "from wormhole.play.start_options import StartOptions; "
        f"app = App(StartOptions(settings_path=Path({str(tmp_path / 's.toml')!r}))); app.step(wait=False); "
        "assert 'numba' not in sys.modules; app.close()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_after_the_first_picture_the_window_imports_nothing_for_a_game_and_the_library(tmp_path):
    """A thread does it meanwhile: it takes longer than a frame."""
    program = (
        "import sys, threading\n"
        "from pathlib import Path\n"
        "from wormhole.gui.loop.app import App\n"
        "from wormhole.gui.window.keys import Command\n"
        "from wormhole.play.start_options import StartOptions\n"
        "from wormhole.compiling.groups import never_wait\n"
        "never_wait()\n"
        f"folder = Path({str(tmp_path)!r})\n"
        "app = App(StartOptions(settings_path=folder / 's.toml', library_path=folder / 'g.sqlite3'))\n"
        "app.step(wait=False)\n"
        "[thread.join() for thread in threading.enumerate() if thread.name == 'imports']\n"
        "imported = []\n"
        "def hear(event, args):\n"
        "    if event == 'import' and threading.current_thread() is threading.main_thread():\n"
        "        imported.append(args[0])\n"
        "sys.addaudithook(hear)\n"
        "def until(title):\n"
        "    while app.screen.title != title or app.dialog is not None:\n"
        "        app.step()\n"
        "    app.step(wait=False)\n"
        "app.screen.opener.open_text('1. e4 e5 2. d3 *')\n"
        "until('Wormhole Chess')\n"
        "app.stage.command(Command.REVIEW)\n"
        "app.step(wait=False)\n"
        "app.stage.close_dialog()\n"
        "app.stage.command(Command.LIBRARY)\n"
        "until('Library')\n"
        "app.close()\n"
        "print(imported)\n"
    )
    words = [sys.executable, "-c", program]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    assert ran.stdout.splitlines()[-1] == "[]"
