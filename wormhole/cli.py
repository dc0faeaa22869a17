"""The command line: the commands play, games, pgn, perft, uci, xboard, match, mine, train and bench."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from wormhole import cli_desktop, cli_games, cli_match, cli_mine, cli_picture, cli_train
from wormhole.cli_values import clock, count, pace, size, threads
from wormhole.library.chosen_game import DEFAULT_GAME, opened
from wormhole.library.time_control import NO_CLOCKS, TimeControls
from wormhole.rules.errors import WormholeError
from wormhole.rules.gamefile import load, variant, variants
from wormhole.rules.quoting import clipped, shown_path
from wormhole.rules.variant import Variant
from wormhole.version import VERSION

if TYPE_CHECKING:
    from wormhole.engine.protocols.text_protocol import TextProtocol
    from wormhole.library.record import Game

PLAYERS = ("person", "computer")
LONGEST_COMPLAINT = 400
CLOCK_TEXTS = (
    "5+3 is five minutes and three seconds added for each move, 5d3 the same with a delay, 30s is thirty "
    "seconds a move, none is no clock"
)
BROKEN_PIPE = 141
"""The exit status if nobody reads the output any more, as that of other programs in a shell."""


class _Parser(argparse.ArgumentParser):
    """Shortens error messages, which may quote very long arguments."""

    def error(self, message: str) -> NoReturn:
        super().error(clipped(message, LONGEST_COMPLAINT))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ``arguments`` name (``sys.argv`` by default); returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser()
    if not words or (words[0] not in _COMMANDS and words[0] not in _WITHOUT_COMMAND):
        words.insert(0, "play")
    try:
        args = parser.parse_args(words)
        status = _COMMANDS[args.command](args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except WormholeError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        parser.exit(2, f"{parser.prog}: {error.strerror}\n")
    except KeyboardInterrupt:
        return 130


def _drop_output() -> None:
    """Let what is still to be written vanish, so that Python's end does not complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    game, play = _game_options(), _play_options()
    parser = _Parser(
        prog="wormhole-chess",
        usage="%(prog)s [COMMAND] [options]\n       %(prog)s FILE ...",
        description="Chess in which the square a piece leaves is removed and the board folds over it. "
        "Without a command it opens the window, perhaps with PGN files or the file of a game; the options "
        "below are those of play.",
        parents=[game, play],
    )
    parser.add_argument("--version", action="version", version=f"Wormhole Chess {VERSION}")
    cli_desktop.add_desktop(parser)
    commands: argparse._SubParsersAction[Any] = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, prog="wormhole-chess"
    )
    window = commands.add_parser("play", parents=[game, play], help="open the window (the default)")
    window.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="open a PGN file or the file of a game"
    )

    cli_games.add_games(commands)
    cli_picture.add_picture(commands, game)

    pgn = commands.add_parser("pgn", help="list the games of a PGN file and report its errors")
    pgn.add_argument("file", type=Path, metavar="FILE")
    pgn.add_argument(
        "--variant", type=Path, metavar="GAME", help="the file of a variant that is used in the PGN file"
    )

    perft = commands.add_parser("perft", parents=[game], help="count the leaf nodes, depth by depth")
    perft.add_argument("depth", type=count, help="the greatest depth, in plies")
    perft.add_argument("--plain", action="store_true", help="run without compiled loops")
    perft.add_argument("--divide", action="store_true", help="count for each first move, too")

    commands.add_parser("uci", help="speak the Universal Chess Interface on standard input and output")
    commands.add_parser("xboard", help="speak the protocol of XBoard on standard input and output")

    cli_match.add_match(commands)
    cli_mine.add_mine(commands)
    cli_train.add_train(commands)

    bench = commands.add_parser("bench", help="measure the speed of the search or of the window")
    bench.add_argument("--window", action="store_true", help="measure the window, busy and idle")
    bench.add_argument(
        "--library", action="store_true", help="with --window: only the library, and 50 MB of PGN imported"
    )
    bench.add_argument(
        "--threads",
        type=threads,
        default=1,
        metavar="N",
        help="search threads (1)",
    )
    return parser


