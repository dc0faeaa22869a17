"""A question with two or three answers, some of which do what cannot be mended by another click."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.layout import row
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage

BUTTON_UNITS = 6
WIDTH_UNITS = 44


class QuestionDialog(Dialog):
    """Asks once; `action` is done if the person says `yes`. `also` is another answer, and what it does."""

    no = "Cancel"

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
        self._text = text
        self._yes = yes
        self._action = action
        self._also = also

    def inner_units(self) -> tuple[float, float]:
        """The text's lines and a row of buttons."""
        height = len(self._lines()) * self._line_height() / self.stage.look.scale.unit
        return WIDTH_UNITS, height + 3 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """The text, then the buttons."""
        look = self.stage.look
        line = pygame.Rect(inner.topleft, (inner.width, self._line_height()))
        for text in self._lines():
            self.write(text, line, look.theme.colour.muted)
            line = line.move(0, line.height)
        height = look.scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        answers = self._answers()
        places = row(strip, max(2, len(answers)), look.scale.unit)[-len(answers) :]
        (name, action), *others = answers
        self.widgets.focus(self.widgets.button(places[0], name, action, PRIMARY))
        for place, (name, action) in zip(places[1:], others, strict=True):
            self.widgets.button(place, name, action)

    def _answers(self) -> list[tuple[str, Action]]:
        """What is written on each button and what it does; the first one is the one that Enter presses."""
        close = self.stage.close_dialog
        if self._action is None:
            return [(self._yes, close)]
        answers = [(self._yes, self._action), *([self._also] if self._also else [])]
        return [*((name, self._closing(action)) for name, action in answers), (self.no, close)]

    def _closing(self, action: Action) -> Action:
        """The dialog goes before its action is done, which may open another."""

        def act() -> None:
            self.stage.close_dialog()
            action()

        return act

    def _lines(self) -> list[str]:
        look = self.stage.look
        return look.words.wrapped(self._text, look.small, look.scale.units(WIDTH_UNITS))

    def _line_height(self) -> int:
        return self.stage.look.words.height(self.stage.look.small)


class MessageDialog(QuestionDialog):
    """Says something, such as what is wrong with a file, where one answer is enough."""

    def __init__(self, stage: Stage, heading: str, text: str) -> None:
        super().__init__(stage, heading, text, "All right", None)
