"""Where the parts are of the place where a game is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.chooser.rule_choices import RuleChoices
from wormhole.gui.look.layout import Box, Column, Fill, Part, Row, Scale, Share, Square, is_dense, is_upright

HEADING_UNITS, FIELD_UNITS, BUTTON_UNITS, SMALL_UNITS = 5, 5, 6, 4.5
WIDEST_BOARD, WIDEST_DENSE_BOARD = 0.52, 0.3
"""The share of the card's width, usually and in a dense layout."""
WORDS_WEIGHT, DENSE_WORDS_WEIGHT = 1.5, 5
"""The height of the words, relative to that of the pieces, usually and in a dense layout."""
LOW_UNITS = 85
"""In a window lower than this, parts are lower, too."""
LIST_SHARE, DENSE_LIST_SHARE, LIST_UNITS = 0.33, 0.37, (32, 44)
HIGHEST_CARD = 0.58
"""The share of the card below the list in an upright window."""


@dataclass(frozen=True)
class ChooserLayout:
    """The list with its search field, the card of the chosen game, and the buttons at the foot."""

    heading: Rect
    count: Rect
    search: Rect
    games: Rect
    card: Rect
    board: Rect
    words: Rect
    tools: Rect
    pieces: Rect
    rules: Rect
    foot: Rect


def chooser_layout(size: tuple[int, int]) -> ChooserLayout:
    """The layout for a window of this size. In a window higher than wide, the card is below the list."""
    scale = Scale.of(size)
    units, unit = scale.units, scale.unit
    is_low = min(size) < units(LOW_UNITS)
    margin = units(2 if is_low else 3)
    between, gap = units(1.5), units(2)
    body = Rect((0, 0), size).inflate(-2 * margin, -2 * margin)
    rules = units(RuleChoices.height_units())
    list_width = Share(DENSE_LIST_SHARE if is_dense(size) else LIST_SHARE, *map(units, LIST_UNITS))
    card_width = body.width - (0 if is_upright(size) else list_width.of(body.width) + gap)
    beside: dict[str, Part[str]] = {
        "words": Fill(DENSE_WORDS_WEIGHT if is_dense(size) else WORDS_WEIGHT),
        "pieces": Fill(),
        "tools": units(SMALL_UNITS),
    }
    widest = WIDEST_DENSE_BOARD if is_dense(size) else WIDEST_BOARD
    board = Square(round(widest * card_width), is_centred=False)
    inside: dict[str, Part[str]] = {
        "upper": Row({"board": board, "beside": Column(beside, unit)}, gap, Fill()),
        "rules": rules,
    }
    list_parts: dict[str, Part[str]] = {"search": units(FIELD_UNITS), "games": Fill()}
    head: Row[str] = Row({"heading": Fill(), "count": Fill()}, gap, units(HEADING_UNITS))
    foot = units(BUTTON_UNITS)
    card: Column[str]
    middle: Box[str]
    if is_upright(size):
        card = Column(inside, between, Share(HIGHEST_CARD), units(2))
        middle = Column({"list": Column(list_parts, unit), "card": card}, between)
    else:
        card = Column(inside, between, Fill(), units(2))
        middle = Row({"list": Column(list_parts, unit, list_width), "card": card}, gap)
        head = Row({"heading": list_width, "count": Fill()}, gap, units(HEADING_UNITS))
    whole: Column[str] = Column({"head": head, "middle": middle, "foot": foot}, between)
    places = whole.at(body)
    names = ("heading", "count", "search", "games", "card", "board", "words", "tools", "pieces", "rules")
    return ChooserLayout(*(places[name] for name in (*names, "foot")))
