"""What the rules say about a FEN: a position to play from, or why there is none. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole import Board, FenError, Variant
from wormhole.gui.language import said
from wormhole.rules.quoting import sentence


@dataclass(frozen=True)
class Verdict:
    """The position, or `trouble` that says why it cannot be played.

    `check` is the square of a king in check.
    """

    board: Board | None = None
    trouble: str = ""
    check: int | None = None

    @classmethod
    def of_error(cls, error: FenError, check: int | None = None) -> Verdict:
        """What is wrong with a FEN, as a sentence."""
        return cls(trouble=sentence(said(error)), check=check)

    @property
    def can_play(self) -> bool:
        """Whether a game can start here."""
        return not self.trouble


def verdict_of(variant: Variant, fen: str) -> Verdict:
    """What the rules say about this FEN."""
    try:
        board = Board(variant, fen)
    except FenError as error:
        return Verdict.of_error(error, _check_out_of_turn(variant, fen))
    check = board.king(board.turn) if board.is_check() else None
    outcome = board.outcome()
    return Verdict(board, "" if outcome is None else sentence(said(outcome.reason())), check)


def _check_out_of_turn(variant: Variant, fen: str) -> int | None:
    """The square of the king that is in check though the other side is to move."""
    fields = fen.split()
    if len(fields) < 2:
        return None
    other = {"w": "b", "b": "w"}.get(fields[1], "w")
    try:
        board = Board(variant, " ".join([fields[0], other]))
    except FenError:
        return None
    return board.king(board.turn) if board.is_check() else None
