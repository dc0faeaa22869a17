"""The laboratory: what programs do with each other and with the games, apart from the games of people."""

from __future__ import annotations

from functools import partial

from pygame import Rect

from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.look.button import Button
from wormhole.gui.look.layout import Column, Fill, Row, Share
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.screens.page_room import Ground, PageRoom
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage

TOURNAMENTS = N_("Levels and engines play each other, while you watch the table, boards and ratings.")
TRAINING = N_("The computer plays {game} against itself and gets stronger at it. You can play meanwhile.")
ENGINES = N_("Add programs such as Stockfish. They play against you or each other, and analyse.")
BALANCE = N_(
    "Has White the better chances at {game}, and how long are its games? Many games of a level say it."
)
MOST_CARD_UNITS, MOST_WIDTH_UNITS, PADDING_UNITS, GAP_UNITS = 15, 110, 2, 1.5
BUTTON_SHARE, BUTTON_UNITS, BUTTON_HEIGHT_UNITS = 0.3, (18, 30), 6
"""The width of a button: its share of the card, and its limits; and its height."""


def open_laboratory(stage: Stage) -> None:
    """Go there."""
    stage.rooms.show(lambda: Laboratory(stage))


class Laboratory(PageRoom):
    """The room from which tournaments of programs, training and the list of engines are opened."""

    title = N_("Laboratory")
    command = Command.LABORATORY

    def make(self) -> None:
        """A card for each, with words and a button."""
        game, tip = _(self.variant.title), tip_of(Command.TOURNAMENT)
        tournaments = partial(self._stage.command, Command.TOURNAMENT)
        ways: tuple[tuple[str, str, Button], ...] = (
            (_("Tournaments of programs"), _(TOURNAMENTS), Button(_("Tournaments"), tournaments, tip=tip)),
            (_("Training"), _(TRAINING).format(game=game), Button(_("Train the computer…"), self._train)),
            (_("Balance"), _(BALANCE).format(game=game), Button(_("Balance…"), self._open_balance)),
            (_("Engines"), _(ENGINES), Button(_("Engines…"), self._open_engines)),
        )
        self._cards: list[tuple[Ground, TaskCard, Button]] = []
        for heading, about, button in ways:
            words = TaskCard(has_ground=False)
            words.show("", heading, about)
            self._cards.append((Ground(), words, button))
        self.first = ways[0][-1]

    def layout(self, look: Look, room: Rect) -> Layout:
        """The cards below each other, with the button at the right."""
        units, count = look.scale.units, len(self._cards)
        gap, padding, high = units(GAP_UNITS), units(PADDING_UNITS), units(BUTTON_HEIGHT_UNITS)
        height = min(units(MOST_CARD_UNITS), (room.height - (count - 1) * gap) // count)
        above = int((height - 2 * padding - high) / 2)
        share = Share(BUTTON_SHARE, *map(units, BUTTON_UNITS))
        cards: Parts = {}
        for ground, words, button in self._cards:
            right = Column({"above": above, button: high}, size=share)
            cards[ground] = Row({words: Fill(), "button": right}, padding, height, padding)
        width = min(room.width, units(MOST_WIDTH_UNITS))
        return Row({"left": room.width // 2 - width // 2, "cards": Column(cards, gap, width)})

    def _train(self) -> None:
        self._stage.open(TeachDialog(self._stage, self.variant))

    def _open_balance(self) -> None:
        self._stage.rooms.open(destination.Balance(self.variant))

    def _open_engines(self) -> None:
        self._stage.rooms.open(destination.EnginesDialog())
