"""The commands: play, pgn, perft, uci, match, bench."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from wormhole.engine.uci_options import MAX_THREADS as MOST_THREADS
from wormhole.library.chosen_game import USUAL, opened
from wormhole.rules.errors import WormholeError
from wormhole.rules.gamefile import load, variant, variants
from wormhole.rules.quoting import clipped, quoted, shown_path
from wormhole.rules.variant import Variant
from wormhole.version import VERSION

if TYPE_CHECKING:
    from wormhole.library.pgn import Game

PLAYERS = ("person", "computer")
MOST = 10**6
"""The greatest number of seconds, plies, games and so on, except nodes."""
MOST_NODES = 10**15
MOST_WORKERS = 256
MOST_ELO = 1000
LEAST_SIZE, MOST_SIZE = (800, 600), (7680, 4320)
LONGEST_COMPLAINT = 400


class _Parser(argparse.ArgumentParser):
    """A parser with short error messages for any input."""

    def error(self, message: str) -> NoReturn:
        super().error(clipped(message, LONGEST_COMPLAINT))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ``arguments`` name (``sys.argv`` by default); returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser()
    if not words or (words[0] not in _COMMANDS and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "play")
    given = parser.parse_args(words)
    try:
        return _COMMANDS[given.command](given)
    except WormholeError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    game, play = _game_options(), _play_options()
    parser = _Parser(
        prog="wormhole-chess",
        usage="%(prog)s [COMMAND] [options]",
        description="Chess in which the square a piece leaves is removed and the board folds over it. "
        "Without a command it opens the window: the options of play are those below.",
        parents=[game, play],
    )
    parser.add_argument("--version", action="version", version=f"Wormhole Chess {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="wormhole-chess")
    commands.add_parser("play", parents=[game, play], help="open the window (the default)")

    pgn = commands.add_parser("pgn", help="list the games of a PGN file and its errors")
    pgn.add_argument("file", type=Path, metavar="FILE")
    pgn.add_argument("--variant", type=Path, metavar="GAME", help="the file of a game that the PGN file has")

    perft = commands.add_parser("perft", parents=[game], help="count the lines of play, depth by depth")
    perft.add_argument("depth", type=_count, help="plies")
    perft.add_argument("--plain", action="store_true", help="run the loops uncompiled")
    perft.add_argument("--divide", action="store_true", help="also count the lines after each move")

    commands.add_parser("uci", help="speak the Universal Chess Interface on standard input and output")

    _add_match(commands)

    bench = commands.add_parser("bench", help="measure the search, or the window's frames")
    bench.add_argument("--window", action="store_true", help="time the window's frames, thinking and idle")
    bench.add_argument(
        "--threads",
        type=_threads,
        default=1,
        metavar="N",
        help="threads of the search",
    )
    return parser


def _game_options() -> argparse.ArgumentParser:
    game = argparse.ArgumentParser(add_help=False)
    game.add_argument(
        "--variant",
        metavar="GAME",
        help=f"the game: a file, or one of {', '.join(variants())} (default: the first)",
    )
    game.add_argument("--fen", help="the position to start from, instead of the game's own")
    return game


def _play_options() -> argparse.ArgumentParser:
    play = argparse.ArgumentParser(add_help=False)
    play.add_argument("--white", choices=PLAYERS, help="start a game with this player as White")
    play.add_argument("--black", choices=PLAYERS, help="start a game with this player as Black")
    play.add_argument("--level", type=int, metavar="N", help="the computer's level, 1 the weakest")
    play.add_argument("--demo", action="store_true", help="watch the computer play itself")
    play.add_argument("--size", type=_size, metavar="WxH", help="the window in pixels, 800x600 or more")
    play.add_argument("--report", action="store_true", help="print when the first picture was shown")
    play.add_argument("--pgn", type=Path, metavar="FILE", help="go on with the last game of a PGN file")
    play.add_argument("--game", type=_count, metavar="N", help="with --pgn: its game N, not the last")
    return play


def _add_match(commands: argparse._SubParsersAction) -> None:
    match = commands.add_parser("match", help="measure the Elo difference of two computer players")
    match.add_argument("first", metavar="PLAYER", help="ours, ours:level=2, uci:COMMAND or xboard:COMMAND")
    match.add_argument("second", metavar="OTHER", help="the same; docs/matches.md lists all forms")
    match.add_argument("--variant", metavar="GAME", help="the game: a file, or one of the catalogue")
    match.add_argument(
        "--games", type=_count, default=100, metavar="N", help="games at most (100), two per opening"
    )
    match.add_argument(
        "--seconds", type=_seconds, metavar="S", help="time per move (0.1 without another limit)"
    )
    match.add_argument("--nodes", type=_nodes, metavar="N", help="nodes per move")
    match.add_argument("--depth", type=_count, metavar="D", help="plies per move")
    match.add_argument(
        "--openings",
        type=Path,
        metavar="FILE",
        help="PGN, or a FEN or EPD per line (default: random)",
    )
    match.add_argument("--seed", type=int, default=0, metavar="N", help="seed of openings and dice (0)")
    match.add_argument(
        "--sprt", type=_elo, nargs=2, metavar=("ELO0", "ELO1"), help="stop when the test accepts one"
    )
    match.add_argument("--pgn", type=Path, metavar="FILE", help="append the games to this file")
    match.add_argument("--keep", type=Path, metavar="FILE", help="append the result to this file, as JSON")
    match.add_argument(
        "--workers", type=_workers, metavar="N", help="games at a time (default: one per core)"
    )
    match.add_argument("--plies", type=_count, default=600, metavar="N", help="a draw after N plies (600)")
    match.add_argument(
        "--patience",
        type=_seconds,
        default=30.0,
        metavar="S",
        help="seconds that an answer may be late (30)",
    )


def _play(given: argparse.Namespace) -> int:
    from wormhole.engine.levels import LEVELS
    from wormhole.gui.app import run
    from wormhole.gui.options import COMPUTER, PERSON, Options
    from wormhole.rules.board import Board
    from wormhole.rules.compiled import never_wait

    never_wait()
    game = _game(given.variant or USUAL)
    if given.fen is not None:
        Board(game, given.fen)
    if given.level is not None and not 1 <= given.level <= len(LEVELS):
        raise WormholeError(f"there is no level {given.level}; levels are 1 to {len(LEVELS)}")
    named = given.white is not None or given.black is not None
    options = Options(
        variant=game if given.variant else None,
        fen=given.fen,
        white=given.white or PERSON,
        black=given.black or (PERSON if given.white == COMPUTER else COMPUTER),
        level=given.level,
        demo=given.demo,
        start_game=named or given.fen is not None,
        size=given.size,
        report=given.report,
    )
    if given.pgn is not None:
        played = _played(given, game)
        tags = {} if named or given.demo else played.tags
        options = replace(options, board=played.board(), tags=tags, start_game=True)
    elif given.game is not None:
        raise WormholeError("--game says which game of a PGN file: it needs --pgn")
    run(options)
    return 0


def _played(given: argparse.Namespace, game: Variant) -> Game:
    """The game of a PGN file that the options ask for."""
    from wormhole.library.pgn import PgnError, file_lines, pick

    if given.fen is not None:
        raise WormholeError("--fen and --pgn do not go together: each says where the game begins")
    try:
        return pick(file_lines(given.pgn), given.game, [game])
    except PgnError as error:
        path = shown_path(given.pgn)
        raise WormholeError(str(error) if path in str(error) else f"{path}: {error}") from None


def _pgn(given: argparse.Namespace) -> int:
    from wormhole.library.pgn import PgnError, check_file

    own_games = [load(given.variant)] if given.variant else []
    bad, number = 0, 0
    for number, found in enumerate(check_file(given.file, own_games), 1):
        if isinstance(found, PgnError):
            bad += 1
            print(f"{shown_path(given.file)}: {found}", file=sys.stderr)
        else:
            players = f"{found.tags.get('White', '?')} - {found.tags.get('Black', '?')}"
            title = found.start.variant.title
            plies = f"{len(found.moves)} {'ply' if len(found.moves) == 1 else 'plies'}"
            print(f"{number:>4}  {title}  {players}  {found.result}  {plies}")
    if not number:
        raise PgnError(f"{shown_path(given.file)}: there is no game in this file")
    return 1 if bad else 0


def _perft(given: argparse.Namespace) -> int:
    from wormhole.rules.board import Board
    from wormhole.rules.position import MAX_PLY

    if given.depth > MAX_PLY:
        raise WormholeError(f"perft counts {MAX_PLY} plies at most, not {given.depth}")
    board = Board(_game(given.variant or USUAL), given.fen)
    board.perft(1, fast=not given.plain)
    for depth in range(1, given.depth + 1):
        begun = time.perf_counter()
        count = board.perft(depth, fast=not given.plain)
        seconds = time.perf_counter() - begun
        print(f"perft {depth}  {count:>14,}  {seconds:8.3f} s  {count / seconds / 1e6:7.2f} million moves/s")
    if given.divide:
        for move in board.legal_moves:
            board.push(move)
            print(f"{move}: {board.perft(given.depth - 1, fast=not given.plain)}")
            board.pop()
    return 0


def _bench(given: argparse.Namespace) -> int:
    if given.window:
        from wormhole.gui.bench import run

        return run()
    from wormhole.engine.bench import run

    return run(given.threads)


def _uci(_given: argparse.Namespace) -> int:
    from wormhole.engine.uci import Uci

    sys.stdin.reconfigure(errors="replace")
    sys.stdout.reconfigure(errors="backslashreplace")
    Uci(lambda line: print(line, flush=True)).run(sys.stdin)
    return 0


def _match(given: argparse.Namespace) -> int:
    from wormhole.arena.match import Wishes, introduced, run
    from wormhole.arena.openings import from_file
    from wormhole.arena.pairs import Terms
    from wormhole.arena.report import report
    from wormhole.arena.spec import parse
    from wormhole.arena.sprt import Sprt
    from wormhole.engine.levels import Limit

    game = _game(given.variant or USUAL)
    seconds = given.seconds if given.seconds or given.nodes or given.depth else 0.1
    limit = Limit(given.depth or Limit().depth, seconds, given.nodes)
    sprt = Sprt(*given.sprt) if given.sprt else None
    if sprt and not sprt.elo0 < sprt.elo1:
        raise WormholeError(f"--sprt: {sprt.elo0:g} must be less than {sprt.elo1:g}")
    terms = introduced(
        Terms(
            first=parse(given.first, limit),
            second=parse(given.second, limit),
            variant=game,
            pairs=(given.games + 1) // 2,
            openings=from_file(given.openings, game) if given.openings else (),
            seed=given.seed,
            most_plies=given.plies,
            patience_seconds=given.patience,
        )
    )
    tally = run(terms, Wishes(given.workers or os.cpu_count() or 1, sprt, given.pgn, given.keep))
    print(report(terms, tally, sprt))
    return 0


_COMMANDS = {"uci": _uci, "play": _play, "pgn": _pgn, "perft": _perft, "match": _match, "bench": _bench}


def _game(text: str) -> Variant:
    """The game of the catalogue with that name, or else the game of that file."""
    return variant(text) if text in variants() or not os.path.exists(text) else opened(Path(text)).base


def _count(text: str, most: int = MOST) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number from 1 to {most}")
    return number


_nodes = partial(_count, most=MOST_NODES)
_workers = partial(_count, most=MOST_WORKERS)
_threads = partial(_count, most=MOST_THREADS)


def _elo(text: str) -> float:
    try:
        elo = float(text)
    except ValueError:
        elo = math.nan
    if not abs(elo) <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number from {-MOST_ELO} to {MOST_ELO}")
    return elo


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds above 0, {MOST} at most")
    return seconds


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch("([0-9]{1,5})x([0-9]{1,5})", text.lower())
    if found is None:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a size such as 1280x800")
    size = int(found[1]), int(found[2])
    if any(
        not least <= length <= most for least, length, most in zip(LEAST_SIZE, size, MOST_SIZE, strict=True)
    ):
        least, most = ("x".join(map(str, bound)) for bound in (LEAST_SIZE, MOST_SIZE))
        raise argparse.ArgumentTypeError(f"a window has {least} to {most} pixels, not {quoted(text)}")
    return size
