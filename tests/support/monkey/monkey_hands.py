"""The random events of the monkey test: keys, mouse, wheel, text, moves, buttons, files, sizes, closing."""

from __future__ import annotations

import contextlib
import os
import random
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from wormhole import Board, menu
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.loop.app import App
from wormhole.gui.loop.faults import FaultDialog
from wormhole.gui.window.engines import MakePlayer
from wormhole.gui.window.keys import KEYS, Command, key_name
from wormhole.library.chosen_game import named
from wormhole.library.settings import Settings, save
from wormhole.library.time_control import TimeControls, parsed
from wormhole.play.start_options import COMPUTER, PERSON, StartOptions

CLOCKS = ("-", "-", "2", "60+1", "10d1", "1/3")
SIZES = ((800, 600),) * 6 + ((1280, 800), (900, 1200), (1000, 700), (500, 300), (1600, 900))
PAUSES_SECONDS = (0.0, 0.005, 0.02, 0.02, 0.1, 0.5, 3.0)
"""The possible advances of the window's clock from one step to the next."""

EVENTS_A_FRAME = (1, 1, 2, 4)
"""The possible numbers of events that wait when the window looks for them."""

LEVELS = (1, 2, 3)
EVENTS_A_WINDOW = 3000
REMEMBERED = 30

TEXTS = (
    "e4",
    "a",
    " ",
    "é",
    "ß",
    "\N{BLACK CHESS PAWN}",
    "~",
    "/",
    "..",
    ".pgn",
    "x" * 60,
    "\x00",
    "{",
)
CLIPS = (
    "",
    "1. e4 e5 2. Nf3 *",
    Board().fen(),
    "8/8/8/8/8/8/8/8 w - - 0 1",
    '[Variant "wormhole"]\n[White "Person"]\n[Black "Computer, level 2"]\n\n1. e4 e5 *',
    '[Variant "omega"]\n\n1. what',
    "nonsense",
    "Nf3",
    'inherits = "omega"\ntitle = "Own"\n',
)
CONTROL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
HELD = (0, 0, 0, 0, CONTROL, SHIFT, CONTROL | SHIFT, pygame.KMOD_LALT)
PLAIN_KEYS = (
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_SPACE),
    *(pygame.K_TAB, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END),
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
)
SLOW_COMMANDS = (Command.QUIT, Command.FULL_SCREEN)
"""They take long, because they make everything anew, and so come as seldom as events that do the same."""
COMMANDS = tuple(command for command in Command if command not in SLOW_COMMANDS)
CHORDS = tuple(
    chord
    for group in KEYS
    for binding in group.bindings
    if binding.command not in SLOW_COMMANDS
    for chord in binding.chords
)
CODES = {key_name(code): code for name, code in sorted(vars(pygame).items()) if name.startswith("K_")}
"""The keys by their names."""
WINDOW_EVENTS = (
    *(pygame.WINDOWEXPOSED, pygame.WINDOWLEAVE, pygame.WINDOWENTER, pygame.WINDOWFOCUSLOST),
    *(pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED, pygame.WINDOWMINIMIZED),
)


