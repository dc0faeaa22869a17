"""Pieces in hand in the real window: dropped by a drag and by clicks, in a wide and in a small window."""

from __future__ import annotations

import pytest

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.program import run_program
from wormhole import BLACK, WHITE, Board, Piece
from wormhole.gui.board.hands import place_of

TRADED = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_pieces_in_hand_are_dropped(display, tmp_path, size):
    words = (
        "--size",
        "{}x{}".format(*size),
        "--variant",
        "crazyhouse",
        "--white",
        "person",
        "--black",
        "person",
    )
    eyes, board = Eyes(size, variant="crazyhouse"), Board("crazyhouse", TRADED)

    def slot(color):
        return eyes.squares.rect_of(place_of(board.variant, Piece("P", color))).center

    with run_program(
        display, tmp_path, *words, "--fen", TRADED, "--library", str(tmp_path / "games.sqlite3")
    ) as program:

        def sees(*moves):
            for move in moves:
                board.push_uci(move)
            program.park()
            program.wait_for(lambda: eyes.read(program.picture(), [board]), board.fen())

        sees()
        program.drag(slot(WHITE), eyes.pixel("d4"))
        sees("P@d4")
        program.click(slot(BLACK))
        program.click(eyes.pixel("e5"))
        sees("P@e5")
        program.click(eyes.pixel("d4"))
        program.click(eyes.pixel("e5"))
        sees("d4e5")
        program.key("u")
        board.pop()
        sees()
        program.key("ctrl+q")
        status, _out, errors = program.end()
        assert (status, errors) == (0, "")
