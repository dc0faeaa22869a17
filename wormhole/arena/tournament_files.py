"""The files of tournaments: journals whose first line is a plan."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.library import journal

SUFFIX, LOCK = ".jsonl", ".lock"
"""Of the file, and of one beside it that is locked while programs play."""

Plan = TypeVar("Plan")


def read_plan(
    path: Path, plan_of: Callable[[journal.Entry], Plan | None]
) -> tuple[Plan, list[journal.Entry]]:
    """The plan of a file, and all its lines. Raises :class:`WormholeError`."""
    with errors_of(path):
        entries = journal.read(path)
    plan = plan_of(entries[0]) if entries else None
    if plan is None:
        raise WormholeError("{file} is no tournament of this program", file=shown_path(path))
    return plan, entries


def begin_file(folder: Path, plan: journal.Entry) -> Path:
    """Write a new file with this plan, named by the time; returns it. Raises :class:`WormholeError`."""
    with errors_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    stem = time.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while (path := folder / f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}").exists():
        number += 1
    journal.append_entry(path, plan)
    return path


def remove(path: Path) -> None:
    """Delete a tournament; its games stay in the library. Raises :class:`WormholeError`."""
    with errors_of(path):
        path.unlink(missing_ok=True)
        path.with_suffix(LOCK).unlink(missing_ok=True)
