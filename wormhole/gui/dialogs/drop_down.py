"""A list that opens below a button and asks for one of its entries, by mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.gui.dialogs.dialog import Popup
from wormhole.gui.look.focus import PRESSING
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.table import ROW_UNITS, Table, TableColumn
from wormhole.gui.window.stage import Stage

AROUND_WORDS_UNITS = 5
"""The table's padding and scroll bar."""


class DropDown(Popup):
    """Asks for one of `names`; `action` is called with its index. Esc or a press elsewhere closes it.

    `anchor` gives the button's rectangle, which changes with the window.
    """

    dims = False
    pauses = False
    is_part = True
    layers: Sequence[Layer] = ()

    def __init__(
        self,
        stage: Stage,
        anchor: Callable[[], pygame.Rect],
        names: Sequence[str],
        chosen: int,
        action: Callable[[int], None],
    ) -> None:
        self._stage = stage
        self._anchor = anchor
        self._names = names
        self._chosen = chosen
        self._action = action
        self.table = Table((TableColumn(1),), self._point, self._take)
        self.table.show([(name,) for name in names], chosen=chosen)
        self.layers = (self.table,)

    @property
    def area(self) -> pygame.Rect | None:
        """The rectangle of the list."""
        return self.table.rect

    def place(self, size: tuple[int, int]) -> None:
        """Lay the list out below the button or, if there is more space, above it."""
        look, anchor, gap = self._stage.look, self._anchor(), self._stage.look.scale.pixels(3)
        row, around = look.scale.units(ROW_UNITS), 2 * look.scale.pixels(4)
        seen = self._stage.visible
        area = seen if seen.contains(anchor) else pygame.Rect((0, 0), size)
        below, above = area.bottom - anchor.bottom - 2 * gap, anchor.top - area.top - 2 * gap
        wished = len(self._names) * row + around
        room = below if wished <= below or below >= above else above
        rows = max(1, min(len(self._names), (room - around) // row))
        words = max(look.words.width(name, look.small) for name in self._names)
        width = max(anchor.width, min(words + look.scale.units(AROUND_WORDS_UNITS), area.width - 2 * gap))
        rect = pygame.Rect(anchor.left, anchor.bottom + gap, width, rows * row + around)
        if anchor.centerx > area.centerx:
            rect.right = anchor.right
        if room is above:
            rect.bottom = anchor.top - gap
        self.table.place(look, rect.clamp(area))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Choose with keys or the mouse."""
        if event.type == pygame.KEYDOWN:
            if event.key in PRESSING:
                self._take(self._chosen)
                return True
            if event.key in (pygame.K_ESCAPE, pygame.K_TAB):
                self._stage.close_dialog()
                return True
            return self.table.step(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN and not self.table.rect.collidepoint(event.pos):
            self._stage.close_dialog()
            return True
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        row = self.table.row_at(event.pos) if is_press else None
        used = self.table.handle(event, now_seconds)
        if row is not None:
            self._take(row)
        return used

    def close(self) -> None:
        """Release the list."""
        self.table.close()

    def _point(self, row: int) -> None:
        self._chosen = row

    def _take(self, row: int) -> None:
        self._stage.close_dialog()
        self._action(row)
