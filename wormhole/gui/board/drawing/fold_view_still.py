"""The resting picture of one piece's view: cells, beads on the seams, a caption and what it all means."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from math import dist
from typing import TYPE_CHECKING, Any

import pygame

from wormhole.gui.board.annotations import Annotations
from wormhole.gui.board.board_layout import GAP_AT, BoardLayout
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.arrows import Ink, InkPicture, arrow, painted, ring
from wormhole.gui.board.drawing.cells import Cell, SquareMark, turns_at
from wormhole.gui.board.drawing.square_art import SLAB, SquareArt
from wormhole.gui.board.drawing.still import WELL_OPACITY, WELL_STARS, StillBoard
from wormhole.gui.board.fold_view import ViewContent
from wormhole.gui.board.fold_view_layout import (
    HINT_LINES,
    LINE,
    FoldedLayout,
    caption,
    caption_pixels,
    hint_pixels,
    hints,
    margin_of,
)
from wormhole.gui.board.folded import FoldedBoard, FoldedCell
from wormhole.gui.board.printed import SquarePrint
from wormhole.gui.board.scene import Ground, closed_ground
from wormhole.gui.look.backdrop import scatter_stars
from wormhole.gui.look.card import card
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites, scaled
from wormhole.gui.look.theme import Colour, Coordinates, mixed

if TYPE_CHECKING:
    from wormhole import Variant


DIMMED = 0.6
DIM_NAME = 0.12  # of the ground below the board in the name of a dim square
NAME = 0.15  # shares of the pitch
NAME_AT = 0.07
NAME_BY_ARROWS = 0.15
PLATE_OPACITY = 0.88
SMALLEST_NAME = 9
NAMED_FROM = 24  # pixels of pitch; smaller cells have no room for a name
REPEATED = 0.16
LARGEST_DRAWN = 190  # pixels of a square's side
MOST_PIXELS = 9_000_000  # of all pictures that are kept: those of two views in a very large window
MOST_BOARDS = 6  # of all pictures that are kept, in areas of the board: those of some views in a small one
ARTS_KEPT = 4
GLOW, GLOW_OPACITY = 3.4, 0.16  # around the piece; the size in cells
GLOW_DRAWN = 96  # pixels
HALO, HALO_OPACITY = 2.1, 0.55  # the light of a bead; its size in beads


class _EnlargedArt(SquareArt):
    """Squares and pieces of a view. Large ones are the board's own, scaled.

    To redraw one would take longer than a frame. Where they are so large, the difference is not seen.
    """

    def __init__(self, *arguments: Any, board: SquareArt) -> None:
        super().__init__(*arguments)
        self.style = board.style
        self._board = board
        self._printed = {
            square: SquarePrint(each.goal_of) for square, each in self._printed.items() if each.goal_of
        }
        """Lines and banks mean nothing where squares stand elsewhere."""
        self._is_large = self.layout.side > LARGEST_DRAWN
        if self.layout.pitch == board.layout.pitch:
            self._pictures, self._is_large = board._pictures, False

    def face(self, letter: str, color: bool) -> pygame.Surface:
        """A piece at the size of this layout."""
        if not self._is_large:
            return super().face(letter, color)
        return self._enlarged((letter, color), lambda: self._board.face(letter, color), self._piece_pixels)

    def tile(self, square: int) -> pygame.Surface:
        """The square's slab."""
        if not self._is_large:
            return super().tile(square)
        drawn = self._board.tile(square)
        return self._enlarged(drawn, lambda: drawn, self.layout.side)

    @property
    def shadow(self) -> pygame.Surface:
        """The soft shadow at a piece's foot."""
        if not self._is_large:
            return super().shadow
        return self._enlarged("shadow", lambda: self._board.shadow, self.layout.side)

    def _slab_edge(self, square: int) -> pygame.Surface:
        if not self._is_large:
            return super()._slab_edge(square)
        drawn = self._board._slab_edge(square)
        return self._enlarged(drawn, lambda: drawn, self.layout.side)

    def _print(self, printed: SquarePrint, is_light: bool, has_piece: bool) -> pygame.Surface:
        if not self._is_large:
            return super()._print(printed, is_light, has_piece)
        key = printed, is_light, has_piece
        return self._enlarged(key, lambda: self._board._print(*key), self.layout.side)

    def _mark(self, mark: SquareMark, ground: Ground) -> pygame.Surface:
        if not self._is_large:
            return super()._mark(mark, ground)
        return self._enlarged((mark, ground), lambda: self._board._mark(mark, ground), self.layout.side)

    def _enlarged(self, key: Hashable, draw: Callable[[], pygame.Surface], pixels: int) -> pygame.Surface:
        return self._picture(key, lambda: scaled(draw(), (pixels, pixels)))