def _game_options() -> argparse.ArgumentParser:
    game = argparse.ArgumentParser(add_help=False)
    game.add_argument(
        "--variant",
        metavar="GAME",
        help=f"the game: a file, or one of {', '.join(variants())} (the first by default)",
    )
    game.add_argument("--fen", help="the start position, instead of the game's own")
    return game


def _play_options() -> argparse.ArgumentParser:
    play = argparse.ArgumentParser(add_help=False)
    play.add_argument("--white", choices=PLAYERS, help="start a game at once: who plays White")
    play.add_argument("--black", choices=PLAYERS, help="start a game at once: who plays Black")
    play.add_argument(
        "--clock", type=clock, metavar="T", help=f"start a game at once, with clocks: {CLOCK_TEXTS}"
    )
    play.add_argument("--white-clock", type=clock, metavar="T", help="White's clock, if it is another one")
    play.add_argument("--black-clock", type=clock, metavar="T", help="Black's clock, if it is another one")
    play.add_argument("--level", type=int, metavar="N", help="the computer's level, 1 the weakest")
    play.add_argument("--language", metavar="CODE", help="the language of the window: en, fr, es, de …")
    play.add_argument(
        "--demo", action="store_true", help="show one game after another, unattended, with captions"
    )
    play.add_argument("--pace", type=pace, default=1.0, metavar="N", help="with --demo: N times as quick")
    play.add_argument("--size", type=size, metavar="WxH", help="the window in pixels, 800x600 or more")
    play.add_argument("--report", action="store_true", help="print when the first picture was shown")
    play.add_argument("--pgn", type=Path, metavar="FILE", help="continue the last game of a PGN file")
    play.add_argument("--game", type=count, metavar="N", help="with --pgn: continue game N, not the last")
    cli_games.add_library_option(play)
    return play


def _play(args: argparse.Namespace) -> int:
    from wormhole.engine.levels import LEVELS
    from wormhole.gui.app import run
    from wormhole.gui.options import COMPUTER, PERSON, Options
    from wormhole.rules.board import Board
    from wormhole.rules.compiled import never_wait

    never_wait()
    _check_files(args)
    game = _game(args.variant or DEFAULT_GAME)
    if args.fen is not None:
        Board(game, args.fen)
    if args.level is not None and not 1 <= args.level <= len(LEVELS):
        raise WormholeError(f"there is no level {args.level}; levels are 1 to {len(LEVELS)}")
    named = args.white is not None or args.black is not None
    clocks = _clocks(args)
    options = Options(
        variant=game if args.variant else None,
        fen=args.fen,
        white=args.white or PERSON,
        black=args.black or (PERSON if args.white == COMPUTER else COMPUTER),
        level=args.level,
        language=args.language,
        demo=args.demo,
        pace=args.pace,
        clocks=clocks,
        start_game=named or bool(clocks) or args.fen is not None,
        size=args.size,
        report=args.report,
        library_path=args.library,
        files=tuple(path.absolute() for path in args.files),
    )
    if args.pgn is not None:
        played = _played(args, game)
        headers = {} if named else played.headers
        options = replace(options, game=played, headers=headers, start_game=True)
    elif args.game is not None:
        raise WormholeError("--game chooses a game of a PGN file: it needs --pgn")
    run(options)
    return 0


def _check_files(args: argparse.Namespace) -> None:
    """Check the files that the window is to open; a mistyped command is taken for one."""
    for path in args.files:
        if not path.exists():
            raise WormholeError(f"{shown_path(path)}: there is no such command and no such file")
    game = (args.white, args.black, args.clock, args.white_clock, args.black_clock, args.fen, args.pgn)
    if args.files and (args.demo or any(given is not None for given in game)):
        raise WormholeError("a file is opened at the home screen, not with options that start a game")


def _clocks(args: argparse.Namespace) -> TimeControls:
    """The clocks asked for; `--clock` is both sides', unless a side has its own."""
    both = NO_CLOCKS if args.clock is None else args.clock
    white = both if args.white_clock is None else args.white_clock
    black = both if args.black_clock is None else args.black_clock
    return TimeControls(white.white, black.black)


def _played(args: argparse.Namespace, game: Variant) -> Game:
    """The requested game of a PGN file."""
    from wormhole.library.pgn import file_lines, pick
    from wormhole.library.pgn_error import PgnError

    if args.fen is not None:
        raise WormholeError("--fen and --pgn cannot be combined: each sets the start position")
    try:
        return pick(file_lines(args.pgn), args.game, [game])
    except PgnError as error:
        path = shown_path(args.pgn)
        raise WormholeError(str(error) if path in str(error) else f"{path}: {error}") from None


