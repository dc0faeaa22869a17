"""Finds out which protocol a program speaks, and what it says of itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath

from wormhole.players import uci_player, xboard_player
from wormhole.players.player import PlayerError
from wormhole.players.program import EngineProcess, plain_text
from wormhole.players.program_games import CASTLING, OPTION, PATH, uci_games, xboard_games
from wormhole.players.program_options import option_of
from wormhole.players.spec import UCI, XBOARD
from wormhole.players.timeouts import PROBE_SECONDS

ALIVE = "alive"
OWN_OPTIONS = frozenset(
    {
        OPTION,
        PATH,
        CASTLING,
        "ponder",
        "multipv",
        "uci_analysemode",
        "uci_opponent",
        "uci_engineabout",
        "protocol",
    }
)
"""Options that this program sets itself."""


@dataclass(frozen=True)
class FoundProgram:
    """What a program says of itself; ``options`` are its declarations, as text of the protocol."""

    protocol: str
    name: str
    author: str
    games: tuple[str, ...]
    options: tuple[str, ...]


def probe(
    command: Sequence[str],
    is_wanted: Callable[[], bool] = lambda: True,
    tell: Callable[[str], None] = lambda state: None,
    folder: str = "",
) -> FoundProgram:
    """Start a program, and ask it by UCI; if it does not answer, start it again, and ask by XBoard.

    ``tell`` is called with the protocol that is tried next, and with ALIVE once the program has begun to
    answer; it is waited for while ``is_wanted``. Raises :class:`PlayerError`.
    """
    lines: tuple[str, ...] = ()
    for protocol, ask in ((UCI, _ask_uci), (XBOARD, _ask_xboard)):
        tell(protocol)
        process = EngineProcess(command, folder)
        try:
            found = ask(process, PurePath(command[0]).stem, is_wanted, partial(tell, ALIVE))
        except PlayerError:
            found = None
        finally:
            process.close()
        if found is not None:
            return found
        lines = process.last_lines or lines
        if not is_wanted():
            break
    error = PlayerError("answers neither UCI nor XBoard")
    error.last_lines = lines
    raise error


def _ask_uci(
    process: EngineProcess, name: str, is_wanted: Callable[[], bool], lives: Callable[[], None]
) -> FoundProgram | None:
    found = uci_player.declared(process, math.inf, is_wanted, PROBE_SECONDS, lives, is_asked_first=True)
    options = [text for key, text in found.options.items() if key not in OWN_OPTIONS]
    return FoundProgram(
        UCI,
        plain_text(found.name) or name,
        plain_text(found.author),
        uci_games(found.options),
        _good(UCI, options),
    )


def _ask_xboard(
    process: EngineProcess, name: str, is_wanted: Callable[[], bool], lives: Callable[[], None]
) -> FoundProgram | None:
    found = xboard_player.declared(process, math.inf, is_wanted, PROBE_SECONDS, lives)
    if not found.values:
        return None
    options = list(found.options)
    if found.has("memory"):
        options.insert(0, "memory -spin 64 1 1048576")
    if found.has("smp"):
        options.insert(0, "cores -spin 1 1 1024")
    own_name = plain_text(found.values.get("myname", "")) or name
    return FoundProgram(XBOARD, own_name, "", xboard_games(found.variants), _good(XBOARD, options))


def _good(protocol: str, texts: Sequence[str]) -> tuple[str, ...]:
    """The declarations that are understood."""
    return tuple(text for text in texts if text == plain_text(text) and option_of(protocol, text) is not None)
