"""A game on the clock in the real window: a flag falls, the library has it, a rematch begins."""

from __future__ import annotations

import numpy as np

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.program import run_program
from wormhole import Board
from wormhole.library.database.game_database import GameDatabase

SIZE = (1280, 800)
SECONDS = 3


def test_a_flag_falls_and_a_rematch_begins(display, tmp_path):
    library = tmp_path / "games.sqlite3"
    words = (
        "--size",
        "{}x{}".format(*SIZE),
        "--library",
        str(library),
        "--white",
        "person",
        "--black",
        "person",
    )
    with run_program(display, tmp_path, *words, "--clock", f"{SECONDS / 60:.2f}+0") as program:
        eyes, board = Eyes(SIZE), Board()

        def sees(board):
            program.park()
            program.wait_for(lambda: eyes.read(program.picture(), [board]), board.fen())

        sees(board)
        for text in ("e2e4", "e7e5"):
            program.click(eyes.pixel(text[:2]))
            program.click(eyes.pixel(text[2:]))
            board.push_uci(text)
            sees(board)
        ticking = program.picture()
        program.wait_for(lambda: not np.array_equal(program.picture(), ticking), "a clock that runs")

        def result():
            with GameDatabase(library) as kept:
                return kept.game(1).game.result

        program.wait_for(lambda: result() == "0-1", "the end of White's time")
        program.still_picture()
        program.key("ctrl+n")
        sees(Board())
        program.key("ctrl+q")
        status, _out, errors = program.end()
        assert (status, errors) == (0, "")
    with GameDatabase(library) as kept:
        game = kept.game(1).game
    assert game.termination == "time forfeit"
    assert game.headers["TimeControl"] == str(SECONDS)
    assert [node.clock() for node in game.mainline()] == [SECONDS, SECONDS]
