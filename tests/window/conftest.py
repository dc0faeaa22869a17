"""Tests in this folder drive a real window; without Xvfb or xdotool they are skipped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from display import open_display

NEEDED = ("Xvfb", "xdotool")


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    missing = [name for name in NEEDED if shutil.which(name) is None]
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.window)
            if missing:
                item.add_marker(pytest.mark.skip(reason=f"{' and '.join(missing)} not installed"))


@pytest.fixture(scope="session")
def display(tmp_path_factory):
    with open_display(tmp_path_factory.mktemp("display")) as display:
        yield display
