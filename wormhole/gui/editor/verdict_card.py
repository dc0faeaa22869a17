"""The card that says whether a position can be played and, if not, what is wrong with it."""

from __future__ import annotations

import pygame

from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.rounded import rounded

MOST_LINES = 3


class VerdictCard(DrawnArea):
    """A layer with a sentence beside a stripe: in the colour of trouble, or of what is well."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._shown: tuple[str, bool] = ("", False)

    def show(self, text: str, is_trouble: bool) -> None:
        """Show this sentence."""
        if (text, is_trouble) != self._shown:
            self._shown = (text, is_trouble)
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The stripe and the sentence on a card."""
        look, (text, is_trouble) = self._look, self._shown
        words, colour = look.words, look.theme.colour
        picture = panel_card(look, self.rect.size)
        area = picture.get_rect()
        padding = look.scale.units(1)
        stripe = pygame.Rect(padding, padding, look.scale.pixels(4), area.height - 2 * padding)
        accent = colour.alarm if is_trouble else colour.accent
        rounded(picture, accent, stripe, stripe.width // 2)
        left = stripe.right + padding
        pixels = look.small
        width = area.right - padding - left
        lines = words.wrapped(text, pixels, width)
        while pixels > 11 and len(lines) * words.height(pixels) > area.height - padding:
            pixels -= 1
            lines = words.wrapped(text, pixels, width)
        height = words.height(pixels)
        lines = lines[:MOST_LINES]
        top = area.centery - len(lines) * height // 2
        for line in lines:
            picture.blit(words.line(line, pixels, colour.ink), (left, top))
            top += height
        return picture
