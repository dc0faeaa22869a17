"""Easing functions: from shares of time to shares of motion, both from 0 to 1."""

from __future__ import annotations

from math import cos, pi

EASE = 1.6
FALLS_FROM = 1.55
BOUNCE = 0.09
BOUNCE_AT = 0.5  # share of a fall's time


def progress(elapsed: float, begins: float, seconds: float) -> float:
    """The share of a period that is over."""
    if elapsed < begins:
        return 0.0
    return 1.0 if seconds <= 0 else min(1.0, (elapsed - begins) / seconds)


def ease_out(share: float) -> float:
    """Fast at first, slowing down to rest."""
    return 1 - (1 - share) ** EASE


def ease_out_reversed(done: float) -> float:
    """The inverse of ``ease_out``: the share of time after which it is ``done``."""
    return 1 - max(0.0, 1 - done) ** (1 / EASE)


def smooth(share: float) -> float:
    """Slow at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def fallen(share: float) -> float:
    """The size of a thing that falls onto the board and bounces once; 1 at rest."""
    if share < BOUNCE_AT:
        return FALLS_FROM + (1 - FALLS_FROM) * (share / BOUNCE_AT) ** 2
    hop = (share - BOUNCE_AT) / (1 - BOUNCE_AT)
    return 1 + BOUNCE * (1 - cos(2 * pi * hop)) / 2 * (1 - hop)
