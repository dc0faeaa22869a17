"""Draws the layers of the open screens on the window, and redraws only what changed."""

from __future__ import annotations

import pygame

from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.look.layers import Layer, Sky, Veil, compose
from wormhole.gui.look.look import Look
from wormhole.gui.screen_stack import ScreenStack
from wormhole.gui.tooltip import Tooltip
from wormhole.gui.window import Window

VEIL_OPACITY = 0.62
"""Of the dark layer between a dialog and the screen below it."""


class Compositor:
    """Draws a stack of screens on a window. Call `lay_out` first, and again for each size."""

    def __init__(self, window: Window, stack: ScreenStack, tooltip: Tooltip) -> None:
        self._window = window
        self._stack = stack
        self._tooltip = tooltip
        self._shown: list[Layer] = []
        """The layers of the picture on screen."""

    def lay_out(self, look: Look) -> None:
        """Make the picture for the window's size."""
        size = self._window.size
        self.look = look
        self._sky = Sky(look.backdrop.surface(size))
        self._veil = Veil(size, look.theme.colour.veil, VEIL_OPACITY)
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything at the next `draw`."""
        self._shown = []

    def is_due(self) -> bool:
        """Whether the layers differ from those on screen, as when a dialog opened."""
        return self._layers() != self._shown

    def draw(self, now_seconds: float) -> bool:
        """Draw what changed; returns whether anything did."""
        surface, layers = self._window.surface, self._layers()
        areas = [] if layers == self._shown else [surface.get_rect()]
        self._shown = layers
        boards = [layer for layer in layers if isinstance(layer, BoardLayer) and self._is_bare(areas)]
        areas += [area for layer in layers if layer not in boards for area in layer.changed(now_seconds)]
        drawn = compose(surface, layers, areas, now_seconds)
        drawn += [area for board in boards for area in board.draw_changes(surface, now_seconds)]
        self._window.show(drawn)
        return bool(drawn)

    def _layers(self) -> list[Layer]:
        """All layers, lowest first."""
        stack = self._stack
        layers: list[Layer] = [self._sky]
        if stack.room in stack.awake:
            layers += stack.room.layers
            for above in (stack.notice, stack.sign):
                layers += () if above is None else above.layers
        for dialog in stack.shown_dialogs:
            layers += [self._veil] if dialog.dims else []
            layers += dialog.layers
        return [*layers, self._tooltip]

    def _is_bare(self, areas: list[pygame.Rect]) -> bool:
        """Whether a board may redraw only its changes: nothing covers it and no full redraw is due."""
        stack = self._stack
        return stack.dialog is None and stack.notice is None and self._tooltip.tip is None and not areas
