"""Keeps in the settings where the window is, for the next start."""

from __future__ import annotations

import pygame

from wormhole.gui.screen import Stage
from wormhole.gui.window import Window

_MOVING = (pygame.WINDOWMOVED, pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED)


class WindowMemory:
    """Notices the events that move the window. The size that a command line asks for is not kept."""

    def __init__(self, window: Window, stage: Stage, keeps: bool) -> None:
        self._window = window
        self._stage = stage
        self._keeps = keeps
        self._has_moved = False

    def handle(self, event: pygame.Event) -> None:
        """Notice an event."""
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self._window.is_maximised = event.type == pygame.WINDOWMAXIMIZED
            self._has_moved = True
        elif event.type in _MOVING:
            self._has_moved = True
            self._window.moved()

    def update(self) -> None:
        """Keep the place after all events of a frame, which may belong together."""
        if not self._has_moved:
            return
        self._has_moved = False
        if self._keeps and not self._stage.settings.full_screen:
            place = self._window.place
            kept = {} if place is None else {"window": str(place)}
            self._stage.change_settings(maximised=self._window.is_maximised, **kept)
