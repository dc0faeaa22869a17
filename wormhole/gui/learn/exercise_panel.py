"""The panel of the exercise room: the task, an exercise's own part, the feedback, tools and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

import pygame
from pygame import Rect

from wormhole.gui.board.board_and_panel import DENSE_SHARE, LOW_WINDOW, below, beside, larger
from wormhole.gui.board.hands import Places
from wormhole.gui.game.piece_card import PieceCard, PieceWords
from wormhole.gui.game.tools import VIEWS, Tools
from wormhole.gui.languages.language import _
from wormhole.gui.learn.exercise import Exercise, ExerciseChoice
from wormhole.gui.learn.exercise_board import ExerciseBoard
from wormhole.gui.learn.exercise_cards import FeedbackCard, TaskCard
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import (
    Column,
    Fill,
    Grid,
    Part,
    Scale,
    are_apart,
    in_sight_if_possible,
    is_lower,
    is_narrow,
    row,
    widened_rows,
)
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole import Geometry

LOW_COLUMN_UNITS = 96
"""The width of a column below the board, if the window has it."""
PANEL_UNITS = (33, 56)
"""The least and the greatest width of a panel beside the board."""
FEEDBACK_UNITS, LOW_FEEDBACK_UNITS = 13, 11
TOOLS_UNITS = 4.5
BUTTON_UNITS = 5.5
LEAST_PANEL_UNITS = 66
"""The least height of a panel beside the board, if the window has it."""
TASK_UNITS, NARROW_TASK_UNITS = 18, 28
"""The least height of the task below the board, and in a narrow window, where it has more lines."""
DENSE_TASK_UNITS = 1000
"""The least area of the task, in square units, where everything is to be in sight."""


@dataclass(frozen=True)
class ExerciseLayout:
    """The rectangles of the room: the board, and the panel beside or below it."""

    board: Rect
    task: Rect
    extra: Rect
    """The exercise's own part; its height is 0 if there is none."""
    feedback: Rect
    tools: Rect
    buttons: tuple[Rect, ...]

    @property
    def parts(self) -> list[Rect]:
        """All its rectangles that have room."""
        parts = self.board, self.task, self.extra, self.feedback, self.tools, *self.buttons
        return [part for part in parts if part.height]


def exercise_layout(
    size: tuple[int, int],
    geometry: Geometry,
    button_count: int,
    extra_units: float = 0,
    hands: Places = (),
) -> ExerciseLayout:
    """The room for so many buttons; the panel is where the board is larger.

    With enlarged text all is in sight, if the task has room there.
    """

    def lay_out(size: tuple[int, int]) -> ExerciseLayout:
        return _laid_out(size, geometry, button_count, extra_units, hands)

    def is_enough(dense: ExerciseLayout, usual: ExerciseLayout, seen: Rect) -> bool:
        unit = Scale.of(size).unit
        is_board_large = dense.board.width >= DENSE_SHARE * usual.board.width
        has_task_room = dense.task.width * dense.task.height >= DENSE_TASK_UNITS * unit * unit
        return is_board_large and has_task_room and are_apart(dense.parts, seen)

    return in_sight_if_possible(size, lay_out, is_enough)


def _laid_out(
    size: tuple[int, int], geometry: Geometry, button_count: int, extra_units: float, hands: Places
) -> ExerciseLayout:
    at_right = _beside(size, geometry, button_count, extra_units, hands)
    at_foot = _below(size, geometry, button_count, extra_units, hands)
    return larger(at_right, at_foot, lambda layout: layout.board, geometry, hands)


def _beside(
    size: tuple[int, int], geometry: Geometry, button_count: int, extra_units: float, hands: Places
) -> ExerciseLayout:
    scale = Scale.of(size)
    least, most = (scale.units(units) for units in PANEL_UNITS)
    least_height = scale.units(LEAST_PANEL_UNITS)
    gap = scale.units(2)
    board, _gap, panel = beside(size, geometry, (least, most), least_height, gap, hands=hands)
    feedback = scale.units(LOW_FEEDBACK_UNITS if is_lower(size, LOW_WINDOW) else FEEDBACK_UNITS)
    parts = _task(scale, extra_units) | {"feedback": feedback} | _controls(scale, button_count)
    return _layout(board, Column(parts, scale.unit).at(panel), button_count)


