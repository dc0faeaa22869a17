"""The layout of the set-up editor in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.board_and_panel import aspect, fit
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.look.layout import Scale, row, shared

if TYPE_CHECKING:
    from wormhole import Geometry

FIELD_UNITS = 4.5
ROW_UNITS, ROW_GAP_UNITS = 4.5, 0.75
LEAST_CELL_UNITS, LARGEST_CELL_UNITS, PADDING_UNITS = 5.5, 8.5, 1
VERDICT_UNITS, PLAY_UNITS = 6, 5.5
PANEL_UNITS = (34, 58)
"""The least and the greatest width of a panel beside the board."""
COPY_UNITS = 9.5
ACTION_SHARES = (12, 8, 8)
"""Of the widths of the buttons for the whole board."""


@dataclass(frozen=True)
class EditorLayout:
    """The rectangles of the editor: the board with the FEN below it, and the panel beside or below them."""

    board: Rect
    fen: Rect
    copy: Rect
    paste: Rect
    game: Rect
    palette: Rect
    form: tuple[Rect, ...]
    """A row for each field of the position."""
    actions: tuple[Rect, ...]
    keys: Rect
    """What is left for the list of keys; it may be too low for it."""
    verdict: Rect
    play: Rect
    back: Rect

    @property
    def card(self) -> Rect:
        """What a card about a piece may cover for a while, at its foot: the fields, buttons and keys."""
        top, below = self.form[0].top, self.keys
        return Rect(below.left, top, below.width, below.bottom - top)

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        below = (self.fen, self.copy, self.paste)
        above = (self.game, self.palette, *self.form, *self.actions)
        return (self.board, *below, *above, self.keys, self.verdict, self.play, self.back)


def editor_layout(
    size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int
) -> EditorLayout:
    """The editor of a game with so many piece types and fields; the panel is where the board is larger."""
    beside = _beside(size, geometry, piece_types, form_rows)
    below = _below(size, geometry, piece_types, form_rows)
    return beside if beside.board.width >= below.board.width else below


def cell_side(palette: Rect, scale: Scale, piece_types: int) -> int:
    """The side of a palette's cells, in pixels."""
    padding = 2 * scale.units(PADDING_UNITS)
    return min((palette.width - padding) // piece_types, (palette.height - padding) // 3)


class _Column:
    """A rectangle from which strips are taken at the top and at the bottom."""

    def __init__(self, rect: Rect, gap: int) -> None:
        self.rest = rect.copy()
        self._gap = gap

    def above(self, height: int) -> Rect:
        """Take a strip at the top."""
        strip = Rect(self.rest.left, self.rest.top, self.rest.width, height)
        self.rest.height = max(0, self.rest.height - height - self._gap)
        self.rest.top += height + self._gap
        return strip

    def below(self, height: int) -> Rect:
        """Take a strip at the bottom."""
        strip = Rect(self.rest.left, self.rest.bottom - height, self.rest.width, height)
        self.rest.height = max(0, self.rest.height - height - self._gap)
        return strip


def _beside(size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int) -> EditorLayout:
    scale = Scale.of(size)
    (width, height), gap, unit = size, scale.units(2), scale.unit
    margin = scale.units(2 if height < 700 else 3)
    least, most = (scale.units(units) for units in PANEL_UNITS)
    strip = scale.units(FIELD_UNITS)
    board_size = fit(width - 2 * margin - gap - least, height - 2 * margin - unit - strip, aspect(geometry))
    panel_width = min(most, width - 2 * margin - gap - board_size[0])
    board = Rect((width - board_size[0] - gap - panel_width) // 2, 0, *board_size)
    board.top = (height - board.height - unit - strip) // 2
    frame = BoardLayout.fit(board, geometry).frame
    foot = Rect(frame.left, board.bottom + unit, frame.width, strip)
    panel = Rect(board.right + gap, frame.top, panel_width, foot.bottom - frame.top)
    if panel.height < scale.units(70):
        panel = Rect(panel.left, margin, panel.width, height - 2 * margin)
    column = _Column(panel, unit)
    game = column.above(scale.units(ROW_UNITS))
    buttons, verdict = column.below(scale.units(PLAY_UNITS)), column.below(scale.units(VERDICT_UNITS))
    others = _form_height(form_rows, scale) + _actions_height(scale) + 2 * unit
    palette = column.above(
        _palette_height(column.rest.width, column.rest.height - others, scale, piece_types)
    )
    form = column.above(_form_height(form_rows, scale))
    actions = _actions(column.above(_actions_height(scale)), unit)
    keys = column.rest
    return EditorLayout(
        board,
        *_fen_strip(foot, scale),
        game,
        palette,
        _form(form, form_rows, scale),
        actions,
        keys,
        verdict,
        *_play_and_back(buttons, unit),
    )


def _below(size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int) -> EditorLayout:
    scale = Scale.of(size)
    (width, height), gap, unit = size, scale.units(2), scale.unit
    margin, strip = scale.units(2), scale.units(FIELD_UNITS)
    head, foot, verdict_height = (scale.units(units) for units in (ROW_UNITS, PLAY_UNITS, VERDICT_UNITS))
    form_height = _form_height(form_rows, scale)
    least_palette = 3 * scale.units(LEAST_CELL_UNITS) + 2 * scale.units(PADDING_UNITS)
    least = max(
        head + least_palette + verdict_height + foot + 3 * unit,
        form_height + _actions_height(scale) + unit,
    )
    room = height - 2 * margin - unit - strip - gap
    board_size = fit(width - 2 * margin, room - least, aspect(geometry))
    panel_height = least + min(scale.units(20), room - least - board_size[1])
    top = (height - board_size[1] - unit - strip - gap - panel_height) // 2
    board = Rect((width - board_size[0]) // 2, top, *board_size)
    panel_width = min(width - 2 * margin, max(board.width, scale.units(90)))
    fen = Rect((width - panel_width) // 2, board.bottom + unit, panel_width, strip)
    left, right = row(Rect(fen.left, fen.bottom + gap, panel_width, panel_height), 2, gap)
    column = _Column(left, unit)
    game = column.above(head)
    buttons, verdict = column.below(foot), column.below(verdict_height)
    palette = column.above(_palette_height(left.width, column.rest.height, scale, piece_types))
    column = _Column(right, unit)
    form = column.above(form_height)
    actions = _actions(column.above(_actions_height(scale)), unit)
    return EditorLayout(
        board,
        *_fen_strip(fen, scale),
        game,
        palette,
        _form(form, form_rows, scale),
        actions,
        column.rest,
        verdict,
        *_play_and_back(buttons, unit),
    )


def _fen_strip(strip: Rect, scale: Scale) -> tuple[Rect, Rect, Rect]:
    """The field of the FEN, and the buttons to copy and to paste it."""
    width = scale.units(COPY_UNITS)
    paste = Rect(strip.right - width, strip.top, width, strip.height)
    copy = paste.move(-width - scale.unit, 0)
    return Rect(strip.left, strip.top, copy.left - scale.unit - strip.left, strip.height), copy, paste


def _play_and_back(strip: Rect, gap: int) -> tuple[Rect, Rect]:
    back = Rect(0, strip.top, strip.width // 3, strip.height)
    back.right = strip.right
    return Rect(strip.left, strip.top, back.left - gap - strip.left, strip.height), back


def _form(area: Rect, rows: int, scale: Scale) -> tuple[Rect, ...]:
    step = scale.units(ROW_UNITS) + scale.units(ROW_GAP_UNITS)
    return tuple(
        Rect(area.left, area.top + index * step, area.width, scale.units(ROW_UNITS)) for index in range(rows)
    )


def _form_height(rows: int, scale: Scale) -> int:
    return rows * scale.units(ROW_UNITS) + (rows - 1) * scale.units(ROW_GAP_UNITS)


def _actions(area: Rect, gap: int) -> tuple[Rect, ...]:
    """The buttons for the whole board, in two rows."""
    height = (area.height - gap) // 2
    upper = Rect(area.topleft, (area.width, height))
    lower = Rect(area.left, area.bottom - height, area.width, height)
    return (*shared(upper, ACTION_SHARES, gap), *shared(lower, ACTION_SHARES, gap))


def _actions_height(scale: Scale) -> int:
    return 2 * scale.units(4) + scale.unit


def _palette_height(width: int, height: int, scale: Scale, piece_types: int) -> int:
    """The height of three rows of cells that are as large as fit."""
    side = min(scale.units(LARGEST_CELL_UNITS), cell_side(Rect(0, 0, width, height), scale, piece_types))
    return 3 * side + 2 * scale.units(PADDING_UNITS)
