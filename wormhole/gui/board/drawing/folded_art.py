"""Pictures of the cells of one piece's view, at any size, each painted once while the view is shown."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any

import pygame

from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.cells import Cell, Mark
from wormhole.gui.board.drawing.square_art import SLAB, SquareArt
from wormhole.gui.board.fold_view import Seen
from wormhole.gui.board.folded import FoldedCell
from wormhole.gui.board.folded_layout import FoldedLayout
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.scene import Ground
from wormhole.gui.look.board_style import Coordinates
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, mixed
from wormhole.rules.variant import LeftSquare

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


class _EnlargedArt(SquareArt):
    """Squares and pieces of a view. Large ones are the board's own, scaled.

    To draw one anew would take longer than a frame. Where they are so large, the difference is not seen.
    """

    def __init__(self, *arguments: Any, board: SquareArt) -> None:
        super().__init__(*arguments)
        self._board = board
        self._is_large = self.layout.side > LARGEST_DRAWN
        if self.layout.pitch == board.layout.pitch:
            self._pictures, self._is_large = board._pictures, False

    def piece(self, letter: str, color: bool) -> pygame.Surface:
        """A piece at the size of this layout."""
        if not self._is_large:
            return super().piece(letter, color)
        pixels = round(self._piece_size * self.layout.side)
        return self._enlarged((letter, color), lambda: self._board.piece(letter, color), pixels)

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

    def _mark(self, mark: Mark, ground: Ground) -> pygame.Surface:
        if not self._is_large:
            return super()._mark(mark, ground)
        return self._enlarged((mark, ground), lambda: self._board._mark(mark, ground), self.layout.side)

    def _enlarged(self, key: Hashable, draw: Callable[[], pygame.Surface], pixels: int) -> pygame.Surface:
        return self._picture(key, lambda: pygame.transform.smoothscale(draw(), (pixels, pixels)))


class FoldedArt:
    """Paints squares as they stand in a view."""

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        variant: Variant,
        board: SquareArt,
        left_out: frozenset[Mark],
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

    def bare(self, seen: Seen, square: int, pitch: int) -> pygame.Surface:
        """A square with its piece, as on the board; a little higher than wide, for the slab's side."""
        cell = self._cell(seen, square)
        return self._picture((square, cell, pitch), lambda: self._painted(square, cell, pitch))

    def whole(self, seen: Seen, cell: FoldedCell, pitch: int, is_pointed: bool = False) -> pygame.Surface:
        """The same with its name, and a mark if the piece can go there; darker if it is only passed."""
        key, content = self._key(seen, cell, pitch, is_pointed)
        return self._picture(key, lambda: self._named(cell, content, pitch, key[3]))

    def if_painted(self, seen: Seen, cell: FoldedCell, pitch: int) -> pygame.Surface | None:
        """The same, if it has been painted before."""
        return self._kept.get(self._key(seen, cell, pitch)[0])

    def painting(self, seen: Seen, layout: FoldedLayout) -> Iterator[None]:
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
        self, seen: Seen, cell: FoldedCell, pitch: int, is_pointed: bool = False
    ) -> tuple[tuple[int, Cell | None, int, bool, bool], Cell | None]:
        """What tells a whole cell from others, and what stands there."""
        content = self._cell(seen, cell.square, _mark_of(seen, cell, is_pointed))
        is_dim = not (cell.stands or cell.square == seen.view.square)
        return (cell.square, content, pitch, is_dim, cell.is_repeated), content

    def _cell(self, seen: Seen, square: int, mark: Mark | None = None) -> Cell | None:
        """What stands on a square; None on a void place."""
        if square >= self._variant.geometry.squares:
            return None
        scene, found = seen.scene, []
        if seen.last_move is not None and square in (seen.last_move.from_square, seen.last_move.to_square):
            found.append(Mark.LAST_MOVE)
        if seen.folded is not None and square == seen.view.square and not seen.has_moved:
            found.append(Mark.CHOSEN)
        if seen.premove is not None and square in (seen.premove.from_square, seen.premove.to_square):
            found.append(Mark.PREMOVE)
        if square == seen.check:
            found.append(Mark.CHECK)
        if mark is not None:
            found.append(mark)
        closed = Ground.GONE if self._variant.left_square is LeftSquare.VANISHES else Ground.CHIP
        ground = closed if square in scene.holes else Ground.SQUARE
        return Cell(
            ground,
            tint=seen.reach.get(square),
            marks=tuple(each for each in found if each not in self._left_out),
            piece=scene.pieces.get(square),
            sleeps=square in scene.sleepers,
            arrows=self._variant.arrows[square] if self._variant.arrows else 0,
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
        for mark, tint in ((Mark.LAST_MOVE, colour.gold), (Mark.CHOSEN, colour.choice)):
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


def _mark_of(seen: Seen, cell: FoldedCell, is_pointed: bool) -> Mark | None:
    if not cell.is_target or seen.has_moved:
        return None
    is_quiet = cell.captured is None
    if is_pointed:
        return Mark.TARGET_POINTED if is_quiet else Mark.CAPTURE_POINTED
    if seen.view.is_to_move:
        return Mark.TARGET if is_quiet else Mark.CAPTURE
    return Mark.WITHIN_REACH if is_quiet else Mark.CAPTURE_WITHIN_REACH
