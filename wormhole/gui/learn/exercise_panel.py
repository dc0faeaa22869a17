"""The panel of the exercise room: the task, an exercise's own part, the feedback, tools and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

import pygame
from pygame_gui.elements import UIButton

from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import _
from wormhole.gui.layout import widened_rows
from wormhole.gui.learn.exercise import Choice, Exercise
from wormhole.gui.learn.exercise_board import ExerciseBoard
from wormhole.gui.learn.exercise_cards import FeedbackCard, TaskCard
from wormhole.gui.learn.exercise_layout import ExerciseLayout
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.panel.parts.tools import VIEWS, Tools
from wormhole.gui.panel.piece_card import PieceCard, PieceWords
from wormhole.gui.screen import Stage


class Extra(Protocol):
    """What an exercise shows of its own between the task and the feedback."""

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
        self._exercise = exercise
        self._board = board
        self._back = back
        self._extra = extra
        self._tools = Tools(stage, board, VIEWS)
        self._primary: UIButton | None = None
        self._studied: int | None = None
        """The square of the piece that the card is about."""
        self._has_led = False
        """Whether the way on got the focus by itself."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The exercise's buttons, and the way back."""
        return (*self._exercise.choices, Choice(_("Back"), self._back, Command.MENU))

    @property
    def shape(self) -> tuple[tuple[tuple[str, bool], ...], float]:
        """What the layout depends on: the buttons' words, and the height of the exercise's own part."""
        words = tuple((choice.text, choice.is_primary) for choice in self.choices)
        return words, 0.0 if self._extra is None else self._extra.units

    def place(self, layout: ExerciseLayout, widgets: Widgets) -> None:
        """Lay out everything."""
        look = self._stage.look
        self._widgets = widgets
        self._task = TaskCard(look, layout.task, grows=True)
        self._feedback = FeedbackCard(look, layout.feedback)
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
        exercise = self._exercise
        self._task.show(exercise.kicker, exercise.title, exercise.text, self._emblem)
        self._feedback.show(exercise.feedback)
        self._studied = None
        if self._extra is not None and self._extra.units:
            self._extra.refresh()
        for choice, button in zip(self.choices, self._buttons, strict=True):
            self._widgets.enable(button, choice.can)
        self._lead()

    @property
    def _emblem(self) -> tuple[str, bool]:
        """The picture of the piece beside the title, and whether it is White's."""
        piece = self._exercise.emblem
        return self._board.variant.piece_types[piece.letter].sprite, piece.color

    def refresh_tools(self) -> None:
        """Light the tools that are on."""
        self._tools.refresh()

    def _lead(self) -> None:
        """Give the focus to the way on, as soon as no move is asked for, and take it away again."""
        button = self._primary
        can_lead = button is not None and bool(button.is_enabled) and not self._exercise.may_answer
        if button is not None and can_lead and not self._widgets.has_focus:
            self._widgets.focus(button)
            self._has_led = True
        elif not can_lead and self._has_led:
            self._has_led = False
            self._widgets.leave()

    def _press(self, index: int) -> None:
        choices = self.choices
        if index < len(choices) and choices[index].can:
            choices[index].action()

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
        square = state.resting.square
        if square is None or square not in state.pieces:
            self._studied = None
            self._piece.show(None)
            return
        if square == self._studied:
            return
        self._studied = square
        self._piece.show(PieceWords.of(state.variant, state.pieces[square], state.geometry.names[square]))
        if self._piece.height > self._task.spare.height:
            self._piece.show(None)
