"""Part: what stands at one place of the screen of a game beside the board."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.game.game_layout import GameLayout, Place
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.stage import Stage


class Part:
    """The base of all parts. A part reads the running game and changes only widgets."""

    stands_at: Place | None = None
    """Where it always stands; None if that changes, see `wanted`."""
    is_placed = False
    """Whether it has its place. Without one it is only placed, not refreshed, updated or given events."""
    layers: Sequence[Layer] = ()
    """Its picture below the widgets. New after every `place`."""
    layers_above: Sequence[Layer] = ()
    """Its picture above the widgets. New after every `place`."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    @property
    def wanted(self) -> Place | None:
        """The place that it needs now, if any. After a change of it, everything is placed again."""
        return self.stands_at

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Lay it out, if it has a place. Called before all else."""
        rect = None if self.wanted is None else layout.get(self.wanted)
        self.is_placed, self.layers, self.layers_above = rect is not None, (), ()
        if rect is not None:
            self.place_in(rect, widgets)

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Lay it out in its rectangle of the window."""

    def refresh(self) -> None:
        """Update it from the running game."""

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; returns when it is due next (wormhole.gui.look.schedule)."""
        return NEVER

    def handle(self, event: pygame.Event) -> bool:
        """Handle one event that no widget used; returns whether it was used."""
        return False
