"""The look of pages for browsers: themes as variables of a style sheet, pieces and holes as symbols."""

from __future__ import annotations

from collections.abc import Mapping

from wormhole import BLACK, WHITE, PieceType, Variant, assets
from wormhole.gui.board.drawing.square_parts import arrow_colours
from wormhole.gui.board.printed import printed_on
from wormhole.gui.languages import catalogues
from wormhole.gui.languages.language import in_use
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.sprites import Art, Sprites, chip_style_sheet, style_sheet
from wormhole.gui.look.theme import Colour, Theme, hexed, mixed, names_of_ours
from wormhole.gui.pictures.svg_symbols import both_sides, rules_of, symbol
from wormhole.pages.page_look import PageLook, PageTheme

LIGHT, DARK = "paper", "night"
PIECE_VALUES = {
    "stop-a": ("stop-a", "stop-color"),
    "stop-b": ("stop-b", "stop-color"),
    "flat": ("flat", "fill"),
    "shade": ("shade", "fill"),
    "light": ("light", "fill"),
    "line": ("line", "stroke"),
    "promoted": ("promoted", "fill"),
    "edge": ("edge", "stroke"),
    "edge-opacity": ("edge", "opacity"),
}
"""The variables of a side's pieces, each with the class and the property that it stands for."""


def page_look(own: Theme | None = None, art: Art | None = None) -> PageLook:
    """All themes of the program, or ``own`` first, and all languages. ``art`` are the pieces and the chip."""
    art = art or Art()
    names = [name for name in names_of_ours() if own is None or name != own.name]
    themes = [*([own] if own else []), *map(Theme.load, names)]
    sprites = Sprites(themes[0], art, waits=True)

    def pieces(piece_type: PieceType, names: tuple[str, str]) -> str:
        white, black = (sprites.piece_text(piece_type, color, False) for color in (WHITE, BLACK))
        return both_sides(white, black, names)

    def hole(name: str) -> str:
        text = (assets.sprites() / "chips" / f"{art.chip}.svg").read_text(encoding="utf-8")
        return symbol(text, name, class_="chip")

    places = catalogues.folders()
    known = catalogues.names(places)
    return PageLook(
        [_page_theme(theme) for theme in themes],
        LIGHT,
        DARK,
        pieces,
        hole,
        {code: catalogues.catalogue(code, places) for code in known},
        known,
        in_use(),
    )


def prints_of(variant: Variant) -> Mapping[int, Mapping[str, object]]:
    """What is printed on squares, for :func:`wormhole.pages.board_data.board_values`."""
    printed = printed_on(variant)
    arrows = variant.arrows
    found: dict[int, dict[str, object]] = {}
    for square in range(variant.geometry.squares):
        each = printed.get(square)
        values: dict[str, object] = {}
        if each is not None and each.goal_of:
            values["goal"] = "both" if len(each.goal_of) > 1 else "white" if True in each.goal_of else "black"
        if each is not None and each.lines:
            values["lines"] = each.lines
        if each is not None and each.river:
            values["river"] = each.river
        if arrows and arrows[square]:
            values["arrows"] = arrows[square]
        if values:
            found[square] = values
    return found


def _page_theme(theme: Theme) -> PageTheme:
    colour = theme.colour
    on_light, on_dark = arrow_colours(colour, True)[0], arrow_colours(colour, False)[0]
    ground = colour.sky_middle

    def readable(ink: Colour) -> str:
        """An ink for small text on the page, on its cards and on the rows and buttons that lie on them."""
        for behind in (ground, colour.panel, colour.raised):
            ink = legible(ink, behind, colour.ink)
        return hexed(ink)

    variables = {
        "ground": hexed(ground),
        "panel": hexed(colour.panel),
        "line": hexed(colour.panel_line),
        "raised": hexed(colour.raised),
        "ink": hexed(colour.ink),
        "muted": readable(colour.muted),
        "accent": readable(colour.accent),
        "hot": hexed(colour.hot),
        "hot-line": hexed(colour.hot_line),
        "hot-ink": hexed(colour.hot_ink),
        "frame": hexed(colour.frame),
        "well": hexed(colour.well),
        "light": hexed(mixed(colour.square_light_top, colour.square_light_foot, 0.5)),
        "dark": hexed(mixed(colour.square_dark_top, colour.square_dark_foot, 0.5)),
        "ink-on-light": hexed(on_light),
        "ink-on-dark": hexed(on_dark),
        "river": hexed(mixed(colour.premove, colour.square_dark_top, 0.4)),
        **{
            name.replace("_", "-"): hexed(getattr(colour, name))
            for name in (
                *("trace", "choice", "choice_deep", "path", "gold", "warning"),
                *("shape_green", "shape_red", "shape_yellow", "shape_blue"),
                *("bar_white", "bar_black", "bar_middle"),
            )
        },
        **{
            name.replace("_", "-"): readable(getattr(colour, name))
            for name in (
                *("sign_good", "sign_mistake", "sign_brilliant", "sign_blunder"),
                *("sign_speculative", "sign_dubious"),
            )
        },
    }
    for name, rule in rules_of(chip_style_sheet(colour)).items():
        if "stop-color" in rule:
            variables[name] = rule["stop-color"]
    widths: dict[str, str] = {}
    for side, pieces in (("w", theme.white), ("b", theme.black)):
        rules = rules_of(style_sheet(pieces))
        for name, (class_, key) in PIECE_VALUES.items():
            variables[f"{side}-{name}"] = rules[class_][key]
        if "stroke-width" in rules["line"]:
            widths[side] = rules["line"]["stroke-width"]
    return PageTheme(theme.name, theme.title, theme.is_light, variables, widths)
