"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from wormhole.rules.piece import WHITE, side_name


class Termination(Enum):
    """Why a game is over."""

    CHECKMATE = "checkmate"
    ROYAL_CAPTURE = "royal piece captured"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead position"
    REPETITION = "repetition"
    QUIET_MOVES = "quiet moves"
    RESIGNATION = "resignation"
    TIME_FORFEIT = "time forfeit"
    AGREEMENT = "agreement"
    RECORDED = "recorded result"
    """The record of the game gives a result that its last position does not explain."""

    @property
    def is_players(self) -> bool:
        """Whether the players or their clocks ended the game, not its position."""
        return self in (Termination.RESIGNATION, Termination.TIME_FORFEIT, Termination.AGREEMENT)


@dataclass(frozen=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw."""

    termination: Termination
    winner: bool | None
    royal: str = "king"

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
        winner, loser = side_name(self.winner), side_name(not self.winner)
        return _WINS[self.termination].format(winner=winner, loser=loser, royal=self.royal)


_DRAWS = {
    Termination.STALEMATE: "the side to move has no move left",
    Termination.DEAD_POSITION: "neither side has enough pieces left to win",
    Termination.REPETITION: "the same position has occurred three times",
    Termination.QUIET_MOVES: "too many moves without a capture",
    Termination.AGREEMENT: "both sides agreed to it",
    Termination.RECORDED: "the record says so",
}
_WINS = {
    Termination.CHECKMATE: "{winner} wins by checkmate.",
    Termination.ROYAL_CAPTURE: "{winner} wins: {loser}'s {royal} is captured.",
    Termination.STALEMATE: "{winner} wins: {loser} has no move left.",
    Termination.RESIGNATION: "{winner} wins: {loser} resigned.",
    Termination.TIME_FORFEIT: "{winner} wins: {loser}'s time ran out.",
    Termination.RECORDED: "{winner} wins: the record says so.",
}
