"""A piece on the board: its letter and its side."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.base.errors import Message

WHITE, BLACK = True, False


def side_name(color: bool) -> Message:
    """``White`` or ``Black``."""
    return Message("White") if color is WHITE else Message("Black")


@dataclass(frozen=True)
class Piece:
    """A piece of one side; ``letter`` is upper-case for both."""

    letter: str
    color: bool

    def symbol(self) -> str:
        """The letter as a FEN has it: upper-case for White, lower-case for Black."""
        return self.letter if self.color is WHITE else self.letter.lower()