class FoldedArt:
    """Paints squares as they stand in a view."""

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        variant: Variant,
        board: SquareArt,
        left_out: frozenset[SquareMark],
    ) -> None:
        self.sprites = sprites
        self._lettering = lettering
        self._variant = variant
        self._board = board
        self._left_out = left_out
        self._arts: dict[int, SquareArt] = {}
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._pixels = 0
        frame = board.layout.frame
        self._most_pixels = min(MOST_PIXELS, MOST_BOARDS * frame.width * frame.height)

    def bare(self, seen: ViewContent, square: int, pitch: int) -> pygame.Surface:
        """A square with its piece, as on the board; a little higher than wide, for the slab's side."""
        cell = self._cell(seen, square)
        return self._picture((square, cell, pitch), lambda: self._painted(square, cell, pitch))

    def whole(
        self, seen: ViewContent, cell: FoldedCell, pitch: int, is_pointed: bool = False
    ) -> pygame.Surface:
        """The same with its name, and a mark if the piece can go there; darker if it is only passed."""
        key, content = self._key(seen, cell, pitch, is_pointed)
        return self._picture(key, lambda: self._named(cell, content, pitch, key[3]))

    def if_painted(self, seen: ViewContent, cell: FoldedCell, pitch: int) -> pygame.Surface | None:
        """The same, if it has been painted before."""
        return self._kept.get(self._key(seen, cell, pitch)[0])

    def painting(self, seen: ViewContent, layout: FoldedLayout) -> Iterator[None]:
        """Paint the whole view ahead, in small steps."""
        for index in layout.from_the_top:
            cell, pitch = seen.view.cells[index], layout.pitch_of(index)
            if cell.square < self._variant.geometry.squares:
                self.art(pitch).tile(cell.square)
                yield
                piece = seen.scene.pieces.get(cell.square)
                if piece is not None:
                    self.art(pitch).piece(piece.letter, piece.color)
                    yield
            self.whole(seen, cell, pitch)
            yield

    def art(self, pitch: int) -> SquareArt:
        """Squares and pieces for cells of this pitch."""
        if pitch not in self._arts:
            flipped = self._board.layout.flipped
            layout = BoardLayout(self._variant.geometry, 0, 0, pitch, flipped, Coordinates.OFF)
            own = self.sprites, self._lettering, self._variant, layout
            newest = dict([*self._arts.items()][1 - ARTS_KEPT :])
            self._arts = {**newest, pitch: _EnlargedArt(*own, board=self._board)}
        return self._arts[pitch]

    def bead(self, pixels: int) -> pygame.Surface:
        """A removed square on a seam."""
        return self.sprites.drawing(marks.removed(self.sprites.theme.colour, pixels))

    def _picture(self, key: Hashable, paint: Callable[[], pygame.Surface]) -> pygame.Surface:
        if key not in self._kept:
            picture = self._kept[key] = paint()
            self._pixels += _area_of(picture)
            while self._pixels > self._most_pixels and len(self._kept) > 1:
                self._pixels -= _area_of(self._kept.popitem(last=False)[1])
        self._kept.move_to_end(key)
        return self._kept[key]

    def _key(
        self, seen: ViewContent, cell: FoldedCell, pitch: int, is_pointed: bool = False
    ) -> tuple[tuple[int, Cell | None, int, bool, bool], Cell | None]:
        """What distinguishes a whole cell from others, and what stands there."""
        content = self._cell(seen, cell.square, _mark_of(seen, cell, is_pointed))
        is_dim = not (cell.stands or cell.square == seen.view.square)
        return (cell.square, content, pitch, is_dim, cell.is_repeated), content

    def _cell(self, seen: ViewContent, square: int, mark: SquareMark | None = None) -> Cell | None:
        """What stands on a square; None on a void place."""
        if square >= self._variant.geometry.squares:
            return None
        scene, found = seen.scene, []
        move = scene.last_move
        if move is not None and square in (move.from_square, move.to_square):
            found.append(SquareMark.LAST_MOVE)
        if seen.folded is not None and square == seen.view.square and not seen.has_moved:
            found.append(SquareMark.CHOSEN)
        if any(square in (premove.from_square, premove.to_square) for premove in seen.premoves):
            found.append(SquareMark.PREMOVE)
        if square == scene.check:
            found.append(SquareMark.CHECK)
        if mark is not None:
            found.append(mark)
        ground = closed_ground(self._variant) if square in scene.holes else Ground.SQUARE
        return Cell(
            ground,
            tint=seen.reach.get(square),
            marks=tuple(each for each in found if each not in self._left_out),
            piece=scene.pieces.get(square),
            sleeps=square in scene.sleepers,
            arrows=self._variant.arrows[square] if self._variant.arrows else 0,
            is_promoted=square in scene.promoted,
            is_gate=square in scene.gates,
            turns=turns_at(seen.premoves).get(square, ()),
        )

    def _painted(self, square: int, cell: Cell | None, pitch: int) -> pygame.Surface:
        art = self.art(pitch)
        side = art.layout.side
        picture = pygame.Surface((side, side + max(2, round(SLAB * pitch))), pygame.SRCALPHA)
        if cell is None:
            trace = self.sprites.theme.colour.trace
            picture.blit(self.sprites.drawing(marks.void(trace, side, art.layout.corner)), (0, 0))
        else:
            art.paint(picture, [(square, cell, pygame.Rect(0, 0, side, side))])
        if pygame.display.get_init() and pygame.display.get_surface() is not None:
            return picture.convert_alpha()
        return picture

    def _named(self, cell: FoldedCell, content: Cell | None, pitch: int, is_dim: bool) -> pygame.Surface:
        picture = self._painted(cell.square, content, pitch)
        if content is None or pitch < NAMED_FROM:
            return picture
        layout, colour = self.art(pitch).layout, self.sprites.theme.colour
        if is_dim:
            self._darken(picture)
        ground = self._ground_of(cell.square, content, is_dim)
        inks = (colour.square_dark_foot, colour.square_light_top, colour.shade)
        ink = mixed(colour.square_light_top, colour.well, DIM_NAME) if is_dim else readable_on(ground, *inks)
        left, top = round((NAME_BY_ARROWS if content.arrows else NAME_AT) * pitch), round(NAME_AT * pitch / 2)
        font = self._lettering.font(max(SMALLEST_NAME, round(NAME * pitch)), bold=True)
        name = font.render(self._variant.geometry.names[cell.square], True, ink)
        if content.piece is not None:
            plate = name.get_rect(topleft=(left, top)).inflate(name.height // 4, -name.height // 5)
            svg = marks.plate(ground, PLATE_OPACITY, plate.width, plate.height)
            picture.blit(self.sprites.drawing(svg), plate)
        picture.blit(name, (left, top))
        if cell.is_repeated:
            pixels = max(7, round(REPEATED * pitch))
            sign = self.sprites.drawing(marks.repeated(ink, pixels))
            picture.blit(sign, (layout.side - left - pixels, left))
        return picture

    def _ground_of(self, square: int, content: Cell, is_dim: bool) -> Colour:
        """About the colour of a square under its piece."""
        colour = self.sprites.theme.colour
        is_light = self.art(SMALLEST_NAME).layout.is_light(square)
        ground = colour.square_light_top if is_light else colour.square_dark_top
        for mark, tint in ((SquareMark.LAST_MOVE, colour.gold), (SquareMark.CHOSEN, colour.choice)):
            if mark in content.marks:
                ground = mixed(ground, tint, 0.7)
        return mixed(ground, colour.well, DIMMED) if is_dim else ground

    def _darken(self, picture: pygame.Surface) -> None:
        """Mix the picture with the colour of the ground below the board; its shape stays."""
        veil = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        veil.fill((*self.sprites.theme.colour.well, round(255 * DIMMED)))
        shape = picture.copy()
        shape.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
        veil.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(veil, (0, 0))


def _area_of(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()


def _mark_of(seen: ViewContent, cell: FoldedCell, is_pointed: bool) -> SquareMark | None:
    if not cell.is_target or seen.has_moved:
        return None
    is_quiet = cell.captured is None
    if is_pointed:
        return SquareMark.TARGET_POINTED if is_quiet else SquareMark.CAPTURE_POINTED
    if seen.view.is_to_move:
        return SquareMark.TARGET if is_quiet else SquareMark.CAPTURE
    return SquareMark.WITHIN_REACH if is_quiet else SquareMark.CAPTURE_WITHIN_REACH


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
        left_out: frozenset[SquareMark] = frozenset(),
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
        self._texts: dict[int, tuple[FoldedBoard, list[PlacedText]]] = {}
        self._ink = Ink(sprites.theme.colour, self.board)
        self._shown: ViewContent | None = None
        self._surface: pygame.Surface | None = None

    @property
    def chip(self) -> pygame.Surface:
        """A chip as it lies on the board."""
        return self._sprites.chip(self.board.side)

    def has(self, square: int) -> bool:
        """Whether it is a square of the board, not a void place."""
        return square < self._variant.geometry.squares

    def layout_of(self, seen: ViewContent) -> FoldedLayout:
        """Where the cells of a view are."""
        layout = self._layouts.get(id(seen.folded))
        if layout is None or layout.folded is not seen.folded:
            layout = FoldedLayout.fit(seen.view, self.board)
            self._layouts = {id(layout.folded): layout, **dict([*self._layouts.items()][:3])}
        return layout

    def picture(self, seen: ViewContent) -> pygame.Surface:
        """The view at rest. Do not draw on it."""
        if self._surface is None:
            self._surface = pygame.Surface(self.rect.size, 0, self._frame)
        if self._shown != seen:
            self._shown = seen
            self.lay_ground(self._surface, (0, 0))
            self._paint(self._surface, seen)
        return self._surface

    def texts(self, seen: ViewContent) -> list[PlacedText]:
        """The texts above and below the cells and the cross, each with its place in the window."""
        view = seen.view
        known = self._texts.get(id(view))
        if known is None or known[0] is not view:
            known = view, self._written(seen)
            self._texts = {id(view): known, **dict([*self._texts.items()][:1])}
        return known[1]

    def _written(self, seen: ViewContent) -> list[PlacedText]:
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

    def painting(self, seen: ViewContent) -> Iterator[None]:
        """Paint a view ahead, in small steps."""
        layout = self.layout_of(seen)
        yield from self.art.painting(seen, layout)
        for pixels in {bead.pixels for seam in seen.view.seams for bead in layout.beads(seam)}:
            self._halo(pixels)
            yield
        self._light(layout.pitch)
        yield
        self.texts(seen)

    def _paint(self, surface: pygame.Surface, seen: ViewContent) -> None:
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
        return scaled(small, (round(GLOW * pitch),) * 2)

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
        corner = round(self._sprites.theme.panel.corner * layout.pitch / GAP_AT)
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


def folded_ink(ink: Ink, annotations: Annotations, layout: FoldedLayout) -> Iterator[InkPicture]:
    """The pictures from the lowest up; those of squares that are not in the view are left out."""
    for from_square, to_square, style in ink.specs(annotations):
        if from_square == to_square:
            for index in layout.folded.cells_of(from_square):
                centre = layout.rect_of(index).center
                yield from painted(ring(centre, layout.pitch_of(index), style), style.opacity)
            continue
        ends = _ends(from_square, to_square, layout)
        if ends is not None:
            start, end = (layout.rect_of(index).center for index in ends)
            pitch = min(layout.pitch_of(index) for index in ends)
            yield from painted(arrow(start, end, pitch, style), style.opacity)


def _ends(from_square: int, to_square: int, layout: FoldedLayout) -> tuple[int, int] | None:
    """The cells of both squares: where the piece's own move ends, or else those nearest to each other."""
    folded = layout.folded
    target = folded.target_at(to_square) if from_square == folded.square else None
    if target is not None:
        return 0, target

    def apart(pair: tuple[int, int]) -> float:
        return dist(*(layout.rect_of(index).center for index in pair))

    return min(product(folded.cells_of(from_square), folded.cells_of(to_square)), key=apart, default=None)
