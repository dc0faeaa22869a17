"""Operates an invisible window, and takes its picture."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pygame

from wormhole.gui.board.state import BoardState
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.languages.language import _
from wormhole.gui.learn.exercise import Exercise
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.look.with_widgets import WithWidgets
from wormhole.gui.loop.app import App
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.play.seats import Setup
from wormhole.play.start_options import StartOptions

Kind = TypeVar("Kind")
Task = TypeVar("Task", bound=Exercise)

START = {"analysis": False, "openings": False, "characters": False, "fold_view_shown": True}
"""The settings of each game: nothing is on, and nothing opens by itself."""
STEP_SECONDS = 0.04
SETTLING_SECONDS = 0.8
LEAST_SECONDS, LONGEST_SECONDS = 0.2, 60.0


class Photographer:
    """The window's clock stands still between two steps, so that only background work takes time."""

    def __init__(self, options: StartOptions) -> None:
        self.seconds = 100.0
        self.app = App(options, clock=lambda: self.seconds)

    def step(self, seconds: float = STEP_SECONDS) -> None:
        """Let a moment pass."""
        self.seconds += seconds
        self.app.step(wait=False)
        time.sleep(0.001)

    def settle(self, seconds: float = SETTLING_SECONDS) -> None:
        """Let some time pass until nothing moves."""
        end, begun = self.seconds + seconds, time.monotonic()
        while (worked := time.monotonic() - begun) < LONGEST_SECONDS:
            is_settled = self.seconds > end and self._is_at_rest
            if is_settled and worked > LEAST_SECONDS:
                return
            self.step(0.0 if is_settled else STEP_SECONDS)

    def work(self, seconds: float) -> None:
        """Give the program real time to compute."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.step()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Let the program compute until a condition holds."""
        begun = time.monotonic()
        while not condition() and time.monotonic() - begun < LONGEST_SECONDS:
            self.step()

    @property
    def _is_at_rest(self) -> bool:
        screen = self.app.screen
        is_kept = not isinstance(screen, GameScreen) or self.app.dialog is not None or screen.is_up_to_date
        return is_kept and self.app.wakes_in(self.seconds) > 0

    def picture(self, whole: bool = False) -> pygame.Surface:
        """The picture of the window; the `whole` one has what the window scrolls to, too."""
        surface = self.app.window.surface if whole else pygame.display.get_surface()
        assert surface is not None
        return surface.copy()

    def room(self, kind: type[Kind]) -> Kind:
        """The room that is open, which is of that kind."""
        room = self.app.screen
        assert isinstance(room, kind)
        return room

    def exercise(self, kind: type[Task]) -> Task:
        """What is asked in the exercise room, which is of that kind."""
        exercise = self.room(ExerciseScreen).exercise
        assert isinstance(exercise, kind)
        return exercise

    # What is asked of the program

    def start(self, setup: Setup) -> None:
        """Start a game, the only open one, with nothing in the panel that was turned on before."""
        self.close_dialogs()
        self.app.stage.games.close()
        self.app.stage.preferences.change(**START)
        self.app.stage.rooms.open(destination.Game(setup))
        self.settle()

    def command(self, command: Command) -> None:
        """Do a command."""
        self.app.stage.command(command)
        self.settle()

    def close_dialogs(self) -> None:
        """Close everything that is over the screen, and take the pointer away."""
        while self.app.dialog is not None:
            self.app.stage.close_dialog()
        self.app.stage.notices.clear()
        self.point((1, 1))

    # Keyboard and mouse

    def post(self, kind: int, **what: Any) -> None:
        pygame.event.post(pygame.Event(kind, **what))

    def point(self, pixel: Sequence[int]) -> None:
        """Move the pointer to a pixel. Buttons look for it themselves."""
        at = self.app.window.viewport.shown((pixel[0], pixel[1]))
        pygame.mouse.set_pos(at)
        self.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
        self.step()

    def click(self, pixel: Sequence[int]) -> None:
        """Click on a pixel."""
        self.point(pixel)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=self.app.window.viewport.shown((pixel[0], pixel[1])), button=1)
            self.step()

    def press(self, text: str) -> None:
        """Press the button with this English text."""
        self.click(self.button(text).center)
        self.settle()

    def button(self, text: str) -> pygame.Rect:
        """Where the button with this English text is."""
        top = self.app.dialog or self.app.screen
        assert isinstance(top, Dialog | WithWidgets | GameScreen)
        return next(button.rect for button in top.widgets.buttons if button.text == _(text))

    def type(self, text: str) -> None:
        """Type a text."""
        for character in text:
            key = pygame.key.key_code(character.lower())
            self.post(pygame.KEYDOWN, key=key, unicode=character, mod=0)
            self.post(pygame.TEXTINPUT, text=character)
            self.step()

    # The board

    @property
    def state(self) -> BoardState:
        """The board of the game."""
        return self.room(GameScreen).state

    def square(self, name: str) -> tuple[int, int]:
        """The middle of a square of the game's board."""
        rect = self.room(GameScreen).picture.view.rect_of(
            self.state.variant.geometry.parse(name), self.state.flipped
        )
        return rect.center

    def play(self, *squares: str) -> None:
        """Click on squares of the board."""
        for name in squares:
            self.click(self.square(name))
            self.settle()


@contextmanager
def photographer(
    library: Path, theme: str, pieces: str | None, language: str, size: tuple[int, int], text: int = 100
) -> Iterator[Photographer]:
    """A window with a library and settings of its own."""
    with tempfile.TemporaryDirectory() as place:
        own = Path(shutil.copy(library, place))
        settings = Path(place, "settings.toml")
        camera = Photographer(
            StartOptions(size=size, settings_path=settings, library_path=own, language=language)
        )
        try:
            chosen = {} if pieces is None else {"pieces": pieces}
            camera.app.stage.preferences.change(theme=theme, language=language, text_size=text, **chosen)
            yield camera
        finally:
            camera.app.close()


Scene = Callable[[Photographer], object]
"""Brings the window into the state of a picture."""
