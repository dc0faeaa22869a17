"""What a child process is to teach, as a line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass

from wormhole.rules.compose import composed
from wormhole.rules.gamefile import parse
from wormhole.rules.variant import LeftSquare, NoMove, Variant


@dataclass(frozen=True)
class TeachingOrder:
    """A game by its definition and rules, so many hours, and processes; none: one for each core."""

    name: str
    definition: str
    left_square: str
    stalemate: str
    hours: float
    workers: int | None = None

    @staticmethod
    def of(variant: Variant, hours: float, workers: int | None = None) -> TeachingOrder:
        """To teach that game."""
        left_square, stalemate = variant.left_square.value, variant.endings.stalemate.value
        return TeachingOrder(variant.name, variant.definition, left_square, stalemate, hours, workers)

    def variant(self) -> Variant:
        """The game."""
        game = parse(self.definition, self.name)
        return composed(game, LeftSquare(self.left_square), NoMove(self.stalemate))

    def to_line(self) -> str:
        """Write it."""
        return json.dumps(vars(self)) + "\n"

    @staticmethod
    def of_line(line: str) -> TeachingOrder:
        """Read :meth:`to_line`."""
        return TeachingOrder(**json.loads(line))
