"""What is open: the screen that fills the window, a message at its foot, dialogs over both."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from wormhole.gui.keys import Command
from wormhole.gui.screen import ANSWER, Room, Screen
from wormhole.gui.screens.notice import Notice


class ScreenStack:
    """The open screens. Events go to the one on top. The first thing to do is to `show` a room."""

    def __init__(self) -> None:
        self.room: Room
        self.notice: Notice | None = None
        self.dialogs: list[Screen] = []
        """Lowest first; only the last one is seen."""
        self._size = (0, 0)
        self.is_empty = True

    def __iter__(self) -> Iterator[Screen]:
        """All of them, lowest first."""
        if self.is_empty:
            return
        yield self.room
        if self.notice is not None:
            yield self.notice
        yield from tuple(self.dialogs)

    @property
    def dialog(self) -> Screen | None:
        """The dialog that lies on top."""
        return self.dialogs[-1] if self.dialogs else None

    # What is open

    def show(self, room: Room) -> None:
        """Close everything, and let this fill the window. It still has to be placed."""
        self.close()
        self.notice, self.dialogs = None, []
        self.room, self.is_empty = room, False

    def open(self, dialog: Screen) -> None:
        """Lay a dialog over everything."""
        self.dialogs.append(dialog)
        dialog.place(self._size)

    def close_dialog(self) -> None:
        """Take away the dialog on top; the one below it is there again, laid out anew."""
        if self.dialogs:
            self.dialogs.pop().close()
            self.refresh_dialog()

    def refresh_dialog(self) -> None:
        """Lay the dialog on top out anew."""
        if self.dialog is not None:
            self.dialog.place(self._size)

    def put_up(self, notice: Notice | None) -> None:
        """Show this message instead of the one that is there; none takes it away."""
        if self.notice is not None:
            self.notice.close()
        self.notice = notice
        if notice is not None:
            notice.place(self._size)

    def place(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of this size."""
        self._size = size
        for screen in self:
            screen.place(size)

    def close(self) -> None:
        """All of it is left for good."""
        for screen in self:
            screen.close()

    # What happens

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Hand an event to whatever lies on top. Whether it meant something there."""
        if event.type == ANSWER:
            return self.room.handle(event, now_seconds)
        if self.dialog is not None:
            return self.dialog.handle(event, now_seconds)
        if self.notice is not None and self.notice.handle(event, now_seconds):
            return True
        return self.room.handle(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Let whatever lies on top do what a key asked for. Whether it was to be done there."""
        return (self.dialog or self.room).perform(command, now_seconds)

    def update(self, now_seconds: float) -> None:
        """Let time have passed, for all of them."""
        for screen in self:
            screen.update(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """In how many seconds one of them is to be updated; None: when there is an event."""
        pauses = [screen.wakes_in(now_seconds) for screen in self]
        return min((pause for pause in pauses if pause is not None), default=None)
