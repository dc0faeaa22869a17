"""Keeps a running game in the library, as it is played and left."""

from __future__ import annotations

from wormhole.gui.board.state import BoardState
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.kept_games import open_kept
from wormhole.gui.window import destination
from wormhole.gui.window.destination import Origin
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
        origin: Origin | None,
    ) -> None:
        self._stage, self._origin = stage, origin
        self._match, self._clocks, self._mail, self._state = match, clocks, mail, state
        self.kept = stage.library.keep(match.game, self.play_state(0.0), match.setup.opened)
        self._seated = [match.setup]
        """The players, who may change; the way back, which does not hold the game, reads them here."""
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
        self._seated[0] = self._match.setup
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

    def way_back(self) -> Action:
        """What continues the game after it was left; it does not hold the screen."""
        stage, kept, seated, origin = self._stage, self.kept, self._seated, self._origin

        def go_on() -> None:
            (setup,) = seated
            if kept.number is None:
                stage.rooms.open(destination.Game(setup, origin))
            else:
                open_kept(stage, kept.number, setup, origin)

        return go_on
