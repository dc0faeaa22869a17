"""The tooltip: a small card that says what a button does, and by which keys."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pygame

from wormhole.gui.look.card import card, key_cap
from wormhole.gui.look.layers import Layer, Pixel, Pointer, Spot, Tip, focused_spot, spot_at
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import mixed

DELAY_SECONDS = 0.6
"""How long the pointer, or the focus, rests on a button before its tooltip appears."""
NEXT_SECONDS = 0.4
"""A tooltip follows another one at once, if that one disappeared not longer ago than this."""
WIDEST_UNITS = 40
HIGHEST_UNITS = 14
"""A tooltip is at most so far above its button."""
LOOK_PIXELS = 12
"""Nothing that can be pressed is smaller than this."""
_HIDING = (
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEWHEEL,
    pygame.KEYDOWN,
    pygame.WINDOWLEAVE,
    pygame.WINDOWFOCUSLOST,
)


class PointerShape:
    """Follows the pointer and gives it the shape for what lies under it."""

    def __init__(self) -> None:
        self._pixel: Pixel | None = None
        self.shape = Pointer.ARROW

    def handle(self, event: pygame.Event) -> None:
        """Notice where the pointer goes."""
        if event.type == pygame.MOUSEMOTION:
            self._pixel = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self._pixel = None

    def spot(self, layers: Sequence[Layer]) -> Spot | None:
        """What lies under the pointer in these layers."""
        return None if self._pixel is None else spot_at(layers, self._pixel)

    def update(self, spot: Spot | None) -> None:
        """Show the shape for what lies under the pointer."""
        shape = Pointer.ARROW if spot is None else spot.pointer
        if shape is not self.shape:
            self.shape = shape
            with contextlib.suppress(pygame.error):  # not every display has all shapes
                pygame.mouse.set_cursor(shape.value)


class Tooltip:
    """The layer above all others. It watches where the pointer and the keyboard focus rest.

    A press or a key hides the card.
    """

    def __init__(self) -> None:
        self.tip: Tip | None = None
        """The words shown."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Where they are shown."""
        self._picture: pygame.Surface | None = None
        self._stale: list[pygame.Rect] = []
        self._follows_pointer = False
        """Whether the mouse moved last, and not a key was pressed."""
        self._spot: Spot | None = None
        self._due = NEVER
        self._gone_at = float("-inf")
        self._spent: Spot | None = None
        """The spot that was pressed: its tooltip does not appear again while the pointer stays there."""

    def handle(self, event: pygame.Event, now_seconds: float) -> None:
        """Notice where the pointer goes, and what hides the card."""
        if event.type == pygame.MOUSEMOTION:
            self._follows_pointer = True
        elif event.type in _HIDING:
            self._hide(now_seconds)
            self._spent = self._spot
            if event.type in (pygame.KEYDOWN, pygame.WINDOWLEAVE):
                self._follows_pointer = False

    def update(
        self,
        pointed: Spot | None,
        layers: Sequence[Layer],
        look: Look,
        window: pygame.Rect,
        now_seconds: float,
    ) -> float:
        """Show the tooltip that is due: of what is `pointed` at, or has the focus in these layers.

        It stays in `window`, the rectangle that is seen.

        Returns when one is due next.
        """
        spot = pointed if self._follows_pointer else focused_spot(layers)
        if spot != self._spot:
            self._spot, self._spent = spot, None
            was_shown = self.tip is not None
            self._hide(now_seconds)
            follows = was_shown or now_seconds - self._gone_at <= NEXT_SECONDS
            has_tip = spot is not None and spot.tip is not None
            self._due = now_seconds + (0.0 if follows else DELAY_SECONDS) if has_tip else NEVER
        if now_seconds >= self._due and spot != self._spent and spot is not None and spot.tip is not None:
            self._due = NEVER
            self.tip = spot.tip
            self._picture = _card(look, spot.tip)
            self.rect = _place(look, self._picture, spot, window, layers)
            self._stale.append(self.rect)
        return self._due

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Where the card appeared or disappeared."""
        stale, self._stale = self._stale, []
        return stale

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card, if it is shown."""
        if self.tip is not None and self._picture is not None:
            surface.blit(self._picture, self.rect)

    def _hide(self, now_seconds: float) -> None:
        if self.tip is not None:
            self._gone_at = now_seconds
            self._stale.append(self.rect)
        self.tip, self._due = None, NEVER


