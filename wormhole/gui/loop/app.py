"""The program's event loop: hands events to the open screens, draws what changed, and sleeps in between."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections import deque
from math import inf
from pathlib import Path

import pygame

from wormhole import assets, variant
from wormhole.base.errors import Message
from wormhole.compiling.groups import never_wait
from wormhole.gui.languages import language
from wormhole.gui.languages.language import _, said
from wormhole.gui.learn.kiosk import Kiosk
from wormhole.gui.look.chosen_look import first_look
from wormhole.gui.look.drawn_pictures import DrawnPictures
from wormhole.gui.look.drawn_pictures import default_path as pictures_path
from wormhole.gui.look.picture_trials import TRIALS
from wormhole.gui.look.schedule import EVERY_FRAME
from wormhole.gui.loop.careful_start import CarefulStart, use_again
from wormhole.gui.loop.commands import perform_everywhere
from wormhole.gui.loop.compositor import Compositor
from wormhole.gui.loop.faults import Faults, threads_reported
from wormhole.gui.loop.narrator import Narrator
from wormhole.gui.loop.navigation import Navigation
from wormhole.gui.window import destination, keys
from wormhole.gui.window.engines import MakePlayer
from wormhole.gui.window.events import FAULT, KEPT, TAUGHT, TOURNAMENT, TRIED, TROUBLE, post
from wormhole.gui.window.native_memory import limit_unused_memory
from wormhole.gui.window.notice_card import Notice
from wormhole.gui.window.preferences import Preferences
from wormhole.gui.window.screen import Overlay, Room
from wormhole.gui.window.sound import Loudness, Sounds
from wormhole.gui.window.stage import Clock, Stage
from wormhole.gui.window.system_motion import asks_for_less_motion
from wormhole.gui.window.system_window import (
    Window,
    WindowPlace,
    closed_by_hangup,
    give_all_sizes,
)
from wormhole.gui.window.tooltip import PointerShape, Tooltip
from wormhole.gui.window.touch import Touch
from wormhole.gui.window.voice import LogVoice
from wormhole.library.chosen_game import ChosenGame, restored
from wormhole.library.database.connections import default_path as default_library
from wormhole.library.own_pictures import letter_of
from wormhole.library.settings import KeptSettings, Settings, default_path
from wormhole.play.offered_players import player_of
from wormhole.play.seats import setup_of
from wormhole.play.start_options import StartOptions

_EVENTS = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)


class Dropping:
    """Collects what is dropped at once, and gives it to the room."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._files: list[Path] = []
        self._texts: list[str] = []

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; returns whether it is about dropping."""
        if event.type not in _EVENTS:
            return False
        if event.type == pygame.DROPFILE:
            self._files.append(Path(event.file))
        elif event.type == pygame.DROPTEXT:
            self._texts.append(event.text)
        elif event.type == pygame.DROPCOMPLETE:
            self._give()
        return True

    def _give(self) -> None:
        files, texts = self._files, self._texts
        self._files, self._texts = [], []
        dialog = self._stage.dialog
        opener = self._stage.room.opener if dialog is None else dialog.opener
        if opener is None:
            self._stage.sounds.play("error")
            self._stage.notices.flash(_("Close the dialog first"))
        elif files:
            opener.open_files(files)
        elif texts:
            opener.open_text("\n".join(texts))


_MOVING = (pygame.WINDOWMOVED, pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED)


class WindowMemory:
    """Notices the events that move the window. The size that a command line asks for is not kept."""

    def __init__(self, window: Window, preferences: Preferences, keeps: bool) -> None:
        self._window = window
        self._preferences = preferences
        self._keeps = keeps
        self._has_moved = False

    def handle(self, event: pygame.Event) -> None:
        """Notice where the window is, and whether it is maximised."""
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self._window.is_maximised = event.type == pygame.WINDOWMAXIMIZED
            self._has_moved = True
        elif event.type in _MOVING:
            self._has_moved = True
            self._window.moved()

    def update(self) -> None:
        """Keep the place after all events of a frame, which may belong together."""
        if not self._has_moved:
            return
        self._has_moved = False
        if self._keeps and not self._preferences.now.full_screen:
            place = self._window.place
            kept = {} if place is None else {"window": str(place)}
            self._preferences.change(maximised=self._window.is_maximised, **kept)


ENTERED_SECONDS = time.perf_counter()
FRAME_SECONDS = 1 / 60
AHEAD_UNTIL_SECONDS = 0.75 * FRAME_SECONDS
"""After the beginning of a frame no further picture is drawn ahead: most take a quarter of a frame."""
LONGEST_SLEEP_SECONDS = 1.0  # a step returns at least this often
LOOKS = ((5.0, 1 / 12), (2.0, 1 / 20), (-inf, 1 / 120))
"""While nothing moves: after so many seconds without input, the interval between two looks for events."""
FRAMES_REMEMBERED = 6000
SWITCH_SECONDS = 0.001
"""A thread that computes in Python lets the window's thread continue within this time, not within 5 ms."""

