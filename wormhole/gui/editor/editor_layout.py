"""The layout of the set-up editor in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect

from wormhole.gui.board.board_and_panel import below, beside, larger
from wormhole.gui.board.hands import Places
from wormhole.gui.look.layout import Column, Fill, Part, Row, Scale, row

if TYPE_CHECKING:
    from wormhole import Geometry

FIELD_UNITS = 4.5
ROW_UNITS, LOW_ROW_UNITS, ROW_GAP_UNITS = 4.5, 3.75, 0.75
USUAL_ROWS = 5
"""The rows of fields are lower if there are more of them."""
LEAST_CELL_UNITS, LARGEST_CELL_UNITS, PADDING_UNITS = 5.5, 8.5, 1
MOST_PALETTE_ROWS = 3
"""Of the pieces of each side."""
VERDICT_UNITS, PLAY_UNITS = 6, 5.5
PANEL_UNITS = (34, 58)
"""The least and the greatest width of a panel beside the board."""
LEAST_PANEL_UNITS = 70
"""If the board is lower than this, the panel beside it is as high as the window."""
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


def editor_layout(
    size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int, hands: Places = ()
) -> EditorLayout:
    """The editor of a game with so many piece types and fields; the panel is where the board is larger."""
    at_right = _beside(size, geometry, piece_types, form_rows, hands)
    at_foot = _below(size, geometry, piece_types, form_rows, hands)
    return larger(at_right, at_foot, lambda layout: layout.board, geometry, hands)


class PaletteCells(NamedTuple):
    """The cells of a palette: their side in pixels, and in how many rows each side's pieces are."""

    side: int
    rows: int


def palette_cells(size: tuple[int, int], scale: Scale, piece_types: int) -> PaletteCells:
    """The largest cells in a palette of this size; between the pieces of both sides is a row of tools."""
    width, height = (pixels - 2 * scale.units(PADDING_UNITS) for pixels in size)
    largest = scale.units(LARGEST_CELL_UNITS)
    choices = [
        PaletteCells(min(largest, width // -(-piece_types // rows), height // (2 * rows + 1)), rows)
        for rows in range(1, MOST_PALETTE_ROWS + 1)
    ]
    return max(choices, key=lambda cells: cells.side)


def _beside(
    size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int, hands: Places
) -> EditorLayout:
    scale = Scale.of(size)
    unit, strip = scale.unit, scale.units(FIELD_UNITS)
    least, most = (scale.units(units) for units in PANEL_UNITS)
    least_height = scale.units(LEAST_PANEL_UNITS)
    board, frame, panel = beside(
        size, geometry, (least, most), least_height, gap=scale.units(2), foot=unit + strip, hands=hands
    )
    fields, foot = _fields(scale, form_rows), _foot(scale, panel.width)
    room = panel.height - Column(_head(scale, Fill()) | fields | foot, unit).taken
    head = _head(scale, palette_height(panel.width, room, scale, piece_types))
    places = Column(head | fields | {"keys": Fill()} | foot, unit).at(panel)
    fen = Rect(frame.left, board.bottom + unit, frame.width, strip)
    return _layout(board, fen, places, scale, form_rows)


def _below(
    size: tuple[int, int], geometry: Geometry, piece_types: int, form_rows: int, hands: Places
) -> EditorLayout:
    scale = Scale.of(size)
    unit, strip = scale.unit, scale.units(FIELD_UNITS)
    least_palette = 3 * scale.units(LEAST_CELL_UNITS) + 2 * scale.units(PADDING_UNITS)
    fields = _fields(scale, form_rows)
    least = max(Column(_head(scale, least_palette) | _foot(scale, 0), unit).taken, Column(fields, unit).taken)
    spare, least_width, foot_pixels = scale.units(20), scale.units(90), unit + strip
    board, _, panel = below(size, geometry, least, spare, least_width, foot=foot_pixels, hands=hands)
    left, right = row(panel, 2, scale.units(2))
    foot = _foot(scale, left.width)
    room = left.height - Column(_head(scale, Fill()) | foot, unit).taken
    head = _head(scale, palette_height(left.width, room, scale, piece_types))
    places = Column(head | {"space": Fill()} | foot, unit).at(left)
    places |= Column(fields | {"keys": Fill()}, unit).at(right)
    fen = Rect(panel.left, board.bottom + unit, panel.width, strip)
    return _layout(board, fen, places, scale, form_rows)


def _head(scale: Scale, palette: Part[str]) -> dict[str, Part[str]]:
    """The button with the game's name, and the pieces."""
    return {"game": scale.units(ROW_UNITS), "palette": palette}


def _fields(scale: Scale, form_rows: int) -> dict[str, Part[str]]:
    """The fields of the position, and the buttons for the whole board in two rows."""
    height = scale.units(ROW_UNITS if form_rows <= USUAL_ROWS else LOW_ROW_UNITS)
    form = {f"form {index}": height for index in range(form_rows)}
    actions = {
        f"actions {first}": Row(
            {f"action {first + index}": Fill(share) for index, share in enumerate(ACTION_SHARES)},
            scale.unit,
            scale.units(4),
        )
        for first in (0, 3)
    }
    return {"form": Column(form, scale.units(ROW_GAP_UNITS)), "actions": Column(actions, scale.unit)}


def _foot(scale: Scale, width: int) -> dict[str, Part[str]]:
    """What the rules say, and the buttons to play and to go back."""
    buttons = Row({"play": Fill(), "back": width // 3}, scale.unit, scale.units(PLAY_UNITS))
    return {"verdict": scale.units(VERDICT_UNITS), "foot": buttons}


def _layout(board: Rect, fen: Rect, places: dict[str, Rect], scale: Scale, form_rows: int) -> EditorLayout:
    button = scale.units(COPY_UNITS)
    places |= Row({"fen": Fill(), "copy": button, "paste": button}, scale.unit).at(fen)
    names = ("fen", "copy", "paste", "game", "palette", "keys", "verdict", "play", "back")
    return EditorLayout(
        board,
        form=tuple(places[f"form {index}"] for index in range(form_rows)),
        actions=tuple(places[f"action {index}"] for index in range(2 * len(ACTION_SHARES))),
        **{name: places[name] for name in names},
    )


def palette_height(width: int, height: int, scale: Scale, piece_types: int) -> int:
    """The height of a palette with the largest cells that fit into this room."""
    cells = palette_cells((width, height), scale, piece_types)
    return (2 * cells.rows + 1) * cells.side + 2 * scale.units(PADDING_UNITS)
