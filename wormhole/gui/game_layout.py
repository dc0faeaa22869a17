"""The layout of the screen of a game in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.layout import FRAME, GUTTER, BoardLayout
from wormhole.gui.layout import MINIMUM_SIZE, row
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

BUTTON_COUNT = 5
ONE_PERCENT, BOTH_PERCENT = 55, 35
"""The most that lines or openings take of the moves' room: if there is one of them, and each of both."""
OPENINGS_UNITS = 30


class Place(Enum):
    """The named places of the screen."""

    BOARD = auto()
    BAR = auto()
    """A slim strip beside the board, as high as its frame. Only if wanted."""
    OPPONENT = auto()
    MOVES = auto()
    GRAPH = auto()
    """Below the moves. Only if wanted, and if there is room."""
    LINES = auto()
    """Below the moves and the graph. Only if wanted."""
    OPENINGS = auto()
    """Below the moves, above the graph and the lines. Only if wanted."""
    YOU = auto()
    TOOLS = auto()
    """A row for small buttons with pictures."""
    BUTTONS = auto()


OPTIONAL = frozenset({Place.BAR, Place.GRAPH, Place.LINES, Place.OPENINGS})


@dataclass(frozen=True)
class GameLayout:
    """The rectangles of the screen's places: the board, and the panel beside it or below it."""

    places: Mapping[Place, Rect]

    def __getitem__(self, place: Place) -> Rect:
        """The rectangle of a place. Raises KeyError for an optional one that is not there."""
        return self.places[place]

    def __contains__(self, place: Place) -> bool:
        """Whether an optional place is there."""
        return place in self.places


def game_layout(
    size: tuple[int, int],
    geometry: Geometry,
    wanted: frozenset[Place] = frozenset(),
    line_count: int = 3,
) -> GameLayout:
    """The screen of a game for this window and board; puts the panel where the board is larger.

    ``wanted`` are the optional places that are needed; that of the lines has rows for ``line_count``.
    """
    scale = Scale.of(size)
    beside = _beside(*size, scale, geometry, wanted, line_count)
    below = _below(*size, scale, geometry, wanted, line_count)
    return beside if beside[Place.BOARD].width >= below[Place.BOARD].width else below


def button_places(area: Rect, scale: Scale, count: int = BUTTON_COUNT) -> tuple[Rect, ...]:
    """The rectangles of five or six buttons in their place: in one row or, if it is high, in two."""
    if area.height < 2 * scale.units(5):
        return row(area, count, scale.unit)
    height = (area.height - scale.unit) // 2
    upper = Rect(area.left, area.top, area.width, height)
    lower = Rect(area.left, area.bottom - height, area.width, height)
    return (*row(upper, 3, scale.unit), *row(lower, count - 3, scale.unit))


