"""The layout of the home screen in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.layout import MINIMUM_SIZE, row, rows
from wormhole.gui.look.scale import Scale


@dataclass(frozen=True)
class HomeLayout:
    """The home screen: the board that plays by itself, and around it the title, a card and buttons."""

    board: Rect
    title: Rect
    setup: Rect
    others: tuple[Rect, ...]
    offer: Rect
    """Below the board: the way back to an unfinished game, or the first lesson."""

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        return (self.board, self.title, self.setup, *self.others, self.offer)


def home_layout(size: tuple[int, int]) -> HomeLayout:
    """The home screen for a window of `size`: of all forms, the one with the largest board."""
    scale = Scale.of(size)
    forms = (_home_beside(*size, scale), _home_below(*size, scale), _home_around(*size, scale))
    return max(forms, key=lambda form: form.board.width)


def _home_beside(width: int, height: int, scale: Scale) -> HomeLayout:
    margin = scale.units(3)
    gap = _between(scale.units(3), (width - MINIMUM_SIZE[0]) // 5, scale.units(8))
    column_width = _between(scale.units(42), width // 3, scale.units(54))
    below = scale.unit + scale.units(_OFFER_UNITS)
    side = min(height - 2 * margin - below, width - 2 * margin - gap - column_width, scale.units(80))
    left = (width - side - gap - column_width) // 2
    board = Rect(left, (height - side) // 2, side, side)
    board.top = min(board.top, height - margin - below - side)
    return _home_column(board, Rect(board.right + gap, 0, column_width, height), scale)


def _between(least: int, wished: int, most: int) -> int:
    """`wished`, clamped to the limits."""
    return max(least, min(wished, most))


def _home_below(width: int, height: int, scale: Scale) -> HomeLayout:
    margin = scale.units(3)
    column_height = _home_column_height(scale) + scale.unit + scale.units(_OFFER_UNITS)
    column_width = min(width - 2 * margin, scale.units(70))
    side = min(width - 2 * margin, height - 3 * margin - column_height)
    top = (height - side - margin - column_height) // 2
    board = Rect((width - side) // 2, top, side, side)
    column = Rect((width - column_width) // 2, 0, column_width, 0)
    column.top = board.bottom + scale.unit + scale.units(_OFFER_UNITS) + margin
    column.height = _home_column_height(scale)
    return _home_column(board, column, scale)


def _home_around(width: int, height: int, scale: Scale) -> HomeLayout:
    """The title above the board, the buttons beside it and the card below it, for upright windows."""
    unit, gap, margin = scale.unit, scale.units(_GAP_UNITS), scale.units(2)
    title_height, card_height = scale.units(_LOW_TITLE_UNITS), scale.units(_SETUP_UNITS)
    offer_height = scale.units(_OFFER_UNITS)
    taken = title_height + card_height + offer_height + 2 * gap + unit + 2 * margin
    least_column = scale.units(_COLUMN_UNITS)
    side = max(0, min(width - 2 * margin - gap - least_column, height - taken))
    column_width = min(width - 2 * margin - gap - side, scale.units(2 * _COLUMN_UNITS) + unit)
    left = (width - side - gap - column_width) // 2
    title = Rect(left, (height - taken - side) // 2 + margin, side + gap + column_width, title_height)
    board = Rect(left, title.bottom + gap, side, side)
    offer = Rect(left, board.bottom + unit, side, offer_height)
    setup = Rect(left, offer.bottom + gap, title.width, card_height)
    column = Rect(board.right + gap, board.top, column_width, offer.bottom - board.top)
    is_low = column.height < _BUTTON_COUNT * (scale.units(_LEAST_BUTTON_UNITS) + unit)
    columns = 2 if is_low else 1
    strips = rows(column, _BUTTON_COUNT // columns, unit)
    others = tuple(cell for strip in strips for cell in row(strip, columns, unit))
    return HomeLayout(board, title, setup, others, offer)


_GAP_UNITS = 1.5
_LOW_TITLE_UNITS, _COLUMN_UNITS = 10, 16
_BUTTON_COUNT, _LEAST_BUTTON_UNITS = 8, 4.5
_TITLE_UNITS, _SETUP_UNITS, _OTHER_UNITS, _LAST_UNITS, _OFFER_UNITS = 12, 38, 5.5, 4.5, 6


def _home_column_height(scale: Scale) -> int:
    gap = scale.units(_GAP_UNITS)
    return (
        scale.units(_TITLE_UNITS)
        + scale.units(_SETUP_UNITS)
        + 2 * scale.units(_OTHER_UNITS)
        + scale.units(_LAST_UNITS)
        + 2 * gap
        + 2 * scale.unit
    )


def _home_column(board: Rect, column: Rect, scale: Scale) -> HomeLayout:
    unit, gap = scale.unit, scale.units(_GAP_UNITS)
    top = column.top + (column.height - _home_column_height(scale)) // 2
    title = Rect(column.left, top, column.width, scale.units(_TITLE_UNITS))
    setup = Rect(column.left, title.bottom + gap, column.width, scale.units(_SETUP_UNITS))
    first = Rect(column.left, setup.bottom + gap, column.width, scale.units(_OTHER_UNITS))
    second = first.move(0, first.height + unit)
    last = Rect(column.left, second.bottom + unit, column.width, scale.units(_LAST_UNITS))
    offer = Rect(board.left, board.bottom + unit, board.width, scale.units(_OFFER_UNITS))
    others = (*row(first, 3, unit), *row(second, 3, unit), *row(last, 2, unit))
    return HomeLayout(board, title, setup, others, offer)
