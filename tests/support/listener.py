"""Operates a window by keys alone, and knows only what it says."""

from __future__ import annotations

import re
import time

import pygame

from tests.support.patience import PATIENCE_SECONDS

MOST_TABS = 60


class Listener:
    """The user of a `hand`, whose window writes what it says into the file `log`; speech gets turned on."""

    def __init__(self, hand, log):
        self._hand, self._log = hand, log
        self._read = 0
        self.key(pygame.K_F9)
        self.hear("Speech on")

    # Keys

    def key(self, key, character="", modifiers=0):
        """Press a key; what was said before is forgotten."""
        self._read = len(self._lines)
        self._hand.key(key, character, modifiers)

    def control(self, key):
        self.key(key, modifiers=pygame.KMOD_CTRL)

    def write(self, text):
        """Type a text, and confirm it."""
        self._read = len(self._lines)
        self._hand.type(text)
        self._hand.key(pygame.K_RETURN, "\r")

    def tab_to(self, words):
        """Press Tab until something with these words is said to have the focus."""
        for _ in range(MOST_TABS):
            self.key(pygame.K_TAB, "\t")
            if any(words in line for line in self.lines):
                return
        raise AssertionError(f"Tab does not lead to {words}")

    # What is heard

    @property
    def _lines(self):
        return self._log.read_text("utf-8").splitlines()

    @property
    def lines(self):
        """What was said since the last key."""
        return self._lines[self._read :]

    def hear(self, pattern):
        """Wait until something said since the last key matches; returns the match."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while True:
            found = [match for line in self.lines if (match := re.search(pattern, line))]
            if found:
                return found[-1]
            assert time.monotonic() < give_up, f"{pattern} was not said, but {self.lines}"
            self._hand.step(self._hand.frame_seconds)
            time.sleep(0.001)

    def ask(self, key, pattern):
        """Press a key, and hear the answer."""
        self.key(key)
        return self.hear(pattern)