def _beside(
    width: int,
    height: int,
    scale: Scale,
    geometry: Geometry,
    wanted: frozenset[Place],
    line_count: int,
) -> GameLayout:
    unit = scale.unit
    margin = scale.units(2 if height < 700 else 3)
    gap = scale.units(2)
    bar = _bar_width(scale) if Place.BAR in wanted else 0
    least_panel = max(scale.units(30), 3 * _least_button(scale) + 2 * unit)
    widest_panel = scale.units(58)
    board_width, board_height = fit(
        width - 2 * margin - gap - bar - least_panel, height - 2 * margin, aspect(geometry)
    )
    panel_width = min(widest_panel, width - 2 * margin - gap - bar - board_width)
    left = (width - board_width - bar - gap - panel_width) // 2
    board = Rect(left, (height - board_height) // 2, board_width, board_height)
    frame = BoardLayout.fit(board, geometry).frame
    panel = Rect(board.right + bar + gap, frame.top, panel_width, frame.height)
    if panel.height < scale.units(66):
        panel = Rect(panel.left, margin, panel.width, height - 2 * margin)

    between = scale.units(1.5)
    card_height = scale.units(10 if height >= 700 else 8.5)
    if panel.width < max(scale.units(52), BUTTON_COUNT * _least_button(scale) + 4 * unit):
        button_height = scale.units(5)
        buttons = Rect(panel.left, 0, panel.width, 2 * button_height + unit)
    else:
        buttons = Rect(panel.left, 0, panel.width, scale.units(6))
    buttons.bottom = panel.bottom
    tools = Rect(panel.left, 0, panel.width, scale.units(4.5))
    tools.bottom = buttons.top - unit
    opponent = Rect(panel.left, panel.top, panel.width, card_height)
    you = Rect(panel.left, tools.top - unit - card_height, panel.width, card_height)
    moves_top = opponent.bottom + between
    moves = Rect(panel.left, moves_top, panel.width, you.top - between - moves_top)
    places = {
        Place.BOARD: board,
        Place.OPPONENT: opponent,
        Place.YOU: you,
        Place.TOOLS: tools,
        Place.BUTTONS: buttons,
        **_moves_and_lines(moves, between, scale, wanted, line_count),
    }
    if bar:
        places[Place.BAR] = _bar(board, frame, bar)
    return GameLayout(places)


def _bar_width(scale: Scale) -> int:
    """The width that the evaluation bar takes beside the board, in pixels."""
    return scale.units(3)


def _bar(board: Rect, frame: Rect, width: int) -> Rect:
    return Rect(board.right, frame.top, width, frame.height)


def _moves_and_lines(
    area: Rect, between: int, scale: Scale, wanted: frozenset[Place], line_count: int
) -> dict[Place, Rect]:
    """The place of the moves and, if wanted, those of openings, graph and the engine's lines below it."""
    moves, places = area.copy(), {}
    has_both = {Place.LINES, Place.OPENINGS} <= wanted
    most = (area.height - between) * (BOTH_PERCENT if has_both else ONE_PERCENT) // 100
    if Place.LINES in wanted:
        places[Place.LINES] = _cut_off(moves, min(scale.units(5 + 3 * line_count), most), between)
    openings = min(scale.units(OPENINGS_UNITS), most) if Place.OPENINGS in wanted else 0
    graph = scale.units(9)
    if Place.GRAPH in wanted and moves.height >= graph + openings + 2 * between + scale.units(12):
        places[Place.GRAPH] = _cut_off(moves, graph, between)
    if openings:
        places[Place.OPENINGS] = _cut_off(moves, openings, between)
    return {Place.MOVES: moves, **places}


def _cut_off(area: Rect, height: int, between: int) -> Rect:
    """The lower end of an area, which loses it."""
    area.height -= height + between
    return Rect(area.left, area.bottom + between, area.width, height)


def _least_button(scale: Scale) -> int:
    """The least width of a button, in pixels, that shows its text whole."""
    return 5 * scale.text(14)


def _below(
    width: int,
    height: int,
    scale: Scale,
    geometry: Geometry,
    wanted: frozenset[Place],
    line_count: int,
) -> GameLayout:
    unit = scale.unit
    margin = scale.units(2)
    gap = scale.units(2)
    card_height = scale.units(8.5)
    button_height = scale.units(6)
    bar = _bar_width(scale) if Place.BAR in wanted else 0
    is_narrow = width < MINIMUM_SIZE[0]
    strip_height = 2 * button_height + unit if is_narrow else button_height
    least_panel = 2 * card_height + unit + gap + strip_height
    board_width, board_height = fit(
        width - 2 * margin - bar, height - 2 * margin - gap - least_panel, aspect(geometry)
    )
    spare = height - 2 * margin - gap - least_panel - board_height
    panel_height = least_panel + min(spare, scale.units(24))
    top = (height - board_height - gap - panel_height) // 2
    board = Rect((width - board_width - bar) // 2, top, board_width, board_height)
    panel_width = min(width - 2 * margin, max(board_width, scale.units(90)))
    panel = Rect((width - panel_width) // 2, board.bottom + gap, panel_width, panel_height)

    strip = Rect(panel.left, panel.bottom - strip_height, panel.width, strip_height)
    least_buttons = BUTTON_COUNT * (_least_button(scale) + unit)
    if is_narrow:
        tools = Rect(strip.topleft, (strip.width, button_height))
        buttons = tools.move(0, button_height + unit)
    else:
        tools = Rect(strip.topleft, (min(scale.units(36), strip.width - least_buttons), button_height))
        buttons = Rect(tools.right + unit, strip.top, strip.right - tools.right - unit, button_height)
    cards = Rect(panel.left, panel.top, panel.width, strip.top - gap - panel.top)
    left, right = row(cards, 2, gap)
    card_height = (cards.height - unit) // 2
    places = {
        Place.BOARD: board,
        Place.OPPONENT: Rect(left.left, left.top, left.width, card_height),
        Place.YOU: Rect(left.left, left.bottom - card_height, left.width, card_height),
        Place.TOOLS: tools,
        Place.BUTTONS: buttons,
        **_moves_and_lines(right, unit, scale, wanted, line_count),
    }
    if bar:
        places[Place.BAR] = _bar(board, BoardLayout.fit(board, geometry).frame, bar)
    return GameLayout(places)


def aspect(geometry: Geometry) -> float:
    """A board's width divided by its height, with frame and labels."""
    around = 2 * FRAME + GUTTER
    return (geometry.columns + around) / (geometry.rows + around)


def fit(width: int, height: int, aspect: float) -> tuple[int, int]:
    """The largest width and height of that aspect ratio within `width` x `height`."""
    if width < height * aspect:
        return width, round(width / aspect)
    return round(height * aspect), height
