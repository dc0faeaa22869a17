"""The state of play of a kept game: seats, current place, side of the board, clock."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TypeGuard

MOST_PATH = 20_000
MOST_SECONDS = 1e6


@dataclass(frozen=True)
class PlayState:
    """Levels are None for a user; ``path`` is the cursor's place in the tree (``GameNode.path``).

    ``spent_seconds``: the time that the turn at the game's end had taken when it was left.
    """

    white_level: int | None = None
    black_level: int | None = None
    path: tuple[int, ...] = ()
    flipped: bool = False
    spent_seconds: float = 0.0

    @property
    def levels(self) -> tuple[int | None, int | None]:
        """The computer's level as White and as Black; None for a user."""
        return self.white_level, self.black_level


def dumps(state: PlayState) -> str:
    """The state as JSON."""
    return json.dumps(asdict(state), separators=(",", ":"))


def loads(text: str) -> PlayState:
    """The state in a JSON text; each bad value becomes the default.

    >>> loads('{"black_level": 3, "path": [0, 1], "flipped": "so"}')
    PlayState(white_level=None, black_level=3, path=(0, 1), flipped=False, spent_seconds=0.0)
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return PlayState()
    if not isinstance(found, dict):
        return PlayState()
    path = found.get("path")
    is_path = isinstance(path, list) and len(path) <= MOST_PATH and all(map(_is_count, path))
    return PlayState(
        _level(found.get("white_level")),
        _level(found.get("black_level")),
        tuple(path) if path and is_path else (),
        found.get("flipped") is True,
        _seconds(found.get("spent_seconds")),
    )


def _seconds(value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return 0.0
    return float(value) if 0 <= value <= MOST_SECONDS else 0.0


def _level(value: object) -> int | None:
    return value if _is_count(value) and value >= 1 else None


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= 10_000
