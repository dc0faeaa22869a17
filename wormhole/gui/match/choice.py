"""Makes a game's Setup from the choices of a person or the command line. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from wormhole import Variant
from wormhole.engine.levels import LEVELS, Level
from wormhole.gui.match.opened import OpenedGame
from wormhole.gui.match.setup import Seat, Setup
from wormhole.gui.options import COMPUTER, Options
from wormhole.library.chosen_game import DEFAULT_GAME
from wormhole.library.headers import UNDECIDED
from wormhole.library.record import Game, GameNode
from wormhole.library.seat_tags import Levels, seat_levels
from wormhole.library.settings import Settings
from wormhole.library.time_control import NO_CLOCKS, TimeControls, controls_of


def level_of(number: int, levels: Sequence[Level] = LEVELS) -> Level:
    """The level with that number, or the nearest one."""
    return min(levels, key=lambda level: abs(level.number - number))


def against_computer(
    side: str,
    level: Level,
    variant: Variant | str = DEFAULT_GAME,
    fen: str | None = None,
    clocks: TimeControls = NO_CLOCKS,
    chance: Callable[[], float] = random.random,
) -> Setup:
    """A game in which the person plays `side`: "white", "black" or "random".

    The first one of ``clocks`` is the person's.
    """
    is_white = chance() < 0.5 if side == "random" else side == "white"
    setup = Setup(Seat(), Seat(level), variant, fen, clocks=clocks)
    return setup if is_white else setup.swapped


def two_players(
    variant: Variant | str = DEFAULT_GAME, fen: str | None = None, clocks: TimeControls = NO_CLOCKS
) -> Setup:
    """A game between two people at one screen."""
    return Setup(Seat(), Seat(), variant, fen, clocks=clocks)


def two_computers(
    level: Level,
    variant: Variant | str = DEFAULT_GAME,
    fen: str | None = None,
    clocks: TimeControls = NO_CLOCKS,
) -> Setup:
    """A game of the computer against itself."""
    return Setup(Seat(level), Seat(level), variant, fen, clocks=clocks)


def resumed(game: Game, like: Setup | None = None, node: GameNode | None = None) -> Setup:
    """A game to go on with at `node` or at its end, between the players of `like`, or else two persons.

    For a long game this takes longer than a frame.
    """
    return set_out(OpenedGame.at(game, node), like or Setup())


def read_in(game: Game, like: Setup | None = None) -> Setup:
    """As `resumed`, for a game that was read from a file or a text."""
    return set_out(replace(OpenedGame.at(game), is_found=True), like or Setup())


def between(setup: Setup, players: Setup) -> Setup:
    """An opened game between the players of `players`; persons have the names that the game tells."""
    assert setup.opened is not None, "a game was opened"
    headers = setup.opened.cursor.game.headers
    seated = replace(setup, white=players.white, black=players.black)
    return seated.named_by(headers["White"], headers["Black"])


def set_out(opened: OpenedGame, like: Setup) -> Setup:
    """The setup of an opened game between the players of `like`; a new one starts from where it did."""
    game = opened.cursor.game
    clocks = controls_of(game.headers) if _has_our_clocks(opened) else NO_CLOCKS
    return between(
        Setup(variant=game.start.variant, fen=game.start.fen(), opened=opened, clocks=clocks), like
    )


def _has_our_clocks(opened: OpenedGame) -> bool:
    """Whether the clocks of an opened game are used: not to go on with a game from elsewhere."""
    game = opened.cursor.game
    is_ours = opened.was_played_here or seat_levels(game.headers) is not None
    return is_ours or game.result != UNDECIDED


def seats_of(levels: Levels, level: Level | None = None) -> Setup:
    """The players by the computer's levels as White and as Black; `level` overrides them."""
    white, black = (Seat() if number is None else Seat(level or level_of(number)) for number in levels)
    return Setup(white, black)


def players_of(headers: Mapping[str, str], like: Setup, level: Level | None = None) -> Setup:
    """`like` with the players that a saved game's headers name, if any; `level` overrides the computer's."""
    levels = seat_levels(headers)
    if levels is None:
        return like
    seats = seats_of(levels, level)
    return replace(like, white=seats.white, black=seats.black)


def setup_of(options: Options, settings: Settings) -> Setup | None:
    """The game to start at once, or None if the home screen opens first."""
    level = level_of(settings.level if options.level is None else options.level)
    variant = options.variant or DEFAULT_GAME
    if options.start_game:
        white = Seat(level) if options.white == COMPUTER else Seat()
        black = Seat(level) if options.black == COMPUTER else Seat()
        setup = Setup(white, black, variant, options.fen, clocks=options.clocks)
    else:
        return None
    if options.game is None:
        return setup
    players = players_of(options.headers, setup, level if options.level else None)
    going_on = read_in(options.game, players)
    return replace(going_on, clocks=options.clocks) if options.clocks else going_on
