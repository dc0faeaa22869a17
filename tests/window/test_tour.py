"""Through every screen and dialog under a window manager: by the mouse, and again by the keyboard alone."""

from __future__ import annotations

import numpy as np
import pytest
from eyes import Eyes
from program import run_program
from tour import BOARD, LIST, PREVIEW, SIZE, WORDS, Tour, without_motion
from twin import twin

from wormhole import Board
from wormhole.gui.keys import Command

PAGES_OF_SETTINGS = 6
BESIDE = (5, 780)
"""A pixel where nothing is."""
MOVES = ("e2e4", "e7e5", "g1f3", "g8f6", "d2d3", "d7d6")


@pytest.fixture
def tour(managed_display, tmp_path):
    """A tour that begins at the home screen. At its end the program is told to quit, and has no complaint."""
    without_motion(tmp_path)
    library = str(tmp_path / "games.sqlite3")
    with run_program(managed_display, tmp_path, *WORDS, "--library", library) as program:
        program.park()
        yield Tour(program)
        program.key("ctrl+q")
        assert program.end()[::2] == (0, "")


def sees(tour, *texts, board=None):
    """Wait until the board shows the position after these moves."""
    board = Board() if board is None else board
    for text in texts:
        board.push_uci(text)
    eyes = Eyes(SIZE)
    tour.program.wait_for(lambda: eyes.read(tour.look(), [board]), f"the position after {texts}")


def test_by_keyboard(tour, tmp_path):
    home_by_keyboard(tour)
    game_by_keyboard(tour, tmp_path)
    library_by_keyboard(tour)
    end_by_keyboard(tour)
    editor_by_keyboard(tour)


def test_without_the_mouse_the_last_move_but_three_the_best_move_there_and_the_way_back(tour):
    start_by_keyboard(tour)
    play_by_keyboard(tour)
    tour.keys("Left", "Left", "Left")()
    sees(tour, *MOVES[:-3])
    before = tour.still()[BOARD]
    tour.keys("l")()
    tour.program.wait_for(lambda: not np.array_equal(before, tour.look()[BOARD]), "the best move's arrow")
    tour.keys("l")()
    tour.program.wait_for(lambda: np.array_equal(before, tour.look()[BOARD]), "the board without it")
    tour.keys("End")()
    sees(tour, *MOVES)


def home_by_keyboard(tour):
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


def start_by_keyboard(tour):
    """From the home screen, where "Two players" comes after "Play", to the first position of a game."""
    tour.changes("the next button", tour.keys("Tab"))
    tour.changes("a game", tour.keys("Return"))
    sees(tour)


def play_by_keyboard(tour):
    for number, move in enumerate(MOVES, 1):
        tour.changes("the field for a move", tour.keys("t"))
        tour.text(move)()
        tour.keys("Return")()
        sees(tour, *MOVES[:number])


