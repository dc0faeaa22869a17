"""Errors in texts and values; their messages tell a person what is wrong and where."""

from __future__ import annotations

from wormhole.rules.message import Message, message_of


class WormholeError(ValueError):
    """A text or value is not a valid position, move, piece or game; the base of all our errors.

    ``template`` says what is wrong, with the names of ``values`` in braces where these belong.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.message = Message(template, **values) if values else message_of(template)
        super().__init__(str(self.message))


class FenError(WormholeError):
    """A FEN is not a valid position of the game."""


class MoveError(WormholeError):
    """A move or its text is not legal in the position."""


class VariantError(WormholeError):
    """A game file or the name of a game is not valid."""
