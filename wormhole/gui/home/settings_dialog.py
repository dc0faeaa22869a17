"""The dialog for settings: pages of rows, and a small board that shows their effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from math import isqrt

import pygame

from wormhole import Board, Variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.selection import allow, choose, let_go
from wormhole.gui.board.state import BoardState
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.home.settings_pages import PAGES, Page, PageRow
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import PAGE_KEYS
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.layout import Column, Fill, Grid, Row, Square
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Motion, PieceColours, Theme, hexed
from wormhole.gui.look.view import Caption, Group, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.window.heard import Heard
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


class ThemeGrid(Group):
    """A button for each theme, with its picture and name."""

    def __init__(self, stage: Stage) -> None:
        found = stage.preferences.find_themes()
        self.complaints: Sequence[str] = found.complaints
        """The errors of the themes that are ignored."""
        self._themes = found.themes
        names = [(theme.name, "") for theme in self._themes]
        chosen = stage.settings.theme
        self._choice = Choice(names, chosen, lambda name: stage.preferences.change(theme=name))
        for theme in self._themes:
            self._choice.button(theme.name).name = _(theme.title)

    def show(self, settings: Settings) -> None:
        """Light the chosen theme."""
        self._choice.show(settings.theme)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Equal cells, row by row."""
        self._room = room
        gap, buttons = look.scale.units(SWATCH_GAP_UNITS), self._choice.buttons
        columns = max(COLUMNS, isqrt(max(0, len(buttons) - COLUMNS)))
        lines = max(COLUMNS, -(-len(buttons) // columns))
        width, height = (room.width + gap) // columns * columns, (room.height + gap) // lines * lines
        empty = (f"empty {number}" for number in range(lines * columns - len(buttons)))
        grid = Grid((*buttons, *empty), columns, gap, width - gap)
        return Column({"lines": Row({"grid": grid}, size=height - gap)})

    def settle(self, look: Look) -> None:
        """Draw the themes over their buttons."""
        picture = pygame.Surface(self._room.size, pygame.SRCALPHA)
        for theme, button in zip(self._themes, self._choice.buttons, strict=True):
            self._draw(picture, theme, button.rect.move(-self._room.left, -self._room.top), look)
        self.picture = Picture(picture, self._room.topleft)

    def _draw(self, picture: pygame.Surface, theme: Theme, cell: pygame.Rect, look: Look) -> None:
        inner = cell.inflate(-2 * look.scale.pixels(5), -2 * look.scale.pixels(5))
        column = Column({"swatch": Fill(least=1), "title": look.scale.units(TITLE_UNITS)})
        sky, title = column.at(inner).values()
        picture.blit(look.sprites.drawing(swatch(theme, *sky.size)), sky)
        words = look.words
        text = _(theme.title)
        pixels = words.largest([text], look.small, title.width)
        ink = look.theme.colour.ink
        words.write(picture, text, pixels, ink, width=title.width, center=title.center)


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
        view = BoardView(look.sprites, self._state.variant.geometry)
        view.place(rect, ground, look.board_style)
        self.layers = (BoardLayer(view, self._state),)

    def move(self, motion: Motion, now_seconds: float) -> None:
        """Play a move at this speed; the board goes back to its position after it."""
        self._show()
        after = _position()
        after.push_uci(SHOWN_MOVE)
        let_go(self._state)
        positions.play(self._state, after, now_seconds, motion)
        moving = self._state.animation
        self._back_at = now_seconds + REST_SECONDS + (moving.seconds if moving is not None else 0.0)

    def update(self, now_seconds: float) -> float:
        """Continue with the move, and back after it; returns when either is due next."""
        due = timeline.update(self._state, now_seconds)
        if now_seconds >= self._back_at:
            self._back_at = NEVER
            self._show()
        return min(due, self._back_at)

    def _show(self) -> None:
        positions.show(self._state, _position())
        _choose(self._state)


def sample_state() -> BoardState:
    """The position that the small board shows."""
    state = positions.state_of(_position())
    _choose(state)
    return state


def _choose(state: BoardState) -> None:
    allow(state, _position())
    choose(state, state.variant.geometry.parse(CHOSEN))


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


class SettingsRows(Group):
    """The settings of a page, each with its label and perhaps a sentence below."""

    def __init__(self, page: Page, stage: Stage) -> None:
        self._stage = stage
        rows = (row for row in page.rows if not row.is_of_voice or stage.speech.trouble is None)
        self._rows = [(row, *row.make(stage)) for row in rows]

    def show(self, settings: Settings) -> None:
        """Show these settings."""
        for _row, _leaf, show in self._rows:
            show(settings)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Row after row."""
        unit, units, label = look.scale.unit, look.scale.units, look.scale.units(LABEL_UNITS)
        parts: Parts = {}
        for row, leaf, _show in self._rows:
            caption = Caption(_(row.label), "ink", "body", is_shrinking=True)
            parts[row.label] = Row({caption: label - unit, leaf: Fill()}, unit, units(ROW_UNITS))
            about = row.about if isinstance(row.about, str) else row.about(self._stage)
            if about:
                lines = look.words.wrapped(_(about), look.small, room.width - label)
                height = look.words.height(look.small)
                below: Layout = Column({Caption(line): height for line in lines}, size=Fill())
                parts[f"{row.label}, above"] = look.scale.pixels(3)
                parts[about] = Row({"left": label, "about": below}, size=len(lines) * height)
            parts[f"{row.label}, below"] = units(GAP_UNITS)
        return Column(parts)


class SettingsDialog(Dialog):
    """Each change takes effect, is seen and is saved at once."""

    heading = N_("Settings")
    dims = False

    def __init__(self, stage: Stage, page: SettingsPage) -> None:
        super().__init__(stage)
        self._shown = stage.settings
        self._page: Page = next(each for each in PAGES if each.title == page.value)
        self._sample = SampleBoard()
        self._make()

    @property
    def heard(self) -> Heard:
        """The page, too."""
        return {**super().heard, "page": _(self._page.title)}

    def inner_units(self) -> tuple[float, float]:
        """The size of tabs, page and buttons."""
        below = SAMPLE_UNITS - ROW_UNITS if self.is_narrow else 0
        return WIDTH_UNITS, TABS_UNITS + PAGE_UNITS + BUTTONS_UNITS + 2 * GAP_UNITS + below

    @cached_property
    def _themes(self) -> ThemeGrid:
        return ThemeGrid(self.stage)

    def _make(self) -> None:
        """Make the widgets in the language in use."""
        names = [(page, _(page.title)) for page in PAGES]
        self._tabs = Choice(names, self._page, self._turn_to)
        self.first = Button(_("Done"), self.stage.close_dialog, PRIMARY)
        self._buttons = ButtonRow(Button(_("Restore defaults"), self._restore, QUIET), self.first)
        self._rows = SettingsRows(self._page, self.stage)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The tabs, the page, and the buttons."""
        self._show()
        units, unit = look.scale.units, look.scale.unit
        page = self._page_layout(look)
        if self._page.has_sample and self.is_narrow:
            page.size = units(PAGE_UNITS - ROW_UNITS)
            page = Column({"rest": page, self._place_sample: Fill()}, units(GAP_UNITS), Fill())
        elif self._page.has_sample:
            square = Square(units(SAMPLE_UNITS), is_centred=False)
            page = Row({"rest": page, self._place_sample: square}, units(2), Fill())
        words = {each: look.words.width(each.text, look.small) for each in self._tabs.buttons}
        around = (room.width - (len(words) - 1) * unit - sum(words.values())) / len(words)
        tabs = Row({each: Fill(width + around) for each, width in words.items()}, unit, units(TABS_UNITS))
        return Column({"tabs": tabs, "page": page, self._buttons: units(BUTTONS_UNITS)}, units(GAP_UNITS))

    def settle(self, look: Look) -> None:
        """Put the small board and the pictures of the themes over the card."""
        self.upper_layers = tuple(self._sample.layers) if self._page.has_sample else ()
        self.top_layers = (self._themes.picture,) if self._page.has_themes else ()

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
        if settings != before:
            self._shown = settings
            if settings.language != before.language:
                mark = self.widgets.focus_mark()
                self._make()
                self.stage.refresh_dialog()
                self.widgets.focus_again(mark)
            self._show()
            if settings.motion_chosen != before.motion_chosen:
                self.stage.refresh_dialog()  # a sentence below the row may be true no more
            if (settings.pace, settings.motion) != (before.pace, before.motion):
                self._sample.move(self.stage.motion, now_seconds)
        return min(self._sample.update(now_seconds), super().update(now_seconds))

    def _show(self) -> None:
        """Show the present settings."""
        self._rows.show(self.stage.settings)
        if self._page.has_themes:
            self._themes.show(self.stage.settings)

    def _turn_to(self, page: Page) -> None:
        self._page = page
        self._tabs.show(page)
        self._rows = SettingsRows(page, self.stage)
        self.stage.refresh_dialog()

    def _page_layout(self, look: Look) -> Layout:
        """The rows, below the themes if the page has them."""
        units, gap = look.scale.units, look.scale.units(GAP_UNITS)
        if not self._page.has_themes:
            return Column({self._rows: Fill()}, size=Fill())
        themes: Parts = {self._themes: Fill()}
        for complaint in self._themes.complaints[:1]:
            themes[Caption(said(complaint), "alarm")] = units(HINT_UNITS)
        below = len(self._page.rows) * (units(ROW_UNITS) + gap) - gap
        return Column({"themes": Column(themes, size=Fill()), self._rows: below}, gap, Fill())

    def _place_sample(self, place: pygame.Rect) -> None:
        self._sample.place(self.stage.look, place, self.size)

    def _restore(self) -> None:
        changes: dict[str, object] = {"theme": Settings().theme}
        for line in _rows():
            changes |= line.defaults()
        self.stage.preferences.change(**changes)


def _rows() -> Iterator[PageRow]:
    for page in PAGES:
        yield from page.rows
