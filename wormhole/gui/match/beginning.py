"""The record of a game that begins, or is gone on with."""

from __future__ import annotations

from datetime import date

from wormhole import Board
from wormhole.gui.match.cursor import Cursor
from wormhole.gui.match.setup import Setup, levels_of
from wormhole.library.headers import UNDECIDED
from wormhole.library.record import Game
from wormhole.library.seat_tags import seat_tags
from wormhole.library.time_control import control_headers, controls_of


def first_cursor(setup: Setup) -> Cursor:
    """Where a match begins, in a new record or in that of an opened game.

    The record tells of the clocks. Raises wormhole.FenError for a bad FEN.
    """
    if setup.opened is None:
        return Cursor(_new_game(setup))
    game = setup.opened.cursor.game
    if game.result == UNDECIDED and setup.clocks and controls_of(game.headers) != setup.clocks:
        game.headers.update(control_headers(setup.clocks))
    return setup.opened.cursor


def _new_game(setup: Setup) -> Game:
    """The record of a new game with these players and clocks."""
    headers = {
        **seat_tags(levels_of(setup), (setup.white.name, setup.black.name)),
        "Date": date.today().strftime("%Y.%m.%d"),
        **control_headers(setup.clocks),
    }
    return Game(Board(setup.variant, setup.fen), headers)
