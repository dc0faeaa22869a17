"""Says what is new on the open screens."""

from __future__ import annotations

import pygame

from wormhole.gui.window.heard import Focus, Heard, Urgent
from wormhole.gui.window.screen import Screen
from wormhole.gui.window.stage import Stage

STOPPING = (pygame.K_LCTRL, pygame.K_RCTRL)
"""Each alone ends what is being said, as in screen readers."""


class Narrator:
    """Follows the open screens. After a key, the first new text interrupts what is still being said."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._known: dict[Screen, Heard] = {}
        self._top: Screen | None = None
        self._is_key_new = False

    def notice(self, event: pygame.Event) -> None:
        """See an event before the screens get it."""
        if event.type == pygame.KEYDOWN:
            self._is_key_new = True
            if event.key in STOPPING:
                self._stage.speech.stop()

    def follow(self) -> None:
        """Say what has changed since the last call."""
        if not self._stage.speech.is_on:
            self._known.clear()
            return
        awake = self._stage.awake
        top = self._stage.dialog or self._stage.room
        known = {screen: heard for screen, heard in self._known.items() if screen in awake}
        if top is not self._top:
            self._top = top
            known[top] = {
                thing: text for thing, text in known.get(top, {}).items() if not isinstance(thing, Focus)
            }
        for screen in awake:
            heard, before = screen.heard, known.get(screen, {})
            for thing, text in heard.items():
                is_known = isinstance(thing, Focus) and thing.is_said_once and thing in before
                if text and before.get(thing) != text and not is_known:
                    self._say(thing, text, screen is top)
            known[screen] = heard
        self._known = known

    def _say(self, thing: object, text: str, is_top: bool) -> None:
        if isinstance(thing, Focus) and not (is_top and self._stage.speech.follows_focus):
            return
        if any(map(str.isalnum, text)):
            self._stage.speech.say(text, interrupts=self._is_key_new or isinstance(thing, Urgent))
            self._is_key_new = False
