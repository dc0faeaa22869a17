"""The files that the program keeps for its user; what is exported or saved must not replace one of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from wormhole.base.errors import Message
from wormhole.base.text_files import files_in, open_regular

_SQLITE = b"SQLite format 3\0"
"""How every library begins (SQLite, "Database File Format", 1.3.1)."""


def refuse_own(path: Path, library: Path | None = None) -> None:
    """Raise OSError if a file that is to be written is one of the program's own.

    These are any library, the settings, the list of engines, and the journals and studies beside ``library``
    and beside the usual one. Files are the same if they are one on disk, by whatever name.
    """
    from wormhole.library.database.connections import default_path

    libraries = (default_path(),) if library is None else (default_path(), library)
    _refuse(path, _is_library(path), (*libraries, *_notes(libraries)))


def refuse_as_library(path: Path) -> None:
    """Raise OSError if the file of a library is to be the settings, the list of engines or a journal."""
    from wormhole.library.database.connections import default_path

    _refuse(path, False, _notes((default_path(), path)))


def _refuse(path: Path, is_own: bool, own: Iterable[Path]) -> None:
    try:
        is_own = is_own or any(_is_same(path, each) for each in own)
    except ValueError:  # no file has such a name, which is reported when it is opened
        return
    if is_own:
        raise OSError(errno.EPERM, Message("the program keeps its own data in this file"), str(path))


def _notes(libraries: Iterable[Path]) -> Iterator[Path]:
    """The settings, the list of engines, and the journals and studies beside these libraries."""
    from wormhole.library import own_engines, settings, study_folder

    kept = settings.default_path()
    yield from (kept, kept.with_name(own_engines.FILE_NAME))
    for library in libraries:
        yield from files_in(library.parent, ".jsonl")
        yield from files_in(study_folder.folder_beside(library), study_folder.SUFFIX)


def _is_library(path: Path) -> bool:
    """Whether a file is a library, or one of the two that SQLite keeps beside it."""
    from wormhole.library.database.connections import COMPANIONS

    try:
        real = os.path.realpath(path)
        for end in COMPANIONS:
            real = real.removesuffix(end)
        with open_regular(real) as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False


def _is_same(path: Path, own: Path) -> bool:
    try:
        return os.path.samefile(path, own)
    except OSError:
        return os.path.realpath(path) == os.path.realpath(own)
