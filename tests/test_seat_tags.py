from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from wormhole import Board
from wormhole.engine.levels import LEVELS
from wormhole.library.headers import seat_levels, seat_tags
from wormhole.library.record import Game
from wormhole.library.settings import Settings
from wormhole.play.seats import Seat, setup_of
from wormhole.play.start_options import COMPUTER, PERSON, StartOptions
from wormhole.players.spec import at_level

NUMBERS = [None, *(level.number for level in LEVELS)]


def test_players_are_written_to_tags_and_read_back():
    for levels in itertools.product(NUMBERS, NUMBERS):
        assert seat_levels(seat_tags(levels)) == levels


@pytest.mark.parametrize(
    ("white", "black", "levels"),
    [
        ("Ada", "Computer, level 3", (None, 3)),
        ("Person", "?", (None, None)),
        ("?", "?", None),
        ("Ada", "Charles", None),
        ("Computer, level x", "Stockfish", None),
        ("Computer, level 99999", "Computer, level -1", None),
    ],
)
def test_tags_of_other_programs_and_changed_tags(white, black, levels):
    assert seat_levels({"White": white, "Black": black}) == levels
    assert seat_levels({}) is None


SAVED = {"White": "Computer, level 3", "Black": "Person"}


@pytest.mark.parametrize(
    ("options", "white", "black"),
    [
        (StartOptions(headers=SAVED), Seat(at_level(LEVELS[2])), Seat()),
        (StartOptions(headers=SAVED, level=5), Seat(at_level(LEVELS[4])), Seat()),
        (
            StartOptions(headers={"White": "Computer, level 77", "Black": "Person"}),
            Seat(at_level(LEVELS[-1])),
            Seat(),
        ),
        (StartOptions(headers={"White": "Ada"}, level=2), Seat(), Seat(at_level(LEVELS[1]))),
        (StartOptions(white=PERSON, black=COMPUTER), Seat(), Seat(at_level(LEVELS[0]))),
    ],
)
def test_a_game_of_the_command_line_goes_on_between_its_players(options, white, black):
    board = Board()
    board.push_uci("e2e4")
    setup = setup_of(replace(options, game=Game.from_board(board), start_game=True), Settings())
    assert (setup.white, setup.black) == (white, black)
