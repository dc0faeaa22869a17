"""The banner at the end of a game: who won, and why. It lies over the move list, not the board.

It can be made small: then only a strip for one button is left of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole import Outcome, Variant, side_name
from wormhole.gui.language import _, said
from wormhole.gui.layout import row
from wormhole.gui.look.card import card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
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
BUTTON_UNITS, LOW_BUTTON_UNITS = 5.5, 4.5
STRIP_UNITS = 4.5
CLOSE_UNITS = 3.5
SPACIOUS_UNITS = 44
"""In a room wider than this, words and picture are larger."""
LOW_UNITS = 40
"""In a room lower than this the buttons are lower, too."""
WIDE_UNITS = 50
"""In such a room that is as wide as this, the buttons are in one row."""


class ResultBanner(DrawnArea):
    """A layer with the banner; empty until there is a result."""

    def __init__(self, room: pygame.Rect, look: Look) -> None:
        super().__init__(look, room)
        self.result: Result | None = None
        self.is_small = False

    def show(self, result: Result | None, is_small: bool = False) -> None:
        """Show this result; None removes the banner."""
        self.result, self.is_small = result, is_small
        self.redraw()

    @property
    def height(self) -> int:
        """The pixels it takes at the bottom of its room."""
        if self.result is None:
            return 0
        rect = self.strip if self.is_small else self._banner
        return rect.height + self._look.scale.unit

    def button_places(self) -> tuple[pygame.Rect, ...]:
        """The rectangles of its four buttons, the primary one first; in a wide and low room, in one row."""
        look, rect = self._look, self._banner
        padding, height = look.scale.units(2), self._button_height
        area = pygame.Rect(rect.left + padding, 0, rect.width - 2 * padding, height)
        area.bottom = rect.bottom - padding
        step = height + look.scale.unit
        rows = [area.move(0, -index * step) for index in reversed(range(self._row_count))]
        in_a_row = BUTTON_COUNT // self._row_count
        return tuple(cell for strip in rows for cell in row(strip, in_a_row, look.scale.unit))

    @property
    def close_place(self) -> pygame.Rect:
        """The rectangle of the button that makes it small, in the corner."""
        side, unit = self._look.scale.units(CLOSE_UNITS), self._look.scale.unit
        return pygame.Rect(self._banner.right - side - unit // 2, self._banner.top + unit // 2, side, side)

    @property
    def strip(self) -> pygame.Rect:
        """The rectangle of the only button of the small banner."""
        height = self._look.scale.units(STRIP_UNITS)
        return pygame.Rect(self._inside.left, self._inside.bottom - height, self._inside.width, height)

    @property
    def place(self) -> pygame.Rect | None:
        """The rectangle of the banner, if there is a result and it is not small."""
        return None if self.result is None or self.is_small else self._banner

    @property
    def _banner(self) -> pygame.Rect:
        scale, inside = self._look.scale, self._inside
        buttons = self._row_count * (self._button_height + scale.unit) - scale.unit
        height = self._words_height() + scale.units(2 + 1.5 + 2) + buttons
        return pygame.Rect(inside.left, inside.bottom - height, inside.width, height)

    @property
    def _inside(self) -> pygame.Rect:
        unit = self._look.scale.unit
        return self.rect.inflate(-2 * unit, -2 * unit)

    @property
    def _is_low(self) -> bool:
        return self.rect.height < self._look.scale.units(LOW_UNITS)

    @property
    def _row_count(self) -> int:
        return 1 if self._is_low and self.rect.width >= self._look.scale.units(WIDE_UNITS) else 2

    @property
    def _button_height(self) -> int:
        return self._look.scale.units(LOW_BUTTON_UNITS if self._is_low else BUTTON_UNITS)

    def _words_height(self) -> int:
        look = self._look
        return look.words.height(self._title_pixels) + len(self._reason_lines()) * look.words.height(
            look.small
        )

    @property
    def _title_pixels(self) -> int:
        look = self._look
        usual = look.display if self._is_spacious else look.scale.text(22)
        gap = 1.5 if self._is_spacious else 0.75
        room = self._inside.width - self._words_left - look.scale.units(CLOSE_UNITS + gap)
        return look.words.largest([self._said.title], usual, room, bold=True)

    @property
    def _words_left(self) -> int:
        gap = 1.5 if self._is_spacious else 1
        return self._look.scale.units(2) + self._piece_pixels + self._look.scale.units(gap)

    @property
    def _is_spacious(self) -> bool:
        return self.rect.width > self._look.scale.units(SPACIOUS_UNITS)

    @property
    def _piece_pixels(self) -> int:
        return self._look.scale.units(7 if self._is_spacious else 4)

    def _reason_lines(self) -> list[str]:
        look = self._look
        width = self.rect.width - 2 * look.scale.unit - self._words_left - look.scale.units(2)
        return look.words.wrapped(self._said.reason, look.small, width)

    @property
    def _said(self) -> Result:
        assert self.result is not None
        return self.result

    def drawn(self) -> pygame.Surface:
        """The banner, without its buttons."""
        result, rect = self._said, self._banner
        look, colour = self._look, self._look.theme.colour
        fill = mixed(colour.panel, colour.raised, 0.6)
        picture = card(look.sprites, rect.size, look.corner, fill, 1.0, colour.lit, look.scale.pixels(1))
        padding = look.scale.units(2)
        words_height = self._words_height()
        pieces = (True, False) if result.winner is None else (result.winner,)
        for index, color in enumerate(pieces):
            size = self._piece_pixels // len(pieces)
            piece = look.sprites.piece(result.sprite, color, size)
            picture.blit(piece, piece.get_rect(midleft=(padding + index * size, padding + words_height // 2)))
        title = look.words.line(result.title, self._title_pixels, colour.ink, bold=True)
        picture.blit(title, (self._words_left, padding))
        top = padding + look.words.height(self._title_pixels)
        for line in self._reason_lines():
            picture.blit(
                look.words.line(line, look.small, mixed(colour.muted, colour.ink, 0.45)),
                (self._words_left, top),
            )
            top += look.words.height(look.small)
        return picture
