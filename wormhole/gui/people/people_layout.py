"""The layout of a tournament of people. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.look.layout import Box, Column, Fill, Row, Scale, Size, is_narrow, page_layout
from wormhole.gui.look.table import HEADING_UNITS
from wormhole.gui.look.table import ROW_UNITS as TABLE_ROW_UNITS
from wormhole.gui.tournament.tournament_layout import CROSS_ROW_UNITS

BUTTON_UNITS, FOOT_UNITS, LINE_UNITS, NOTE_UNITS = 13, 5, 3, 4
SIDE_SHARE, LEAST_SIDE_UNITS, MOST_SIDE_UNITS = 0.48, 40, 90
ARROW_UNITS = 5
LEAST_ROWS = 4
LEAVING_UNITS = 24


@dataclass(frozen=True)
class PeopleLayout:
    """Name and buttons, a line about the state, standings at the left, the tables of a round at the right."""

    title: Rect
    export: Rect
    all_of_them: Rect
    home: Rect
    words: Rect
    standings: Rect
    legend: Rect
    cross: Rect | None
    """The cross table, if there is room for it."""
    leaving: Rect
    before: Rect
    round: Rect
    after: Rect
    pairs: Rect
    byes: Rect
    play: Rect
    result: Rect
    next: Rect


def people_layout(size: tuple[int, int], players: int, has_cross: bool) -> PeopleLayout:
    """The room for a window of this size; in an upright window the tables of the round are above."""
    scale = Scale.of(size)
    units, unit = scale.units, scale.unit
    strip, home, body = page_layout(size)
    is_upright = size[1] > size[0]
    button = min(units(BUTTON_UNITS), strip.width // 4)
    head = Row({"title": Fill(), "export": button, "all": button}, unit).at(strip)
    gap, foot = units(1.5), units(FOOT_UNITS)
    arrow = units(ARROW_UNITS)
    side: dict[str, Size | Box[str]] = {
        "rounds": Row({"before": arrow, "round": Fill(), "after": arrow}, unit, units(4)),
        "pairs": Fill(),
        "byes": units(LINE_UNITS),
        "buttons": Row(dict.fromkeys(("play", "result", "next"), Fill()), unit, foot),
    }
    words = units(2 * LINE_UNITS if is_narrow(size) else LINE_UNITS)
    above = body.height - words - unit
    room = above if not is_upright else (above - gap) // 2
    table = units(HEADING_UNITS + 1.25) + units(TABLE_ROW_UNITS) * players
    cross = units(HEADING_UNITS + 1.25) + units(CROSS_ROW_UNITS) * players
    rest = room - foot - units(NOTE_UNITS) - 2 * gap - cross - unit
    is_crossed = has_cross and rest >= min(table, units(HEADING_UNITS + 1.25 + TABLE_ROW_UNITS * LEAST_ROWS))
    tables: dict[str, Size | Box[str]] = {"standings": min(table, rest) if is_crossed else Fill()}
    tables["legend"] = units(NOTE_UNITS)
    if is_crossed:
        tables |= {"cross": cross, "space": Fill()}
    tables["leavers"] = Row({"leaving": units(LEAVING_UNITS), "space": Fill()}, size=foot)
    inner: Box[str]
    if is_upright:
        inner = Column({"side": Column(side, unit, Fill()), "tables": Column(tables, unit, Fill())}, gap)
    else:
        width = min(max(units(LEAST_SIDE_UNITS), round(SIDE_SHARE * body.width)), units(MOST_SIDE_UNITS))
        inner = Row({"tables": Column(tables, unit, Fill()), "side": Column(side, unit, width)}, gap)
    places = Column({"words": words, "inner": inner}, unit).at(body)
    return PeopleLayout(
        title=head["title"],
        export=head["export"],
        all_of_them=head["all"],
        home=home,
        cross=places.get("cross"),
        **{
            name: places[name]
            for name in (
                "words",
                "standings",
                "legend",
                "leaving",
                "before",
                "round",
                "after",
                "pairs",
                "byes",
                "play",
                "result",
                "next",
            )
        },
    )
