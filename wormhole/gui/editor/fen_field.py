"""The FEN of a draft in a text field, edited both ways: what is typed is shown on the board at once."""

from __future__ import annotations

import contextlib

import pygame
from pygame_gui.elements import UITextEntryLine

from wormhole import FenError
from wormhole.gui.editor.draft import Draft
from wormhole.gui.editor.session import Session
from wormhole.gui.editor.verdict import Verdict, verdict_of
from wormhole.gui.look.widgets import Widgets
from wormhole.rules import fen as fens


class FenField:
    """The field of a session. While it has the focus, it keeps the text as it is typed."""

    line: UITextEntryLine

    def __init__(self, session: Session) -> None:
        self._session = session
        self._typed: str | None = None

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the field."""
        self._widgets = widgets
        self.line = widgets.text_line(rect, self._session.draft.fen, fens.LONGEST)

    @property
    def fen(self) -> str:
        """The text: that of the draft, unless another one is being typed."""
        return self._session.draft.fen if self._typed is None else self._typed

    def show(self) -> None:
        """Show the draft, unless its FEN is being typed."""
        if not self._widgets.is_focused(self.line) and self.line.get_text() != self.fen:
            self.line.set_text(self.fen)

    def read(self) -> None:
        """Take over what has been typed."""
        if not self._widgets.is_focused(self.line):
            self._typed = None
            return
        text = self.line.get_text()
        if text == self.fen:
            return
        if self._typed is None:
            self._session.begin()
        self._typed = text
        with contextlib.suppress(FenError):  # the verdict says what is wrong
            self._session.change(Draft.read(self._session.draft.variant, text))

    def verdict(self) -> Verdict:
        """What the rules say about the text, even if it cannot be shown on the board."""
        variant = self._session.draft.variant
        if self._typed is not None:
            try:
                Draft.read(variant, self._typed)
            except FenError as error:
                return Verdict.of_error(error)
        return verdict_of(variant, self.fen)
