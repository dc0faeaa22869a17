"""What is kept of a game by mail besides its record: the players' sides, the secret, the time, the turn."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Literal

from msgspec import Meta

Side = Literal["white", "black"]
WHITE_SIDE: Side = "white"
BLACK_SIDE: Side = "black"

Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z")]
"""An identity or a secret: random letters."""
MOST_HOURS = 24 * 365
MOST_SECONDS = 10**10
Hours = Annotated[int, Meta(ge=0, le=MOST_HOURS)]
Seconds = Annotated[int, Meta(ge=0, le=MOST_SECONDS)]
ID_BYTES, SECRET_BYTES = 9, 18


class MailPhase(Enum):
    """Where a game by mail stands."""

    YOUR_MOVE = "move"
    TO_SEND = "send"
    """The user has moved; the text was not copied or saved yet."""
    WAITING = "wait"
    LAST_TO_SEND = "last"
    """The game is over, and the opponent does not know it yet."""
    OVER = "over"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self in (MailPhase.LAST_TO_SEND, MailPhase.OVER)

    @property
    def is_unsent(self) -> bool:
        """Whether the opponent needs a text that was not copied or saved yet."""
        return self in (MailPhase.TO_SEND, MailPhase.LAST_TO_SEND)


@dataclass(frozen=True)
class MailState:
    """A game by mail as one of its two players knows it. It is no part of the game's record."""

    id: Token
    secret: Token
    """Known to both players from the invitation; it signs all texts."""
    side: Side
    """The side of the user at this window."""
    inviter: Side
    hours: Hours = 0
    """The time for each move; 0: none."""
    phase: MailPhase = MailPhase.YOUR_MOVE
    white_used: Seconds = 0
    black_used: Seconds = 0
    since: Annotated[float, Meta(ge=0, le=1e11)] = 0.0
    """When the present turn began, in seconds since 1970."""
    offers_draw: bool = False
    """Whether the last move came with the offer of a draw."""

    @property
    def opponent(self) -> Side:
        """The other side."""
        return other_side(self.side)

    @property
    def is_inviter(self) -> bool:
        """Whether the user has invited the opponent."""
        return self.side == self.inviter

    @property
    def sent(self) -> MailState:
        """The same once the text for the opponent was copied or saved."""
        phases = {MailPhase.TO_SEND: MailPhase.WAITING, MailPhase.LAST_TO_SEND: MailPhase.OVER}
        return replace(self, phase=phases.get(self.phase, self.phase))

    def used(self, side: Side) -> int:
        """The seconds that a side has used so far."""
        return self.white_used if side == WHITE_SIDE else self.black_used

    def with_used(self, side: Side, seconds: int) -> MailState:
        """The same with another time that a side has used."""
        seconds = min(seconds, MOST_SECONDS)
        if side == WHITE_SIDE:
            return replace(self, white_used=seconds)
        return replace(self, black_used=seconds)


def new_mail(side: Side, hours: int, now: float, first: Side = WHITE_SIDE) -> MailState:
    """A game by mail to which the user, who plays ``side``, invites somebody; ``first`` moves first."""
    phase = MailPhase.YOUR_MOVE if side == first else MailPhase.TO_SEND
    identity, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_urlsafe(SECRET_BYTES)
    return MailState(identity, secret, side, side, hours, phase, since=now)


def other_side(side: Side) -> Side:
    """The opponent's side."""
    return BLACK_SIDE if side == WHITE_SIDE else WHITE_SIDE


def side_of(color: bool) -> Side:
    """The side of a colour."""
    return WHITE_SIDE if color else BLACK_SIDE
