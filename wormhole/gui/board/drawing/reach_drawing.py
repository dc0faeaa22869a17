"""The tints of attacked squares."""

from __future__ import annotations

import pygame

from wormhole.gui.look.theme import Colour, Colours, mixed

OPACITIES = (0.5, 0.64, 0.78)  # for one attacker, two, more
EDGE = 0.03  # of the square's side


def reach_tint(colours: Colours, white: int, black: int) -> tuple[Colour, float]:
    """The colour of a square with these numbers of attackers, and its opacity.

    It goes from White's colour over the mixture, for equal numbers, to Black's.
    """
    white, black = min(white, len(OPACITIES)), min(black, len(OPACITIES))
    share = 2 * black / (white + black)
    if share <= 1:
        colour = mixed(colours.reach_white, colours.reach_both, share)
    else:
        colour = mixed(colours.reach_both, colours.reach_black, share - 1)
    return colour, OPACITIES[max(white, black) - 1]


def painted_tint(colour: Colour, opacity: float, side: int, corner: int) -> pygame.Surface:
    """A wash of colour over a square, a little stronger at its edge. Painted at once: there are many."""
    tint = pygame.Surface((side, side), pygame.SRCALPHA)
    stronger = 1 - (1 - opacity) ** 2
    pygame.draw.rect(tint, (*colour, round(255 * stronger)), tint.get_rect(), border_radius=corner)
    edge = max(1, round(EDGE * side))
    inner = tint.get_rect().inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(tint, (*colour, round(255 * opacity)), inner, border_radius=max(0, corner - edge))
    return tint
