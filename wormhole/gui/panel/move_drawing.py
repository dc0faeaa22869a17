"""How the rows of the move list look: sizes, colours, and the drawing of a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.panel.move_rows import MAIN
from wormhole.gui.panel.text_rows import Cell, Measures, Row
from wormhole.gui.panel.variation_text import Tone
from wormhole.library.nags import signs
from wormhole.library.record import GameNode

DEEPEST_INDENT = 5
Notation = Callable[[str], str]
"""Writes a move that is given in SAN as the person wants it."""


@dataclass(frozen=True)
class Marks:
    """The nodes that look different: the one shown on the board, and the one under the pointer."""

    shown: GameNode | None
    pointed: GameNode | None
    is_roll_hidden: bool
    """Whether the dice of the shown move still tumble, so that its roll is not told."""


class RowDrawing:
    """Draws rows of the move list in a list of that width."""

    def __init__(self, look: Look, width: int, notation: Notation = str) -> None:
        scale = look.scale
        self._notation = notation
        self._look = look
        self._pills: dict[tuple[tuple[int, int], Colour], pygame.Surface] = {}
        self._widths: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """Of the words measured so far: upright and italic."""
        self.measures = Measures(
            width=width,
            line=round(look.body * 1.8),
            text_line=round(look.small * 1.55),
            gap=scale.pixels(3),
            numbers=max(min(scale.units(6), width // 6), look.words.width("00.", look.body) + 2 * scale.unit),
            digit=look.words.width("0", look.body),
            margin=scale.unit,
            indent=scale.pixels(12),
            deepest=DEEPEST_INDENT,
            space=scale.pixels(5),
            word_space=look.words.width(" ", look.small, italic=True),
            joint=scale.pixels(3),
        )
        colour = look.theme.colour
        self._faint = mixed(colour.muted, colour.panel, 0.1)
        self._quiet_ink = mixed(colour.ink, colour.muted, 0.3)
        self._guide = mixed(colour.panel_line, colour.muted, 0.2)
        self._pill = mixed(colour.raised, colour.muted, 0.12)
        self._faint_pill = mixed(colour.panel, colour.raised, 0.75)
        inks = {
            1: colour.sign_good,
            2: colour.sign_mistake,
            3: colour.sign_brilliant,
            4: colour.sign_blunder,
            5: colour.sign_speculative,
            6: colour.sign_dubious,
        }
        self._sign_inks = {
            (nag, ground): legible(ink, ground, colour.ink)
            for nag, ink in inks.items()
            for ground in (colour.panel, self._pill, self._faint_pill)
        }

    def measure(self, text: str, tone: Tone) -> int:
        """The width of a word below the moves of the main line."""
        if tone is Tone.MOVE:
            text = self._notation(text)
        is_italic = tone is Tone.COMMENT
        widths = self._widths[is_italic]
        if text not in widths:
            widths[text] = self._look.words.width(text, self._look.small, italic=is_italic)
        return widths[text]

    def place(self, row: Row, node: GameNode) -> pygame.Rect | None:
        """The part of a row, counted from the list's top left, that shows a move with its signs."""
        cells = [cell for cell in row.cells if cell.node is node and cell.tone in (Tone.MOVE, Tone.SIGN)]
        if not cells:
            return None
        left, right = cells[0].left, cells[-1].right
        rect = pygame.Rect(left, row.top, right - left, row.height)
        if row.depth == MAIN:
            return rect.inflate(0, -self._look.scale.pixels(4))
        return rect.inflate(self._look.scale.pixels(6), -self._look.scale.pixels(1))

    def draw(self, surface: pygame.Surface, topleft: tuple[int, int], row: Row, marks: Marks) -> None:
        """Draw a row of the list whose top left pixel is given."""
        for node, fill in ((marks.pointed, self._faint_pill), (marks.shown, self._pill)):
            place = None if node is None else self.place(row, node)
            if place is not None:
                place.move_ip(topleft)
                surface.blit(self._drawn_pill(place.size, fill), place)
        if row.depth > 0:
            self._draw_guides(surface, topleft, row)
        for cell in row.cells:
            is_hidden = marks.is_roll_hidden and cell.node is marks.shown
            text = cell.text.partition("@")[0] if is_hidden and cell.tone is Tone.MOVE else cell.text
            text = self._notation(text) if cell.tone is Tone.MOVE else text
            left, middle = topleft[0] + cell.left, topleft[1] + row.top + row.height // 2
            ground = self._ground(cell.node, marks)
            if row.depth == MAIN:
                self._draw_main(surface, left, middle, cell, text, ground)
            else:
                self._draw_text(surface, left, middle, cell, text, ground)

    def _ground(self, node: GameNode | None, marks: Marks) -> Colour:
        """What the words of a move stand on."""
        if node is not None and node is marks.shown:
            return self._pill
        if node is not None and node is marks.pointed:
            return self._faint_pill
        return self._look.theme.colour.panel

    def _draw_main(
        self, surface: pygame.Surface, left: int, middle: int, cell: Cell, text: str, ground: Colour
    ) -> None:
        look, margin = self._look, self.measures.margin
        marks = signs(cell.node.nags) if cell.node is not None else []
        taken = sum(look.words.width(sign, look.body) for _, sign in marks)
        ink = self._faint if cell.tone is Tone.NUMBER else look.theme.colour.ink
        room = cell.width - margin - (0 if cell.tone is Tone.NUMBER else margin + taken)
        fitted = look.words.fitted(text, look.body, room)
        line = look.words.line(fitted, look.body, ink)
        surface.blit(line, line.get_rect(midleft=(left + margin, middle)))
        left += margin + line.get_width() + look.scale.pixels(1)
        for nag, sign in marks:
            line = look.words.line(sign, look.body, self._sign_ink(nag, ground), bold=True)
            surface.blit(line, line.get_rect(midleft=(left, middle)))
            left += line.get_width() + look.scale.pixels(3)

    def _draw_text(
        self, surface: pygame.Surface, left: int, middle: int, cell: Cell, text: str, ground: Colour
    ) -> None:
        look, tone = self._look, cell.tone
        ink = {
            Tone.MOVE: self._quiet_ink,
            Tone.COMMENT: look.theme.colour.muted,
            Tone.SIGN: self._sign_ink(cell.nag, ground),
        }.get(tone, self._faint)
        line = look.words.line(text, look.small, ink, italic=tone is Tone.COMMENT)
        surface.blit(line, line.get_rect(midleft=(left, middle)))

    def _sign_ink(self, nag: int, ground: Colour) -> Colour:
        return self._sign_inks.get((nag, ground), self._look.theme.colour.muted)

    def _draw_guides(self, surface: pygame.Surface, topleft: tuple[int, int], row: Row) -> None:
        """Draw a line at the left of the row for each variation that it is within."""
        measures, width = self.measures, self._look.scale.pixels(1.5)
        for depth in range(1, min(row.depth, measures.deepest) + 1):
            left = topleft[0] + measures.left_of(depth) - self._look.scale.pixels(8)
            above = row.above if depth < row.depth else 0
            top = topleft[1] + row.top - above
            surface.fill(self._guide, (left, top, width, row.height + above))

    def _drawn_pill(self, size: tuple[int, int], fill: Colour) -> pygame.Surface:
        key = (size, fill)
        if key not in self._pills:
            look = self._look
            self._pills[key] = card(look.sprites, size, look.scale.pixels(6), fill, 1.0, fill)
        return self._pills[key]
