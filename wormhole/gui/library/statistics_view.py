"""The view of the statistics."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.keys import Command
from wormhole.gui.library.layout import statistics_layout
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage


class StatisticsView:
    """Numbers about the games of a database."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    @property
    def notice_area(self) -> pygame.Rect:
        """The lowest chart."""
        return self._layout.progress

    def place(self, size: tuple[int, int], widgets: Widgets) -> None:
        """Lay out the view."""
        self._layout = statistics_layout(size)
        self._widgets = widgets

    def show(self, database) -> None: ...
    def fail(self, trouble: str) -> None: ...
    def refresh(self) -> None: ...
    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        return self._widgets.handle(event)

    def perform(self, command: Command, now_seconds: float) -> bool:
        return False

    def update(self, now_seconds: float) -> None: ...
    def wakes_in(self, now_seconds: float) -> float | None:
        return None

    def close(self) -> None: ...
