"""The dice of the last roll, in a game that has them."""

from __future__ import annotations

import pygame

from wormhole.gui.board.drawing.dice import draw_die
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.part import Part
from wormhole.gui.languages.language import said
from wormhole.gui.look.drawn_area import ContentCard
from wormhole.gui.look.layers import Pixel, Spot, Tip
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.widgets import Widgets
from wormhole.learn.captions import roll_message

DIE_UNITS, FROM_TOP_UNITS = 3.75, 0.4
Faces = tuple[tuple[str, ...], ...]
"""The faces of each die, which rests on the first one."""


class Roll(Part):
    """Stands at the top of the move list, at rest; while the dice tumble on the board it is empty."""

    @property
    def wanted(self) -> Place | None:
        """That of the moves, in a game with dice."""
        return Place.MOVES if self._game.match.cursor.board.has_dice else None

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the picture."""
        units = self._stage.look.scale.units
        place = pygame.Rect(0, rect.top + units(FROM_TOP_UNITS), 2 * units(DIE_UNITS), units(DIE_UNITS))
        place.right = rect.right - units(1.5)
        self.dice = RestingDice(self._stage.look, place)
        self.layers = (self.dice,)

    def refresh(self) -> None:
        """Show the roll after the current move."""
        board = self._game.match.cursor.board
        square = board.peek().roll if board.move_stack else None
        if square is None or self._game.shown.are_dice_rolling:
            self.dice.show(None)
            return
        geometry = board.variant.geometry
        name = geometry.names[square]
        message = roll_message(name, square in board.counters, board.piece_at(square) is not None)
        labels = (geometry.file_labels, geometry.row_labels)
        faces = tuple(
            (label, *(other for other in others if other and other != label))
            for label, others in zip((name[:1], name[1:]), labels, strict=True)
        )
        self.dice.show((faces, said(message)))


class RestingDice(ContentCard[tuple[Faces, str]]):
    """A layer with a die for the file and one for the rank, and their effect, which a tooltip describes."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._lettering = Lettering()

    def drawn(self) -> pygame.Surface:
        """Both dice."""
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        colours, side = self._look.theme.colour, self.rect.height
        for index, labels in enumerate(self.shown[0]):
            hand = 1 if index else -1
            picture.blit(draw_die(colours, self._lettering, labels, side, 1.0, hand), (index * side, 0))
        return picture

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The effect of the dice."""
        if self.content is None or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), tip=Tip(self.content[1]))
