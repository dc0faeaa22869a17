"""The layout of the screen of a game in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.board_layout import FRAME, GUTTER, BoardLayout
from wormhole.gui.look.layout import MINIMUM_SIZE, Scale, row

if TYPE_CHECKING:
    from wormhole import Geometry

BUTTON_COUNT = 5
LEAST_ROWS = 6
"""So many rows of moves are seen in every window, whatever else is wanted."""
GRAPH_UNITS, LEAST_RESULT_UNITS = 9, 12.5
LEAST_PANEL_UNITS = 78
"""If the board is lower than this, the panel beside it is as high as the window."""
WIDE_UNITS = 50
"""A card as wide as this has its buttons in one row."""


class Place(Enum):
    """The named places of the screen."""

    BOARD = auto()
    BAR = auto()
    """A slim strip beside the board, as high as its frame. Only if wanted."""
    OPPONENT = auto()
    MOVES = auto()
    OPENINGS = auto()
    """Below the moves, as the next four, or between the players. Only if wanted, and if there is room."""
    GRAPH = auto()
    """Only if wanted, and if there is room."""
    LINES = auto()
    """Only if wanted, and if there is room."""
    RESULT = auto()
    """The result of the game, with its buttons. Only if wanted."""
    RESULT_STRIP = auto()
    """The result as a single button. Only if wanted."""
    PIECE = auto()
    """Where the card about a piece may be: what is not needed for moves, over the cards below them."""
    YOU = auto()
    TOOLS = auto()
    """A row for small buttons with pictures."""
    BUTTONS = auto()


OPTIONAL = frozenset({Place.BAR, Place.GRAPH, Place.LINES, Place.OPENINGS, Place.RESULT, Place.RESULT_STRIP})
DOWNWARDS = (Place.OPENINGS, Place.GRAPH, Place.LINES, Place.RESULT, Place.RESULT_STRIP)
"""The optional cards in the order in which they stand."""


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
    if panel.height < scale.units(LEAST_PANEL_UNITS):
        panel = Rect(panel.left, margin, panel.width, height - 2 * margin)

    cards = _card_needs(scale, panel.width, wanted, line_count)
    column = _column(panel, scale, cards, is_folded=False, is_low=height < 700)
    if not cards.keys() <= column.keys() or not _has_usual(column, cards):
        column = _column(panel, scale, cards, is_folded=True, is_low=height < 700)
    places = {Place.BOARD: board, **column}
    if bar:
        places[Place.BAR] = _bar(board, frame, bar)
    return GameLayout(places)


def _column(
    panel: Rect, scale: Scale, cards: Mapping[Place, _Need], is_folded: bool, is_low: bool
) -> dict[Place, Rect]:
    """The panel beside the board, from top to bottom; ``is_folded``: the players' cards are low."""
    unit = scale.unit
    between = unit if is_folded else scale.units(1.5)
    card_height = _folded_card(scale) if is_folded else scale.units(8.5 if is_low else 10)
    if panel.width < max(scale.units(52), BUTTON_COUNT * _least_button(scale) + 4 * unit):
        buttons = Rect(panel.left, 0, panel.width, 2 * scale.units(5) + unit)
    else:
        buttons = Rect(panel.left, 0, panel.width, scale.units(6))
    buttons.bottom = panel.bottom
    tools = Rect(panel.left, 0, panel.width, scale.units(4.5))
    tools.bottom = buttons.top - unit
    opponent = Rect(panel.left, panel.top, panel.width, card_height)
    you = Rect(panel.left, tools.top - unit - card_height, panel.width, card_height)
    moves = Rect(panel.left, opponent.bottom + between, panel.width, 0)
    moves.height = you.top - between - moves.top
    least = least_moves(scale)
    heights = _heights(moves.height - least, between, scale, cards)
    bottom = moves.bottom
    stacked = _stacked(moves, between, heights)
    piece = Rect(moves.left, moves.top + least, moves.width, bottom - moves.top - least)
    if Place.RESULT_STRIP in stacked:
        piece.height = max(0, stacked[Place.RESULT_STRIP].top - piece.top)
    return {
        Place.OPPONENT: opponent,
        Place.MOVES: moves,
        Place.YOU: you,
        Place.TOOLS: tools,
        Place.BUTTONS: buttons,
        Place.PIECE: piece,
        **stacked,
    }


def least_moves(scale: Scale) -> int:
    """The least height of the move list, in pixels: its title, and the rows that are always seen."""
    around = scale.units(3.5) + round(1.45 * scale.text(14))
    return around + LEAST_ROWS * round(1.8 * scale.text(17))


def _folded_card(scale: Scale) -> int:
    """The height of a player's card that leaves more room for others: its two lines of words."""
    return round(1.4 * scale.text(19)) + round(1.4 * scale.text(14)) + scale.unit


@dataclass(frozen=True)
class _Need:
    """The heights of an optional card, in pixels: at least, so that it says something, and usually."""

    least: int
    usual: int


