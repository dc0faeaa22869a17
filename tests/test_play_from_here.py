"""*Play from here* starts a new game from the position shown, by the same rules; the old one is kept."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.librarian import Librarian
from wormhole import Board
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window.keys import CONTEXT_MENU_KEY
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.record import Game

ENTRY = "Play from here"


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, start_game=True, variant="chess", black="person") as hand:
        yield hand


def start(hand):
    """Start the game that the dialog offers."""
    assert isinstance(hand.app.dialog, NewGameDialog)
    before = hand.screen
    hand.press("Start")
    hand.until(lambda: isinstance(hand.screen, GameScreen) and hand.screen is not before)
    hand.settle()


def test_a_game_from_the_position_shown_leaves_the_old_one_in_the_library(hand, tmp_path):
    hand.move("e2e4")
    hand.move("e7e5")
    fen = hand.match.cursor.board.fen()
    hand.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
    start(hand)
    assert hand.match.game.start.fen() == fen
    assert hand.match.game.start.variant.name == "chess"
    assert not hand.match.game.variations
    hand.move("g1f3")
    hand.app.close()
    with GameDatabase(tmp_path / "games.sqlite3") as database:
        assert sorted(row.plies for row in database.rows(database.find())) == [1, 2]


def test_it_may_be_against_the_computer(hand):
    hand.move("e2e4")
    hand.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
    hand.press("Computer")
    start(hand)
    assert len(hand.match.setup.users) == 1
    assert hand.match.game.start.turn is False


def test_the_menu_of_a_move_plays_from_after_that_move(hand):
    hand.move("e2e4")
    hand.move("e7e5")
    first = hand.match.game.variations[0]
    hand.click(hand.screen.picture.moves.list.place_of(first).center, button=3)
    hand.press(ENTRY)
    start(hand)
    assert hand.match.game.start.fen() == first.board().fen()


def test_the_menu_of_a_square_has_it(hand):
    hand.key(pygame.K_RETURN, "\r")
    hand.key(CONTEXT_MENU_KEY)
    assert hand.has(ENTRY)


def test_nothing_is_played_from_a_decided_position(tmp_path):
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    with Hand(tmp_path, start_game=True, variant="chess", fen=mate, black="person") as hand:
        hand.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
        assert hand.app.dialog is None
        assert hand.app.notice.text == "The game is over in this position"


def test_a_rated_game_at_play_refuses_it_as_help(tmp_path):
    with Hand(tmp_path) as hand:
        open_rated(hand)
        hand.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
        assert hand.app.dialog is None
        assert hand.app.notice.text == "A rated game is played without help"


def open_rated(hand):
    from wormhole.engine.levels import LEVELS
    from wormhole.gui.window import destination
    from wormhole.play.seats import Seat, Setup
    from wormhole.players.spec import at_level

    setup = Setup(Seat(), Seat(at_level(LEVELS[0])), "chess", rated="a")
    hand.app.stage.rooms.open(destination.Game(setup))
    hand.settle()


def test_a_game_is_played_from_the_preview_of_the_library(tmp_path):
    path = tmp_path / "games.sqlite3"
    with GameDatabase(path) as database:
        board = Board("chess")
        board.push_san("d4")
        database.add(Game.from_board(board, {}))
    with Librarian(tmp_path, library_path=path) as hand:
        hand.open_library()
        hand.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
        start(hand)
        assert hand.match.game.start.fen() == board.fen()
