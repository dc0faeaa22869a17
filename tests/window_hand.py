"""A person at the window under test: keyboard, mouse and the clock."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pygame
from patience import PATIENCE_SECONDS
from window_steps import step

from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.loop.app import App
from wormhole.library import pgn
from wormhole.play.start_options import Options


class Hand:
    """Opens the window and works it. Its clock stands still between two steps.

    With `goes_on`, errors of the program are told in its window, as for a person.
    """

    frame_seconds = 0.05
    """Between two steps of a wait."""

    def __init__(self, folder, size=(1280, 800), goes_on=False, **options):
        self.goes_on = goes_on
        self.seconds = 100.0
        self.options = Options(
            size=size,
            settings_path=folder / "settings.toml",
            library_path=folder / "games.sqlite3",
            **options,
        )
        self.app = App(self.options, clock=lambda: self.seconds)
        self.step()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.close()

    # Time

    def step(self, seconds=0.02):
        self.seconds += seconds
        if not self.goes_on:
            return step(self.app)
        begun = time.monotonic()
        drawn = self.app.step_on(wait=False)
        while self.is_keeping and time.monotonic() - begun < PATIENCE_SECONDS:
            time.sleep(0.001)
            drawn = self.app.step_on(wait=False) or drawn
        return drawn

    @property
    def is_keeping(self):
        """Whether the game's last change is not shown because it is being kept."""
        app = self.app
        is_game = app.is_open and isinstance(app.screen, GameScreen)
        return is_game and app.dialog is None and not app.screen.is_up_to_date

    def wait(self, seconds):
        for _ in range(round(seconds / self.frame_seconds)):
            self.step(self.frame_seconds)

    def until(self, is_seen):
        """Let work in the background end."""
        begun = time.monotonic()
        while not is_seen():
            assert time.monotonic() - begun < PATIENCE_SECONDS
            time.sleep(0.005)
            self.step(self.frame_seconds)

    # Keyboard and mouse

    def post(self, kind, **what):
        pygame.event.post(pygame.event.Event(kind, **what))

    def key(self, key, character="", modifiers=0):
        self.post(pygame.KEYDOWN, key=key, unicode=character, mod=modifiers)
        if character.isprintable() and character and not modifiers & pygame.KMOD_CTRL:
            self.post(pygame.TEXTINPUT, text=character)
        self.step()

    def keys(self, *keys, modifiers=0):
        """Press keys in a row, with their characters."""
        for key in keys:
            self.key(key, chr(key) if 32 < key < 127 else "", modifiers)

    def type(self, text):
        for character in text:
            self.key(pygame.key.key_code(character.lower()), character)

    def point(self, pixel, held=False):
        self.post(pygame.MOUSEMOTION, pos=tuple(pixel), rel=(1, 1), buttons=(int(held), 0, 0))
        self.step()

    def down(self, pixel, button=1):
        self.post(pygame.MOUSEBUTTONDOWN, pos=tuple(pixel), button=button)
        self.step()

    def up(self, pixel, button=1):
        self.post(pygame.MOUSEBUTTONUP, pos=tuple(pixel), button=button)
        self.step()

    def click(self, pixel, button=1):
        self.point(pixel)
        self.down(pixel, button)
        self.up(pixel, button)

    # What is seen

    @property
    def top(self):
        """The screen that gets the keys: the dialog on top or the room."""
        return self.app.dialog or self.app.screen

    def button(self, text):
        return next(button for button in self.top.widgets.buttons if button.text == text)

    def has(self, text):
        """Whether a button says so."""
        return any(button.text == text for button in self.top.widgets.buttons)

    def press(self, text):
        self.click(self.button(text).rect.center)

    def square(self, name):
        """The middle of a square of the board of a game or an exercise, in pixels."""
        screen = self.app.screen
        if isinstance(screen, GameScreen):
            view, state = screen.picture.view, screen.state
        else:
            view, state = screen.board.view, screen.board.state
        return view.rect_of(state.geometry.parse(name), state.flipped).center

    def picture(self):
        return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


@contextmanager
def hands_at_games(kind, folder, text, **given):
    """Opens windows of this ``kind`` at a game, ``text`` if no other one is given, and closes them all."""
    hands = []

    def open_game(text=text, **options):
        (game,) = pgn.read(text)
        hands.append(kind(folder, **{"game": game, "start_game": True, **given, **options}))
        hands[-1].wait(0.3)
        return hands[-1]

    try:
        yield open_game
    finally:
        for hand in hands:
            hand.app.close()
