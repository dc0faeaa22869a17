"""What is wrong with a move that does not solve a puzzle."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refutation:
    """The best answer to a move, and who wins after it, as far as that is proven.

    ``winner`` is None if nothing is proven or it is a draw; ``is_proven`` tells them apart.
    """

    reply: str | None
    """In UCI notation; None if the game is over."""
    is_proven: bool = False
    winner: bool | None = None
    moves: int = 0
    """The winner's moves to the end, counted from the answer."""
