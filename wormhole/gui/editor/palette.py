"""The palette: the pieces of both sides, and between them the tools; one of all is chosen."""

from __future__ import annotations

import pygame

from wormhole import Piece, Variant
from wormhole.gui.board.drawing.square_parts import grin, wall
from wormhole.gui.board.scene import Ground, closed_ground
from wormhole.gui.editor.draft import has_dice
from wormhole.gui.editor.editor_layout import PADDING_UNITS, palette_cells
from wormhole.gui.editor.edits import Brush, EditorTool, brushes
from wormhole.gui.languages.language import _, _p
from wormhole.gui.look.card import card, panel_card
from wormhole.gui.look.layers import Area, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.window.keys import HOLE_CAPS, cap_words

ICONS = {EditorTool.MOVE: "move", EditorTool.ERASE: "erase", EditorTool.PROMOTED: "promoted"}
PIECE_SHARE, ICON_SHARE, TOOL_SHARE = 0.86, 0.45, 0.8
ICON_UNITS = 3
"""The greatest size of an icon."""


class Palette(Area):
    """A layer with a cell for everything that can be painted with."""

    def __init__(self, look: Look, rect: pygame.Rect, variant: Variant) -> None:
        super().__init__(rect)
        self._look = look
        self._variant = variant
        self._chosen: Brush = EditorTool.MOVE
        self.pointed: Brush | None = None
        """What is under the pointer."""
        self._flipped = False
        self._ground = panel_card(look, rect.size)
        self._lay_out()

    def show(self, chosen: Brush, flipped: bool) -> None:
        """Show which one is chosen; the own side's pieces are on its side of the board."""
        if (chosen, flipped) != (self._chosen, self._flipped):
            self._chosen, self._flipped = chosen, flipped
            self._lay_out()
            self.is_stale = True

    def point_at(self, pixel: tuple[int, int] | None) -> None:
        """Light what is under the pointer."""
        pointed = None if pixel is None else self.brush_at(pixel)
        if pointed != self.pointed:
            self.pointed = pointed
            self.is_stale = True

    def brush_at(self, pixel: tuple[int, int]) -> Brush | None:
        """What is under a pixel, if anything."""
        return next((brush for brush, cell in self._cells.items() if cell.collidepoint(pixel)), None)

    def cell_of(self, brush: Brush) -> pygame.Rect:
        """The cell of a brush, in the window."""
        return self._cells[brush]

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The cell under a pixel, with the name of what is in it and its key."""
        brush = self.brush_at(pixel)
        return None if brush is None else Spot(tuple(self._cells[brush]), Pointer.HAND, self._tip(brush))

    def _tip(self, brush: Brush) -> Tip:
        if isinstance(brush, Piece):
            cap = f"Shift+{brush.letter}" if brush.color else brush.letter
            return Tip(_(self._variant.piece_types[brush.letter].name), (cap_words(cap),))
        if brush is EditorTool.MOVE:
            return Tip(_("Drag pieces to move or remove them; Ctrl copies them"))
        if brush is EditorTool.ERASE:
            return Tip(_("Remove what you click"), (cap_words("Del"),))
        if brush is EditorTool.PROMOTED:
            return Tip(_("Mark promoted pieces, which become in a hand what they were"), ("+",))
        return Tip(tool_name(brush, self._variant), HOLE_CAPS)

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card and its cells."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        surface.blit(self._ground, self.rect)
        for brush, cell in self._cells.items():
            self._draw_ground(surface, brush, cell)
            if isinstance(brush, Piece):
                self._draw_piece(surface, brush, cell)
            else:
                self._draw_tool(surface, brush, cell)

    def _lay_out(self) -> None:
        scale, count = self._look.scale, len(self._variant.piece_types)
        padding = scale.units(PADDING_UNITS)
        inner = self.rect.inflate(-2 * padding, -2 * padding)
        side, rows = palette_cells(self.rect.size, scale, count)
        columns = -(-count // rows)
        left = inner.left + (inner.width - columns * side) // 2
        tools_top = inner.top + rows * side
        tops = {True: tools_top + side, False: inner.top}
        if self._flipped:
            tops = {True: inner.top, False: tools_top + side}
        every = brushes(self._variant)
        tools = [brush for brush in every if isinstance(brush, EditorTool)]
        width = inner.width // len(tools)
        self._cells: dict[Brush, pygame.Rect] = {}
        for brush in every:
            if isinstance(brush, Piece):
                row, column = divmod(list(self._variant.piece_types).index(brush.letter), columns)
                place = left + column * side, tops[brush.color] + row * side
                self._cells[brush] = pygame.Rect(place, (side, side))
            else:
                strip = pygame.Rect(
                    inner.left + tools.index(brush) * width, tools_top, width, round(side * TOOL_SHARE)
                )
                strip.centery = tools_top + side // 2
                self._cells[brush] = strip

    def _draw_ground(self, surface: pygame.Surface, brush: Brush, cell: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        box = cell.inflate(-look.scale.pixels(3), -look.scale.pixels(3))
        if brush == self._chosen:
            fill, line = self._look.theme.chosen, colour.accent
        elif brush == self.pointed:
            fill, line = colour.raised, mixed(colour.panel_line, colour.muted, 0.6)
        elif isinstance(brush, EditorTool):
            fill, line = mixed(colour.panel, colour.sky_edge, 0.5), colour.panel_line
        else:
            return
        corner = look.scale.pixels(8)
        surface.blit(card(look.sprites, box.size, corner, fill, 1.0, line, look.scale.pixels(1)), box)

    def _draw_piece(self, surface: pygame.Surface, piece: Piece, cell: pygame.Rect) -> None:
        piece_type = self._variant.piece_types[piece.letter]
        picture = self._look.sprites.piece(piece_type, piece.color, round(PIECE_SHARE * cell.width))
        surface.blit(picture, picture.get_rect(center=cell.center))

    def _draw_tool(self, surface: pygame.Surface, tool: EditorTool, cell: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        ink = colour.ink if tool in (self._chosen, self.pointed) else mixed(colour.muted, colour.ink, 0.5)
        icon = self._icon(
            tool, ink, min(look.scale.units(ICON_UNITS), round(ICON_SHARE * self._cells_height))
        )
        gap = look.scale.pixels(6)
        words = look.words
        name = tool_name(tool, self._variant)
        room = cell.width - icon.get_width() - 3 * gap
        pixels = words.largest([name], look.small, room)
        text = words.line(words.fitted(name, pixels, room), pixels, ink)
        left = cell.centerx - (icon.get_width() + gap + text.get_width()) // 2
        surface.blit(icon, icon.get_rect(midleft=(left, cell.centery)))
        surface.blit(text, text.get_rect(midleft=(left + icon.get_width() + gap, cell.centery)))

    @property
    def _cells_height(self) -> int:
        return palette_cells(self.rect.size, self._look.scale, len(self._variant.piece_types)).side

    def _icon(self, tool: EditorTool, ink: Colour, pixels: int) -> pygame.Surface:
        sprites = self._look.sprites
        if tool in ICONS:
            return sprites.icon(ICONS[tool], ink, pixels)
        closed = closed_ground(self._variant)
        if closed is Ground.WALL:
            return sprites.drawing(wall(self._look.theme, pixels))
        if closed is Ground.GONE:
            return sprites.drawing(grin(ink, 1.0, pixels, 2))
        return sprites.chip(pixels)


def tool_name(tool: EditorTool, variant: Variant) -> str:
    """What a tool is called in this game."""
    if tool is EditorTool.MOVE:
        return _p("tool", "Move")
    if tool is EditorTool.ERASE:
        return _("Remove")
    if tool is EditorTool.PROMOTED:
        return _("Promoted")
    if closed_ground(variant) is Ground.WALL:
        return _("Stone")
    return _("Counter") if has_dice(variant) else _("Hole")
