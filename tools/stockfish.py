"""Stockfish 15 as a ruler: its strength at a ``UCI_Elo``.

``UCI_Elo`` sets a *skill*, at which Stockfish selects its move at a small depth, and not always the best one
(``Skill`` in its search.cpp, version 15). The number was measured in 2019
(https://github.com/official-stockfish/Stockfish/pull/2225). Stockfish has become stronger since then, so its
authors measured the skills again for version 16, against engines that are rated at CCRL
(https://github.com/official-stockfish/Stockfish/pull/4341). :func:`rated_elo` is that newer number.
"""

from __future__ import annotations

import re

import numpy as np

LEAST_RATED, MOST_RATED = 1320, 3190
"""The range of the newer numbers."""
RATED_SKILLS = (37.2473, -40.8525, 22.2943, -0.311438)
"""The newer fit: a polynomial from a number's place in that range, 0 to 1, to its skill."""

NAME = re.compile(r"uci,.*\bUCI_Elo=(\d+)\b.*:.*stockfish$")


def contestant(uci_elo: int) -> str:
    """Stockfish at that ``UCI_Elo``, as a contestant of a match.

    More time than for the depth at which it selects its move changes nothing; it gets that depth and one
    more.
    """
    depth = 2 + int(skill(uci_elo))
    return f"uci,depth={depth},UCI_LimitStrength=true,UCI_Elo={uci_elo}:stockfish"


def skill(uci_elo: float) -> float:
    """The skill that Stockfish 15 takes for a ``UCI_Elo``."""
    return max((uci_elo - 1346.6) / 143.4, 0.0) ** (1 / 0.806)


def rated_elo(uci_elo: float) -> float:
    """The Elo by the newer measurement of Stockfish 15 at that ``UCI_Elo``."""
    elos = np.arange(LEAST_RATED, MOST_RATED + 1)
    skills = np.polyval(RATED_SKILLS, (elos - LEAST_RATED) / (MOST_RATED - LEAST_RATED))
    return float(np.interp(skill(uci_elo), skills, elos))


def given_elo(player: str) -> float | None:
    """The Elo at which a contestant's description lets Stockfish play; None if it is no such contestant."""
    found = NAME.match(player)
    return rated_elo(float(found[1])) if found else None
