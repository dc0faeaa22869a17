"""A learner in an exercise room: at a lesson or a puzzle, with the coach, or with a proof."""

from __future__ import annotations

from tests.support.hand import Hand
from wormhole import Piece
from wormhole.gui.board.hands import place_of
from wormhole.gui.learn.exercise_cards import FeedbackCard


class Pupil(Hand):
    """Answers with moves and squares, and reads what is said to them."""

    frame_seconds = 0.1

    def __init__(self, folder, size=(1000, 700), **options):
        super().__init__(folder, size, **options)

    @property
    def screen(self):
        return self.app.screen

    @property
    def exercise(self):
        return self.screen.exercise

    @property
    def state(self):
        """What the board shows."""
        return self.screen.board.state

    @property
    def shown(self):
        """The moves that the board shows."""
        return self.state.scene.moves

    @property
    def moves(self):
        """The moves of the exercise; the board may show them a little later."""
        return tuple(map(str, self.exercise.shown.board.move_stack))

    @property
    def card(self):
        """What the card beside the board says."""
        return next(layer for layer in self.screen.layers if isinstance(layer, FeedbackCard)).feedback

    @property
    def said(self):
        return self.card.text

    def take(self, letter):
        """Click a piece in the hand of the side to move."""
        state, view = self.state, self.screen.board.view
        place = place_of(state.variant, Piece(letter, self.exercise.shown.board.turn))
        self.click(view.rect_of(place, state.flipped).center)

    def choose(self, *names):
        """Click squares of the board."""
        for name in names:
            self.click(self.square(name))
