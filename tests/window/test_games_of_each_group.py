"""Short games of each group, also on boards that fold, are played to their ends in a real window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.desktop.eyes import Eyes
from tests.support.desktop.program import run_program
from tests.support.parts import mostly_exhaustive
from wormhole import Board
from wormhole.base import toml
from wormhole.gui.board.hands import origin_of
from wormhole.library.chosen_game import named
from wormhole.library.database.game_database import GameDatabase

GAMES = toml.loads(Path(__file__).parents[1].joinpath("data", "short_games.toml").read_text("utf-8"))
"""The moves and the result of a short game, by the name of the game."""
QUICK = "crazyhouse", "kingofthehill", "xiangqi+fold"
SIZE = (1000, 700)


@pytest.fixture
def play(display, tmp_path):
    """Plays a short game; ``enter`` makes each of its moves."""

    def play(name, enter):
        board, eyes = Board(named(name).variant), Eyes(SIZE, variant=named(name).variant)
        library = tmp_path / "games.sqlite3"
        words = ("--variant", name, "--white", "person", "--black", "person", "--library", str(library))
        with run_program(display, tmp_path, "--size", "{}x{}".format(*SIZE), *words) as program:
            for text in GAMES[name]["moves"].split():
                program.park()
                program.wait_for(lambda: eyes.read(program.picture(), [board]), board.fen())
                enter(program, eyes, board, board.parse_uci(text))
                board.push_uci(text)
            program.park()
            program.still_picture()
            program.key("ctrl+q")
            status, _out, errors = program.end()
        assert (status, errors) == (0, "")
        with GameDatabase(library) as kept:
            (game,) = (kept.game(number).game for number in kept.find())
        assert [str(node.move) for node in game.mainline()] == GAMES[name]["moves"].split()
        assert game.headers["Result"] == board.outcome().result() == GAMES[name]["result"]

    return play


def by_mouse(program, eyes, board, move):
    """Click what moves and where it goes."""
    for place in (origin_of(board.variant, move, board.turn), move.to_square):
        program.click(eyes.squares.rect_of(place).center)


def by_keyboard(program, eyes, board, move):
    """Type the move, and close the field."""
    program.key("t")
    program.type(str(move))
    program.key("Return")
    program.key("Escape")


@pytest.mark.parametrize("name", mostly_exhaustive([name for name in GAMES if "+" not in name], *QUICK))
def test_by_mouse(play, name):
    play(name, by_mouse)


@pytest.mark.parametrize("name", mostly_exhaustive([name for name in GAMES if "+" in name], *QUICK))
def test_by_keyboard(play, name):
    play(name, by_keyboard)
