"""A move, with the way it takes through the holes."""

from __future__ import annotations

from dataclasses import dataclass, field

Steps = tuple[tuple[int, ...], ...]
"""A way: one tuple a step, its last square where the step stands, before it the holes it passes."""


@dataclass(frozen=True)
class Move:
    """One move of a piece. Two moves are equal that lead from and to the same squares with the same
    promotion.

    >>> import wormhole
    >>> move = wormhole.Board().parse_uci("e2e4")
    >>> str(move), move.promotion
    ('e2e4', None)
    """

    from_square: int
    to_square: int
    promotion: str | None = None
    text: str = field(default="", compare=False)
    steps: Steps = field(default=(), compare=False)
    taken: int | None = field(default=None, compare=False)
    """The square of the piece that is taken: not where the move ends, if en passant."""
    beside: tuple[int, int] | None = field(default=None, compare=False)
    """From where to where another piece goes in the same move: the rook that castles."""

    roll: int | None = field(default=None, compare=False)
    """The square that the dice named after the move, where there are dice."""

    def __str__(self) -> str:
        return self.text

    @property
    def holes(self) -> tuple[int, ...]:
        """The removed squares that the move passes, in order."""
        return tuple(hole for step in self.steps for hole in step[:-1])
