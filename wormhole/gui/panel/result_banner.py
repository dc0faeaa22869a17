"""The banner at the end of a game: who won, and why, and room for buttons. It never lies over the board."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole import Outcome, Variant, side_name
from wormhole.gui.game_layout import WIDE_UNITS
from wormhole.gui.language import _, said
from wormhole.gui.layout import row
from wormhole.gui.look.card import card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.spot import Pixel, Spot, Tip
from wormhole.gui.look.theme import mixed


@dataclass(frozen=True)
class Result:
    """The content of a banner. `winner` is None for a draw; `sprite` is the royal piece's."""

    title: str
    reason: str
    winner: bool | None
    sprite: str


def result_of(outcome: Outcome, variant: Variant) -> Result:
    """The banner's words for an outcome: the title says who won, the line below says why."""
    title = (
        _("A draw") if outcome.winner is None else _("{side} wins").format(side=_(side_name(outcome.winner)))
    )
    why = said(outcome.reason()).removeprefix(title).lstrip(" \u00a0:,")
    return Result(title, why[:1].upper() + why[1:], outcome.winner, variant.royal.sprite)


BUTTON_COUNT = 4
BUTTON_UNITS = 5.5
CLOSE_UNITS, LOW_CLOSE_UNITS = 3.5, 2.75
SPACIOUS_UNITS = 44
"""In a room wider than this, words and picture are larger."""
PADDING_UNITS, LOW_PADDING_UNITS = 1.75, 1


class ResultBanner(DrawnArea):
    """A layer with the banner, which fills its rectangle; empty until there is a result.

    In a low rectangle all its words are in one line, which may be cut; a tooltip has them whole.
    """

    def __init__(self, rect: pygame.Rect, look: Look) -> None:
        super().__init__(look, rect)
        self.result: Result | None = None

    def show(self, result: Result | None) -> None:
        """Show this result; None removes the banner."""
        if result != self.result:
            self.result = result
            self.redraw()

    @property
    def place(self) -> pygame.Rect | None:
        """All of the rectangle, if there is a result."""
        return None if self.result is None else self.rect

    def button_places(self) -> tuple[pygame.Rect, ...]:
        """The rectangles of its four buttons, the primary one first; in a wide room, in one row."""
        look, rect = self._look, self.rect
        padding, gap = self._padding, look.scale.unit // (2 if self._is_low else 1)
        top = rect.top + padding + self._words_height + gap
        height = (rect.bottom - padding - top - (self._row_count - 1) * gap) // self._row_count
        height = min(height, look.scale.units(BUTTON_UNITS))
        in_a_row = BUTTON_COUNT // self._row_count
        areas = [
            pygame.Rect(rect.left + padding, 0, rect.width - 2 * padding, height)
            for _row in range(self._row_count)
        ]
        for index, area in enumerate(reversed(areas)):
            area.bottom = rect.bottom - padding - index * (height + gap)
        return tuple(cell for area in areas for cell in row(area, in_a_row, gap))

    @property
    def close_place(self) -> pygame.Rect:
        """The rectangle of the button that makes it small, in the corner."""
        unit = self._look.scale.unit
        side = self._look.scale.units(LOW_CLOSE_UNITS if self._is_low else CLOSE_UNITS)
        return pygame.Rect(self.rect.right - side - unit // 2, self.rect.top + unit // 2, side, side)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """All that is to be said, where one line has no room for it."""
        if self.place is None or not self._is_low or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), tip=Tip(line_of(self._said)))

    @property
    def _row_count(self) -> int:
        return 1 if self.rect.width >= self._look.scale.units(WIDE_UNITS) else 2

    @property
    def _is_low(self) -> bool:
        """Whether the words of a high banner and its buttons would not fit."""
        scale = self._look.scale
        buttons = self._row_count * (scale.units(BUTTON_UNITS - 1) + scale.unit)
        return self._full_height + buttons + 2 * scale.units(PADDING_UNITS) > self.rect.height

    @property
    def _padding(self) -> int:
        return self._look.scale.units(LOW_PADDING_UNITS if self._is_low else PADDING_UNITS)

    @property
    def _words_height(self) -> int:
        return self._look.words.height(self._look.small) if self._is_low else self._full_height

    @property
    def _full_height(self) -> int:
        look = self._look
        reason = len(self._reason_lines()) * look.words.height(look.small)
        return look.words.height(self._title_pixels) + reason

    @property
    def _title_pixels(self) -> int:
        look = self._look
        usual = look.display if self._is_spacious else look.scale.text(22)
        gap = 1.5 if self._is_spacious else 0.75
        room = self.rect.width - self._words_left - look.scale.units(CLOSE_UNITS + gap)
        return look.words.largest([self._said.title], usual, room, bold=True)

    @property
    def _words_left(self) -> int:
        gap = 1.5 if self._is_spacious else 1
        return self._look.scale.units(PADDING_UNITS) + self._piece_pixels + self._look.scale.units(gap)

    @property
    def _is_spacious(self) -> bool:
        return self.rect.width > self._look.scale.units(SPACIOUS_UNITS)

    @property
    def _piece_pixels(self) -> int:
        return self._look.scale.units(7 if self._is_spacious else 4)

    def _reason_lines(self) -> list[str]:
        look = self._look
        width = self.rect.width - self._words_left - look.scale.units(PADDING_UNITS)
        return look.words.wrapped(self._said.reason, look.small, width)

    @property
    def _said(self) -> Result:
        assert self.result is not None
        return self.result

    def drawn(self) -> pygame.Surface:
        """The banner, without its buttons."""
        rect, look, colour = self.rect, self._look, self._look.theme.colour
        fill = mixed(colour.panel, colour.raised, 0.6)
        picture = card(look.sprites, rect.size, look.corner, fill, 1.0, colour.lit, look.scale.pixels(1))
        if self._is_low:
            room = self.close_place.left - rect.left - 2 * self._padding
            whole = line_of(self._said)
            is_short = look.words.width(whole, look.small, bold=True) > room
            text = look.words.fitted(self._said.title if is_short else whole, look.small, room, bold=True)
            picture.blit(look.words.line(text, look.small, colour.ink, bold=True), (self._padding,) * 2)
        else:
            self._draw_words(picture)
        return picture

    def _draw_words(self, picture: pygame.Surface) -> None:
        result, look, colour = self._said, self._look, self._look.theme.colour
        padding = self._padding
        pieces = (True, False) if result.winner is None else (result.winner,)
        for index, color in enumerate(pieces):
            size = self._piece_pixels // len(pieces)
            piece = look.sprites.piece(result.sprite, color, size)
            middle = padding + self._full_height // 2
            picture.blit(piece, piece.get_rect(midleft=(padding + index * size, middle)))
        title = look.words.line(result.title, self._title_pixels, colour.ink, bold=True)
        picture.blit(title, (self._words_left, padding))
        top = padding + look.words.height(self._title_pixels)
        for line in self._reason_lines():
            ink = mixed(colour.muted, colour.ink, 0.45)
            picture.blit(look.words.line(line, look.small, ink), (self._words_left, top))
            top += look.words.height(look.small)


def line_of(result: Result) -> str:
    """The whole result in one line."""
    return f"{result.title} · {result.reason.rstrip('.')}"
