"""Runs a job that may take a while, with a small dialog until it is done; Esc cancels it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pygame

from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.schedule import EVERY_FRAME
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.background import Job
from wormhole.gui.window.events import DONE, FAULT, post
from wormhole.gui.window.stage import Stage

Result = TypeVar("Result")

WIDTH_UNITS = 40
LINE_UNITS = 4
BAR_UNITS = 1
PATIENCE = N_("This can take a moment.")
READING = N_("Reading…")
LOOK_SECONDS = 0.1
"""Between two checks of the progress."""
BUTTON_UNITS = 5
AT_ONCE_SECONDS = 0.012
"""A job done within this time, less than a frame, opens no dialog."""


def wait_for(
    stage: Stage,
    heading: str,
    work: Callable[[Job[Result]], Result],
    found: Callable[[Result], None],
    failed: Callable[[WormholeError], None] | None = None,
    is_long: bool = False,
    stopped: str = "",
) -> None:
    """Run `work` in a background thread, then call `found` with its result in the window's thread.

    `failed` is called instead with an error of ours; without it, the window reports the error. Long work
    begins once the dialog has been drawn. `stopped` is the message if the player cancels it.
    """
    job = Job(work, is_paused=is_long)
    if not is_long and job.is_done_within(AT_ONCE_SECONDS):
        _deliver(job, found, failed)
    else:
        job.pause()
        stage.open(WaitingDialog(stage, heading, job, lambda: _deliver(job, found, failed), stopped))


def _deliver(
    job: Job[Result],
    found: Callable[[Result], None],
    failed: Callable[[WormholeError], None] | None,
) -> None:
    try:
        result = job.result()
    except Exception as error:  # no failure of a job may end the game
        if failed is not None and isinstance(error, WormholeError):
            failed(error)
        else:
            post(FAULT, error=error)
    else:
        found(result)


class WaitingDialog(Dialog):
    """Waits for a job, then calls `deliver`; closing the dialog cancels the job."""

    size_units = (WIDTH_UNITS, LINE_UNITS + 3 * BAR_UNITS + BUTTON_UNITS)

    def __init__(self, stage: Stage, heading: str, job: Job[Any], deliver: Action, stopped: str = "") -> None:
        super().__init__(stage)
        self.heading = heading
        self._job = job
        self._deliver = deliver
        self._stopped = stopped
        self._updates = 0
        self._words = Hint("small")
        self._bar = ProgressBar()
        self.first = Button(_("Cancel"), stage.close_dialog)
        self._show_progress()

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The line, the bar and the Cancel button."""
        units = look.scale.units
        foot = Row({"left": Fill(), self.first: units(16)}, size=units(BUTTON_UNITS))
        upper: Parts = {self._words: units(LINE_UNITS), self._bar: units(BAR_UNITS)}
        return Column({**upper, "space": Fill(), "foot": foot})

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Ignore DONE, which only wakes the loop; else as any dialog."""
        if event.type == DONE:
            return True
        used = super().handle(event, now_seconds)
        if self._job.is_cancelled and self._stopped:
            self.stage.notices.flash(self._stopped)
        return used

    def update(self, now_seconds: float) -> float:
        """Let the job continue once the dialog has been drawn; deliver its result once it is done.

        It is due until the job continues, and then when that may have progressed. Its end wakes the loop.
        """
        self._updates += 1
        if self._is_drawn:
            self._job.resume()
        self._show_progress()
        if self._job.is_done_within(0.0):
            self.stage.close_dialog()
            self._deliver()
        return now_seconds + LOOK_SECONDS if self._is_drawn else EVERY_FRAME

    def _show_progress(self) -> None:
        self._words.show(self._job.words or _(PATIENCE))
        self._bar.show(self._job.done)

    @property
    def _is_drawn(self) -> bool:
        """The loop draws after each update."""
        return self._updates > 1

    def close(self) -> None:
        """Release the widgets and cancel the job."""
        super().close()
        self._job.cancel()
