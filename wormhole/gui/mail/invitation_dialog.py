"""Asks whether to accept an invitation to a game by mail."""

from __future__ import annotations

import pygame

from wormhole import side_name
from wormhole.gui.board.drawing.board_view import board_preview
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.game_form import ROW_UNITS
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.mail.mail_words import pace_words
from wormhole.gui.mail.reading import Invitation
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import LONGEST_NAME, person_name

BOARD_UNITS = 26
WORDS_UNITS = 34


class InvitationDialog(Dialog):
    """Shows who invites to which game; the game begins when the user accepts."""

    heading = N_("An invitation")
    size_units = (BOARD_UNITS + 3 + WORDS_UNITS, BOARD_UNITS + 2 + BUTTON_UNITS)

    def __init__(self, stage: Stage, invitation: Invitation) -> None:
        super().__init__(stage)
        self._invitation = invitation

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the board, the words beside it, the field for the name, and the buttons."""
        look, invitation = self.stage.look, self._invitation
        scale, colour, words = look.scale, look.theme.colour, look.words
        right = Column({"words": Fill(), "label": scale.units(3), "name": scale.units(ROW_UNITS)})
        below = inner.height - scale.units(BUTTON_UNITS) - 2 * scale.unit
        side = min(scale.units(BOARD_UNITS), below, inner.width // 2)
        upper = Row({"board": side, "right": right}, scale.units(3), below)
        places = Column({"upper": upper, "answers": scale.units(BUTTON_UNITS)}, 2 * scale.unit).at(inner)
        board = places["board"]
        variant, fen = invitation.board.variant, invitation.shown.fen()
        picture = board_preview(look.theme, look.sprites, variant, (side, side), fen)
        self.paste(picture, picture.get_rect(midtop=board.midtop))
        left, top = places["words"].topleft
        width = places["words"].width
        title = words.wrapped(_(variant.title), look.title, width, bold=True)
        x, y = left - self._rect.left, top - self._rect.top
        y = words.draw(self._picture, title, look.title, colour.ink, (x, y), bold=True) + scale.unit
        for line in self._lines():
            wrapped = words.wrapped(line, look.small, width)
            y = words.draw(self._picture, wrapped, look.small, colour.muted, (x, y)) + scale.units(0.5)
        self.write(_("Your name"), places["label"], colour.muted)
        self._field = self.widgets.text_line(
            places["name"], self.stage.settings.name, LONGEST_NAME, _("Name (optional)"), self._keep_name
        )
        accept, decline = row(places["answers"], 2, scale.unit)
        self.widgets.focus(self.widgets.button(accept, _("Accept"), self._accept, PRIMARY))
        self.widgets.button(decline, _("Decline"), self.stage.close_dialog)

    def _lines(self) -> list[str]:
        turn, move = self._invitation.text.turn, self._invitation.first_move
        color = turn.inviter != "white"
        name = person_name(turn.name(turn.inviter))
        return [
            _("{name} invites you to a game by mail.").format(name=name)
            if name
            else _("You are invited to a game by mail."),
            _("You play {side}.").format(side=_(side_name(color))),
            *([_("The first move is {move}.").format(move=move)] if move else []),
            f"{pace_words(turn.hours)}.",
        ]

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Enter in the name accepts; all else is as in any dialog."""
        if event.type == pygame.KEYDOWN and event.key in ENTER and self.widgets.is_focused(self._field):
            self._accept()
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds)

    def _keep_name(self, name: str) -> None:
        self.stage.preferences.change(name=name)

    def _accept(self) -> None:
        self.stage.close_dialog()
        self.stage.rooms.open(destination.Game(self._invitation.setup(self.stage.settings.name)))
