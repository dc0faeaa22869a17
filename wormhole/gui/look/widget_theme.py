"""Makes pygame_gui's theme from ours, so that colours and sizes have one source."""

from __future__ import annotations

from typing import Any

from wormhole.gui.look.layout import Scale
from wormhole.gui.look.theme import Colour, Theme, hexed, mixed

PRIMARY = "#primary"
"""The most important button of a screen."""
QUIET = "#quiet"
"""A less important button, plain until it is hovered."""
CHOICE = "#choice"
"""One of several; the chosen one is highlighted."""
ENTRY = "#entry"
"""An entry of a list, left-aligned; the chosen one is highlighted."""
ENTRY_PADDING_PIXELS = 12


def widget_theme(theme: Theme, scale: Scale) -> dict[str, Any]:
    """The theme dictionary for pygame_gui.UIManager at this scale."""
    colour = theme.colour
    button = mixed(colour.panel, colour.raised, 0.35)
    over = colour.raised
    line_over = mixed(colour.panel_line, colour.muted, 0.6)
    asleep = mixed(colour.panel, colour.sky_edge, 0.4)
    ink_entry = mixed(colour.muted, colour.ink, 0.5)
    return {
        "defaults": {
            "colours": {
                **_states(("normal", "active"), button, colour.panel_line, colour.ink),
                **_states(("hovered",), over, line_over, colour.ink),
                **_states(("disabled",), asleep, mixed(colour.panel, colour.panel_line, 0.5), theme.asleep),
                **_states(("selected",), colour.hot, colour.hot_line, colour.hot_ink),
                "dark_bg": hexed(colour.sky_edge),
                "disabled_dark_bg": hexed(colour.sky_edge),
            },
        },
        "button": {
            "font": _font(scale.text(theme.text.small)),
            "misc": _shape(scale.pixels(10), border=scale.pixels(1)),
        },
        PRIMARY: {
            "font": _font(scale.text(theme.text.body), bold=True),
            "colours": {
                **_states(("normal", "active"), colour.hot, colour.hot_line, colour.hot_ink),
                **_states(("hovered",), mixed(colour.hot, colour.veil, 0.2), colour.hot_ink, colour.hot_ink),
            },
        },
        QUIET: {
            "colours": {
                **_states(
                    ("normal", "active"),
                    mixed(colour.panel, colour.sky_edge, 0.45),
                    colour.panel_line,
                    colour.muted,
                ),
                **_states(("hovered",), over, over, colour.ink),
            },
        },
        CHOICE: {
            "misc": _shape(scale.pixels(8), border=scale.pixels(1)),
            "colours": {
                **_states(
                    ("normal", "active"),
                    mixed(colour.panel, colour.sky_edge, 0.5),
                    colour.panel_line,
                    mixed(colour.muted, colour.ink, 0.35),
                ),
                **_states(("hovered",), over, line_over, colour.ink),
                **_states(("selected",), theme.chosen, colour.accent, colour.ink),
            },
        },
        ENTRY: {
            "misc": {
                **_shape(scale.pixels(8), border=scale.pixels(1)),
                "text_horiz_alignment": "left",
                "text_horiz_alignment_padding": str(scale.pixels(ENTRY_PADDING_PIXELS)),
            },
            "colours": {
                **_states(("normal", "active"), colour.panel, colour.panel, ink_entry),
                **_states(("disabled",), colour.panel, colour.panel, theme.asleep),
                **_states(("hovered",), over, line_over, colour.ink),
                **_states(("selected",), theme.chosen, colour.accent, colour.ink),
            },
        },
        "text_entry_line": _text_field(theme, scale, 4),
        "text_box": _text_field(theme, scale, 8),  # what pygame_gui first takes a text_entry_box for
        "text_entry_box": _text_field(theme, scale, 8),
        "vertical_scroll_bar": {"misc": {"shape": "rounded_rectangle", "enable_arrow_buttons": "0"}},
        "horizontal_slider": {
            "misc": {
                **_shape(scale.pixels(8), border=scale.pixels(1)),
                "enable_arrow_buttons": "0",
                "sliding_button_width": str(scale.pixels(22)),
            },
            "colours": {
                "dark_bg": hexed(mixed(colour.panel, colour.sky_edge, 0.7)),
                "normal_border": hexed(mixed(colour.panel_line, colour.muted, 0.3)),
            },
        },
        "horizontal_slider.#sliding_button": {
            "misc": _shape(scale.pixels(8), border=0),
            "colours": {
                **_states(("normal", "active"), colour.hot, colour.hot, colour.hot_ink),
                **_states(("hovered",), colour.hot_line, colour.hot_line, colour.hot_ink),
            },
        },
    }


def _text_field(theme: Theme, scale: Scale, above: int) -> dict[str, Any]:
    colour = theme.colour
    return {
        "font": _font(scale.text(theme.text.small)),
        "misc": {
            **_shape(scale.pixels(8), border=scale.pixels(1)),
            "padding": f"{scale.pixels(8)},{scale.pixels(above)}",
        },
        "colours": {
            "dark_bg": hexed(mixed(colour.panel, colour.sky_edge, 0.6)),
            "normal_border": hexed(mixed(colour.panel_line, colour.muted, 0.3)),
            "selected_bg": hexed(colour.hot),
            "selected_text": hexed(colour.hot_ink),
            "normal_text": hexed(colour.ink),
            "text_cursor": hexed(colour.accent),
        },
    }


def _states(names: tuple[str, ...], fill: Colour, line: Colour, ink: Colour) -> dict[str, str]:
    colours: dict[str, str] = {}
    for name in names:
        colours |= {f"{name}_bg": hexed(fill), f"{name}_border": hexed(line), f"{name}_text": hexed(ink)}
    return colours


def _shape(corner: int, border: int) -> dict[str, str]:
    return {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(corner),
        "border_width": str(border),
        "shadow_width": "0",
    }


def _font(pixels: int, bold: bool = False) -> dict[str, str]:
    return {"name": "noto_sans", "size": str(pixels), "bold": str(int(bold))}
