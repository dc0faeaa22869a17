"""Keeps a running game in the library, as it is played and left."""

from __future__ import annotations

from wormhole.gui.board.state import BoardState
from wormhole.gui.window.stage import Stage
from wormhole.library.play_state import PlayState
from wormhole.play.clocks import Clocks
from wormhole.play.mail_game import MailGame
from wormhole.play.match import Match
from wormhole.play.seats import characters_of, levels_of, programs_of


class GameKeeping:
    """Keeps the moves of a match when they are played, and the rest of the game when `keep` is called."""

    def __init__(
        self,
        stage: Stage,
        match: Match,
        clocks: Clocks,
        mail: MailGame | None,
        state: BoardState,
    ) -> None:
        self._stage = stage
        self._match, self._clocks, self._mail, self._state = match, clocks, mail, state
        self.kept = stage.library.keep(match.game, self.play_state(0.0), match.setup.opened)
        self._saved = ""
        """The moves that the user saved in a file."""

    @property
    def has_unsaved_moves(self) -> bool:
        """Whether the library could not keep the game, and the user would lose moves."""
        if not self.kept.has_failed or self._match.setup.is_between_computers:
            return False
        return bool(self._match.game.variations) and self._match.game.movetext() != self._saved

    def mark_saved(self) -> None:
        """Record that all moves so far are in a file."""
        self._saved = self._match.game.movetext()

    def keep(self, now_seconds: float) -> None:
        """Keep what has changed besides the moves."""
        self.kept.play(self.play_state(now_seconds))

    def play_state(self, now_seconds: float) -> PlayState:
        """What is kept of the game besides its record."""
        setup = self._match.setup
        return PlayState(
            *levels_of(setup),
            self._match.cursor.node.path(),
            self._state.flipped,
            self._clocks.spent_to_keep(now_seconds),
            None if self._mail is None else self._mail.state,
            *characters_of(setup),
            setup.rated,
            *programs_of(setup, self._stage.engines.own.origin),
        )