_RESIZED = (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED)
_UNCOVERED = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)


class App:
    """The program with its window. `run` it or, as tests do, `step` it.

    `stage` is its interface for screens. `frame_seconds` has the durations of the latest frames, from the
    first event handled to the picture shown.
    """

    def __init__(
        self,
        options: StartOptions,
        clock: Clock = time.monotonic,
        make_player: MakePlayer | None = None,
    ) -> None:
        self.options = options
        self.frame_seconds: deque[float] = deque(maxlen=FRAMES_REMEMBERED)
        self.first_picture_seconds: float | None = None
        """From the import of this module to the first picture."""
        self._clock = clock
        self._frame_began = 0.0
        self._last_event_at = 0.0
        self._due = EVERY_FRAME
        """When a step is due."""
        self._command_text = ""
        self._waiting: deque[pygame.Event] = deque()
        """Events that are not handled yet."""
        self._is_resized = False
        settings_path = options.settings_path or default_path()
        self._settings = KeptSettings(settings_path)
        if options.level is not None and not options.demo:
            self._settings.change(clock(), level=options.level)
        language_trouble = language.choose(options.language or self._settings.now.language)
        settings = self._settings.now
        self._sounds = Sounds(assets.sounds(), Loudness.of(settings))
        remembered = WindowPlace.parse(settings.window)
        self.window = Window(options.size, settings.full_screen, remembered, settings.maximised)
        self.window.text = settings.text_size / 100
        self._start = CarefulStart(settings_path, self._settings, options)
        settings = self._settings.now
        game, trouble = _first_game(options, settings)
        self._pictures = DrawnPictures(pictures_path() if options.settings_path is None else None)
        look, theme_trouble = first_look(settings, self._settings.folder, self.window.size, self._pictures)
        library = options.library_path or default_library()
        self.stage = Stage(
            self.window,
            self._settings,
            game,
            look,
            self._sounds,
            library,
            clock,
            make_player,
            None if options.speech_log is None else LogVoice(options.speech_log),
            perform_everywhere,
        )
        self._narrator = Narrator(self.stage)
        self.kiosk = Kiosk(self.stage)
        self.stage.rooms.open = Navigation(self.stage, self.kiosk).open
        self.tooltip = Tooltip()
        self.pointer = PointerShape()
        self._touch = Touch()
        self._compositor = Compositor(self.window, self.stage, self.tooltip)
        self._memory = WindowMemory(self.window, self.stage.preferences, keeps=options.size is None)
        self._dropping = Dropping(self.stage)
        self._faults = Faults(self.stage, self._settings.folder, clock)
        TRIALS.on_tried = _post_tried
        self._open_first_screen()
        notices = self.stage.notices
        complaint = self._settings.complaint or language_trouble or trouble or theme_trouble
        if complaint:
            notices.show(complaint)
        if (gone := _replace_gone_players(self.stage)) is not None:
            notices.show(gone)
        if self._start.complaint is not None:
            button = _("Use again") if self._start.is_without else None
            notices.show(self._start.complaint, button, lambda: use_again(self.stage))

    @property
    def is_open(self) -> bool:
        """False once the window is closed or about to be."""
        return self.stage.is_open

    @property
    def screen(self) -> Room:
        """The screen that fills the window."""
        return self.stage.room

    @property
    def dialog(self) -> Overlay | None:
        """The dialog on top, if any."""
        return self.stage.dialog

    @property
    def notice(self) -> Notice | None:
        """The message shown, if any."""
        return self.stage.notice

    def run(self) -> None:
        """Step until the window is closed."""
        gc.freeze()  # objects made so far stay; collecting them would take longer than a frame
        try:
            with threads_reported():
                while self.is_open:
                    self.step_on()
        except Exception:
            self._start.fail()
            raise
        finally:
            self.close()

    def step_on(self, wait: bool = True) -> bool:
        """As `step`, but an unexpected error is shown in a dialog with a report.

        Raises FaultError if the program cannot continue.
        """
        try:
            return self.step(wait)
        except Exception as error:  # whatever it is, the game is kept and can continue
            self._faults.recover(error)
        return False

    def step(self, wait: bool = True) -> bool:
        """Sleep until something is due (if `wait`), do it, and draw; returns whether it drew."""
        self._waiting += self._events_of_a_frame() if wait else pygame.event.get()
        began = time.perf_counter()
        self._frame_began = self._clock()
        self._take_events()
        if not self.is_open:
            return False
        self._due = EVERY_FRAME
        for event in self._touch.update(self.stage.dialog or self.stage.room, self._clock()):
            self._hand_out(event)
        self.kiosk.update(self._clock())
        self.stage.library.update()
        due = self.stage.update(self._clock())
        self._narrator.follow()
        self._start.update(self._clock())
        stage = self.stage
        self.window.viewport.follow(self.window.size, stage.room, stage.dialogs, stage.top_layers)
        self.window.set_title(self.stage.room.title)
        trouble = self._settings.save_if_due(self._clock())
        if trouble is not None:
            self.stage.notices.show(trouble)
        self._due = min(due, self.kiosk.due, self._touch.due, self._follow_pointer())
        if self._compositor.look is not self.stage.look:
            self._compositor.lay_out(self.stage.look)
        drawn = self._compositor.draw(self._clock())
        if drawn:
            self.frame_seconds.append(time.perf_counter() - began)
            if self.first_picture_seconds is None:
                self._after_first_picture()
            self._compositor.paint_ahead(lambda: time.perf_counter() < began + AHEAD_UNTIL_SECONDS)
        return drawn

    def wakes_in(self, now_seconds: float) -> float:
        """Seconds until the next step is due, unless an event comes first."""
        if self._compositor.is_due():
            return 0.0
        pause = min(max(0.0, self._due - now_seconds), self._settings.saves_in(now_seconds))
        return min(LONGEST_SLEEP_SECONDS, pause)

    def close(self) -> None:
        """Save settings, stop everything and close the window."""
        self._start.end()
        try:
            self.stage.close()
            self._pictures.save()
        finally:
            self.window.close()

    def _events_of_a_frame(self) -> list[pygame.Event]:
        """Sleep until the next frame is due, and then until there is an event or a screen is due.

        pygame.event.wait would do, but it polls every millisecond, which costs 3 % of a core.
        """
        now = self._clock()
        time.sleep(max(0.0, self._frame_began + FRAME_SECONDS - now))
        events = pygame.event.get()
        wake = now + self.wakes_in(now)
        while not events and (now := self._clock()) < wake:
            quiet = now - self._last_event_at
            time.sleep(min(next(pause for after, pause in LOOKS if quiet >= after), wake - now))
            events = pygame.event.get()
        if events:
            self._last_event_at = self._clock()
        return events

    def _take_events(self) -> None:
        while self._waiting:
            event = self._waiting.popleft()
            self._memory.handle(event)
            self.kiosk.touched(event, self._clock())
            self._narrator.notice(event)
            if event.type == pygame.QUIT:
                self.stage.quit()
            elif event.type in _RESIZED:
                self._is_resized = True
            elif event.type in _UNCOVERED:
                self._compositor.redraw()
            elif not self._dropping.handle(event) and not self.window.scroll(event):
                self._take(self.window.mapped(event))
            if not self.is_open:
                return
        if self._is_resized:
            self._is_resized = False
            self._lay_out()
        self._memory.update()

    def _take(self, event: pygame.Event) -> None:
        """Give an event to the screen on top, or what the fingers mean by it."""
        stage = self.stage
        for each in self._touch.translate(event, stage.top_layers, stage.dialog or stage.room, self._clock()):
            self._hand_out(each)

    def _hand_out(self, event: pygame.Event) -> None:
        """Give an event to the screen on top; a key that it does not use becomes a command.

        The text that the key of a command types is dropped, or a field that the command opens would get it.
        So is that of a key with Ctrl: keyboards for Cyrillic and others type it all the same.
        """
        self.tooltip.handle(event, self._clock())
        self.pointer.handle(event)
        typed = getattr(event, "unicode", "")
        if event.type == pygame.KEYDOWN:
            event = keys.in_latin(event)
            has_control = event.mod & pygame.KMOD_CTRL and not event.mod & pygame.KMOD_ALT
            self._command_text = typed if has_control else ""
        if event.type == TAUGHT:
            _show_teaching(self.stage)
        if event.type == TOURNAMENT:
            for message in self.stage.engines.tournaments.take_news():
                self.stage.notices.show(message)
        if event.type == TRIED:
            _show_pictures(self.stage)
        if event.type == pygame.TEXTINPUT and event.text == self._command_text:
            self._command_text = ""
        elif event.type == TROUBLE:
            self.stage.library.show_trouble(event.text)
        elif event.type == FAULT:
            self._faults.tell_of(event.error)
        elif event.type == KEPT or self.stage.handle(event, self._clock()):
            return
        elif event.type == pygame.MOUSEWHEEL:
            self.window.viewport.wheel(event)
        elif event.type == pygame.KEYDOWN:
            command = keys.command_of(event)
            if command is not None:
                self._command_text = typed
                self.stage.command(command)

    def _follow_pointer(self) -> float:
        """Show the tooltip that is due, and the shape of the pointer; returns when a tooltip is due."""
        layers = self.stage.top_layers
        spot = self.pointer.spot(layers)
        self.pointer.update(spot)
        return self.tooltip.update(spot, layers, self.stage.look, self.window.visible, self._clock())

    def _lay_out(self) -> None:
        """Lay everything out for the window's size."""
        self.stage.lay_out()
        self._compositor.lay_out(self.stage.look)

    def _open_first_screen(self) -> None:
        self._compositor.lay_out(self.stage.look)
        if self.options.demo:
            self.kiosk.prepare(self.options)
            self.stage.rooms.open(destination.Demonstration())
            return
        setup = setup_of(self.options, self._settings.now)
        if setup is None:
            self.stage.rooms.open(destination.Home())
            if self.options.files:
                self.stage.room.opener.open_files(self.options.files)
        else:
            self.stage.rooms.open(destination.Game(setup))

    def _after_first_picture(self) -> None:
        """Do the work that can wait until the first picture is shown."""
        self.first_picture_seconds = time.perf_counter() - ENTERED_SECONDS
        if self.options.report:
            print(f"first picture after {self.first_picture_seconds * 1000:.0f} ms", flush=True)
        self._start.shown(self._clock())
        self._sounds.open()
        give_all_sizes()
        threading.Thread(target=self._prepare_rooms, name="imports", daemon=True).start()

    def _prepare_rooms(self) -> None:
        """What takes longer than a frame, in a thread."""
        if self.options.settings_path is None:
            self.stage.preferences.system_is_still = asks_for_less_motion()
        _import_rooms()
        self._pictures.save()


