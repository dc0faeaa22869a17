"""A chess clock on a player's card: its digits, which count down, and its plate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

import pygame

from wormhole.gui.look.card import rounded
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.play.clocks import TENTHS_BELOW_SECONDS, Reading

WIDEST = "0:00:00"
"""The longest time at the digits' full size; longer ones are drawn smaller."""
DIGITS_SHARE = 0.64
"""The size of the digits as a share of the clock's height."""
LARGEST_DIGITS = 34


def time_words(seconds: float) -> str:
    """The time as on a chess clock: tenths of a second when it gets short.

    >>> time_words(300), time_words(9.87), time_words(3723)
    ('5:00', '0:09.8', '1:02:03')
    """
    if seconds < TENTHS_BELOW_SECONDS:
        tenths = floor(seconds * 10 + 1e-6)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    whole = floor(seconds + 1e-6)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def digits_pixels(look: Look, height: int) -> int:
    """The size of the digits in a clock of that height."""
    return min(round(DIGITS_SHARE * height), look.scale.text(LARGEST_DIGITS))


def clock_width(look: Look, height: int) -> int:
    """The width of a clock of that height."""
    return look.words.width(WIDEST, digits_pixels(look, height), bold=True) + height // 3


class ClockFace:
    """A layer with one clock; `read` gives what it shows at a time."""

    def __init__(self, rect: pygame.Rect, look: Look, read: Callable[[float], Reading | None]) -> None:
        self.rect = self._moved_from = rect
        self._look = look
        self._read = read
        self._shown: tuple[str, bool, bool] | None = None
        self._is_turned = False

    def move(self, rect: pygame.Rect, is_turned: bool) -> None:
        """Move the clock; ``is_turned``: upside down."""
        if (rect, is_turned) != (self.rect, self._is_turned):
            self._moved_from, self.rect, self._is_turned, self._shown = self.rect, rect, is_turned, None

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The clock, if it shows something else."""
        shown = self._showing(now_seconds)
        if shown == self._shown:
            return ()
        self._shown = shown
        before, self._moved_from = self._moved_from, self.rect
        return (before, self.rect)

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the time, on a plate while it runs or is low."""
        if self._shown is None or not self.rect.colliderect(surface.get_clip()):
            return
        text, is_running, is_low = self._shown
        look, colour = self._look, self._look.theme.colour
        plate, line, ink = self._colours(is_running, is_low)
        corner = min(look.corner, self.rect.height // 4)
        rounded(surface, plate, self.rect, corner)
        rounded(surface, line, self.rect, corner, look.scale.pixels(1))
        pixels = digits_pixels(look, self.rect.height)
        room = self.rect.width - self.rect.height // 4
        while look.words.width(text, pixels, bold=True) > room and pixels > 8:
            pixels -= 1
        digits = look.words.line(text, pixels, ink or colour.muted, bold=True)
        if self._is_turned:
            digits = pygame.transform.flip(digits, True, True)
        surface.blit(digits, digits.get_rect(center=self.rect.center))

    def _showing(self, now_seconds: float) -> tuple[str, bool, bool] | None:
        reading = self._read(now_seconds)
        return None if reading is None else (time_words(reading.seconds), reading.is_running, reading.is_low)

    def _colours(self, is_running: bool, is_low: bool) -> tuple[Colour, Colour, Colour]:
        """Plate, rim and digits."""
        colour = self._look.theme.colour
        if is_running and is_low:
            return mixed(colour.panel, colour.alarm, 0.42), colour.alarm, colour.ink
        if is_running:
            return (
                mixed(colour.panel, colour.lit, 0.24),
                mixed(colour.panel_line, colour.lit, 0.8),
                colour.ink,
            )
        ink = mixed(colour.muted, colour.alarm, 0.6) if is_low else mixed(colour.muted, colour.ink, 0.3)
        return mixed(colour.panel, colour.sky_edge, 0.35), colour.panel_line, ink
