"""The layout of the screen of a game in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.board_and_panel import DENSE_SHARE, LOW_WINDOW, below, beside, larger
from wormhole.gui.board.hands import Places
from wormhole.gui.look.layout import (
    Box,
    Column,
    Fill,
    IfRoom,
    Row,
    Scale,
    are_apart,
    in_sight_if_possible,
    is_dense,
    is_lower,
    is_narrow,
    lower_by,
    row,
    rows,
)

if TYPE_CHECKING:
    from wormhole import Geometry

BUTTON_COUNT = 5
LEAST_ROWS, DENSE_ROWS = 6, 2
"""The rows of moves that every window shows, whatever else is wanted; and where others had to be scrolled."""
LEAST_PANEL_WIDTH = 30
"""In units."""
TABS_UNITS = 4
GRAPH_UNITS, LEAST_RESULT_UNITS, LEAST_MAIL_UNITS = 9, 12.5, 12.5
LEAST_PANEL_UNITS = 78
"""If the board is lower than this, the panel beside it is as high as the window."""
PLAYER_UNITS = 8.5
"""The height of a player's card below the board, or above it."""
WIDE_UNITS = 50
"""A card as wide as this has its buttons in one row."""


class Place(Enum):
    """The named places of the screen."""

    TABS = auto()
    """The row of the open games, above all else. Only if wanted."""
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
    MAIL = auto()
    """Where a game by mail stands, with its buttons. Only if wanted."""
    PIECE = auto()
    """The place for the card about a piece: space that the moves do not need, over the cards below them."""
    YOU = auto()
    TOOLS = auto()
    """A row for small buttons with pictures; in a wide panel beside the board, with room for their names."""
    BUTTONS = auto()


GameLayout = Mapping[Place, Rect]
"""The rectangles of the screen's places: the board, and the panel beside it or below it."""


@dataclass(frozen=True)
class Wanted:
    """What the screen of a game has to have room for."""

    geometry: Geometry
    places: frozenset[Place] = frozenset()
    """The optional places that are needed. Others may be among them, too."""
    line_count: int = 3
    """The rows in the place of the lines."""
    hands: Places = ()
    """What is in hand, which is in the place of the board."""
    is_across: bool = False
    """Whether the opponent sits at the upper edge of the screen, with their card above the board if that has
    the panel below it."""


def game_layout(size: tuple[int, int], wanted: Wanted) -> GameLayout:
    """The screen of a game for this window and board; puts the panel where the board is larger.

    With enlarged text all is in sight, if what is ``wanted`` has room there.
    """

    def is_enough(dense: GameLayout, usual: GameLayout, seen: Rect) -> bool:
        parts = [rect for place, rect in dense.items() if place is not Place.PIECE]
        is_board_large = dense[Place.BOARD].width >= DENSE_SHARE * usual[Place.BOARD].width
        is_panel_wide = dense[Place.MOVES].width >= Scale.of(size).units(LEAST_PANEL_WIDTH)
        return is_board_large and is_panel_wide and wanted.places <= dense.keys() and are_apart(parts, seen)

    return in_sight_if_possible(size, lambda size: _laid_out(size, wanted), is_enough)


def _laid_out(size: tuple[int, int], wanted: Wanted) -> GameLayout:
    if Place.TABS not in wanted.places:
        at_right, at_foot = _beside(size, wanted), _below(size, wanted)
        return larger(at_right, at_foot, lambda layout: layout[Place.BOARD], wanted.geometry, wanted.hands)
    scale = Scale.of(size)
    tabs = Rect(scale.unit, scale.units(0.5), size[0] - 2 * scale.unit, scale.units(TABS_UNITS))
    others = replace(wanted, places=wanted.places - {Place.TABS})
    rest = _laid_out(lower_by(size, tabs.bottom), others)
    return {Place.TABS: tabs, **{place: rect.move(0, tabs.bottom) for place, rect in rest.items()}}


