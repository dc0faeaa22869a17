"""The open screens: the room that fills the window, a message at its bottom, dialogs over both."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pygame

from wormhole.gui.look.layers import Layer
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.window.events import ANALYSED, ANSWER
from wormhole.gui.window.keys import Command
from wormhole.gui.window.notice_card import Notice
from wormhole.gui.window.screen import Overlay, Room, Screen


class ScreenStack:
    """The open screens. Events go to the one on top. Call `show` with a room first."""

    def __init__(self) -> None:
        self.room: Room
        self.notice: Notice | None = None
        self.sign: Screen | None = None
        """A small sign over every room."""
        self.dialogs: list[Overlay] = []
        """Lowest first."""
        self._size = (0, 0)
        self.is_empty = True

    def __iter__(self) -> Iterator[Screen]:
        """All open screens, lowest first."""
        if self.is_empty:
            return
        yield self.room
        if self.notice is not None:
            yield self.notice
        if self.sign is not None:
            yield self.sign
        yield from tuple(self.dialogs)

    @property
    def awake(self) -> tuple[Screen, ...]:
        """The screens that are updated and drawn: all, or those from a dialog on that is to be alone."""
        for index, dialog in enumerate(self.dialogs):
            if dialog.is_alone:
                return tuple(self.dialogs[index:])
        return tuple(self)

    @property
    def dialog(self) -> Overlay | None:
        """The dialog on top, if any."""
        return self.dialogs[-1] if self.dialogs else None

    @property
    def is_covered(self) -> bool:
        """Whether a dialog is open."""
        return bool(self.dialogs)

    @property
    def is_paused(self) -> bool:
        """Whether a dialog is open that keeps the user from playing."""
        return any(dialog.pauses for dialog in self.dialogs)

    @property
    def shown_dialogs(self) -> list[Overlay]:
        """The dialog on top, and below it those that it is a part of."""
        first = len(self.dialogs) - 1
        while first > 0 and self.dialogs[first].is_part:
            first -= 1
        return self.dialogs[max(0, first) :]

    @property
    def top_layers(self) -> tuple[Layer, ...]:
        """The layers that the keys and the mouse go to, lowest first."""
        if self.dialog is not None:
            return tuple(self.dialog.layers)
        return tuple(layer for screen in self for layer in screen.layers)

    # Opening and closing

    def show(self, room: Room) -> None:
        """Close everything and show this room. It must still be placed."""
        self.close_screens()
        self.notice, self.dialogs = None, []
        self.room, self.is_empty = room, False

    def open(self, dialog: Overlay) -> None:
        """Open a dialog over everything."""
        self.dialogs.append(dialog)
        dialog.place(self._size)

    def close_dialog(self) -> None:
        """Close the dialog on top; the one below it is laid out again and shown."""
        if self.dialogs:
            self.dialogs.pop().close()
            self.refresh_dialog()

    def refresh_dialog(self) -> None:
        """Lay out the dialog on top again."""
        if self.dialog is not None:
            self.dialog.place(self._size)

    def put_up(self, notice: Notice | None) -> None:
        """Show this message instead of the present one; None removes it."""
        if self.notice is not None:
            self.notice.close()
        self.notice = notice
        if notice is not None:
            notice.place(self._size)

    def show_sign(self, sign: Screen | None) -> None:
        """Show a sign, unless one is shown already; None removes it."""
        if sign is None:
            self.sign = None
        elif self.sign is None:
            self.sign = sign
            sign.place(self._size)

    def place(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of this size."""
        self._size = size
        for screen in self.awake:
            screen.place(size)

    def close_screens(self) -> None:
        """Close all screens, once."""
        screens, self.is_empty = tuple(self), True
        for screen in screens:
            screen.close()

    def drop_dialogs(self) -> None:
        """Close all dialogs and the message, whatever is wrong with them."""
        dropped: list[Screen] = [*self.dialogs, *([] if self.notice is None else [self.notice])]
        self.dialogs, self.notice = [], None
        for screen in dropped:
            with contextlib.suppress(Exception):
                screen.close()

    def drop(self) -> None:
        """Close everything, whatever is wrong with it. Nothing is shown until `show`."""
        self.drop_dialogs()
        if not self.is_empty:
            self.is_empty = True
            with contextlib.suppress(Exception):
                self.room.close()

    # Events and time

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give an event to the screen on top; returns whether it was used."""
        if event.type in (ANSWER, ANALYSED):
            return self.room.handle(event, now_seconds)
        if self.dialog is not None:
            return self.dialog.handle(event, now_seconds)
        if self.sign is not None and self.sign.handle(event, now_seconds):
            return True
        if self.notice is not None and self.notice.handle(event, now_seconds):
            return True
        return self.room.handle(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Let the dialog on top, or else the room, do a command; returns whether it was used."""
        return (self.dialog or self.room).perform(command, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Update all screens; returns when a screen is due next."""
        awake = self.awake
        due = min((screen.update(now_seconds) for screen in awake), default=NEVER)
        return due if awake == self.awake else EVERY_FRAME