def _card_needs(scale: Scale, width: int, wanted: frozenset[Place], line_count: int) -> dict[Place, _Need]:
    """What the wanted cards need in a column of this width, the most important one first."""
    usual = 20 if width >= scale.units(WIDE_UNITS) else 25
    units = {
        Place.RESULT: (LEAST_RESULT_UNITS, usual),
        Place.RESULT_STRIP: (4.5, 4.5),
        Place.OPENINGS: (10.5, 22),
        Place.LINES: (7.5, 5 + 3 * line_count),
        Place.GRAPH: (GRAPH_UNITS, GRAPH_UNITS),
    }
    return {
        place: _Need(scale.units(least), scale.units(usual))
        for place, (least, usual) in units.items()
        if place in wanted
    }


def _heights(spare: int, between: int, scale: Scale, cards: Mapping[Place, _Need]) -> dict[Place, int]:
    """The heights of the cards in a room of ``spare`` pixels, without those for which nothing is left."""
    heights: dict[Place, int] = {}
    for place, need in cards.items():
        if spare >= need.least + between and place is not Place.GRAPH:
            heights[place] = need.least
            spare -= need.least + between
    for place in heights:
        more = min(spare, cards[place].usual - cards[place].least)
        heights[place] += more
        spare -= more
    if Place.GRAPH in cards and spare >= scale.units(GRAPH_UNITS) + between:
        heights[Place.GRAPH] = scale.units(GRAPH_UNITS)
    return heights


def _has_usual(column: Mapping[Place, Rect], cards: Mapping[Place, _Need]) -> bool:
    return all(column[place].height >= need.usual for place, need in cards.items() if place in column)


def _stacked(area: Rect, between: int, heights: Mapping[Place, int]) -> dict[Place, Rect]:
    """Places of these heights at the foot of an area, which loses them."""
    places = {}
    for place in reversed(DOWNWARDS):
        if place in heights:
            places[place] = _cut_off(area, heights[place], between)
    return places


def _bar_width(scale: Scale) -> int:
    """The width that the evaluation bar takes beside the board, in pixels."""
    return scale.units(3)


def _bar(board: Rect, frame: Rect, width: int) -> Rect:
    return Rect(board.right, frame.top, width, frame.height)


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
    button_height = scale.units(6)
    bar = _bar_width(scale) if Place.BAR in wanted else 0
    is_narrow = width < MINIMUM_SIZE[0]
    strip_height = 2 * button_height + unit if is_narrow else button_height
    least_players = 2 * _folded_card(scale) + 3 * unit + scale.units(LEAST_RESULT_UNITS)
    least_panel = max(least_players, least_moves(scale)) + gap + strip_height
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
    area = Rect(panel.left, panel.top, panel.width, strip.top - gap - panel.top)
    left, moves = row(area, 2, gap)
    places = {
        Place.BOARD: board,
        **_players_and_cards(left, moves, scale, wanted, line_count),
        Place.TOOLS: tools,
        Place.BUTTONS: buttons,
    }
    if bar:
        places[Place.BAR] = _bar(board, BoardLayout.fit(board, geometry).frame, bar)
    return GameLayout(places)


def _players_and_cards(
    left: Rect, moves: Rect, scale: Scale, wanted: frozenset[Place], line_count: int
) -> dict[Place, Rect]:
    """Below the board: at the left the players, with the optional cards between them; at the right the moves.

    What finds no room between the players is below the moves, if there are more rows than need be.
    """
    unit = scale.unit
    cards = _card_needs(scale, left.width, wanted, line_count)
    usual = sum(need.usual + unit for place, need in cards.items() if place is not Place.GRAPH)
    card_height = scale.units(8.5)
    if usual > left.height - 2 * card_height - unit:
        card_height = _folded_card(scale)
    opponent = Rect(left.left, left.top, left.width, card_height)
    you = Rect(left.left, left.bottom - card_height, left.width, card_height)
    room = Rect(left.left, opponent.bottom + unit, left.width, you.top - opponent.bottom - 2 * unit)
    heights = _heights(room.height + unit, unit, scale, cards)
    others = {place: need for place, need in cards.items() if place not in heights}
    below = _heights(moves.height - least_moves(scale), unit, scale, others)
    piece = room.copy()
    if Place.RESULT_STRIP in heights:
        piece.height -= heights[Place.RESULT_STRIP] + unit
    return {
        Place.OPPONENT: opponent,
        Place.MOVES: moves,
        Place.YOU: you,
        Place.PIECE: piece,
        **_stacked(room, unit, heights),
        **_stacked(moves, unit, below),
    }


def aspect(geometry: Geometry) -> float:
    """A board's width divided by its height, with frame and labels."""
    around = 2 * FRAME + GUTTER
    return (geometry.columns + around) / (geometry.rows + around)


def fit(width: int, height: int, aspect: float) -> tuple[int, int]:
    """The largest width and height of that aspect ratio within `width` x `height`."""
    if width < height * aspect:
        return width, round(width / aspect)
    return round(height * aspect), height
