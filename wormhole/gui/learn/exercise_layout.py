"""The layout of the exercise room in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.layout import MINIMUM_SIZE, row
from wormhole.gui.learn.board_and_column import below, beside
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

PANEL_UNITS = (33, 56)
"""The least and the greatest width of a panel beside the board."""
FEEDBACK_UNITS, LOW_FEEDBACK_UNITS = 13, 11
TOOLS_UNITS = 4.5
BUTTON_UNITS = 5.5
LEAST_PANEL_UNITS = 66
"""The least height of a panel beside the board, if the window has it."""
TASK_UNITS, NARROW_TASK_UNITS = 18, 28
"""The least height of the task below the board, and in a narrow window, where it has more lines."""


@dataclass(frozen=True)
class ExerciseLayout:
    """The rectangles of the room: the board, and the panel beside or below it."""

    board: Rect
    task: Rect
    extra: Rect
    """What an exercise shows of its own; its height is 0 if nothing."""
    feedback: Rect
    tools: Rect
    buttons: tuple[Rect, ...]

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        extra = (self.extra,) if self.extra.height else ()
        return (self.board, self.task, *extra, self.feedback, self.tools, *self.buttons)


def exercise_layout(
    size: tuple[int, int], geometry: Geometry, button_count: int, extra_units: float = 0
) -> ExerciseLayout:
    """The room for so many buttons; the panel is where the board is larger."""
    at_right = _beside(size, geometry, button_count, extra_units)
    at_foot = _below(size, geometry, button_count, extra_units)
    return at_right if at_right.board.width >= at_foot.board.width else at_foot


def _beside(
    size: tuple[int, int], geometry: Geometry, button_count: int, extra_units: float
) -> ExerciseLayout:
    scale = Scale.of(size)
    board, panel = beside(size, geometry, PANEL_UNITS, 2, LEAST_PANEL_UNITS)
    buttons = _buttons(panel, button_count, scale)
    tools = _cut_off(panel, scale.units(TOOLS_UNITS), scale.unit)
    feedback_units = FEEDBACK_UNITS if size[1] >= 700 else LOW_FEEDBACK_UNITS
    feedback = _cut_off(panel, scale.units(feedback_units), scale.unit)
    extra = _cut_off(panel, scale.units(extra_units), scale.unit if extra_units else 0)
    return ExerciseLayout(board, panel, extra, feedback, tools, buttons)


def _below(
    size: tuple[int, int], geometry: Geometry, button_count: int, extra_units: float
) -> ExerciseLayout:
    scale = Scale.of(size)
    unit = scale.unit
    rows = -(-button_count // 2)
    task_units = NARROW_TASK_UNITS if size[0] < MINIMUM_SIZE[0] else TASK_UNITS
    left_units = task_units + (extra_units + 1 if extra_units else 0)
    right_units = LOW_FEEDBACK_UNITS + 1 + TOOLS_UNITS + rows * (BUTTON_UNITS + 1)
    board, panel = below(size, geometry, max(left_units, right_units), 16)
    left, right = row(panel, 2, scale.units(2))
    extra = _cut_off(left, scale.units(extra_units), unit if extra_units else 0)
    buttons = _buttons(right, button_count, scale)
    tools = _cut_off(right, scale.units(TOOLS_UNITS), unit)
    return ExerciseLayout(board, left, extra, right, tools, buttons)


def _buttons(panel: Rect, count: int, scale: Scale) -> tuple[Rect, ...]:
    """Rows of two at the foot of a panel, which loses them; a single one takes a whole row, the first."""
    rows: list[tuple[Rect, ...]] = []
    for taken in range(0, count, 2):
        strip = _cut_off(panel, scale.units(BUTTON_UNITS), scale.unit)
        rows.append(row(strip, min(2, count - taken), scale.unit))
    return tuple(cell for cells in reversed(rows) for cell in cells)


def _cut_off(area: Rect, height: int, gap: int) -> Rect:
    """The lower end of an area, which loses it."""
    area.height -= height + gap
    return Rect(area.left, area.bottom + gap, area.width, height)
