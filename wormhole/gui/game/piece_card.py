"""The card about one piece: its picture, its name, and a sentence that describes its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pygame

from wormhole import Piece, PieceType, Variant
from wormhole.gui.board.hands import is_in_hand
from wormhole.gui.board.selection import piece_at
from wormhole.gui.board.state import BoardState
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.move_list import Moves
from wormhole.gui.game.part import Part
from wormhole.gui.game.result_banner import ResultPart
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import _
from wormhole.gui.look.card import look_card
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.drawn_area import ContentCard
from wormhole.gui.look.layers import Pixel, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.rules_pages.piece_sentence import piece_sentence
from wormhole.gui.window.stage import Stage

PICTURE_UNITS, PADDING_UNITS = 6.0, 1.5
NARROW_UNITS, NARROW_PICTURE_UNITS = 36, 4.0
"""In a place narrower than this the picture is small."""
FREE_UNITS = 12.5
"""Of a low place so much stays free above the card: a heading and two moves."""
LOW_PADDING_UNITS = 0.75


@dataclass(frozen=True)
class PieceWords:
    """The content of the card. ``piece_type`` and ``color`` choose the picture."""

    piece_type: PieceType
    color: bool
    name: str
    place: str
    """The name of its square."""
    sentence: str

    @classmethod
    def of(cls, variant: Variant, piece: Piece, place: str = "") -> PieceWords:
        """The description of a piece on the square with that name, or on none."""
        piece_type = variant.piece_types[piece.letter]
        name, sentence = _(piece_type.name), piece_sentence(variant, piece.letter)
        return cls(piece_type, piece.color, name, place, sentence)

    @classmethod
    def at(cls, state: BoardState, place: int) -> PieceWords | None:
        """The description of the piece on a square or in hand, if there is one."""
        piece = piece_at(state, place)
        if piece is None:
            return None
        return cls.of(
            state.variant,
            piece,
            _("in hand")
            if is_in_hand(state.variant.geometry, place)
            else state.variant.geometry.names[place],
        )


class PieceCard(ContentCard[PieceWords]):
    """A layer at the foot of a rectangle; empty while there are no words."""

    def __init__(self, room: pygame.Rect, look: Look, free_units: float = FREE_UNITS) -> None:
        super().__init__(look, room)
        self._free = look.scale.units(free_units)
        self._place: pygame.Rect | None = None

    def show(self, content: PieceWords | None) -> None:
        """Show these words; None removes the card."""
        if content != self.content:
            self._place = None if content is None else self._place_of(content)
        super().show(content)

    def painting(self, variant: Variant) -> Iterator[None]:
        """Draw the pictures of all pieces ahead, in small steps."""
        for piece_type, color in product(variant.piece_types.values(), (True, False)):
            self._look.sprites.piece(piece_type, color, self._picture_pixels)
            yield

    @property
    def height(self) -> int:
        """The pixels that it takes now at the foot of its rectangle, with the gap around it."""
        place = self.picture_rect
        return 0 if place is None else place.height + self._look.scale.unit

    @property
    def picture_rect(self) -> pygame.Rect | None:
        """The rectangle of the card, if it has words and room."""
        return self._place

    def _place_of(self, words: PieceWords) -> pygame.Rect | None:
        look, scale = self._look, self._look.scale
        width = self.rect.width - 2 * scale.unit
        text = look.words.height(look.body) + len(self._lines(words)) * look.words.height(look.small)
        height = 2 * self._padding(words) + max(self._picture_pixels, text)
        if height + scale.unit > self.rect.height:
            return None
        return pygame.Rect(self.rect.left + scale.unit, self.rect.bottom - scale.unit - height, width, height)

    @property
    def _picture_pixels(self) -> int:
        is_narrow = self.rect.width < self._look.scale.units(NARROW_UNITS)
        return self._look.scale.units(NARROW_PICTURE_UNITS if is_narrow else PICTURE_UNITS)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The whole sentence, where the card has no room for it."""
        words, place = self.content, self.picture_rect
        if words is None or place is None or not place.collidepoint(pixel) or not self._is_cut(words):
            return None
        return Spot(tuple(place), tip=Tip(words.sentence))

    def _lines(self, words: PieceWords) -> list[str]:
        """The sentence, or as much of it as there is room for."""
        look = self._look
        if not self._is_cut(words):
            return self._whole(words)
        room = self._room - look.words.height(look.body) - 2 * look.scale.units(LOW_PADDING_UNITS)
        least = look.words.height(look.small)
        return look.words.lines_within(words.sentence, look.small, (self._width, max(room, least)))

    def _whole(self, words: PieceWords) -> list[str]:
        return self._look.words.wrapped(words.sentence, self._look.small, self._width)

    def _is_cut(self, words: PieceWords) -> bool:
        look = self._look
        text = look.words.height(look.body) + len(self._whole(words)) * look.words.height(look.small)
        return text + 2 * look.scale.units(PADDING_UNITS) > self._room

    def _padding(self, words: PieceWords) -> int:
        return self._look.scale.units(LOW_PADDING_UNITS if self._is_cut(words) else PADDING_UNITS)

    @property
    def _room(self) -> int:
        """The pixels that the card may be high."""
        return self.rect.height - self._free

    @property
    def _width(self) -> int:
        """The pixels that the sentence may be wide."""
        scale = self._look.scale
        return self.rect.width - self._picture_pixels - scale.units(3 * PADDING_UNITS) - 2 * scale.unit

    def drawn(self) -> pygame.Surface:
        """The card with its words."""
        assert self._place is not None, "it is drawn there"
        words, size = self.shown, self._place.size
        look, colour, scale = self._look, self._look.theme.colour, self._look.scale
        picture = look_card(look, size, colour.raised, colour.choice)
        padding, pixels = scale.units(PADDING_UNITS), self._picture_pixels
        piece = look.sprites.piece(words.piece_type, words.color, pixels)
        picture.blit(piece, piece.get_rect(midleft=(padding, size[1] // 2)))
        left, top = pixels + 2 * padding, self._padding(words)
        name = look.words.line(words.name, look.body, colour.ink, bold=True)
        place = look.words.line(words.place, look.small, legible(colour.muted, colour.raised, colour.ink))
        picture.blit(name, (left, top))
        picture.blit(place, place.get_rect(bottomright=(size[0] - padding, top + name.get_height())))
        top += look.words.height(look.body)
        look.words.draw(picture, self._lines(words), look.small, colour.ink, (left, top))
        return picture


GAP_UNITS = 1
"""Above and below the card."""


class PiecePart(Part):
    """Lies over what is below the moves, unless that is the result with its buttons."""

    stands_at = Place.PIECE

    def __init__(self, stage: Stage, game: RunningGame, moves: Moves, result: ResultPart) -> None:
        super().__init__(stage, game)
        self._moves = moves
        self._result = result

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the card."""
        self._card = PieceCard(rect, self._stage.look, free_units=GAP_UNITS)
        self.layers_above = (self._card,)

    def update(self, now_seconds: float) -> float:
        """Show the piece that is studied."""
        square = None if self._result.banner is not None else self._game.state.dwell.square
        self._card.show(None if square is None else PieceWords.at(self._game.state, square))
        self._moves.list.reserve(self.height)
        return NEVER

    def painting(self) -> Iterator[None]:
        """Draw the pictures of all pieces ahead, in small steps."""
        yield from self._card.painting(self._game.state.variant)

    @property
    def height(self) -> int:
        """The pixels that the card takes at the foot of the move list."""
        place, moves = self._card.picture_rect, self._moves.list.rect
        return 0 if place is None or not place.colliderect(moves) else moves.bottom - place.top
