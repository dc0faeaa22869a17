"""Draw offers: who has offered a draw, and whether the computer accepts one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from wormhole import Outcome, Termination
from wormhole.play.match import Match

PLIES_BETWEEN = 10
"""After the computer has declined, it is not asked again for so many plies."""


class Reply(Enum):
    """The reply to an offer of a draw."""

    NO_DRAWS = auto()
    """The game cannot be drawn."""
    OFFERED = auto()
    """The other player is asked at their turn."""
    AGREED = auto()
    DECLINED = auto()
    PASSED_ON = auto()
    """The other program answers with its next move."""
    TOO_SOON = auto()
    """The computer declined a short time ago."""
    IMPOSSIBLE = auto()
    """There is no game at play here."""


class OfferState(Enum):
    """What asking for a draw would mean now."""

    IMPOSSIBLE = auto()
    """The rules know no draw, or no game is at play here."""
    POSSIBLE = auto()
    OFFERED = auto()
    """The side to move has offered one; the other side is asked after the move."""
    ASKED = auto()
    """The other side has offered one."""
    TOO_SOON = auto()
    """The computer declined a short time ago."""


@dataclass(frozen=True)
class Offer:
    """A user's offer, and the number of plies played before it."""

    color: bool
    plies: int


class DrawOffers:
    """Who has offered a draw in a match, and who may."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._offer: Offer | None = None

    @property
    def asked(self) -> bool | None:
        """The colour of the user to move who is asked to agree; None if none is."""
        offer, match = self._offer, self._match
        if match.players.draw_offered_at is match.cursor.node and match.is_contested:
            return match.cursor.board.turn
        if offer is None or not match.setup.is_two_player or not match.is_live:
            return None
        is_next = len(match.cursor.nodes) == offer.plies + 1 and match.cursor.board.turn != offer.color
        return match.cursor.board.turn if is_next else None

    @property
    def came_with_last_move(self) -> bool:
        """Whether the user offered a draw before the move that was just played."""
        return self._offer is not None and len(self._match.cursor.nodes) == self._offer.plies + 1

    @property
    def state(self) -> OfferState:
        """What asking for a draw would mean now."""
        match, offer = self._match, self._offer
        can_be_drawn = match.cursor.board.variant.can_be_drawn
        if not can_be_drawn or match.resigner is None or not match.is_live:
            return OfferState.IMPOSSIBLE
        if self.asked is not None:
            return OfferState.ASKED
        plies = len(match.cursor.nodes)
        if offer is None or plies < offer.plies:
            return OfferState.POSSIBLE
        if match.setup.is_two_player or match.setup.is_by_mail:
            return OfferState.OFFERED if plies == offer.plies else OfferState.POSSIBLE
        return OfferState.TOO_SOON if plies < offer.plies + PLIES_BETWEEN else OfferState.POSSIBLE

    def ask(self) -> Reply:
        """Offer a draw for the user, or for the side to move; or agree to the other user's offer."""
        match, state = self._match, self.state
        if not match.cursor.board.variant.can_be_drawn:
            return Reply.NO_DRAWS
        if state is OfferState.IMPOSSIBLE or match.resigner is None:
            return Reply.IMPOSSIBLE
        if state is OfferState.ASKED:
            return self._agree()
        if state is OfferState.TOO_SOON:
            return Reply.TOO_SOON
        plies = len(match.cursor.nodes)
        if match.setup.is_two_player or match.setup.is_by_mail:
            self._offer = Offer(match.cursor.board.turn, plies)
            return Reply.OFFERED
        self._offer = Offer(match.resigner, plies)
        if match.players.by_color[not match.resigner].take_draw_offer():
            return Reply.PASSED_ON
        return (
            self._agree()
            if match.players.accepts_draw(not match.resigner, match.cursor.node)
            else Reply.DECLINED
        )

    def _agree(self) -> Reply:
        self._offer = None
        self._match.end(self._match.cursor.node, Outcome(Termination.AGREEMENT, None))
        return Reply.AGREED
