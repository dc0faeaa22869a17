"""The layout of the library screen in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.look.layout import Box, Column, Fill, Row, Scale, Share, Square, page_layout, row

ROW_UNITS = 4.5
BUTTON_UNITS = 5
BUTTON_OF_STUDY_UNITS = 18
PREVIEW_UNITS = (28, 54)
"""The least and the greatest width of the preview."""
PREVIEW_SHARE, SMALL_PREVIEW_SHARE = 0.34, 0.29
"""Of the width: beside a list that is wide enough for the filters, and beside a narrower one."""
LEAST_FILTERS_UNITS, NARROW_UNITS = 92, 76
"""The width that the filters need; if the list is narrower, they go above list and preview."""
WORDS_UNITS = 9
HEADING_UNITS = 4
NAME_UNITS, MOST_PRACTICE = 3.5, 5
"""On the page of mistakes: the height of the name of a kind, and how many have a lesson and puzzles."""
TITLE_UNITS, TAB_UNITS, PADDING_UNITS = 14, 14, 1.5
WIDE_FILTERS = (
    {"words": 36, "game": 20, "opponent": 18, "result": 18},
    {"opening": 28, "date": 18, "position": 18, "demonstrations": 19, "clear": 9},
)
NARROW_FILTERS = (
    {"words": 1, "opening": 1},
    {"game": 1, "opponent": 1, "result": 1},
    {"date": 25, "position": 25, "demonstrations": 27, "clear": 15},
)
"""The rows of text fields and buttons, with their shares of the width."""


@dataclass(frozen=True)
class HeaderLayout:
    """The strip at the top: the title, a button for each view, and the way home."""

    title: Rect | None
    """None where the window is too narrow for it."""
    tabs: tuple[Rect, ...]
    home: Rect


@dataclass(frozen=True)
class FilterLayout:
    """The text fields and buttons of the filters."""

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
    """A card with a board, the game's details, and its buttons."""

    card: Rect
    board: Rect
    words: Rect
    steps: tuple[Rect, ...]
    open: Rect


@dataclass(frozen=True)
class ListLayout:
    """A list, the line below it, its buttons, and the preview."""

    table: Rect
    count: Rect
    actions: tuple[Rect, ...]
    preview: PreviewLayout


@dataclass(frozen=True)
class FilteredLayout(ListLayout):
    """The view of the games, with its filters."""

    filters: FilterLayout


@dataclass(frozen=True)
class StudiesLayout(ListLayout):
    """The view of the studies, with which study is listed and what can be done with it."""

    study: Rect
    new: Rect
    menu: Rect


@dataclass(frozen=True)
class StatisticsLayout:
    """The view of the statistics: what they are about, a line of text, and a card for each chart."""

    game: Rect
    rated: Rect
    words: Rect
    results: Rect
    games: Rect
    progress: Rect


@dataclass(frozen=True)
class PracticeRow:
    """What helps against a kind of mistakes: its name, and two buttons."""

    name: Rect
    buttons: tuple[Rect, ...]


@dataclass(frozen=True)
class MistakesLayout:
    """The view of the user's mistakes: a line of text, two charts, and a card with what helps."""

    words: Rect
    kinds: Rect
    progress: Rect
    practice: Rect
    rows: tuple[PracticeRow, ...]


def header_layout(size: tuple[int, int]) -> HeaderLayout:
    """The strip at the top of a window of this size."""
    scale = Scale.of(size)
    strip, home, _ = page_layout(size)
    tabs = ("games", "studies", "mail", "statistics", "mistakes")
    tab = scale.units(TAB_UNITS)
    with_title = Row({"title": Fill(), **dict.fromkeys(tabs, tab), "space": scale.unit}, scale.unit)
    title, *places, _ = with_title.at(strip).values()
    if title.width >= scale.units(TITLE_UNITS):
        return HeaderLayout(title, tuple(places), home)
    strip.width -= 2 * scale.unit
    return HeaderLayout(None, tuple(row(strip, len(tabs), scale.unit)), home)


