"""The card that says whether a position can be played and, if not, what is wrong with it."""

from __future__ import annotations

import pygame

from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card

MOST_LINES = 3


class VerdictCard(Area):
    """A layer with a sentence beside a stripe: in the colour of trouble, or of what is well."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self._look = look
        self._shown: tuple[str, bool] = ("", False)

    def show(self, text: str, is_trouble: bool) -> None:
        """Show this sentence."""
        if (text, is_trouble) != self._shown:
            self._shown = (text, is_trouble)
            self.is_stale = True

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        look, (text, is_trouble) = self._look, self._shown
        words, colour = look.words, look.theme.colour
        surface.blit(panel_card(look, self.rect.size), self.rect)
        padding = look.scale.units(1)
        stripe = pygame.Rect(
            self.rect.left + padding,
            self.rect.top + padding,
            look.scale.pixels(4),
            self.rect.height - 2 * padding,
        )
        accent = colour.alarm if is_trouble else colour.accent
        pygame.draw.rect(surface, accent, stripe, border_radius=stripe.width // 2)
        left = stripe.right + padding
        pixels = look.small
        width = self.rect.right - padding - left
        lines = words.wrapped(text, pixels, width)
        while pixels > 11 and len(lines) * words.height(pixels) > self.rect.height - padding:
            pixels -= 1
            lines = words.wrapped(text, pixels, width)
        height = words.height(pixels)
        lines = lines[:MOST_LINES]
        top = self.rect.centery - len(lines) * height // 2
        for line in lines:
            surface.blit(words.line(line, pixels, colour.ink), (left, top))
            top += height