class Monkey:
    """Sends random events to one window at a time.

    Each has one of `players`, None: the real one, and begins with one of `games`, by their names.
    """

    def __init__(
        self,
        seed: int,
        folder: Path,
        players: Sequence[MakePlayer | None],
        games: Sequence[str] = menu("family"),
    ) -> None:
        self.events = 0
        self.counts: Counter[str] = Counter()
        self.rooms: Counter[str] = Counter()
        """The rooms in which the events happened."""
        self.done: deque[str] = deque(maxlen=REMEMBERED)
        """The latest events, for the report of a fault."""
        self._dice = random.Random(seed)
        self._folder = folder
        self._players = players
        self._games = (None, *(named(name).variant for name in games))
        self._seconds = 0.0
        self._pixel = (0, 0)
        self._app: App | None = None
        self._opens_at = 0
        """The number of events after which the window is opened anew."""
        acts: tuple[tuple[Callable[[], str], int], ...] = (
            (self._move_mouse, 100),
            (self._click, 120),
            (self._press_button, 120),
            (self._press_move, 80),
            (self._drag, 60),
            (self._turn_wheel, 20),
            (self._type_key, 140),
            (self._press_known_key, 140),
            (self._type_text, 50),
            (self._play, 160),
            (self._command, 60),
            (self._copy, 20),
            (self._drop, 10),
            (self._resize, 2),
            (self._trouble_window, 20),
            (self._close_window, 1),
        )
        self._acts, weights = zip(*acts, strict=True)
        self._weights = tuple(accumulate(weights))

    def step(self) -> None:
        """Send one event or some, and step the window."""
        if self._app is None or not self._app.is_open or self.events >= self._opens_at:
            self._open()
        for _ in range(self._dice.choice(EVENTS_A_FRAME)):
            self._act()
        self._seconds += self._dice.choice(PAUSES_SECONDS)
        self._window.step(wait=False)
        if isinstance(self._window.dialog, FaultDialog):  # an error of a job or a thread
            raise RuntimeError(self._window.dialog.report)

    def _act(self) -> None:
        (act,) = self._dice.choices(self._acts, cum_weights=self._weights)
        self.events += 1
        name = act.__name__.strip("_")
        self.counts[name] += 1
        self.rooms[type(self._window.screen).__name__] += 1
        self.done.append(f"{name} {act()}")

    def close(self) -> None:
        """Close the window."""
        if self._app is not None:
            self._window.close()
            self._app = None

    def give_up(self) -> None:
        """Close the window after an error, as far as that is possible."""
        with contextlib.suppress(Exception):
            self.close()
        self._app = None

    # The window

    def _open(self) -> None:
        self.close()
        dice = self._dice
        settings = self._folder / "settings.toml"
        level, motion = dice.choice(LEVELS), dice.random() < 0.8
        clock, other = (dice.choice(CLOCKS) for _ in range(2))
        save(
            settings,
            Settings(folder=str(self._folder), motion=motion, level=level, clock=clock, other_clock=other),
        )
        options = StartOptions(
            variant=dice.choice(self._games),
            white=dice.choice((PERSON, COMPUTER)),
            black=dice.choice((PERSON, COMPUTER)),
            clocks=TimeControls(parsed(clock), parsed(other)),
            demo=dice.random() < 0.1,
            start_game=dice.random() < 0.7,
            size=dice.choice(SIZES),
            settings_path=settings,
            library_path=self._folder / "games.sqlite3",
        )
        self.done.append(f"open {options}")
        self.counts["windows"] += 1
        self._opens_at = self.events + EVENTS_A_WINDOW
        self._app = App(options, lambda: self._seconds, dice.choice(self._players))
        self._window.step(wait=False)

    @property
    def _window(self) -> App:
        assert self._app is not None
        return self._app

    @property
    def _top(self) -> object:
        return self._window.dialog or self._window.screen

    def _post(self, kind: int, **words: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **words))

    # Events

    def _somewhere(self) -> tuple[int, int]:
        width, height = pygame.display.get_window_size()
        return self._dice.randrange(-5, width + 5), self._dice.randrange(-5, height + 5)

    def _go_to(self, pixel: tuple[int, int], held: int = 0) -> None:
        """Move the pointer with this button held, if any."""
        rel = (pixel[0] - self._pixel[0], pixel[1] - self._pixel[1])
        self._pixel = pixel
        buttons = tuple(int(button == held) for button in (1, 2, 3))
        self._post(pygame.MOUSEMOTION, pos=pixel, rel=rel, buttons=buttons, touch=False)

    def _mouse(self, kind: int, button: int = 1) -> None:
        self._post(kind, pos=self._pixel, button=button, touch=False)

    def _move_mouse(self) -> str:
        self._go_to(self._somewhere())
        return str(self._pixel)

    def _click(self) -> str:
        self._go_to(self._somewhere())
        button = self._dice.choice((1, 1, 1, 2, 3))
        kinds = self._dice.choice(
            (
                (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP),
                (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 2,
                (pygame.MOUSEBUTTONDOWN,),
                (pygame.MOUSEBUTTONUP,),
            )
        )
        for kind in kinds:
            self._mouse(kind, button)
        return f"{self._pixel} {button} {len(kinds)}"

    def _press_button(self) -> str:
        widgets = getattr(self._top, "widgets", None)
        buttons = [] if widgets is None else list(widgets.buttons)
        if not buttons:
            return "none"
        button = self._dice.choice(buttons)
        self._go_to(button.rect.center)
        self._mouse(pygame.MOUSEBUTTONDOWN)
        self._mouse(pygame.MOUSEBUTTONUP)
        return button.text

    def _press_move(self) -> str:
        if not isinstance(self._top, GameScreen):
            return "none"
        moves = self._top.picture.moves.list
        places = [moves.place_of(node) for node in self._top.match.game.nodes()]
        seen = [place for place in places if place is not None]
        if not seen:
            return "none"
        self._go_to(self._dice.choice(seen).center)
        button = self._dice.choice((1, 3))
        self._mouse(pygame.MOUSEBUTTONDOWN, button)
        self._mouse(pygame.MOUSEBUTTONUP, button)
        return f"{self._pixel} {button}"

    def _drag(self) -> str:
        start, end, button = self._somewhere(), self._somewhere(), self._dice.choice((1, 1, 3))
        self._go_to(start)
        self._mouse(pygame.MOUSEBUTTONDOWN, button)
        self._go_to(end, held=button)
        if self._dice.random() < 0.8:
            self._mouse(pygame.MOUSEBUTTONUP, button)
        return f"{start} {end} {button}"

    def _turn_wheel(self) -> str:
        turns = self._dice.choice((-3, -1, 1, 3))
        self._post(pygame.MOUSEWHEEL, x=0, y=turns, flipped=False, touch=False)
        return str(turns)

    def _key(self, key: int, held: int, character: str) -> None:
        self._post(pygame.KEYDOWN, key=key, mod=held, unicode=character, scancode=0)
        if character and not held & pygame.KMOD_CTRL:
            self._post(pygame.TEXTINPUT, text=character)
        self._post(pygame.KEYUP, key=key, mod=held, unicode=character, scancode=0)

    def _type_key(self) -> str:
        key, held = self._dice.choice(PLAIN_KEYS), self._dice.choice(HELD)
        name = pygame.key.name(key)
        self._key(key, held, name if len(name) == 1 else "")
        return f"{name} {held}"

    def _press_known_key(self) -> str:
        chord = self._dice.choice(CHORDS)
        held = CONTROL * chord.control | SHIFT * chord.shift
        is_typed = len(chord.key) == 1 and not chord.key.isalpha() and not chord.control
        self._key(0 if is_typed else CODES[chord.key], held, chord.key if is_typed else "")
        return str(chord)

    def _type_text(self) -> str:
        text = self._dice.choice(TEXTS)
        self._post(pygame.TEXTINPUT, text=text)
        return ascii(text)

    def _play(self) -> str:
        """Play a legal move by two clicks, if there is one."""
        screen = self._window.screen
        if isinstance(screen, GameScreen):
            state, view = screen.state, screen.picture.view
        elif isinstance(screen, ExerciseScreen):
            state, view = screen.board.state, screen.board.view
        else:
            return "nothing"
        if not state.movable.moves:
            return "nothing"
        move = self._dice.choice(state.movable.moves)
        for square in (move.from_square, move.to_square):
            self._go_to(view.rect_of(square, state.flipped).center)
            self._mouse(pygame.MOUSEBUTTONDOWN)
            self._mouse(pygame.MOUSEBUTTONUP)
        return str(move)

    def _command(self) -> str:
        command = self._dice.choice(COMMANDS)
        self._window.stage.command(command)
        return command.name

    def _copy(self) -> str:
        text = self._dice.choice(CLIPS)
        pygame.scrap.put_text(text)
        return ascii(text)

    def _drop(self) -> str:
        """Drop files or a text on the window."""
        names = self._dice.sample(sorted(os.listdir(self._folder)), self._dice.choice((0, 1, 1, 3)))
        self._post(pygame.DROPBEGIN)
        for name in names:
            self._post(pygame.DROPFILE, file=str(self._folder / name))
        if not names:
            self._post(pygame.DROPTEXT, text=self._dice.choice(CLIPS))
        self._post(pygame.DROPCOMPLETE)
        return str(names)

    def _resize(self) -> str:
        if self._dice.random() < 0.2:
            self._window.stage.command(Command.FULL_SCREEN)
            return "full screen"
        size = self._dice.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self._post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
        return str(size)

    def _trouble_window(self) -> str:
        kind = self._dice.choice(WINDOW_EVENTS)
        self._post(kind)
        return pygame.event.event_name(kind)

    def _close_window(self) -> str:
        if self._dice.random() < 0.5:
            self._window.stage.command(Command.QUIT)
            return "by key"
        self._post(pygame.QUIT)
        return "by its frame"


def fill(folder: Path) -> None:
    """Write files for the monkey to open: valid ones, broken ones, others."""
    (folder / "good.pgn").write_text("\n\n".join(CLIPS[4:5] * 3) + "\n")
    (folder / "bad.pgn").write_text(CLIPS[5])
    (folder / "own.toml").write_text('inherits = "chess"\ntitle = "Own"\n')
    (folder / "bad.toml").write_text("title = [")
    (folder / "empty.pgn").write_bytes(b"")
    (folder / "bytes.pgn").write_bytes(bytes(range(256)) * 4)
    (folder / "folder.pgn").mkdir()
