"""Draws the open screens on the window, where they changed."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wormhole.gui.board.drawing.board_view import BoardLayer
from wormhole.gui.look.layers import Layer, Sky, Veil, compose
from wormhole.gui.look.look import Look
from wormhole.gui.window.screen_stack import ScreenStack
from wormhole.gui.window.system_window import Window
from wormhole.gui.window.tooltip import Tooltip
from wormhole.gui.window.viewport import BarColours

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
        self._below: pygame.Surface | None = None
        """The picture of all layers below a dialog, while one is open."""
        self._has_more = False
        """Whether a board has left something out, which comes at the next frame."""

    def lay_out(self, look: Look) -> None:
        """Make the picture for the window's size."""
        size = self._window.size
        self.look = look
        self._sky = Sky(look.backdrop.surface(size))
        self._veil = Veil(size, look.theme.colour.veil, VEIL_OPACITY)
        self._window.viewport.colours = BarColours(look.theme.colour.panel, look.theme.colour.muted)
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything at the next `draw`."""
        self._window.viewport.is_stale = True
        self._shown = []
        self._below = None

    def is_due(self) -> bool:
        """Whether the layers differ from those on screen, as when a dialog opened, or a board has more."""
        return self._has_more or self._window.viewport.is_stale or self._layers() != self._shown

    def draw(self, now_seconds: float) -> bool:
        """Draw what changed; returns whether anything did."""
        surface, layers = self._window.surface, self._layers()
        areas = [] if layers == self._shown else [surface.get_rect()]
        self._shown = layers
        if self._veil in layers:
            layers, areas = self._over_below(layers, areas, now_seconds)
        else:
            self._below = None
        boards = [layer for layer in layers if isinstance(layer, BoardLayer) and self._is_bare(areas)]
        areas += [area for layer in layers if layer not in boards for area in layer.changed(now_seconds)]
        drawn = compose(surface, layers, areas, now_seconds)
        drawn += [area for board in boards for area in board.draw_changes(surface, now_seconds)]
        self._has_more = any(board.is_unfinished for board in boards)
        self._window.show(drawn)
        return bool(drawn)

    def paint_ahead(self, has_time: Callable[[], bool]) -> None:
        """Paint what the boards will show, in small steps: the next one, and others while there is time."""
        for layer in self._shown:
            if isinstance(layer, BoardLayer):
                for _step in layer.ahead:
                    if not has_time():
                        return

    def _over_below(
        self, layers: list[Layer], areas: list[pygame.Rect], now_seconds: float
    ) -> tuple[list[Layer], list[pygame.Rect]]:
        """The layers from a dialog on over a picture of those below it, and all areas to redraw.

        While a list in a dialog is scrolled, the many layers below it need not be drawn.
        """
        first = len(layers) - layers[::-1].index(self._veil)
        if self._below is None:
            self._below = pygame.Surface(self._window.size, 0, self._window.surface)
            areas = [self._below.get_rect()]
        below = layers[:first]
        changed = [area for layer in below for area in layer.changed(now_seconds)]
        drawn = compose(self._below, below, [*areas, *changed], now_seconds)
        return [Sky(self._below), *layers[first:]], [*areas, *drawn]

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
