"""Layout of the card that asks which piece a pawn promotes to, and which answer is under the pointer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import pygame

from wormhole.gui.board.board_layout import BoardLayout, Pixel
from wormhole.gui.board.state import PromotionChoice

SLOT = 1.16  # shares of the pitch
SLOT_HEIGHT = 1.34
PADDING = 0.14
AWAY = 0.12  # from the promotion square


@dataclass(frozen=True)
class Chooser:
    """The card's rectangle, and its slots in the order of the choice's moves."""

    rect: pygame.Rect
    slots: tuple[pygame.Rect, ...]

    def slot_at(self, pixel: Pixel) -> int | None:
        """The index of the answer under a pixel, if any."""
        return next((index for index, slot in enumerate(self.slots) if slot.collidepoint(pixel)), None)


def chooser_of(choice: PromotionChoice, layout: BoardLayout) -> Chooser:
    """Place the card for a choice near its square, inside the board's frame and clear of the move's way."""
    pitch, count = layout.pitch, len(choice.moves)
    padding = round(PADDING * pitch)
    width = min(round(SLOT * pitch), (layout.frame.width - 2 * padding) // count)
    height = round(SLOT_HEIGHT * pitch)
    target = layout.rect_of(choice.to_square)
    rect = pygame.Rect(0, 0, count * width + 2 * padding, height + 2 * padding)
    away = round(AWAY * pitch)
    way = [target, *(layout.rect_of(square) for square in choice.way)]
    rect = min(
        (place.clamp(layout.frame) for place in _places(rect, target, target.unionall(way), away)),
        key=lambda place: (_covered(place, way), _distance(place, target)),
    )
    slots = tuple(
        pygame.Rect(rect.left + padding + index * width, rect.top + padding, width, height)
        for index in range(count)
    )
    return Chooser(rect, slots)


def _places(rect: pygame.Rect, target: pygame.Rect, way: pygame.Rect, away: int) -> Iterator[pygame.Rect]:
    """Where the card could be: above, below or beside the square or the whole way."""
    for around in (target, way):
        for top in (around.top - away - rect.height, around.bottom + away, target.centery - rect.height // 2):
            for left in (
                target.centerx - rect.width // 2,
                around.left - away - rect.width,
                around.right + away,
            ):
                yield rect.move_to(topleft=(left, top))


def _covered(place: pygame.Rect, way: Sequence[pygame.Rect]) -> int:
    """How much of the way a card would cover, in pixels."""
    covered = (place.clip(rect) for rect in way)
    return sum(rect.width * rect.height for rect in covered)


def _distance(place: pygame.Rect, target: pygame.Rect) -> float:
    return hypot(place.centerx - target.centerx, place.centery - target.centery)
