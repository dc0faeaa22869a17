"""A question with up to three answers, asked before something that cannot be undone."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.layout import Column, Fill, row
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.stage import Stage

WIDTH_UNITS = 44


class QuestionDialog(Dialog):
    """Asks a question; `action` is called for the answer `yes`. `also` is another answer with its action."""

    no = N_("Cancel")

    def __init__(
        self,
        stage: Stage,
        heading: str,
        text: str,
        yes: str,
        action: Action | None,
        also: tuple[str, Action] | None = None,
    ) -> None:
        super().__init__(stage)
        self.heading = heading
        self.text = text
        self._yes = yes
        self._action = action
        self._also = also

    def inner_units(self) -> tuple[float, float]:
        """The size of the text's lines and a row of buttons."""
        height = len(self._lines()) * self._line_height() / self.stage.look.scale.unit
        return WIDTH_UNITS, height + 3 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the text, then the buttons."""
        look = self.stage.look
        column = Column({"text": Fill(), "answers": look.scale.units(BUTTON_UNITS)})
        area, strip = column.at(inner).values()
        lines = Column(dict.fromkeys(range(len(self._lines())), self._line_height())).at(area)
        for text, line in zip(self._lines(), lines.values(), strict=True):
            self.write(text, line, look.theme.colour.muted)
        answers = self._answers()
        places = row(strip, max(2, len(answers)), look.scale.unit)[-len(answers) :]
        (name, action), *others = answers
        self.widgets.focus(self.widgets.button(places[0], name, action, PRIMARY))
        for place, (name, action) in zip(places[1:], others, strict=True):
            self.widgets.button(place, name, action)

    def _answers(self) -> list[tuple[str, Action]]:
        """The text and the action of each button; Enter presses the first one."""
        close = self.stage.close_dialog
        if self._action is None:
            return [(self._yes, close)]
        answers = [(self._yes, self._action), *([self._also] if self._also else [])]
        return [*((name, self._closing(action)) for name, action in answers), (_(self.no), close)]

    def _closing(self, action: Action) -> Action:
        """Close the dialog before its action, which may open another one."""

        def act() -> None:
            self.stage.close_dialog()
            action()

        return act

    def _lines(self) -> list[str]:
        look = self.stage.look
        width = look.scale.units(WIDTH_UNITS)
        return [
            line
            for part in self.text.split("\n")
            for line in (look.words.wrapped(part, look.small, width) if part else [""])
        ]

    def _line_height(self) -> int:
        return self.stage.look.words.height(self.stage.look.small)


class MessageDialog(QuestionDialog):
    """Shows a message with one button, such as the error in a file."""

    def __init__(self, stage: Stage, heading: str, text: str) -> None:
        super().__init__(stage, heading, text, _("OK"), None)
