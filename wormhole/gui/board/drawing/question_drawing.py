"""Draws the question which piece a pawn promotes to, over the dimmed board."""

from __future__ import annotations

import pygame

from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.frame import frame_card
from wormhole.gui.board.drawing.labels import label_font
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.layout import GAP_AT
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.board.state import BoardState
from wormhole.gui.language import N_, _
from wormhole.gui.look.card import card
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites

VEIL_OPACITY = 0.45
GHOST_OPACITY = 0.55
SHORT_NAMES = {"Murray Lion": N_("Lion")}


def draw_veil(brush: Brush, still: StillBoard, state: BoardState, sprites: Sprites) -> None:
    """Dim the board, all but the pawn and the promotion square, with the marked piece on it."""
    question, layout, colour = state.question, still.layout, sprites.theme.colour
    assert question is not None
    pawn = state.pieces[question.moves[0].from_square]
    brush.put_in(frame_card(sprites, layout, colour.veil, VEIL_OPACITY), layout.frame)
    frame = sprites.drawing(marks.chosen(colour, layout.side, layout.corner))
    promoted = question.letters[question.marked]
    for square, letter in ((question.moves[0].from_square, pawn.letter), (question.to_square, promoted)):
        rect = layout.rect_of(square)
        brush.put_in(still.slab(square), rect)
        brush.put_in(frame, rect)
        brush.put(still.piece(letter, pawn.color), rect.center, 1.0 if letter == promoted else GHOST_OPACITY)


def draw_question(
    brush: Brush, still: StillBoard, state: BoardState, sprites: Sprites, lettering: Lettering
) -> None:
    """Draw the card with the answers."""
    question, layout, colour = state.question, still.layout, sprites.theme.colour
    assert question is not None
    chooser = chooser_of(question, layout)
    color = state.pieces[question.moves[0].from_square].color
    frame = sprites.drawing(marks.chosen(colour, layout.side, layout.corner))
    corner = round(sprites.theme.corner_pixels * layout.pitch / GAP_AT)
    line = max(1, round(layout.pitch / GAP_AT))
    ground = card(sprites, chooser.rect.size, corner, colour.panel, 1.0, colour.panel_line, line)
    brush.put_in(ground, chooser.rect)
    font = label_font(lettering, layout)
    names = [_short(state.variant.piece_types[letter].name) for letter in question.letters]
    are_named = all(font.size(name)[0] < slot.width for name, slot in zip(names, chooser.slots, strict=True))
    for index, (letter, name, slot) in enumerate(zip(question.letters, names, chooser.slots, strict=True)):
        is_marked = index == question.marked
        tile = pygame.Rect(0, 0, layout.side, layout.side)
        tile.midtop = slot.midtop
        brush.put_in(still.bare_tile(is_marked), tile)
        if is_marked:
            brush.put_in(frame, tile)
        brush.put(still.piece(letter, color), tile.center)
        text = font.render(name, True, colour.ink if is_marked else colour.muted)
        if is_marked or are_named:
            at = text.get_rect(center=(slot.centerx, (tile.bottom + slot.bottom) // 2))
            brush.put_in(text, at.clamp(chooser.rect.inflate(-2 * corner, 0)))


def _short(name: str) -> str:
    """The name of a piece type in the language in use."""
    return _(SHORT_NAMES.get(name, name))
