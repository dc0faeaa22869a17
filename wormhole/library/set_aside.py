"""Renames a bad file, so that a new one can take its place and nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


def set_aside(path: Path, companions: Sequence[str] = ()) -> Path | None:
    """Rename a file without replacing one set aside earlier; returns its new path, or None if that fails.

    ``companions`` are ends of names: the file's name with one of them is renamed, too.
    """
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.bad{'' if number == 1 else number}")
        if not any(os.path.lexists(f"{aside}{end}") for end in ("", *companions)):
            break
        number += 1
    try:
        # Companions first: without them the file itself would be complete, and wrong.
        for end in companions:
            if os.path.lexists(f"{path}{end}"):
                os.replace(f"{path}{end}", f"{aside}{end}")
        os.replace(path, aside)
    except OSError:
        return None
    return aside


def put_back(path: Path, aside: Path, companions: Sequence[str] = ()) -> None:
    """Take back that a file was set aside; what has its place is removed. Raises OSError."""
    for end in ("", *companions):
        if os.path.lexists(f"{path}{end}"):
            os.unlink(f"{path}{end}")
    for end in ("", *companions):
        if os.path.lexists(f"{aside}{end}"):
            os.replace(f"{aside}{end}", f"{path}{end}")
