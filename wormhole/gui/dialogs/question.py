"""A question with up to three answers, asked before something that cannot be undone."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Caption, Layout
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.stage import Stage

WIDTH_UNITS = 44


class QuestionDialog(Dialog):
    """Asks a question; `action` is called for the answer `yes`. `also` is another answer with its action."""

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
        if action is None:
            buttons = [Button(yes, stage.close_dialog, PRIMARY)]
        else:
            others = [Button(name, self.closing(act)) for name, act in (also,)] if also else []
            cancel = Button(_("Cancel"), stage.close_dialog)
            buttons = [Button(yes, self.closing(action), PRIMARY), *others, cancel]
        self._answers = ButtonRow(*buttons, places=2)
        self.first = buttons[0]

    def inner_units(self) -> tuple[float, float]:
        """The size of the text's lines and a row of buttons."""
        look = self.stage.look
        height = len(self._lines()) * look.words.height(look.small) / look.scale.unit
        return WIDTH_UNITS, height + 3 + BUTTON_UNITS

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The text, then the buttons."""
        lines = Column({Caption(line): look.words.height(look.small) for line in self._lines()}, size=Fill())
        return Column({"text": lines, self._answers: look.scale.units(BUTTON_UNITS)})

    def _lines(self) -> list[str]:
        look = self.stage.look
        width = look.scale.units(WIDTH_UNITS)
        return [
            line
            for part in self.text.split("\n")
            for line in (look.words.wrapped(part, look.small, width) if part else [""])
        ]


class MessageDialog(QuestionDialog):
    """Shows a message with one button, such as the error in a file."""

    def __init__(self, stage: Stage, heading: str, text: str) -> None:
        super().__init__(stage, heading, text, _("OK"), None)
