"""Each program with an odd habit plays a game in a real window; after a fault the game goes on."""

from __future__ import annotations

import shlex
import sys

import pytest

from tests.support.children import path_of
from tests.support.children.odd_engine import HABITS
from tests.support.desktop.tour import SIZE, begin_tour
from tests.support.desktop.twin import twin
from tests.support.parts import mostly_exhaustive
from wormhole import Board
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.record import Game

LOST = ("f2f3", "e7e5", "g2g4", "d8h4")
"""The shortest game: the program mates the user."""
FAULTS = {"none", "null", "at signs", "hyphens", "z0"}
"""Habits of programs that play no legal move."""
QUICK = (("uci", "spin without bounds"), ("uci", "digits"), ("uci", "null"), ("xboard", "no usermove"))
PROGRAMS = mostly_exhaustive(
    [(protocol, habit) for protocol, habits in HABITS.items() for habit in habits], *QUICK
)


def result_in(library):
    with GameDatabase(library) as games:
        kept = games.game(1)
        return None if kept is None else (kept.game.result, len(list(kept.game.mainline())))


@pytest.mark.parametrize("odd", PROGRAMS, ids=": ".join)
def test_a_program_with_this_habit_plays_in_the_window(display, tmp_path, odd):
    protocol, habit = odd
    home, hidden_home = tmp_path / "home", tmp_path / "hidden"
    home.mkdir()
    hidden_home.mkdir()
    (tmp_path / "weights.dat").write_text("")
    command = shlex.join([sys.executable, path_of("odd_engine"), protocol, habit])
    program = f"{protocol},depth=1,folder={tmp_path}:{command}"
    words = ("--variant", "chess", "--white", "person", "--black", program)
    with (
        begin_tour(display, home, *words) as tour,
        twin(SIZE, hidden_home, Game(Board("chess"))) as hidden,
    ):

        def play(text):
            for name in (text[:2], text[2:]):
                view = hidden.app.screen.picture.view
                tour.program.click(view.rect_of(Board("chess").variant.geometry.parse(name), False).center)
            tour.program.park()

        tour.sees(board=Board("chess"))
        play(LOST[0])
        if habit in FAULTS:
            tour.sees(LOST[0], board=Board("chess"))
            tour.wait(lambda: result_in(tour.library) == ("*", 1), "the move that is kept")
            tour.still()
            return
        tour.sees(*LOST[:2], board=Board("chess"))
        play(LOST[2])
        tour.wait(lambda: result_in(tour.library) == ("0-1", 4), "the result")
