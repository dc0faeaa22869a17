"""What is wrong with a text, said so that a person can mend it."""

from __future__ import annotations


class WormholeError(ValueError):
    """A text or a value that is no position, move, piece or game; the message says what and where."""


class FenError(WormholeError):
    """A text that describes no position of the game."""


class MoveError(WormholeError):
    """A text that is no legal move in the position."""


class VariantError(WormholeError):
    """A game file, or a name of a game, that cannot be used."""
