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
from wormhole.gui.look.text_field import TextField
from wormhole.gui.window.screen import Stage
from wormhole.library.search_text import searchable

WIDTH_UNITS, HEIGHT_UNITS = 90, 58
FIELD_UNITS, HINT_UNITS, BUTTON_UNITS = 4.5, 7, 5.5
LEAST_CELL_UNITS, LARGEST_CELL_UNITS = 4.5, 9
PICTURE_SHARE = 0.86


@dataclass(frozen=True)
class PickerItem:
    """A picture to choose, with its name and a sentence about it."""

    sprite: str
    name: str
    about: str = ""


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
        look, scale = self.stage.look, self.stage.look.scale
        shown = self._shown()
        gap = scale.pixels(4)
        side = scale.units(LARGEST_CELL_UNITS)
        while side > scale.units(LEAST_CELL_UNITS):
            if ((area.width + gap) // (side + gap)) * ((area.height + gap) // (side + gap)) >= len(shown):
                break
            side -= 1
        columns = max(1, (area.width + gap) // (side + gap))
        lines = -(-len(shown) // columns)
        width = columns * (side + gap) - gap
        whole = pygame.Rect(
            area.left + (area.width - width) // 2, area.top, width, lines * (side + gap) - gap
        )
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        self._buttons = {}
        cells = Grid(shown, columns, gap).at(whole) if shown else {}
        for index, cell in cells.items():
            item = self._items[index]
            button = self.widgets.button(cell, "", partial(self._take, index))
            self._buttons[button] = index
            drawn = look.sprites.piece(item.sprite, True, round(PICTURE_SHARE * min(cell.size)))
            place = cell.move(-area.left, -area.top)
            picture.blit(drawn, drawn.get_rect(center=place.center))
        self.top_layers = (Picture(picture, area.topleft),)

    def _shown(self) -> list[int]:
        wanted = searchable(self._text)
        return [index for index, item in enumerate(self._items) if wanted in searchable(item.name)]

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; Enter in the field takes the first picture, Down goes to it."""
        is_typing = self.widgets.is_focused(self._field)
        if event.type == pygame.KEYDOWN and is_typing and self._buttons:
            first = next(iter(self._buttons))
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
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
        self._hint.show("" if item is None else f"{item.name}. {item.about}")
        return self.widgets.blink(now_seconds)

    def _search(self, text: str) -> None:
        self._text = text
        self.stage.refresh_dialog()

    def _take(self, index: int) -> None:
        self.stage.close_dialog()
        self._action(index)
