"""The layout of the library screen in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.look.layout import Scale, page_layout, row, shared

ROW_UNITS = 4.5
BUTTON_UNITS = 5
PREVIEW_UNITS = (28, 54)
"""The least and the greatest width of the preview."""
PREVIEW_SHARE, SMALL_PREVIEW_SHARE = 0.34, 0.29
"""Of the width: beside a list that is wide enough for the filters, and beside a narrower one."""
LEAST_FILTERS_UNITS, NARROW_UNITS = 92, 76
"""The width that the filters need; if the list is narrower, they go above list and preview."""
WORDS_UNITS = 9
UPPER_SHARES, LOWER_SHARES = (36, 20, 18, 18), (28, 18, 18, 19, 9)
NARROW_SHARES = (1, 1), (1, 1, 1), (25, 25, 27, 15)
"""Of three rows: the text fields, and twice buttons."""


@dataclass(frozen=True)
class HeaderLayout:
    """The strip at the top: the title, a button for each view, and the way home."""

    title: Rect
    tabs: tuple[Rect, ...]
    home: Rect


@dataclass(frozen=True)
class FilterLayout:
    """The text fields and buttons that say which games are listed."""

    words: Rect
    game: Rect
    opponent: Rect
    result: Rect
    opening: Rect
    date: Rect
    position: Rect
    demonstrations: Rect
    clear: Rect


@dataclass(frozen=True)
class PreviewLayout:
    """A card with a board, what is known of the game, and its buttons."""

    card: Rect
    board: Rect
    words: Rect
    steps: tuple[Rect, ...]
    open: Rect


@dataclass(frozen=True)
class ListLayout:
    """The view of the games: filters, the list, the line below it, and the preview."""

    filters: FilterLayout
    table: Rect
    count: Rect
    actions: tuple[Rect, ...]
    preview: PreviewLayout

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles that lie side by side, for tests of overlaps."""
        preview = self.preview
        inside = (preview.board, preview.words, *preview.steps, preview.open)
        return (*vars(self.filters).values(), self.table, self.count, *self.actions, *inside)


@dataclass(frozen=True)
class StatisticsLayout:
    """The view of the statistics: the game they are about, a line of text, and a card for each chart."""

    game: Rect
    words: Rect
    results: Rect
    games: Rect
    progress: Rect

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        return tuple(vars(self).values())


def header_layout(size: tuple[int, int]) -> HeaderLayout:
    """The strip at the top of a window of this size."""
    scale = Scale.of(size)
    strip, home, _ = page_layout(size)
    gap = scale.unit
    tab = scale.units(15)
    tabs = tuple(
        Rect(home.left - 3 * gap - (2 - index) * (tab + gap) + gap, strip.top, tab, strip.height)
        for index in range(2)
    )
    return HeaderLayout(Rect(strip.topleft, (tabs[0].left - gap - strip.left, strip.height)), tabs, home)


def list_layout(size: tuple[int, int]) -> ListLayout:
    """The view of the games. In a window higher than wide, the preview is below the list."""
    scale = Scale.of(size)
    body = page_layout(size).body
    gap = scale.units(2)
    is_high = size[1] > size[0]
    if is_high:
        filters, body = _filters(body, scale)
        height = min(scale.units(46), round(0.4 * body.height))
        preview = _preview_across(Rect(body.left, body.bottom - height, body.width, height), scale)
        area = Rect(body.left, body.top, body.width, body.height - height - gap)
        return ListLayout(filters, *_list(area, scale), preview)
    least, most = (scale.units(units) for units in PREVIEW_UNITS)
    width = max(least, min(most, round(PREVIEW_SHARE * body.width)))
    if body.width - width - gap >= scale.units(LEAST_FILTERS_UNITS):
        area = Rect(body.left, body.top, body.width - width - gap, body.height)
        filters, area = _filters(area, scale)
        card = Rect(body.right - width, body.top, width, body.height)
    else:
        width = max(least, round(SMALL_PREVIEW_SHARE * body.width))
        filters, body = _filters(body, scale)
        area = Rect(body.left, body.top, body.width - width - gap, body.height)
        card = Rect(body.right - width, body.top, width, body.height)
    return ListLayout(filters, *_list(area, scale), _preview_down(card, scale))


