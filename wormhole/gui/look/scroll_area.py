"""What scrolls in a window: its bar, its keys, and what a second press of the same row means."""

from __future__ import annotations

import pygame

from wormhole.gui.look.card import rounded
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed

BAR_UNITS = 0.75
WHEEL_UNITS = 6
LINE_UNITS = 4
LEAST_HANDLE_UNITS = 4
DOUBLE_PRESS_SECONDS = 0.4
ENDS = (pygame.K_HOME, pygame.K_END)


def led_to(key: int, at: int, last: int, page: int, line: int = 1) -> int | None:
    """Where a key leads from ``at``, of 0 to ``last``; None for a key that does not scroll."""
    steps = {pygame.K_UP: -line, pygame.K_DOWN: line, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
    if key in steps:
        return max(0, min(at + steps[key], last))
    return {pygame.K_HOME: 0, pygame.K_END: last}.get(key)


class DoublePress:
    """Finds out whether a row is pressed twice."""

    def __init__(self) -> None:
        self._row: int | None = None
        self._at_seconds = 0.0

    def is_second(self, row: int, now_seconds: float) -> bool:
        """Whether this press of a row follows another one of it at once."""
        found = row == self._row and now_seconds - self._at_seconds <= DOUBLE_PRESS_SECONDS
        self._row, self._at_seconds = None if found else row, now_seconds
        return found

    def forget(self) -> None:
        """The next press is a first one."""
        self._row = None


class Scrolling(Area):
    """A rectangle of the window with a scroll bar. A subclass says what it counts: pixels, or rows."""

    def __init__(self, look: Look | None = None, rect: pygame.Rect | None = None) -> None:
        super().__init__(rect, is_stale=True)
        if look is not None:
            self._look = look
        self._top = 0
        """How much is above what is in sight."""
        self._grip: int | None = None
        """Where the handle is held, in pixels from its top."""

    def go_to_top(self) -> None:
        """Show other content, from its top."""
        self._top, self._grip = 0, None
        self.is_stale = True

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Scroll by the wheel, and by the bar; returns whether the event was used."""
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_to(self._top - event.y * self._wheel)
            return True
        return self._handle_bar(event)

    # What a subclass counts

    @property
    def _most(self) -> int:
        """The farthest that can be scrolled."""
        raise NotImplementedError

    @property
    def _wheel(self) -> int:
        """How far a notch of the wheel scrolls."""
        raise NotImplementedError

    @property
    def _handle_height(self) -> int:
        """The height of the handle in proportion to what is in sight, in pixels."""
        raise NotImplementedError

    @property
    def _track(self) -> pygame.Rect:
        """The rectangle at whose right the handle moves."""
        return self.rect

    # The bar

    def _bar(self) -> pygame.Rect | None:
        """The handle of the scroll bar; None if everything is in sight."""
        if not self._most:
            return None
        width, track = self._look.scale.units(BAR_UNITS), self._track
        height = max(self._handle_height, self._look.scale.units(LEAST_HANDLE_UNITS))
        top = track.top + (track.height - height) * self._top // self._most
        return pygame.Rect(track.right - width, top, width, height)

    def _handle_bar(self, event: pygame.Event) -> bool:
        """Hold, drag and release the handle; returns whether the event was used."""
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            self._drag(event.pos[1])
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._grip is not None:
            self._grip = None
            return True
        bar = self._bar() if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 else None
        if bar is None or not self.rect.collidepoint(event.pos) or event.pos[0] < bar.left:
            return False
        self._grip = event.pos[1] - bar.top if bar.top <= event.pos[1] < bar.bottom else bar.height // 2
        self._drag(event.pos[1])
        return True

    def _drag(self, y: int) -> None:
        bar, track = self._bar(), self._track
        if bar is not None and self._grip is not None and track.height > bar.height:
            share = (y - self._grip - track.top) / (track.height - bar.height)
            self._scroll_to_share(max(0.0, min(share, 1.0)))

    def _draw_scroll_bar(self, surface: pygame.Surface) -> None:
        bar, colour = self._bar(), self._look.theme.colour
        if bar is not None:
            rounded(surface, mixed(colour.panel_line, colour.muted, 0.3), bar, bar.width // 2)

    def _scroll_to_share(self, share: float) -> None:
        self._scroll_to(round(share * self._most))

    def _scroll_to(self, top: int) -> None:
        top = max(0, min(top, self._most))
        if top != self._top:
            self._top = top
            self.is_stale = True


class Scroller(Scrolling):
    """Scrolls content by pixels. A subclass gives the content's height, and draws what is in sight of it."""

    def _measure(self) -> None:
        self._scroll_to(self._top)

    @property
    def width(self) -> int:
        """The width for the content, in pixels: the bar is beside it."""
        return self.rect.width - self._look.scale.units(2 * BAR_UNITS)

    @property
    def content_height(self) -> int:
        """The height of the content in pixels."""
        raise NotImplementedError

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the content that is in sight; what is drawn outside the rectangle is cut off."""
        raise NotImplementedError

    def step(self, key: int) -> bool:
        """Scroll by a key; returns whether it was used."""
        line = self._look.scale.units(LINE_UNITS)
        goal = led_to(key, self._top, self._most, self.rect.height - line, line)
        if goal is not None:
            self._scroll_to(goal)
        return goal is not None

    @property
    def offset(self) -> int:
        """How many pixels of the content are above what is in sight."""
        return self._top

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll until this part of the content is in sight, the upper end of it if it is too high."""
        self._scroll_to(min(max(self._top, bottom - self.rect.height), top))

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw what is in sight, and the bar, unless the clip cuts off all of it."""
        clip = surface.get_clip()
        if not self.rect.colliderect(clip):
            return
        surface.set_clip(self.rect.clip(clip))
        self.draw_content(surface)
        self._draw_scroll_bar(surface)
        surface.set_clip(clip)

    @property
    def _most(self) -> int:
        return max(0, self.content_height - self.rect.height)

    @property
    def _wheel(self) -> int:
        return self._look.scale.units(WHEEL_UNITS)

    @property
    def _handle_height(self) -> int:
        return round(self.rect.height / self.content_height * self.rect.height)


class ScrollArea(Scroller):
    """Scrolls a picture."""

    def __init__(self, look: Look | None = None, rect: pygame.Rect | None = None) -> None:
        super().__init__(look, rect)
        self._picture: pygame.Surface | None = None

    @property
    def content_height(self) -> int:
        """The height of the picture."""
        return 0 if self._picture is None else self._picture.get_height()

    def show(self, picture: pygame.Surface) -> None:
        """Show this picture from its top."""
        self._picture = picture
        self.go_to_top()

    def draw_on(self, picture: pygame.Surface) -> None:
        """Show the same content, drawn for another rectangle, from about the same place."""
        before, self._picture, self.is_stale = self._picture, picture, True
        height = picture.get_height() if before is None else before.get_height()
        self._scroll_to(self._top * picture.get_height() // max(1, height))

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the picture."""
        if self._picture is not None:
            surface.blit(self._picture, (self.rect.left, self.rect.top - self._top))
