"""The real window on a real X server: started by its command, driven by xdotool, checked by its pixels."""

from __future__ import annotations

import numpy as np

from tests.support.desktop.eyes import Eyes, after_any_move
from tests.support.desktop.twin import twin
from wormhole import Board
from wormhole.gui.game.game_layout import Place, Wanted, button_places, game_layout
from wormhole.gui.look.layout import Scale

SIZE = (1280, 800)
SMALLER = (900, 650)

SAVED, FLIP = 0, 1
"""Indices in the row of buttons."""

LAST_MOVE = "xnxxkxnc/xxxxxxxx/wxpx1PxC/xpxxxxpx/xpxxp1pN/xc1PNxxx/PxxPLxxP/xxxxKWxx w"
"""Cxh8 is mate."""

QUIET_MOVES = ("b1c3", "g1f3", "a2a4", "h2h4", "d2d3")
"""Moves for White; some of them are legal after any reply to the first."""


def button(size, number):
    area = game_layout(size, Wanted(Board().variant.geometry))[Place.BUTTONS]
    return button_places(area, Scale.of(size))[number].center


def read(program, eyes, boards):
    """Wait until the window shows one of ``boards``; returns it."""
    program.park()
    return program.wait_for(lambda: eyes.read(program.picture(), boards), "one of these positions")


def played(board, *texts):
    after = board.copy()
    for text in texts:
        after.push_uci(text)
    return after


def changed_squares(eyes, before, after):
    names = Board().variant.geometry.names
    return {name for name in names if not np.array_equal(eyes.square(before, name), eyes.square(after, name))}


DIMMED_SHARE = 0.85


def is_dimmed(eyes, before, picture):
    """Whether the board is darker than it was, all but the squares where red marks explain the end."""
    names = Board().variant.geometry.names
    darker = [eyes.square(picture, name).mean() < eyes.square(before, name).mean() for name in names]
    return sum(darker) >= DIMMED_SHARE * len(names)


def test_a_game_against_the_computer(start, tmp_path):
    program = start("--report")
    home = program.picture()
    with twin(SIZE, tmp_path) as hidden:
        program.click(hidden.button("Play"))
    eyes = Eyes(SIZE)
    board = read(program, eyes, [Board()])
    at_rest = program.still_picture()
    assert not np.array_equal(home, at_rest)

    # Two clicks: the chosen piece shows where it may go, then goes there.
    program.click(eyes.pixel("e2"))
    program.park()
    assert changed_squares(eyes, at_rest, program.still_picture()) == {"e2", "e3", "e4"}
    program.click(eyes.pixel("e4"))
    board = read(program, eyes, after_any_move(played(board, "e2e4")))

    # Drag.
    after_one = board
    text = next(text for text in QUIET_MOVES if text in map(str, board.legal_moves))
    program.drag(eyes.pixel(text[:2]), eyes.pixel(text[2:]))
    board = read(program, eyes, after_any_move(played(board, text)))
    assert len(board.move_stack) == 4

    # After an illegal drop the piece glides back and stays chosen.
    program.drag(eyes.pixel("e1"), eyes.pixel("e5"))
    program.key("Escape")
    assert read(program, eyes, [board])

    # Resize: the same position in the new layout.
    program.resize(*SMALLER)
    eyes = Eyes(SMALLER)
    assert read(program, eyes, [board])

    # Undo undoes both moves; twice leads to the start.
    program.click(button(SMALLER, SAVED))
    assert read(program, eyes, [after_one])
    program.click(button(SMALLER, SAVED))
    assert read(program, eyes, [Board()])

    program.press_close()
    status, out, err = program.end()
    assert (status, err) == (0, "")
    assert "first picture after" in out


def test_two_players_by_mouse_and_keyboard(start):
    program = start("--white", "person", "--black", "person")
    eyes = Eyes(SIZE)
    board = read(program, eyes, [Board()])

    # Enter shows where the keyboard is: on the first piece that can move, the champion on a1.
    program.key("Return", "Return", "Up", "Up", "Return", "Escape")
    board = read(program, eyes, [played(board, "a1a3")])
    program.click(eyes.pixel("g8"))
    program.click(eyes.pixel("f6"))
    both = read(program, eyes, [played(board, "g8f6")])

    program.key("u")
    assert read(program, eyes, [board])
    program.key("f")
    turned = Eyes(SIZE, flipped=True)
    assert read(program, turned, [board])
    program.click(turned.pixel("g8"))
    program.click(turned.pixel("f6"))
    assert read(program, turned, [both])

    before = program.still_picture()
    program.key("question")
    assert not np.array_equal(before, program.still_picture())
    program.key("Escape")
    assert np.array_equal(before, program.still_picture())
    program.key("ctrl+q")  # no question: the game is kept
    status, _, err = program.end()
    assert (status, err) == (0, "")


def test_a_game_to_its_end_and_back(start):
    program = start("--black", "person", "--fen", LAST_MOVE)
    eyes = Eyes(SIZE)
    board = read(program, eyes, [Board(fen=LAST_MOVE)])
    in_play = program.still_picture()
    program.click(eyes.pixel("h6"))
    program.click(eyes.pixel("h8"))
    program.park()
    over = program.wait_for(lambda: is_dimmed(eyes, in_play, program.picture()), "a board that is dimmed")
    assert over
    program.key("u")
    assert read(program, eyes, [board])
    program.press_close()
    assert program.end()[0] == 0


def test_a_game_is_saved_and_opened_by_typing(start, tmp_path):
    (tmp_path / "games").mkdir()
    program = start("--white", "person", "--black", "person")
    eyes = Eyes(SIZE)
    board = read(program, eyes, [Board()])
    program.key("Return", "Return", "Up", "Up", "Return", "Escape")
    board = read(program, eyes, [played(board, "a1a3")])
    program.key("ctrl+s")
    program.type(f"{tmp_path}/none/")
    program.key("Return")  # a message: there is no such folder
    program.key("ctrl+a")
    program.type(f"{tmp_path}/games/one.pgn")
    program.key("Return")
    program.wait_for((tmp_path / "games" / "one.pgn").exists, "the file")
    assert read(program, eyes, [board])  # the dialog is gone
    program.key("u")
    assert read(program, eyes, [Board()])
    program.key("ctrl+o")
    program.type("one.pgn")
    program.key("Return")
    assert read(program, Eyes(SIZE, wanted=frozenset({Place.TABS})), [board])  # beside the game at play
    program.press_close()
    assert program.end()[::2] == (0, "")
