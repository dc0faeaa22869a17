"""The set-up editor and pictures in the real window: a position is set up, played from, and saved."""

from __future__ import annotations

from PIL import Image

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.program import run_program
from wormhole import Board
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.editor.editor_layout import editor_layout
from wormhole.gui.editor.editor_panel import Form

SIZE = (1280, 800)
WORDS = ("--size", "{}x{}".format(*SIZE), "--white", "person", "--black", "person")
DRAGGED = "cnwlkwnc/pppppppp/8/8/4P3/8/PPPP1PPP/CNWLKWNC w - - 0 1"
TYPED = "4k3/8/8/3L4/8/8/8/4K3 w - - 0 1"


def editor_board(variant):
    layout = editor_layout(SIZE, variant.geometry, len(variant.piece_types), Form.rows(variant))
    return layout, BoardLayout.fit(layout.board, variant.geometry)


def test_a_position_is_set_up_by_mouse_and_by_keyboard_and_saved_as_a_picture(display, tmp_path):
    with run_program(display, tmp_path, *WORDS, "--library", str(tmp_path / "games.sqlite3")) as program:
        eyes, variant = Eyes(SIZE), Board().variant
        layout, squares = editor_board(variant)

        def sees(fen):
            program.park()
            program.wait_for(lambda: eyes.read(program.picture(), [Board(fen=fen)]), fen)

        def on(name):
            return squares.rect_of(variant.geometry.parse(name)).center

        sees(Board().fen())
        program.key("ctrl+e")
        program.still_picture()
        program.drag(on("e2"), on("e4"))
        program.click(layout.play.center)
        program.still_picture()
        program.key("Return")
        sees(DRAGGED)

        program.key("ctrl+e")
        program.still_picture()
        program.park()
        program.key("ctrl+BackSpace", "Right", "Right")
        steps = variant.geometry.columns // 2
        program.key(*["Left"] * steps, *["Left"] * steps, *["Down"] * 8)
        for square, key in (("e1", "K"), ("d5", "L"), ("e8", "k")):
            column, row = variant.geometry.place[variant.geometry.parse(square)]
            program.key(*["Right"] * column, *["Up"] * row)
            program.type(key)
            program.key(*["Left"] * 8, *["Down"] * 8)
        program.key("ctrl+Return")
        program.still_picture()
        program.key("Return")
        sees(TYPED)

        program.key("ctrl+p")
        program.still_picture()
        program.key("Return")
        program.still_picture()
        program.key("ctrl+a")
        path = tmp_path / "position.png"
        program.type(str(path))
        program.key("Return")
        program.wait_for(path.exists, "the picture")
        program.key("ctrl+q")
        status, _out, errors = program.end()
        assert (status, errors) == (0, "")
    assert Image.open(path).size == (640, 640)
