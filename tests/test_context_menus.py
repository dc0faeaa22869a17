"""Context menus: of the board, players' cards, library rows, the home screen; by mouse and keyboard."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole.gui.board.long_press import LONG_PRESS_SECONDS
from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, MenuEntry
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window import destination
from wormhole.gui.window.keys import CONTEXT_MENU_KEY, Command
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.record import Game
from wormhole.play.seats import two_players

RIGHT = 3
SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        yield hand


def menu(hand):
    assert isinstance(hand.app.dialog, ContextMenu)
    return [entry.text for entry in hand.app.dialog.entries]


def card(hand, place):
    return hand.app.screen.picture.layout[place].center


def test_the_menu_key_opens_the_menu_of_the_cursors_square(hand):
    hand.key(pygame.K_RETURN, "\r")
    hand.key(CONTEXT_MENU_KEY)
    assert "Copy the position" in menu(hand)
    hand.key(pygame.K_f, "f")
    assert hand.app.dialog is None
    assert hand.app.screen.state.flipped


def test_without_a_cursor_the_menu_key_opens_the_menu_of_the_move(hand):
    hand.key(pygame.K_F10, "", pygame.KMOD_LSHIFT)
    assert "Delete from here" in menu(hand)


def test_a_move_that_is_deleted_in_the_same_frame_has_no_menu(hand):
    hand.click(hand.square("e2"))
    hand.click(hand.square("e4"))
    hand.wait(1.0)
    screen = hand.app.screen
    place = screen.picture.moves.list.place_of(screen.match.cursor.node).center
    hand.post(pygame.KEYDOWN, key=pygame.K_DELETE, unicode="", mod=0)
    hand.post(pygame.MOUSEBUTTONDOWN, pos=place, button=RIGHT)
    hand.step()
    assert hand.app.dialog is None
    assert not screen.match.game.variations


def test_a_long_press_opens_the_menu_of_a_square(hand):
    hand.point(hand.square("e5"))
    hand.down(hand.square("e5"))
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    assert "Flip the board" in menu(hand)
    hand.up(hand.square("e5"))
    hand.press("Flip the board")
    assert hand.app.screen.state.flipped


@pytest.mark.parametrize("square", ["e2", "d1"])
def test_a_long_press_on_ones_own_piece_begins_a_move(hand, square):
    hand.point(hand.square(square))
    hand.down(hand.square(square))
    hand.wait(LONG_PRESS_SECONDS + 0.5)
    assert hand.app.dialog is None
    hand.up(hand.square(square))


def test_a_press_that_moves_or_ends_is_not_long(hand):
    hand.down(hand.square("e5"))
    hand.up(hand.square("e5"))
    hand.wait(1.0)
    assert hand.app.dialog is None
    hand.down(hand.square("e5"))
    hand.point(hand.square("e6"), held=True)
    hand.wait(1.0)
    assert hand.app.dialog is None


def test_a_press_is_no_long_one_if_the_window_changes_meanwhile(hand):
    hand.down(hand.square("e5"))
    hand.app.stage.command(Command.SETTINGS)
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    assert hand.app.dialog.heading == "Settings"
    hand.key(pygame.K_ESCAPE)
    hand.down(hand.square("h8"))
    hand.app.screen.place((800, 600))
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    assert hand.app.dialog is None, "the board is no longer there"


@pytest.mark.parametrize("place", [Place.YOU, Place.OPPONENT])
def test_the_right_button_opens_the_menu_of_a_player(hand, place):
    hand.click(card(hand, place), RIGHT)
    assert "Resign" in menu(hand)
    hand.press("Resign")
    assert hand.app.dialog.heading == "Resign?"


def test_a_players_menu_opens_by_keyboard(hand):
    for _ in range(40):
        hand.key(pygame.K_TAB)
        if hand.app.screen.picture.players.focused is not None:
            break
    hand.key(CONTEXT_MENU_KEY)
    assert "Resign" in menu(hand)
    hand.key(pygame.K_RETURN, "\r")
    assert hand.app.dialog.heading == "Resign?"


def test_on_the_board_the_right_button_draws(hand):
    hand.click(hand.square("e5"), RIGHT)
    assert hand.app.dialog is None


def test_what_is_drawn_is_cleared_in_the_menu(hand):
    hand.click(hand.square("e5"), RIGHT)
    hand.down(hand.square("d5"))
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    hand.up(hand.square("d5"))
    assert hand.app.screen.state.annotations.shapes
    hand.press("Clear the drawings")
    assert not hand.app.screen.state.annotations.shapes
    hand.down(hand.square("d5"))
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    assert "Clear the drawings" not in menu(hand)


@pytest.mark.parametrize("size", SIZES)
def test_the_home_screen_has_a_menu(tmp_path, size):
    with Hand(tmp_path, size) as hand:
        for open_menu in (lambda: hand.click((10, 10), RIGHT), lambda: hand.key(CONTEXT_MENU_KEY)):
            open_menu()
            assert menu(hand)[0] == "Play"
            window = pygame.Rect((0, 0), size)
            assert all(window.contains(button.rect) for button in hand.top.widgets.buttons)
            hand.key(pygame.K_ESCAPE)
        hand.key(CONTEXT_MENU_KEY)
        hand.app.stage.preferences.change(clock="300+3")
        hand.press("Two players")
        assert isinstance(hand.app.screen, GameScreen)
        assert hand.app.screen.match.setup.clocks == hand.app.stage.settings.clocks
        assert hand.app.screen.match.setup.clocks


def test_the_menu_of_the_game_shows_its_keys_which_work(hand):
    hand.key(pygame.K_ESCAPE)
    assert menu(hand)[0] == "Back to the game"
    hand.key(pygame.K_ESCAPE)
    assert hand.app.dialog is None
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_RETURN, "\r")
    assert hand.app.dialog is None


@pytest.fixture
def library(tmp_path):
    with GameDatabase(tmp_path / "games.sqlite3") as database:
        for moves in (("e2e4",), ("d2d4", "d7d5")):
            game = Game()
            node = game
            for text in moves:
                node = node.add_variation(node.board().parse_uci(text))
            database.add(game)
    with Hand(tmp_path) as hand:
        hand.app.stage.rooms.open(destination.Library())
        games = hand.app.screen.games
        hand.until(lambda: games.words != "" and games.preview.walk is not None)
        yield hand


def test_a_row_of_the_library_has_a_menu(library):
    hand = library
    table = hand.app.screen.games.table
    hand.click((table.rect.centerx, table.rect.top + table.rect.height // 8), RIGHT)
    assert menu(hand)[0] == "Open"
    hand.key(pygame.K_ESCAPE)
    hand.key(CONTEXT_MENU_KEY)
    assert "Copy the game" in menu(hand)
    hand.press("Copy the game")
    hand.wait(0.5)
    text = pygame.scrap.get_text()
    assert '[Variant "wormhole"]' in text
    hand.key(CONTEXT_MENU_KEY)
    hand.press("Delete")
    hand.wait(0.5)
    assert hand.app.notice is not None


def test_the_menu_of_a_game_has_its_entries_at_the_same_places_in_every_game(hand):
    def places():
        hand.app.stage.command(Command.MENU)
        buttons = hand.app.dialog.widgets.buttons
        found = {button.text: tuple(button.rect) for button in buttons}
        hand.key(pygame.K_ESCAPE)
        return found

    in_wormhole_chess = places()
    hand.app.stage.rooms.open(destination.Game(two_players("chess")))
    hand.settle()
    assert places() == in_wormhole_chess
    assert "Library" in in_wormhole_chess


@pytest.mark.parametrize("size", SIZES)
def test_a_divider_stands_between_two_groups_only(tmp_path, size):
    with Hand(tmp_path, size) as hand:
        entries = [MenuEntry(str(number), None, lambda: None) for number in range(3)]
        lines = (DIVIDER, entries[0], DIVIDER, DIVIDER, entries[1], entries[2], DIVIDER)
        hand.app.stage.open(ContextMenu(hand.app.stage, "", lines, (0, 0), by_keyboard=True))
        first, second, third = (button.rect for button in hand.app.dialog.widgets.buttons)
        assert second.top > first.bottom
        assert third.top == second.bottom
        for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):  # each leads to the next entry
            hand.key(key)
        assert hand.app.dialog is None
