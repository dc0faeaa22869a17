"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from wormhole.rules.piece import WHITE, side_name


class Termination(Enum):
    """Why a game is over."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BARE_KINGS = "bare kings"
    RESIGNATION = "resignation"


@dataclass(frozen=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is WHITE else "0-1"

    def reason(self) -> str:
        """One sentence for a person.

        >>> Outcome(Termination.STALEMATE, winner=False).reason()
        'Black wins: White has no move left.'
        """
        if self.winner is None:
            return f"A draw: {_DRAWS[self.termination]}."
        return _WINS[self.termination].format(winner=side_name(self.winner), loser=side_name(not self.winner))


_DRAWS = {
    Termination.STALEMATE: "the side to move has no move left",
    Termination.BARE_KINGS: "only the kings are left",
}
_WINS = {
    Termination.CHECKMATE: "{winner} wins by checkmate.",
    Termination.STALEMATE: "{winner} wins: {loser} has no move left.",
    Termination.RESIGNATION: "{winner} wins: {loser} resigned.",
}
