"""What a new user finds without the mouse in a minute: a move back, the best move there, the way back."""

from __future__ import annotations

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.tour import BEST, MISSED, MOVES, SIZE, after
from tests.support.parts import exhaustive
from wormhole.gui.board.annotations import Advice
from wormhole.gui.game.game_layout import Place

ANALYSED = frozenset({Place.BAR, Place.LINES})


@exhaustive
def test_without_the_mouse_the_last_move_but_three_the_best_move_there_and_the_way_back(tour):
    keys = tour.keys
    keys("Menu", "Down", "Return")()  # "Two players" comes after "Play"
    tour.sees()
    for number, move in enumerate(MOVES, 1):
        tour.changes("the field for a move", keys("t"))
        tour.text(move)()
        keys("Return", "Escape")()
        tour.sees(*MOVES[:number])

    keys("Left", "Left", "Left")()
    tour.sees(*MOVES[:MISSED])
    board, eyes = after(MISSED), Eyes(SIZE, wanted=ANALYSED)
    moves = list(board.legal_moves)
    keys("l")()
    best = tour.wait(lambda: eyes.read_arrow(tour.look(), board, moves, Advice.LINE), "the best move's arrow")
    assert best == BEST

    keys("l")()
    tour.sees(*MOVES[:MISSED])
    keys("End")()
    tour.sees(*MOVES)
