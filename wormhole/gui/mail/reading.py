"""Reads texts of games by mail: finds their games in the library, and says what each of them brings."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole import Board, Variant
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import person_name
from wormhole.library.mail.armour import MailError, unpacked
from wormhole.library.mail.judging import judge
from wormhole.library.mail.mail_state import MailPhase, MailState, other_side, side_of
from wormhole.library.mail.mail_turn import Act, Sealed, opened
from wormhole.library.record import Game
from wormhole.play.seats import OpenedGame, Setup, by_mail, players_of_kept, set_out, tags_of

if TYPE_CHECKING:
    from wormhole.library.database.game_database import MailGameRow


@dataclass(frozen=True)
class Invitation:
    """An invitation to a game that the library does not have."""

    text: Sealed
    board: Board
    """The start position."""

    @property
    def first_move(self) -> str:
        """The move with which the inviter begins, as it is written; empty if the invited player begins."""
        texts = self.text.turn.move_texts
        return self.board.san(self.board.parse_uci(texts[0])) if texts else ""

    @property
    def shown(self) -> Board:
        """The position to be answered."""
        board = self.board.copy()
        for text in self.text.turn.move_texts:
            board.push_uci(text)
        return board

    @property
    def state(self) -> MailState:
        """The game as the invited player knows it."""
        turn = self.text.turn
        assert turn.secret is not None, "it is an invitation"
        is_awaited = turn.act is not Act.INVITE
        return MailState(
            turn.id,
            turn.secret,
            other_side(turn.inviter),
            turn.inviter,
            turn.hours,
            MailPhase.WAITING if is_awaited else MailPhase.YOUR_MOVE,
            since=time.time(),
        )

    def setup(self, name: str) -> Setup:
        """The game, with the name of the invited player. The first move, if there is one, follows."""
        turn, state = self.text.turn, self.state
        inviter = person_name(turn.name(turn.inviter))
        names = (inviter, name) if turn.inviter == "white" else (name, inviter)
        text = self.text if turn.act.is_move else None
        return replace(
            by_mail(state, names), variant=self.board.variant, fen=turn.start.get("FEN"), text=text
        )


@dataclass(frozen=True)
class Continuation:
    """A text that goes on from a game of the library."""

    text: Sealed
    setup: Setup


def read(stage: Stage, text: str, at_hand: Iterable[Variant]) -> Invitation | Continuation:
    """What a text brings; of several in it, as in a mail that quotes others, the one with the most moves.

    Any text of a game that was removed brings that game back.
    Raises WormholeError that says why it is not accepted.
    """
    found = [opened(content) for content in unpacked(text)]
    newest = max(found, key=lambda each: len(each.turn.move_texts))
    stage.library.wait_until_kept()
    row = None
    if os.path.exists(stage.library.path):
        with stage.library.open() as library:
            row = _row_of(newest, library.mail_games())
            if row is not None:
                kept = library.game(row.row.number, at_hand)
    if row is None:
        return _invitation(newest)
    setup = set_out(OpenedGame.kept(kept), players_of_kept(kept))
    try:
        judge(newest, kept.game, kept.game.end().board(), row.state)
    except MailError:
        if row.row.deleted and newest.is_signed_with(row.state.secret):
            return Continuation(newest, setup)
        raise
    if row.is_open_elsewhere:
        raise MailError("This game is open in another window. Paste the text there.")
    return Continuation(newest, replace(setup, text=newest))


def _row_of(text: Sealed, rows: Iterable[MailGameRow]) -> MailGameRow | None:
    """The game of a text: its latest state, if two windows have kept it."""
    mine = [row for row in rows if row.state.id == text.turn.id]
    return max(mine, key=lambda row: (not row.row.deleted, row.row.plies), default=None)


def _invitation(text: Sealed) -> Invitation:
    """The invitation that a text is. Raises MailError if it is none that can be accepted."""
    turn = text.turn
    if turn.secret is None:
        raise MailError(
            "Your library has no such game. Ask your opponent for the invitation, and paste it first."
        )
    invitation = Invitation(text, turn.board())
    begins = side_of(invitation.board.turn) == turn.inviter
    is_first = turn.writer == turn.inviter and (turn.act.is_move if begins else turn.act is Act.INVITE)
    if not is_first or len(turn.move_texts) != begins:
        raise MailError("This is no invitation that can be accepted.")
    if begins:
        game = Game(invitation.board, tags_of(invitation.setup("")))
        judge(text, game, invitation.board, invitation.state)
    return invitation
