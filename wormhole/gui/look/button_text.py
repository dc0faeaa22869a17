"""Makes the text of a button smaller where it would not fit."""

from __future__ import annotations

from collections.abc import Sequence

from pygame_gui.core.interfaces import IGUIFontInterface
from pygame_gui.elements import UIButton

from wormhole.gui.look.words import LEAST_PIXELS

PADDING_PIXELS, PADDING_SHARE = 4, 0.1
"""Between a text and the button's edge: at least, and of the button's height where there is room."""


def fit(button: UIButton) -> None:
    """Draw the button's text in the largest font in which it fits, the theme's or a smaller one."""
    _write(button, _fitting_pixels(button))


def fit_alike(buttons: Sequence[UIButton]) -> None:
    """Draw the texts of buttons side by side in one size, in which all fit."""
    pixels = min(map(_fitting_pixels, buttons), default=0)
    for button in buttons:
        _write(button, pixels)


def fits(button: UIButton) -> bool:
    """Whether the text is within the button."""
    return _width(button, button.font, PADDING_PIXELS) <= button.rect.width


def _fitting_pixels(button: UIButton) -> int:
    info = button.ui_theme.get_font_info(button.combined_element_ids)
    pixels = int(info["size"])
    padding = max(PADDING_PIXELS, round(PADDING_SHARE * button.rect.height))
    while pixels > LEAST_PIXELS and _width(button, _font(button, pixels), padding) > button.rect.width:
        pixels -= 1
    return pixels


def _write(button: UIButton, pixels: int) -> None:
    font = _font(button, pixels)
    if font != button.font:
        button.font = font
        button.rebuild()


def _width(button: UIButton, font: IGUIFontInterface | None, padding: int) -> int:
    """The width in pixels that the button's text needs with so much padding."""
    is_central = button.text_horiz_alignment == "center"
    assert font is not None
    left = padding if is_central else button.text_horiz_alignment_padding
    return left + font.size(button.text)[0] + padding


def _font(button: UIButton, pixels: int) -> IGUIFontInterface:
    info = button.ui_theme.get_font_info(button.combined_element_ids)
    if pixels == int(info["size"]):
        return button.ui_theme.get_font(button.combined_element_ids)
    fonts = button.ui_theme.get_font_dictionary()
    style = (info["name"], bool(info["bold"]), bool(info["italic"]))
    if not fonts.check_font_preloaded(fonts.create_font_id(pixels, *style)):
        fonts.preload_font(pixels, *style, force_immediate_load=True)
    return fonts.find_font(pixels, *style)
