"""The user's own games: the files that *Your games* lists, and the games in them.

The settings keep the paths of the files, not copies. So a game stays the one file that the user edits, with
the pictures beside it, and a change of it is seen at once. A file that is gone or broken stays in the list
with the reason until the user removes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from wormhole.base import text_files
from wormhole.base.errors import Message, VariantError, reason_of
from wormhole.base.quoting import shown_path
from wormhole.library import pgn
from wormhole.library.chosen_game import ChosenGame, opened
from wormhole.library.headers import CHESS, is_in_catalogue
from wormhole.library.own_pictures import with_pictures
from wormhole.library.pgn_parser import PgnError
from wormhole.library.record import Game
from wormhole.rules.game_file import INI, MOST_BYTES_OF_INI, file_and_section, parse_whole_ini
from wormhole.rules.variant import Variant

MOST_FILES = 200
"""In the list. The settings are a file of limited size."""
MOST_SECTIONS = 1000
"""In the list, of a file of variants. The others can be named, as in ``variants.ini:NAME``."""
FILES_KEPT = 32
"""Files whose games are remembered until the files change."""


@dataclass(frozen=True)
class OwnFile:
    """A file of the list."""

    path: Path
    games: tuple[ChosenGame, ...] = ()
    complaints: tuple[Message, ...] = ()
    """Why the file, or a section of it, cannot be played."""
    warnings: tuple[Message, ...] = ()
    """What was left out of the file, or read leniently, each with its line."""


def added(paths: Sequence[str], path: Path) -> tuple[str, ...]:
    """The list with this file, the newest first. A section stands for its whole file."""
    name = _listed(path)
    return (name, *(each for each in paths if each != name))[:MOST_FILES]


def removed(paths: Sequence[str], path: Path) -> tuple[str, ...]:
    """The list without this file. The file itself stays where it is."""
    name = _listed(path)
    return tuple(each for each in paths if each != name)


def read(path: Path) -> OwnFile:
    """The games in a file, and what is wrong with it. This may take seconds if it has many sections."""
    path = Path(_listed(path))
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        return OwnFile(path, (), (_unread(path, error),))
    return _read(path, status.st_mtime_ns, status.st_size)


def variants(paths: Iterable[str]) -> tuple[Variant, ...]:
    """The games in these files, but for those with names of the catalogue's: a PGN means the latter."""
    found = (game.base for path in paths for game in read(Path(path)).games)
    return tuple(game for game in found if not is_in_catalogue(game.name))


def picked(
    lines: Callable[[], Iterable[str]],
    number: int | None,
    own: Sequence[Variant],
    paths: Sequence[str],
) -> Game:
    """The game in ``lines`` with that number, or the last one: of the catalogue, ``own``, or these files.

    The files are read only if no other game is meant. Raises :class:`PgnError` as :func:`pgn.pick` does.
    """
    try:
        return pgn.pick(lines(), number, own)
    except PgnError as error:
        if not paths or is_in_catalogue(error.headers.get("Variant", CHESS)):
            raise
    return pgn.pick(lines(), number, [*own, *variants(paths)])


def _listed(path: Path) -> str:
    """How the list names a file."""
    file, _section = file_and_section(path)
    return os.path.abspath(file)


@lru_cache(maxsize=FILES_KEPT)
def _read(path: Path, changed: int, size: int) -> OwnFile:
    if path.suffix == INI:
        return _read_ini(path)
    try:
        return OwnFile(path, (opened(path),))
    except VariantError as error:
        return OwnFile(path, (), (error.message,))


def _read_ini(path: Path) -> OwnFile:
    try:
        sections, told = parse_whole_ini(text_files.read_text(path, MOST_BYTES_OF_INI))
    except OSError as error:
        return OwnFile(path, (), (_unread(path, error),))
    except VariantError as error:
        return OwnFile(path, (), (error.message,))
    games: list[ChosenGame] = []
    complaints: list[Message] = []
    warnings = [warning.told for warning in told]
    for name, found in islice(sections, MOST_SECTIONS):
        try:
            games.append(_of_section(path, name, found))
        except VariantError as error:
            complaints.append(error.message)
    if next(sections, None) is not None:
        warnings.append(Message("only the first {most} games are listed", most=MOST_SECTIONS))
    return OwnFile(path, tuple(games), tuple(complaints), tuple(warnings))


def _of_section(path: Path, name: str, found: Variant | VariantError) -> ChosenGame:
    if isinstance(found, VariantError):
        raise found
    game, complaint = with_pictures(found, path.parent)
    return ChosenGame(game, Path(f"{path}:{name}"), complaint=complaint)


def _unread(path: Path, error: OSError | ValueError) -> Message:
    reason = reason_of(error) if isinstance(error, OSError) else str(error)
    return Message("{path}: {trouble}", path=shown_path(path), trouble=reason)
