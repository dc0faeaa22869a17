"""A puzzle as the miner finds it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


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

    def line(self) -> str:
        """The puzzle as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def of_line(cls, line: str) -> Nugget:
        """The puzzle of such a line."""
        fields = json.loads(line)
        return cls(**fields | {"moves": tuple(fields["moves"]), "themes": tuple(fields["themes"])})
