"""A game by mail at play: what is written to the opponent, and what the opponent's texts change."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from wormhole import Outcome, Termination
from wormhole.library.mail.judging import News, judge
from wormhole.library.mail.mail_state import MailPhase, MailState, side_of
from wormhole.library.mail.mail_turn import Act, Sealed, sealed, turn_of
from wormhole.library.record import ChildNode
from wormhole.play.match import Match
from wormhole.play.variations import delete
from wormhole.rules.variant import LeftSquare


class MailGame:
    """The side of a game by mail that is at this window. ``state`` is kept with the game."""

    def __init__(self, match: Match, state: MailState, now: Callable[[], float] = time.time) -> None:
        self.state = state
        self._before: MailState | None = None
        """The state before the user's last move, as long as that may be taken back."""
        self._match = match
        self.now = now
        """The time in seconds since 1970."""
        end = match.game.end()
        is_own_turn = side_of(end.turn()) == state.side and match.is_open
        if state.phase is MailPhase.YOUR_MOVE and not is_own_turn:
            # The last turn was kept without its effect on the state, as in a crash between the two.
            phase = MailPhase.TO_SEND if match.is_open else MailPhase.LAST_TO_SEND
            self.state = replace(state, phase=phase)
        match.players.draw_offered_at = end if state.offers_draw and is_own_turn else None

    @property
    def is_invitation(self) -> bool:
        """Whether the text for the opponent is an invitation, since no text of theirs has come yet."""
        return turn_of(self._match.game, self.state).secret is not None

    def text(self) -> bytes:
        """What tells the opponent how the game stands."""
        return sealed(turn_of(self._match.game, self.state), self.state.secret)

    def sent(self) -> None:
        """Note that the user has copied or saved the text."""
        self.state, self._before = self.state.sent, None

    def moved(self, offers_draw: bool) -> None:
        """Note that the user has moved, perhaps with the offer of a draw."""
        is_seen = self._match.cursor.board.variant.left_square is LeftSquare.RANDOM  # the roll of the dice
        self._before = None if is_seen else self.state
        self._end_turn(MailPhase.TO_SEND if self._match.is_open else MailPhase.LAST_TO_SEND, offers_draw)

    def ended(self) -> None:
        """Note that the user has resigned or agreed to a draw."""
        self._before = None
        self._end_turn(MailPhase.LAST_TO_SEND, offers_draw=False)

    @property
    def can_take_back(self) -> bool:
        """Whether the user's last move is shown, and its text was not copied or saved since it was played.

        Not if another move was tried in its place: that would become the main line.
        """
        node = self._match.cursor.node
        if self._before is None or not isinstance(node, ChildNode):
            return False
        return node is self._match.game.end() and len(node.parent.variations) == 1

    def take_back(self) -> None:
        """Take back the user's last move. The turn goes on as if it had not been interrupted."""
        node, before = self._match.cursor.node, self._before
        assert isinstance(node, ChildNode)
        assert before is not None
        self.state, self._before = before, None
        parent = delete(node).parent
        self._match.reshaped(parent)
        self._match.players.draw_offered_at = parent if before.offers_draw else None

    def judge(self, text: Sealed) -> News:
        """What a text adds to the game. Raises MailError that says why it is not accepted."""
        return judge(text, self._match.game, self._match.game.end().board(), self.state)

    def take(self, news: News) -> None:
        """Add what a text of the opponent brings; the match goes to where the game is at play."""
        match, state, self._before = self._match, self.state, None
        if news.move is not None:
            match.receive(news.move, news.act is Act.OFFER)
        elif news.act is Act.AGREE:
            match.end(match.game.end(), Outcome(Termination.AGREEMENT, None))
        else:
            match.end(match.game.end(), Outcome(Termination.RESIGNATION, winner=state.side == "white"))
        match.name(state.opponent == "white", news.opponent)
        self.state = replace(
            state.with_used(state.opponent, news.used),
            phase=MailPhase.YOUR_MOVE if match.is_open else MailPhase.OVER,
            since=self.now(),
            offers_draw=news.act is Act.OFFER,
        )

    def _end_turn(self, phase: MailPhase, offers_draw: bool) -> None:
        state, now = self.state, self.now()
        seconds = max(0, round(now - state.since)) if state.phase is MailPhase.YOUR_MOVE else 0
        self.state = replace(
            state.with_used(state.side, state.used(state.side) + seconds),
            phase=phase,
            since=now,
            offers_draw=offers_draw,
        )
