"""What is pasted or dropped on the window: positions, games, moves, definitions of games, several files."""

from __future__ import annotations

import threading
import time

import pygame
import pytest
from window_hand import Hand

from wormhole.gui.dialogs.games import GamesDialog
from wormhole.gui.dialogs.new_game import NewGameDialog
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import WaitingDialog
from wormhole.gui.library.import_summary import ImportSummary
from wormhole.gui.screens.game import GameScreen
from wormhole.gui.screens.library import LibraryScreen
from wormhole.gui.stage import WindowStage
from wormhole.library.database.errors import LibraryError

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
PGN = '[Event "Test"]\n[Variant "chess"]\n\n1. e4 e5 2. Nf3 *\n'
DEFINITION = 'inherits = "wormhole"\ntitle = "Wormholes with two queens"\n'


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, variant="chess", start_game=True, black="person") as hand:
        yield hand


@pytest.fixture
def home(tmp_path):
    with Hand(tmp_path, variant="chess") as hand:
        yield hand


def settle(hand):
    begun = time.monotonic()
    hand.step()
    while isinstance(hand.app.dialog, WaitingDialog) or hand.is_keeping:
        assert time.monotonic() - begun < 30
        time.sleep(0.01)
        hand.step()
    hand.wait(0.3)


def paste(hand, text):
    pygame.scrap.put_text(text)
    hand.key(pygame.K_v, "\x16", pygame.KMOD_LCTRL)
    settle(hand)


def drop(hand, *files, text=None):
    hand.post(pygame.DROPBEGIN)
    for file in files:
        hand.post(pygame.DROPFILE, file=str(file))
    if text is not None:
        hand.post(pygame.DROPTEXT, text=text)
    hand.post(pygame.DROPCOMPLETE)
    settle(hand)


def until(hand, kind):
    """Wait for a dialog of this kind."""
    begun = time.monotonic()
    while not isinstance(hand.app.dialog, kind):
        assert time.monotonic() - begun < 30
        time.sleep(0.01)
        hand.step()


def written(tmp_path, name, text):
    (tmp_path / name).write_text(text, "utf-8")
    return tmp_path / name


@pytest.mark.parametrize("give", [paste, lambda hand, text: drop(hand, text=text)])
@pytest.mark.parametrize("where", ["hand", "home"])
def test_a_text_is_taken_for_what_it_is(request, where, give):
    hand = request.getfixturevalue(where)
    give(hand, FEN)
    assert isinstance(hand.app.screen, GameScreen)
    assert hand.app.screen.match.board.fen().startswith("4k3/8/8/8/8/8/4P3/4K3 w")
    give(hand, PGN)
    assert hand.app.screen.match.board.ply() == 3
    give(hand, DEFINITION)
    assert isinstance(hand.app.dialog, NewGameDialog)
    hand.press("Start")
    assert hand.app.screen.title == "Wormholes with two queens"


def test_a_move_that_is_pasted_is_played(hand):
    paste(hand, " Nf3\n")
    hand.wait(1.0)
    paste(hand, "e7e5")
    hand.wait(1.0)
    assert "1. Nf3 e5" in str(hand.app.screen.match.game)


@pytest.mark.parametrize("text", ["", "hello", "Nf9", "x = 1\n", "8/8 w"])
def test_what_cannot_be_taken_is_said(hand, text):
    paste(hand, text)
    assert isinstance(hand.app.dialog, MessageDialog)
    hand.key(pygame.K_RETURN, "\r")
    assert hand.app.screen.match.board.ply() == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.pgn", PGN), ("a", PGN), ("a.fen", FEN), ("a.txt", FEN), ("a.txt", PGN), ("A.FEN", FEN)],
)
def test_a_file_that_is_dropped_is_opened(home, tmp_path, name, text):
    drop(home, written(tmp_path, name, text))
    assert isinstance(home.app.screen, GameScreen)


def test_files_named_on_the_command_line_are_opened(tmp_path):
    game = written(tmp_path, "game.pgn", PGN)
    with Hand(tmp_path, files=(game,)) as hand:
        settle(hand)
        assert isinstance(hand.app.screen, GameScreen)
    queens = written(tmp_path, "queens.wormhole.toml", DEFINITION)
    with Hand(tmp_path, files=(queens,)) as hand:
        settle(hand)
        assert isinstance(hand.app.dialog, NewGameDialog)
    with Hand(tmp_path, files=(game, game)) as hand:
        settle(hand)
        assert isinstance(hand.app.dialog, QuestionDialog)


def test_a_definition_that_is_dropped_is_offered(home, tmp_path):
    drop(home, written(tmp_path, "queens.toml", DEFINITION))
    assert isinstance(home.app.dialog, NewGameDialog)


def test_a_bad_file_is_told(home, tmp_path):
    drop(home, written(tmp_path, "queens.toml", "pieces = 3"))
    assert isinstance(home.app.dialog, MessageDialog)
    home.key(pygame.K_RETURN, "\r")
    drop(home, tmp_path / "missing.fen")
    assert isinstance(home.app.dialog, MessageDialog)


def test_of_several_games_one_is_chosen(home, tmp_path):
    drop(home, written(tmp_path, "a.pgn", PGN + "\n" + PGN))
    assert isinstance(home.app.dialog, GamesDialog)


def test_several_files_are_read_into_the_library(home, tmp_path):
    files = [written(tmp_path, f"{n}.pgn", PGN.replace("Test", f"T{n}")) for n in range(3)]
    drop(home, *files)
    assert isinstance(home.app.dialog, QuestionDialog)
    home.press("Import")
    until(home, ImportSummary)
    assert isinstance(home.app.screen, LibraryScreen)


def test_games_pasted_in_the_library_are_added(home):
    home.app.stage.show_library()
    paste(home, PGN)
    until(home, ImportSummary)


def test_games_pasted_while_the_library_opens_are_added_then(home, monkeypatch, tmp_path):
    may_open, open_library = threading.Event(), WindowStage.open_library

    def open_late(stage):
        may_open.wait(30)
        return open_library(stage)

    monkeypatch.setattr(WindowStage, "open_library", open_late)
    home.app.stage.show_library()
    paste(home, PGN)
    drop(home, written(tmp_path, "a.pgn", PGN.replace("Nf3", "Nc3")))
    assert home.app.dialog is None
    may_open.set()
    until(home, ImportSummary)
    assert home.app.dialog.imported.added == 2


def test_games_pasted_where_the_library_cannot_be_opened_are_refused(home, monkeypatch):
    def fail(stage):
        raise LibraryError("The disk is gone")

    monkeypatch.setattr(WindowStage, "open_library", fail)
    home.app.stage.show_library()
    paste(home, PGN)
    until(home, MessageDialog)
    home.key(pygame.K_ESCAPE)
    assert home.app.dialog is None
    paste(home, PGN)
    assert isinstance(home.app.dialog, MessageDialog)


def test_nothing_is_taken_while_a_dialog_is_open(home, tmp_path):
    home.key(pygame.K_s, "s")
    dialog = home.app.dialog
    drop(home, written(tmp_path, "a.fen", FEN))
    assert home.app.dialog is dialog
    assert not isinstance(home.app.screen, GameScreen)


def test_ctrl_c_copies_the_position_and_twice_the_game(hand):
    paste(hand, "e4")
    hand.wait(2.0)
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL)
    assert pygame.scrap.get_text() == hand.app.screen.match.board.fen()
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL)
    assert "1. e4" in pygame.scrap.get_text()
    hand.wait(2.0)
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL)
    assert "1. e4" not in pygame.scrap.get_text()
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert "1. e4" in pygame.scrap.get_text()
