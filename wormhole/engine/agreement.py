"""Whether the computer agrees to a draw."""

from __future__ import annotations

NOT_BETTER_CENTIPAWNS = 20
"""The computer accepts if it sees no more than this for itself."""
WORSE_CENTIPAWNS = -150
"""Before the first moves are over, it must see this or less."""
FIRST_PLIES = 20
"""As many plies the computer wants to play before it agrees to an even game."""


def agrees(score_centipawns: int | None, plies: int) -> bool:
    """Whether the computer, which has judged its last move so, agrees after so many plies."""
    if score_centipawns is None:
        return False
    return score_centipawns <= (WORSE_CENTIPAWNS if plies < FIRST_PLIES else NOT_BETTER_CENTIPAWNS)
