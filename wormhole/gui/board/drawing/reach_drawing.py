"""The colours of attacked squares, and the small legend that says whose they are."""

from __future__ import annotations

from wormhole.gui.look.theme import Colour, Colours, mixed

OPACITIES = (0.5, 0.64, 0.78)  # for one attacker, two, more


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
