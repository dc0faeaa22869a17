"""From what a person or the command line asks for to who sits where. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from wormhole import BLACK, WHITE, Board, Variant
from wormhole.engine.levels import LEVELS, Level
from wormhole.gui.match.ply import plies_of
from wormhole.gui.match.setup import Seat, Setup
from wormhole.gui.options import COMPUTER, Options
from wormhole.library.chosen_game import USUAL
from wormhole.library.seat_tags import seat_levels
from wormhole.library.settings import Settings


def level_of(number: int, levels: Sequence[Level] = LEVELS) -> Level:
    """The level of that number, or the nearest there is."""
    return min(levels, key=lambda level: abs(level.number - number))


def against_computer(
    side: str,
    level: Level,
    variant: Variant | str = USUAL,
    fen: str | None = None,
    chance: Callable[[], float] = random.random,
) -> Setup:
    """A game in which the person has `side`: "white", "black", or by lot "random"."""
    color = chance() < 0.5 if side == "random" else side == "white"
    seats = {color: Seat(), not color: Seat(level)}
    return Setup(seats[WHITE], seats[BLACK], variant, fen)


def two_players(variant: Variant | str = USUAL, fen: str | None = None) -> Setup:
    """Two persons at one screen."""
    return Setup(Seat(), Seat(), variant, fen)


def demonstration(level: Level, variant: Variant | str = USUAL, fen: str | None = None) -> Setup:
    """The computer against itself."""
    return Setup(Seat(level), Seat(level), variant, fen)


def resumed(board: Board, like: Setup | None = None) -> Setup:
    """A game to go on with, between players such as those of `like`, or else two persons.

    Of a long game it takes longer than a frame.
    """
    start = board.root()
    seats = like or Setup()
    return Setup(seats.white, seats.black, board.variant, start.fen(), board, plies_of(board))


def players_told(tags: Mapping[str, str], like: Setup, level: Level | None = None) -> Setup:
    """The players that a saved game's tags tell, or else those of `like`; the computer at `level`, if any."""
    levels = seat_levels(tags)
    if levels is None:
        return like
    white, black = (Seat() if number is None else Seat(level or level_of(number)) for number in levels)
    return replace(like, white=white, black=black)


def setup_of(options: Options, settings: Settings) -> Setup | None:
    """The game that is to start at once, or None where the home screen comes first."""
    level = level_of(settings.level if options.level is None else options.level)
    variant = options.variant or USUAL
    if options.demo:
        setup = demonstration(level, variant, options.fen)
    elif options.start_game:
        white = Seat(level) if options.white == COMPUTER else Seat()
        black = Seat(level) if options.black == COMPUTER else Seat()
        setup = Setup(white, black, variant, options.fen)
    else:
        return None
    if options.board is None:
        return setup
    return resumed(options.board, players_told(options.tags, setup, level if options.level else None))
