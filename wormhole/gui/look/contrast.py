"""How well a colour can be read on another one, as the Web Content Accessibility Guidelines measure it."""

from __future__ import annotations

from functools import lru_cache

from wormhole.gui.look.theme import Colour, mixed

LEGIBLE = 4.5
"""The least contrast of text, unless it is large."""
STEPS = 20
KEPT = 100  # answers: those of a few themes


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours: 1 for equal ones, 21 for black and white."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def readable_on(ground: Colour, *inks: Colour) -> Colour:
    """The first ink that can be read on the ground; if none can, the one that comes nearest to it."""
    fit = (ink for ink in inks if contrast(ink, ground) >= LEGIBLE)
    return next(fit, max(inks, key=lambda ink: contrast(ink, ground)))


@lru_cache(maxsize=KEPT)
def legible(ink: Colour, ground: Colour, strong: Colour) -> Colour:
    """The ink, as much nearer to a strong one as it takes to read small text on the ground."""
    inks = (mixed(ink, strong, step / STEPS) for step in range(STEPS))
    return next((each for each in inks if contrast(each, ground) >= LEGIBLE), strong)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
