"""The command line: finds the requested command, and runs it."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Collection, Sequence
from typing import Any, NoReturn

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import clipped
from wormhole.commands import (
    balance,
    bench,
    check_pgn,
    definition,
    desktop,
    engine_protocols,
    games,
    mine,
    page,
    perft,
    picture,
    play,
    run_match,
    train,
)
from wormhole.commands.arguments import game_options
from wormhole.version import VERSION

COMMANDS = (
    play,
    games,
    picture,
    page,
    check_pgn,
    perft,
    engine_protocols,
    run_match,
    balance,
    mine,
    train,
    definition,
    bench,
)
"""In the order of the help."""
WITHOUT_COMMAND = ("-h", "--help", "--version", desktop.INSTALL, desktop.UNINSTALL)
LONGEST_COMPLAINT = 400
BROKEN_PIPE = 141
"""The exit status if the output is not read any more, the usual one in a shell."""


class _Parser(argparse.ArgumentParser):
    """Shortens error messages, which may quote very long arguments."""

    def error(self, message: str) -> NoReturn:
        super().error(clipped(message, LONGEST_COMPLAINT))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ``arguments`` name (``sys.argv`` by default); returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser, commands = _parser()
    if not words or (words[0] not in commands and words[0] not in WITHOUT_COMMAND):
        words.insert(0, "play")
    try:
        args = parser.parse_args(words)
        status = args.run(args)
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
    """Discard unwritten output, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> tuple[argparse.ArgumentParser, Collection[str]]:
    """The parser of the command line, and the names of the commands."""
    parser = _Parser(
        prog="wormhole-chess",
        usage="%(prog)s [COMMAND] [options]\n       %(prog)s FILE ...",
        description="Chess in which the square a piece leaves is removed and the board folds over it. "
        "Without a command, it opens the window, with the PGN files or the game file that are given. The "
        "options below are those of play.",
        parents=[game_options(), play.play_options()],
    )
    parser.add_argument("--version", action="version", version=f"Wormhole Chess {VERSION}")
    desktop.add(parser)
    commands: argparse._SubParsersAction[Any] = parser.add_subparsers(
        metavar="COMMAND", required=True, prog="wormhole-chess"
    )
    for command in COMMANDS:
        command.add(commands)
    return parser, commands.choices
