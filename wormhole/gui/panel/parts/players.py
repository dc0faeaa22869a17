"""The cards of both players."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole import BLACK, WHITE
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.card_words import card_words
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

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the cards."""
        self._layout = layout
        piece_types = self._game.match.board.variant.piece_types
        stage = self._stage
        self.cards = {
            color: PlayerCard(layout[place], stage.look, piece_types, lambda: stage.settings.motion)
            for color, place in self._places().items()
        }

    @property
    def layers(self) -> Sequence[PlayerCard]:
        """Both cards."""
        return tuple(self.cards.values())

    def refresh(self) -> None:
        """Show what the players do, each on their side."""
        match, progress = self._game.match, self._game.progress
        for color, place in self._places().items():
            card = self.cards[color]
            card.move(self._layout[place])
            card.show(card_words(match, color, progress))

    def wakes_in(self, now_seconds: float) -> float | None:
        """The time to the next frame of the light on the card of who thinks."""
        return SHIMMER_PAUSE_SECONDS if any(card.is_shimmering for card in self.cards.values()) else None

    def _places(self) -> dict[bool, Place]:
        below = BLACK if self._game.state.flipped else WHITE
        return {below: Place.YOU, not below: Place.OPPONENT}