def list_layout(size: tuple[int, int]) -> FilteredLayout:
    """The view of the games. In a window higher than wide, the preview is below the list."""
    scale, is_high = Scale.of(size), size[1] > size[0]
    body = page_layout(size).body
    gap, below_filters = scale.units(2), scale.units(1.5)
    least, most = (scale.units(units) for units in PREVIEW_UNITS)
    width = Share(PREVIEW_SHARE, least, most)
    list_width = body.width - width.of(body.width) - gap
    layout: Box[str]
    if is_high:
        high = Column({"list": Fill(), "preview": Share(0.4, most=scale.units(46))}, gap)
        layout = Column({"filters": _filters(body.width, scale), "below": high}, below_filters)
    elif list_width >= scale.units(LEAST_FILTERS_UNITS):
        left = Column({"filters": _filters(list_width, scale), "list": Fill()}, below_filters)
        layout = Row({"left": left, "preview": width}, gap)
    else:
        low = Row({"list": Fill(), "preview": Share(SMALL_PREVIEW_SHARE, least)}, gap)
        layout = Column({"filters": _filters(body.width, scale), "below": low}, below_filters)
    places = layout.at(body)
    filters = FilterLayout(**{name: places[name] for row in WIDE_FILTERS for name in row})
    preview = (_preview_across if is_high else _preview_down)(places["preview"], scale)
    return FilteredLayout(*_list(places["list"], scale), preview, filters)


def mail_layout(size: tuple[int, int]) -> ListLayout:
    """The view of the games by mail."""
    return _plain_list(size, page_layout(size).body, ("invite", "paste", "copy", "save", "remove"))


