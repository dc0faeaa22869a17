"""The window and its loop: events go to the open screen, what changed is drawn, in between it sleeps."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

import pygame

from wormhole import assets, variant
from wormhole.gui import keys
from wormhole.gui.board.layer import BoardLayer
from wormhole.gui.keys import Command
from wormhole.gui.layout import Scale
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layers import Layer, Sky, Veil, compose
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Motion, Theme
from wormhole.gui.look.widgets import Action
from wormhole.gui.look.words import Words
from wormhole.gui.match.match import Answer, ComputerPlayer, Setup
from wormhole.gui.options import Options
from wormhole.gui.screen import ANSWER, TROUBLE, Look, Room, Screen
from wormhole.gui.screens.notice import Notice
from wormhole.gui.sound import Sounds
from wormhole.gui.window import Window
from wormhole.library import settings as kept
from wormhole.library.chosen_game import ChosenGame, restored
from wormhole.library.settings import Settings
from wormhole.rules.compiled import never_wait

ENTERED_SECONDS = time.perf_counter()
Post = Callable[[Answer], None]
FRAME_SECONDS = 1 / 60
LONGEST_SLEEP_SECONDS = 1.0  # a step comes back to its caller now and then, whatever happens
LOOK_SECONDS = 1 / 120
"""While nothing moves, this often it looks for events."""
FRAMES_REMEMBERED = 6000
VOLUME_STEP = 0.1
VEIL_OPACITY = 0.62
MENTION_SECONDS = 1.8
SAVE_PAUSE_SECONDS = 0.5

_RESIZED = (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED)
_UNCOVERED = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)


class App:
    """The program's window. `run` it, or, as the tests do, `step` it.

    `frame_seconds` remembers how long each of the latest frames took, from the first event taken in to the
    picture shown.
    """

    def __init__(
        self,
        options: Options,
        clock: Callable[[], float] = time.monotonic,
        make_player: Callable[[Post], ComputerPlayer] | None = None,
    ) -> None:
        self.options = options
        self.is_open = True
        self.frame_seconds: deque[float] = deque(maxlen=FRAMES_REMEMBERED)
        self.first_picture_seconds: float | None = None
        """From the import of this module to the first picture."""
        self.screen: Room
        self._dialogs: list[Screen] = []
        self._clock = clock
        self._settings_path = options.settings_path or kept.default_path()
        self._settings, complaint = kept.load(self._settings_path)
        self._settings_kept = self._settings
        self._game, trouble = self._first_game()
        complaint = complaint or trouble
        self._save_at = math.inf
        self._sounds = Sounds(assets.sounds(), self._settings.volume, self._settings.muted)
        self._make_player = make_player or _engines_player
        self._player: ComputerPlayer | None = None
        self._notice: Notice | None = None
        self._dirty: list[pygame.Rect] = []
        self._frame_began = 0.0

        self._window = Window(options.size, self._settings.full_screen)
        theme = Theme.load()
        self._look = Look(
            theme,
            Sprites(theme),
            Words(Lettering()),
            Backdrop(theme),
            Scale.of(self._window.size),
        )
        self._still = theme.motion.still()
        self._open_first_screen()
        if complaint:
            self.say(complaint)

    # The loop

    def run(self) -> None:
        """Until the window is closed."""
        try:
            while self.is_open:
                self.step()
        finally:
            self.close()

    @property
    def dialog(self) -> Screen | None:
        """The dialog that lies on top."""
        return self._dialogs[-1] if self._dialogs else None

    def step(self, wait: bool = True) -> bool:
        """Sleep until something is to be done, unless told not to `wait`; do it; draw. Whether it drew."""
        events = self._events_of_a_frame() if wait else pygame.event.get()
        began = time.perf_counter()
        self._frame_began = self._clock()
        self._take(events)
        if not self.is_open:
            return False
        for screen in self._open_screens():
            screen.update(self._clock())
        if self._clock() >= self._save_at:
            self._save_settings()
        drawn = self._draw()
        if drawn:
            self.frame_seconds.append(time.perf_counter() - began)
            if self.first_picture_seconds is None:
                self._after_first_picture()
        return drawn

    def close(self) -> None:
        """Leave everything at rest. The window is gone afterwards."""
        self.is_open = False
        for screen in self._open_screens():
            screen.close()
        if self._player is not None:
            self._player.close()
        self._save_settings()
        self._sounds.close()
        self._window.close()

    def _events_of_a_frame(self) -> list[pygame.Event]:
        """Sleep until the next frame is due, and on, until there is an event or a screen asks to be woken.

        pygame.event.wait would do, but it looks for events every millisecond, which costs 3 % of a core.
        """
        now = self._clock()
        time.sleep(max(0.0, self._frame_began + FRAME_SECONDS - now))
        events = pygame.event.get()
        wake = 0.0 if self._dirty else now + self._wakes_in(now)
        while not events and (now := self._clock()) < wake:
            time.sleep(min(LOOK_SECONDS, wake - now))
            events = pygame.event.get()
        return events

    def _wakes_in(self, now_seconds: float) -> float:
        pauses = [screen.wakes_in(now_seconds) for screen in self._open_screens()]
        pauses.append(max(0.0, self._save_at - now_seconds))
        return min([LONGEST_SLEEP_SECONDS, *(pause for pause in pauses if pause is not None)])

    def _take(self, events: list[pygame.Event]) -> None:
        resized = False
        for event in events:
            if event.type == pygame.QUIT:
                self.is_open = False
                return
            if event.type in _RESIZED:
                resized = True
            elif event.type in _UNCOVERED:
                self._dirty = [self._window.surface.get_rect()]
            else:
                self._hand_out(self._window.mapped(event))
        if resized:
            self._lay_out()

    def _hand_out(self, event: pygame.Event) -> None:
        """To whatever lies on top; a key that it has no use for is a command."""
        if event.type == ANSWER:
            self.screen.handle(event, self._clock())
            return
        if event.type == TROUBLE:
            self.say(event.text)
            return
        now = self._clock()
        if self._notice is not None and self.dialog is None and self._notice.handle(event, now):
            return
        if (self.dialog or self.screen).handle(event, now):
            return
        if event.type == pygame.KEYDOWN:
            command = keys.command_of(event)
            if command is not None:
                self.command(command)

    def _open_screens(self) -> list[Screen]:
        return [screen for screen in (self.screen, self._notice, *self._dialogs) if screen is not None]

    # The picture

    def _layers(self) -> list[Layer]:
        layers: list[Layer] = [self._sky, *self.screen.layers]
        if self._notice is not None:
            layers += self._notice.layers
        if self.dialog is not None:
            layers += [self._veil, *self.dialog.layers]
        return layers

    def _draw(self) -> bool:
        now = self._clock()
        layers = self._layers()
        areas, self._dirty = self._dirty, []
        boards = [layer for layer in layers if isinstance(layer, BoardLayer) and self._is_bare(layer, areas)]
        areas += [area for layer in layers if layer not in boards for area in layer.changed(now)]
        drawn = compose(self._window.surface, layers, areas, now)
        drawn += [area for board in boards for area in board.mend(self._window.surface, now)]
        self._window.show(drawn)
        return bool(drawn)

    def _is_bare(self, board: BoardLayer, areas: list[pygame.Rect]) -> bool:
        """Nothing lies over this board nor is it to be drawn whole, so that it may mend its own picture."""
        return self.dialog is None and self._notice is None and board.rect.collidelist(areas) == -1

    def _after_first_picture(self) -> None:
        """What the first picture need not wait for."""
        self.first_picture_seconds = time.perf_counter() - ENTERED_SECONDS
        if self.options.report:
            print(f"first picture after {self.first_picture_seconds * 1000:.0f} ms", flush=True)
        self._sounds.open()

    def _lay_out(self) -> None:
        """Everything anew for the window's size."""
        size = self._window.size
        self._look = replace(self._look, scale=Scale.of(size))
        self._sky = Sky(self._look.backdrop.surface(size))
        self._veil = Veil(size, self._look.theme.colour.sky_edge, VEIL_OPACITY)
        for screen in self._open_screens():
            screen.place(size)
        self._dirty = [self._window.surface.get_rect()]

    def _show(self, screen: Room) -> None:
        for old in self._open_screens() if hasattr(self, "screen") else ():
            old.close()
        self._dialogs = []
        self._notice = None
        self.screen = screen
        self._window.set_title(screen.title)
        self._lay_out()

    # What screens ask for

    @property
    def look(self) -> Look:
        """What everything is drawn with, for the window's present size."""
        return self._look

    @property
    def settings(self) -> Settings:
        """As they are now."""
        return self._settings

    @property
    def motion(self) -> Motion:
        """How long things take on the board."""
        return self._look.theme.motion if self._settings.motion else self._still

    @property
    def game(self) -> ChosenGame:
        """The game that a person chose last."""
        return self._game

    def choose_game(self, game: ChosenGame) -> None:
        """From now on this is the chosen game; it is kept."""
        self._game = game
        self.change_settings(**game.as_settings())

    def change_settings(self, **changes: object) -> None:
        """Change some settings by name; they take effect at once and are kept."""
        before, self._settings = self._settings, replace(self._settings, **changes)
        if self._settings == before:
            return
        self._sounds.set_loudness(self._settings.volume, self._settings.muted)
        if self._settings.full_screen != before.full_screen:
            self._window.set_full_screen(self._settings.full_screen)
        self._save_at = self._clock() + SAVE_PAUSE_SECONDS

    def _save_settings(self) -> None:
        """Once a person has done with changing them, not at each step of a slider."""
        self._save_at = math.inf
        if self._settings == self._settings_kept:
            return
        try:
            kept.save(self._settings_path, self._settings)
        except OSError as error:
            self.say(f"The settings could not be kept: {error}")
        self._settings_kept = self._settings

    def play_sound(self, name: str) -> None:
        """Let it be heard, if sound is on."""
        self._sounds.play(name)

    def say(self, text: str, button: str | None = None, action: Action | None = None) -> None:
        """Show a message until it is read."""
        self._put_up(Notice(self, text, lambda: self.screen.notice_area, button, action))

    def mention(self, text: str) -> None:
        """Show a message for a moment."""
        self._put_up(
            Notice(self, text, lambda: self.screen.notice_area, gone_at=self._clock() + MENTION_SECONDS)
        )

    def _put_up(self, notice: Notice) -> None:
        self.hush()
        self._notice = notice
        notice.place(self._window.size)
        self._dirty.append(self._window.surface.get_rect())

    def hush(self) -> None:
        """Take the message away."""
        if self._notice is not None:
            self._notice = None
            self._dirty.append(self._window.surface.get_rect())

    def show_home(self) -> None:
        """Leave whatever there is for the home screen."""
        from wormhole.gui.screens.home import HomeScreen

        self._show(HomeScreen(self))

    def start(self, setup: Setup) -> None:
        """Leave whatever there is for a new game."""
        from wormhole.gui.screens.game import GameScreen

        thinker = None if len(setup.persons) == 2 else self._computer()
        self._show(GameScreen(self, setup, thinker))

    def open(self, dialog: Screen) -> None:
        """Lay a dialog over the screen, and over the dialog that is open."""
        self._dialogs.append(dialog)
        self.refresh_dialog()

    def close_dialog(self) -> None:
        """Take away the dialog that is open; the one below it is there again."""
        if self._dialogs:
            self._dialogs.pop().close()
            self.refresh_dialog()

    def refresh_dialog(self) -> None:
        """Lay the dialog that is open out anew: it asks for something else now."""
        if self.dialog is not None:
            self.dialog.place(self._window.size)
        self._dirty.append(self._window.surface.get_rect())

    def command(self, command: Command) -> None:
        """Do what a key stands for."""
        now = self._clock()
        if (self.dialog or self.screen).perform(command, now):
            return
        self._perform(command)

    def quit(self) -> None:
        """Close the window."""
        self.is_open = False

    def _perform(self, command: Command) -> None:
        """What a key does on every screen."""
        settings = self._settings
        if command is Command.QUIT:
            self.quit()
        elif command is Command.MUTE:
            self.change_settings(muted=not settings.muted)
            self.mention("Sound off" if self._settings.muted else "Sound on")
        elif command in (Command.LOUDER, Command.QUIETER):
            step = VOLUME_STEP if command is Command.LOUDER else -VOLUME_STEP
            self.change_settings(volume=min(1.0, max(0.0, round(settings.volume + step, 2))), muted=False)
            self.mention(f"Volume {self._settings.volume:.0%}")
            self.play_sound("move")
        elif command is Command.MOTION:
            self.change_settings(motion=not settings.motion)
            self.mention("Motion on" if self._settings.motion else "Motion off")
        elif command is Command.FULL_SCREEN:
            self.change_settings(full_screen=not settings.full_screen)
        elif command is Command.KEYS and self.dialog is None:
            from wormhole.gui.dialogs.keys import KeysDialog

            self.open(KeysDialog(self))
        elif command is Command.SETTINGS and self.dialog is None:
            from wormhole.gui.dialogs.settings import SettingsDialog

            self.open(SettingsDialog(self))

    def _computer(self) -> ComputerPlayer:
        """The computer player, made when it is first needed."""
        if self._player is None:
            self._player = self._make_player(_post_answer)
        return self._player

    def _first_game(self) -> tuple[ChosenGame, str | None]:
        """The game that was asked for, or else the one chosen last; a complaint where that fails."""
        asked = self.options.variant
        if asked is None:
            return restored(self._settings)
        return ChosenGame(variant(asked) if isinstance(asked, str) else asked), None

    def _open_first_screen(self) -> None:
        from wormhole.gui.match.choice import setup_of

        setup = setup_of(self.options, self._settings)
        if setup is None:
            self.show_home()
        else:
            self.start(setup)


def run(options: Options) -> None:
    """Open the window and stay until it is closed. Raises wormhole.FenError for a bad `options.fen`."""
    never_wait()
    App(options).run()


def _engines_player(post: Post) -> ComputerPlayer:
    from wormhole.engine.player import Player

    return Player(post, _post_trouble)


def _post_answer(answer: Answer) -> None:
    """From the computer player's thread into the window's."""
    pygame.event.post(pygame.event.Event(ANSWER, answer=answer))


def _post_trouble(text: str) -> None:
    """From the computer player's thread into the window's."""
    pygame.event.post(pygame.event.Event(TROUBLE, text=text))
