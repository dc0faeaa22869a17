"""The delay before the computer's reply is shown, however soon it is found."""

from __future__ import annotations

from wormhole.play.seats import Setup

REPLY_DELAY_SECONDS = 0.25
"""The least time between the user's move and the computer's."""
BETWEEN_COMPUTERS_SECONDS = 0.9
"""The least time between two moves that the computer plays against itself."""


def reply_delay(setup: Setup) -> float:
    """The delay in a game of these players, in seconds."""
    return BETWEEN_COMPUTERS_SECONDS if setup.is_between_computers else REPLY_DELAY_SECONDS
