"""What all tests share: no window and no loudspeaker, and how hard hypothesis tries."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from wormhole.rules import compiled

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# How long a machine takes proves nothing, so there are no deadlines.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True)
def waits_for_loops():
    """A test that opens a window in this process does not bind those after it."""
    yield
    compiled._never_waits.clear()
