"""Where the library is."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from wormhole.version import APPLICATION

FILE_NAME = "games.sqlite3"


def default_path() -> Path:
    """The system's usual place for the library."""
    return Path(platformdirs.user_data_path(APPLICATION)) / FILE_NAME
