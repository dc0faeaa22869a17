"""How long a game may last without a decision: data for each rule that draws it then.

:mod:`wormhole.rules.loops.judgement` counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

USUAL_LIMITS: Mapping[str, int] = {"repetitions": 3, "quiet_moves": 100}
"""How often a position may occur, and the plies without a capture or pawn move, until a game is drawn."""
NO_LIMITS: Mapping[str, int] = dict.fromkeys(USUAL_LIMITS, 0)


class Counting(Enum):
    """The rule by which a side without hope counts moves; after more than its limit the game is drawn.

    They are those of Fairy-Stockfish.
    """

    NONE = "none"
    MAKRUK = "makruk"
    CAMBODIAN = "cambodian"
    ASEAN = "asean"


@dataclass(frozen=True)
class CountingRule:
    """Limits are in moves of both sides, 0 for no count."""

    against: tuple[tuple[str, int, int], ...]
    """The limit for a lone royal piece against so many pieces that move like this; the first that holds."""
    against_others: int
    """The limit for a lone royal piece against any other pieces."""
    several: int = 0
    """The limit for a side with several pieces."""
    few: int = 0
    """How many pieces that side has at most; 0 for any number."""
    despite_pawns: bool = False
    """Whether a side with several pieces counts while there are pawns; a lone royal piece never does."""
    from_pieces: bool = False
    """Whether a lone royal piece begins with the number of all pieces, not with 0."""


COUNTING_RULES: Mapping[Counting, CountingRule] = {
    Counting.MAKRUK: CountingRule(
        (("R", 2, 8), ("R", 1, 16), ("FfW", 2, 22), ("N", 2, 32), ("FfW", 1, 44)), 64, 64, from_pieces=True
    ),
    Counting.CAMBODIAN: CountingRule(
        (("R", 2, 7), ("R", 1, 15), ("FfW", 2, 21), ("N", 2, 31), ("FfW", 1, 43)),
        against_others=63,
        several=63,
        few=3,
        despite_pawns=True,
        from_pieces=True,
    ),
    Counting.ASEAN: CountingRule((("R", 1, 16), ("FfW", 1, 44), ("N", 1, 64)), 0),
}
