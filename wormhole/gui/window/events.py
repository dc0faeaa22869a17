"""The events that threads send to the window."""

from __future__ import annotations

import contextlib
from typing import Any

import pygame

ANSWER = pygame.event.custom_type()
"""Brings the `answer` of a player."""

ANALYSED = pygame.event.custom_type()
"""The analyst has found something."""

TAUGHT = pygame.event.custom_type()
"""The training of the computer has news."""

TOURNAMENT = pygame.event.custom_type()
"""Something has happened in the tournament that is played."""

TRIED = pygame.event.custom_type()
"""Pictures of pieces were tried: from now on they are drawn."""

TROUBLE = pygame.event.custom_type()
"""Brings a message, `text`, that something went wrong."""

KEPT = pygame.event.custom_type()
"""A game was kept in the library: a move that waited for it may be shown."""

DONE = pygame.event.custom_type()
"""A background `job` has ended."""

FAULT = pygame.event.custom_type()
"""Brings an unexpected `error`, which the window reports."""


def post(kind: int, **what: Any) -> None:
    """Put an event into the window's queue, from any thread; does nothing once the window is closed."""
    with contextlib.suppress(pygame.error):
        pygame.event.post(pygame.event.Event(kind, **what))
