"""Draw offers in the window: the user offers a draw, is asked to agree to one, and hears the reply."""

from __future__ import annotations

from wormhole import WHITE
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.stage import Stage
from wormhole.play.draw_offer import DrawOffers, Reply

REPLIES = {
    Reply.NO_DRAWS: N_("This game has no draws"),
    Reply.OFFERED: N_("The draw will be offered with your next move"),
    Reply.PASSED_ON: N_("The draw is offered; the answer comes with the next move"),
    Reply.DECLINED: N_("The computer declines the draw"),
    Reply.TOO_SOON: N_("The computer has just declined a draw"),
}


class DrawOfferTalk:
    """Calls `agreed` once both sides want a draw; the match has ended then."""

    def __init__(self, stage: Stage, offers: DrawOffers, agreed: Action) -> None:
        self._stage = stage
        self._offers = offers
        self._agreed = agreed
        self._was_asked = False

    def ask(self) -> None:
        """Offer a draw, or agree to one."""
        reply = self._offers.ask()
        if reply is Reply.AGREED:
            self._stage.notices.clear()
            self._agreed()
        elif reply in REPLIES:
            self._stage.notices.flash(_(REPLIES[reply]))

    def follow(self) -> None:
        """After a move: ask the user to move, if the other one offers a draw; a move declines it."""
        asked, was_asked = self._offers.asked, self._was_asked
        self._was_asked = asked is not None
        if asked is not None:
            text = _("Black offers a draw") if asked is WHITE else _("White offers a draw")
            self._stage.notices.show(text, _("Accept"), self.ask, otherwise=_("Decline"))
        elif was_asked:
            self._stage.notices.clear()
