"""A message at the bottom of a room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.gui.languages.language import _
from wormhole.gui.look.card import card
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widget_theme import QUIET
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.heard import Heard
from wormhole.gui.window.keys import Command

WIDEST_UNITS = 72


class Notice:
    """A message, perhaps with a button for each of some answers, and one that closes it.

    With `gone_at` it disappears at that time; with `lasts` as soon as that is no longer true.
    """

    layers: Sequence[Layer] = ()

    def __init__(
        self,
        text: str,
        look: Callable[[], Look],
        area: Callable[[], pygame.Rect],
        close: Action,
        answers: Sequence[tuple[str, Action]] = (),
        otherwise: str = "",
        gone_at: float = NEVER,
        lasts: Callable[[], bool] | None = None,
    ) -> None:
        self.text = text
        self._look = look
        self._area = area
        self._close = close
        self._answers = answers
        self._gone_at = gone_at
        self._lasts = lasts
        self._otherwise = otherwise or _("Close")
        self._size = (0, 0)
        self._placed_in = self.rect = pygame.Rect(0, 0, 0, 0)
        self._widgets: Widgets | None = None

    @property
    def heard(self) -> Heard:
        """The message, and its answers."""
        return {"text": ". ".join([self.text.rstrip("."), *(text for text, _action in self._answers)])}

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the message, as wide as its text if that fits, at the bottom of the notice area."""
        self._size, self._placed_in = size, self._area()
        look, area = self._look(), self._placed_in
        unit, words = look.scale.unit, look.words
        padding = look.scale.units(2)
        controls = self._controls(unit)
        taken = sum(width + unit for _, width, _ in controls)
        widest = min(area.width, look.scale.units(WIDEST_UNITS)) - 2 * padding
        beside = words.width(self.text, look.small) + taken <= widest or widest - taken > look.scale.units(26)
        lines = words.wrapped(self.text, look.small, widest - taken if beside else widest)
        line_height = words.height(look.small)
        button_height = look.scale.units(4.5) if controls else 0
        text_width = max(words.width(line, look.small) for line in lines)
        if beside:
            height = max(len(lines) * line_height, button_height) + 2 * unit
            width = text_width + taken + 2 * padding
            rows = [controls]
        else:
            rows = _rows_within(controls, widest, unit)
            height = len(lines) * line_height + len(rows) * (unit + button_height) + 2 * unit
            widths = [sum(width + unit for _, width, _ in each) for each in rows]
            width = min(max(text_width, *widths), widest) + 2 * padding
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.midbottom = area.midbottom

        colour = look.theme.colour
        fill, line = (
            mixed(colour.panel, colour.raised, 0.6),
            colour.muted if self._goes_by_itself else colour.lit,
        )
        picture = card(look.sprites, self.rect.size, look.corner, fill, 1.0, line)
        text_top = (height - len(lines) * line_height) // 2 if beside else unit
        words.draw(picture, lines, look.small, colour.ink, (padding, text_top))
        self.close()
        self._widgets = widgets = Widgets(look) if controls else None
        top = self.rect.centery - button_height // 2 if beside else self.rect.bottom - unit - button_height
        for each in reversed(rows):
            right = self.rect.right - padding
            room = (self.rect.width - 2 * padding - (len(each) - 1) * unit) // len(each) if each else 0
            for name, usual, action in reversed(each):
                width = room if len(rows) > 1 else usual  # several rows fill the message
                assert widgets is not None
                kind = QUIET if action == self._close else None
                widgets.button(pygame.Rect(right - width, top, width, button_height), name, action, kind)
                right -= width + unit
            top -= button_height + unit
        self.layers = [Picture(picture, self.rect.topleft), *([self._widgets] if self._widgets else [])]

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle mouse events on the message; keys are not for it."""
        if self._widgets is None or event.type == pygame.KEYDOWN:
            return False
        used = self._widgets.handle(event)
        return used or (event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos))

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do nothing: a message has no commands."""
        return False

    def update(self, now_seconds: float) -> float:
        """Move if the notice area changed; disappear when it is time."""
        if self._placed_in != self._area():
            self.place(self._size)
        if now_seconds >= self._gone_at or (self._lasts is not None and not self._lasts()):
            self._close()
        return self._gone_at

    def close(self) -> None:
        """Release the buttons."""
        if self._widgets is not None:
            self._widgets.close()

    @property
    def _goes_by_itself(self) -> bool:
        return self._gone_at != NEVER or self._lasts is not None

    def _controls(self, unit: int) -> list[tuple[str, int, Action]]:
        """Name, width and action of each button."""
        if self._goes_by_itself:
            return []
        last = self._otherwise, (12 if self._answers else 8) * unit, self._close
        return [*(self._control(text, action, unit) for text, action in self._answers), last]

    def _control(self, text: str, action: Action, unit: int) -> tuple[str, int, Action]:
        """A button that removes the message before its action."""

        def act() -> None:
            self._close()
            action()

        look = self._look()
        return text, max(12 * unit, look.words.width(text, look.small) + 3 * unit), act


Control = tuple[str, int, Action]
"""The name, the width and the action of a button."""


def _rows_within(controls: Sequence[Control], width: int, gap: int) -> list[list[Control]]:
    """The buttons in as many rows as they need."""
    rows: list[list[Control]] = [[]]
    taken = 0
    for name, wide, action in controls:
        if rows[-1] and taken + wide > width:
            rows.append([])
            taken = 0
        rows[-1].append((name, min(wide, width), action))
        taken += wide + gap
    return rows
