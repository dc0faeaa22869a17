"""Files and texts that are dropped on the window."""

from __future__ import annotations

from pathlib import Path

import pygame

from wormhole.gui.language import _
from wormhole.gui.screen import Stage
from wormhole.gui.screen_stack import ScreenStack

_EVENTS = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)


class Dropping:
    """Collects what is dropped at once, and gives it to the room."""

    def __init__(self, stage: Stage, stack: ScreenStack) -> None:
        self._stage = stage
        self._stack = stack
        self._files: list[Path] = []
        self._texts: list[str] = []

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; returns whether it is about dropping."""
        if event.type not in _EVENTS:
            return False
        if event.type == pygame.DROPFILE:
            self._files.append(Path(event.file))
        elif event.type == pygame.DROPTEXT:
            self._texts.append(event.text)
        elif event.type == pygame.DROPCOMPLETE:
            self._give()
        return True

    def _give(self) -> None:
        files, texts = self._files, self._texts
        self._files, self._texts = [], []
        if self._stage.is_covered:
            self._stage.play_sound("error")
            self._stage.mention(_("Close the dialog first"))
        elif files:
            self._stack.room.take_files(files)
        elif texts:
            self._stack.room.take_text("\n".join(texts))
