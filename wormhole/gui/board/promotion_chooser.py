"""Layout of the card that asks which piece a pawn promotes to, and which answer is under the pointer."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole.gui.board.held import Question
from wormhole.gui.board.layout import BoardLayout, Pixel

SLOT = 1.16  # shares of the pitch
SLOT_HEIGHT = 1.34
PADDING = 0.14
AWAY = 0.12  # from the promotion square


@dataclass(frozen=True)
class Chooser:
    """The card's rectangle, its slots in the order of the question's moves, and the promotion square."""

    rect: pygame.Rect
    slots: tuple[pygame.Rect, ...]
    target: pygame.Rect

    def slot_at(self, pixel: Pixel) -> int | None:
        """The index of the answer under a pixel, if any."""
        return next((index for index, slot in enumerate(self.slots) if slot.collidepoint(pixel)), None)


def chooser_of(question: Question, layout: BoardLayout) -> Chooser:
    """Place the card for a question beside its square and inside the board's frame."""
    pitch, count = layout.pitch, len(question.moves)
    padding = round(PADDING * pitch)
    width = min(round(SLOT * pitch), (layout.frame.width - 2 * padding) // count)
    height = round(SLOT_HEIGHT * pitch)
    target = layout.rect_of(question.to_square)
    rect = pygame.Rect(0, 0, count * width + 2 * padding, height + 2 * padding)
    rect.centerx = target.centerx
    away = round(AWAY * pitch)
    if target.centery < layout.grid.centery:
        rect.top = target.bottom + away
    else:
        rect.bottom = target.top - away
    rect.clamp_ip(layout.frame)
    slots = tuple(
        pygame.Rect(rect.left + padding + index * width, rect.top + padding, width, height)
        for index in range(count)
    )
    return Chooser(rect, slots, target)
