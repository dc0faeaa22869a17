"""A board with a panel beside it or below it, in a window of a given size: the board as large as it fits.

Pure: sizes in, rectangles out. Lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pygame import Rect

from wormhole.gui.board.board_layout import FRAME, GUTTER, BoardLayout, best_trays
from wormhole.gui.board.hands import Places
from wormhole.gui.look.layout import Scale, is_dense, is_lower, seen_of

if TYPE_CHECKING:
    from wormhole import Geometry

BoardT = TypeVar("BoardT")
AROUND = 2 * FRAME + GUTTER
"""What frame and labels take of the width and of the height, in pitches."""
LOW_WINDOW = 700
"""A window lower than this has narrow margins."""
DENSE_SHARE = 0.75
"""So much of the board's width has to remain where everything is to be in sight with it."""


class BoardAndPanel(NamedTuple):
    """The rectangles of a board, of the frame drawn around it, with the trays beside it, and of the panel."""

    board: Rect
    frame: Rect
    panel: Rect


def beside(
    size: tuple[int, int],
    geometry: Geometry,
    widths: tuple[int, int],
    least_height: int,
    gap: int,
    bar: int = 0,
    foot: int = 0,
    hands: Places = (),
) -> BoardAndPanel:
    """The panel at the right of the board, from the least to the greatest of its `widths`.

    It is as high as the board's frame, or as the window if that is lower than `least_height`. `bar` is kept
    free between the board and the gap, `foot` below the board. The board has trays for `hands`.
    """
    scale, (width, height), seen = Scale.of(size), size, seen_of(size)
    is_enlarged = is_dense(size) or seen != tuple(size)
    margin = scale.units(1 if is_enlarged else 2 if is_lower(size, LOW_WINDOW) else 3)
    least, most = widths
    across = width - 2 * margin - gap - bar
    room = min(across - least, seen[0] - 2 * margin - bar), seen[1] - 2 * margin - foot
    board_size = _board_size(*room, geometry, hands)
    panel_width = min(most, across - board_size[0])
    left = max(margin, (seen[0] - board_size[0] - bar - gap - panel_width) // 2)
    board = Rect((left, (seen[1] - board_size[1] - foot) // 2), board_size)
    frame = BoardLayout.fit(board, geometry, hands=hands).outline
    bottom = board.bottom + foot if foot else frame.bottom
    panel = Rect(board.right + bar + gap, frame.top, panel_width, bottom - frame.top)
    if panel.height < least_height:
        panel.top, panel.height = margin, min(height, max(scale.least_side, seen[1])) - 2 * margin
    return BoardAndPanel(board, frame, panel)


def below(
    size: tuple[int, int],
    geometry: Geometry,
    least_height: int,
    spare: int,
    least_width: int,
    bar: int = 0,
    foot: int = 0,
    hands: Places = (),
) -> BoardAndPanel:
    """The panel below the board, as wide as it and, if the window is, `least_width`.

    It takes `least_height`, and `spare` of what the board leaves. `bar` is kept free at the right of the
    board, `foot` below it. The board has trays for `hands`.
    """
    scale, (width, height), seen = Scale.of(size), size, seen_of(size)
    margin = gap = scale.units(2)
    room = height - 2 * margin - foot - gap - least_height
    highest = min(room, seen[1] - 2 * margin - foot)
    board_size = _board_size(seen[0] - 2 * margin - bar, highest, geometry, hands)
    panel_height = least_height + min(spare, room - board_size[1])
    top = max(margin, (seen[1] - board_size[1] - foot - gap - panel_height) // 2)
    board = Rect(((seen[0] - board_size[0] - bar) // 2, top), board_size)
    panel_width = min(width - 2 * margin, max(board.width, least_width))
    panel = Rect((width - panel_width) // 2, board.bottom + foot + gap, panel_width, panel_height)
    return BoardAndPanel(board, BoardLayout.fit(board, geometry, hands=hands).outline, panel)


def larger(
    one: BoardT, other: BoardT, board: Callable[[BoardT], Rect], geometry: Geometry, hands: Places
) -> BoardT:
    """Of two layouts the one with the larger squares, else the first one."""
    if not hands:
        return one if board(one).width >= board(other).width else other
    return max(one, other, key=lambda layout: BoardLayout.fit(board(layout), geometry, hands=hands).pitch)


def _board_size(width: int, height: int, geometry: Geometry, hands: Places) -> tuple[int, int]:
    """The largest board within that width and height, with its trays."""
    trays = best_trays((width, height), geometry, AROUND, hands)
    if trays is None:
        return fit(width, height, aspect(geometry))
    whole = geometry.columns + AROUND + trays.across, geometry.rows + AROUND + trays.down
    return fit(width, height, whole[0] / whole[1])


def aspect(geometry: Geometry) -> float:
    """A board's width divided by its height, with frame and labels."""
    return (geometry.columns + AROUND) / (geometry.rows + AROUND)


def fit(width: int, height: int, aspect: float) -> tuple[int, int]:
    """The largest width and height of that aspect ratio within `width` x `height`."""
    if width < height * aspect:
        return width, round(width / aspect)
    return round(height * aspect), height
