"""Parts of a window whose content is higher than themselves, and scrolls."""

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


class Scroller(Area):
    """A rectangle of the window with content and, if that is higher, a scroll bar at its right.

    A subclass gives the content's height, and draws what is in sight of it.
    """

    def __init__(self, look: Look | None = None, rect: pygame.Rect | None = None) -> None:
        super().__init__(rect, is_stale=True)
        if look is not None:
            self._look = look
        self._top = 0
        self._grip: int | None = None
        """Where the handle is held, in pixels from its top."""

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

    def go_to_top(self) -> None:
        """Show other content, from its top."""
        self._top, self._grip = 0, None
        self.is_stale = True

    def handle(self, event: pygame.Event) -> bool:
        """Scroll by the wheel, and by the bar; returns whether the event was used."""
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_to(self._top - event.y * self._look.scale.units(WHEEL_UNITS))
            return True
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            self._drag(event.pos[1])
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._grip is not None:
            self._grip = None
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        return False

    def step(self, key: int) -> bool:
        """Scroll by a key; returns whether it was used."""
        line, page = self._look.scale.units(LINE_UNITS), self.rect.height - self._look.scale.units(LINE_UNITS)
        steps = {pygame.K_UP: -line, pygame.K_DOWN: line, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        ends = {pygame.K_HOME: 0, pygame.K_END: self._most}
        if key not in steps and key not in ends:
            return False
        self._scroll_to(ends[key] if key in ends else self._top + steps[key])
        return True

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
        bar, colour = self._bar(), self._look.theme.colour
        if bar is not None:
            fill = mixed(colour.panel_line, colour.muted, 0.3)
            rounded(surface, fill, bar, bar.width // 2)
        surface.set_clip(clip)

    @property
    def _most(self) -> int:
        return max(0, self.content_height - self.rect.height)

    def _bar(self) -> pygame.Rect | None:
        """The handle of the scroll bar; None if everything is in sight."""
        if not self._most:
            return None
        width = self._look.scale.units(BAR_UNITS)
        share = self.rect.height / self.content_height
        height = max(round(share * self.rect.height), self._look.scale.units(LEAST_HANDLE_UNITS))
        top = self.rect.top + (self.rect.height - height) * self._top // self._most
        return pygame.Rect(self.rect.right - width, top, width, height)

    def _press(self, pixel: tuple[int, int]) -> bool:
        bar = self._bar()
        if bar is None or not self.rect.collidepoint(pixel) or pixel[0] < bar.left:
            return False
        self._grip = pixel[1] - bar.top if bar.collidepoint(pixel) else bar.height // 2
        self._drag(pixel[1])
        return True

    def _drag(self, y: int) -> None:
        bar = self._bar()
        if bar is not None and self._grip is not None and self.rect.height > bar.height:
            self._scroll_to((y - self._grip - self.rect.top) * self._most // (self.rect.height - bar.height))

    def _scroll_to(self, top: int) -> None:
        top = max(0, min(top, self._most))
        if top != self._top:
            self._top = top
            self.is_stale = True


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
