"""Everything beside the editor's board: the palette, the fields, the buttons, the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame_gui.elements import UIButton, UITextEntryLine

from wormhole.gui.editor.draft import Draft
from wormhole.gui.editor.edits import Brush
from wormhole.gui.editor.fen_field import FenField
from wormhole.gui.editor.form import Form
from wormhole.gui.editor.key_list import key_list
from wormhole.gui.editor.layout import EditorLayout
from wormhole.gui.editor.palette import Palette
from wormhole.gui.editor.session import Session
from wormhole.gui.editor.verdict import Verdict
from wormhole.gui.editor.verdict_card import VerdictCard
from wormhole.gui.key_words import caps_of, tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage

ACTIONS = (
    (N_("Start position"), "", Command.START_POSITION),
    (N_("Clear"), "", Command.CLEAR_BOARD),
    (N_("Mirror"), N_("Swap the colours, and top and bottom"), Command.MIRROR),
    (N_("Flip"), "", Command.FLIP),
    (N_("Undo"), "", Command.UNDO),
    (N_("Redo"), "", Command.REDO),
)
"""The buttons for the whole board: their names, what they do if the list of keys says it otherwise."""


class Panel:
    """Shows a session and its verdict; `change` is called with the draft that a person makes there."""

    layers: Sequence[Layer] = ()
    palette: Palette

    def __init__(self, stage: Stage, session: Session, change: Callable[[Draft], None]) -> None:
        self._stage = stage
        self._session = session
        self.fen = FenField(session)
        self.form = Form(stage, lambda: session.draft, change)

    def place(self, layout: EditorLayout, widgets: Widgets) -> None:
        """Make everything for a layout."""
        look, variant = self._stage.look, self._session.draft.variant
        self._widgets = widgets
        self._button(layout.game, f"{_(variant.title)}…", Command.GAME)
        self.palette = Palette(look, layout.palette, variant)
        self.form.place(layout.form, widgets)
        for (name, tip, command), cell in zip(ACTIONS, layout.actions, strict=True):
            button = self._button(cell, _(name), command, tip=_(tip))
            if command is Command.UNDO:
                self._undo = button
            elif command is Command.REDO:
                self._redo = button
        self.fen.place(layout.fen, widgets)
        self._button(layout.copy, _("Copy"), Command.COPY)
        self._button(layout.paste, _("Paste"), Command.PASTE)
        self._card = VerdictCard(look, layout.verdict)
        self._play = self._button(layout.play, _("Play from here…"), Command.PLAY_FROM_HERE, PRIMARY)
        widgets.button(
            layout.back,
            _("Close"),
            lambda: self._stage.command(Command.MENU),
            QUIET,
            Tip("", caps_of(Command.MENU)),
        )
        self.layers = (self.palette, self.form.labels, key_list(look, layout.keys, variant), self._card)

    def close(self) -> None:
        """Tell of no more changes, so that closing the owner frees both."""
        self.form.close()

    def show(self, verdict: Verdict, brush: Brush, flipped: bool) -> None:
        """Show the draft's fields, what the rules say about it, and what is chosen in the palette."""
        self.palette.show(brush, flipped)
        self.form.show()
        self.fen.show()
        self._widgets.enable(self._undo, self._session.can_undo)
        self._widgets.enable(self._redo, self._session.can_redo)
        self._widgets.enable(self._play, verdict.can_play)
        self._card.show(self._said(verdict), is_trouble=not verdict.can_play)

    def read(self) -> None:
        """Take over what has been typed."""
        if any(self._widgets.is_focused(line) for line in self.form.lines):
            self.form.read()
        self.fen.read()

    @property
    def is_typing(self) -> bool:
        """Whether a text field has the focus."""
        return any(self._widgets.is_focused(line) for line in self._lines)

    def is_on_field(self, pixel: tuple[int, int]) -> bool:
        """Whether a text field is under a pixel."""
        return any(line.rect.collidepoint(pixel) for line in self._lines)

    @property
    def _lines(self) -> tuple[UITextEntryLine, ...]:
        return (self.fen.line, *self.form.lines)

    def _button(
        self, rect: pygame.Rect, name: str, command: Command, kind: str | None = None, tip: str = ""
    ) -> UIButton:
        """A button for a command."""
        return self._widgets.button(
            rect, name, lambda: self._stage.command(command), kind, tip_of(command, tip)
        )

    def _said(self, verdict: Verdict) -> str:
        if not verdict.can_play:
            return verdict.trouble
        who = _("White") if self._session.draft.turn else _("Black")
        return _("{side} is to move. The game can start here.").format(side=who)
