"""Lets resvg draw each picture once in a process, however many windows show it."""

from __future__ import annotations

from functools import lru_cache

import resvg_py

MOST_PICTURES = 3000
"""Of some kilobytes each."""


def draw_once() -> None:
    """Remember what resvg draws. The program forgets it with each change of size and each window."""
    if not hasattr(resvg_py.svg_to_bytes, "cache_info"):
        resvg_py.svg_to_bytes = lru_cache(maxsize=MOST_PICTURES)(resvg_py.svg_to_bytes)
