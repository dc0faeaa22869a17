"""The card of the analysis: its heading and its lines, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.analysis.evaluation_words import sentence
from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import _
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.rounded import rounded
from wormhole.gui.look.spot import Pixel, Pointer, Spot, Tip
from wormhole.gui.panel.line_drawing import LineDrawing, LineMove
from wormhole.gui.panel.move_drawing import Notation

if TYPE_CHECKING:
    from wormhole.engine.analysis import AnalysedLine

HEADING_UNITS, MOST_ROW_UNITS, LEAST_ROW_UNITS = 3, 3.75, 2.25
SIDE_UNITS, PADDING_UNITS = 2, 1


class LineCard(Area):
    """A heading, and a row for each line. Moves, and the button that keeps a line, can be found by pixels."""

    def __init__(self, rect: pygame.Rect, look: Look, line_count: int, notation: Notation) -> None:
        super().__init__(rect, is_stale=True)
        self._notation = notation
        self._look = look
        inner = rect.inflate(-2 * look.scale.units(SIDE_UNITS), -2 * look.scale.units(PADDING_UNITS))
        heading = look.scale.units(HEADING_UNITS)
        self._heading_rect = pygame.Rect(inner.left, inner.top, inner.width, heading)
        self._rows_rect = pygame.Rect(inner.left, inner.top + heading, inner.width, inner.height - heading)
        fitting = self._rows_rect.height // line_count
        most, least = look.scale.units(MOST_ROW_UNITS), look.scale.units(LEAST_ROW_UNITS)
        self._row_height = max(least, min(most, fitting))
        self._ground = panel_card(look, rect.size)
        self._headings: tuple[str, ...] = ("",)
        """What is said above the lines, from the longest form to the shortest."""
        self._is_heading_stale = False
        self._shown: tuple[Sequence[AnalysedLine], int, bool] | None = None
        self._drawing: LineDrawing | None = None
        self._pointed: LineMove | None = None
        self._ringed: LineMove | None = None
        self._why: pygame.Rect | None = None
        """Where a press shows the proof, if there is one."""

    def offer_proof(self, can: bool) -> None:
        """Write at the right of the heading that the proof can be shown, or no longer."""
        if can is (self._why is not None):
            return
        look, room = self._look, self._heading_rect
        width = look.words.width(_("Why?"), look.small, bold=True) + look.scale.units(1.5)
        self._why = pygame.Rect(room.right - width, room.top, width, room.height) if can else None
        self._is_heading_stale = True

    def offers_proof_at(self, pixel: Pixel) -> bool:
        """Whether a press at this pixel of the window shows the proof."""
        return self._why is not None and self._why.collidepoint(pixel)

    def show(
        self, headings: tuple[str, ...], lines: Sequence[AnalysedLine] | None, ply: int, can_keep: bool
    ) -> None:
        """Show the longest heading that fits, and lines that begin at a ply; None: those shown before."""
        if lines is not None and (lines, ply, can_keep) != self._shown:
            self._shown = lines, ply, can_keep
            size = self._rows_rect.size
            self._drawing = LineDrawing(
                self._look, size, self._row_height, lines, ply, can_keep, self._notation
            )
            self.is_stale = True
        if headings != self._headings:
            self._headings, self._is_heading_stale = headings, True

    def point(self, move: LineMove | None) -> None:
        """Mark the move under the pointer."""
        if move != self._pointed:
            self._pointed, self.is_stale = move, True

    @property
    def pointed(self) -> LineMove | None:
        """The move under the pointer."""
        return self._pointed

    def ring(self, move: LineMove | None) -> None:
        """Mark the move that the keyboard has chosen."""
        if move != self._ringed:
            self._ringed, self.is_stale = move, True

    @property
    def moves(self) -> list[LineMove]:
        """The moves that are shown."""
        return [] if self._drawing is None else [placed.move for placed in self._drawing.moves]

    @property
    def line_count(self) -> int:
        """The number of lines that are shown."""
        return len({move.line for move in self.moves})

    def place_of(self, move: LineMove) -> pygame.Rect | None:
        """Where a move stands in the window."""
        if self._drawing is None:
            return None
        places = (placed.rect for placed in self._drawing.moves if placed.move == move)
        rect = next(places, None)
        return None if rect is None else rect.move(self._rows_rect.topleft)

    def move_at(self, pixel: Pixel) -> LineMove | None:
        """The move at a pixel of the window."""
        if self._drawing is None:
            return None
        at = pixel[0] - self._rows_rect.left, pixel[1] - self._rows_rect.top
        return next((placed.move for placed in self._drawing.moves if placed.rect.collidepoint(at)), None)

    def keep_at(self, pixel: Pixel) -> int | None:
        """The line whose button to keep it is at a pixel of the window."""
        if self._drawing is None:
            return None
        at = pixel[0] - self._rows_rect.left, pixel[1] - self._rows_rect.top
        places = enumerate(self._drawing.keeping)
        return next((line for line, rect in places if rect.collidepoint(at)), None)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A move to play, a line to keep, or the evaluation of a line in words."""
        if self._why is not None and self.offers_proof_at(pixel):
            return Spot(tuple(self._why), Pointer.HAND, tip_of(Command.SHOW_WHY))
        if self._drawing is None or not self._rows_rect.collidepoint(pixel):
            return None
        move, kept = self.move_at(pixel), self.keep_at(pixel)
        place_of_move = None if move is None else self.place_of(move)
        if place_of_move is not None:
            return Spot(tuple(place_of_move), Pointer.HAND)
        row = (pixel[1] - self._rows_rect.top) // self._row_height
        place = (self._rows_rect.left, self._rows_rect.top + row * self._row_height, 1, self._row_height)
        if kept is not None:
            rect = self._drawing.keeping[kept].move(self._rows_rect.topleft)
            return Spot(tuple(rect), Pointer.HAND, Tip(_("Keep this line as a variation"), ("Ins",)))
        if self._shown is not None and row < len(self._shown[0]):
            return Spot(place, tip=Tip(sentence(self._shown[0][row].evaluation)))
        return None

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The card, or only its heading."""
        heading = (self._heading_rect,) if self._is_heading_stale else ()
        self._is_heading_stale = False
        return super().changed(now_seconds) or heading

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        look, colour = self._look, self._look.theme.colour
        surface.blit(self._ground, self.rect)
        width = self._heading_rect.width
        if self._why is not None:
            width -= self._why.width + look.scale.unit
            self._draw_why(surface, self._why)
        fits = (form for form in self._headings if look.words.width(form, look.small) <= width)
        heading = next(fits, self._headings[-1])
        pixels = look.words.largest([heading], look.small, width)
        line = look.words.line(look.words.fitted(heading, pixels, width), pixels, colour.muted)
        surface.blit(line, line.get_rect(midleft=self._heading_rect.midleft))
        if self._drawing is None or not self._rows_rect.colliderect(surface.get_clip()):
            return
        corner = look.scale.pixels(5)
        for move, fill, width in ((self._pointed, colour.raised, 0), (self._ringed, colour.accent, 2)):
            place = None if move is None else self.place_of(move)
            if place is not None:
                thick = look.scale.pixels(width) if width else 0
                rounded(surface, fill, place.inflate(0, -corner), corner, thick)
        surface.blit(self._drawing.picture, self._rows_rect)

    def _draw_why(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Draw the button that shows the proof."""
        look, colour = self._look, self._look.theme.colour
        pill = place.inflate(0, -look.scale.pixels(3))
        rounded(surface, colour.gold, pill, pill.height // 2)
        ink = readable_on(colour.gold, colour.bar_black, colour.bar_white)
        words = look.words.line(_("Why?"), look.small, ink, bold=True)
        surface.blit(words, words.get_rect(center=pill.center))
