"""The form for a game by mail: the user's side and name, and how it works."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.game_form import NAMES_GAP_UNITS, labelled, side_choice
from wormhole.gui.languages.language import _, named
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Group, Layout
from wormhole.gui.look.widgets import Action
from wormhole.gui.mail.mail_words import PACES
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import LONGEST_NAME


class MailForm(Group):
    """Side and name, preset from the settings, which keep each choice at once."""

    def __init__(self, stage: Stage, has_dice: bool, enter: Action) -> None:
        settings = stage.settings
        self._side = side_choice(stage, "black" if has_dice else settings.side)
        self._side.enable(not has_dice)
        placeholder = _("Your name (optional)")
        self._name = TextField(settings.name, LONGEST_NAME, placeholder, self._keep_name, enter)
        self._stage = stage
        self._hint = Hint(
            text=_("With dice, the player whom you invite moves first, so that nobody can choose a roll.")
            if has_dice
            else _("After each move you get a text to send by mail or messenger; paste the answer here.")
        )

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The side, the name and how it works."""
        rows = labelled(look, {_("You play"): self._side, _("Name"): self._name})
        return Column({**rows, self._hint: Fill()}, look.scale.units(NAMES_GAP_UNITS))

    def _keep_name(self, name: str) -> None:
        self._stage.preferences.change(name=name)


def pace_choice(stage: Stage) -> Choice[int]:
    """The time for each move."""
    hours = stage.settings.mail_hours
    return Choice(named(PACES), hours, lambda hours: stage.preferences.change(mail_hours=hours))
