"""Compiles the loops of a test session once, by all its processes side by side."""

from __future__ import annotations

import time
from pathlib import Path

from tests.support.patience import PATIENCE_SECONDS
from wormhole.engine.search_loops import SEARCH, SOLVER
from wormhole.rules.loop_groups import BOARD, PERFT

GROUPS = (SEARCH, SOLVER, BOARD, PERFT)
"""Those that most tests need; what takes longest comes first."""


def share_compiling(folder: Path) -> None:
    """Compile the groups that no other process has taken in this folder, and wait for the others."""
    for group in GROUPS:
        try:
            _mark(folder, group.name, "taken").touch(exist_ok=False)
        except FileExistsError:
            continue
        group.use()
        _mark(folder, group.name, "compiled").touch()
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up:
        if all(_mark(folder, group.name, "compiled").exists() for group in GROUPS):
            return
        time.sleep(0.05)


def _mark(folder: Path, name: str, what: str) -> Path:
    return folder / f"{name.replace(':', '-')}.{what}"
