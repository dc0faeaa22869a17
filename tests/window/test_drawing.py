"""Circles and arrows in a real window: drawn with the right button and by keyboard, kept with the game."""

from __future__ import annotations

import numpy as np

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.program import run_program
from wormhole import Board
from wormhole.library.database.game_database import GameDatabase

SIZE = (1280, 800)


def test_circles_and_arrows_are_drawn_and_kept(display, tmp_path):
    eyes = Eyes(SIZE)
    words = ("--size", "{}x{}".format(*SIZE), "--white", "person", "--black", "person")
    with run_program(display, tmp_path, *words) as program:
        board = Board()
        program.wait_for(lambda: eyes.read(program.picture(), [board]), "the start")
        program.click(eyes.pixel("e2"))
        program.click(eyes.pixel("e4"))
        board.push_uci("e2e4")
        program.park()
        program.wait_for(lambda: eyes.read(program.picture(), [board]), "the move")
        before = program.still_picture()

        program.drag(eyes.pixel("b8"), eyes.pixel("c6"), button=3)
        program.still_picture()
        program.hold("shift")
        program.click(eyes.pixel("d5"), button=3)
        program.let_go("shift")
        program.click(eyes.pixel("h5"), button=3)
        program.click(eyes.pixel("h5"), button=3)
        program.park()
        after = program.still_picture()
        for name, is_changed in (("c6", True), ("d5", True), ("h5", False), ("a1", False)):
            assert np.array_equal(eyes.square(before, name), eyes.square(after, name)) is not is_changed

        program.key("Return", "o", "Up", "o", "Escape")
        program.still_picture()
        program.press_close()
        status, _, err = program.end()
        assert (status, err) == (0, "")

    (library,) = tmp_path.rglob("*.sqlite3")
    with GameDatabase(library) as database:
        (number,) = database.find()
        text = str(database.game(number).game)
    assert "[%csl Rd5]" in text
    assert "Gb8c6" in text
