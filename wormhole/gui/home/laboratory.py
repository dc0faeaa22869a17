"""The laboratory: what programs do with each other and with the games, apart from the games of people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.layers import Layer, Picture, Tip
from wormhole.gui.look.layout import Column, Fill, Row, Scale, Share, page_layout
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage

TITLE = N_("Laboratory")
TOURNAMENTS = N_("Levels and engines play each other, while you watch the table, boards and ratings.")
TRAINING = N_("The computer plays {game} against itself and gets stronger at it. You can play meanwhile.")
ENGINES = N_("Add programs such as Stockfish. They play against you or each other, and analyse.")
BALANCE = N_(
    "Has White the better chances at {game}, and how long are its games? Many games of a level say it."
)
CARDS = 4
MOST_CARD_UNITS, MOST_WIDTH_UNITS, PADDING_UNITS, GAP_UNITS = 15, 110, 2, 1.5
BUTTON_SHARE, BUTTON_UNITS, BUTTON_HEIGHT_UNITS = 0.3, (18, 30), 6
"""The width of a button: its share of the card, and its limits; and its height."""


class CardPlaces(NamedTuple):
    """A card, and in it the words and the button."""

    card: Rect
    words: Rect
    button: Rect


class LaboratoryLayout(NamedTuple):
    """The cards below each other."""

    title: Rect
    home: Rect
    cards: tuple[CardPlaces, ...]


def laboratory_layout(size: tuple[int, int]) -> LaboratoryLayout:
    """The page for a window of this size."""
    scale = Scale.of(size)
    title, home, body = page_layout(size)
    area = body.copy()
    area.width = min(body.width, scale.units(MOST_WIDTH_UNITS))
    area.centerx = body.centerx
    gap, padding = scale.units(GAP_UNITS), scale.units(PADDING_UNITS)
    height = min(scale.units(MOST_CARD_UNITS), (body.height - (CARDS - 1) * gap) // CARDS)
    column = Column(dict.fromkeys(range(CARDS), height), gap)
    button = Share(BUTTON_SHARE, *(scale.units(units) for units in BUTTON_UNITS))
    inside = Row({"words": Fill(), "button": button}, padding, padding=padding)
    cards = []
    for card in column.at(area).values():
        places = inside.at(card)
        high = scale.units(BUTTON_HEIGHT_UNITS)
        pressed = places["button"].inflate(0, high - places["button"].height)
        cards.append(CardPlaces(card, places["words"], pressed))
    return LaboratoryLayout(title, home, tuple(cards))


def open_laboratory(stage: Stage) -> None:
    """Go there."""
    stage.rooms.show(lambda: Laboratory(stage))


class Laboratory(RoomWithoutGame):
    """The room from which tournaments of programs, training and the list of engines are opened."""

    layers: Sequence[Layer] = ()
    notice_area = Rect(0, 0, 0, 0)
    title = TITLE
    command = Command.LABORATORY
    has_board = False

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the cards."""
        mark = self._focus_mark()
        size = self._in_sight(size)
        self._renew_widgets(size)
        stage, look, layout = self._stage, self._stage.look, laboratory_layout(size)
        game = _(self.variant.title)
        tip = tip_of(Command.TOURNAMENT)
        ways: tuple[tuple[str, str, str, Action, Tip | None], ...] = (
            (
                _("Tournaments of programs"),
                _(TOURNAMENTS),
                _("Tournaments"),
                lambda: stage.command(Command.TOURNAMENT),
                tip,
            ),
            (_("Training"), _(TRAINING).format(game=game), _("Train the computer…"), self._train, None),
            (_("Balance"), _(BALANCE).format(game=game), _("Balance…"), self._open_balance, None),
            (_("Engines"), _(ENGINES), _("Engines…"), self._open_engines, None),
        )
        layers: list[Layer] = [self._heading(_(TITLE), layout.title)]
        buttons = []
        for (heading, about, text, action, button_tip), places in zip(ways, layout.cards, strict=True):
            words = TaskCard(look, places.words, has_ground=False)
            words.show("", heading, about)
            layers += (Picture(panel_card(look, places.card.size), places.card.topleft), words)
            buttons.append(self.widgets.button(places.button, text, action, tip=button_tip))
        self._back_button(layout.home)
        self.layers = (*layers, self.widgets)
        foot = look.scale.units(10)
        self.notice_area = Rect(0, size[1] - foot, size[0], foot)
        if mark is None:
            self.widgets.focus(buttons[0])
        else:
            self.widgets.focus_again(mark)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the buttons."""
        return self.widgets.handle(event)

    def update(self, now_seconds: float) -> float:
        """Nothing moves here."""
        return NEVER

    def _train(self) -> None:
        self._stage.open(TeachDialog(self._stage, self.variant))

    def _open_balance(self) -> None:
        self._stage.rooms.open(destination.Balance(self.variant))

    def _open_engines(self) -> None:
        self._stage.rooms.open(destination.EnginesDialog())
