"""The buttons of a game: five, and one more where the rules know a draw."""

from __future__ import annotations

from functools import partial

from pygame_gui.elements import UIButton

from wormhole.gui.game_layout import GameLayout, Place, button_places
from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.layout import widened_rows
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.match.draw_offer import DrawState
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

BUTTONS = (
    (N_("Undo"), Command.UNDO),
    (N_("Flip"), Command.FLIP),
    (N_("Resign"), Command.RESIGN),
    (N_("New game"), Command.NEW_GAME),
    (N_("Menu"), Command.MENU),
)
DRAW = N_("Draw"), Command.DRAW
DRAWS = {
    DrawState.OFFERED: (N_("Offered"), N_("A draw is offered with the next move")),
    DrawState.ASKED: (N_("Accept"), N_("The other side offers a draw: accept it")),
    DrawState.TOO_SOON: (N_("Draw"), N_("The computer has just declined a draw")),
}
"""What the button for draws says when it does not offer one, and its tooltip."""


class Buttons(Part):
    """Buttons with words."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the buttons."""
        command = self._stage.command
        look = self._stage.look
        can_be_drawn = self._game.match.board.variant.can_be_drawn
        buttons = (*BUTTONS[:3], DRAW, *BUTTONS[3:]) if can_be_drawn else BUTTONS
        texts = [_(name) for name, _asked in buttons]
        needs = [look.words.width(text, look.small) + look.scale.units(1.5) for text in texts]
        places = widened_rows(button_places(layout[Place.BUTTONS], look.scale, len(buttons)), needs)
        self._widgets = widgets
        self._buttons = {
            asked: widgets.button(rect, text, partial(command, asked), tip=tip_of(asked))
            for (_name, asked), text, rect in zip(buttons, texts, places, strict=True)
        }

    def refresh(self) -> None:
        """Enable what can be done."""
        match = self._game.match
        self._widgets.enable(self._buttons[Command.UNDO], match.can_undo)
        self._widgets.enable(self._buttons[Command.RESIGN], match.resigner is not None)
        if Command.DRAW in self._buttons:
            self._show_draw(self._buttons[Command.DRAW], self._game.draws.state)

    def _show_draw(self, button: UIButton, state: DrawState) -> None:
        """Show what the button for draws does now."""
        text, tip = DRAWS.get(state, (N_("Draw"), ""))
        self._widgets.write(button, _(text))
        self._widgets.explain(button, tip_of(Command.DRAW, _(tip) if tip else ""))
        self._widgets.enable(button, state not in (DrawState.IMPOSSIBLE, DrawState.TOO_SOON))
        self._widgets.light(button, state in (DrawState.OFFERED, DrawState.ASKED))
