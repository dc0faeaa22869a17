"""Lists a folder, and interprets a name typed in the file dialog. Uses no window and never raises."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from itertools import islice

from wormhole.gui.language import _, said
from wormhole.library.search_text import searchable

MOST_ENTRIES = 5000
"""At most this many entries of a folder are read; more would take too long."""


@dataclass(frozen=True)
class Entry:
    """A file or a folder within a folder."""

    name: str
    is_folder: bool


@dataclass(frozen=True)
class Interpretation:
    """The meaning of a typed text: a folder to open, a file to take, or what is wrong with it."""

    folder: str = ""
    file: str = ""
    trouble: str = ""


def entries(folder: str, suffix: str) -> tuple[list[Entry], str]:
    """Folders, then files with that suffix, without hidden ones; and why reading failed, or ""."""
    try:
        with os.scandir(folder) as scanned:
            found = [
                Entry(entry.name, is_folder)
                for entry in islice(scanned, MOST_ENTRIES)
                if not entry.name.startswith(".")
                and ((is_folder := _is_folder(entry)) or entry.name.lower().endswith(suffix))
            ]
    except (OSError, ValueError) as error:
        return [], _reason(error)
    return sorted(found, key=lambda entry: (not entry.is_folder, searchable(entry.name), entry.name)), ""


def home() -> str:
    """The user's home folder."""
    path = os.path.expanduser("~")
    return path if os.path.isdir(path) else os.path.abspath(os.sep)


def parent(folder: str) -> str:
    """The folder that contains this one; the root's parent is the root."""
    return os.path.dirname(os.path.abspath(folder))


def interpreted(folder: str, typed: str, suffix: str, is_new: bool) -> Interpretation:
    """Interpret a text typed while `folder` is shown; `is_new`: the file is to be written."""
    try:
        path = os.path.join(folder, os.path.expanduser(typed.strip()))
        if not typed.strip():
            return Interpretation(trouble=_("Type a name, or choose one from the list."))
        if os.path.isdir(path):
            return Interpretation(folder=os.path.abspath(path))
        if is_new and not os.path.splitext(path)[1]:
            path += suffix
        if not stat.S_ISREG(os.stat(path).st_mode):
            return Interpretation(trouble=_("This is not an ordinary file."))
    except FileNotFoundError:
        if not os.path.isdir(os.path.dirname(path)):
            return Interpretation(trouble=_("There is no such folder."))
        if not is_new or not os.path.basename(path):
            return Interpretation(trouble=_("There is no such file."))
    except (OSError, ValueError) as error:
        return Interpretation(trouble=_reason(error))
    return Interpretation(file=os.path.abspath(path))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{said(error)}."
    return _("A file cannot have this name.")
