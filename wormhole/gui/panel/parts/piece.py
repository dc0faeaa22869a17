"""What the piece does that is chosen, or on which the pointer or the cursor rests."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.moves import Moves
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.panel.parts.result import Result
from wormhole.gui.panel.piece_card import PieceCard, PieceWords
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

GAP_UNITS = 1
"""Above and below the card."""


class Piece(Part):
    """Lies over what is below the moves, unless that is the result with its buttons."""

    def __init__(self, stage: Stage, game: RunningGame, moves: Moves, result: Result) -> None:
        self._stage = stage
        self._game = game
        self._moves = moves
        self._result = result

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the card."""
        self._card = PieceCard(layout[Place.PIECE], self._stage.look, free_units=GAP_UNITS)
        self._room = layout[Place.MOVES]
        self.layers_above = (self._card,)

    def update(self, now_seconds: float) -> None:
        """Show the piece that is studied."""
        square = None if self._result.banner is not None else self._game.state.resting.square
        self._card.show(None if square is None else self._words(square))
        self._moves.list.reserve(self.height)

    def painting(self) -> Iterator[None]:
        """Draw the pictures of all pieces ahead, in small steps."""
        yield from self._card.painting(self._game.state.variant)

    @property
    def height(self) -> int:
        """The pixels that the card takes at the foot of the move list."""
        place = self._card.place
        if place is None or not place.colliderect(self._room):
            return 0
        return self._room.bottom - place.top

    def _words(self, square: int) -> PieceWords:
        state = self._game.state
        return PieceWords.of(state.variant, state.pieces[square], state.geometry.names[square])
