"""The cards of both players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from wormhole import BLACK, WHITE
from wormhole.gui.board.annotations import View
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.card_words import card_words, player_names
from wormhole.gui.panel.clock_face import ClockFace
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.panel.player_card import PlayerCard
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

SHIMMER_PAUSE_SECONDS = 1 / 18  # the light moves slowly: it needs no more frames than this


class Players(Part):
    """Each card is on its player's side of the board."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game
        self.cards: dict[bool, PlayerCard] = {}
        self.clocks: dict[bool, ClockFace] = {}

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the cards, with their clocks."""
        self._layout = layout
        self._widgets = widgets
        self._areas = {place: widgets.area(layout[place]) for place in (Place.OPPONENT, Place.YOU)}
        piece_types = self._game.match.board.variant.piece_types
        stage, clocks, controls = self._stage, self._game.clocks, self._game.match.setup.clocks
        self.cards = {
            color: PlayerCard(
                layout[place],
                stage.look,
                piece_types,
                lambda: stage.settings.motion,
                controls.of(color) is not None,
            )
            for color, place in self._places().items()
        }
        self.clocks = {
            color: ClockFace(card.clock_rect, stage.look, partial(clocks.reading, color))
            for color, card in self.cards.items()
            if controls.of(color) is not None
        }

    @property
    def layers(self) -> Sequence[Layer]:
        """Both cards and their clocks."""
        return (*self.cards.values(), *self.clocks.values())

    def refresh(self) -> None:
        """Show what the players do, each on their side."""
        match, progress = self._game.match, self._game.progress
        for color, place in self._places().items():
            card = self.cards[color]
            card.move(self._layout[place])
            if color in self.clocks:
                self.clocks[color].move(card.clock_rect)
            words = card_words(match, color, progress, shows_evaluation=self._game.analysis.is_on)
            card.show(words, has_reach=View.REACH in self._game.state.views)

    def at(self, pixel: tuple[int, int]) -> bool | None:
        """The side whose card is at this pixel, if any is."""
        return next((color for color in self.cards if self.rect_of(color).collidepoint(pixel)), None)

    @property
    def focused(self) -> bool | None:
        """The side whose card has the keyboard focus, if any has."""
        for color, place in self._places().items():
            if self._widgets.is_focused(self._areas[place]):
                return color
        return None

    def rect_of(self, color: bool) -> pygame.Rect:
        """The rectangle of a side's card."""
        return self._layout[self._places()[color]]

    def name_of(self, color: bool) -> str:
        """The name of a side's player."""
        return player_names(self._game.match, color)[0]

    def wakes_in(self, now_seconds: float) -> float | None:
        """The time to the next frame of the light on the card of who thinks."""
        return SHIMMER_PAUSE_SECONDS if any(card.is_shimmering for card in self.cards.values()) else None

    def _places(self) -> dict[bool, Place]:
        below = BLACK if self._game.state.flipped else WHITE
        return {below: Place.YOU, not below: Place.OPPONENT}
