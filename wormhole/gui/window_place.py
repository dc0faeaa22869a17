"""Where the window is on the desktop, as it is remembered in the settings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FORM = re.compile(r"(\d{1,5})x(\d{1,5})([+-]\d{1,5})([+-]\d{1,5})")
VISIBLE_PIXELS = 64
"""At least so much of the window's upper edge has to be on a desktop, or it could not be moved by hand."""


@dataclass(frozen=True)
class WindowPlace:
    """Size and position of the window, without the system's frame. As text: "1280x800+40+60"."""

    size: tuple[int, int]
    position: tuple[int, int]

    @classmethod
    def parse(cls, text: str) -> WindowPlace | None:
        """The place that `text` means; None if it means none."""
        match = _FORM.fullmatch(text)
        if match is None:
            return None
        width, height, left, top = map(int, match.groups())
        return cls((width, height), (left, top))

    def __str__(self) -> str:
        return "{}x{}{:+}{:+}".format(*self.size, *self.position)

    def fitted(self, desktops: Sequence[tuple[int, int]]) -> WindowPlace:
        """This place, no larger than the largest of these desktops."""
        width = min(self.size[0], max(desktop[0] for desktop in desktops))
        height = min(self.size[1], max(desktop[1] for desktop in desktops))
        return WindowPlace((width, height), self.position)

    def is_on(self, desktops: Sequence[tuple[int, int]]) -> bool:
        """Whether the window can be seen and moved there. Desktops are taken to be side by side."""
        left, top = self.position
        widths, heights = sum(width for width, _ in desktops), max(height for _, height in desktops)
        is_across = left + self.size[0] >= VISIBLE_PIXELS and left <= widths - VISIBLE_PIXELS
        return is_across and 0 <= top <= heights - VISIBLE_PIXELS
