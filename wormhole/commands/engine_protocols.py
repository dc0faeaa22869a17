"""The commands ``uci`` and ``xboard``: run as a chess engine."""

from __future__ import annotations

import argparse
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wormhole.engine.protocols.text_protocol import TextProtocol


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add both commands."""
    uci = commands.add_parser("uci", help="run as a UCI engine on standard input and output")
    uci.set_defaults(run=_uci)
    xboard = commands.add_parser("xboard", help="run as an XBoard engine on standard input and output")
    xboard.set_defaults(run=_xboard)


def _uci(_given: argparse.Namespace) -> int:
    from wormhole.engine.protocols.uci import Uci

    return _speak(Uci)


def _xboard(_given: argparse.Namespace) -> int:
    print("feature done=0", flush=True)  # the import may take longer than the client waits
    from wormhole.engine.protocols.xboard import Xboard

    return _speak(Xboard)


def _speak(protocol: type[TextProtocol]) -> int:
    """Run a protocol on standard input and output."""
    from wormhole.compiling.groups import never_wait

    never_wait()
    assert isinstance(sys.stdin, TextIOWrapper)
    assert isinstance(sys.stdout, TextIOWrapper)
    sys.stdin.reconfigure(errors="replace")
    sys.stdout.reconfigure(errors="backslashreplace")
    protocol(lambda line: print(line, flush=True)).run(sys.stdin)
    return 0
