"""The base of the composer's pages: labels and widgets in the panel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

import pygame

from wormhole.gui.composer.composition import Composition
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layers import Layer, Picture, Tip
from wormhole.gui.look.layout import Column, Part, row, widened
from wormhole.gui.look.look import Look
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.stage import Stage
from wormhole.library.composer.game_draft import GameDraft

Value = TypeVar("Value", bound=Hashable)
LABEL_LINES, LEAST_LABEL_PIXELS = 2, 10
MOST_GAP_UNITS = 1.5
PICTURE_SHARE = 0.86


class Page:
    """A page of the panel. A subclass has `title` and `fill`; it is laid out again after each change."""

    title = ""

    def __init__(self, stage: Stage, composition: Composition) -> None:
        self.stage = stage
        self.composition = composition
        self.layers: Sequence[Layer] = ()
        """The labels, below the widgets."""
        self.upper_layers: Sequence[Layer] = ()
        """What lies above the widgets, such as pictures on buttons."""

    @property
    def draft(self) -> GameDraft:
        """The game as it is now."""
        return self.composition.draft

    @property
    def look(self) -> Look:
        """The means of drawing."""
        return self.stage.look

    def place(self, area: pygame.Rect, widgets: Widgets) -> None:
        """Lay the page out in a part of the window."""
        self.widgets = widgets
        self._area = area
        self._picture = pygame.Surface(area.size, pygame.SRCALPHA)
        self._upper_picture = pygame.Surface(area.size, pygame.SRCALPHA)
        self.fill(area)
        self.layers = (Picture(self._picture, area.topleft),)
        self.upper_layers = (Picture(self._upper_picture, area.topleft),)

    def fill(self, area: pygame.Rect) -> None:
        """Make the labels and the widgets."""
        raise NotImplementedError

    def column(self, parts: Mapping[str, Part[str]], area: pygame.Rect) -> dict[str, pygame.Rect]:
        """The places of parts of a fixed size below each other, as far apart as there is room."""
        scale = self.look.scale
        spare = (area.height - Column(parts).taken) // max(1, len(parts) - 1)
        gap = max(scale.pixels(3), min(scale.units(MOST_GAP_UNITS), spare))
        return Column(parts, gap).at(area)

    def show(self) -> None:
        """Show the game as it is now, where it was changed on the board or by typing."""

    @property
    def refused(self) -> str:
        """Why what stands in a field is not taken over; empty if all is."""
        return ""

    def label(self, text: str, rect: pygame.Rect) -> None:
        """Write a label at the left of a rectangle, in up to two lines, smaller if a word needs it."""
        look = self.look
        room = rect.width - look.scale.unit
        pixels = look.words.largest(text.split(), look.scale.text(13), room)
        lines = look.words.wrapped(text, pixels, room)
        while pixels > LEAST_LABEL_PIXELS and (
            len(lines) > LABEL_LINES or len(lines) * look.words.height(pixels) > rect.height
        ):
            pixels -= 1
            lines = look.words.wrapped(text, pixels, room)
        lines = lines[:LABEL_LINES]
        height = look.words.height(pixels)
        top = rect.centery - len(lines) * height // 2 - self._area.top
        look.words.draw(
            self._picture, lines, pixels, look.theme.colour.muted, (rect.left - self._area.left, top)
        )

    def write(self, text: str, rect: pygame.Rect) -> None:
        """Write sentences into a rectangle, as far as they fit."""
        look = self.look
        lines = look.words.sentences_within(text, look.small, rect.size)
        place = rect.left - self._area.left, rect.top - self._area.top
        look.words.draw(self._picture, lines, look.small, look.theme.colour.muted, place)

    def paste(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a picture at a rectangle of the window, below the widgets."""
        self._picture.blit(picture, rect.move(-self._area.left, -self._area.top))

    def paste_above(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a picture at a rectangle of the window, on the widgets."""
        self._upper_picture.blit(picture, rect.move(-self._area.left, -self._area.top))

    def piece_button(self, rect: pygame.Rect, letter: str, is_on: bool, action: Action) -> None:
        """Make a button with the picture of a piece, which is lit while something is on."""
        piece = self.draft.sketch.piece_types[letter]
        button = self.widgets.button(rect, "", action, CHOICE, Tip(_(piece.name) or letter))
        button.is_selected = is_on
        picture = self.look.sprites.piece(piece, True, round(PICTURE_SHARE * min(rect.size)))
        self.paste_above(picture, picture.get_rect(center=rect.center))

    def choice(
        self,
        rect: pygame.Rect,
        names: Sequence[tuple[Value, str]],
        chosen: Value,
        action: Callable[[Value], None],
        columns: int | None = None,
    ) -> Choice[Value]:
        """Make a button for each value in a row, or in several rows of so many columns."""
        gap = self.look.scale.pixels(4)
        columns = columns or len(names)
        lines = -(-len(names) // columns)
        height = (rect.height - (lines - 1) * gap) // lines
        cells = [
            cell
            for line in range(lines)
            for cell in row(
                pygame.Rect(rect.left, rect.top + line * (height + gap), rect.width, height), columns, gap
            )
        ]
        if columns == len(names):
            words, around = self.look.words, self.look.scale.units(1.5)
            cells = [*widened(cells, [words.width(name, self.look.small) + around for _value, name in names])]
        return Choice(names, chosen, action).fill(self.widgets, cells[: len(names)])

    def switch(self, rect: pygame.Rect, text: str, is_on: bool, action: Action, tip: str = "") -> Button:
        """Make a button that is lit while something is on."""
        button = self.widgets.button(rect, text, action, CHOICE, Tip(tip) if tip else None)
        button.is_selected = is_on
        return button

    def change(self, draft: GameDraft, remark: str = "") -> None:
        """Continue with another draft, with a remark on what else has changed."""
        self.composition.change(draft, remark)
