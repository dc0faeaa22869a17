"""The open screens: the room that fills the window, a message at its bottom, dialogs over both."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pygame

from wormhole.gui.board.drawing.board_view import BoardLayer
from wormhole.gui.dialogs.notices import Notice
from wormhole.gui.look.layers import Layer, Sky, Veil, compose
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.window.keys import Command
from wormhole.gui.window.screen import ANALYSED, ANSWER, Overlay, Room, Screen
from wormhole.gui.window.system_window import Window
from wormhole.gui.window.tooltip import Tooltip


class ScreenStack:
    """The open screens. Events go to the one on top. Call `show` with a room first."""

    def __init__(self) -> None:
        self.room: Room
        self.notice: Notice | None = None
        self.sign: Screen | None = None
        """A small sign over every room."""
        self.dialogs: list[Overlay] = []
        """Lowest first."""
        self._size = (0, 0)
        self.is_empty = True

    def __iter__(self) -> Iterator[Screen]:
        """All open screens, lowest first."""
        if self.is_empty:
            return
        yield self.room
        if self.notice is not None:
            yield self.notice
        if self.sign is not None:
            yield self.sign
        yield from tuple(self.dialogs)

    @property
    def awake(self) -> tuple[Screen, ...]:
        """The screens that are updated and drawn: all, or those from a dialog on that is to be alone."""
        for index, dialog in enumerate(self.dialogs):
            if dialog.is_alone:
                return tuple(self.dialogs[index:])
        return tuple(self)

    @property
    def dialog(self) -> Overlay | None:
        """The dialog on top, if any."""
        return self.dialogs[-1] if self.dialogs else None

    @property
    def shown_dialogs(self) -> list[Overlay]:
        """The dialog on top, and below it those that it is a part of."""
        first = len(self.dialogs) - 1
        while first > 0 and self.dialogs[first].is_part:
            first -= 1
        return self.dialogs[max(0, first) :]

    @property
    def top_layers(self) -> tuple[Layer, ...]:
        """The layers that the keys and the mouse go to, lowest first."""
        if self.dialog is not None:
            return tuple(self.dialog.layers)
        return tuple(layer for screen in self for layer in screen.layers)

    # Opening and closing

    def show(self, room: Room) -> None:
        """Close everything and show this room. It must still be placed."""
        self.close()
        self.notice, self.dialogs = None, []
        self.room, self.is_empty = room, False

    def open(self, dialog: Overlay) -> None:
        """Open a dialog over everything."""
        self.dialogs.append(dialog)
        dialog.place(self._size)

    def close_dialog(self) -> None:
        """Close the dialog on top; the one below it is laid out again and shown."""
        if self.dialogs:
            self.dialogs.pop().close()
            self.refresh_dialog()

    def refresh_dialog(self) -> None:
        """Lay out the dialog on top again."""
        if self.dialog is not None:
            self.dialog.place(self._size)

    def put_up(self, notice: Notice | None) -> None:
        """Show this message instead of the present one; None removes it."""
        if self.notice is not None:
            self.notice.close()
        self.notice = notice
        if notice is not None:
            notice.place(self._size)

    def show_sign(self, sign: Screen | None) -> None:
        """Show a sign, unless one is shown already; None removes it."""
        if sign is None:
            self.sign = None
        elif self.sign is None:
            self.sign = sign
            sign.place(self._size)

    def place(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of this size."""
        self._size = size
        for screen in self.awake:
            screen.place(size)

    def close(self) -> None:
        """Close all screens, once."""
        screens, self.is_empty = tuple(self), True
        for screen in screens:
            screen.close()

    def drop_dialogs(self) -> None:
        """Close all dialogs and the message, whatever is wrong with them."""
        dropped: list[Screen] = [*self.dialogs, *([] if self.notice is None else [self.notice])]
        self.dialogs, self.notice = [], None
        for screen in dropped:
            with contextlib.suppress(Exception):
                screen.close()

    def drop(self) -> None:
        """Close everything, whatever is wrong with it. Nothing is shown until `show`."""
        self.drop_dialogs()
        if not self.is_empty:
            self.is_empty = True
            with contextlib.suppress(Exception):
                self.room.close()

    # Events and time

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give an event to the screen on top; returns whether it was used."""
        if event.type in (ANSWER, ANALYSED):
            return self.room.handle(event, now_seconds)
        if self.dialog is not None:
            return self.dialog.handle(event, now_seconds)
        if self.sign is not None and self.sign.handle(event, now_seconds):
            return True
        if self.notice is not None and self.notice.handle(event, now_seconds):
            return True
        return self.room.handle(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Let the dialog on top, or else the room, do a command; returns whether it was used."""
        return (self.dialog or self.room).perform(command, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Update all screens; returns when a screen is due next."""
        awake = self.awake
        due = min((screen.update(now_seconds) for screen in awake), default=NEVER)
        return due if awake == self.awake else EVERY_FRAME


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
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything at the next `draw`."""
        self._shown = []
        self._below = None

    def is_due(self) -> bool:
        """Whether the layers differ from those on screen, as when a dialog opened, or a board has more."""
        return self._has_more or self._layers() != self._shown

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
