"""Unexpected errors: the program reports them and continues."""

from __future__ import annotations

import contextlib
import platform
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from datetime import date, datetime
from enum import Enum, auto
from pathlib import Path

import pygame

from wormhole.base import atomic_files
from wormhole.base.atomic_files import write_text
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.focus import PAGE_KEYS, FocusArea
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import ScrollArea
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.view import Layout, Parts, Well
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.window import destination
from wormhole.gui.window.events import FAULT, post
from wormhole.gui.window.keys import Command, cap_words, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.version import VERSION

LIBRARIES = ("pygame-ce", "numpy", "numba", "resvg-py", "platformdirs")


def report_of(error: BaseException, played: str) -> str:
    """The report of an error: what helps to find its cause. `played` is the game, as PGN."""
    parts = [
        f"Wormhole Chess {VERSION}, {datetime.now():%Y-%m-%d %H:%M:%S}",
        _system(),
        "".join(traceback.format_exception(type(error), error, error.__traceback__)).strip(),
    ]
    return "\n\n".join([*parts, *([played.strip()] if played.strip() else [])]) + "\n"


def write_report(report: str, folder: Path) -> Path:
    """Write a report into a file of this folder or, if that fails, of the system's temporary one."""
    name = f"error-report-{datetime.now():%Y-%m-%d-%H%M%S}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_files.write_text(folder / name, report)
    except OSError:
        folder = Path(tempfile.gettempdir())
        atomic_files.write_text(folder / name, report)
    return folder / name


def _system() -> str:
    """The machine, the display and the versions of everything."""
    lines = [f"{platform.platform()}, Python {platform.python_version()}"]
    with contextlib.suppress(Exception):
        size = pygame.display.get_window_size()
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        lines.append(f"SDL {sdl}, {pygame.display.get_driver()}, {size[0]}x{size[1]}")
    lines += [f"{name} {version}" for name, version in map(_version, LIBRARIES) if version]
    return "\n".join(lines)


def _version(library: str) -> tuple[str, str]:
    from importlib import metadata  # not needed for the first picture

    with contextlib.suppress(metadata.PackageNotFoundError):
        return library, metadata.version(library)
    return library, ""


ONCE = N_(
    "An unexpected error occurred. Your moves are saved, and you can continue. The report helps "
    "to fix the error."
)
AGAIN = N_(
    "An unexpected error occurred again, so the program returned to the home screen. Your moves "
    "are saved, and you can continue the game from there. The report helps to fix the error."
)
WIDTH_UNITS, HEIGHT_UNITS = 88, 54
WORDS_UNITS = 7.5
TOLD_UNITS = 3.5
BUTTON_UNITS = 6
GAP_UNITS = 1.5


class FaultDialog(Dialog):
    """Nothing below it is drawn or updated, since the error may be there."""

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)
    is_alone = True

    def __init__(self, stage: Stage, report: str, has_left: bool, go_on: Action) -> None:
        super().__init__(stage)
        self.heading = _("Something went wrong")
        self.report = report
        self._go_on = go_on
        self._words = Hint("small", _(AGAIN) if has_left else _(ONCE))
        self._area, self._list, self._told = FocusArea(), ScrollArea(), Hint()
        self._buttons = ButtonRow(
            Button(_("Continue"), self._close, PRIMARY, Tip("", (cap_words("Esc"),))),
            Button(_("Copy report"), self._copy, tip=Tip(_("Copy the report for the developers"))),
            Button(_("Save report…"), self._save),
            Button(_("Quit"), stage.quit_at_once, tip=tip_of(Command.QUIT)),
        )
        self.first = self._buttons.buttons[0]

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The words, the report and the buttons."""
        units = look.scale.units
        report: Layout = Column({self._list: Fill()}, size=Fill(), padding=look.scale.unit)
        report = Column({self._area: report}, size=Fill())
        parts: Parts = {self._words: units(WORDS_UNITS), Well(): report, self._told: units(TOLD_UNITS)}
        return Column({**parts, self._buttons: units(BUTTON_UNITS)}, units(GAP_UNITS))

    def settle(self, look: Look) -> None:
        """Write the report for the list's width."""
        self._list.draw_on(_written(look, self.report, self._list.width))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; Esc continues, the report scrolls."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self._close()
                return True
            return self._scroll(event.key) or self.widgets.handle(event)
        return self._list.handle(event, now_seconds) or self.widgets.handle(event)

    def _scroll(self, key: int) -> bool:
        is_here = self.widgets.is_focused(self._area) or key in PAGE_KEYS
        return is_here and self._list.step(key)

    def _close(self) -> None:
        self.stage.close_dialog()
        self._go_on()

    def _copy(self) -> None:
        trouble = copy_text(self.report)
        self._told.show(trouble or _("The report is on the clipboard."), is_trouble=trouble is not None)

    def _save(self) -> None:
        name = f"wormhole-chess-{date.today().isoformat()}.txt"
        ask_where(self.stage, _("Save report"), ".txt", name, self._write)

    def _write(self, path: Path) -> None:
        try:
            write_text(path, self.report)
        except OSError as error:
            self._told.show(f"{shown_path(path)}: {error.strerror}.", is_trouble=True)
        else:
            self._told.show(_("The report is saved as {file}.").format(file=shown_path(path.name)))


