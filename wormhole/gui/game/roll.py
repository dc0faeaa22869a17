"""The dice of the last roll, in a game that has them."""

from __future__ import annotations

import pygame

from wormhole.gui.board.drawing.dice import draw_die
from wormhole.gui.game.game_layout import GameLayout, Place
from wormhole.gui.game.part import Part
from wormhole.gui.languages.language import said
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Pixel, Spot, Tip
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.widgets import Widgets
from wormhole.learn.captions import roll_message

DIE_UNITS, FROM_TOP_UNITS = 3.75, 0.4


class Roll(Part):
    """Stands at the top of the move list, at rest; while the dice tumble on the board it is empty."""

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the picture."""
        self.layers = ()
        if self._game.match.cursor.board.has_dice:
            look, moves = self._stage.look, layout[Place.MOVES]
            units = look.scale.units
            place = pygame.Rect(0, moves.top + units(FROM_TOP_UNITS), 2 * units(DIE_UNITS), units(DIE_UNITS))
            place.right = moves.right - units(1.5)
            self.dice = RestingDice(place, look)
            self.layers = (self.dice,)

    def refresh(self) -> None:
        """Show the roll after the current move."""
        if not self.layers:
            return
        board = self._game.match.cursor.board
        square = board.peek().roll if board.move_stack else None
        if square is None or self._game.shown.are_dice_rolling:
            self.dice.show((), "")
            return
        geometry = board.variant.geometry
        name = geometry.names[square]
        message = roll_message(name, square in board.counters, board.piece_at(square) is not None)
        labels = (geometry.file_labels, geometry.row_labels)
        self.dice.show(
            tuple(
                (label, *(other for other in others if other and other != label))
                for label, others in zip((name[:1], name[1:]), labels, strict=True)
            ),
            said(message),
        )


class RestingDice(DrawnArea):
    """A layer with a die for the file and one for the rank. A tooltip describes their effect."""

    def __init__(self, rect: pygame.Rect, look: Look) -> None:
        super().__init__(look, rect)
        self._lettering = Lettering()
        self._labels: tuple[tuple[str, ...], ...] = ()
        self.words = ""

    def show(self, labels: tuple[tuple[str, ...], ...], words: str) -> None:
        """Show dice with these faces, each at rest on the first one, and the text about them; or none."""
        if (labels, words) != (self._labels, self.words):
            self._labels, self.words = labels, words
            self.redraw()

    @property
    def picture_rect(self) -> pygame.Rect | None:
        """All of the rectangle, if there was a roll."""
        return self.rect if self._labels else None

    def drawn(self) -> pygame.Surface:
        """Both dice."""
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        colours, side = self._look.theme.colour, self.rect.height
        for index, labels in enumerate(self._labels):
            hand = 1 if index else -1
            picture.blit(draw_die(colours, self._lettering, labels, side, 1.0, hand), (index * side, 0))
        return picture

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The effect of the dice."""
        if self.picture_rect is None or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), tip=Tip(self.words))
