"""SVG art as surfaces, drawn by resvg once for each size and then cached."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property

import pygame
import resvg_py

from wormhole import assets
from wormhole.gui.look.theme import Colour, PieceColours, Theme, hexed
from wormhole.rules.textfile import MEGABYTE, read_text

MOST_BYTES = MEGABYTE
"""Limit for the SVG file of a piece."""
UNREADABLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" stroke="#202020" stroke-width=".5">'
    '<circle cx="4.5" cy="4.5" r="3" fill="#808080"/><path d="M3 3l3 3M6 3l-3 3"/></svg>'
)
"""Drawn instead of a picture that cannot be read."""
KEPT = 160  # surfaces: enough for two sizes of everything on the largest board


class Sprites:
    """A cache of drawn art. With an open display, surfaces are converted, so that they blit faster."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._kept: OrderedDict[object, pygame.Surface] = OrderedDict()

    def piece(self, sprite: str, color: bool, pixels: int) -> pygame.Surface:
        """The picture of ``sprites/pieces/SPRITE.svg`` in White's (True) or Black's colours."""

        def png() -> bytes:
            path = assets.sprites() / "pieces" / f"{sprite}.svg"
            try:
                return _piece_png(read_text(path, MOST_BYTES), pixels, self._sides[color])
            except (OSError, ValueError):  # a user's own picture, changed or never read before
                return _piece_png(UNREADABLE, pixels, self._sides[color])

        return self._drawn(("piece", sprite, color, pixels), png)

    def chip(self, pixels: int) -> pygame.Surface:
        """The chip that lies on a hole, ``pixels`` square."""
        path = assets.sprites() / "chip.svg"
        return self._drawn(
            ("chip", pixels),
            lambda: resvg_py.svg_to_bytes(
                svg_path=str(path), width=pixels, height=pixels, skip_system_fonts=True
            ),
        )

    def icon(self, name: str, colour: Colour, pixels: int) -> pygame.Surface:
        """The picture of ``sprites/icons/NAME.svg`` in one colour, ``pixels`` square."""

        def png() -> bytes:
            return resvg_py.svg_to_bytes(
                svg_path=str(assets.sprites() / "icons" / f"{name}.svg"),
                width=pixels,
                height=pixels,
                style_sheet=f"svg {{ color: {hexed(colour)} }}",
                skip_system_fonts=True,
            )

        return self._drawn(("icon", name, colour, pixels), png)

    def drawing(self, svg: str) -> pygame.Surface:
        """SVG text, drawn at its own ``width`` and ``height``."""
        return self._drawn(svg, lambda: _svg_png(svg))

    def sketch(self, svg: str) -> pygame.Surface:
        """SVG text drawn once and not cached, such as a chart."""
        return _surface(_svg_png(svg))

    @cached_property
    def _sides(self) -> dict[bool, str]:
        return {color: style_sheet(self.theme.pieces(color)) for color in (True, False)}

    def kept(self, key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The cached surface for ``key``; calls ``make`` if it is not in the cache."""
        if key not in self._kept:
            self._kept[key] = make()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _drawn(self, key: object, png: Callable[[], bytes]) -> pygame.Surface:
        return self.kept(key, lambda: _surface(png()))


def style_sheet(colours: PieceColours) -> str:
    """The CSS that paints a piece in one side's colours; sprites/README.md says what the classes are."""
    width = f"; stroke-width: {colours.line_width}" if colours.line_width else ""
    return (
        f".stop-a {{ stop-color: {hexed(colours.top)} }}"
        f".stop-b {{ stop-color: {hexed(colours.foot)} }}"
        f".shade {{ fill: {hexed(colours.shade)} }}"
        f".light {{ fill: {hexed(colours.light)} }}"
        f".line {{ stroke: {hexed(colours.line)}{width} }}"
        f".ink {{ fill: {hexed(colours.line)} }}"
        f".edge {{ stroke: {hexed(colours.edge)}; opacity: {colours.edge_opacity} }}"
    )


def _surface(png: bytes) -> pygame.Surface:
    surface = pygame.image.load(io.BytesIO(png), "drawing.png")
    has_window = pygame.display.get_init() and pygame.display.get_surface() is not None
    return surface.convert_alpha() if has_window else surface


def _svg_png(svg: str) -> bytes:
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)


def _piece_png(svg: str, pixels: int, style_sheet: str) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=svg, width=pixels, height=pixels, style_sheet=style_sheet, skip_system_fonts=True
    )
