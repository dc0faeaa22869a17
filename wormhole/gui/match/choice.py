"""Makes a game's Setup from the choices of a person or the command line. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from wormhole import BLACK, WHITE, Board, Variant
from wormhole.engine.levels import LEVELS, Level
from wormhole.gui.match.ply import plies_of
from wormhole.gui.match.setup import Seat, Setup
from wormhole.gui.options import COMPUTER, Options
from wormhole.library.chosen_game import DEFAULT_GAME
from wormhole.library.seat_tags import seat_levels
from wormhole.library.settings import Settings


def level_of(number: int, levels: Sequence[Level] = LEVELS) -> Level:
    """The level with that number, or the nearest one."""
    return min(levels, key=lambda level: abs(level.number - number))


def against_computer(
    side: str,
    level: Level,
    variant: Variant | str = DEFAULT_GAME,
    fen: str | None = None,
    chance: Callable[[], float] = random.random,
) -> Setup:
    """A game in which the person plays `side`: "white", "black" or "random"."""
    color = chance() < 0.5 if side == "random" else side == "white"
    seats = {color: Seat(), not color: Seat(level)}
    return Setup(seats[WHITE], seats[BLACK], variant, fen)


def two_players(variant: Variant | str = DEFAULT_GAME, fen: str | None = None) -> Setup:
    """A game between two people at one screen."""
    return Setup(Seat(), Seat(), variant, fen)


def demonstration(level: Level, variant: Variant | str = DEFAULT_GAME, fen: str | None = None) -> Setup:
    """A game of the computer against itself."""
    return Setup(Seat(level), Seat(level), variant, fen)


def resumed(board: Board, like: Setup | None = None) -> Setup:
    """A game to continue from `board`, between the players of `like`, or else two persons.

    For a long game this takes longer than a frame.
    """
    start = board.root()
    seats = like or Setup()
    return Setup(seats.white, seats.black, board.variant, start.fen(), board, plies_of(board))


def players_of(tags: Mapping[str, str], like: Setup, level: Level | None = None) -> Setup:
    """`like` with the players that a saved game's tags name, if any; `level` overrides the computer's."""
    levels = seat_levels(tags)
    if levels is None:
        return like
    white, black = (Seat() if number is None else Seat(level or level_of(number)) for number in levels)
    return replace(like, white=white, black=black)


def setup_of(options: Options, settings: Settings) -> Setup | None:
    """The game to start at once, or None if the home screen opens first."""
    level = level_of(settings.level if options.level is None else options.level)
    variant = options.variant or DEFAULT_GAME
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
    return resumed(options.board, players_of(options.tags, setup, level if options.level else None))
