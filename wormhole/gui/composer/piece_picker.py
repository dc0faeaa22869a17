"""A dialog that shows pictures of pieces and asks for one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.layout import Column, Fill, Grid, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Group, Layout
from wormhole.gui.window.stage import Stage
from wormhole.library.search_text import searchable

WIDTH_UNITS, HEIGHT_UNITS = 108, 78
FIELD_UNITS, HINT_UNITS, BUTTON_UNITS = 4.5, 7, 5.5
LEAST_CELL_UNITS, LARGEST_CELL_UNITS = 4.5, 9
LEAST_NAMED_UNITS, NAMED_SHARE, NAME_PIXELS = 8, 0.66, 11
"""The least width of a cell with a name, the height of its picture as a share of that, the size of names."""
PICTURE_SHARE = 0.86
MOST_TEXT_SHARE = 0.6
"""The part of a cell that its texts may take."""


@dataclass(frozen=True)
class PickerItem:
    """A picture to choose, with its name and a sentence about it.

    ``whose`` tells it from others of its name.
    """

    sprite: str
    name: str
    about: str = ""
    whose: str = ""

    @property
    def title(self) -> str:
        """The name, and whose it is."""
        return f"{self.name} ({self.whose})" if self.whose else self.name


class PictureGrid(Group):
    """A button with a picture for each item that is found; `take` is called with the index of one."""

    def __init__(self, items: Sequence[PickerItem], take: Callable[[int], None]) -> None:
        self._items = items
        self._buttons = [Button("", partial(take, index)) for index in range(len(items))]
        self.found: Sequence[int] = range(len(items))
        """The indices of the items that are shown."""

    def pointed(self, focused: object) -> int | None:
        """The index of the picture under the pointer, or else of the one with the keyboard focus."""
        buttons = [(index, self._buttons[index]) for index in self.found]
        under = [index for index, button in buttons if button.hovered]
        return next(iter(under + [index for index, button in buttons if button is focused]), None)

    @property
    def first(self) -> Button | None:
        """The button of the first picture."""
        return self._buttons[self.found[0]] if self.found else None

    def search(self, text: str) -> None:
        """Show the items with this text in their names."""
        wanted = searchable(text)
        self.found = [index for index, item in enumerate(self._items) if wanted in searchable(item.title)]

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Cells in the middle, row after row."""
        self._room, self._name_pixels = room, look.scale.text(NAME_PIXELS)
        gap, (width, height), self._name_height = self._cell(look, room, self._name_pixels)
        columns = max(1, (room.width + gap) // (width + gap))
        lines = -(-len(self.found) // columns)
        whole = pygame.Rect(room.topleft, (columns * (width + gap) - gap, lines * (height + gap) - gap))
        whole.centerx = room.centerx
        if not self.found:
            return Column({"empty": Fill()})
        cells = Grid([self._buttons[index] for index in self.found], columns, gap, whole.width)
        left = whole.left - room.left
        return Column({"lines": Row({"left": left, "cells": cells}, size=whole.height), "rest": Fill()})

    def settle(self, look: Look) -> None:
        """Draw the pictures and their names."""
        gap, surface = look.scale.pixels(4), pygame.Surface(self._room.size, pygame.SRCALPHA)
        for index in self.found:
            place = self._buttons[index].rect.move(-self._room.left, -self._room.top)
            self._draw(look, surface, self._items[index], place, place.width - gap)
        self.picture = Picture(surface, self._room.topleft)

    def _draw(
        self, look: Look, surface: pygame.Surface, item: PickerItem, room: pygame.Rect, width: int
    ) -> None:
        texts = (item.name, item.whose)
        small = look.words.largest(" ".join(texts).split(), self._name_pixels, width)
        line_height = look.words.height(small)
        names, more = (look.words.wrapped(text, small, width) if self._name_height else [] for text in texts)
        if len(names + more) * line_height <= MOST_TEXT_SHARE * room.height:  # else the foot says it
            names += more
        room.height -= line_height * len(names)
        drawn = look.sprites.piece(item.sprite, True, round(PICTURE_SHARE * min(room.size)))
        surface.blit(drawn, drawn.get_rect(center=room.center))
        for number, name in enumerate(names):
            line = look.words.line(name, small, look.theme.colour.muted)
            middle = room.centerx, room.bottom + line_height // 3 + number * line_height
            surface.blit(line, line.get_rect(center=middle))

    def _cell(self, look: Look, area: pygame.Rect, pixels: int) -> tuple[int, tuple[int, int], int]:
        """The gap between cells, the size of a cell, and how much of its height the name takes.

        There are as many cells as pictures to choose from. Without room for names, they have none.
        """
        scale = look.scale
        gap, line = scale.pixels(4), look.words.height(pixels)

        def has_room(width: int, height: int) -> bool:
            columns, rows = (area.width + gap) // (width + gap), (area.height + gap) // (height + gap)
            return columns * rows >= len(self._items)

        for width in range(scale.units(LARGEST_CELL_UNITS + 2), scale.units(LEAST_NAMED_UNITS) - 1, -1):
            height = round(NAMED_SHARE * width) + line
            if has_room(width, height):
                return gap, (width, height), line
        side, least = scale.units(LARGEST_CELL_UNITS), scale.units(LEAST_CELL_UNITS)
        while side > least and not has_room(side, side):
            side -= 1
        return gap, (side, side), 0


class PiecePicker(Dialog):
    """Asks for one of `items`; `action` is called with its index. The field searches by name."""

    is_elastic = True
    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(
        self, stage: Stage, heading: str, items: Sequence[PickerItem], action: Callable[[int], None]
    ) -> None:
        super().__init__(stage)
        self.heading = heading
        self._items = items
        self._action = action
        self._field = TextField("", 50, _("Search by name"), self._search, self._take_first)
        self._hint = Hint("small")
        self._cancel = Button(_("Cancel"), stage.close_dialog)
        self._pictures = PictureGrid(items, self._take)
        self.first = self._field

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The search field, the pictures, and what is said of one."""
        units = look.scale.units
        cancel = Column({"above": Fill(), self._cancel: units(BUTTON_UNITS), "below": Fill()}, size=units(18))
        foot = Row({self._hint: Fill(), "cancel": cancel}, units(2), units(HINT_UNITS))
        return Column({self._field: units(FIELD_UNITS), self._pictures: Fill(), "foot": foot}, units(1))

    def settle(self, look: Look) -> None:
        """Draw the pictures over their buttons."""
        self.top_layers = (self._pictures.picture,)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; Down in the field goes to the first picture."""
        first = self._pictures.first
        is_down = event.type == pygame.KEYDOWN and event.key == pygame.K_DOWN
        if is_down and first is not None and self.widgets.is_focused(self._field):
            self.widgets.focus(first, is_ring_shown=True)
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink, and say what is known of the picture that is pointed at."""
        index = self._pictures.pointed(self.widgets.focused)
        if index is None and self._field.get_text():
            index = next(iter(self._pictures.found), None)
        item = None if index is None else self._items[index]
        has_moves = any(each.about for each in self._items)
        unpointed = _("Point at a piece to read how it moves.") if has_moves else ""
        self._hint.show(unpointed if item is None else f"{item.title}. {item.about}")
        return super().update(now_seconds)

    def _search(self, text: str) -> None:
        self._pictures.search(text)
        self.stage.refresh_dialog()

    def _take_first(self) -> None:
        if self._pictures.found:
            self._take(self._pictures.found[0])

    def _take(self, index: int) -> None:
        self.stage.close_dialog()
        self._action(index)
