"""Through every screen and dialog under a window manager, by the mouse; texts are typed."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.mouse import Mouse
from tests.support.desktop.tour import BESIDE, BOARD, LIST, MOMENT, MOVES, PREVIEW, SIZE, begin_tour
from tests.support.desktop.twin import twin
from tests.support.parts import exhaustive
from wormhole import Board
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.game.game_layout import Place
from wormhole.gui.window.keys import Command
from wormhole.play.start_options import PERSON

RIGHT = 3
PAGES = ("Board", "Animation", "Sound", "Play", "Analysis", "Language")
EMPTY_SQUARE = "d5"
CLOCKS_OFFERED = 10


@pytest.fixture
def hand(tour, tmp_path):
    with twin(SIZE, tmp_path) as hidden:
        yield Mouse(tour, hidden)


@exhaustive
def test_home_and_a_game(tour, hand):
    see_home(tour, hand)
    play(tour, hand)
    see_menus_and_dialogs(tour, hand)
    see_more_of_the_board(tour, hand)


@exhaustive
def test_the_report_and_the_end_of_a_game(tour, hand):
    play(tour, hand)
    walk_to_the_moment_that_decided(tour, hand)
    resign_and_begin_again(tour, hand)


@exhaustive
def test_draws(managed_display, tmp_path):
    words = ("--variant", "chess", "--white", "person", "--black", "person")
    asked = {"variant": "chess", "start_game": True, "white": PERSON}
    with begin_tour(managed_display, tmp_path, *words) as tour, twin(SIZE, tmp_path, **asked) as hidden:
        hand, chess = Mouse(tour, hidden), Board("chess")
        tour.sees(board=chess)
        with asked_by_its_player(tour, hand):
            tour.changes("an offer", hand.press("Offer or accept a draw"))
        move(hand, "e2e4", "chess")
        with asked_by_its_player(tour, hand):
            tour.changes("the end", hand.press("Offer or accept a draw"), BOARD)
        tour.changes("the review", hand.press("Review"))
        tour.changes("the game with a small result", hand.press("Close"))
        tour.changes("a look back", tour.keys("Home"))
        tour.sees(board=chess)


@exhaustive
def test_the_library(tour, hand, tmp_path):
    (tmp_path / "two.pgn").write_text("1. e4 e5 *\n\n1. d4 *\n")
    play(tour, hand)
    tour.changes("the menu", hand.press("Menu"))
    tour.changes("the library", hand.press("Library"))
    tour.changes("the move before", hand.press("‹"), PREVIEW)  # noqa: RUF001
    tour.changes("the menu of a game", tour.click(hand.hidden.listed(0), RIGHT))
    tour.changes("the list of games", tour.click(BESIDE))
    tour.changes("the kinds of games", hand.press("All games…"))
    tour.changes("games of another kind", hand.row(2), LIST)
    tour.changes("all games", hand.press("Clear"), LIST)
    with tour.comes_back("the place for the file", LIST):
        export(tour, hand, tmp_path / "all.pgn")
    tour.changes("the files", hand.press("Import…"))
    tour.changes("a file", hand.row(hand.hidden.file("two.pgn")))
    hand.press("Open")()
    hand.hidden.button("Close")
    tour.wait(lambda: hand.hidden.is_dialog_in(tour.look()), "what was imported")
    tour.changes("the games of the file", hand.press("Close"), LIST)
    tour.changes("the statistics", hand.press("Statistics"))
    tour.changes("the mistakes", hand.press("Mistakes"))
    tour.changes("the games", hand.press("Games"))
    tour.changes("the way back", hand.press("Back"))


def see_home(tour, hand):
    with tour.visit("the settings", hand.press("Settings"), hand.press("Done")):
        for page in PAGES:
            tour.changes(page, hand.press(page))
    with tour.visit("the games", hand.press("Wormhole Chess…"), hand.press("Cancel")):
        tour.changes("another game", hand.game("Smess"))
    with tour.visit("the clocks", hand.press("No clock"), hand.press("Cancel")):
        tour.changes("a clock of one's own", hand.row(CLOCKS_OFFERED))
        tour.changes("another kind", hand.press("Per move"))
    with tour.visit("the context menu", hand.at(BESIDE, RIGHT), hand.press("Cancel")):
        tour.changes("a choice", hand.press("Select a game"))
    with tour.visit("the editor", hand.press("Set up"), hand.press("Close")):
        tour.changes("the other side", hand.press("Flip"))
        tour.changes("a piece", hand.at(hand.hidden.brush("L")))
        tour.changes("its square", hand.at(hand.hidden.on_set_up(EMPTY_SQUARE)), BOARD)


def play(tour, hand):
    tour.changes("a game", hand.press("Two players"))
    tour.sees()
    for number, text in enumerate(MOVES, 1):
        move(hand, text)
        tour.sees(*MOVES[:number])


def move(hand, text, variant="wormhole"):
    eyes = Eyes(SIZE, variant=variant)
    hand.at(eyes.pixel(text[:2]))()
    hand.at(eyes.pixel(text[2:]))()


def see_menus_and_dialogs(tour, hand):
    eyes, hidden = Eyes(SIZE), hand.hidden
    for entry, used, leave in (
        ("Save game…", "Up", "Cancel"),
        ("Open game…", "Up", "Cancel"),
        ("Save a picture…", "SVG", "Cancel"),
        ("Settings", "Board", "Done"),
    ):
        with tour.visit("the menu", hand.press("Menu"), hand.press(leave)):
            tour.changes(entry, hand.press(entry))
            tour.changes(used, hand.press(used))
    for entry in ("Rules of this game", "Shortcuts", "Show messages"):
        with tour.visit("the menu", hand.press("Menu"), hand.press("Close")):
            tour.changes(entry, hand.press(entry))
    with tour.visit("a new game", hand.press("New game"), hand.press("Cancel")):
        tour.changes("other players", hand.press("Two computers"))
        tour.changes("the clocks", hand.press("No clock"))
        tour.changes("a clock of one's own", hand.row(CLOCKS_OFFERED))
        tour.changes("the clock of one side", hand.press("You, White"))
        tour.changes("the new game", hand.press("Cancel"))
    last = hidden.move(hidden.app.screen.match.cursor.node)
    with tour.visit("the menu of a move", hand.at(last, RIGHT), hand.press("Discard")):
        tour.changes("a comment", hand.press("Comment…"))
        tour.changes("its text", hand.text("not yet"))
        tour.changes("the question whether it is discarded", hand.press("Cancel"))
    card = hidden.place(Place.YOU)
    with tour.visit("the menu of a player", hand.at(card, RIGHT), hand.press("Cancel")):
        tour.changes("the question whether to resign", hand.press("Resign"))
    with tour.visit("the menu of a square", hand.hold(eyes.pixel(EMPTY_SQUARE)), hand.at(BESIDE)):
        tour.changes("the field for a move", hand.press("Type a move"))
        tour.changes("the moves that it can mean", hand.text("e2"), BOARD)


def see_more_of_the_board(tour, hand):
    piece = Eyes(SIZE).pixel("g1")
    tool = hand.tool
    with tour.visit("the fold view", tool(Command.FOLD_VIEW), hand.at(BESIDE)):
        tour.changes("the board as a piece sees it", hand.at(piece), BOARD)
        tour.changes("the board", tool(Command.FOLD_VIEW), BOARD)
    for command in (Command.REACH, Command.ANALYSE, Command.THREATS):
        with tour.visit(command.name, tool(command), tool(command), BOARD):
            pass
    with tour.visit("the ways of a piece", tool(Command.ROUTES), tool(Command.ROUTES)):
        tour.changes("its ways", hand.at(piece), BOARD)
        tour.changes("no piece", hand.at(piece), BOARD)
    with tour.visit("the board's other side", hand.press("Flip"), hand.press("Flip"), BOARD):
        pass
    hint = tour.click(hand.hidden.tool(Command.HINT))
    tour.changes("the piece to move", hint, BOARD)
    tour.changes("where it goes", hint, BOARD)


def walk_to_the_moment_that_decided(tour, hand):
    """The report of the whole game names the mate that Black missed; a press leads to it."""
    tour.changes("the whole game", hand.tool(Command.REVIEW))
    tour.changes("another depth", hand.press("Fast"))
    tour.changes("the review", hand.press("Analyse"))
    tour.wait_for_the_review()
    hand.row(MOMENT)()
    tour.sees_the_missed_mate()


def resign_and_begin_again(tour, hand):
    with tour.visit("the question whether to resign", hand.press("Resign"), hand.press("Cancel")):
        pass
    tour.changes("the question whether to resign", hand.press("Resign"))
    tour.changes("the result", hand.press("Resign"))
    hand.press("Rematch")()
    tour.sees()


@contextmanager
def asked_by_its_player(tour, hand):
    """Open the menu of the player below, and leave it to its entries."""
    tour.changes("the menu of a player", hand.at(hand.hidden.place(Place.YOU), RIGHT))
    yield


def export(tour, hand, path):
    """The twin has no games to export; it shows where the button of such a dialog is."""
    hidden = hand.hidden
    tour.changes("the place for the file", tour.click(hidden.button("Export…")))
    tour.keys("ctrl+a")()
    tour.text(str(path))()
    hidden.open(lambda stage: FileDialog(stage, "", ".pgn", str, new_name=""))
    tour.click(hidden.button("Save"))()
    hidden.press("Cancel")
    tour.wait(path.exists, "the file")
