"""The layout of the screens in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.layout import FRAME, GUTTER, BoardLayout
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

MINIMUM_SIZE = (800, 600)


@dataclass(frozen=True)
class GameLayout:
    """The game screen: the board, and the panel beside it or below it."""

    board: Rect
    opponent: Rect
    moves: Rect
    you: Rect
    buttons: tuple[Rect, ...]

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        return (self.board, self.opponent, self.moves, self.you, *self.buttons)


@dataclass(frozen=True)
class HomeLayout:
    """The home screen: the board that plays by itself, and beside or below it the title and buttons."""

    board: Rect
    title: Rect
    setup: Rect
    others: tuple[Rect, ...]
    unfinished: Rect
    """Below the board: the way back to an unfinished game."""

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        return (self.board, self.title, self.setup, *self.others, self.unfinished)


def at_least_minimum(size: tuple[int, int]) -> tuple[int, int]:
    """`size`, enlarged to the smallest allowed window."""
    return max(size[0], MINIMUM_SIZE[0]), max(size[1], MINIMUM_SIZE[1])


def game_layout(size: tuple[int, int], geometry: Geometry) -> GameLayout:
    """The game screen for this window and board; puts the panel where the board is larger."""
    scale = Scale.of(size)
    beside, below = _beside(*size, scale, geometry), _below(*size, scale, geometry)
    return beside if beside.board.width >= below.board.width else below


def home_layout(size: tuple[int, int]) -> HomeLayout:
    """The home screen for a window of `size`; puts the title and buttons where the board is larger."""
    scale = Scale.of(size)
    beside, below = _home_beside(*size, scale), _home_below(*size, scale)
    return beside if beside.board.width >= below.board.width else below


def row(area: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """`area` cut into `count` equal cells side by side, with `gap` pixels between them."""
    edges = [area.left + round(index * (area.width + gap) / count) for index in range(count + 1)]
    return tuple(Rect(left, area.top, right - gap - left, area.height) for left, right in pairwise(edges))


def _beside(width: int, height: int, scale: Scale, geometry: Geometry) -> GameLayout:
    unit = scale.unit
    margin = scale.units(2 if height < 700 else 3)
    gap = scale.units(2)
    least_panel = max(scale.units(30), 3 * _least_button(scale) + 2 * unit)
    widest_panel = scale.units(58)
    board_width, board_height = _fit(
        width - 2 * margin - gap - least_panel, height - 2 * margin, aspect(geometry)
    )
    panel_width = min(widest_panel, width - 2 * margin - gap - board_width)
    left = (width - board_width - gap - panel_width) // 2
    board = Rect(left, (height - board_height) // 2, board_width, board_height)
    frame = BoardLayout.fit(board, geometry).frame
    panel = Rect(board.right + gap, frame.top, panel_width, frame.height)
    if panel.height < scale.units(66):
        panel = Rect(panel.left, margin, panel.width, height - 2 * margin)

    between = scale.units(1.5)
    card_height = scale.units(10 if height >= 700 else 8.5)
    if panel.width < max(scale.units(52), 5 * _least_button(scale) + 4 * unit):
        button_height = scale.units(5)
        lower = Rect(panel.left, panel.bottom - button_height, panel.width, button_height)
        upper = lower.move(0, -button_height - unit)
        buttons = (*row(upper, 3, unit), *row(lower, 2, unit))
        top_of_buttons = upper.top
    else:
        button_height = scale.units(6)
        strip = Rect(panel.left, panel.bottom - button_height, panel.width, button_height)
        buttons = row(strip, 5, unit)
        top_of_buttons = strip.top
    opponent = Rect(panel.left, panel.top, panel.width, card_height)
    you = Rect(panel.left, top_of_buttons - between - card_height, panel.width, card_height)
    moves_top = opponent.bottom + between
    moves = Rect(panel.left, moves_top, panel.width, you.top - between - moves_top)
    return GameLayout(board, opponent, moves, you, buttons)


def _least_button(scale: Scale) -> int:
    """The least width of a button, in pixels, that shows its text whole."""
    return 5 * scale.text(14)


def _below(width: int, height: int, scale: Scale, geometry: Geometry) -> GameLayout:
    unit = scale.unit
    margin = scale.units(2)
    gap = scale.units(2)
    card_height = scale.units(8.5)
    button_height = scale.units(6)
    least_panel = 2 * card_height + unit + gap + button_height
    board_width, board_height = _fit(
        width - 2 * margin, height - 2 * margin - gap - least_panel, aspect(geometry)
    )
    spare = height - 2 * margin - gap - least_panel - board_height
    panel_height = least_panel + min(spare, scale.units(24))
    top = (height - board_height - gap - panel_height) // 2
    board = Rect((width - board_width) // 2, top, board_width, board_height)
    panel_width = min(width - 2 * margin, max(board_width, scale.units(90)))
    panel = Rect((width - panel_width) // 2, board.bottom + gap, panel_width, panel_height)

    strip = Rect(panel.left, panel.bottom - button_height, panel.width, button_height)
    cards = Rect(panel.left, panel.top, panel.width, strip.top - gap - panel.top)
    left, right = row(cards, 2, gap)
    card_height = (cards.height - unit) // 2
    opponent = Rect(left.left, left.top, left.width, card_height)
    you = Rect(left.left, left.bottom - card_height, left.width, card_height)
    return GameLayout(board, opponent, right, you, row(strip, 5, unit))


def _home_beside(width: int, height: int, scale: Scale) -> HomeLayout:
    margin = scale.units(3)
    gap = _between(scale.units(3), (width - MINIMUM_SIZE[0]) // 5, scale.units(8))
    column_width = _between(scale.units(42), width // 3, scale.units(54))
    below = scale.unit + scale.units(_UNFINISHED_UNITS)
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
    column_height = _home_column_height(scale) + scale.unit + scale.units(_UNFINISHED_UNITS)
    column_width = min(width - 2 * margin, scale.units(70))
    side = min(width - 2 * margin, height - 3 * margin - column_height)
    top = (height - side - margin - column_height) // 2
    board = Rect((width - side) // 2, top, side, side)
    column = Rect((width - column_width) // 2, 0, column_width, 0)
    column.top = board.bottom + scale.unit + scale.units(_UNFINISHED_UNITS) + margin
    column.height = _home_column_height(scale)
    return _home_column(board, column, scale)


_TITLE_UNITS, _SETUP_UNITS, _OTHER_UNITS, _UNFINISHED_UNITS = 13, 38, 6, 6


def _home_column_height(scale: Scale) -> int:
    gap = scale.units(2)
    return (
        scale.units(_TITLE_UNITS)
        + scale.units(_SETUP_UNITS)
        + 2 * scale.units(_OTHER_UNITS)
        + 2 * gap
        + scale.unit
    )


def _home_column(board: Rect, column: Rect, scale: Scale) -> HomeLayout:
    unit, gap = scale.unit, scale.units(2)
    top = column.top + (column.height - _home_column_height(scale)) // 2
    title = Rect(column.left, top, column.width, scale.units(_TITLE_UNITS))
    setup = Rect(column.left, title.bottom + gap, column.width, scale.units(_SETUP_UNITS))
    first = Rect(column.left, setup.bottom + gap, column.width, scale.units(_OTHER_UNITS))
    second = first.move(0, first.height + unit)
    unfinished = Rect(board.left, board.bottom + unit, board.width, scale.units(_UNFINISHED_UNITS))
    return HomeLayout(board, title, setup, (*row(first, 2, unit), *row(second, 3, unit)), unfinished)


def aspect(geometry: Geometry) -> float:
    """A board's width divided by its height, with frame and labels."""
    around = 2 * FRAME + GUTTER
    return (geometry.columns + around) / (geometry.rows + around)


def _fit(width: int, height: int, aspect: float) -> tuple[int, int]:
    """The largest box of that aspect ratio within `width` x `height`."""
    if width < height * aspect:
        return width, round(width / aspect)
    return round(height * aspect), height
