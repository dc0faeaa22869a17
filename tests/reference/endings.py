"""The result of a position by full search to the end of the game, for positions with few moves left."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.game import Game


class TooLargeError(Exception):
    """The search has more positions than allowed."""


@dataclass
class Budget:
    """The number of positions that may still be searched."""

    positions: int

    def spend(self) -> None:
        """Count one position. Raises :class:`TooLargeError`."""
        self.positions -= 1
        if self.positions < 0:
            raise TooLargeError


@dataclass(frozen=True)
class Result:
    """The result ("1-0", "0-1" or "1/2-1/2"), and after how many plies with best play."""

    outcome: str
    plies: int


def result(game: Game, budget: Budget) -> Result:
    """The result with best play: the winner wins as soon as possible, the loser loses as late as possible."""
    budget.spend()
    outcome = game.outcome()
    if outcome is not None:
        return Result(outcome, 0)
    found = []
    for text in game.legal_moves():
        after = game.copy()
        after.play(text)
        found.append(result(after, budget))
    won, lost = ("1-0", "0-1") if game.position.white_to_move else ("0-1", "1-0")
    by_value = {won: 2, "1/2-1/2": 1, lost: 0}
    best = max(by_value[each.outcome] for each in found)
    among = [each for each in found if by_value[each.outcome] == best]
    plies = [each.plies for each in among]
    return Result(among[0].outcome, 1 + (max(plies) if best == 0 else min(plies)))