def _written(look: Look, text: str, width: int) -> pygame.Surface:
    """The report as a picture. Lines that are too long are broken; their indents are kept."""
    words, pixels, ink = look.words, look.small, look.theme.colour.ink
    lines: list[str] = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        room = width - words.width(indent, pixels)
        lines += [indent + part for part in words.wrapped(line, pixels, room)] or [""]
    picture = pygame.Surface((width, len(lines) * words.height(pixels)), pygame.SRCALPHA)
    words.draw(picture, lines, pixels, ink, (0, 0))
    return picture


AGAIN_SECONDS = 10.0
"""An error so soon after another one means that the program cannot continue in the same way."""


class FaultError(WormholeError):
    """The program had to end because of an unexpected error."""


class _GoingOn(Enum):
    """What is done after an error of the loop."""

    ASK = auto()
    """Show the report; the user decides."""
    LEAVE = auto()
    """Go to the home screen, too."""
    END = auto()
    """End the program."""


class Faults:
    """Recovers from errors. The sooner they follow each other, the more is closed, so that it never loops."""

    def __init__(self, stage: Stage, folder: Path, clock: Callable[[], float]) -> None:
        self._stage = stage
        self._folder = folder
        """Where a report is written if it cannot be shown."""
        self._clock = clock
        self._last = _GoingOn.ASK
        self._is_soon_until = float("-inf")

    def recover(self, error: Exception) -> None:
        """Continue after an error in the loop. Raises FaultError if that is impossible."""
        traceback.print_exception(error)
        report = self._report(error)
        try:
            self._go_on(error, self._next(), report)
        except Exception:  # the dialog or the home screen cannot be shown either
            self._stage.drop()
            raise FaultError(f"an error that nobody foresaw; {self._written(report)}") from error

    def tell_of(self, error: Exception) -> None:
        """Report an error elsewhere, which stopped nothing here, unless another one is being shown."""
        traceback.print_exception(error)
        if self._stage.dialog is None or not self._stage.dialog.is_alone:
            self._open(self._report(error))

    def _next(self) -> _GoingOn:
        if self._clock() > self._is_soon_until:
            self._last = _GoingOn.ASK
        else:
            self._last = _GoingOn.LEAVE if self._last is _GoingOn.ASK else _GoingOn.END
        self._count_from_now()
        return self._last

    def _count_from_now(self) -> None:
        self._is_soon_until = self._clock() + AGAIN_SECONDS

    def _go_on(self, error: Exception, going_on: _GoingOn, report: str) -> None:
        if going_on is _GoingOn.END:
            raise error
        if going_on is _GoingOn.LEAVE:
            self._stage.drop()
            with contextlib.suppress(Exception):  # one of them may cause the error
                self._stage.games.leave()
            self._stage.rooms.open(destination.Home())
        self._stage.drop_dialogs()
        self._open(report, has_left=going_on is _GoingOn.LEAVE)

    def _open(self, report: str, has_left: bool = False) -> None:
        self._stage.open(FaultDialog(self._stage, report, has_left, self._count_from_now))

    def _report(self, error: Exception) -> str:
        played = ""
        with contextlib.suppress(Exception):  # perhaps the game itself causes the error
            played = self._stage.room.played()
        return report_of(error, played)

    def _written(self, report: str) -> str:
        try:
            return f"the report is in {write_report(report, self._folder)}"
        except OSError as error:
            return f"the report could not be written: {error.strerror}"


@contextlib.contextmanager
def threads_reported() -> Iterator[None]:
    """Within the block, the window reports an error that ends a thread."""
    before = threading.excepthook

    def tell(ended: threading.ExceptHookArgs) -> None:
        if isinstance(ended.exc_value, Exception):
            post(FAULT, error=ended.exc_value)
        else:
            before(ended)

    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = before
