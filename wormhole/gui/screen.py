"""What a screen is, and what a screen may ask of the window around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from wormhole.gui.keys import Command
from wormhole.gui.layout import Scale
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Motion, Theme
from wormhole.gui.look.widgets import Action
from wormhole.gui.look.words import Words
from wormhole.gui.match.setup import Setup
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.settings import Settings

ANSWER = pygame.event.custom_type()
"""The event that brings the computer player's `answer` into the window's own thread."""

TROUBLE = pygame.event.custom_type()
"""The event that brings a `text` which the computer player wants a person to read."""

EVERY_FRAME = 0.0
"""What `wakes_in` says while something moves."""


class Screen(Protocol):
    """What fills the window, or, as a dialog, lies over what does.

    The window hands events to it, lets time pass with `update`, and draws its layers where they changed.
    """

    layers: Sequence[Layer]
    """What is to be seen, lowest first. Fresh after every `place`."""

    def place(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of this size. Called first of all."""
        ...

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Take one event. Whether it meant something here."""
        ...

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do what a key asked for. Whether it is this screen's to do."""
        ...

    def update(self, now_seconds: float) -> None:
        """Let time have passed."""
        ...

    def wakes_in(self, now_seconds: float) -> float | None:
        """In how many seconds `update` should be called again; EVERY_FRAME; None: when there is an event."""
        ...

    def close(self) -> None:
        """The screen is left for good."""
        ...


class Room(Screen, Protocol):
    """A screen that fills the window."""

    notice_area: pygame.Rect
    """Where a message may lie, at its foot, without hiding what matters. Fresh after every `place`."""
    title: str
    """What is played here; empty where nothing is."""

    def leave(self, go: Action) -> None:
        """Do `go`, which leaves this screen: at once, or when the person agrees to what would be lost."""
        ...


@dataclass(frozen=True)
class Look:
    """What everything is drawn with."""

    theme: Theme
    sprites: Sprites
    words: Words
    backdrop: Backdrop
    scale: Scale

    @property
    def small(self) -> int:
        """Height of small type, in pixels."""
        return self.scale.text(self.theme.text.small)

    @property
    def body(self) -> int:
        """Height of ordinary type, in pixels."""
        return self.scale.text(self.theme.text.body)

    @property
    def title(self) -> int:
        """Height of the type of headings, in pixels."""
        return self.scale.text(self.theme.text.title)

    @property
    def display(self) -> int:
        """Height of the largest type, in pixels."""
        return self.scale.text(self.theme.text.display)

    @property
    def corner(self) -> int:
        """Radius of a card's corners, in pixels."""
        return self.scale.pixels(self.theme.corner_pixels)


class Stage(Protocol):
    """The window, as a screen sees it."""

    @property
    def look(self) -> Look:
        """For the window's present size."""
        ...

    @property
    def settings(self) -> Settings:
        """As they are now."""
        ...

    @property
    def motion(self) -> Motion:
        """The theme's times, or none where the person wants no motion."""
        ...

    @property
    def is_covered(self) -> bool:
        """A dialog lies over the screen."""
        ...

    @property
    def game(self) -> ChosenGame:
        """The game that a person chose last."""
        ...

    def choose_game(self, game: ChosenGame) -> None:
        """From now on this is the chosen game; it is kept."""
        ...

    def change_settings(self, **changes: object) -> None:
        """Change some settings by name; they take effect at once and are kept."""
        ...

    def play_sound(self, name: str) -> None:
        """Let it be heard, if sound is on."""
        ...

    def say(self, text: str, button: str | None = None, action: Action | None = None) -> None:
        """Show a message until it is read, with a button for an action where there is one."""
        ...

    def mention(self, text: str) -> None:
        """Show a message for a moment."""
        ...

    def hush(self) -> None:
        """Take the message away."""
        ...

    def show_home(self) -> None:
        """Leave whatever there is for the home screen, if it lets itself be left."""
        ...

    def start(self, setup: Setup) -> None:
        """Leave whatever there is for a new game, if it lets itself be left."""
        ...

    def open(self, dialog: Screen) -> None:
        """Lay a dialog over the screen, and over the dialog that is open."""
        ...

    def refresh_dialog(self) -> None:
        """Lay the dialog that is open out anew: it asks for something else now."""
        ...

    def close_dialog(self) -> None:
        """Take away the dialog that is open; the one below it is there again."""
        ...

    def command(self, command: Command) -> None:
        """As if its key had been pressed."""
        ...

    def quit(self) -> None:
        """Close the window, if what there is lets itself be left; the second time in any case."""
        ...
