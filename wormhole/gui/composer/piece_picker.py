"""A dialog that shows pictures of pieces and asks for one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.layout import Column, Fill, Grid, Row
from wormhole.gui.look.text_field import TextField
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


class PiecePicker(Dialog):
    """Asks for one of `items`; `action` is called with its index. The field searches by name."""

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(
        self, stage: Stage, heading: str, items: Sequence[PickerItem], action: Callable[[int], None]
    ) -> None:
        super().__init__(stage)
        self.heading = heading
        self._items = items
        self._action = action
        self._text = ""
        self._field: TextField
        self._buttons: dict[Button, int] = {}

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the search field, the pictures, and what is said of one."""
        look, units = self.stage.look, self.stage.look.scale.units
        foot = Row({"hint": Fill(), "cancel": units(18)}, units(2), units(HINT_UNITS))
        places = Column({"field": units(FIELD_UNITS), "grid": Fill(), "foot": foot}, units(1)).at(inner)
        self._field = self.widgets.text_line(
            places["field"], self._text, 50, _("Search by name"), self._search
        )
        self._hint = Hint(look, places["hint"], look.small)
        cancel = places["cancel"].inflate(0, units(BUTTON_UNITS) - places["cancel"].height)
        self.widgets.button(cancel, _("Cancel"), self.stage.close_dialog)
        self._place_items(places["grid"])
        self.upper_layers = (self._hint,)
        self.widgets.focus(self._field)

    def _place_items(self, area: pygame.Rect) -> None:
        look, shown = self.stage.look, self._shown()
        pixels = look.scale.text(NAME_PIXELS)
        gap, (width, height), name_height = self._cell(area, pixels)
        columns = max(1, (area.width + gap) // (width + gap))
        lines = -(-len(shown) // columns)
        whole = pygame.Rect(area.topleft, (columns * (width + gap) - gap, lines * (height + gap) - gap))
        whole.centerx = area.centerx
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        self._buttons = {}
        cells = Grid(shown, columns, gap).at(whole) if shown else {}
        for index, cell in cells.items():
            item = self._items[index]
            button = self.widgets.button(cell, "", partial(self._take, index))
            self._buttons[button] = index
            room = cell.move(-area.left, -area.top)
            texts, wide = (item.name, item.whose), room.width - gap
            small = look.words.largest(" ".join(texts).split(), pixels, wide)
            line_height = look.words.height(small)
            names, more = (look.words.wrapped(text, small, wide) if name_height else [] for text in texts)
            if len(names + more) * line_height <= MOST_TEXT_SHARE * room.height:  # else the foot says it
                names += more
            room.height -= line_height * len(names)
            drawn = look.sprites.piece(item.sprite, True, round(PICTURE_SHARE * min(room.size)))
            picture.blit(drawn, drawn.get_rect(center=room.center))
            for number, name in enumerate(names):
                line = look.words.line(name, small, look.theme.colour.muted)
                middle = room.centerx, room.bottom + line_height // 3 + number * line_height
                picture.blit(line, line.get_rect(center=middle))
        self.top_layers = (Picture(picture, area.topleft),)

    def _cell(self, area: pygame.Rect, pixels: int) -> tuple[int, tuple[int, int], int]:
        """The gap between cells, the size of a cell, and how much of its height the name takes.

        There are as many cells as pictures to choose from. Without room for names, they have none.
        """
        look, scale = self.stage.look, self.stage.look.scale
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

    def _shown(self) -> list[int]:
        wanted = searchable(self._text)
        return [index for index, item in enumerate(self._items) if wanted in searchable(item.title)]

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; Enter in the field takes the first picture, Down goes to it."""
        is_typing = self.widgets.is_focused(self._field)
        if event.type == pygame.KEYDOWN and is_typing and self._buttons:
            first = next(iter(self._buttons))
            if event.key in ENTER:
                self._take(self._buttons[first])
                return True
            if event.key == pygame.K_DOWN:
                self.widgets.focus(first, is_ring_shown=True)
                return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink, and say what is known of the picture that is pointed at."""
        pointed = next((button for button in self._buttons if button.hovered), None)
        focused = self.widgets.focused
        if pointed is None and isinstance(focused, Button):
            pointed = focused
        index = None if pointed is None else self._buttons.get(pointed)
        if index is None and self._text:
            index = next(iter(self._shown()), None)
        item = None if index is None else self._items[index]
        has_moves = any(each.about for each in self._items)
        unpointed = _("Point at a piece to read how it moves.") if has_moves else ""
        self._hint.show(unpointed if item is None else f"{item.title}. {item.about}")
        return self.widgets.blink(now_seconds)

    def _search(self, text: str) -> None:
        self._text = text
        self.stage.refresh_dialog()

    def _take(self, index: int) -> None:
        self.stage.close_dialog()
        self._action(index)
