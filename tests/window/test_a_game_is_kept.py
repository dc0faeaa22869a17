"""A game is played, browsed, varied and commented on, left, continued and exported."""

from __future__ import annotations

import numpy as np

from tests.support.desktop.eyes import Eyes, shows_an_offer
from tests.support.desktop.twin import twin
from tests.support.parts import exhaustive
from wormhole import Board
from wormhole.gui.game.game_layout import Place, Wanted, button_places, game_layout
from wormhole.gui.game.tools import BUTTONS
from wormhole.gui.home.home import home_layout
from wormhole.gui.look.layout import Scale
from wormhole.library.pgn import read_file
from wormhole.library.record import Game

SIZE = (1280, 800)


def sees(program, *texts):
    """Wait until the window shows the position after these moves."""
    board = Board()
    for text in texts:
        board.push_uci(text)
    eyes = Eyes(SIZE)
    program.park()
    program.wait_for(lambda: eyes.read(program.picture(), [board]), f"the position after {texts}")


def changes(program, act, *arguments):
    """Do something; returns the picture at rest, which has to be another one."""
    before = program.still_picture()
    act(*arguments)
    program.wait_for(lambda: not np.array_equal(before, program.picture()), "another picture")
    return program.still_picture()


def wait_for_offer(program):
    """Wait until the home screen offers to continue, which it does some moments after it is shown."""
    program.wait_for(lambda: shows_an_offer(program.picture(), SIZE), "an offer to continue")


def has_text(path, text):
    return path.exists() and text in path.read_text()


def game_of(*lines):
    """A game with these lines of moves, the first one the main line."""
    game = Game(Board())
    for line in lines:
        node = game
        for text in line.split():
            move = node.board().parse_uci(text)
            node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
    return game


def check(path, *, san, variation, comment):
    """Check the only game in a file, whose one variation is an alternative to the first move."""
    (game,) = read_file(path)
    assert [node.san() for node in game.mainline()] == san
    main, other = game.variations
    assert [other.san(), *(node.san() for node in other.mainline())] == variation
    assert other.words == comment
    assert not main.comment


def test_by_mouse(start, tmp_path):
    pgn, eyes = tmp_path / "one.pgn", Eyes(SIZE)
    area = game_layout(SIZE, Wanted(Board().variant.geometry))[Place.BUTTONS]
    menu = button_places(area, Scale.of(SIZE))[[text for text, _ in BUTTONS].index("Menu")]
    program = start()
    with twin(SIZE, tmp_path) as hidden:
        program.click(hidden.button("Two players"))
    sees(program)
    program.drag(eyes.pixel("e2"), eyes.pixel("e4"))
    sees(program, "e2e4")
    program.drag(eyes.pixel("b8"), eyes.pixel("c6"))
    sees(program, "e2e4", "b8c6")

    program.wheel(-1)
    sees(program, "e2e4")
    program.wheel(-1)
    sees(program)
    program.wheel(1)
    sees(program, "e2e4")
    program.wheel(-1)
    sees(program)
    program.drag(eyes.pixel("d2"), eyes.pixel("d4"))
    sees(program, "d2d4")

    game = game_of("e2e4 b8c6", "d2d4")
    first, other = game.variations
    with twin(SIZE, tmp_path, game) as hidden:
        hidden.look(other)
        at = hidden.move(other)
        changes(program, program.click, at, 3)
        hidden.click(at, 3)
        changes(program, program.click, hidden.button("Comment…"))
        hidden.press("Comment…")
        program.type("not yet")
        changes(program, program.click, hidden.button("OK"))
        hidden.comment(other, "not yet")
        changes(program, program.click, hidden.move(first))
        sees(program, "e2e4")
        changes(program, program.click, menu.center)
        hidden.look(first)
        hidden.open_main_menu()
        changes(program, program.click, hidden.button("Home screen"))
    wait_for_offer(program)
    program.click(home_layout(SIZE).offer.center)
    sees(program, "e2e4")

    changes(program, program.click, menu.center)
    with twin(SIZE, tmp_path, game) as hidden:
        hidden.open_main_menu()
        changes(program, program.click, hidden.button("Save game…"))
        program.key("ctrl+a")
        program.type(str(pgn))
        hidden.press("Save game…")
        program.click(hidden.button("Save"))
    program.wait_for(lambda: has_text(pgn, "not yet"), "the file")
    check(pgn, san=["e4", "Nc6"], variation=["d4"], comment="not yet")
    program.press_close()
    assert program.end()[::2] == (0, "")


@exhaustive
def test_by_keyboard(start, tmp_path):
    pgn = tmp_path / "one.pgn"
    program = start("--white", "person", "--black", "person")
    sees(program)
    # The champion on a1 is the first piece that can move; the cursor waits where it was last.
    program.key("Return", "Return", "Up", "Up", "Return", "Escape")
    sees(program, "a1a3")
    program.key("Return", "Up", "Up", "Up", "Up", "Up", "Return", "Down", "Down", "Return", "Escape")
    sees(program, "a1a3", "a8a6")

    program.key("Left")
    sees(program, "a1a3")
    program.key("Home")
    sees(program)
    program.key("End")
    sees(program, "a1a3", "a8a6")
    program.key("Left", "Left")
    sees(program)
    program.key("Return", "Down", "Down", "Down", "Down", "Return", "Up", "Return", "Escape")
    sees(program, "a2a3")
    program.key("Up")
    sees(program, "a1a3")
    program.key("Down")
    sees(program, "a2a3")
    changes(program, program.key, "c")
    program.type("not yet")
    changes(program, program.key, "Return")
    changes(program, program.key, "question")  # the list of keys
    changes(program, program.key, "Escape")

    changes(program, program.key, "Escape")
    program.key(*["Down"] * 25, "Up")  # to the end of the menu, and to the entry above: the home screen
    changes(program, program.key, "Return")
    wait_for_offer(program)
    program.key("Return")
    sees(program, "a2a3")

    changes(program, program.key, "ctrl+s")
    program.key("ctrl+a")
    program.type(str(pgn))
    program.key("Return")
    program.wait_for(lambda: has_text(pgn, "not yet"), "the file")
    check(pgn, san=["Ca3", "Ca6"], variation=["a3"], comment="not yet")
    program.press_close()
    assert program.end()[::2] == (0, "")
