"""How a kept game was being played: who sits where, the place looked at, the side of the board, the clock."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Annotated

from msgspec import Meta

from wormhole.rules.schema import find, json_table, known, sift

_Level = Annotated[int, Meta(ge=1, le=10_000)]


@dataclass(frozen=True)
class PlayState:
    """Levels are None for a person; ``path`` is the cursor's place in the tree (``GameNode.path``).

    ``spent_seconds`` is what the turn at the game's end had taken when it was left.
    """

    white_level: _Level | None = None
    black_level: _Level | None = None
    path: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20_000)] = ()
    flipped: bool = False
    spent_seconds: Annotated[float, Meta(ge=0, le=1e6)] = 0.0

    @property
    def levels(self) -> tuple[int | None, int | None]:
        """The computer's level as White and as Black; None for a person."""
        return self.white_level, self.black_level


def dumps(state: PlayState) -> str:
    """The state as JSON."""
    return json.dumps(asdict(state), separators=(",", ":"))


def loads(text: str) -> PlayState:
    """The state in a JSON text; whatever is wrong in it gets its default value.

    >>> loads('{"black_level": 3, "path": [0, 1], "flipped": "so"}')
    PlayState(white_level=None, black_level=3, path=(0, 1), flipped=False, spent_seconds=0.0)
    """
    table = json_table(text) or {}
    return find(PlayState, table) or PlayState(**sift(PlayState, known(PlayState, table))[0])
