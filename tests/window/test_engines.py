"""Installed chess programs in a real window: each is added, and gives mate; an option is changed."""

from __future__ import annotations

import shlex
import shutil
from functools import partial

import pygame
import pytest

from tests.support.desktop.tour import SIZE, begin_tour
from tests.support.desktop.twin import twin
from tests.test_engines_in_the_window import GAMES, PROGRAMS
from wormhole import BLACK, WHITE, Board
from wormhole.gui.game.game_layout import Place
from wormhole.gui.look.text_field import TextField
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.own_engines import load
from wormhole.library.record import Game
from wormhole.version import APPLICATION

MATES = ((BLACK, ("f2f3", "e7e5", "g2g4")), (WHITE, ("e2e4", "f7f6", "d2d4", "g7g5")))
"""After these moves, a program that plays this side gives mate at once."""
RIGHT_BUTTON = 3


@pytest.fixture
def commands():
    """The commands of the programs that are installed."""
    found = []
    for command in PROGRAMS:
        name, *arguments = command.split()
        path = shutil.which(name, path=str(GAMES)) or shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        found.append((path, *arguments))
    return found


def test_each_is_added_and_gives_mate(display, tmp_path, commands):
    home, hidden_home = tmp_path / "home", tmp_path / "hidden"
    home.mkdir()
    hidden_home.mkdir()
    words = ("--variant", "chess", "--white", "person", "--black", "person")
    kept = home / APPLICATION / "engines.toml"
    game = Game(Board("chess"))
    with begin_tour(display, home, *words) as tour, twin(SIZE, hidden_home, game) as hidden:
        program = tour.program

        def press(text):
            pixel = hidden.button(text)
            program.click(pixel)
            hidden.click(pixel)
            tour.still()

        def key(name, code):
            program.key(name)
            hidden.hand.key(code, name)
            tour.still()

        def square(name):
            screen = hidden.app.screen
            return screen.picture.view.rect_of(
                screen.match.cursor.board.variant.geometry.parse(name), False
            ).center

        def has_won(number, name, color):
            with GameDatabase(tour.library) as library:
                kept_game = library.game(number + 1).game
            won, side = ("1-0", "White") if color is WHITE else ("0-1", "Black")
            return kept_game.result == won and kept_game.headers[side] == name

        tour.sees(board=Board("chess"))
        hidden.hand.settle()
        key("s", pygame.K_s)
        press("Computer")
        press("Add an engine…")
        for count, command in enumerate(commands, 1):
            press("Add…")
            program.type(shlex.join(command))
            program.key("Return")
            hidden.hand.fill(shlex.join(command))
            hidden.hand.key(pygame.K_RETURN)
            hidden.hand.wait_for_reading()
            tour.wait(lambda count=count: len(load(kept)[0]) == count, f"{command} in the list")
            tour.still()
        engines = load(kept)[0]
        press("Options…")
        _seconds, depth, *_others = sorted(
            (each.rect for each in hidden.app.dialog.widgets.everything if isinstance(each, TextField)),
            key=lambda rect: rect.top,
        )
        program.click(depth.center)
        program.type("5")
        tour.wait(lambda: any(engine.depth == 5 for engine in load(kept)[0]), "the depth")
        for _dialog in range(3):
            press("Done")
        for number, engine in enumerate(engines):
            color, texts = MATES[number % 2]
            if number:
                key("n", pygame.K_n)
                press("Two players")
                press("Start")
            for count in range(len(texts)):
                text = texts[count]
                program.click(square(text[:2]))
                program.click(square(text[2:]))
                program.park()
                tour.sees(*texts[: count + 1], board=Board("chess"))
            card = hidden.place(Place.YOU if color is WHITE else Place.OPPONENT)
            program.click(card, RIGHT_BUTTON)
            hidden.click(card, RIGHT_BUTTON)
            press("Give this seat to…")
            program.type(engine.name)
            program.key("Return")
            hidden.hand.key(pygame.K_ESCAPE)
            tour.wait(partial(has_won, number, engine.name, color), f"mate by {engine.name}")
