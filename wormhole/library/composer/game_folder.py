"""The folder beside the library with the games that were composed and played, but not saved elsewhere."""

from __future__ import annotations

from pathlib import Path

from wormhole.base import text_files, toml
from wormhole.base.atomic_files import write_text
from wormhole.library.composer.game_draft import GameDraft

FOLDER, SUFFIX = "games", ".toml"
MOST_FILES = 1000
"""Of one name; so many are never looked at."""


def keep(draft: GameDraft, library: Path, before: Path | None) -> Path:
    """Write a game into the folder, over the file where it was kept `before`; returns its file.

    No other game is written over. Raises OSError.
    """
    folder = library.parent / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    if before is not None and before.parent == folder:
        path = before
    else:
        names = (draft.name, *(f"{draft.name}-{number}" for number in range(2, MOST_FILES)))
        paths = (folder / f"{name}{SUFFIX}" for name in names)
        path = next(path for path in paths if not path.exists() or _has(path, draft.text))
    write_text(path, draft.text)
    return path


def _has(path: Path, text: str) -> bool:
    """Whether a file has this text."""
    try:
        return text_files.read_text(path, toml.MOST_BYTES) == text
    except (OSError, ValueError):
        return False