def _pgn(args: argparse.Namespace) -> int:
    from wormhole.library.pgn import check_file
    from wormhole.library.pgn_error import PgnError

    own_games = [load(args.variant)] if args.variant else []
    bad, number = 0, 0
    for number, found in enumerate(check_file(args.file, own_games), 1):
        if isinstance(found, PgnError):
            bad += 1
            print(f"{shown_path(args.file)}: {found}", file=sys.stderr)
        else:
            players = f"{found.headers['White']} - {found.headers['Black']}"
            title = found.start.variant.title
            count = found.end().plies()
            plies = f"{count} {'ply' if count == 1 else 'plies'}"
            print(f"{number:>4}  {title}  {players}  {found.result}  {plies}")
    if not number:
        raise PgnError(f"{shown_path(args.file)}: there is no game in this file")
    return 1 if bad else 0


def _perft(args: argparse.Namespace) -> int:
    from wormhole.rules.board import Board
    from wormhole.rules.position import MAX_PLY

    if args.depth > MAX_PLY:
        raise WormholeError(f"perft counts {MAX_PLY} plies at most, not {args.depth}")
    board = Board(_game(args.variant or DEFAULT_GAME), args.fen)
    board.perft(1, fast=not args.plain)
    for depth in range(1, args.depth + 1):
        begun = time.perf_counter()
        count = board.perft(depth, fast=not args.plain)
        seconds = time.perf_counter() - begun
        print(f"perft {depth}  {count:>14,}  {seconds:8.3f} s  {count / seconds / 1e6:7.2f} million moves/s")
    if args.divide:
        for move in board.legal_moves:
            board.push(move)
            print(f"{move}: {board.perft(args.depth - 1, fast=not args.plain)}")
            board.pop()
    return 0


def _bench(args: argparse.Namespace) -> int:
    if args.window:
        from wormhole.gui.bench import run, run_library

        return run_library() if args.library else run()
    from wormhole.engine import bench

    return bench.run(args.threads)


def _picture(args: argparse.Namespace) -> int:
    game = _game(args.variant or DEFAULT_GAME)
    return cli_picture.run(args, game, None if args.pgn is None else _played(args, game))


def _uci(_given: argparse.Namespace) -> int:
    from wormhole.engine.protocols.uci import Uci

    return _speak(Uci)


def _speak(protocol: type[TextProtocol]) -> int:
    """Speak a protocol on standard input and output."""
    from wormhole.rules.compiled import never_wait

    never_wait()
    assert isinstance(sys.stdin, TextIOWrapper)
    assert isinstance(sys.stdout, TextIOWrapper)
    sys.stdin.reconfigure(errors="replace")
    sys.stdout.reconfigure(errors="backslashreplace")
    protocol(lambda line: print(line, flush=True)).run(sys.stdin)
    return 0


def _xboard(_given: argparse.Namespace) -> int:
    print("feature done=0", flush=True)  # what is loaded now may take longer than the client waits
    from wormhole.engine.protocols.xboard import Xboard

    return _speak(Xboard)


def _match(args: argparse.Namespace) -> int:
    return cli_match.run(args, _game(args.variant or DEFAULT_GAME))


def _mine(args: argparse.Namespace) -> int:
    return cli_mine.run(args, _game(args.variant))


def _train(args: argparse.Namespace) -> int:
    return cli_train.run(args, _game(args.variant))


_WITHOUT_COMMAND = ("-h", "--help", "--version", cli_desktop.INSTALL, cli_desktop.UNINSTALL)

_COMMANDS = {
    "uci": _uci,
    "xboard": _xboard,
    "play": _play,
    "games": cli_games.run,
    "picture": _picture,
    "pgn": _pgn,
    "perft": _perft,
    "match": _match,
    "mine": _mine,
    "train": _train,
    "bench": _bench,
}


def _game(text: str) -> Variant:
    """The catalogue's game with that name, or else the game in that file."""
    return variant(text) if text in variants() or not os.path.exists(text) else opened(Path(text)).base