def _below(
    size: tuple[int, int], geometry: Geometry, button_count: int, extra_units: float, hands: Places
) -> ExerciseLayout:
    scale = Scale.of(size)
    rows = -(-button_count // 2)
    task_units = NARROW_TASK_UNITS if is_narrow(size) else TASK_UNITS
    left_units = task_units + (extra_units + 1 if extra_units else 0)
    right_units = LOW_FEEDBACK_UNITS + 1 + TOOLS_UNITS + rows * (BUTTON_UNITS + 1)
    least_height = scale.units(max(left_units, right_units))
    spare, least_width = scale.units(16), scale.units(LOW_COLUMN_UNITS)
    board, _gap, panel = below(size, geometry, least_height, spare, least_width, hands=hands)
    left, right = row(panel, 2, scale.units(2))
    places = Column(_task(scale, extra_units), scale.unit).at(left)
    places |= Column({"feedback": Fill()} | _controls(scale, button_count), scale.unit).at(right)
    return _layout(board, places, button_count)


def _task(scale: Scale, extra_units: float) -> dict[str, Part[str]]:
    extra: dict[str, Part[str]] = {"extra": scale.units(extra_units)} if extra_units else {}
    return {"task": Fill()} | extra


def _controls(scale: Scale, count: int) -> dict[str, Part[str]]:
    """The tools, and the buttons in rows of two; a single one takes a whole row, the first."""
    names = [f"button {index}" for index in range(count)]
    buttons = [names[max(0, end - 2) : end] for end in range(count, 0, -2)]
    rows: dict[str, Part[str]] = {
        f"row {index}": Grid(cells, len(cells), scale.unit, scale.units(BUTTON_UNITS))
        for index, cells in enumerate(reversed(buttons))
    }
    return {"tools": scale.units(TOOLS_UNITS)} | rows


def _layout(board: Rect, places: dict[str, Rect], button_count: int) -> ExerciseLayout:
    task = places["task"]
    extra = places.get("extra", Rect(task.bottomleft, (task.width, 0)))
    buttons = tuple(places[f"button {index}"] for index in range(button_count))
    return ExerciseLayout(board, task, extra, places["feedback"], places["tools"], buttons)


class Extra(Protocol):
    """The exercise's own part between the task and the feedback."""

    @property
    def units(self) -> float:
        """Its height in grid units; 0 if it shows nothing now."""
        ...

    @property
    def layers(self) -> Sequence[Layer]:
        """Its picture. New after every `place`."""
        ...

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Lay it out. Called before all else."""
        ...

    def refresh(self) -> None:
        """Show what has changed."""
        ...

    def update(self, now_seconds: float) -> None:
        """Advance to the time `now_seconds`."""
        ...


class ExercisePanel:
    """Shows an exercise, which it only reads. Call `place` first."""

    layers: Sequence[Layer] = ()
    layers_above: Sequence[Layer] = ()

    def __init__(
        self, stage: Stage, exercise: Exercise, board: ExerciseBoard, back: Action, extra: Extra | None
    ) -> None:
        self._stage = stage
        self._board = board
        self._back = back
        self._extra = extra
        self._tools = Tools(stage, board, VIEWS)
        self.shown = exercise.shown
        """What is shown of the exercise; `refresh` shows another one."""
        self._primary: Button | None = None
        self._studied: int | None = None
        """The square of the piece that the card is about."""
        self.has_led = False
        """Whether the button that leads on got the focus by itself."""

    @property
    def choices(self) -> tuple[ExerciseChoice, ...]:
        """The exercise's buttons, and the way back."""
        return (*self.shown.choices, ExerciseChoice(_("Back"), self._back, Command.MENU))

    @property
    def shape(self) -> tuple[tuple[tuple[str, bool], ...], float]:
        """What the layout depends on: the buttons' words, and the height of the exercise's own part."""
        words = tuple((choice.text, choice.is_primary) for choice in self.choices)
        return words, 0.0 if self._extra is None else self._extra.units

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages."""
        unit = self._stage.look.scale.unit
        area = self._task.rect.inflate(-2 * unit, -2 * unit)
        area.height -= self._piece.height
        return area

    def place(self, layout: ExerciseLayout, widgets: Widgets) -> None:
        """Lay out everything."""
        look = self._stage.look
        self._widgets = widgets
        self._task = TaskCard(grows=True).place(look, layout.task)
        self._feedback = FeedbackCard().place(look, layout.feedback)
        self._piece = PieceCard(layout.task, look)
        self._tools.place_in(layout.tools, widgets)
        self._place_buttons(layout.buttons)
        extra: Sequence[Layer] = ()
        if self._extra is not None and self._extra.units:
            self._extra.place(layout.extra, widgets)
            extra = self._extra.layers
        self.layers = (self._task, self._piece, self._feedback, *extra)
        self.layers_above = self._tools.layers_above

    def _place_buttons(self, places: Sequence[pygame.Rect]) -> None:
        look, choices = self._stage.look, self.choices
        needs = [look.words.width(choice.text, look.small) + 2 * look.scale.unit for choice in choices]
        self._buttons = []
        self._primary = None
        for index, (choice, place) in enumerate(zip(choices, widened_rows(places, needs), strict=True)):
            kind = PRIMARY if choice.is_primary else QUIET if choice.command is Command.MENU else None
            tip = None if choice.command is None else tip_of(choice.command, choice.text)
            press = self._widgets.button(place, choice.text, partial(self._press, index), kind, tip)
            self._buttons.append(press)
            if choice.is_primary:
                self._primary = press

    def refresh(self) -> None:
        """Show what has changed in the exercise."""
        shown, emblem = self.shown, self.shown.emblem
        piece = self._board.variant.piece_types[emblem.letter], emblem.color
        self._task.show(shown.kicker, shown.title, shown.text, piece, tuple(shown.texts))
        self._feedback.show(shown.feedback)
        self._studied = None
        if self._extra is not None and self._extra.units:
            self._extra.refresh()
        for choice, button in zip(self.choices, self._buttons, strict=True):
            button.enable(choice.can)
        self._lead()

    def refresh_tools(self) -> None:
        """Light the tools that are on."""
        self._tools.refresh()

    def _lead(self) -> None:
        """Give the focus to the button that leads on, as soon as no move is asked for, and take it away
        again."""
        button = self._primary
        can_lead = button is not None and bool(button.is_enabled) and not self.shown.may_answer
        if button is not None and can_lead and not self._widgets.has_focus:
            self._widgets.focus(button)
            self.has_led = True
        elif not can_lead and self.has_led:
            self.has_led = False
            self._widgets.leave()

    def _press(self, index: int) -> None:
        self.choices[index].action()

    def perform(self, command: Command) -> bool:
        """Press the button of a command, if there is one; returns whether there is."""
        for choice in self.choices:
            if choice.command is command:
                if choice.can:
                    choice.action()
                return True
        return False

    def update(self, now_seconds: float) -> None:
        """Show the piece that is studied, where the task leaves room for it."""
        if self._extra is not None and self._extra.units:
            self._extra.update(now_seconds)
        state = self._board.state
        square = state.dwell.square
        words = None if square is None else PieceWords.at(state, square)
        if words is None:
            self._studied = None
            self._piece.show(None)
            return
        if square == self._studied:
            return
        self._studied = square
        self._piece.show(words)
        if self._piece.height > self._task.spare.height:
            self._piece.show(None)