def statistics_layout(size: tuple[int, int]) -> StatisticsLayout:
    """The view of the statistics: two charts above a wide one, or three below each other."""
    scale = Scale.of(size)
    body = page_layout(size).body
    gap = scale.units(2)
    game = Rect(body.left, body.top, min(scale.units(34), body.width // 2), scale.units(ROW_UNITS))
    words = Rect(game.right + gap, game.top, body.right - game.right - gap, game.height)
    top = game.bottom + gap
    room = Rect(body.left, top, body.width, body.bottom - top)
    if size[1] > size[0]:
        height = (room.height - 2 * gap) // 3
        cards = [Rect(room.left, room.top + index * (height + gap), room.width, height) for index in range(3)]
        return StatisticsLayout(game, words, *cards)
    height = (room.height - gap) // 2
    left = round(0.6 * (room.width - gap))
    results = Rect(room.left, room.top, left, height)
    games = Rect(results.right + gap, room.top, room.right - results.right - gap, height)
    progress = Rect(room.left, results.bottom + gap, room.width, room.bottom - results.bottom - gap)
    return StatisticsLayout(game, words, results, games, progress)


def _filters(area: Rect, scale: Scale) -> tuple[FilterLayout, Rect]:
    """Two rows of filters at the top of an area, or three in a narrow one, and what is left below them."""
    height, gap = scale.units(ROW_UNITS), scale.unit
    is_narrow = area.width < scale.units(NARROW_UNITS)
    rows = [
        shared(Rect(area.left, area.top + index * (height + gap), area.width, height), shares, gap)
        for index, shares in enumerate(NARROW_SHARES if is_narrow else (UPPER_SHARES, LOWER_SHARES))
    ]
    if is_narrow:
        (words, opening), (game, opponent, result), (date, position, demonstrations, clear) = rows
    else:
        (words, game, opponent, result), (opening, date, position, demonstrations, clear) = rows
    top = clear.bottom + scale.units(1.5)
    filters = FilterLayout(words, game, opponent, result, opening, date, position, demonstrations, clear)
    return filters, Rect(area.left, top, area.width, area.bottom - top)


def _list(area: Rect, scale: Scale) -> tuple[Rect, Rect, tuple[Rect, ...]]:
    """The table, the number of games below it, and the buttons beside that."""
    height, gap = scale.units(BUTTON_UNITS), scale.units(1.5)
    foot = Rect(area.left, area.bottom - height, area.width, height)
    table = Rect(area.left, area.top, area.width, foot.top - gap - area.top)
    width = min(scale.units(13), foot.width // 5)
    buttons = Rect(0, foot.top, 3 * width + 2 * scale.unit, height)
    buttons.right = foot.right
    count = Rect(foot.left, foot.top, buttons.left - foot.left - scale.unit, height)
    return table, count, row(buttons, 3, scale.unit)


def _preview_down(card: Rect, scale: Scale) -> PreviewLayout:
    """The preview with the words and buttons below the board."""
    inner = card.inflate(-2 * scale.units(1.5), -2 * scale.units(1.5))
    button = scale.units(BUTTON_UNITS)
    open_button = Rect(inner.left, inner.bottom - button, inner.width, button)
    room = open_button.top - inner.top - scale.units(WORDS_UNITS) - button - 3 * scale.unit
    side = min(inner.width, room)
    board = Rect(inner.left + (inner.width - side) // 2, inner.top, side, side)
    steps = Rect(inner.left, board.bottom + scale.unit, inner.width, button)
    words = Rect(inner.left, steps.bottom + scale.unit, inner.width, 0)
    words.height = open_button.top - scale.unit - words.top
    return PreviewLayout(card, board, words, row(steps, 4, scale.unit), open_button)


def _preview_across(card: Rect, scale: Scale) -> PreviewLayout:
    """The preview with the words and buttons beside the board."""
    inner = card.inflate(-2 * scale.units(1.5), -2 * scale.units(1.5))
    button, gap = scale.units(BUTTON_UNITS), scale.units(2)
    side = min(inner.height, inner.width // 2)
    board = Rect(inner.left, inner.top, side, side)
    right = Rect(board.right + gap, inner.top, inner.right - board.right - gap, inner.height)
    open_button = Rect(right.left, right.bottom - button, right.width, button)
    steps = Rect(right.left, open_button.top - scale.unit - button, right.width, button)
    words = Rect(right.left, right.top, right.width, steps.top - scale.unit - right.top)
    return PreviewLayout(card, board, words, row(steps, 4, scale.unit), open_button)
