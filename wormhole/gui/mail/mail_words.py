"""The words about games by mail: where one stands, its time, and the line above a text. Pure."""

from __future__ import annotations

from wormhole.gui.languages.language import N_, _, _n
from wormhole.library.headers import UNDECIDED
from wormhole.library.mail.mail_state import MailPhase, MailState
from wormhole.library.mail.mail_turn import Act, MailTurn
from wormhole.library.record import Game

PACES = (
    (24, N_("1 day")),
    (72, N_("3 days")),
    (168, N_("1 week")),
    (0, N_("Any")),
)
"""The offered hours for a move."""
PHASES = {
    MailPhase.YOUR_MOVE: N_("Your move"),
    MailPhase.TO_SEND: N_("To be sent"),
    MailPhase.WAITING: N_("Waiting"),
    MailPhase.LAST_TO_SEND: N_("Last text to be sent"),
    MailPhase.OVER: N_("Finished"),
}
MINUTE, HOUR, DAY = 60, 3600, 86400
MOST_HOURS = 48
"""A longer time that is left is told in days."""


def pace_words(hours: int) -> str:
    """The time for each move."""
    if not hours:
        return _("No time limit")
    if hours % 24:
        return _n("{count} hour for each move", "{count} hours for each move", hours)
    return _n("{count} day for each move", "{count} days for each move", hours // 24)


def time_words(seconds: float, largest: int = DAY) -> str:
    """A time in its largest unit, rounded down.

    >>> time_words(3 * 86400 + 7000), time_words(7300), time_words(59)
    ('3 days', '2 hours', 'under a minute')
    """
    if seconds >= DAY and largest == DAY:
        return _n("{count} day", "{count} days", int(seconds // DAY))
    if seconds >= HOUR:
        return _n("{count} hour", "{count} hours", int(seconds // HOUR))
    if seconds >= MINUTE:
        return _n("{count} minute", "{count} minutes", int(seconds // MINUTE))
    return _("under a minute")


def left_words(seconds: float) -> str:
    """A time that is left, in the largest unit of which it has some, rounded.

    >>> left_words(3 * 86400 - 240), left_words(30 * 3600), left_words(61)
    ('3 days', '30 hours', '2 minutes')
    """
    if seconds > MOST_HOURS * HOUR:
        return time_words((seconds + DAY / 2) // DAY * DAY)
    if seconds > HOUR:
        return time_words((seconds + HOUR / 2) // HOUR * HOUR, largest=HOUR)
    return time_words(seconds + MINUTE - 1)


def turn_words(state: MailState, now: float) -> str:
    """How long the present turn has lasted or, if it is the user's with a time limit, what is left of it."""
    spent = max(0.0, now - state.since)
    if state.phase is not MailPhase.YOUR_MOVE or not state.hours:
        return _("for {time}").format(time=time_words(spent))
    left = state.hours * HOUR - spent
    if left < 0:
        return _("{time} too late").format(time=left_words(-left))
    return _("{time} left").format(time=left_words(left))


def head_words(game: Game, turn: MailTurn) -> str:
    """The line above a text, for people: the game, the last move, whose turn it is.

    For a long game this takes longer than a frame.
    """
    title = _(game.start.variant.title)
    if turn.act is Act.INVITE:
        return _(
            "{game}: an invitation to a game by mail. "
            "Copy all of this text, and press Ctrl+V in Wormhole Chess."
        ).format(game=title)
    if turn.act is Act.RESIGN:
        return _("{game}: I resign.").format(game=title)
    if turn.act is Act.AGREE:
        return _("{game}: I accept the draw.").format(game=title)
    end = game.end()
    values = {"game": title, "number": (game.start.ply() + end.plies() + 1) // 2, "move": last_san(game)}
    if turn.secret is not None:
        return _(
            "{game}: an invitation, move {number}: {move}. "
            "Copy all of this text, and press Ctrl+V in Wormhole Chess."
        ).format(**values)
    if turn.result != UNDECIDED:
        return _("{game}, move {number}: {move}. The game is over.").format(**values)
    if turn.act is Act.OFFER:
        return _("{game}, move {number}: {move}. I offer a draw. Your turn.").format(**values)
    return _("{game}, move {number}: {move}. Your turn.").format(**values)


def last_san(game: Game) -> str:
    """The last move of the main line."""
    line = [*game.mainline()]
    return line[-1].san() if line else ""
