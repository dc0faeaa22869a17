"""Lets resvg draw each picture once in a process, however many windows show it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache
from unittest import mock

import resvg_py

MOST_PICTURES = 2000
"""Of some kilobytes each."""


@contextlib.contextmanager
def draw_once() -> Iterator[None]:
    """Remember what resvg draws. The program forgets it with each change of size and each window."""
    remembering = lru_cache(maxsize=MOST_PICTURES)(resvg_py.svg_to_bytes)
    with mock.patch.object(resvg_py, "svg_to_bytes", remembering):
        yield
