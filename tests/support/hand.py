"""The one driver of windows without a display: keyboard, mouse, the clock, and the picture."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pygame

from tests.support.patience import PATIENCE_SECONDS
from tests.support.scripted_player import ScriptedPlayer
from wormhole.gui.dialogs.waiting import WaitingDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import spot_at
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.loop.app import App
from wormhole.library import pgn
from wormhole.play.start_options import StartOptions


def step(app: App) -> bool:
    """One step, and more while a move is being kept, in the library's time; returns whether it drew."""
    drawn = app.step(wait=False)
    begun = time.monotonic()
    while is_keeping(app):
        pause_since(begun)
        drawn = app.step(wait=False) or drawn
    return drawn


def pause_since(begun: float) -> None:
    """Pause before the next look at what is waited for since then, the longer the longer that takes."""
    waited = time.monotonic() - begun
    assert waited < PATIENCE_SECONDS
    time.sleep(min(max(waited / 8, 0.001), 0.03))


def is_keeping(app: App) -> bool:
    """Whether the game's last change is not shown because it is being kept."""
    return app.is_open and isinstance(app.screen, GameScreen) and not app.screen.is_up_to_date


class Hand:
    """Opens the window and operates it. Its clock stands still between two steps.

    With `player`, that one plays instead of the computer. With `goes_on`, the window reports errors of the
    program, as it does for a user. Without `is_newcomer` the user knows the fold view, so that it does not
    show itself.
    """

    frame_seconds = 0.05
    """Between two steps of a wait."""

    def __init__(self, folder, size=(1280, 800), goes_on=False, player=None, is_newcomer=False, **options):
        self.goes_on, self.player = goes_on, player
        self.seconds = 100.0
        usual = {"settings_path": folder / "settings.toml", "library_path": folder / "games.sqlite3"}
        self.options = StartOptions(size=size, **{**usual, **options})
        self.app = App(self.options, lambda: self.seconds, player and player.seated)
        if not is_newcomer:
            self.app.stage.preferences.change(fold_view_shown=True)
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
        give_up = time.monotonic() + PATIENCE_SECONDS
        drawn = self.app.step_on(wait=False)
        while self.is_keeping and time.monotonic() < give_up:
            time.sleep(0.001)
            drawn = self.app.step_on(wait=False) or drawn
        return drawn

    @property
    def is_keeping(self):
        """Whether the game's last change is not shown because it is being kept."""
        return self.app.dialog is None and is_keeping(self.app)

    def wait(self, seconds):
        """Let time pass in small steps; after a longer one the program would seem to have stood still."""
        for _ in range(round(seconds / self.frame_seconds)):
            self.step(self.frame_seconds)

    def until(self, is_seen):
        """Let work in the background end."""
        begun = time.monotonic()
        while not is_seen():
            pause_since(begun)
            self.step(self.frame_seconds)

    def settle(self, seconds=0.02):
        """Step until nothing moves."""
        self.step()
        for _ in range(200):
            if self.app.wakes_in(self.seconds) > 0.0:
                return
            self.step(seconds)

    def wait_for_reading(self):
        """Step until the background reading is done."""
        self.until(lambda: not isinstance(self.app.dialog, WaitingDialog))

    # Keyboard and mouse

    def post(self, kind, **what):
        pygame.event.post(pygame.event.Event(kind, **what))

    def key(self, key, character="", modifiers=0):
        self.post(pygame.KEYDOWN, key=key, unicode=character, mod=modifiers, scancode=0)
        if character.isprintable() and character and not modifiers & pygame.KMOD_CTRL:
            self.post(pygame.TEXTINPUT, text=character)
        self.step()

    def keys(self, *keys, modifiers=0):
        """Press keys in a row, with their characters."""
        for key in keys:
            self.key(key, chr(key) if 32 < key < 127 else "", modifiers)

    def type(self, text):
        for character in text:
            self.post(pygame.KEYDOWN, key=_key_of(character), unicode=character, mod=0, scancode=0)
            self.post(pygame.TEXTINPUT, text=character)
        self.step()

    def fill(self, text):
        """Write this in the field that has the focus, in place of what is there."""
        self.key(pygame.K_a, modifiers=pygame.KMOD_CTRL)
        for character in text:
            self.post(pygame.TEXTINPUT, text=character)
        self.step()

    def in_window(self, pixel):
        """The pixel of the window that shows this pixel of the screens, which it scrolls to if need be."""
        return self.app.window.viewport.shown(tuple(pixel))

    def point(self, pixel, held=False):
        at, buttons = self.in_window(pixel), (int(held), 0, 0)
        self.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=buttons, touch=False)
        self.step()

    def down(self, pixel, button=1):
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.in_window(pixel), button=button, touch=False)
        self.step()

    def up(self, pixel, button=1):
        self.post(pygame.MOUSEBUTTONUP, pos=self.in_window(pixel), button=button, touch=False)
        self.step()

    def click(self, pixel, button=1):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=self.in_window(pixel), button=button, touch=False)
        self.step()

    def press(self, text):
        """Press the button of that name on the top screen."""
        self.click(self.button(text).rect.center)

    def spot_at(self, pixel):
        """What the pointer shows at a pixel of the top screen."""
        return spot_at(self.top.layers, pixel)

    def layer(self, kind):
        """The layer of this kind of the top screen."""
        return next(layer for layer in self.top.layers if isinstance(layer, kind))

    def press_on_notice(self, text):
        """Press the button of that name on the message at the edge of the window."""
        (widgets,) = (layer for layer in self.app.notice.layers if isinstance(layer, Widgets))
        self.click(next(button for button in widgets.buttons if button.text == text).rect.center)

    def tab_into(self, place):
        """Move the keyboard focus to what is in this place."""
        widgets = self.top.widgets
        for _ in widgets.everything:
            if widgets.focused is not None and place.contains(widgets.focused.rect):
                return
            self.key(pygame.K_TAB, "\t")
        raise AssertionError(f"Tab does not lead into {place}")

    def tab_to(self, text):
        """Move the keyboard focus to the button of that name."""
        widgets, button = self.top.widgets, self.button(text)
        for _ in widgets.buttons:
            if widgets.is_focused(button):
                return
            self.key(pygame.K_TAB, "\t")
        raise AssertionError(f"Tab does not lead to {text}")

    def move(self, text):
        """Play a move by two clicks, and let it arrive."""
        self.click(self.square(text[:2]))
        self.click(self.square(text[2:4]))
        self.settle()

    # What is seen

    @property
    def screen(self):
        return self.app.screen

    @property
    def match(self):
        return self.app.screen.match

    @property
    def top(self):
        """The screen that gets the keys: the dialog on top or the room."""
        return self.app.dialog or self.app.screen

    @property
    def texts(self):
        """What the buttons of the top screen say."""
        return [button.text for button in self.top.widgets.buttons]

    @property
    def hints(self):
        """The short texts of the top screen that can change."""
        return [layer.text for layer in self.top.layers if isinstance(layer, Hint)]

    def button(self, text):
        return next(button for button in self.top.widgets.buttons if button.text == text)

    def has(self, text):
        """Whether a button says so."""
        return text in self.texts

    def square(self, name):
        """The middle of a square of the board of a game or an exercise, in pixels."""
        screen = self.app.screen
        board = screen.picture if isinstance(screen, GameScreen) else screen.board
        state = screen.state if isinstance(screen, GameScreen) else screen.board.state
        return board.view.rect_of(state.variant.geometry.parse(name), state.flipped).center

    def picture(self):
        return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def two_players(drive, **options):
    """A window at a new game of two users."""
    return drive(start_game=True, black="person", **options)


def _key_of(character):
    name = character.lower()
    try:
        return pygame.key.key_code(name)
    except ValueError:
        return ord(name[0])


@contextmanager
def hands(kind, folder, **usual):
    """Opens windows of this `kind` with these options, and closes them all."""
    opened = []

    def open_window(*size, **options):
        opened.append(kind(folder, *size, **{**usual, **options}))
        return opened[-1]

    try:
        yield open_window
    finally:
        for hand in opened:
            hand.app.close()


@contextmanager
def hands_at_games(kind, folder, text, **given):
    """Opens windows of this ``kind`` at a game, ``text`` if no other one is given, and closes them all."""
    with hands(kind, folder, start_game=True, **given) as open_window:

        def open_game(text=text, **options):
            (game,) = pgn.read(text)
            hand = open_window(**{"game": game, **options})
            hand.wait(0.3)
            return hand

        yield open_game


@contextmanager
def driving(folder, **usual):
    """Opens windows in which a player that obeys plays for the computer, and closes them all."""
    with hands(Hand, folder, **usual) as open_window:
        yield lambda *size, **options: open_window(*size, **{"player": ScriptedPlayer(), **options})
