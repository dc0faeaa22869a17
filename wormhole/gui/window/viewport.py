"""The part of a canvas that the window shows while text is larger than usual, and the bars that scroll it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import pygame

from wormhole.gui.look.layers import Layer, Spot, focused_spot
from wormhole.gui.look.layout import SCROLL_BAR_PIXELS, seen_of
from wormhole.gui.look.theme import Colour
from wormhole.gui.window.screen import Overlay, Room, Screen

WHEEL_PIXELS = 60
KEY_PIXELS = 120
LEAST_THUMB_PIXELS = 24
BAR_PADDING_PIXELS = 3
AROUND_PIXELS = 8
"""What is left free around something that is scrolled into sight."""
EDGE_COLOURS = 16
"""What continues the edge of the picture where a bar would be has so many colours."""
MIDDLE_BUTTON = 2
STEPS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


@dataclass(frozen=True)
class BarColours:
    """The colours of the scroll bars."""

    ground: Colour = (0, 0, 0)
    thumb: Colour = (160, 160, 160)


class Viewport:
    """Where in the canvas the window is. Each screen has its own place, which it gets back.

    Bars, `Alt` with arrows or the wheel, and a drag with the middle button scroll. What gets the keyboard
    focus comes into sight by itself.
    """

    def __init__(self) -> None:
        self.colours = BarColours()
        self.is_stale = False
        """Whether all that the window shows is to be drawn again."""
        self._canvas = self._seen = (0, 0)
        self._size = (0, 0)
        """Of the part of the canvas that the open screens take."""
        self._offset = (0, 0)
        self._screen: Screen | None = None
        self._spot: Spot | None = None
        self._offsets: WeakKeyDictionary[Screen, tuple[int, int]] = WeakKeyDictionary()
        self._held: int | None = None
        """The axis whose bar is dragged."""
        self._grabbed: tuple[int, int] | None = None
        """The pixel of the canvas that the middle button holds."""

    def fit(self, canvas: tuple[int, int]) -> None:
        """Take over the size of the canvas."""
        size, seen = (canvas[0], canvas[1]), seen_of(canvas)
        if (size, seen) != (self._canvas, self._seen):
            self._canvas = self._size = size
            self._seen = seen
            self._go(self._offset)
            self.is_stale = True

    @property
    def can_scroll(self) -> bool:
        """Whether the window shows only a part of what the open screens take."""
        return self._size != self._seen

    @property
    def visible(self) -> pygame.Rect:
        """The rectangle of the canvas that is seen."""
        return pygame.Rect(self._offset, self._seen)

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll as little as is needed to see this rectangle, or its upper left corner if it is large."""
        room, seen = rect.inflate(2 * AROUND_PIXELS, 2 * AROUND_PIXELS), self.visible
        left = max(min(seen.left, room.left), room.right - seen.width)
        top = max(min(seen.top, room.top), room.bottom - seen.height)
        self._go((min(left, room.left), min(top, room.top)))

    def shown(self, pixel: tuple[int, int]) -> tuple[int, int]:
        """The pixel of the window that shows a pixel of the canvas, which comes into sight."""
        if self.can_scroll:
            self.reveal(pygame.Rect(pixel, (1, 1)))
        return pixel[0] - self._offset[0], pixel[1] - self._offset[1]

    def follow(
        self, canvas: tuple[int, int], room: Room, dialogs: Sequence[Overlay], layers: Sequence[Layer]
    ) -> None:
        """Show the screen on top, whose `layers` these are, and what has the focus there."""
        self.fit(canvas)
        screens: Sequence[Room | Overlay] = (room, *dialogs)
        screen, area = screens[-1], dialogs[-1].area if dialogs else None
        if self._canvas == self._seen:
            self._screen = screen
            return
        is_new = screen is not self._screen
        if is_new and self._screen is not None:
            self._offsets[self._screen] = self._offset
        self._limit(screens)
        if is_new:
            self._screen = screen
            if screen in self._offsets:
                self._go(self._offsets[screen])
            elif area is None:
                self._go((0, 0))
            else:
                self.reveal(area)
            self._spot = focused_spot(layers)
        spot = focused_spot(layers)
        if spot != self._spot:
            self._spot = spot
            if spot is not None:
                self.reveal(pygame.Rect(spot.rect))

    def handle(self, event: pygame.Event, pointer: tuple[int, int]) -> bool:
        """Scroll by an event with its place in pixels of the window; returns whether it was used."""
        if not self.can_scroll:
            return False
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if event.type == pygame.MOUSEWHEEL:
            is_held = pygame.key.get_mods() & pygame.KMOD_ALT
            return bool(is_held or self._bar_at(pointer) is not None) and self.wheel(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (1, MIDDLE_BUTTON):
            was_held = self._held is not None or self._grabbed is not None
            self._held = self._grabbed = None
            return was_held
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEMOTION:
            return self._drag(event.pos)
        return False

    def wheel(self, event: pygame.Event) -> bool:
        """Scroll by the wheel; with Shift, to the side."""
        across, down = event.x, -event.y
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            across, down = across + down, 0
        return self._move(WHEEL_PIXELS * across, WHEEL_PIXELS * down)

    def draw(self, surface: pygame.Surface, canvas: pygame.Surface) -> None:
        """Draw the bars below and beside what is seen; where none is needed, the canvas or its edge."""
        whole, seen = surface.get_rect(), pygame.Rect((0, 0), self._seen)
        below = pygame.Rect(seen.left, seen.bottom, seen.width, whole.bottom - seen.bottom)
        beside = pygame.Rect(seen.right, whole.top, whole.right - seen.right, whole.height)
        for axis, strip in enumerate((below, beside)):
            if self._bar(axis):
                surface.fill(self.colours.ground, strip)
                thumb = self._thumb(axis).inflate(-2 * BAR_PADDING_PIXELS, -2 * BAR_PADDING_PIXELS)
                radius = (SCROLL_BAR_PIXELS - 2 * BAR_PADDING_PIXELS) // 2
                pygame.draw.rect(surface, self.colours.thumb, thumb, border_radius=radius)
            elif canvas.get_rect().contains(strip.move(self._offset)):
                surface.blit(canvas, strip, strip.move(self._offset))
            elif strip:
                edge = strip.move(0, -1) if axis == 0 else strip.move(-1, 0)
                edge[3 - axis] = 1
                few = (1, EDGE_COLOURS) if axis else (EDGE_COLOURS, 1)  # which have no stars
                colours = pygame.transform.smoothscale(surface.subsurface(edge), few)
                surface.blit(pygame.transform.smoothscale(colours, strip.size), strip)

    def _handle_key(self, event: pygame.Event) -> bool:
        if event.key not in STEPS or not event.mod & pygame.KMOD_ALT:
            return False
        across, down = STEPS[event.key]
        self._move(KEY_PIXELS * across, KEY_PIXELS * down)
        return True

    def _press(self, event: pygame.Event) -> bool:
        if event.button == MIDDLE_BUTTON:
            self._grabbed = event.pos[0] + self._offset[0], event.pos[1] + self._offset[1]
            return True
        axis = self._bar_at(event.pos)
        if axis is not None and event.button == 1:
            self._held = axis
            self._drag(event.pos)
        return axis is not None

    def _drag(self, pixel: tuple[int, int]) -> bool:
        if self._grabbed is not None:
            self._go((self._grabbed[0] - pixel[0], self._grabbed[1] - pixel[1]))
        elif self._held is not None:
            axis, offset = self._held, list(self._offset)
            length = self._thumb(axis).size[axis]
            way = max(1, self._seen[axis] - length)
            share = (pixel[axis] - length / 2) / way
            offset[axis] = round(share * (self._size[axis] - self._seen[axis]))
            self._go((offset[0], offset[1]))
        else:
            return False
        return True

    def _move(self, across: int, down: int) -> bool:
        before = self._offset
        self._go((before[0] + across, before[1] + down))
        return self._offset != before

    def _limit(self, screens: Sequence[Room | Overlay]) -> None:
        """Scroll only over what these take."""
        canvas, size = pygame.Rect((0, 0), self._canvas), pygame.Rect((0, 0), self._seen)
        for area in (screen.area for screen in screens):
            size.union_ip(canvas if area is None else area.clip(canvas))
        if size.size != self._size:
            self._size = size.size
            self._go(self._offset)
            self.is_stale = True

    def _go(self, offset: tuple[int, int]) -> None:
        left, top = (
            max(0, min(wished, size - seen))
            for wished, size, seen in zip(offset, self._size, self._seen, strict=True)
        )
        if (left, top) != self._offset:
            self._offset = left, top
            self.is_stale = True

    def _bar(self, axis: int) -> pygame.Rect:
        """The bar that scrolls across (0) or down (1), in pixels of the window; empty if there is none."""
        if self._size[axis] <= self._seen[axis]:
            return pygame.Rect(0, 0, 0, 0)
        bar = pygame.Rect(0, 0, *self._seen)
        bar[1 - axis], bar[3 - axis] = self._seen[1 - axis], SCROLL_BAR_PIXELS
        return bar

    def _thumb(self, axis: int) -> pygame.Rect:
        thumb, seen, size = self._bar(axis), self._seen[axis], self._size[axis]
        length = max(LEAST_THUMB_PIXELS, seen * seen // max(1, size))
        thumb[axis] = round((seen - length) * self._offset[axis] / max(1, size - seen))
        thumb[2 + axis] = length
        return thumb

    def _bar_at(self, pixel: tuple[int, int]) -> int | None:
        return next((axis for axis in (0, 1) if self._bar(axis).collidepoint(pixel)), None)
