"""An exercise in a real window: its board is read; moves are clicked or typed."""

from __future__ import annotations

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.tour import SIZE, Tour
from wormhole import Board
from wormhole.gui.learn.exercise_panel import exercise_layout

BUTTONS = 4


class ShownExercise:
    """The exercise that a tour has come to."""

    def __init__(self, tour: Tour, board: Board, units: float) -> None:
        self.tour = tour
        area = exercise_layout(SIZE, board.variant.geometry, BUTTONS, units).board
        self.eyes = Eyes(SIZE, flipped=not board.turn, variant=board.variant.name, area=area)

    def sees(self, start: Board, *moves: str) -> None:
        """Wait until the board shows the position after these moves."""
        board = start.copy()
        for move in moves:
            board.push_uci(move)
        self.tour.wait(lambda: self.eyes.read(self.tour.look(), [board]), f"{start.fen()} after {moves}")

    def by_mouse(self, move: str) -> None:
        """Click the squares of a move."""
        for square in (move[:2], move[2:4]):
            self.tour.program.click(self.eyes.pixel(square))
        self.tour.program.park()

    def by_keyboard(self, move: str) -> None:
        """Type a move, and close the field."""
        self.tour.changes("the field for a move", self.tour.keys("t"))
        self.tour.program.type(move)
        self.tour.program.key("Return")
        self.tour.program.key("Escape")
