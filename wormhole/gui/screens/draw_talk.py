"""Talks with the players about draws: offers, and what became of them."""

from __future__ import annotations

from wormhole import WHITE
from wormhole.gui.language import N_, _
from wormhole.gui.look.widgets import Action
from wormhole.gui.match.draw_offer import DrawOffers, DrawState, Reply
from wormhole.gui.match.match import Match
from wormhole.gui.screen import Stage

REPLIES = {
    Reply.NO_DRAWS: N_("No rule of this game makes a draw"),
    Reply.OFFERED: N_("A draw is offered with the next move"),
    Reply.DECLINED: N_("The computer declines the draw"),
    Reply.TOO_SOON: N_("The computer has just declined a draw"),
}


class DrawTalk:
    """Calls `agreed` once both sides want a draw; the match has ended then."""

    def __init__(self, stage: Stage, match: Match, agreed: Action) -> None:
        self._stage = stage
        self._offers = DrawOffers(match)
        self._agreed = agreed
        self._was_asked = False

    @property
    def state(self) -> DrawState:
        """What asking would mean now."""
        return self._offers.state

    def ask(self) -> None:
        """Offer a draw, or agree to one."""
        reply = self._offers.ask()
        if reply is Reply.AGREED:
            self._stage.hush()
            self._agreed()
        elif reply in REPLIES:
            self._stage.mention(_(REPLIES[reply]))

    def follow(self) -> None:
        """After a move: ask the person to move, if the other one offers a draw; a move declines it."""
        asked, was_asked = self._offers.asked, self._was_asked
        self._was_asked = asked is not None
        if asked is not None:
            text = _("Black offers a draw") if asked is WHITE else _("White offers a draw")
            self._stage.say(text, _("Accept"), self.ask, otherwise=_("Play on"))
        elif was_asked:
            self._stage.hush()
