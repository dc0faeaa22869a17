"""Opens sound device and fonts once in a process: both take longer than the picture of a window."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from unittest import mock

import pygame

from wormhole.gui.look import chosen_look, lettering, words
from wormhole.gui.look.lettering import Lettering

MOST_FONTS = 500


class OpenLettering(Lettering):
    """Fonts that stay open when a window closes."""

    def close(self) -> None:
        """Do nothing: the next window has the same texts."""


@contextlib.contextmanager
def open_once() -> Iterator[None]:
    """Let all windows share them."""
    shared = cache(OpenLettering)
    with (
        mock.patch.object(pygame.mixer, "quit", pygame.mixer.stop),
        mock.patch.object(chosen_look, "Lettering", shared),
        mock.patch.object(words, "Lettering", shared),
        mock.patch.object(lettering, "KEPT", MOST_FONTS),
    ):
        yield
    pygame.mixer.quit()
