"""A puzzle as the miner finds it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Nugget:
    """A puzzle, as a line of a file of puzzles has it; ``moves`` begin with the solver's."""

    variant: str
    fen: str
    moves: tuple[str, ...]
    goal: str
    """``mate in 3``, or ``win``."""
    themes: tuple[str, ...]
    rating: int

    def data(self) -> dict[str, Any]:
        """The puzzle as an object of JSON."""
        return asdict(self)

    def line(self) -> str:
        """The puzzle as one line of JSON."""
        return json.dumps(self.data(), ensure_ascii=False)

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> Nugget:
        """The puzzle of such an object."""
        return cls(**data | {"moves": tuple(data["moves"]), "themes": tuple(data["themes"])})

    @classmethod
    def of_line(cls, line: str) -> Nugget:
        """The puzzle of such a line."""
        return cls.of_data(json.loads(line))
