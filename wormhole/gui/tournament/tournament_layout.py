"""The layouts of the list of tournaments and of one tournament. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.look.layout import Box, Column, Fill, Row, Scale, Size, page_layout
from wormhole.gui.look.table import HEADING_UNITS

BUTTON_UNITS, FOOT_UNITS = 13, 5
LINE_UNITS, BAR_UNITS, TAB_UNITS = 3, 0.75, 4
ROW_UNITS = 4.25
"""A row of the standings."""
CROSS_ROW_UNITS = 3.25
CHART_UNITS, CHART_ROW_UNITS = 6.5, 2
"""The least height of the chart of the ratings: that of its frame, and that of a row."""
LEAST_SIDE_UNITS, MOST_SIDE_UNITS, SIDE_SHARE = 30, 84, 0.44
"""The part with the boards and the results."""


@dataclass(frozen=True)
class ListLayout:
    """The list of all tournaments, and the buttons below it."""

    title: Rect
    home: Rect
    table: Rect
    hint: Rect
    buttons: tuple[Rect, ...]


@dataclass(frozen=True)
class TournamentLayout:
    """One tournament: its name and buttons, the state of play, the tables, and boards or results."""

    title: Rect
    buttons: tuple[Rect, ...]
    home: Rect
    words: Rect
    bar: Rect
    standings: Rect
    cross: Rect
    chart: Rect | None
    """The ratings, if there is room for them below the tables."""
    tabs: tuple[Rect, ...]
    side: Rect


def list_layout(size: tuple[int, int]) -> ListLayout:
    """The list for a window of this size."""
    scale = Scale.of(size)
    strip, home, body = page_layout(size)
    button = min(scale.units(16), body.width // 4)
    buttons = {"open": button, "delete": button, "new": button}
    foot = Row({"hint": Fill(), **buttons}, scale.unit, scale.units(FOOT_UNITS))
    places = Column({"table": Fill(), "foot": foot}, scale.units(1.5)).at(body)
    return ListLayout(strip, home, places["table"], places["hint"], tuple(places[name] for name in buttons))


def tournament_layout(size: tuple[int, int], players: int) -> TournamentLayout:
    """One tournament of so many players; in an upright window the buttons are below its name, and the boards
    below the tables."""
    scale = Scale.of(size)
    strip, home, body = page_layout(size)
    is_upright = size[1] > size[0]
    names = ("play", "export", "list")
    if is_upright:
        buttons = Row(dict.fromkeys(names, Fill()), scale.unit, scale.units(FOOT_UNITS))
        below = Column({"buttons": buttons, "body": Fill()}, scale.unit).at(body)
        head, body = below | {"title": strip}, below["body"]
    else:
        button = min(scale.units(BUTTON_UNITS), strip.width // 5)
        head = Row({"title": Fill(), **dict.fromkeys(names, button)}, scale.unit).at(strip)
    gap = scale.units(1.5)
    around = scale.units(HEADING_UNITS + 1.25)
    table = around + scale.units(ROW_UNITS) * players
    cross = around + scale.units(CROSS_ROW_UNITS) * players
    chart = scale.units(CHART_UNITS + CHART_ROW_UNITS * players)
    tabs = Row({"boards": Fill(), "results": Fill()}, scale.unit, scale.units(TAB_UNITS))
    side = Column({"tabs": tabs, "side": Fill()}, scale.unit)
    inner: Box[str]
    if is_upright:
        tables = _tables(table, cross, (body.height - scale.units(6)) // 2, gap, chart)
        inner = Column({"tables": tables, "right": side}, gap)
    else:
        width = min(
            max(scale.units(LEAST_SIDE_UNITS), round(SIDE_SHARE * body.width)), scale.units(MOST_SIDE_UNITS)
        )
        right = Column({"tabs": tabs, "side": Fill()}, scale.unit, width)
        room = body.height - scale.units(LINE_UNITS + BAR_UNITS) - 2 * gap
        inner = Row({"tables": _tables(table, cross, room, gap, chart), "right": right}, gap)
    parts = {"words": scale.units(LINE_UNITS), "bar": scale.units(BAR_UNITS), "inner": inner}
    places = Column(parts, scale.unit).at(body)
    return TournamentLayout(
        title=head["title"],
        buttons=tuple(head[name] for name in names),
        home=home,
        words=places["words"],
        bar=places["bar"],
        standings=places["standings"],
        cross=places["cross"],
        chart=places.get("chart"),
        tabs=(places["boards"], places["results"]),
        side=places["side"],
    )


def _tables(standings: int, cross: int, room: int, gap: int, least_chart: int) -> Column[str]:
    """The standings above the cross table and, if there is room, the ratings.

    Neither table is higher than its rows, and both share a small room.
    """
    if standings + cross + gap > room:
        standings = max(min(standings, (room - gap) // 2), room - gap - cross)
        return Column({"standings": standings, "cross": room - gap - standings}, gap)
    parts: dict[str, Size] = {"standings": standings, "cross": cross}
    if room - standings - cross - 2 * gap >= least_chart:
        parts["chart"] = room - standings - cross - 2 * gap
    else:
        parts["space"] = Fill()
    return Column(parts, gap, Fill())
