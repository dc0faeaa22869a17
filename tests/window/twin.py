"""A hidden window of the same size in this process, which gives the places of buttons and moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from wormhole.gui.app import App
from wormhole.gui.keys import Command, tip_of
from wormhole.gui.options import PERSON, Options
from wormhole.library.record import Game, GameNode

Pixel = tuple[int, int]

LONGEST_SECONDS = 30


class Twin:
    """A hidden window that shows what the visible one shows."""

    def __init__(self, app: App) -> None:
        self.app = app
        app.step(wait=False)

    def button(self, text: str) -> Pixel:
        """The middle of this button in the open dialog, or else on the screen, once it is there."""
        give_up = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < give_up:
            screen = self.app.dialog or self.app.screen
            for button in screen.widgets._actions:
                if button.text == text and button.visible:
                    return button.rect.center
            time.sleep(0.005)
            self.app.step(wait=False)
        raise AssertionError(f"no button {text!r}")

    def tool(self, command: Command) -> Pixel:
        """The middle of the button of the game screen whose tooltip is that of a command."""
        widgets = self.app.screen.widgets
        return next(button.rect.center for button, tip in widgets._tips.items() if tip == tip_of(command))

    def press(self, text: str) -> None:
        """Press that button in this window."""
        self.click(self.button(text))

    def click(self, at: Pixel, button: int = 1) -> None:
        """Click there in this window."""
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=at, button=button))
            self.app.step(wait=False)

    def look(self, node: GameNode) -> None:
        """Look at a move."""
        self.app.screen.game.go(node, 0.0)
        self.app.step(wait=False)

    def comment(self, node: GameNode, words: str) -> None:
        """Close the dialog and comment on a move."""
        self.app.stage.close_dialog()
        node.words = words
        self.app.screen.game.annotated()
        self.app.step(wait=False)

    def open_menu(self, node: GameNode, at: Pixel) -> None:
        """Open the menu of a move."""
        self.app.screen._actions.open_menu(node, at)

    def open_main_menu(self) -> None:
        """Open the game's menu."""
        self.app.stage.command(Command.MENU)

    def move(self, node: GameNode) -> Pixel:
        """The middle of a move in the list."""
        return self.app.screen.picture.moves.place_of(node).center


@contextmanager
def twin(size: tuple[int, int], folder: Path, game: Game | None = None) -> Iterator[Twin]:
    """A window with the home screen or, with ``game``, with that game between two people."""
    options = Options(
        size=size,
        settings_path=folder / "settings.toml",
        library_path=folder / "twin.sqlite3",
        game=game,
        start_game=game is not None,
        black=PERSON,
    )
    app = App(options)
    try:
        yield Twin(app)
    finally:
        app.close()
