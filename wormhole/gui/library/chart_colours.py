"""The colours of won, drawn and lost games; colour-blind people can tell them apart."""

from __future__ import annotations

from wormhole.gui.look.theme import Colour, Theme


def result_colours(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Won, drawn, lost."""
    colour = theme.colour
    return colour.chart_won, colour.chart_drawn, colour.chart_lost
