"""The layout of the composer in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.board.board_and_panel import below, beside, larger
from wormhole.gui.look.layout import Column, Fill, Grid, Part, Row, Scale
from wormhole.library.composer.move_drawing import FARTHEST
from wormhole.rules.geometry import Geometry

TAB_UNITS, FOOT_UNITS, VERDICT_UNITS = 5, 5.5, 7
PANEL_UNITS = (42, 62)
"""The least and the greatest width of a panel beside the board."""
LEAST_PANEL_UNITS = 70
"""If the board is lower than this, the panel beside it is as high as the window."""
LEAST_PAGE_UNITS = 47
TABS, FOOT = 4, 6
MOVES_GEOMETRY = Geometry.of_grid([[True] * (2 * FARTHEST + 1)] * (2 * FARTHEST + 1))
"""The board on which the moves of a piece are drawn. Other boards stand where it stands."""


@dataclass(frozen=True)
class ComposerLayout:
    """The board with a sentence below it; beside or below them tabs, a page, and buttons at its foot."""

    board: Rect
    verdict: Rect
    tabs: tuple[Rect, ...]
    page: Rect
    foot: tuple[Rect, ...]


def composer_layout(size: tuple[int, int]) -> ComposerLayout:
    """The composer in a window of this size; the panel is where the board is larger."""
    one, other = _beside(size), _below(size)
    return larger(one, other, lambda layout: layout.board, MOVES_GEOMETRY, ())


def _beside(size: tuple[int, int]) -> ComposerLayout:
    scale = Scale.of(size)
    unit, verdict = scale.unit, scale.units(VERDICT_UNITS)
    least, most = (scale.units(units) for units in PANEL_UNITS)
    board, _, panel = beside(
        size,
        MOVES_GEOMETRY,
        (least, most),
        scale.units(LEAST_PANEL_UNITS),
        gap=scale.units(2),
        foot=unit + verdict,
    )
    sentence = Rect(board.left, board.bottom + unit, board.width, verdict)
    return _layout(board, sentence, panel, scale, foot_columns=3)


def _below(size: tuple[int, int]) -> ComposerLayout:
    scale = Scale.of(size)
    unit, verdict = scale.unit, scale.units(VERDICT_UNITS)
    least = Column(_parts(scale, scale.units(LEAST_PAGE_UNITS), FOOT), unit).taken
    spare, width = scale.units(12), scale.units(70)
    board, _, panel = below(size, MOVES_GEOMETRY, least, spare, width, foot=unit + verdict)
    sentence = Rect(panel.left, board.bottom + unit, panel.width, verdict)
    return _layout(board, sentence, panel, scale, foot_columns=FOOT)


def _parts(scale: Scale, page: Part[str], foot_columns: int) -> dict[str, Part[str]]:
    tabs = Row({f"tab {index}": Fill() for index in range(TABS)}, scale.unit, scale.units(TAB_UNITS))
    lines = FOOT // foot_columns
    height = lines * scale.units(FOOT_UNITS) + (lines - 1) * scale.unit
    foot = Grid([f"foot {index}" for index in range(FOOT)], foot_columns, scale.unit, height)
    return {"tabs": tabs, "page": page, "foot": foot}


def _layout(board: Rect, verdict: Rect, panel: Rect, scale: Scale, foot_columns: int) -> ComposerLayout:
    places = Column(_parts(scale, Fill(), foot_columns), scale.unit).at(panel)
    return ComposerLayout(
        board,
        verdict,
        tabs=tuple(places[f"tab {index}"] for index in range(TABS)),
        page=places["page"],
        foot=tuple(places[f"foot {index}"] for index in range(FOOT)),
    )
