"""Waiting for an event: how long a test waits, and how."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_SECONDS = 300
"""More than anything in the background needs on a slow machine, compiling included.

Only a test that fails waits so long.
"""

Found = TypeVar("Found")


def until(
    find: Callable[[], Found], what: object = "", meanwhile: Callable[[], object] = lambda: None
) -> Found:
    """Wait for a true result; returns it. ``what`` is told if there is none."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not (found := find()):
        assert time.monotonic() < give_up, what
        meanwhile()
        time.sleep(0.01)
    return found
