"""Fingers on a touch screen: they do what a mouse does.

SDL makes mouse events of the first finger, with ``touch`` set; of fingers on a trackpad it makes none, and
these have no meaning here. The events are held back for a moment, since a second finger or a long press may
give them another meaning:

| fingers | meaning |
|---|---|
| tap, drag | the left button |
| long press | the right button, where nothing else is opened by it |
| two fingers tap | the right button |
| two fingers move together | the wheel |
| two fingers pinch | the fold view of what is under the first one |

A tap beside what can be pressed counts as one on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import hypot, tau

import pygame

from wormhole.gui.look.layers import Layer, Pixel, Pointer, spot_at
from wormhole.gui.look.schedule import NEVER

HELD_SECONDS = 0.12
"""A press waits so long for a second finger."""
LONG_PRESS_SECONDS = 0.8
"""A little longer than that of boards, which opens their menu."""
TAP_SECONDS = 0.6
"""Two fingers that rest longer do not tap."""
WOBBLE_PIXELS = 12
"""A finger that moves less rests."""
WHEEL_PIXELS = 28
"""The way of two fingers for a step of the wheel."""
PINCH_SHARE = 0.3
"""The least change of the distance of two fingers that pinch."""
REACH_PIXELS = 16
"""So far beside a button a tap still counts."""
DIRECTIONS = 12
OUTSIDE = (-1, -1)
LEFT, RIGHT = 1, 3
_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


class Gesture(Enum):
    """What the fingers do."""

    NOTHING = auto()
    HELD = auto()
    """One finger rests. Nobody knows of it yet."""
    PRESS = auto()
    """One finger is the left button."""
    TWO = auto()
    """Two fingers rest."""
    SCROLL = auto()
    OVER = auto()
    """The gesture had its effect; the fingers are still there."""


@dataclass
class Touch:
    """Follows the fingers. `translate` gets each event, `update` the time."""

    gesture: Gesture = Gesture.NOTHING
    _at: Pixel = (0, 0)
    """Where the first finger, or what it aims at, was put."""
    _pressed_at: Pixel = (0, 0)
    _rests: bool = True
    """Whether the first finger has not moved since it was put."""
    _since: float = 0.0
    _top: object = None
    """What was on top of the screen then."""
    _fingers: dict[tuple[int, int], Pixel] = field(default_factory=dict)
    _begun: tuple[Pixel, float] = ((0, 0), 1.0)
    """The middle of two fingers, and their distance, when they were put."""
    _scrolled: float = 0.0
    """How far they have moved since the last step of the wheel."""

    def translate(
        self, event: pygame.Event, layers: Sequence[Layer], top: object, now_seconds: float
    ) -> list[pygame.Event]:
        """The events for the screen instead of this one, which has its pixel in ``pos``.

        ``layers`` are those of ``top``, the screen that gets them.
        """
        if event.type == pygame.WINDOWFOCUSLOST:
            self.gesture = Gesture.NOTHING
            self._fingers.clear()
        if event.type in FINGERS:
            return [*self._finger(event, now_seconds), event]
        if event.type in _MOUSE and getattr(event, "touch", False):
            return [*self._first_finger(event, layers, top, now_seconds)]
        return [event]

    def update(self, top: object, now_seconds: float) -> list[pygame.Event]:
        """The events that are due now."""
        if self.gesture in (Gesture.HELD, Gesture.PRESS) and top is not self._top:
            self.gesture = Gesture.OVER  # it was meant for another screen
        if self.gesture is Gesture.HELD and now_seconds >= self._since + HELD_SECONDS:
            self.gesture = Gesture.PRESS
            return [_button(pygame.MOUSEBUTTONDOWN, LEFT, self._at)]
        is_long = self.gesture is Gesture.PRESS and now_seconds >= self._since + LONG_PRESS_SECONDS
        if is_long and self._rests:
            self.gesture = Gesture.OVER
            return [*_let_go(), *_right_click(self._at)]
        return []

    @property
    def due(self) -> float:
        """When `update` is due."""
        if self.gesture is Gesture.HELD:
            return self._since + HELD_SECONDS
        return self._since + LONG_PRESS_SECONDS if self.gesture is Gesture.PRESS and self._rests else NEVER

    # The first finger, as a mouse

    def _first_finger(
        self, event: pygame.Event, layers: Sequence[Layer], top: object, now_seconds: float
    ) -> Iterator[pygame.Event]:
        if self.gesture in (Gesture.TWO, Gesture.SCROLL):
            return
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.gesture, self._since, self._top = Gesture.HELD, now_seconds, top
            self._pressed_at, self._at, self._rests = event.pos, _aimed(event.pos, layers), True
        elif event.type == pygame.MOUSEBUTTONUP:
            yield from self._lift(event, top)
        elif self.gesture is Gesture.NOTHING:
            yield event
        else:
            yield from self._move(event)

    def _move(self, event: pygame.Event) -> Iterator[pygame.Event]:
        if _distance(event.pos, self._pressed_at) > WOBBLE_PIXELS:
            self._rests = False
        if self._rests or self.gesture is Gesture.OVER:
            return
        if self.gesture is Gesture.HELD:
            self.gesture = Gesture.PRESS
            yield _button(pygame.MOUSEBUTTONDOWN, LEFT, self._at)
        yield event

    def _lift(self, event: pygame.Event, top: object) -> Iterator[pygame.Event]:
        if self.gesture is Gesture.OVER and len(self._fingers) > 1:
            return
        gesture, self.gesture = self.gesture, Gesture.NOTHING
        pixel = self._at if self._rests else event.pos
        if gesture is Gesture.HELD and top is self._top:
            yield _button(pygame.MOUSEBUTTONDOWN, LEFT, pixel)
            gesture = Gesture.PRESS
        if gesture is Gesture.PRESS:
            yield _button(pygame.MOUSEBUTTONUP, LEFT, pixel)

    # Two fingers

    def _finger(self, event: pygame.Event, now_seconds: float) -> Iterator[pygame.Event]:
        finger = event.touch_id, event.finger_id
        if event.type == pygame.FINGERUP:
            self._fingers.pop(finger, None)
            yield from self._lift_of_two(now_seconds)
            return
        self._fingers[finger] = event.pos
        if len(self._fingers) != 2:
            return
        if event.type == pygame.FINGERDOWN and self.gesture in (Gesture.HELD, Gesture.PRESS):
            was_pressed, self.gesture = self.gesture is Gesture.PRESS, Gesture.TWO
            self._begun, self._scrolled, self._since = self._two, 0.0, now_seconds
            if was_pressed:
                yield from _let_go()
        elif self.gesture in (Gesture.TWO, Gesture.SCROLL):
            yield from self._move_two()

    def _move_two(self) -> Iterator[pygame.Event]:
        middle, distance = self._two
        before, distance_before = self._begun
        if self.gesture is Gesture.TWO and abs(distance / distance_before - 1) >= PINCH_SHARE:
            self.gesture = Gesture.OVER
            yield pygame.Event(pygame.KEYDOWN, key=pygame.K_v, unicode="", mod=0)
        elif self.gesture is Gesture.SCROLL or _distance(middle, before) > WOBBLE_PIXELS:
            self.gesture = Gesture.SCROLL
            steps = int((middle[1] - before[1] - self._scrolled) / WHEEL_PIXELS)
            self._scrolled += steps * WHEEL_PIXELS
            if steps:
                yield pygame.Event(pygame.MOUSEWHEEL, x=0, y=steps)

    def _lift_of_two(self, now_seconds: float) -> Iterator[pygame.Event]:
        if self.gesture is Gesture.TWO and now_seconds < self._since + TAP_SECONDS:
            self.gesture = Gesture.OVER
            yield from _right_click(self._at)
        elif self.gesture in (Gesture.TWO, Gesture.SCROLL):
            self.gesture = Gesture.OVER
        if not self._fingers and self.gesture is Gesture.OVER:
            self.gesture = Gesture.NOTHING

    @property
    def _two(self) -> tuple[Pixel, float]:
        (x, y), (other_x, other_y) = self._fingers.values()
        return ((x + other_x) // 2, (y + other_y) // 2), max(1.0, hypot(other_x - x, other_y - y))


def _aimed(pixel: Pixel, layers: Sequence[Layer]) -> Pixel:
    """The pixel, or the nearest one where something can be pressed, if there is nothing at all."""
    if spot_at(layers, pixel) is not None:
        return pixel
    for distance in (REACH_PIXELS // 2, REACH_PIXELS):
        for number in range(DIRECTIONS):
            x, y = pygame.Vector2(distance, 0).rotate_rad(tau * number / DIRECTIONS)
            near = round(pixel[0] + x), round(pixel[1] + y)
            spot = spot_at(layers, near)
            if spot is not None and spot.pointer is Pointer.HAND:
                return near
    return pixel


def _button(kind: int, button: int, pixel: Pixel) -> pygame.Event:
    return pygame.Event(kind, button=button, pos=pixel, touch=True)


def _let_go() -> Iterator[pygame.Event]:
    """Release the left button where it has no effect."""
    yield pygame.Event(pygame.MOUSEMOTION, pos=OUTSIDE, rel=(0, 0), buttons=(0, 0, 0), touch=True)
    yield _button(pygame.MOUSEBUTTONUP, LEFT, OUTSIDE)


def _right_click(pixel: Pixel) -> Iterator[pygame.Event]:
    yield pygame.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0), touch=True)
    yield _button(pygame.MOUSEBUTTONDOWN, RIGHT, pixel)
    yield _button(pygame.MOUSEBUTTONUP, RIGHT, pixel)


def _distance(one: Pixel, other: Pixel) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