def game_by_keyboard(tour, tmp_path):
    keys, text = tour.keys, tour.text
    start_by_keyboard(tour)
    with tour.visit("a typed move", keys("t"), keys("Escape")):
        tour.changes("the moves that it can mean", text("e2"), BOARD)
    play_by_keyboard(tour)
    with tour.visit("the menu", keys("Escape"), keys("Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("the menu of a move", keys("Menu"), keys("Escape")):
        tour.changes("the next entry", keys("Down"))
    with tour.visit("a comment", keys("c"), keys("Escape")):
        tour.changes("its text", text("not yet"))
    with tour.visit("a new game", keys("n"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))
    with tour.visit("the rules", keys("F1"), keys("Escape")):
        tour.changes("the next page", keys("Down"))
    with tour.visit("the messages", keys("i"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))
    with tour.visit("a picture", keys("ctrl+p"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))
    with tour.visit("the whole game", keys("shift+l"), keys("Escape")):
        tour.changes("the next button", keys("Tab"))
    with tour.visit("the fold view", keys("v"), keys("v", "Escape")):
        tour.changes("the next piece", keys("Tab"))
    with tour.visit("the reach", keys("e"), keys("e")):
        pass
    with tour.visit("the analysis", keys("l"), keys("l")):
        pass
    with tour.visit("the hint", keys("h"), keys("Left", "End")):
        pass
    pgn = tmp_path / "one.pgn"
    tour.changes("the place for the file", keys("ctrl+s"))
    keys("ctrl+a")()
    text(str(pgn))()
    keys("Return")()
    tour.program.wait_for(pgn.exists, "the file")


def library_by_keyboard(tour):
    keys, text = tour.keys, tour.text
    tour.changes("the library", keys("ctrl+l"))
    tour.changes("the move before", keys("Left"), PREVIEW)
    tour.changes("a word that is sought", text("/nobody"), LIST)
    keys("ctrl+a", "BackSpace", "Return")()
    tour.changes("the game again", keys("Left"), PREVIEW)
    tour.changes("the game", keys("Return"))
    sees(tour, *MOVES)


def end_by_keyboard(tour):
    keys = tour.keys
    with tour.visit("the question whether to resign", keys("r"), keys("Escape")):
        tour.changes("the other button", keys("Tab"))
    tour.changes("the question whether to resign", keys("r"))
    tour.changes("the result", keys("Return"), BOARD)
    tour.changes("the look back", keys("Left"), BOARD)
    keys("ctrl+n")()
    sees(tour)


def editor_by_keyboard(tour):
    keys = tour.keys
    tour.changes("the editor", keys("ctrl+e"))
    tour.changes("an empty board", keys("ctrl+BackSpace"))
    tour.changes("a piece", keys("Right", "K"))
    keys("ctrl+z", "ctrl+z")()
    tour.changes("the question with whom to play", keys("ctrl+Return"))
    keys("Return")()
    sees(tour)


def test_by_mouse(tour, tmp_path):
    with twin(SIZE, tmp_path) as hidden:
        hand = Mouse(tour, hidden)
        home_by_mouse(tour, hand)
        game_by_mouse(tour, hand)
        end_by_mouse(tour, hand)


class Mouse:
    """Clicks in the visible window and in its twin, which tells where to click."""

    def __init__(self, tour, hidden):
        self.tour, self.hidden = tour, hidden

    def press(self, text):
        """Press the button with this text."""
        return lambda: self._click(self.hidden.button(text))

    def tool(self, command):
        """Press the button of a command."""
        return lambda: self._click(self.hidden.tool(command))

    def at(self, pixel, button=1):
        """Click there."""
        return lambda: self._click(pixel, button)

    def _click(self, pixel, button=1):
        self.tour.click(pixel, button)()
        self.hidden.click(pixel, button)


def home_by_mouse(tour, hand):
    with tour.visit("the settings", hand.press("Settings"), hand.press("Done")):
        for page in ("Board", "Motion and sound", "Play", "Analysis", "Language"):
            tour.changes(page, hand.press(page))
    with tour.visit("the games", hand.press("Wormhole Chess…"), hand.press("Cancel")):
        tour.changes("another game", hand.press("Chess"))
    with tour.visit("the clocks", hand.press("No clock"), hand.at(BESIDE)):
        pass
    with tour.visit("the editor", hand.press("Set up"), hand.press("Close")):
        tour.changes("the other side", hand.press("Flip"))


def game_by_mouse(tour, hand):
    tour.changes("a game", hand.press("Two players"))
    sees(tour)
    eyes = Eyes(SIZE)
    for number, move in enumerate(MOVES, 1):
        hand.at(eyes.pixel(move[:2]))()
        hand.at(eyes.pixel(move[2:]))()
        sees(tour, *MOVES[:number])
    for entry, used, leave in (
        ("Save game…", "Up", "Cancel"),
        ("Open game…", "Up", "Cancel"),
        ("Save a picture…", "SVG", "Cancel"),
        ("Settings", "Board", "Done"),
    ):
        with tour.visit("the menu", hand.press("Menu"), hand.press(leave)):
            tour.changes(entry, hand.press(entry))
            tour.changes(used, hand.press(used))
    for entry in ("Rules of this game", "Keys", "Messages again"):
        with tour.visit("the menu", hand.press("Menu"), hand.press("Close")):
            tour.changes(entry, hand.press(entry))
    with tour.visit("a new game", hand.press("New game"), hand.press("Cancel")):
        tour.changes("a clock", hand.press("Two computers"))
    with tour.visit("the whole game", hand.tool(Command.ANALYSE_GAME), hand.press("Close")):
        tour.changes("another depth", hand.press("Deep"))
    for tool in (Command.REACH, Command.ANALYSE):
        with tour.visit(tool.name, hand.tool(tool), hand.tool(tool)):
            pass
    tour.changes("the hint", hand.tool(Command.HINT), BOARD)
    with tour.visit("the board's other side", hand.press("Flip"), hand.press("Flip")):
        pass


def end_by_mouse(tour, hand):
    with tour.visit("the question whether to resign", hand.press("Resign"), hand.press("Cancel")):
        pass
    tour.changes("the question whether to resign", hand.press("Resign"))
    tour.changes("the result", hand.press("Resign"), BOARD)
    tour.changes("a look back", hand.press("Look back"))
    tour.changes("the menu", hand.press("Menu"))
    tour.changes("the library", hand.press("Library"))
    tour.changes("the statistics", hand.press("Statistics"))
    tour.changes("the games", hand.press("Games"))
    tour.changes("the move before", hand.press("‹"), PREVIEW)  # noqa: RUF001
    tour.changes("the way back", hand.press("Home"))
