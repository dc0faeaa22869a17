"""The buttons for the rules that can be changed in any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from pygame import Rect

from wormhole import Variant
from wormhole.gui.languages.language import _, named
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.layout import Fill, Row, row
from wormhole.gui.look.look import Look
from wormhole.gui.look.widgets import Widgets
from wormhole.rules.chosen_rules import RULES

ROW_UNITS, HINT_UNITS = 4.5, 3.5
WIDEST_LABEL = 0.4
"""The share of a row's width."""


class RuleChoices:
    """A row of buttons for each rule, with a sentence below the first one.

    `action` is called with the value that the user chooses.
    """

    def __init__(self, look: Look, widgets: Widgets, area: Rect, action: Callable[[Enum], None]) -> None:
        scale = look.scale
        height = scale.units(ROW_UNITS)
        step = (area.height - height) // max(1, len(RULES) - 1)
        labels = [_(rule.label) for rule in RULES]
        beside = max(look.words.width(label, look.small) for label in labels) + scale.units(2)
        beside = min(beside, round(WIDEST_LABEL * area.width))
        columns = max(len(rule.answers) for rule in RULES)

        self._choices: list[Choice[Enum]] = []
        self.layers: Sequence[Layer] = ()
        """The labels and the sentence; the buttons belong to the widgets."""
        written: list[Layer] = []
        for index, (rule, label) in enumerate(zip(RULES, labels, strict=True)):
            top = area.bottom - height if index == len(RULES) - 1 else area.top + index * step
            line = Rect(area.left, top, area.width, height)
            places = Row({"label": beside, "answers": Fill()}).at(line)
            fitted = look.words.fitted(label, look.small, beside - scale.unit)
            words = look.words.line(fitted, look.small, look.theme.colour.muted)
            written.append(Picture(words, words.get_rect(midleft=places["label"].midleft).topleft))
            cells = row(places["answers"], columns, scale.unit)
            names = named((answer.value, answer.word) for answer in rule.answers)
            self._choices.append(Choice(names, None, action).fill(widgets, cells[: len(names)]))
        between = Rect(area.left, area.top + height, area.width, step - height)
        self._hint = Hint().place(look, between.inflate(0, -scale.pixels(4)))
        self.layers = (*written, self._hint)

    @staticmethod
    def height_units() -> float:
        """The height that it needs, in grid units."""
        return len(RULES) * ROW_UNITS + HINT_UNITS

    def show(self, game: Variant | None, trouble: str = "") -> None:
        """Show the rules of a game; with `trouble`, why a change was refused."""
        for rule, choice in zip(RULES, self._choices, strict=True):
            choice.show(None if game is None else rule.of(game))
            choice.enable(game is not None)
        hint = "" if game is None else RULES[0].answer_in(game).hint
        self._hint.show(trouble or _(hint), is_trouble=bool(trouble))
