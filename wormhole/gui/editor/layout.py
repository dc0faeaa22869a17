"""The layout of the set-up editor in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.game_layout import aspect, fit
from wormhole.gui.layout import row, shared
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

FIELD_UNITS = 4.5
ROW_UNITS, ROW_GAP_UNITS = 4.5, 0.75
LARGEST_CELL_UNITS, PADDING_UNITS = 8.5, 1
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


def _beside(size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int) -> EditorLayout:
    scale = Scale.of(size)
    (width, height), gap = size, scale.units(2)
    margin = scale.units(2 if height < 700 else 3)
    least, most = (scale.units(units) for units in PANEL_UNITS)
    strip = scale.units(FIELD_UNITS)
    board_size = fit(
        width - 2 * margin - gap - least, height - 2 * margin - scale.unit - strip, aspect(geometry)
    )
    panel_width = min(most, width - 2 * margin - gap - board_size[0])
    board = Rect((width - board_size[0] - gap - panel_width) // 2, 0, *board_size)
    board.top = (height - board.height - scale.unit - strip) // 2
    below = Rect(board.left, board.bottom + scale.unit, board.width, strip)
    top = BoardLayout.fit(board, geometry).frame.top
    panel = Rect(board.right + gap, top, panel_width, below.bottom - top)
    if panel.height < scale.units(70):
        panel = Rect(panel.left, margin, panel.width, height - 2 * margin)
    unit = scale.unit
    game = Rect(panel.left, panel.top, panel.width, scale.units(ROW_UNITS))
    form_height = _form_height(form_rows, scale)
    foot = scale.units(PLAY_UNITS)
    actions_height = 2 * scale.units(4) + unit
    verdict_height = scale.units(VERDICT_UNITS)
    spare = panel.height - game.height - form_height - actions_height - verdict_height - foot - 5 * unit
    palette = _palette(Rect(panel.left, game.bottom + unit, panel.width, spare), scale, piece_types)
    form = Rect(panel.left, palette.bottom + unit, panel.width, form_height)
    actions = Rect(panel.left, form.bottom + unit, panel.width, actions_height)
    buttons = Rect(panel.left, panel.bottom - foot, panel.width, foot)
    verdict = Rect(panel.left, buttons.top - unit - verdict_height, panel.width, verdict_height)
    keys = Rect(panel.left, actions.bottom + unit, panel.width, verdict.top - actions.bottom - 2 * unit)
    return _made(board, below, game, palette, form, form_rows, actions, keys, verdict, buttons, scale)


def _below(size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int) -> EditorLayout:
    scale = Scale.of(size)
    (width, height), gap, unit = size, scale.units(2), scale.unit
    margin, strip = scale.units(2), scale.units(FIELD_UNITS)
    head, foot, verdict_height = (scale.units(units) for units in (ROW_UNITS, PLAY_UNITS, VERDICT_UNITS))
    actions_height = 2 * scale.units(4) + unit
    form_height = _form_height(form_rows, scale)
    padding = 2 * scale.units(PADDING_UNITS)
    least = max(
        head + 3 * scale.units(5.5) + padding + verdict_height + foot + 3 * unit,
        form_height + actions_height + unit,
    )
    room = height - 2 * margin - unit - strip - gap
    board_size = fit(width - 2 * margin, room - least, aspect(geometry))
    panel_height = least + min(scale.units(20), room - least - board_size[1])
    top = (height - board_size[1] - unit - strip - gap - panel_height) // 2
    board = Rect((width - board_size[0]) // 2, top, *board_size)
    panel_width = min(width - 2 * margin, max(board.width, scale.units(90)))
    below = Rect((width - panel_width) // 2, board.bottom + unit, panel_width, strip)
    panel = Rect(below.left, below.bottom + gap, panel_width, panel_height)
    left, right = row(panel, 2, gap)
    game = Rect(left.left, left.top, left.width, head)
    buttons = Rect(left.left, left.bottom - foot, left.width, foot)
    verdict = Rect(left.left, buttons.top - unit - verdict_height, left.width, verdict_height)
    room_for_cells = Rect(left.left, game.bottom + unit, left.width, verdict.top - game.bottom - 2 * unit)
    palette = _palette(room_for_cells, scale, piece_types)
    form = Rect(right.left, right.top, right.width, form_height)
    actions = Rect(right.left, form.bottom + unit, right.width, actions_height)
    keys = Rect(right.left, actions.bottom + unit, right.width, right.bottom - actions.bottom - unit)
    return _made(board, below, game, palette, form, form_rows, actions, keys, verdict, buttons, scale)


def _made(
    board: Rect,
    below: Rect,
    game: Rect,
    palette: Rect,
    form: Rect,
    form_rows: int,
    actions: Rect,
    keys: Rect,
    verdict: Rect,
    buttons: Rect,
    scale: Scale,
) -> EditorLayout:
    unit = scale.unit
    copy_width = scale.units(COPY_UNITS)
    paste = Rect(below.right - copy_width, below.top, copy_width, below.height)
    copy = paste.move(-copy_width - unit, 0)
    fen = Rect(below.left, below.top, copy.left - unit - below.left, below.height)
    step = scale.units(ROW_UNITS) + scale.units(ROW_GAP_UNITS)
    rows = tuple(
        Rect(form.left, form.top + index * step, form.width, scale.units(ROW_UNITS))
        for index in range(form_rows)
    )
    height = (actions.height - unit) // 2
    upper = Rect(actions.topleft, (actions.width, height))
    lower = Rect(actions.left, actions.bottom - height, actions.width, height)
    action_cells = (*shared(upper, ACTION_SHARES, unit), *shared(lower, ACTION_SHARES, unit))
    back = Rect(0, buttons.top, buttons.width // 3, buttons.height)
    back.right = buttons.right
    play = Rect(buttons.left, buttons.top, back.left - unit - buttons.left, buttons.height)
    keys.height = max(0, keys.height)
    return EditorLayout(board, fen, copy, paste, game, palette, rows, action_cells, keys, verdict, play, back)


def _form_height(rows: int, scale: Scale) -> int:
    return rows * scale.units(ROW_UNITS) + (rows - 1) * scale.units(ROW_GAP_UNITS)


def _palette(room: Rect, scale: Scale, piece_types: int) -> Rect:
    """The palette's card at the top of a room: three rows of cells as large as fit."""
    padding = 2 * scale.units(PADDING_UNITS)
    side = min(
        scale.units(LARGEST_CELL_UNITS), cell_side(Rect(0, 0, room.width, room.height), scale, piece_types)
    )
    return Rect(room.left, room.top, room.width, 3 * side + padding)
