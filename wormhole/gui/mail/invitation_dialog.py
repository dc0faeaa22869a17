"""Asks whether to accept an invitation to a game by mail."""

from __future__ import annotations

import pygame

from wormhole import side_name
from wormhole.gui.board.drawing.board_view import board_preview
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.game_form import ROW_UNITS
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Layout, Parts
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
        name, keep = stage.settings.name, lambda name: stage.preferences.change(name=name)
        self._name = TextField(name, LONGEST_NAME, _("Name (optional)"), keep, self._accept)
        self.first = Button(_("Accept"), self._accept, PRIMARY)
        self._answers = ButtonRow(self.first, Button(_("Decline"), stage.close_dialog))

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The board, the words beside it, the field for the name, and the buttons."""
        units, gap = look.scale.units, 2 * look.scale.unit
        name: Parts = {Caption(_("Your name")): units(3), self._name: units(ROW_UNITS)}
        right = Column({self._write_words: Fill(), **name}, size=Fill())
        height = room.height - units(BUTTON_UNITS) - gap
        side = min(units(BOARD_UNITS), height, room.width // 2)
        upper = Row({self._draw_board: side, "right": right}, units(3), height)
        return Column({"upper": upper, self._answers: units(BUTTON_UNITS)}, gap)

    def _draw_board(self, place: pygame.Rect) -> None:
        look, invitation, side = self.stage.look, self._invitation, place.width
        variant, fen = invitation.board.variant, invitation.shown.fen()
        picture = board_preview(look.theme, look.sprites, variant, (side, side), fen)
        self.paste(picture, picture.get_rect(midtop=place.midtop))

    def _write_words(self, place: pygame.Rect) -> None:
        look, colour, words = self.stage.look, self.stage.look.theme.colour, self.stage.look.words
        x, y = place.left - self._rect.left, place.top - self._rect.top
        title = words.wrapped(_(self._invitation.board.variant.title), look.title, place.width, bold=True)
        y = words.draw(self._picture, title, look.title, colour.ink, (x, y), bold=True) + look.scale.unit
        for line in self._lines():
            wrapped = words.wrapped(line, look.small, place.width)
            y = words.draw(self._picture, wrapped, look.small, colour.muted, (x, y)) + look.scale.units(0.5)

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

    def _accept(self) -> None:
        self.stage.close_dialog()
        self.stage.rooms.open(destination.Game(self._invitation.setup(self.stage.settings.name)))