def button_places(area: Rect, scale: Scale, count: int = BUTTON_COUNT) -> tuple[Rect, ...]:
    """The rectangles of five to seven buttons in their place: in one row or, if it is high, in two."""
    if area.height < 2 * scale.units(5):
        return row(area, count, scale.unit)
    upper, lower = rows(area, 2, scale.unit)
    return (*row(upper, 3, scale.unit), *row(lower, count - 3, scale.unit))


def _beside(size: tuple[int, int], wanted: Wanted) -> GameLayout:
    scale, is_low = Scale.of(size), is_lower(size, LOW_WINDOW)
    least_panel = max(scale.units(LEAST_PANEL_WIDTH), 3 * _least_button(scale) + 2 * scale.unit)
    board, frame, panel = beside(
        size,
        wanted.geometry,
        (least_panel, scale.units(58)),
        scale.units(LEAST_PANEL_UNITS),
        scale.units(2),
        bar=_bar_width(scale, wanted),
        hands=wanted.hands,
    )
    cards = _cards(scale, panel.width, wanted)
    least = least_moves(scale, is_dense(size))
    column = _column(panel, scale, cards, least, is_folded=is_dense(size), is_low=is_low)
    if not all(place in column and column[place].height >= card.usual for place, card in cards.items()):
        column = _column(panel, scale, cards, least, is_folded=True, is_low=is_low)
    return {Place.BOARD: board, **column, **_bar(board, frame, scale, wanted)}


def _column(
    panel: Rect, scale: Scale, cards: Mapping[Place, IfRoom], least: int, is_folded: bool, is_low: bool
) -> dict[Place, Rect]:
    """The panel beside the board, from top to bottom, with at ``least`` so many pixels for the moves;
    ``is_folded``: the players' cards are low.
    """
    unit = scale.unit
    between = unit if is_folded else scale.units(1.5)
    card = _folded_card(scale) if is_folded else scale.units(8.5 if is_low else 10)
    has_two_rows = panel.width < max(scale.units(52), BUTTON_COUNT * _least_button(scale) + 4 * unit)
    is_named = panel.width >= scale.units(WIDE_UNITS) and not is_low
    one_row = scale.units(5 if is_named else 6)
    buttons = 2 * scale.units(5) + unit if has_two_rows else one_row
    controls = {Place.TOOLS: scale.units(5.5 if is_named else 4.5), Place.BUTTONS: buttons}
    moves = Column({Place.MOVES: Fill(least=least), **cards}, between)
    players = Column({Place.OPPONENT: card, Place.PIECE: moves, Place.YOU: card}, between)
    places = Column({Place.PIECE: players, **controls}, unit).at(panel)
    piece = places[Place.PIECE]
    piece.top, piece.height = piece.top + least, piece.height - least
    for button in (Place.RESULT_STRIP, Place.MAIL):
        if button in places:
            piece.height = min(piece.height, max(0, places[button].top - piece.top))
    return places


def least_moves(scale: Scale, is_dense: bool = False) -> int:
    """The least height of the move list, in pixels: its title, and the rows that are always seen."""
    around = scale.units(3.5) + round(1.45 * scale.text(14))
    return around + (DENSE_ROWS if is_dense else LEAST_ROWS) * round(1.8 * scale.text(17))


def _folded_card(scale: Scale) -> int:
    """The height of a player's card that leaves more room for others: its two lines of words."""
    return round(1.4 * scale.text(19)) + round(1.4 * scale.text(14)) + scale.unit


def _cards(scale: Scale, width: int, wanted: Wanted) -> dict[Place, IfRoom]:
    """The wanted cards, from top to bottom, in a column of this width.

    The most important ones are that of a game by mail, without which no turn is sent, and the result.
    """
    usual = 20 if width >= scale.units(WIDE_UNITS) else 25
    openings = 22.0 if Place.LINES not in wanted.places else 15.5  # which scroll; lines do not
    units = {
        Place.OPENINGS: (10.5, openings, 2),
        Place.GRAPH: (GRAPH_UNITS, GRAPH_UNITS, 4),
        Place.LINES: (7.5, 5 + 3 * wanted.line_count, 3),
        Place.RESULT: (LEAST_RESULT_UNITS, usual, 0),
        Place.RESULT_STRIP: (4.5, 4.5, 1),
        Place.MAIL: (LEAST_MAIL_UNITS, 13, -1),
    }
    return {
        place: IfRoom(scale.units(least), scale.units(usual), rank, is_last=place is Place.GRAPH)
        for place, (least, usual, rank) in units.items()
        if place in wanted.places
    }


