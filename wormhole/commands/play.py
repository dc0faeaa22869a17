"""The command ``play``: opens the window."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted, shown_path
from wormhole.commands.arguments import (
    chosen_game_of,
    clock,
    count,
    game_options,
    pace,
    played,
    position_of,
    size,
)
from wormhole.commands.games import add_library_option
from wormhole.library.time_control import NO_CLOCKS, TimeControls

if TYPE_CHECKING:
    from wormhole.players.spec import PlayerSpec

PLAYER_TEXTS = (
    "person, computer, level:5, character:hasty:5, the name of an engine that was added in the window, "
    "ours:level=3, uci:COMMAND or xboard:COMMAND"
)
CLOCK_TEXTS = (
    "5+3 is five minutes and three seconds added for each move, 5d3 the same with a delay, 30s is thirty "
    "seconds per move, 40/90:30 is ninety minutes for forty moves and thirty for the rest, none is no clock"
)


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    window = commands.add_parser(
        "play", parents=[game_options(), play_options()], help="open the window (the default)"
    )
    window.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="open a PGN file, the file of a game, a turn by mail or a page that was made of them",
    )
    window.set_defaults(run=_run)


def play_options() -> argparse.ArgumentParser:
    """The options of the window, as the parent of a parser."""
    play = argparse.ArgumentParser(add_help=False)
    play.add_argument(
        "--white", metavar="PLAYER", help=f"start a game at once: who plays White: {PLAYER_TEXTS}"
    )
    play.add_argument("--black", metavar="PLAYER", help="start a game at once: who plays Black")
    play.add_argument(
        "--clock", type=clock, metavar="T", help=f"start a game at once, with clocks: {CLOCK_TEXTS}"
    )
    play.add_argument("--white-clock", type=clock, metavar="T", help="White's clock, if it differs")
    play.add_argument("--black-clock", type=clock, metavar="T", help="Black's clock, if it differs")
    play.add_argument("--level", type=int, metavar="N", help="the computer's level (1 is the weakest)")
    play.add_argument("--language", metavar="CODE", help="the language of the window: en, fr, es, de …")
    play.add_argument(
        "--demo", action="store_true", help="show one game after another, unattended, with captions"
    )
    play.add_argument("--pace", type=pace, default=1.0, metavar="N", help="with --demo: N times the speed")
    play.add_argument(
        "--size", type=size, metavar="WxH", help="the window in pixels, 800x600 or 600x800 or more"
    )
    play.add_argument("--report", action="store_true", help="print when the first picture was shown")
    play.add_argument(
        "--speech-log", type=Path, metavar="FILE", help="write what is spoken into a file, instead of a voice"
    )
    play.add_argument("--pgn", type=Path, metavar="FILE", help="continue the last game of a PGN file")
    play.add_argument("--game", type=count, metavar="N", help="with --pgn: continue game N, not the last")
    add_library_option(play)
    return play


def _run(args: argparse.Namespace) -> int:
    from wormhole.compiling.groups import never_wait
    from wormhole.engine.levels import LEVELS
    from wormhole.gui.languages import language
    from wormhole.gui.loop.app import run
    from wormhole.play.start_options import COMPUTER, PERSON, StartOptions

    never_wait()
    _check_files(args)
    chosen = chosen_game_of(args.variant)
    game = chosen.variant
    fen = position_of(game, args.fen)
    if args.level is not None and not 1 <= args.level <= len(LEVELS):
        raise WormholeError(f"there is no level {args.level}; levels are 1 to {len(LEVELS)}")
    if args.language is not None:
        language.check(args.language)
    named = args.white is not None or args.black is not None
    clocks = _clocks(args)
    white, black = (None if text is None else _player(text) for text in (args.white, args.black))
    options = StartOptions(
        variant=game if args.variant else None,
        chosen=chosen if args.variant else None,
        fen=fen,
        white=white or PERSON,
        black=black or (COMPUTER if white in (None, PERSON) else PERSON),
        level=args.level,
        language=args.language,
        demo=args.demo,
        pace=args.pace,
        clocks=clocks,
        start_game=named or bool(clocks) or fen is not None,
        size=args.size,
        report=args.report,
        library_path=args.library,
        files=tuple(path.absolute() for path in args.files),
        speech_log=args.speech_log,
    )
    if args.pgn is not None:
        continued = played(args, game)
        headers = {} if named else continued.headers
        options = replace(options, game=continued, headers=headers, start_game=True)
    elif args.game is not None:
        raise WormholeError("--game needs --pgn")
    run(options)
    return 0


def _player(text: str) -> str | PlayerSpec:
    """A user, the computer, or the player that a text names. Raises WormholeError."""
    from wormhole.engine.levels import Limit
    from wormhole.library import own_engines, settings
    from wormhole.play.offered_players import engine_key, player_of
    from wormhole.play.start_options import COMPUTER, PERSON
    from wormhole.players.spec import OURS, PROTOCOLS, parse

    if text in (PERSON, COMPUTER):
        return text
    if text.replace(":", ",").partition(",")[0] in (OURS, *PROTOCOLS):
        spec = parse(text, Limit(seconds=own_engines.USUAL_SECONDS))
        spec.player().close()  # which finds bad settings; no program is started
        return spec
    engines, _trouble = own_engines.load(settings.default_path().with_name(own_engines.FILE_NAME))
    player = player_of(text, engines) or player_of(engine_key(text), engines)
    if player is None:
        raise WormholeError(f"{quoted(text)} is no player; players are {PLAYER_TEXTS}")
    return player.spec


def _check_files(args: argparse.Namespace) -> None:
    """Check the files to open; a mistyped command looks like one."""
    for path in args.files:
        if not os.path.exists(path):
            raise WormholeError(f"{shown_path(path)}: there is no such command and no such file")
    game = (args.white, args.black, args.clock, args.white_clock, args.black_clock, args.fen, args.pgn)
    if args.files and (args.demo or any(given is not None for given in game)):
        raise WormholeError("a file cannot be combined with options that start a game")


def _clocks(args: argparse.Namespace) -> TimeControls:
    """The requested clocks; `--clock` is for both sides, unless a side has its own."""
    both = NO_CLOCKS if args.clock is None else args.clock
    white = both if args.white_clock is None else args.white_clock
    black = both if args.black_clock is None else args.black_clock
    return TimeControls(white.white, black.black)