def _card(look: Look, tip: Tip) -> pygame.Surface:
    """The words, and the keys beside them."""
    scale, colour, words = look.scale, look.theme.colour, look.words
    pixels = scale.text(13)
    lines = words.wrapped(tip.text, pixels, scale.units(WIDEST_UNITS))
    caps = [key_cap(look, cap, scale.units(2.5)) for cap in tip.caps]
    gap, padding = scale.units(0.5), scale.units(1)
    text_width = max((words.width(line, pixels) for line in lines), default=0)
    caps_width = sum(cap.get_width() + gap for cap in caps) + (gap if caps and lines else 0)
    line_height = words.height(pixels)
    inner = max(len(lines) * line_height, max((cap.get_height() for cap in caps), default=0))
    size = (text_width + caps_width + 2 * padding, inner + padding)
    fill, line = mixed(colour.panel, colour.raised, 0.75), mixed(colour.panel_line, colour.muted, 0.6)
    picture = card(look.sprites, size, scale.pixels(7), fill, 1.0, line, scale.pixels(1))
    top = (size[1] - len(lines) * line_height) // 2
    words.draw(picture, lines, pixels, colour.ink, (padding, top))
    left = padding + text_width + (2 * gap if lines else 0)
    for cap in caps:
        picture.blit(cap, cap.get_rect(midleft=(left, size[1] // 2)))
        left += cap.get_width() + gap
    return picture


def _place(
    look: Look, picture: pygame.Surface, spot: Spot, window: pygame.Rect, layers: Sequence[Layer]
) -> pygame.Rect:
    """The card's rectangle: below its button or, if it would not fit or would cover another one, above it.

    If it covers one there, too, it is above those. If all places do, the first one is taken.
    """
    gap, step = look.scale.pixels(6), look.scale.pixels(LOOK_PIXELS)
    beside = pygame.Rect(spot.tip.around if spot.tip is not None and spot.tip.around else spot.rect)
    middle, inside = pygame.Rect(spot.rect).centerx, window.inflate(-2 * gap, -2 * gap)
    below = picture.get_rect(midtop=(middle, beside.bottom + gap))
    above = picture.get_rect(midbottom=(middle, beside.top - gap))
    places = [below, *(above.move(0, -up) for up in range(0, look.scale.units(HIGHEST_UNITS), step))]
    fitting = [
        place.clamp(inside) for place in places if inside.top <= place.top < place.bottom <= inside.bottom
    ]
    free = (place for place in fitting if not _covers(place, spot, layers))
    return next(free, fitting[0] if fitting else above.clamp(inside))


def _covers(place: pygame.Rect, spot: Spot, layers: Sequence[Layer]) -> bool:
    """Whether a card there covers another button or text field; some pixels of it are looked at."""
    columns, rows = (max(2, 1 + length // LOOK_PIXELS) for length in place.size)
    pixels = (
        (
            place.left + (place.width - 1) * column // (columns - 1),
            place.top + (place.height - 1) * row // (rows - 1),
        )
        for column in range(columns)
        for row in range(rows)
    )
    buttons = [layer for layer in layers if hasattr(layer, "focused_spot")]  # and not a board
    found = (spot_at(buttons, pixel) for pixel in pixels)
    return any(
        other is not None and other.rect != spot.rect and other.pointer in (Pointer.HAND, Pointer.TEXT)
        for other in found
    )
