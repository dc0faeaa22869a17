"""The card about the piece that is studied: one on the board or in the palette on which the pointer rests."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole import Piece
from wormhole.gui.board.resting import Resting
from wormhole.gui.board.state import BoardState
from wormhole.gui.editor.edits import Tool, brushes
from wormhole.gui.editor.hand import Hand
from wormhole.gui.editor.palette import Palette
from wormhole.gui.look.layers import Layer
from wormhole.gui.panel.piece_card import PieceCard, PieceWords
from wormhole.gui.screen import Stage


class Studied:
    """Says what a piece does; on the board, its routes are shown as well, if the position is possible."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._in_palette = Resting()

    def place(self, room: pygame.Rect) -> None:
        """Make the card at the foot of a rectangle."""
        self._card = PieceCard(room, self._stage.look)
        self.layers = (self._card,)

    def update(self, state: BoardState, hand: Hand, palette: Palette, now_seconds: float) -> None:
        """Advance to the time `now_seconds`."""
        wanted = self._stage.settings.piece_cards and hand.held is None
        state.study(wanted and hand.brush is Tool.MOVE and hand.lifted is None)
        every = brushes(state.variant)
        pieces = range(len(every)) if wanted else ()
        pointed = None if palette.pointed is None else every.index(palette.pointed)
        self._in_palette.follow(None, pointed, pieces, now_seconds)
        index, square = self._in_palette.square, state.resting.square
        brush = None if index is None else every[index]
        if isinstance(brush, Piece):
            self._card.show(PieceWords.of(state.variant, brush))
        elif square is not None and square in state.pieces:
            name = state.geometry.names[square]
            self._card.show(PieceWords.of(state.variant, state.pieces[square], name))
        else:
            self._card.show(None)

    def wakes_in(self, state: BoardState, now_seconds: float) -> float | None:
        """Seconds until the pointer has rested on a piece."""
        pauses = (state.rests_in(now_seconds), self._in_palette.wakes_in(range(256), now_seconds))
        return min((pause for pause in pauses if pause is not None), default=None)
