"""The record of a game that begins."""

from __future__ import annotations

from datetime import date

from wormhole import Board
from wormhole.gui.match.setup import Setup, levels_of
from wormhole.library.record import Game
from wormhole.library.seat_tags import seat_tags
from wormhole.library.time_control import control_headers


def new_game(setup: Setup) -> Game:
    """The record of a new game with these players and clocks. Raises wormhole.FenError for a bad FEN."""
    headers = {
        **seat_tags(levels_of(setup)),
        "Date": date.today().strftime("%Y.%m.%d"),
        **control_headers(setup.clocks),
    }
    return Game(Board(setup.variant, setup.fen), headers)
