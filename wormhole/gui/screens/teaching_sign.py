"""A small ring in the corner of the window: the computer is being taught. A press opens the dialog."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.dialogs.teach import TeachDialog
from wormhole.gui.dialogs.teaching_words import phase_words
from wormhole.gui.keys import Command
from wormhole.gui.language import _
from wormhole.gui.look.chart import svg_fill, svg_picture
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.look import Look
from wormhole.gui.look.spot import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.theme import hexed
from wormhole.gui.screen import Stage

if TYPE_CHECKING:
    from wormhole.learn.teacher import TeachingNow

SIZE_UNITS, MARGIN_UNITS = 2, 0.5
STEPS = 24
"""Of the ring that fills up."""
LOOK_SECONDS = 1.0


class TeachingSign:
    """A screen above the room, no larger than a button. It is shown while something is taught."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ring: _Ring | None = None
        self.layers: tuple[Layer, ...] = ()

    def place(self, size: tuple[int, int]) -> None:
        """Lay it out in the upper left corner."""
        look = self._stage.look
        side, margin = look.scale.units(SIZE_UNITS), look.scale.units(MARGIN_UNITS)
        self._ring = _Ring(look, pygame.Rect(margin, margin, side, side))
        self.layers = (self._ring,)
        self.update(0.0)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """A press on the ring opens the dialog."""
        now = self._stage.teacher().now
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if now is None or self._ring is None or not is_press or not self._ring.rect.collidepoint(event.pos):
            return False
        self._stage.open(TeachDialog(self._stage, now.variant))
        return True

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do nothing: the sign has no commands."""
        return False

    def update(self, now_seconds: float) -> None:
        """Show how far the teaching is."""
        now = self._stage.teacher().now
        if now is not None and self._ring is not None:
            self._ring.show(now)

    def wakes_in(self, now_seconds: float) -> float | None:
        """When it looks again."""
        return LOOK_SECONDS

    def close(self) -> None:
        """Nothing is held."""


class _Ring(DrawnArea):
    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._steps = 0
        self._tip = Tip("")

    def show(self, now: TeachingNow) -> None:
        game = _("The computer learns {game}.").format(game=_(now.variant.title))
        self._tip = Tip(f"{game} {phase_words(now)}.")
        steps = round(STEPS * now.share)
        if steps != self._steps:
            self._steps = steps
            self.redraw()

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """It can be pressed, and its tooltip says what goes on."""
        return Spot(tuple(self.rect), Pointer.HAND, self._tip) if self.rect.collidepoint(pixel) else None

    def drawn(self) -> pygame.Surface:
        colour, side = self._look.theme.colour, self.rect.width
        middle, width = side / 2, side / 7
        radius = middle - width / 2 - 0.5
        angle = 2 * math.pi * min(self._steps / STEPS, 0.999)
        x, y = middle + radius * math.sin(angle), middle - radius * math.cos(angle)
        is_long = int(angle > math.pi)
        stroke = f'fill="none" stroke-width="{width:.2f}" stroke-linecap="round"'
        shapes = (
            f'<circle cx="{middle}" cy="{middle}" r="{radius:.2f}" {stroke} stroke="{hexed(colour.raised)}"/>'
            f'<path d="M{middle} {middle - radius:.2f} '
            f'A{radius:.2f} {radius:.2f} 0 {is_long} 1 {x:.2f} {y:.2f}" '
            f'{stroke} stroke="{hexed(colour.accent)}"/>'
            f'<circle cx="{middle}" cy="{middle}" r="{side / 7:.2f}" {svg_fill(colour.accent)}/>'
        )
        return self._look.sprites.sketch(svg_picture(self.rect.size, shapes))
