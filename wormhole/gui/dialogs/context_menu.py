"""Menus, for mouse and keyboard: of what lies under the pointer or has the focus, and of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow, narrow
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.view import Layout, Painting, Parts
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
DIVIDER_UNITS = 1.25
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


class Divider(Painting):
    """A line between two groups of entries."""

    def draw(self, look: Look, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it across the middle of the rectangle, as far in as the texts of the entries."""
        line = pygame.Rect(0, 0, rect.width - 2 * look.scale.pixels(TEXT_PIXELS), look.scale.pixels(1))
        line.center = rect.center
        surface.fill(mixed(look.theme.colour.raised, look.theme.colour.muted, 0.45), line)


DIVIDER = Divider()


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

    A divider between two groups is drawn; one without an entry on either side is not. `pixel` is where the
    menu opens, its corner; by keyboard, the first entry has the focus.
    """

    padding_units = 1
    dims = False
    pauses = False

    def __init__(
        self,
        stage: Stage,
        title: str,
        entries: Iterable[MenuEntry | Divider],
        pixel: tuple[int, int],
        by_keyboard: bool,
        marks: Sequence[MarkEntry] = (),
    ) -> None:
        super().__init__(stage)
        self._title = title
        self._groups = _grouped(entries)
        self._entries = tuple(chain(*self._groups))
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
        dividers = DIVIDER_UNITS * max(0, len(self._groups) - 1)
        room = self.size[1] / look.scale.unit - 2 * (1 + self.padding_units) - title - dividers - marks
        count = max(1, len(self._entries))
        self._entry_units = min(ENTRY_UNITS, max(LEAST_ENTRY_UNITS, room / count))
        words = look.words.width(self._title, look.body) + 2 * look.scale.pixels(TEXT_PIXELS)
        widest = max([words if self._title else 0, *(self._width_of(entry) for entry in self._entries)])
        width = max(LEAST_WIDTH_UNITS, widest / look.scale.unit)
        return width, title + len(self._entries) * self._entry_units + dividers + marks

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card, with its corner at the pointer, within the window."""
        rect = super().outer(size)
        rect.topleft = self._pixel
        return rect.clamp(self.room(rect, size))

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The title, the entries with their keys, and the marks."""
        units, text = look.scale.units, look.scale.pixels(TEXT_PIXELS)
        parts: Parts = {}
        buttons = iter(self._buttons)
        for group in self._groups:
            if parts:
                parts[Divider()] = units(DIVIDER_UNITS)
            parts |= dict.fromkeys(islice(buttons, len(group)), units(self._entry_units))
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


def _grouped(entries: Iterable[MenuEntry | Divider]) -> tuple[tuple[MenuEntry, ...], ...]:
    """The groups of entries between dividers; none is empty."""
    groups: list[list[MenuEntry]] = [[]]
    for each in entries:
        if isinstance(each, MenuEntry):
            groups[-1].append(each)
        else:
            groups.append([])
    return tuple(tuple(group) for group in groups if group)


def _caps(entry: MenuEntry) -> str:
    return " ".join(caps_of(entry.command)[:1]) if entry.command else ""


class MenuDialog(ContextMenu):
    """The menu of a game, in the middle of the window. Its first entry returns to the game.

    It has the same entries in every game, so that each has its place. Only a game that others have played has
    one more, the way back to the room from which it was opened.
    """

    dims = True

    def __init__(self, stage: Stage, can_be_drawn: bool, origin: Origin | None) -> None:
        origins = () if origin is None else (origin,)
        entries: tuple[MenuEntry | Divider, ...] = (
            MenuEntry(_("Back to the game"), Command.MENU, lambda: None),
            entry(stage, Command.DRAW, can=can_be_drawn),
            entry(stage, Command.REVIEW),
            DIVIDER,
            entry(stage, Command.SAVE, _("Save game…")),
            entry(stage, Command.OPEN, _("Open game…")),
            entry(stage, Command.ADD_TO_STUDY, _("Add to a study…")),
            entry(stage, Command.PICTURE, _("Save a picture…")),
            entry(stage, Command.LIBRARY, _("Library")),
            entry(stage, Command.EDITOR),
            DIVIDER,
            entry(stage, Command.RULES),
            entry(stage, Command.SETTINGS),
            entry(stage, Command.KEYS),
            entry(stage, Command.NOTICES),
            DIVIDER,
            *(MenuEntry(_(room.words), room.command, room.go) for room in origins),
            MenuEntry(_("Home screen"), None, lambda: stage.rooms.open(destination.Home())),
            entry(stage, Command.QUIT),
        )
        super().__init__(stage, _("Menu"), entries, (0, 0), by_keyboard=True)

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card, in the middle of the window."""
        return Dialog.outer(self, size)
