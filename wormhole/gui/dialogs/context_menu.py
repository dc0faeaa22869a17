"""A menu for what lies under the pointer or has the focus: opens there, for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow, narrow
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import CHOICE, ENTRY
from wormhole.gui.look.widgets import Action
from wormhole.gui.window import destination
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.keys import Command, caps_of, tip_of
from wormhole.gui.window.stage import Stage

LEAST_WIDTH_UNITS = 29
TITLE_UNITS = 3.5
ENTRY_UNITS = 4.5
LEAST_ENTRY_UNITS = 3
GAP_UNITS = 0.75
MARK_UNITS = 4.5
TEXT_PIXELS = 15
"""From the edge of an entry to its text."""


@dataclass(frozen=True)
class MenuEntry:
    """A line of the menu."""

    text: str
    command: Command | None
    action: Action
    can: bool = True


@dataclass(frozen=True)
class MarkEntry:
    """A mark of a move, such as `!`, which is on or off."""

    sign: str
    command: Command
    action: Action
    is_on: bool


def entry(stage: Stage, command: Command, text: str = "", can: bool = True) -> MenuEntry:
    """An entry for a command; its text is that of the list of keys, unless another one is given."""
    return MenuEntry(text or tip_of(command).text, command, lambda: stage.command(command), can)


class ContextMenu(Dialog):
    """A column of entries, and perhaps a row of marks. Each closes the menu; their keys work, too.

    `pixel` is where it opens, its corner; by keyboard, the first entry has the focus.
    """

    padding_units = 1
    dims = False
    pauses = False

    def __init__(
        self,
        stage: Stage,
        title: str,
        entries: Iterable[MenuEntry],
        pixel: tuple[int, int],
        by_keyboard: bool,
        marks: Sequence[MarkEntry] = (),
    ) -> None:
        super().__init__(stage)
        self._title = title
        self._entries = tuple(entries)
        self._marks = marks
        self._pixel = pixel
        self._buttons = [Button(each.text, self.closing(each.action), ENTRY) for each in self._entries]
        for each, button in zip(self._entries, self._buttons, strict=True):
            button.enable(each.can)
        if by_keyboard:
            first = next((button for button in self._buttons if button.is_enabled), None)
            if first is not None:
                self.widgets.focus(first, is_ring_shown=True)
        self._mark_buttons = ButtonRow(*map(self._mark_button, marks), gap=narrow)

    def _mark_button(self, mark: MarkEntry) -> Button:
        button = Button(mark.sign, self.closing(mark.action), CHOICE, tip_of(mark.command))
        button.is_selected = mark.is_on
        return button

    @property
    def entries(self) -> tuple[MenuEntry, ...]:
        """The lines of the menu."""
        return self._entries

    def inner_units(self) -> tuple[float, float]:
        """The size of title, entries and marks; in a low window the entries are closer together."""
        look = self.stage.look
        title = TITLE_UNITS if self._title else 0
        marks = GAP_UNITS + MARK_UNITS if self._marks else 0
        room = self.size[1] / look.scale.unit - 2 * (1 + self.padding_units) - title - marks
        count = max(1, len(self._entries))
        self._entry_units = min(ENTRY_UNITS, max(LEAST_ENTRY_UNITS, room / count))
        words = look.words.width(self._title, look.body) + 2 * look.scale.pixels(TEXT_PIXELS)
        widest = max([words if self._title else 0, *(self._width_of(entry) for entry in self._entries)])
        width = max(LEAST_WIDTH_UNITS, widest / look.scale.unit)
        return width, title + len(self._entries) * self._entry_units + marks

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card, with its corner at the pointer, within the window."""
        rect = super().outer(size)
        rect.topleft = self._pixel
        unit = self.stage.look.scale.unit
        return rect.clamp(pygame.Rect((0, 0), size).inflate(-2 * unit, -2 * unit))

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The title, the entries with their keys, and the marks."""
        units, text = look.scale.units, look.scale.pixels(TEXT_PIXELS)
        parts: Parts = dict.fromkeys(self._buttons, units(self._entry_units))
        if self._title:
            title = Row({"left": text, self._write_title: Fill()}, size=units(TITLE_UNITS))
            parts = {"title": title, **parts}
        if self._marks:
            parts |= {"gap": units(GAP_UNITS), self._mark_buttons: units(MARK_UNITS)}
        return Column(parts)

    def _write_title(self, place: pygame.Rect) -> None:
        look = self.stage.look
        self.write(self._title, place.move(0, -look.scale.pixels(2)), look.theme.colour.muted)

    def settle(self, look: Look) -> None:
        """Write the keys over the entries."""
        colour = look.theme.colour
        keys = pygame.Surface(self._rect.size, pygame.SRCALPHA)
        for entry, button in zip(self._entries, self._buttons, strict=True):
            ink = legible(colour.muted, colour.raised, colour.ink) if entry.can else look.theme.asleep
            line = look.words.line(_caps(entry), look.scale.text(12), ink)
            at = line.get_rect(midright=(button.rect.right - look.scale.pixels(12), button.rect.centery))
            keys.blit(line, at.move(-self._rect.left, -self._rect.top))
        self.top_layers = (Picture(keys, self._rect.topleft),)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Run the entry of a pressed key."""
        lines: Sequence[MenuEntry | MarkEntry] = (*self._entries, *self._marks)
        for entry in lines:
            if entry.command is command:
                if not isinstance(entry, MenuEntry) or entry.can:
                    self.closing(entry.action)()
                return True
        return super().perform(command, now_seconds)

    def _width_of(self, entry: MenuEntry) -> int:
        """The width of an entry and its keys, in pixels."""
        look = self.stage.look
        words = look.words.width(entry.text, look.small)
        return words + look.words.width(_caps(entry), look.scale.text(12)) + look.scale.pixels(48)


def _caps(entry: MenuEntry) -> str:
    return " ".join(caps_of(entry.command)[:1]) if entry.command else ""


class MenuDialog(ContextMenu):
    """The same as a context menu, in the middle of the window. Its first entry returns to the game.

    It has the same entries in every game, so that each has its place.
    """

    dims = True

    def __init__(self, stage: Stage, can_be_drawn: bool, origin: Origin | None) -> None:
        tournaments = entry(stage, Command.TOURNAMENT)
        if origin is not None and origin.command in (Command.TOURNAMENT, Command.PEOPLE):
            tournaments = MenuEntry(_(origin.words), origin.command, origin.go)
        entries = (
            MenuEntry(_("Back to the game"), Command.MENU, lambda: None),
            entry(stage, Command.DRAW, can=can_be_drawn),
            entry(stage, Command.COACH),
            entry(stage, Command.ANALYSE_GAME),
            entry(stage, Command.LESSONS),
            entry(stage, Command.PUZZLES),
            entry(stage, Command.SAVE, _("Save game…")),
            entry(stage, Command.OPEN, _("Open game…")),
            entry(stage, Command.PICTURE, _("Save a picture…")),
            entry(stage, Command.LIBRARY, _("Library")),
            tournaments,
            entry(stage, Command.EDITOR, _("Set up a position")),
            entry(stage, Command.COMPOSE),
            entry(stage, Command.RULES),
            entry(stage, Command.SETTINGS),
            entry(stage, Command.KEYS),
            entry(stage, Command.NOTICES),
            MenuEntry(_("Home screen"), None, lambda: stage.rooms.open(destination.Home())),
            entry(stage, Command.QUIT),
        )
        super().__init__(stage, _("Menu"), entries, (0, 0), by_keyboard=True)

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card, in the middle of the window."""
        return Dialog.outer(self, size)
