"""A bar in the exercise room that shows the steps of a lesson: done, at hand, still to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.gui.layout import row
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.look import Look
from wormhole.gui.look.rounded import rounded
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage

THICK_UNITS = 0.75

Steps = tuple[tuple[bool, ...], int]
"""Which steps are done, and the one at hand."""


class StepBar:
    """A part of the panel, between the task and the feedback."""

    units = 1.0
    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage, read: Callable[[], Steps]) -> None:
        self._stage = stage
        self._read = read

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Lay it out at the top of its place."""
        look = self._stage.look
        bar = pygame.Rect(rect.left, 0, rect.width, look.scale.units(THICK_UNITS))
        bar.centery = rect.top + look.scale.unit // 2
        self._area = _Segments(look, bar)
        self.layers = (self._area,)

    def refresh(self) -> None:
        """Show what has changed."""
        self._area.show(self._read())

    def update(self, now_seconds: float) -> None:
        """Nothing moves here."""


class _Segments(DrawnArea):
    """One segment for each step."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._steps: Steps = ((), 0)

    def show(self, steps: Steps) -> None:
        """Show these steps."""
        if steps != self._steps:
            self._steps = steps
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The bar."""
        look = self._look
        colour, picture = look.theme.colour, pygame.Surface(self.rect.size, pygame.SRCALPHA)
        done, at_hand = self._steps
        places = row(picture.get_rect(), max(1, len(done)), look.scale.pixels(5))
        for index, (place, is_done) in enumerate(zip(places, done, strict=False)):
            fill = colour.ink if index == at_hand else colour.sign_good if is_done else colour.panel_line
            thick = place.height if index == at_hand else max(2, place.height * 2 // 3)
            rounded(picture, fill, place.inflate(0, thick - place.height), thick // 2)
        return picture
