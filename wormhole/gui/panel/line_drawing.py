"""Draws the lines of the analysis as rows of moves, and knows where each move stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.analysis.evaluation_words import score_text
from wormhole.gui.language import MINUS
from wormhole.gui.look.look import Look
from wormhole.gui.look.rounded import rounded
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.match.move_words import number_words
from wormhole.gui.panel.move_drawing import Notation

if TYPE_CHECKING:
    from wormhole.engine.analysis import AnalysedLine
    from wormhole.engine.evaluation import Evaluation

SCORE_TEXT = f"#{MINUS}88"
"""The widest usual score."""


@dataclass(frozen=True)
class LineMove:
    """A move of a line: its line's number, and its own, both from 0."""

    line: int
    index: int


@dataclass(frozen=True)
class PlacedMove:
    """Where a move stands, in pixels from the drawing's corner."""

    move: LineMove
    rect: pygame.Rect


class LineDrawing:
    """The rows of lines that begin at a ply, in a drawing of this size. The rest is left out."""

    def __init__(
        self,
        look: Look,
        size: tuple[int, int],
        row_height: int,
        lines: Sequence[AnalysedLine],
        ply: int,
        can_keep: bool,
        notation: Notation = str,
    ) -> None:
        self._look = look
        self._notation = notation
        self._row_height = row_height
        self._pixels = look.small
        self.picture = pygame.Surface(size, pygame.SRCALPHA)
        self.moves: list[PlacedMove] = []
        """All moves that are drawn, in reading order."""
        self.keeping: list[pygame.Rect] = []
        """Where each line's button to keep it is; empty if lines cannot be kept."""
        for number, line in enumerate(lines[: size[1] // row_height]):
            self._draw_line(number, line, ply, can_keep)

    def _draw_line(self, number: int, line: AnalysedLine, ply: int, can_keep: bool) -> None:
        look, height = self._look, self._row_height
        row = pygame.Rect(0, number * height, self.picture.get_width(), height)
        score_width = look.words.width(SCORE_TEXT, self._pixels, bold=True) + look.scale.unit
        around = min(look.scale.pixels(5), max(2, height - look.words.height(self._pixels)))
        chip = pygame.Rect(0, row.top, score_width, height).inflate(0, -around)
        self._draw_score(line.evaluation, chip)
        right = row.right
        if can_keep:
            button = pygame.Rect(row.right - height, row.top, height, height)
            self._draw_keep(button)
            self.keeping.append(button)
            right = button.left
        self._draw_moves(number, line, ply, pygame.Rect(chip.right, row.top, right - chip.right, height))

    def _draw_score(self, evaluation: Evaluation, chip: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        is_white_better = score_text(evaluation)[0] != MINUS and evaluation.winner is not False
        fill, ink = colour.bar_white, colour.bar_black
        if not is_white_better:
            fill, ink = ink, fill
        line = colour.lit if evaluation.is_proven else mixed(colour.panel_line, colour.muted, 0.4)
        corner = look.scale.pixels(5)
        rounded(self.picture, fill, chip, corner)
        width = look.scale.pixels(2 if evaluation.is_proven else 1)
        rounded(self.picture, line, chip, corner, width)
        text = score_text(evaluation)
        pixels = look.words.largest([text], self._pixels, chip.width - 2 * width)
        words = look.words.line(text, pixels, ink, bold=True)
        self.picture.blit(words, words.get_rect(center=chip.center))

    def _draw_keep(self, button: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        disc = button.inflate(-look.scale.pixels(6), -look.scale.pixels(6))
        rounded(self.picture, colour.raised, disc, disc.height // 3)
        arm, thick = disc.height // 4, look.scale.pixels(2)
        ink = mixed(colour.muted, colour.ink, 0.5)
        for across, down in ((arm, 0), (0, arm)):
            start = disc.centerx - across, disc.centery - down
            end = disc.centerx + across, disc.centery + down
            pygame.draw.line(self.picture, ink, start, end, thick)

    def _draw_moves(self, number: int, line: AnalysedLine, ply: int, room: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        space = look.scale.pixels(7)
        left = room.left + look.scale.units(1.25)
        for index, text in enumerate(line.sans):
            at = ply + index
            token = number_words(at) if index == 0 or at % 2 == 0 else ""
            token_width = look.words.width(token, self._pixels) + look.scale.pixels(3) if token else 0
            san = self._notation(text)
            width = look.words.width(san, self._pixels, bold=index == 0)
            is_last = index == len(line.sans) - 1
            ellipsis = 0 if is_last else look.words.width("…", self._pixels) + space
            if left + token_width + width + ellipsis > room.right - space // 2:
                self._write("…", left, room, colour.muted)
                return
            if token:
                self._write(token, left, room, colour.muted)
            ink = colour.ink if index == 0 else mixed(colour.ink, colour.muted, 0.35)
            self._write(san, left + token_width, room, ink, bold=index == 0)
            place = pygame.Rect(left, room.top, token_width + width, room.height).inflate(space // 2, 0)
            self.moves.append(PlacedMove(LineMove(number, index), place))
            left += token_width + width + space

    def _write(self, text: str, left: int, room: pygame.Rect, ink: Colour, bold: bool = False) -> None:
        words = self._look.words.line(text, self._pixels, ink, bold=bold)
        self.picture.blit(words, words.get_rect(midleft=(left, room.centery)))
