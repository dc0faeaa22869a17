"""The kiosk: it shows the demonstration again after a minute without input."""

from __future__ import annotations

from weakref import ReferenceType, ref

import pygame

from wormhole import variant
from wormhole.gui.languages.language import _n
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.screen import Room
from wormhole.gui.window.stage import Stage
from wormhole.learn.demonstration_programme import Programme
from wormhole.library.chosen_game import DEFAULT_GAME
from wormhole.play.seats import level_of
from wormhole.play.start_options import StartOptions

ALONE_SECONDS, WARNING_SECONDS = 60.0, 15.0
SPEED_FACTORS = {"slow": 0.65, "normal": 1.0, "quick": 1.6}
"""The pace by the name in the settings."""
TOUCHES = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEMOTION,
    pygame.MOUSEWHEEL,
    pygame.FINGERDOWN,
    pygame.FINGERMOTION,
)


class Kiosk:
    """Where a demonstration is in its programme, also while the user has taken over.

    If it ``is_unattended``, it comes back from any screen; else only from the game that was taken over from
    it.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.programme = Programme()
        self.is_unattended = False
        self._hurry = 1.0
        """By what the pace of the settings is multiplied."""
        self._demonstration: ReferenceType[Room] | None = None
        self._taken_over: ReferenceType[Room] | None = None
        """Rooms that were left are freed."""
        self._touched_at: float | None = None
        self._has_warned = False

    def prepare(self, options: StartOptions) -> None:
        """Show the demonstration unattended from now on, as the command line asks."""
        programme = self.programme = Programme(None if options.level is None else level_of(options.level))
        self.is_unattended, self._hurry = True, options.pace
        game, fen = options.variant, options.fen
        if options.game is not None:
            board = options.game.end().board()
            game, fen = board.variant, board.fen()
        if game is not None or fen is not None:
            game = game or DEFAULT_GAME
            programme.begin_with(variant(game) if isinstance(game, str) else game, fen)

    @property
    def pace(self) -> float:
        """How quickly the demonstration continues; 1 is normal."""
        return self._hurry * SPEED_FACTORS[self._stage.settings.demonstration_pace]

    def show(self) -> None:
        """Go to the demonstration, which continues in its programme."""
        from wormhole.gui.learn.demonstration_screen import DemonstrationScreen

        def made() -> Room:
            screen = DemonstrationScreen(self._stage, self.programme, self.pace, self.hand_over)
            self._demonstration, self._taken_over = ref(screen), None
            return screen

        self._stage.rooms.show(made)

    def hand_over(self, go: Action) -> None:
        """Let the user play: ``go`` opens a game, which is watched from now on."""
        go()
        self._taken_over = ref(self._stage.room)

    def touched(self, event: pygame.Event, now_seconds: float) -> None:
        """Note that there is a user, if the event is input."""
        if event.type in TOUCHES:
            self._touched_at = now_seconds
            if self._has_warned:
                self._has_warned = False
                self._stage.notices.clear()

    def update(self, now_seconds: float) -> None:
        """Warn that the demonstration will continue, or continue it, if it is time."""
        if not self._is_watching:
            self._touched_at = None
            return
        if self._touched_at is None:
            self._touched_at = now_seconds
        left = self._touched_at + ALONE_SECONDS - now_seconds
        if left <= 0:
            self._has_warned = False
            self._touched_at = None
            self.show()
            if self.is_unattended:  # the next visitor begins anew
                self._stage.games.close()
        elif left <= WARNING_SECONDS and not self._has_warned:
            self._has_warned = True
            self._stage.notices.show(
                _n(
                    "The demonstration continues in {count} second. Press any key to stay.",
                    "The demonstration continues in {count} seconds. Press any key to stay.",
                    round(WARNING_SECONDS),
                )
            )

    @property
    def due(self) -> float:
        """When it warns or continues."""
        if not self._is_watching or self._touched_at is None:
            return NEVER
        goes_on = self._touched_at + ALONE_SECONDS
        return goes_on if self._has_warned else goes_on - WARNING_SECONDS

    @property
    def _is_watching(self) -> bool:
        room = self._stage.room
        if self._demonstration is not None and room is self._demonstration():
            return self.is_unattended and self._stage.is_covered
        return self.is_unattended or (self._taken_over is not None and room is self._taken_over())
