"""A result that the computer has proven, for people to read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole import Board

if TYPE_CHECKING:
    from wormhole.engine.solver import Solution


def in_san(solution: Solution, board: Board) -> Solution:
    """The solution with its line, which continues from `board`, in SAN."""
    twin, sans = board.copy(), []
    for text in solution.line:
        move = twin.parse_uci(text)
        sans.append(twin.san(move))
        twin.push(move)
    return replace(solution, line=tuple(sans))
