"""The colours of won, drawn and lost games; colour-blind people can tell them apart."""

from __future__ import annotations

from wormhole.gui.look.theme import Colour, Theme, mixed


def result_colours(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Won, drawn, lost."""
    colour = theme.colour
    return colour.choice, mixed(colour.muted, colour.panel, 0.45), mixed(colour.warning, colour.gold, 0.65)
