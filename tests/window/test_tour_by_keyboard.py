"""Through every screen and dialog under a window manager, by the keyboard alone."""

from __future__ import annotations

from tests.support.desktop.tour import BOARD, LIST, MOMENT, MOVES, PREVIEW, SIZE, begin_tour
from tests.support.desktop.twin import twin
from tests.support.parts import exhaustive
from wormhole import Board
from wormhole.gui.library.import_result import ImportResult
from wormhole.gui.library.importing import ImportSummary
from wormhole.library.database.game_database import ImportProgress

PAGES_OF_SETTINGS = 8
ENTRIES_TO_EXPORT, BUTTONS_TO_IMPORT, BUTTONS_TO_STATISTICS = 6, 6, 11
"""How often a key leads on to them: in the menu of a game, and from the list of games on and back."""


@exhaustive
def test_home_and_a_game(tour):
    see_home(tour)
    start(tour)
    see_the_field_for_moves(tour)
    play(tour)
    see_menus_and_dialogs(tour)
    see_more_of_the_board(tour)


@exhaustive
def test_the_report_and_the_end_of_a_game(tour):
    start(tour)
    play(tour)
    walk_to_the_moment_that_decided(tour)
    resign_and_begin_again(tour)


@exhaustive
def test_draws(managed_display, tmp_path):
    words = ("--variant", "chess", "--white", "person", "--black", "person")
    with begin_tour(managed_display, tmp_path, *words) as tour:
        chess = Board("chess")
        tour.sees(board=chess)
        tour.changes("an offer", tour.keys("d"))
        type_move(tour, "e2e4")
        tour.changes("the way to agree", tour.keys("d"), BOARD)
        tour.changes("a look back", tour.keys("Left"))
        tour.sees(board=chess)


