"""The form for a game by mail: the user's side and name, and how it works."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.game_form import LABEL_UNITS, ROW_UNITS, SIDES, FormLine
from wormhole.gui.languages.language import _, named
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.mail.mail_words import PACES
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import LONGEST_NAME

GAP_UNITS = 0.75


class MailForm:
    """Side and name, preset from the settings, which keep each choice at once."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect, has_dice: bool) -> None:
        look, settings = stage.look, stage.settings
        label, height = look.scale.units(LABEL_UNITS), look.scale.units(ROW_UNITS)
        rows: dict[str, Row[str] | Fill] = {
            name: Row({f"{name}_label": label, f"{name}_field": Fill()}, size=height)
            for name in ("side", "name")
        }
        places = Column({**rows, "hint": Fill()}, look.scale.units(GAP_UNITS)).at(area)
        self.labels = (
            FormLine(_("You play"), places["side_label"]),
            FormLine(_("Name"), places["name_label"]),
        )
        sides = Choice(
            widgets,
            row(places["side_field"], len(SIDES), look.scale.unit),
            named(SIDES),
            "black" if has_dice else settings.side,
            lambda side: stage.preferences.change(side=side),
        )
        sides.enable(not has_dice)
        self.field = widgets.text_line(
            places["name_field"],
            settings.name,
            LONGEST_NAME,
            _("Your name (optional)"),
            lambda name: stage.preferences.change(name=name),
        )
        self.hint = Hint(look, places["hint"])
        self.hint.show(
            _("With dice, the player whom you invite moves first, so that nobody can choose a roll.")
            if has_dice
            else _("After each move you get a text to send by mail or messenger; paste the answer here.")
        )


def make_pace_choice(stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
    """Let the user choose the time for each move."""
    Choice(
        widgets,
        row(area, len(PACES), stage.look.scale.unit),
        named(PACES),
        stage.settings.mail_hours,
        lambda hours: stage.preferences.change(mail_hours=hours),
    )