def studies_layout(size: tuple[int, int]) -> StudiesLayout:
    """The view of the studies."""
    scale, body = Scale.of(size), page_layout(size).body
    button = min(scale.units(BUTTON_OF_STUDY_UNITS), body.width // 5)
    head = Row({"study": Fill(), "new": button, "menu": button}, scale.unit, scale.units(BUTTON_UNITS))
    places = Column({"head": head, "list": Fill()}, scale.units(1.5)).at(body)
    found = _plain_list(size, places["list"], ("up", "down", "rename", "delete"))
    of_study = (places[name] for name in ("study", "new", "menu"))
    return StudiesLayout(found.table, found.count, found.actions, found.preview, *of_study)


def _plain_list(size: tuple[int, int], body: Rect, actions: Sequence[str]) -> ListLayout:
    """A list and the preview beside it; in a window higher than wide, below it."""
    scale, is_high = Scale.of(size), size[1] > size[0]
    gap = scale.units(2)
    least, most = (scale.units(units) for units in PREVIEW_UNITS)
    layout: Box[str]
    if is_high:
        layout = Column({"list": Fill(), "preview": Share(0.4, most=scale.units(46))}, gap)
    else:
        layout = Row({"list": Fill(), "preview": Share(PREVIEW_SHARE, least, most)}, gap)
    places = layout.at(body)
    preview = (_preview_across if is_high else _preview_down)(places["preview"], scale)
    return ListLayout(*_list(places["list"], scale, actions), preview)


def statistics_layout(size: tuple[int, int]) -> StatisticsLayout:
    """The view of the statistics: two charts above a wide one, or three below each other."""
    scale = Scale.of(size)
    body = page_layout(size).body
    gap = scale.units(2)
    head, charts = Column({"head": scale.units(ROW_UNITS), "charts": Fill()}, gap).at(body).values()
    game, rated = min(scale.units(34), body.width // 3), min(scale.units(18), body.width // 4)
    places = Row({"game": game, "rated": rated, "words": Fill()}, gap).at(head)
    if size[1] > size[0]:
        height = (charts.height - 2 * gap) // 3
        places |= Column({"results": height, "games": height, "progress": height}, gap).at(charts)
    else:
        results = round(0.6 * (charts.width - gap))
        upper = Row({"results": results, "games": Fill()}, gap, (charts.height - gap) // 2)
        places |= Column({"upper": upper, "progress": Fill()}, gap).at(charts)
        del places["upper"]
    return StatisticsLayout(**places)


def mistakes_layout(size: tuple[int, int]) -> MistakesLayout:
    """The view of the user's mistakes: two charts beside what helps or, in a high window, above it."""
    scale, is_high = Scale.of(size), size[1] > size[0]
    body, gap = page_layout(size).body, scale.units(2)
    charts = Column({"kinds": Fill(1.6), "progress": Fill()}, gap)
    parts: dict[str, Box[str] | Fill] = {"charts": charts, "practice": Fill(0.7)}
    below = Column(parts, gap) if is_high else Row(parts, gap)
    places = Column({"words": scale.units(ROW_UNITS), "below": below}, scale.unit).at(body)
    card = places["practice"]
    name, button = scale.units(NAME_UNITS), scale.units(BUTTON_UNITS)
    inner = Column({"heading": scale.units(HEADING_UNITS), "rows": Fill()}, padding=scale.units(2))
    rest = inner.at(card)["rows"]
    step = name + button + scale.unit
    count = min(MOST_PRACTICE, max(0, rest.height // step))
    rows = []
    for number in range(count):
        top = rest.top + number * step
        buttons = row(Rect(rest.left, top + name, rest.width, button), 2, scale.unit)
        rows.append(PracticeRow(Rect(rest.left, top, rest.width, name), tuple(buttons)))
    return MistakesLayout(places["words"], places["kinds"], places["progress"], card, tuple(rows))


def _filters(width: int, scale: Scale) -> Column[str]:
    """Two rows of filters, or three in a narrow list."""
    rows = {
        f"row {number}": Row(
            {name: Fill(weight) for name, weight in weights.items()}, scale.unit, scale.units(ROW_UNITS)
        )
        for number, weights in enumerate(
            NARROW_FILTERS if width < scale.units(NARROW_UNITS) else WIDE_FILTERS
        )
    }
    return Column(rows, scale.unit)


def _list(
    area: Rect, scale: Scale, actions: Sequence[str] = ("import", "export", "delete")
) -> tuple[Rect, Rect, tuple[Rect, ...]]:
    """The table, the number of games below it, and the buttons beside that."""
    button = min(scale.units(13), area.width // (len(actions) + 2))
    buttons = dict.fromkeys(actions, button)
    foot = Row({"count": Fill(), **buttons}, scale.unit, scale.units(BUTTON_UNITS))
    places = Column({"table": Fill(), "foot": foot}, scale.units(1.5)).at(area)
    return places["table"], places["count"], tuple(places[name] for name in buttons)


def _preview_down(card: Rect, scale: Scale) -> PreviewLayout:
    """The preview with the words and buttons below the board."""
    button, padding = scale.units(BUTTON_UNITS), scale.units(PADDING_UNITS)
    words = Fill(least=scale.units(WORDS_UNITS))
    column = Column(
        {"board": Square(), "steps": button, "words": words, "open": button}, scale.unit, padding=padding
    )
    return _preview(card, column, scale)


def _preview_across(card: Rect, scale: Scale) -> PreviewLayout:
    """The preview with the words and buttons beside the board."""
    button, padding = scale.units(BUTTON_UNITS), scale.units(PADDING_UNITS)
    board = Square(card.width // 2 - padding, is_centred=False)
    right = Column({"words": Fill(), "steps": button, "open": button}, scale.unit)
    return _preview(card, Row({"board": board, "right": right}, scale.units(2), padding=padding), scale)


def _preview(card: Rect, layout: Box[str], scale: Scale) -> PreviewLayout:
    places = layout.at(card)
    steps = row(places["steps"], 4, scale.unit)
    return PreviewLayout(card, places["board"], places["words"], steps, places["open"])
