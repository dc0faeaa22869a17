"""The dialog for settings: pages of rows, and a small board that shows what they do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.sample_board import SampleBoard
from wormhole.gui.dialogs.settings_pages import PAGES, Page
from wormhole.gui.dialogs.settings_rows import Row, Show
from wormhole.gui.dialogs.theme_grid import ThemeGrid
from wormhole.gui.language import N_, _, said
from wormhole.gui.layout import row
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.text_field import CARET_PAUSE_SECONDS
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.screen import Stage
from wormhole.library.settings import Settings

WIDTH_UNITS, PAGE_UNITS = 88, 48
TABS_UNITS, BUTTONS_UNITS = 5.5, 5.5
GAP_UNITS = 1.5
SAMPLE_UNITS = 31
ROW_UNITS = 5.2
LABEL_UNITS = 20
HINT_UNITS = 3
PAGE_KEYS = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}


class SettingsDialog(Dialog):
    """Each change takes effect, is seen and is saved at once."""

    heading = N_("Settings")
    dims = False

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._shown = stage.settings
        self._page: Page = PAGES[0]
        self._placed: Page | None = None
        """The page for which the dialog was laid out last."""
        self._themes = ThemeGrid(stage)
        self._sample = SampleBoard()
        self._shows: list[Show] = []

    def inner_units(self) -> tuple[float, float]:
        """The size of tabs, page and buttons."""
        below = SAMPLE_UNITS - ROW_UNITS if self.is_narrow else 0
        return WIDTH_UNITS, TABS_UNITS + PAGE_UNITS + BUTTONS_UNITS + 2 * GAP_UNITS + below

    def keeps_focus(self, index: int | None) -> bool:
        """On another page only a tab does."""
        return self._is_same_page or index in range(len(PAGES))

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the tabs, the rows of the page, and the buttons."""
        self._is_same_page, self._placed = self._page is self._placed, self._page
        scale = self.stage.look.scale
        gap = scale.units(GAP_UNITS)
        tabs = pygame.Rect(inner.topleft, (inner.width, scale.units(TABS_UNITS)))
        buttons = pygame.Rect(inner.left, 0, inner.width, scale.units(BUTTONS_UNITS))
        buttons.bottom = inner.bottom
        area = pygame.Rect(inner.left, tabs.bottom + gap, inner.width, buttons.top - tabs.bottom - 2 * gap)
        names = [(page, _(page.title)) for page in PAGES]
        Choice(self.widgets, self._tabs(tabs), names, self._page, self._turn_to)
        self.upper_layers = self.top_layers = ()
        if self._page.has_sample:
            area = self._place_sample(area)
        self._shows = []
        if self._page.has_themes:
            area = self._place_themes(area)
        self._place_rows(area)
        self._place_buttons(buttons)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Page Up and Page Down turn to another page."""
        if event.type == pygame.KEYDOWN and event.key in PAGE_KEYS:
            index = PAGES.index(self._page) + PAGE_KEYS[event.key]
            self._turn_to(PAGES[index % len(PAGES)])
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> None:
        """Show what was changed, here or by keys."""
        before, settings = self._shown, self.stage.settings
        self._sample.update(now_seconds)
        self.widgets.blink(now_seconds)
        if settings != before:
            self._shown = settings
            for show in self._shows:
                show(settings)
            if (settings.pace, settings.motion) != (before.pace, before.motion):
                self._sample.move(self.stage.motion, now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """When the small board moves, or the caret blinks."""
        sample = self._sample.wakes_in(now_seconds)
        if not self._page.has_text:
            return sample
        return CARET_PAUSE_SECONDS if sample is None else min(sample, CARET_PAUSE_SECONDS)

    def _turn_to(self, page: Page) -> None:
        self._page = page
        self.stage.refresh_dialog()

    def _tabs(self, area: pygame.Rect) -> list[pygame.Rect]:
        """The places of the tabs, each as wide as its word needs, with the same space around all words."""
        look, gap = self.stage.look, self.stage.look.scale.unit
        words = [look.words.width(_(page.title), look.small) for page in PAGES]
        around = (area.width - (len(PAGES) - 1) * gap - sum(words)) / len(PAGES)
        edges = [float(area.left)]
        for width in words:
            edges.append(edges[-1] + width + around + gap)
        return [
            pygame.Rect(round(left), area.top, round(right - gap) - round(left), area.height)
            for left, right in pairwise(edges)
        ]

    def _place_sample(self, area: pygame.Rect) -> pygame.Rect:
        """Place the small board at the right, or below; returns what is left of the page."""
        scale = self.stage.look.scale
        side, gap = scale.units(SAMPLE_UNITS), scale.units(GAP_UNITS)
        place = pygame.Rect(area.right - side, area.top, side, min(side, area.height))
        if self.is_narrow:
            rest = pygame.Rect(area.topleft, (area.width, scale.units(PAGE_UNITS - ROW_UNITS)))
            place = pygame.Rect(area.left, rest.bottom + gap, area.width, area.bottom - rest.bottom - gap)
        self._sample.place(self.stage.look, place, self.size)
        self.upper_layers = tuple(self._sample.layers)
        if self.is_narrow:
            return rest
        return pygame.Rect(area.left, area.top, area.width - side - scale.units(2), area.height)

    def _place_themes(self, area: pygame.Rect) -> pygame.Rect:
        """Place the themes; returns what is left of the page."""
        look = self.stage.look
        rows = self._page.rows
        below = len(rows) * (look.scale.units(ROW_UNITS) + look.scale.units(GAP_UNITS))
        hint = look.scale.units(HINT_UNITS) if self._themes.complaints else 0
        grid = pygame.Rect(area.left, area.top, area.width, area.height - below - hint)
        self._themes.place(self.widgets, grid)
        self.top_layers = tuple(self._themes.layers)
        self._shows.append(self._themes.show)
        if hint:
            place = pygame.Rect(grid.left, grid.bottom, grid.width, hint)
            self.write(said(self._themes.complaints[0]), place, look.theme.colour.alarm)
        return pygame.Rect(area.left, area.bottom - below + look.scale.units(GAP_UNITS), area.width, below)

    def _place_rows(self, area: pygame.Rect) -> None:
        look = self.stage.look
        scale = look.scale
        top = area.top
        for line in self._page.rows:
            place = pygame.Rect(area.left, top, area.width, scale.units(ROW_UNITS))
            label = pygame.Rect(place.topleft, (scale.units(LABEL_UNITS), place.height))
            text = _(line.label)
            pixels = look.words.largest([text], look.body, label.width - scale.unit)
            self.write(text, label, pixels=pixels)
            widgets = pygame.Rect(label.right, top, place.right - label.right, place.height)
            self._shows.append(line.fill(self.stage, self.widgets, widgets))
            top = place.bottom + scale.units(GAP_UNITS)
            if line.about:
                top = self._write_about(_(line.about), widgets.left, place) + scale.units(GAP_UNITS)

    def _write_about(self, text: str, left: int, above: pygame.Rect) -> int:
        """Write a sentence below a row; returns where it ends."""
        look = self.stage.look
        height = look.words.height(look.small)
        top = above.bottom + look.scale.pixels(3)
        for part in look.words.wrapped(text, look.small, above.right - left):
            place = pygame.Rect(left, top, above.right - left, height)
            self.write(part, place, look.theme.colour.muted)
            top = place.bottom
        return top

    def _place_buttons(self, area: pygame.Rect) -> None:
        restore, done = row(area, 2, self.stage.look.scale.unit)
        self.widgets.button(restore, _("Restore defaults"), self._restore, QUIET)
        self.widgets.focus(self.widgets.button(done, _("Done"), self.stage.close_dialog, PRIMARY))

    def _restore(self) -> None:
        changes: dict[str, object] = {"theme": Settings().theme}
        for line in _rows():
            changes |= line.defaults()
        self.stage.change_settings(**changes)


def _rows() -> Iterator[Row]:
    for page in PAGES:
        yield from page.rows
