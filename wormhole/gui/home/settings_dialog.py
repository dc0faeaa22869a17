"""The dialog for settings: pages of rows, and a small board that shows their effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import isqrt

import pygame

from wormhole import Board, Variant
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.home.settings_pages import PAGES, Page, PageRow, Show
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import PAGE_KEYS
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.layout import Column, Fill, Row, Square, row, rows
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Motion, PieceColours, Theme, hexed
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import Settings, SettingsPage
from wormhole.rules.game_file import parse

PAWN = "M8 2.2a3 3 0 0 1 1.9 5.3q.8 3 3.1 4.5v2H3v-2q2.3-1.5 3.1-4.500A3 3 0 0 1 8 2.200z"
"""In a square of 16 by 16."""


def swatch(theme: Theme, width: int, height: int) -> str:
    """SVG text of that size; in its box of 96 by 48 the board is at the left, the panel at the right."""
    colour = theme.colour
    squares = "".join(
        f'<rect x="{4 + 16 * column}" y="{8 + 16 * row}" width="15.4" height="15.4" rx="1.2" '
        f'fill="{hexed(colour.square_light_foot if (column + row) % 2 else colour.square_dark_top)}"/>'
        for row in range(2)
        for column in range(3)
        if (column, row) != (1, 0)
    )
    lines = "".join(
        f'<rect x="64" y="{y}" width="{long}" height="2.6" rx="1.3" fill="{hexed(ink)}"/>'
        for y, long, ink in ((14, 20, colour.ink), (19.5, 24, colour.muted), (25, 15, colour.accent))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 96 48" '
        f'preserveAspectRatio="xMidYMid slice">'
        f'<defs><radialGradient id="sky" cx="0.4" cy="0.34" r="0.75">'
        f'<stop offset="0" stop-color="{hexed(colour.sky_centre)}"/>'
        f'<stop offset="1" stop-color="{hexed(colour.sky_edge)}"/></radialGradient></defs>'
        f'<rect x="-40" y="-20" width="176" height="88" fill="url(#sky)"/>'
        f'<rect x="1.5" y="5.5" width="52.4" height="36.4" rx="2.5" fill="{hexed(colour.frame)}" '
        f'stroke="{hexed(colour.board_line)}" stroke-width="0.8"/>'
        f'<rect x="3.7" y="7.7" width="48" height="32" fill="{hexed(colour.well)}"/>{squares}'
        f'<circle cx="27.7" cy="15.7" r="5.6" fill="{hexed(colour.wormhole_core)}" '
        f'stroke="{hexed(colour.wormhole)}" stroke-width="2.4"/>'
        f'<circle cx="27.7" cy="15.7" r="5.6" fill="none" stroke="{hexed(colour.wormhole_rim)}" '
        f'stroke-width="2.4" stroke-dasharray="1.8 1.7"/>'
        f"{_pawn(theme.black, 3.7, 8)}{_pawn(theme.white, 35.7, 23.6)}"
        f'<circle cx="27.7" cy="31.7" r="2.5" fill="{hexed(colour.choice)}" '
        f'stroke="{hexed(colour.choice_deep)}" stroke-width="0.8"/>'
        f'<rect x="59" y="5.5" width="35.5" height="36.4" rx="3" fill="{hexed(colour.panel)}" '
        f'stroke="{hexed(colour.panel_line)}" stroke-width="0.8"/>{lines}'
        f'<rect x="64" y="31" width="25.5" height="6.5" rx="1.6" fill="{hexed(colour.hot)}"/></svg>'
    )


def _pawn(side: PieceColours, x: float, y: float) -> str:
    return (
        f'<path transform="translate({x} {y})" d="{PAWN}" fill="{hexed(side.foot)}" '
        f'stroke="{hexed(side.line)}" stroke-width="1" stroke-linejoin="round"/>'
    )


COLUMNS = 3
SWATCH_GAP_UNITS = 1
TITLE_UNITS = 2.5


class ThemeGrid:
    """A button for each theme, with its picture and name."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        found = stage.preferences.find_themes()
        self.complaints: Sequence[str] = found.complaints
        """The errors of the themes that are ignored."""
        self._themes = found.themes
        self.layers: Sequence[Layer] = ()
        """The pictures, above the widgets. New after every `place`."""

    def place(self, widgets: Widgets, area: pygame.Rect) -> None:
        """Lay the buttons out, row by row."""
        look, stage = self._stage.look, self._stage
        cells = self._cells(area, look)
        names = [(theme.name, "") for theme in self._themes]
        self._choice = Choice(
            widgets, cells, names, stage.settings.theme, lambda name: stage.preferences.change(theme=name)
        )
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for theme, cell in zip(self._themes, cells, strict=True):
            self._draw(picture, theme, cell.move(-area.left, -area.top), look)
        self.layers = (Picture(picture, area.topleft),)

    def show(self, settings: Settings) -> None:
        """Light the chosen theme."""
        self._choice.show(settings.theme)

    def _cells(self, area: pygame.Rect, look: Look) -> list[pygame.Rect]:
        gap, count = look.scale.units(SWATCH_GAP_UNITS), len(self._themes)
        columns = max(COLUMNS, isqrt(max(0, count - COLUMNS)))
        lines = max(COLUMNS, -(-count // columns))
        width, height = (area.width + gap) // columns * columns, (area.height + gap) // lines * lines
        whole = pygame.Rect(area.topleft, (width - gap, height - gap))
        return [cell for line in rows(whole, lines, gap) for cell in row(line, columns, gap)][:count]

    def _draw(self, picture: pygame.Surface, theme: Theme, cell: pygame.Rect, look: Look) -> None:
        inner = cell.inflate(-2 * look.scale.pixels(5), -2 * look.scale.pixels(5))
        column = Column({"swatch": Fill(least=1), "title": look.scale.units(TITLE_UNITS)})
        sky, title = column.at(inner).values()
        picture.blit(look.sprites.drawing(swatch(theme, *sky.size)), sky)
        words = look.words
        text = _(theme.title)
        pixels = words.largest([text], look.small, title.width)
        name = words.line(words.fitted(text, pixels, title.width), pixels, look.theme.colour.ink)
        picture.blit(name, name.get_rect(center=title.center))


GAME = """
inherits = "wormhole"
title = "Sample"
[board]
start = "wn1lk1/1px1pp/3x2/1x2P1/P1P2x/CKNWL1"
"""
MOVES = ("c2c3", "b6c4")
CHOSEN = "d1"
SHOWN_MOVE = "d1c4"
"""The move of the chosen piece that shows the speed of motion."""
REST_SECONDS = 0.9
"""From the end of that move to the position before it."""


class SampleBoard:
    """A board in the middle of a game, with a chosen piece."""

    def __init__(self) -> None:
        self._state = sample_state()
        self._back_at = NEVER
        self.layers: Sequence[Layer] = ()

    def place(self, look: Look, rect: pygame.Rect, size: tuple[int, int]) -> None:
        """Lay the board out in a rectangle of the window, which has this size."""
        ground = pygame.Surface(size)
        ground.fill(look.theme.colour.panel)
        view = BoardView(look.sprites, self._state.geometry)
        view.place(rect, ground, look.board_style)
        self.layers = (BoardLayer(view, self._state),)

    def move(self, motion: Motion, now_seconds: float) -> None:
        """Play a move at this speed; the board goes back to its position after it."""
        self._show()
        after = _position()
        after.push_uci(SHOWN_MOVE)
        self._state.let_go()
        self._state.play(after, now_seconds, motion)
        moving = self._state.animation
        self._back_at = now_seconds + REST_SECONDS + (moving.seconds if moving is not None else 0.0)

    def update(self, now_seconds: float) -> float:
        """Continue with the move, and back after it; returns when either is due next."""
        due = self._state.update(now_seconds)
        if now_seconds >= self._back_at:
            self._back_at = NEVER
            self._show()
        return min(due, self._back_at)

    def _show(self) -> None:
        self._state.show(_position())
        _choose(self._state)


def sample_state() -> BoardState:
    """The position that the small board shows."""
    state = BoardState.of(_position())
    _choose(state)
    return state


def _choose(state: BoardState) -> None:
    state.allow(_position())
    state.choose(state.geometry.parse(CHOSEN))


@cache
def _game() -> Variant:
    return parse(GAME, "sample")


def _position() -> Board:
    board = Board(_game())
    for move in MOVES:
        board.push_uci(move)
    return board


WIDTH_UNITS, PAGE_UNITS = 88, 48
TABS_UNITS, BUTTONS_UNITS = 5.5, 5.5
GAP_UNITS = 1.5
SAMPLE_UNITS = 31
ROW_UNITS = 5.2
LABEL_UNITS = 20
HINT_UNITS = 3


class SettingsDialog(Dialog):
    """Each change takes effect, is seen and is saved at once."""

    heading = N_("Settings")
    dims = False

    def __init__(self, stage: Stage, page: SettingsPage) -> None:
        super().__init__(stage)
        self._shown = stage.settings
        self._page: Page = next(each for each in PAGES if each.title == page.value)
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
        units = self.stage.look.scale.units
        column = Column(
            {"tabs": units(TABS_UNITS), "page": Fill(), "buttons": units(BUTTONS_UNITS)}, units(GAP_UNITS)
        )
        tabs, area, buttons = column.at(inner).values()
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

    def update(self, now_seconds: float) -> float:
        """Show what was changed, here or by keys; move the small board, and let the caret blink."""
        before, settings = self._shown, self.stage.settings
        caret = self.widgets.blink(now_seconds)
        if settings != before:
            self._shown = settings
            for show in self._shows:
                show(settings)
            if (settings.pace, settings.motion) != (before.pace, before.motion):
                self._sample.move(self.stage.motion, now_seconds)
        sample = self._sample.update(now_seconds)
        return min(sample, caret) if self._page.has_text else sample

    def _turn_to(self, page: Page) -> None:
        self._page = page
        self.stage.refresh_dialog()

    def _tabs(self, area: pygame.Rect) -> list[pygame.Rect]:
        """The places of the tabs, each as wide as its word needs, with the same space around all words."""
        look, gap = self.stage.look, self.stage.look.scale.unit
        words = [look.words.width(_(page.title), look.small) for page in PAGES]
        around = (area.width - (len(PAGES) - 1) * gap - sum(words)) / len(PAGES)
        tabs = {page: Fill(width + around) for page, width in zip(PAGES, words, strict=True)}
        return list(Row(tabs, gap).at(area).values())

    def _place_sample(self, area: pygame.Rect) -> pygame.Rect:
        """Place the small board at the right, or below; returns what is left of the page."""
        units = self.stage.look.scale.units
        beside = Row({"rest": Fill(), "sample": Square(units(SAMPLE_UNITS), is_centred=False)}, units(2))
        below = Column({"rest": units(PAGE_UNITS - ROW_UNITS), "sample": Fill()}, units(GAP_UNITS))
        rest, place = (below if self.is_narrow else beside).at(area).values()
        self._sample.place(self.stage.look, place, self.size)
        self.upper_layers = tuple(self._sample.layers)
        return rest

    def _place_themes(self, area: pygame.Rect) -> pygame.Rect:
        """Place the themes; returns what is left of the page."""
        look, units = self.stage.look, self.stage.look.scale.units
        gap = units(GAP_UNITS)
        below = len(self._page.rows) * (units(ROW_UNITS) + gap) - gap
        hint = units(HINT_UNITS) if self._themes.complaints else 0
        places = Column({"themes": Column({"grid": Fill(), "hint": hint}), "rows": below}, gap).at(area)
        self._themes.place(self.widgets, places["grid"])
        self.top_layers = tuple(self._themes.layers)
        self._shows.append(self._themes.show)
        if hint:
            self.write(said(self._themes.complaints[0]), places["hint"], look.theme.colour.alarm)
        return places["rows"]

    def _place_rows(self, area: pygame.Rect) -> None:
        look, scale = self.stage.look, self.stage.look.scale
        row_units, label_units = scale.units(ROW_UNITS), scale.units(LABEL_UNITS)
        top = area.top
        for line in self._page.rows:
            place = pygame.Rect(area.left, top, area.width, row_units)
            label, widgets = Row({"label": label_units, "widgets": Fill()}).at(place).values()
            text = _(line.label)
            pixels = look.words.largest([text], look.body, label.width - scale.unit)
            self.write(text, label, pixels=pixels)
            self._shows.append(line.fill(self.stage, self.widgets, widgets))
            top = place.bottom + scale.units(GAP_UNITS)
            if line.about:
                top = self._write_about(_(line.about), widgets) + scale.units(GAP_UNITS)

    def _write_about(self, text: str, above: pygame.Rect) -> int:
        """Write a sentence below the widgets of a row; returns where it ends."""
        look = self.stage.look
        place = above.move(0, above.height + look.scale.pixels(3))
        place.height = look.words.height(look.small)
        for part in look.words.wrapped(text, look.small, above.width):
            self.write(part, place, look.theme.colour.muted)
            place.top += place.height
        return place.top

    def _place_buttons(self, area: pygame.Rect) -> None:
        restore, done = row(area, 2, self.stage.look.scale.unit)
        self.widgets.button(restore, _("Restore defaults"), self._restore, QUIET)
        self.widgets.focus(self.widgets.button(done, _("Done"), self.stage.close_dialog, PRIMARY))

    def _restore(self) -> None:
        changes: dict[str, object] = {"theme": Settings().theme}
        for line in _rows():
            changes |= line.defaults()
        self.stage.preferences.change(**changes)


def _rows() -> Iterator[PageRow]:
    for page in PAGES:
        yield from page.rows
