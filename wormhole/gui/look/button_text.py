"""Makes the text of a button smaller where it would not fit."""

from __future__ import annotations

from pygame_gui.elements import UIButton

from wormhole.gui.look.words import LEAST_PIXELS

PADDING_PIXELS = 4
"""Between a text and the button's edge, at least."""


def fit(button: UIButton) -> None:
    """Draw the button's text in the largest font in which it fits, the theme's or a smaller one."""
    theme = button.ui_theme
    info = theme.get_font_info(button.combined_element_ids)
    usual = theme.get_font(button.combined_element_ids)
    font, pixels = usual, int(info["size"])
    while pixels > LEAST_PIXELS and width(button, font) > button.rect.width:
        pixels -= 1
        style = {"bold": bool(info["bold"]), "italic": bool(info["italic"])}
        theme.get_font_dictionary().preload_font(pixels, info["name"], **style, force_immediate_load=True)
        font = theme.get_font_dictionary().find_font(pixels, info["name"], **style)
    if font != button.font:
        button.font = font
        button.rebuild()


def width(button: UIButton, font: object = None) -> int:
    """The width in pixels that the button's text needs with its padding."""
    padding = max(PADDING_PIXELS, button.text_horiz_alignment_padding)
    return (font or button.font).size(button.text)[0] + 2 * padding
