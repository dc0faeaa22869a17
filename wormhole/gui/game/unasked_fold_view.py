"""The fold view, shown once unasked: when a user can capture through a wormhole for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole.gui.board.fold_turns import look_from
from wormhole.gui.board.fold_view import Pick
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.window.keys import Command, cap_words, caps_of
from wormhole.gui.window.stage import Stage
from wormhole.library.record import GameNode
from wormhole.play.clocks import Clocks
from wormhole.play.match import Match

if TYPE_CHECKING:
    from wormhole import Board


def capturer_through_wormhole(board: Board) -> int | None:
    """The square of a piece of the side to move that can capture through a hole or a wormhole, or None.

    >>> from wormhole import Board
    >>> capturer_through_wormhole(Board()) is None
    True
    """
    captures = (move for move in board.legal_moves if not move.drop and board.is_capture(move))
    return next((move.from_square for move in captures if board.route(move).holes), None)


class UnaskedFoldView:
    """Opens the fold view on the board of a match, once in the life of the user's settings.

    It stays out of games that others play or have played, of opened records and analysis, and waits while a
    dialog is open, while the user selects something, and while the user's clock is low.
    """

    def __init__(self, stage: Stage, match: Match, state: BoardState, clocks: Clocks) -> None:
        self._stage = stage
        self._match = match
        self._state = state
        self._clocks = clocks
        self._searched: GameNode | None = None
        """The position that was last searched for such a capture."""

    def is_due(self, now_seconds: float) -> bool:
        """Whether the position is to be searched now; the board is at rest."""
        match, state = self._match, self._state
        if self._stage.settings.fold_view_shown or match.cursor.node is self._searched:
            return False
        opened = match.setup.opened
        is_played = match.is_live and match.is_persons_turn and (opened is None or opened.was_played_here)
        is_busy = state.fold.is_on or state.selection.square is not None or self._stage.is_covered
        if not is_played or is_busy or not state.movable.playable:
            return False
        clock = self._clocks.reading(match.cursor.board.turn, now_seconds)
        return clock is None or not clock.is_low

    def search(self, now_seconds: float) -> None:
        """Open the view of a piece that can capture through a wormhole, if there is one."""
        self._searched = self._match.cursor.node
        square = capturer_through_wormhole(self._match.cursor.board)
        if square is None:
            return
        look_from(self._state, square, now_seconds, self._stage.motion)
        self._state.fold.opened_by = Pick.NOBODY
        self._stage.preferences.change(fold_view_shown=True)
        text = _(
            "Fold view: the board as this piece sees it. It can capture through a wormhole. {key} shows this "
            "again, {back} leads back."
        )
        self._stage.notices.flash(text.format(key=caps_of(Command.FOLD_VIEW)[0], back=cap_words("Esc")))