@exhaustive
def test_the_library(tour, tmp_path):
    keys, text = tour.keys, tour.text
    (tmp_path / "two.pgn").write_text("1. e4 e5 *\n\n1. d4 *\n")
    start(tour)
    play(tour)
    save(tour, tmp_path / "one.pgn")
    tour.changes("the library", keys("ctrl+l"))
    tour.changes("the move before", keys("Left"), PREVIEW)
    tour.changes("a word that is sought", text("/nobody"), LIST)
    tour.changes("the game again", keys("ctrl+a", "BackSpace", "Return"), PREVIEW)
    tour.changes("the move before again", keys("Left"), PREVIEW)
    with tour.visit("the menu of the game", keys("Menu"), keys("Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.comes_back("the menu of the game", LIST):
        tour.changes("the menu of the game", keys("Menu"))
        tour.changes("the place for the file", keys(*["Down"] * ENTRIES_TO_EXPORT, "Return"))
        take_file(tour, tmp_path / "all.pgn")
    assert "[Result" in (tmp_path / "all.pgn").read_text()
    tour.changes("the question which files", keys(*["Tab"] * BUTTONS_TO_IMPORT, "Return"))
    text(str(tmp_path / "two.pgn"))()
    keys("Return")()
    with twin(SIZE, tmp_path) as hidden:
        hidden.open(lambda stage: ImportSummary(stage, ImportResult(ImportProgress(added=2))))
        tour.wait(lambda: hidden.is_dialog_in(tour.look()), "what was imported")
    tour.changes("the games of the file", keys("Return"), LIST)
    tour.changes("the statistics", keys(*["shift+Tab"] * BUTTONS_TO_STATISTICS, "Return"))


def see_home(tour):
    keys, text = tour.keys, tour.text
    with tour.visit("the settings", keys("s"), keys("Escape")):
        tour.changes("another theme", keys("shift+Tab", "shift+Tab", "shift+Tab", "Down"))
        for _ in range(PAGES_OF_SETTINGS):
            tour.changes("the next page", keys("Next"))
    with tour.visit("the keys", keys("question"), keys("Escape")):
        tour.changes("a word that is sought", text("undo"))
    with tour.visit("the games", keys("g"), keys("Escape")):
        tour.changes("another game", keys("Down"))
    with tour.visit("the context menu", keys("Menu"), keys("Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("the files", keys("ctrl+o"), keys("Escape")):
        tour.changes("a letter", text("x"))
    with tour.visit("the rules", keys("F1"), keys("Escape")):
        tour.changes("the next page", keys("Down"))


def start(tour):
    """From the home screen, whose context menu has "Two players" after "Play", to a game."""
    tour.changes("the context menu", tour.keys("Menu"))
    tour.keys("Down", "Return")()
    tour.sees()


def type_move(tour, move):
    tour.changes("the field for a move", tour.keys("t"))
    tour.text(move)()
    tour.keys("Return", "Escape")()


def play(tour):
    for number, move in enumerate(MOVES, 1):
        type_move(tour, move)
        tour.sees(*MOVES[:number])


def see_the_field_for_moves(tour):
    with tour.visit("a typed move", tour.keys("t"), tour.keys("Escape")):
        tour.changes("the moves that it can mean", tour.text("e2"), BOARD)


def see_menus_and_dialogs(tour):
    keys, text = tour.keys, tour.text
    with tour.visit("the menu", keys("Escape"), keys("Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("the menu of a move", keys("Menu"), keys("Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("the menu of a square", keys("Return", "Menu"), keys("Escape", "Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("the menu of a player", keys("Tab", "Menu"), keys("Escape", "Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("a comment", keys("c"), keys("Return")):
        tour.changes("its text", text("not yet"))
        tour.changes("the question whether it is discarded", keys("Escape"))
    with tour.visit("a new game", keys("n"), keys("Escape", "Escape")):
        tour.changes("the next button", keys("Tab"))
        tour.changes("the clocks", keys(*["shift+Tab"] * 7, "Return"))
        tour.changes("a clock of one's own", keys("End", "Return"))
        tour.changes("another kind", keys("shift+Tab", "shift+Tab", "shift+Tab", "Return"))
    with tour.visit("the rules", keys("F1"), keys("Escape")):
        tour.changes("the next page", keys("Down"))
    with tour.visit("the messages", keys("i"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))
    with tour.visit("a picture", keys("ctrl+p"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))


def see_more_of_the_board(tour):
    keys = tour.keys
    with tour.visit("the fold view", keys("Return", "v"), keys("v", "Escape"), BOARD):
        tour.changes("the next piece", keys("Tab"))
    ways = keys("w", "Escape", "Escape")
    with tour.visit("the ways of a piece", keys("Return", "Return", "w"), ways, BOARD):
        pass
    with tour.visit("the reach", keys("e"), keys("e"), BOARD):
        pass
    with tour.visit("the analysis", keys("l"), keys("l"), BOARD):
        pass
    with tour.visit("the threats", keys("x"), keys("x"), BOARD):
        pass
    with tour.visit("the hint", keys("h"), keys("h"), BOARD):
        tour.changes("the move", keys("h"), BOARD)


def save(tour, path):
    with tour.comes_back("the place for the file", LIST):
        tour.changes("the place for the file", tour.keys("ctrl+s"))
        take_file(tour, path)


def take_file(tour, path):
    tour.keys("ctrl+a")()
    tour.text(str(path))()
    tour.keys("Return")()
    tour.wait(path.exists, "the file")


def walk_to_the_moment_that_decided(tour):
    """The report of the whole game names the mate that Black missed; Enter leads to it."""
    keys = tour.keys
    with tour.visit("the whole game", keys("shift+l"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))
    tour.changes("the whole game", keys("shift+l"))
    tour.changes("the review", keys("Return"))
    tour.wait_for_the_review()
    keys(*["Down"] * MOMENT, "Return")()
    tour.sees_the_missed_mate()


def resign_and_begin_again(tour):
    keys = tour.keys
    with tour.visit("the question whether to resign", keys("r"), keys("Escape")):
        tour.changes("the other button", keys("Tab"))
    tour.changes("the question whether to resign", keys("r"))
    tour.changes("the result", keys("Return"), BOARD)
    tour.changes("the look back", keys("Left"), BOARD)
    keys("ctrl+n")()
    tour.sees()
    set_up(tour)


def set_up(tour):
    keys = tour.keys
    tour.changes("the editor", keys("ctrl+e"))
    tour.changes("an empty board", keys("ctrl+BackSpace"))
    tour.changes("a piece", keys("Right", "K"))
    keys("ctrl+z", "ctrl+z")()
    tour.changes("the question with whom to play", keys("ctrl+Return"))
    keys("Return")()
    tour.sees()
