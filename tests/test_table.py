"""The scrolling list: selection by mouse and keyboard, and the rows that it reads of a long list."""

from __future__ import annotations

import pygame
import pytest

from wormhole.gui.languages import language
from wormhole.gui.library import games_table
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.table import Table, TableColumn, cells
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.words import Words

MANY = 100_000
AREA = pygame.Rect(20, 30, 500, 400)


class Lines:
    """A long list that remembers which rows were read."""

    def __init__(self, count=MANY):
        self.count = count
        self.read = set()

    def __len__(self):
        return self.count

    def __getitem__(self, row):
        self.read.add(row)
        return f"game {row}", "1-0"


@pytest.fixture(scope="module")
def look():
    pygame.display.init()
    pygame.display.set_mode((600, 500))
    theme = Theme.load()
    yield Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), Scale(1.0))
    pygame.display.quit()


@pytest.fixture
def table(look):
    columns = (TableColumn(3, heading="Game"), TableColumn(1, is_right=True, heading="Result"))
    table = Table(columns, lambda row: None, lambda row: None, several=True).place(look, AREA)
    table.show(Lines())
    yield table
    pygame.key.set_mods(0)


def click(table, row, held=0):
    """Click the nth row in sight."""
    pygame.key.set_mods(held)
    pixel = (AREA.left + 40, table.row_rect(row).centery)
    table.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1), 0.0)


def test_only_the_rows_in_sight_are_read(table):
    surface = pygame.Surface((600, 500))
    table.step(pygame.K_END)
    table.draw(surface, 0.0)
    assert table.chosen == MANY - 1
    assert len(table.rows.read) == table.rows_seen
    assert max(table.rows.read) == MANY - 1


@pytest.mark.parametrize(
    ("clicks", "rows"),
    [
        ([(3, 0)], {3}),
        ([(3, 0), (6, pygame.KMOD_SHIFT)], {3, 4, 5, 6}),
        ([(3, 0), (6, pygame.KMOD_SHIFT), (4, pygame.KMOD_SHIFT)], {3, 4}),
        ([(6, 0), (3, pygame.KMOD_SHIFT)], {3, 4, 5, 6}),
        ([(3, 0), (6, pygame.KMOD_CTRL)], {3, 6}),
        ([(3, 0), (6, pygame.KMOD_CTRL), (3, pygame.KMOD_CTRL)], {6}),
        ([(3, 0), (6, pygame.KMOD_CTRL), (8, pygame.KMOD_SHIFT)], {6, 7, 8}),
        ([(3, 0), (3, pygame.KMOD_CTRL)], {3}),
        ([(3, pygame.KMOD_CTRL), (5, 0)], {5}),
    ],
)
def test_several_rows_are_chosen_with_shift_and_control(table, clicks, rows):
    for row, held in clicks:
        click(table, row, held)
    assert set(table.selection.rows) == rows


def test_several_rows_are_chosen_by_keyboard(table):
    table.step(pygame.K_DOWN)
    table.step(pygame.K_DOWN, extend=True)
    table.step(pygame.K_DOWN, extend=True)
    assert set(table.selection.rows) == {0, 1, 2}
    table.step(pygame.K_END, extend=True)
    assert len(table.selection.rows) == MANY
    table.step(pygame.K_HOME)
    assert set(table.selection.rows) == {0}
    table.choose_all()
    assert len(table.selection.rows) == MANY


def test_a_list_that_changed_stays_where_it_was(table):
    table.go_to(500)
    table.renew(Lines(MANY - 1), 499, (499,))
    surface = pygame.Surface((600, 500))
    table.draw(surface, 0.0)
    assert table.chosen == 499
    assert min(table.rows.read) in range(500 - table.rows_seen, 500)


@pytest.mark.parametrize("count", [0, 1])
def test_an_empty_or_short_list_takes_every_key(table, count):
    table.show(Lines(count), empty="There is nothing here. " * 9)
    for key in (pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_UP, pygame.K_PAGEDOWN):
        assert table.step(key, extend=True)
    for key in (pygame.K_END, pygame.K_HOME):
        assert table.step(key)
    table.choose_all()
    table.draw(pygame.Surface((600, 500)), 0.0)
    assert table.chosen == (0 if count else None)


@pytest.mark.parametrize("code", ["en", "fr", "es", "de"])
def test_the_library_s_column_of_dates_holds_every_day(look, code):
    language.use(code)
    try:
        (_, width), *_ = cells(look, games_table.columns(), AREA.width)
        days = (f"2026.{month:02}.{day:02}" for month in range(1, 13) for day in range(1, 32))
        widest = max(
            (games_table.date_text(day) for day in days), key=lambda text: look.words.width(text, look.small)
        )
        assert look.words.width(widest, look.small) <= width, widest
    finally:
        language.use("en")
