"""The values of options: each function reads a text of the command line, or reports the error in it."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.base.errors import WormholeError, reason_of
from wormhole.base.quoting import printable, quoted, shown_path
from wormhole.compiling.groups import complain
from wormhole.library.chosen_game import DEFAULT_GAME, ChosenGame, is_named, named, opened
from wormhole.library.own_files import refuse_as_library, refuse_own
from wormhole.library.time_control import TimeControlError, TimeControls, spoken
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.game_file import file_and_section, variant
from wormhole.rules.variant import Variant

if TYPE_CHECKING:
    from wormhole.library.record import Game

MOST = 10**6
"""The limit for seconds, plies, games and other numbers without their own limit."""
MOST_NODES = 10**15
MOST_WORKERS = 256
MOST_ELO = 1000
MOST_PACE = 1000
LEAST_SIZE, MOST_SIZE = (800, 600), (7680, 4320)
"""Of a window; an upright one has them the other way round."""


def count(text: str, most: int = MOST) -> int:
    """A whole number from 1 on."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number from 1 to {most}")
    return number


nodes = partial(count, most=MOST_NODES)
workers = partial(count, most=MOST_WORKERS)


def threads(text: str) -> int:
    """A number of search threads."""
    from wormhole.engine.protocols.options import MAX_THREADS

    return count(text, most=MAX_THREADS)


def _number(text: str, fits: Callable[[float], bool], kind: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not fits(found):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number {kind}")
    return found


def elo(text: str) -> float:
    """A difference in Elo."""
    return _number(text, lambda found: abs(found) <= MOST_ELO, f"from {-MOST_ELO} to {MOST_ELO}")


def share(text: str) -> float:
    """A share, 0.0 to 1.0."""
    return _number(text, lambda found: 0 <= found <= 1, "from 0 to 1")


def pace(text: str) -> float:
    """A factor of speed."""
    return _number(text, lambda found: 0 < found <= MOST_PACE, f"above 0 and up to {MOST_PACE}")


def _duration(text: str, unit: str, allows_none: bool = False) -> float:
    least = "from 0" if allows_none else "above 0,"
    return _number(
        text,
        lambda found: 0 <= found <= MOST and (found != 0 or allows_none),
        f"of {unit} {least} up to {MOST}",
    )


seconds, hours = partial(_duration, unit="seconds"), partial(_duration, unit="hours")
hours_or_none = partial(_duration, unit="hours", allows_none=True)


def clock(text: str) -> TimeControls:
    """A time control in the players' form, for both sides."""
    try:
        return TimeControls.equal(spoken(text))
    except TimeControlError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def output(text: str) -> Path:
    """A file to write, which is none that the program keeps for its user."""
    return _unless_refused(Path(text), refuse_own)


def library(text: str) -> Path:
    """The file of a library."""
    return _unless_refused(Path(text), refuse_as_library)


def _unless_refused(path: Path, refuse: Callable[[Path], object]) -> Path:
    try:
        refuse(path)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{shown_path(path)}: {reason_of(error)}") from None
    return path


def size(text: str) -> tuple[int, int]:
    """The size of a window, such as 1280x800."""
    found = re.fullmatch("([0-9]{1,5})x([0-9]{1,5})", text.lower())
    if found is None:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a size such as 1280x800")
    sides = int(found[1]), int(found[2])
    across = sorted(sides, reverse=True)
    if any(
        not least <= length <= most for least, length, most in zip(LEAST_SIZE, across, MOST_SIZE, strict=True)
    ):
        least, most = ("x".join(map(str, bound)) for bound in (LEAST_SIZE, MOST_SIZE))
        raise argparse.ArgumentTypeError(f"a window can have {least} to {most} pixels, not {quoted(text)}")
    return sides


def game_options() -> argparse.ArgumentParser:
    """The options ``--variant`` and ``--fen``, as the parent of a command's parser."""
    game = argparse.ArgumentParser(add_help=False)
    game.add_argument(
        "--variant",
        metavar="GAME",
        help=f"the game: a name of the catalogue, such as chess, or a file ({DEFAULT_GAME} by default)",
    )
    game.add_argument("--fen", help="the start position, instead of the game's own")
    return game


def game_of(text: str | None) -> Variant:
    """As `chosen_game_of`; reports on stderr what was left out."""
    game = chosen_game_of(text)
    if game.complaint is not None:
        complain(game.complaint)
    return game.variant


def position_of(game: Variant, fen: str | None) -> str | None:
    """The FEN as the rules accept it, None for none; reports on stderr what was corrected."""
    if fen is None:
        return None
    read, corrections = corrected_fen(fen, game)
    for correction in corrections:
        complain(correction)
    return read


def chosen_game_of(text: str | None) -> ChosenGame:
    """The catalogue's game with that name, or else the game in that file; without a name the usual one.

    A name may have a changed rule, such as ``chess+fold``.
    """
    name = text or DEFAULT_GAME
    if is_named(name):
        return named(name)
    if not os.path.exists(file_and_section(Path(name))[0]):
        return ChosenGame(variant(name))
    return opened(Path(name))


def listed_files() -> Sequence[str]:
    """The files of the user's own games; reports on stderr what is wrong with the settings."""
    from wormhole.library import settings

    found, complaint = settings.load(settings.default_path())
    if complaint is not None:
        complain(complaint)
    return found.own_games


def played(args: argparse.Namespace, game: Variant) -> Game:
    """The requested game of a PGN file; reports on stderr what was read leniently."""
    from wormhole.library.own_games import picked
    from wormhole.library.pgn import file_lines
    from wormhole.library.pgn_parser import PgnError

    if args.fen is not None:
        raise WormholeError("--fen and --pgn cannot be combined: each sets the start position")
    try:
        found = picked(lambda: file_lines(args.pgn), args.game, [game], listed_files())
    except PgnError as error:
        path = shown_path(args.pgn)
        raise WormholeError(str(error) if path in str(error) else f"{path}: {error}") from None
    for warning in found.warnings:
        complain(f"{shown_path(args.pgn)}: {printable(str(warning))}")
    return found
