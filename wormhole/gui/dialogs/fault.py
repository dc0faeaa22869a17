"""The dialog after an error that nobody foresaw: what happened, and a report to copy or save."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.replacing import ask_where
from wormhole.gui.key_words import cap_words, tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.layout import row, stacked
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import well
from wormhole.gui.look.scroll_area import ScrollArea
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.library.keeping import write_text
from wormhole.rules.quoting import shown_path

ONCE = N_(
    "The program met an error that nobody foresaw. What you have played is kept. You can go on; the report "
    "helps to mend the error."
)
AGAIN = N_(
    "An error that nobody foresaw happened again, so the program went to the home screen. What you have "
    "played is kept: go on, and continue it from there. The report helps to mend the error."
)
WIDTH_UNITS, HEIGHT_UNITS = 88, 54
WORDS_UNITS = 7.5
TOLD_UNITS = 3.5
BUTTON_UNITS = 6
GAP_UNITS = 1.5


class FaultDialog(Dialog):
    """Nothing below it is drawn or updated, since the error may be there."""

    is_alone = True

    def __init__(self, stage: Stage, report: str, has_left: bool, go_on: Action) -> None:
        super().__init__(stage)
        self.heading = _("Something went wrong")
        self.report = report
        self._words = _(AGAIN) if has_left else _(ONCE)
        self._go_on = go_on
        self._told = ""

    def inner_units(self) -> tuple[float, float]:
        """Most of the smallest window."""
        return WIDTH_UNITS, HEIGHT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the words, the report and the buttons."""
        look = self.stage.look
        scale = look.scale
        heights = [scale.units(units) for units in (WORDS_UNITS, 0, TOLD_UNITS, BUTTON_UNITS)]
        words, place, told, strip = stacked(inner, heights, scale.units(GAP_UNITS))
        hint = Hint(look, words, look.small)
        hint.show(self._words)
        self._hint = Hint(look, told)
        self._hint.show(self._told)
        padding = scale.unit
        self._list = ScrollArea(look, place.inflate(-2 * padding, -2 * padding))
        self._list.show(_written(look, self.report, self._list.width))
        self._area = self.widgets.area(place)
        self.paste(well(look, place.size), place)
        self.upper_layers = (hint, self._list, self._hint)
        go_on, copy, save, leave = row(strip, 4, scale.unit)
        self.widgets.focus(
            self.widgets.button(go_on, _("Go on"), self._close, PRIMARY, Tip("", (cap_words("Esc"),)))
        )
        self.widgets.button(
            copy, _("Copy report"), self._copy, tip=Tip(_("Copy it, for whoever mends the program"))
        )
        self.widgets.button(save, _("Save report…"), self._save)
        self.widgets.button(leave, _("Quit"), self.stage.quit_at_once, tip=tip_of(Command.QUIT))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; Esc goes on, the report scrolls."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self._close()
                return True
            return self._scroll(event.key) or self.widgets.handle(event)
        return self._list.handle(event) or self.widgets.handle(event)

    def _scroll(self, key: int) -> bool:
        is_here = self.widgets.is_focused(self._area) or key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
        return is_here and self._list.step(key)

    def _close(self) -> None:
        self.stage.close_dialog()
        self._go_on()

    def _copy(self) -> None:
        trouble = copy_text(self.report)
        self._tell(trouble or _("The report is on the clipboard."), is_trouble=trouble is not None)

    def _save(self) -> None:
        name = f"wormhole-chess-{date.today().isoformat()}.txt"
        ask_where(self.stage, _("Save report"), ".txt", name, self._write)

    def _write(self, path: Path) -> None:
        try:
            write_text(path, self.report)
        except OSError as error:
            self._tell(f"{shown_path(path)}: {error.strerror}.", is_trouble=True)
        else:
            self._tell(_("The report is saved as {file}.").format(file=shown_path(path.name)))

    def _tell(self, text: str, is_trouble: bool = False) -> None:
        self._told = text
        self._hint.show(text, is_trouble)


def _written(look: Look, text: str, width: int) -> pygame.Surface:
    """The report as a picture. Lines that are too long are broken; their indents are kept."""
    words, pixels, ink = look.words, look.small, look.theme.colour.ink
    lines: list[str] = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        room = width - words.width(indent, pixels)
        lines += [indent + part for part in words.wrapped(line, pixels, room)] or [""]
    height = words.height(pixels)
    picture = pygame.Surface((width, len(lines) * height), pygame.SRCALPHA)
    for number, line in enumerate(lines):
        picture.blit(words.line(line, pixels, ink), (0, number * height))
    return picture