def run(options: StartOptions) -> None:
    """Open the window and run until it is closed. Raises wormhole.FenError for a bad `options.fen`."""
    never_wait()
    sys.setswitchinterval(SWITCH_SECONDS)
    limit_unused_memory()
    with closed_by_hangup():
        App(options).run()


def _first_game(options: StartOptions, settings: Settings) -> tuple[ChosenGame, str | None]:
    """The requested game, or else the one chosen last, with a message if that fails."""
    asked = options.variant
    if asked is None:
        return restored(settings)
    game = options.chosen or ChosenGame(variant(asked) if isinstance(asked, str) else asked)
    return game, game.complaint


def _replace_gone_players(stage: Stage) -> Message | None:
    """Let the computer play instead of chosen players who are no longer there; returns what to tell."""
    keys = {name: getattr(stage.settings, name) for name in ("opponent", "white_player", "black_player")}
    gone = {name: key for name, key in keys.items() if key and player_of(key, stage.engines.own.now) is None}
    if not gone:
        return None
    stage.preferences.change(**dict.fromkeys(gone, ""))
    name = next(iter(gone.values())).partition(":")[2]
    return Message("The opponent {name} is no longer there. The computer plays instead.", name=name)


def _show_teaching(stage: Stage) -> None:
    from wormhole.gui.dialogs.teach_dialog import show_teaching

    show_teaching(stage)


def _show_pictures(stage: Stage) -> None:
    """Redraw everything with the pictures that were tried, and say which of them cannot be drawn."""
    stage.preferences.renew_look()
    stage.lay_out()
    refused = sorted({letter for svg in TRIALS.take_refused() if (letter := letter_of(svg))})
    if refused:
        message = Message(
            "These pictures are not shown because they take too much time or memory to draw: {letters}.",
            letters=", ".join(refused),
        )
        notice = stage.notice
        stage.notices.show(message if notice is None else f"{notice.text} {said(message)}")


def _import_rooms() -> None:
    """Import what the first game, its report and the library need: it takes longer than a frame."""
    import tomli_w  # noqa: F401

    import wormhole.engine.analyst
    import wormhole.gui.chooser.game_chooser
    import wormhole.gui.game.game_screen
    import wormhole.gui.game.review_dialog
    import wormhole.gui.library.library_screen
    import wormhole.gui.rules_pages.rules_dialog
    import wormhole.learn.game_report  # noqa: F401


def _post_tried() -> None:
    """Wake the window from the thread that tries pictures."""
    post(TRIED)
