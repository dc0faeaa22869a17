"""What a person chooses while the computer thinks: the next move, or the piece to move."""

from __future__ import annotations

from wormhole import Move
from wormhole.gui.board.state import BoardState
from wormhole.gui.language import _
from wormhole.gui.match.match import Match
from wormhole.gui.screen import Stage
from wormhole.rules.premoves import premoves


class Planning:
    """Keeps a choice made in advance until the person's turn comes."""

    def __init__(self, stage: Stage, match: Match, state: BoardState) -> None:
        self._stage = stage
        self._match = match
        self._state = state
        self._premove: Move | None = None
        self._piece: int | None = None

    @property
    def has_premove(self) -> bool:
        """Whether a move waits to be played now that the computer has moved."""
        return self._premove is not None

    def begin(self) -> None:
        """Let the person choose in advance, if the computer thinks about what is shown."""
        match = self._match
        if match.asked_at is match.node and self._stage.settings.premoves:
            for person in match.setup.persons:
                self._state.allow_ahead(premoves(match.board, person))

    def keep(self) -> None:
        """Keep what is chosen; a move was played and will be shown."""
        self._premove, self._piece = self._state.premove, self._state.chosen

    def go_on(self) -> None:
        """Choose the same piece again once the move is shown."""
        if self._premove is None and self._piece is not None and self._state.is_own(self._piece):
            self._state.choose(self._piece)

    def forget(self) -> None:
        """Forget the choice."""
        self._premove = self._piece = None

    def take(self) -> Move | None:
        """The legal move that was chosen in advance; if it is illegal now, the person is told."""
        premove, self._premove = self._premove, None
        move = next((move for move in self._match.board.legal_moves if move == premove), None)
        if move is None:
            self._stage.mention(_("Your premove is not possible any more"))
        return move
