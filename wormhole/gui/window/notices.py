"""The messages of the window: the one that is shown, and the latest ones, which can be read again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import pygame

from wormhole.gui.languages.language import said
from wormhole.gui.look.look import Look
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.notice_card import Notice
from wormhole.gui.window.screen_stack import ScreenStack

SHORTEST_SECONDS, LETTERS_A_SECOND, LONGEST_SECONDS = 1.8, 20, 6.0
"""How long a passing message is shown: the least, the letters that are read meanwhile, and the most."""
MOST_KEPT = 100


@dataclass(frozen=True)
class PastNotice:
    """A message that was shown, and when."""

    at: datetime
    text: str


class Notices:
    """Shows one message at a time, in the language in use if it is one of ours.

    ``seen`` is the rectangle of the screens that the window shows.
    """

    def __init__(
        self,
        stack: ScreenStack,
        look: Callable[[], Look],
        clock: Callable[[], float],
        seen: Callable[[], pygame.Rect],
    ) -> None:
        self._stack = stack
        self._seen = seen
        self._look = look
        self._clock = clock
        self._latest: deque[PastNotice] = deque(maxlen=MOST_KEPT)

    @property
    def latest(self) -> Sequence[PastNotice]:
        """The latest messages, the oldest first."""
        return tuple(self._latest)

    def show(
        self,
        text: str,
        button: str | None = None,
        action: Action | None = None,
        otherwise: str = "",
        also: tuple[str, Action] | None = None,
    ) -> None:
        """Show a message until it is closed, perhaps with a button for an action, and ``also`` another one.

        ``otherwise`` is written on the button that closes it, if that is an answer, too.
        """
        text = self._remembered(text)
        answers = [] if button is None or action is None else [(button, action)]
        answers += [] if also is None else [also]
        self._stack.put_up(Notice(text, self._look, self._area, self.clear, answers, otherwise))

    def flash(self, text: str) -> None:
        """Show a message until it can be read."""
        text = self._remembered(text)
        seconds = min(SHORTEST_SECONDS + len(text) / LETTERS_A_SECOND, LONGEST_SECONDS)
        gone_at = self._clock() + seconds
        self._stack.put_up(Notice(text, self._look, self._area, self.clear, gone_at=gone_at))

    def show_while(self, lasts: Callable[[], bool], text: str) -> None:
        """Show a message as long as that is true."""
        text = self._remembered(text)
        self._stack.put_up(Notice(text, self._look, self._area, self.clear, lasts=lasts))

    def clear(self) -> None:
        """Remove the message."""
        self._stack.put_up(None)

    def _remembered(self, text: str) -> str:
        """The text in the language in use, which can be read again from now on."""
        text = said(text)
        if self._latest and self._latest[-1].text == text:
            self._latest.pop()
        self._latest.append(PastNotice(datetime.now(), text))
        return text

    def _area(self) -> pygame.Rect:
        area, seen = self._stack.room.notice_area, self._seen()
        if seen.contains(area):
            return area
        place = pygame.Rect(area.left, area.top, min(area.width, seen.width), min(area.height, seen.height))
        return place.clamp(seen)