def _bar_width(scale: Scale, wanted: Wanted) -> int:
    """The width that the evaluation bar takes beside the board, in pixels."""
    return scale.units(3) if Place.BAR in wanted.places else 0


def _bar(board: Rect, frame: Rect, scale: Scale, wanted: Wanted) -> dict[Place, Rect]:
    width = _bar_width(scale, wanted)
    return {Place.BAR: Rect(board.right, frame.top, width, frame.height)} if width else {}


def _least_button(scale: Scale) -> int:
    """The least width of a button, in pixels, that shows its text whole."""
    return 5 * scale.text(14)


def _below(size: tuple[int, int], wanted: Wanted) -> GameLayout:
    scale, has_two_rows = Scale.of(size), is_narrow(size)
    unit, gap, height = scale.unit, scale.units(2), scale.units(6)
    strip = 2 * height + unit if has_two_rows else height
    least_players = 2 * _folded_card(scale) + 3 * unit + scale.units(LEAST_RESULT_UNITS)
    least = max(least_players, least_moves(scale, is_dense(size))) + gap + strip
    bar = _bar_width(scale, wanted)
    head = scale.units(PLAYER_UNITS) + unit if wanted.is_across else 0
    rest, panel_units = lower_by(size, head), (scale.units(24), scale.units(90))
    placed = below(rest, wanted.geometry, least, *panel_units, bar=bar, hands=wanted.hands)
    board, frame, panel = (rect.move(0, head) for rect in placed)
    upper, lower = Column({"players_and_moves": Fill(), "controls": strip}, gap).at(panel).values()
    left, right = row(upper, 2, gap)
    controls: Box[Place] = Column({Place.TOOLS: height, Place.BUTTONS: height}, unit)
    if not has_two_rows:
        tools = min(scale.units(36), lower.width - BUTTON_COUNT * (_least_button(scale) + unit))
        controls = Row({Place.TOOLS: tools, Place.BUTTONS: Fill()}, unit)
    return {
        Place.BOARD: board,
        **_players_and_cards(left, right, size, wanted, frame),
        **controls.at(lower),
        **_bar(board, frame, scale, wanted),
    }


def _players_and_cards(
    left: Rect, right: Rect, size: tuple[int, int], wanted: Wanted, frame: Rect
) -> dict[Place, Rect]:
    """Below the board: at the left the players, with the optional cards between them; at the right the moves.

    If the opponent sits across, their card is above the board's ``frame``, as this player's is below it.

    What finds no room between the players is below the moves, if there are more rows than need be.
    """
    scale = Scale.of(size)
    unit, least = scale.unit, least_moves(scale, is_dense(size))
    cards = _cards(scale, left.width, wanted)
    usual = sum(card.usual + unit for card in cards.values() if not card.is_last)
    player = scale.units(PLAYER_UNITS)
    if usual > left.height - 2 * player - unit:
        player = _folded_card(scale)
    between = Column(cards, unit, at_end=True)
    if not wanted.is_across:
        places = Column({Place.OPPONENT: player, Place.PIECE: between, Place.YOU: player}, unit).at(left)
    else:
        places = Column({Place.YOU: player, Place.PIECE: between}, unit).at(left)
        opponent = places[Place.OPPONENT] = Rect(right.left, 0, right.width, player)
        opponent.bottom = frame.top - unit
    for button in (Place.RESULT_STRIP, Place.MAIL):
        if button in places:
            places[Place.PIECE].height -= places[button].height + unit
    others = {place: card for place, card in cards.items() if place not in places}
    return places | Column({Place.MOVES: Fill(least=least), **others}, unit).at(right)
