"""Finds chess engines that are installed on this system. Nothing is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from wormhole.base.toml import packaged


def with_arguments(command: Sequence[str]) -> tuple[str, ...]:
    """The command of a known engine that is given without arguments, with those that it needs.

    >>> with_arguments(["/usr/games/gnuchess"])
    ('/usr/games/gnuchess', '--uci')
    """
    known = packaged("wormhole.players", "known_programs.toml")["programs"]
    return tuple(command) if len(command) > 1 else (*command, *known.get(Path(command[0]).stem, ()))


def installed(folders: Sequence[str] | None = None) -> tuple[tuple[str, ...], ...]:
    """The commands of known engines that are on the PATH, or where systems keep games."""
    found = packaged("wormhole.players", "known_programs.toml")
    places = folders if folders is not None else [*os.get_exec_path(), *found["folders"]]
    path = os.pathsep.join(dict.fromkeys(places))
    commands = {}
    for name, arguments in found["programs"].items():
        executable = shutil.which(name, path=path)
        if executable is not None:
            commands[os.path.realpath(executable)] = (str(Path(executable)), *arguments)
    return tuple(commands.values())
