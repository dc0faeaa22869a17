"""The interfaces of what is shown on the window: Screen, Overlay and Room."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pygame

from wormhole import Board, Variant
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.heard import Heard
from wormhole.gui.window.keys import Command


class Screen(Protocol):
    """Something on the window: a room, a message or a dialog.

    The window gives it events, calls `update` as time passes, and draws its layers where they changed.
    """

    @property
    def layers(self) -> Sequence[Layer]:
        """Its picture, lowest layer first. New after every `place`."""
        ...

    @property
    def heard(self) -> Heard:
        """What is said of it."""
        ...

    def place(self, size: tuple[int, int]) -> None:
        """Lay it out for a window of this size. Called before all else."""
        ...

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle one event; returns whether it was used."""
        ...

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command; returns whether it was used."""
        ...

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; returns when it is due next (wormhole.gui.look.schedule).

        It is also called after every event.
        """
        ...

    def close(self) -> None:
        """Release everything; the screen is not used again."""
        ...


class Opener(Protocol):
    """Opens what is dropped on a room or a dialog."""

    def open_text(self, text: str) -> None:
        """Open what a text holds, or do with it what this room does with texts."""
        ...

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open what these files hold, or do with them what this room does with files."""
        ...


class Overlay(Screen, Protocol):
    """A screen over the others that gets all keys and the mouse: a dialog or a menu."""

    @property
    def dims(self) -> bool:
        """Whether what lies below is darkened."""
        ...

    @property
    def pauses(self) -> bool:
        """Whether the user's clock waits while it is open."""
        ...

    @property
    def is_alone(self) -> bool:
        """Whether what lies below is neither drawn nor updated."""
        ...

    @property
    def is_part(self) -> bool:
        """Whether the dialog below is shown, too."""
        ...

    @property
    def area(self) -> pygame.Rect | None:
        """The rectangle that it takes; None if it fills the window."""
        ...

    @property
    def opener(self) -> Opener | None:
        """Opens what is dropped on it, if it takes anything."""
        ...

    def leave(self, go: Action) -> None:
        """Call `go`, which closes it; if something would be lost, ask the user first."""
        ...


class Room(Screen, Protocol):
    """A screen that fills the window: the home screen or a game."""

    @property
    def area(self) -> pygame.Rect | None:
        """The rectangle that it takes of the window's canvas; None if it fills that."""
        ...

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages, where they hide nothing important. New after every `place`."""
        ...

    @property
    def title(self) -> str:
        """The game played here, for the window's title; empty if none is."""
        ...

    @property
    def variant(self) -> Variant:
        """The game on its board, which its rules and the composer begin with; else the chosen one."""
        ...

    @property
    def opener(self) -> Opener:
        """Opens text and files that are dropped on the window."""
        ...

    @property
    def position(self) -> Board | None:
        """The position that is shown, if it is a possible one."""
        ...

    @property
    def pointed_at(self) -> int | None:
        """The square of its board that the keyboard cursor is on, or of the chosen piece."""
        ...

    @property
    def time_words(self) -> str:
        """What the clocks show, to be said; empty if there are none."""
        ...

    def played(self) -> str:
        """The game that is shown, for the report of an error: its position and PGN. Empty if none is."""
        ...

    def leave(self, go: Action) -> None:
        """Call `go`, which leaves this screen; if something would be lost, ask the user first."""
        ...
