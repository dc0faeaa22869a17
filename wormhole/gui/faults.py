"""Errors that nobody foresaw: the program tells of them, and goes on."""

from __future__ import annotations

import contextlib
import threading
import traceback
from collections.abc import Callable, Iterator
from enum import Enum, auto
from pathlib import Path

from wormhole.gui.background import FAULT, post
from wormhole.gui.screen import Stage
from wormhole.gui.screen_stack import ScreenStack
from wormhole.rules.errors import WormholeError

AGAIN_SECONDS = 10.0
"""An error so soon after another one means that the program cannot go on in the same way."""


class FaultError(WormholeError):
    """The program had to end because of an error that nobody foresaw."""


class _GoingOn(Enum):
    """What is done after an error of the loop."""

    ASK = auto()
    """Show the report; a person decides."""
    LEAVE = auto()
    """Go to the home screen, too."""
    END = auto()
    """End the program."""


class Faults:
    """Recovers from errors. The sooner they follow each other, the more is left behind: never a loop."""

    def __init__(self, stage: Stage, stack: ScreenStack, folder: Path, clock: Callable[[], float]) -> None:
        self._stage = stage
        self._stack = stack
        self._folder = folder
        """Where a report is written if it cannot be shown."""
        self._clock = clock
        self._last = _GoingOn.ASK
        self._is_soon_until = float("-inf")

    def recover(self, error: Exception) -> None:
        """Go on after an error in the loop. Raises FaultError if that is impossible."""
        traceback.print_exception(error)
        report = self._report(error)
        try:
            self._go_on(error, self._next(), report)
        except Exception:  # the dialog or the home screen cannot be shown either
            self._stack.drop()
            raise FaultError(f"an error that nobody foresaw; {self._written(report)}") from error

    def tell_of(self, error: Exception) -> None:
        """Tell of an error elsewhere, which stopped nothing here, unless another one is being told."""
        traceback.print_exception(error)
        if self._stack.dialog is None or not self._stack.dialog.is_alone:
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
            self._stack.drop()
            self._stage.show_home()
        self._stack.drop_dialogs()
        self._open(report, has_left=going_on is _GoingOn.LEAVE)

    def _open(self, report: str, has_left: bool = False) -> None:
        from wormhole.gui.dialogs.fault import FaultDialog

        self._stage.open(FaultDialog(self._stage, report, has_left, self._count_from_now))

    def _report(self, error: Exception) -> str:
        from wormhole.gui.fault_report import report_of

        played = ""
        with contextlib.suppress(Exception):  # perhaps the game itself is what is wrong
            played = self._stack.room.played()
        return report_of(error, played)

    def _written(self, report: str) -> str:
        from wormhole.gui.fault_report import write_report

        try:
            return f"the report is in {write_report(report, self._folder)}"
        except OSError as error:
            return f"the report could not be written: {error.strerror}"


@contextlib.contextmanager
def threads_reported() -> Iterator[None]:
    """Within the block, an error that ends a thread is told by the window."""
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
