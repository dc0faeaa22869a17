"""The resting picture of one piece's view: cells, beads on the seams, a caption and what it all means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.cells import Mark
from wormhole.gui.board.drawing.folded_art import FoldedArt
from wormhole.gui.board.drawing.folded_ink import folded_ink
from wormhole.gui.board.drawing.ink import Ink
from wormhole.gui.board.drawing.still import WELL_OPACITY, WELL_STARS, StillBoard
from wormhole.gui.board.fold_view import Seen
from wormhole.gui.board.folded_layout import (
    HINT_LINES,
    LINE,
    FoldedLayout,
    caption_pixels,
    hint_pixels,
    margin_of,
)
from wormhole.gui.board.folded_words import caption, hints
from wormhole.gui.board.layout import GAP_AT
from wormhole.gui.look.backdrop import scatter_stars
from wormhole.gui.look.card import card
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import mixed

if TYPE_CHECKING:
    from wormhole import Variant
    from wormhole.gui.board.folded import Folded

GLOW, GLOW_OPACITY = 3.4, 0.16  # around the piece; the size in cells
GLOW_DRAWN = 96  # pixels
HALO, HALO_OPACITY = 2.1, 0.55  # the light of a bead; its size in beads


PlacedText = tuple[pygame.Surface, tuple[int, int]]
"""A line of text or a sign, and its place in the window."""


class FoldedStill:
    """Paints views at rest, in the frame of a board. ``rect`` is the part of the window that it covers."""

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        variant: Variant,
        board: StillBoard,
        sky: pygame.Surface | None,
        left_out: frozenset[Mark] = frozenset(),
    ) -> None:
        self.art = FoldedArt(sprites, lettering, variant, board, left_out)
        self.board = board.layout
        self.rect = board.rect
        self._sky = sky
        self._sprites = sprites
        self._lettering = lettering
        self._variant = variant
        self._frame = self._empty_frame(board)
        self._layouts: dict[int, FoldedLayout] = {}
        self._texts: dict[int, tuple[Folded, list[PlacedText]]] = {}
        self._ink = Ink(sprites.theme.colour, self.board)
        self._shown: Seen | None = None
        self._surface: pygame.Surface | None = None

    @property
    def chip(self) -> pygame.Surface:
        """A chip as it lies on the board."""
        return self._sprites.chip(self.board.side)

    def has(self, square: int) -> bool:
        """Whether it is a square of the board, not a void place."""
        return square < self._variant.geometry.squares

    def layout_of(self, seen: Seen) -> FoldedLayout:
        """Where the cells of a view are."""
        layout = self._layouts.get(id(seen.folded))
        if layout is None or layout.folded is not seen.folded:
            layout = FoldedLayout.fit(seen.view, self.board)
            self._layouts = {id(layout.folded): layout, **dict([*self._layouts.items()][:3])}
        return layout

    def picture(self, seen: Seen) -> pygame.Surface:
        """The view at rest. Do not draw on it."""
        if self._surface is None:
            self._surface = pygame.Surface(self.rect.size, 0, self._frame)
        if self._shown != seen:
            self._shown = seen
            self.lay_ground(self._surface, (0, 0))
            self._paint(self._surface, seen)
        return self._surface

    def texts(self, seen: Seen) -> list[PlacedText]:
        """The texts above and below the cells and the cross, each with its place in the window."""
        view = seen.view
        known = self._texts.get(id(view))
        if known is None or known[0] is not view:
            known = view, self._written(seen)
            self._texts = {id(view): known, **dict([*self._texts.items()][:1])}
        return known[1]

    def _written(self, seen: Seen) -> list[PlacedText]:
        frame, colour = self.board.frame, self._sprites.theme.colour
        light = colour.square_light_top
        ink = readable_on(colour.well, colour.ink, light)
        muted = readable_on(colour.well, colour.muted, mixed(light, colour.well, 0.35), light)
        margin = margin_of(frame)
        left, width = frame.left + margin, frame.width - 2 * margin
        title = self._line(caption(seen.view, self._variant), caption_pixels(frame), width - 2 * margin, ink)
        pixels = hint_pixels(frame)
        lines = self._wrapped([*hints(seen.view, self._variant)], pixels, width)
        top = frame.bottom - margin * 3 // 4 - round(len(lines) * LINE * pixels)
        back = self.layout_of(seen).back
        return [
            (self._sprites.drawing(marks.cross(muted, back.width)), back.topleft),
            (title, (left, frame.top + margin * 3 // 4)),
            *(
                (self._line(line, pixels, width, muted), (left, top + round(number * LINE * pixels)))
                for number, line in enumerate(lines)
            ),
        ]

    def painting(self, seen: Seen) -> Iterator[None]:
        """Paint a view ahead, in small steps."""
        layout = self.layout_of(seen)
        yield from self.art.painting(seen, layout)
        for pixels in {bead.pixels for seam in seen.view.seams for bead in layout.beads(seam)}:
            self._halo(pixels)
            yield
        self._light(layout.pitch)
        yield
        self.texts(seen)

    def _paint(self, surface: pygame.Surface, seen: Seen) -> None:
        layout = self.layout_of(seen)
        away = -self.rect.left, -self.rect.top
        home = layout.rect_of(0).move(away)
        colour, light = self._sprites.theme.colour, self._light(layout.pitch)
        surface.set_clip(self.board.frame.move(away))
        surface.blit(light, light.get_rect(center=home.center))
        for index in layout.from_the_top:
            picture = self.art.whole(seen, seen.view.cells[index], layout.pitch_of(index))
            picture.set_alpha(255)
            surface.blit(picture, layout.rect_of(index).move(away))
        for seam in seen.view.seams:
            for at in layout.thread(seam):
                dot = self._sprites.drawing(marks.glow(colour.wormhole_rim, 1.0, max(3, layout.pitch // 18)))
                surface.blit(dot, dot.get_rect(center=(round(at[0] + away[0]), round(at[1] + away[1]))))
            for bead in layout.beads(seam):
                at = round(bead.centre[0] + away[0]), round(bead.centre[1] + away[1])
                for picture in (self._halo(bead.pixels), self.art.bead(bead.pixels)):
                    surface.blit(picture, picture.get_rect(center=at))
        for inked in folded_ink(self._ink, seen.annotations, layout):
            surface.blit(inked.picture, inked.rect.move(away))
        surface.set_clip(None)
        for text, (left, top) in self.texts(seen):
            surface.blit(text, (left + away[0], top + away[1]))

    def _light(self, pitch: int) -> pygame.Surface:
        """The light around the piece; stretched, because large gradients take long to draw."""
        small = self._sprites.drawing(marks.glow(self._sprites.theme.colour.choice, GLOW_OPACITY, GLOW_DRAWN))
        return pygame.transform.smoothscale(small, (round(GLOW * pitch),) * 2)

    def _halo(self, pixels: int) -> pygame.Surface:
        colour = self._sprites.theme.colour.wormhole
        return self._sprites.drawing(marks.glow(colour, HALO_OPACITY, round(HALO * pixels)))

    def _line(self, text: str, pixels: int, width: int, ink: tuple[int, int, int]) -> pygame.Surface:
        while pixels > 9 and self._lettering.font(pixels).size(text)[0] > width:
            pixels -= 1
        return self._lettering.font(pixels).render(text, True, ink)

    def _wrapped(self, sentences: list[str], pixels: int, width: int) -> list[str]:
        """As many of the sentences as fit into the lines that there are."""
        font, lines = self._lettering.font(pixels), [""]
        for sentence in sentences:
            longer = lines.copy()
            for word in sentence.split():
                line = f"{longer[-1]} {word}".strip()
                if font.size(line)[0] > width and longer[-1]:
                    longer.append(word)
                else:
                    longer[-1] = line
            if len(longer) > HINT_LINES:
                break
            lines = longer
        return lines

    def lay_ground(self, surface: pygame.Surface, corner: tuple[int, int]) -> None:
        """Draw the sky and an empty frame, with their corner at this place of the surface."""
        across, down = corner[0] - self.rect.left, corner[1] - self.rect.top
        for strip in _around(self.board.frame, self.rect):
            if self._sky is None:
                surface.fill(self._sprites.theme.colour.sky_middle, strip.move(across, down))
            else:
                surface.blit(self._sky, strip.move(across, down), strip)
        surface.blit(self._frame, self.board.frame.move(across, down))

    def _empty_frame(self, board: StillBoard) -> pygame.Surface:
        """An empty frame on the sky: the board's own if that is a rectangle."""
        layout = self.board
        frame = layout.frame.move(-self.rect.left, -self.rect.top)
        if layout.geometry.squares == layout.geometry.columns * layout.geometry.rows:
            return board.ground.subsurface(frame)
        picture = pygame.Surface(frame.size, 0, board.surface)
        if self._sky is None:
            picture.fill(self._sprites.theme.colour.sky_middle)
        else:
            picture.blit(self._sky, (0, 0), layout.frame)
        self._paint_frame(picture)
        return picture

    def _paint_frame(self, picture: pygame.Surface) -> None:
        """Paint a rectangular frame with stars in it, for a board of another shape."""
        layout, colour = self.board, self._sprites.theme.colour
        line = max(1, round(layout.pitch / GAP_AT))
        corner = round(self._sprites.theme.corner_pixels * layout.pitch / GAP_AT)
        size = layout.frame.size
        plain = card(self._sprites, size, corner, colour.well, WELL_OPACITY, colour.board_line, line)
        picture.blit(plain, (0, 0))
        grid = layout.grid.move(-layout.frame.left, -layout.frame.top)
        scatter_stars(picture, grid, colour.star, layout.pitch * 9, WELL_STARS)


def _around(frame: pygame.Rect, whole: pygame.Rect) -> Iterator[pygame.Rect]:
    """The parts of a rectangle above, below, left and right of a frame in it."""
    yield pygame.Rect(whole.left, whole.top, whole.width, frame.top - whole.top)
    yield pygame.Rect(whole.left, frame.bottom, whole.width, whole.bottom - frame.bottom)
    yield pygame.Rect(whole.left, frame.top, frame.left - whole.left, frame.height)
    yield pygame.Rect(frame.right, frame.top, whole.right - frame.right, frame.height)
