"""Draws the fold view of a board's state: at rest, while a piece moves in it, and while it turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.board_layout import DRAG_SCALE, Pixel
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush, faded
from wormhole.gui.board.drawing.cells import Cell
from wormhole.gui.board.drawing.fold_view_still import FoldedStill
from wormhole.gui.board.drawing.route_drawing import dotted
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.fold_view import Change, Journey, ViewContent
from wormhole.gui.board.fold_view_layout import FoldedLayout
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.easing import smooth

if TYPE_CHECKING:
    from wormhole import Piece

FADES = 0.6  # of a change: names and marks fade out at its beginning, and in at its end
SHRINKS = 0.8  # size of a cell that goes out or comes in at its place
CAPTURED_FROM = 0.6  # share of a journey after which the captured piece fades
FLASH, FLASH_REACH = 3.2, 0.3  # the light of a bead that the piece passes: its size, in squares before it
BEADS_A_CELL = 8
BEADS_APART = 11  # pixels, at least
DOT, DOT_GLOW, JOINT = 0.075, 0.3, 0.17  # shares of the pitch
ENDS, CAPTURE_ENDS = 0.36, 0.5
SMOOTH_PIXELS = 1_200_000  # of all pictures that slide; more of them are scaled more simply


@dataclass(frozen=True)
class SpriteSpot:
    """Where something is: its centre and side in pixels, its opacity."""

    centre: Pixel
    side: float
    opacity: float = 1.0

    def towards(self, other: SpriteSpot, share: float) -> SpriteSpot:
        """The spot at ``share`` (0..1) of the way to the other."""

        def mixed(first: float, second: float) -> float:
            return first + (second - first) * share

        centre = mixed(self.centre[0], other.centre[0]), mixed(self.centre[1], other.centre[1])
        return SpriteSpot(centre, mixed(self.side, other.side), mixed(self.opacity, other.opacity))

    def gone(self) -> SpriteSpot:
        """The same place, with nothing there."""
        return SpriteSpot(self.centre, SHRINKS * self.side, 0.0)


@dataclass(frozen=True)
class SlidingSprite:
    """A picture that goes from one spot to another; others lie over it at the beginning and at the end."""

    start: SpriteSpot
    end: SpriteSpot
    picture: pygame.Surface
    first: pygame.Surface | None = None
    last: Callable[[], pygame.Surface | None] = lambda: None
    """None while it is not painted yet."""

    def layers(self, share: float) -> Iterator[tuple[pygame.Surface, float]]:
        """The pictures from the lowest up, with their opacities."""
        opacity = self.start.opacity + (self.end.opacity - self.start.opacity) * share
        yield self.picture, opacity
        if self.first is not None and share < FADES:
            yield self.first, opacity * (1 - share / FADES)
        if share > 1 - FADES and (last := self.last()) is not None:
            yield last, opacity * (1 - (1 - share) / FADES)


@dataclass(frozen=True)
class SlidingSprites:
    """Everything that slides, from the lowest up."""

    slides: tuple[SlidingSprite, ...]
    hidden: frozenset[int]
    """The squares of the board that are among them."""


@dataclass(frozen=True)
class _RestingSprite:
    """A cell or a bead of a view: its square, where it is, and what it looks like there."""

    square: int
    spot: SpriteSpot
    pitch: int
    looks: Callable[[], pygame.Surface]
    if_painted: Callable[[], pygame.Surface | None]


def slides_of(change: Change, still: FoldedStill) -> SlidingSprites:
    """What slides in this change."""
    before, after = change.before, change.after
    if before.folded is None:
        cells, beads = _cells(after, still), _beads(after, still)
        slides = [_from_board(sprite, before, after, still) for sprite in cells]
        slides += [
            SlidingSprite(_on_board(bead, still), bead.spot, still.chip, last=bead.looks) for bead in beads
        ]
        return SlidingSprites(tuple(slides), frozenset(sprite.square for sprite in (*cells, *beads)))
    if after.folded is None:
        cells, beads = _cells(before, still), _beads(before, still)
        slides = [_to_board(sprite, after, still) for sprite in cells]
        slides += [
            SlidingSprite(bead.spot, _on_board(bead, still), still.chip, first=bead.looks()) for bead in beads
        ]
        squares = {sprite.square for sprite in cells} - after.scene.holes
        return SlidingSprites(tuple(slides), frozenset(squares | {bead.square for bead in beads}))
    travel = _travel(change, still)
    if travel and change.moved is not None:
        before = replace(before, scene=before.scene.without(change.moved[0]))
        after = replace(after, scene=after.scene.without(change.moved[1]))
        for sprite in _cells(after, still):
            if sprite.square == change.moved[1]:
                sprite.looks()  # it is not painted ahead, because it is not seen so at rest

    def bare(sprite: _RestingSprite, pitch: int) -> pygame.Surface:
        return still.art.bare(after, sprite.square, pitch)

    slides = [*_between(_cells(before, still), _cells(after, still), bare, still)]
    slides += _between(_beads(before, still), _beads(after, still), lambda bead, _: bead.looks(), still)
    return SlidingSprites((*slides, *travel), frozenset())


def _travel(change: Change, still: FoldedStill) -> tuple[SlidingSprite, ...]:
    """How another piece goes from cell to cell, if both are seen; else it goes out or comes in with them."""
    if change.moved is None:
        return ()
    spots = []
    for seen, square in zip((change.before, change.after), change.moved, strict=True):
        layout = still.layout_of(seen)
        for index in seen.view.cells_of(square)[:1]:
            piece = seen.scene.pieces[square]
            picture = still.art.art(layout.pitch_of(index)).piece(piece.letter, piece.color)
            spots.append((SpriteSpot(layout.rect_of(index).center, picture.get_width()), picture))
    if len(spots) < 2:
        return ()
    (start, picture), (end, _) = spots
    return (SlidingSprite(start, end, picture),)


def _cells(seen: ViewContent, still: FoldedStill) -> list[_RestingSprite]:
    """The cells of a view, the highest ones first."""
    layout, art = still.layout_of(seen), still.art
    sprites = []
    for index in layout.from_the_top:
        cell, pitch, rect = seen.view.cells[index], layout.pitch_of(index), layout.rect_of(index)
        looks = partial(art.whole, seen, cell, pitch)
        if_painted = partial(art.if_painted, seen, cell, pitch)
        sprites.append(
            _RestingSprite(cell.square, SpriteSpot(rect.center, rect.width), pitch, looks, if_painted)
        )
    return sprites


def _beads(seen: ViewContent, still: FoldedStill) -> list[_RestingSprite]:
    layout = still.layout_of(seen)
    beads = [bead for seam in seen.view.seams for bead in layout.beads(seam)]
    return [
        _RestingSprite(bead.square, SpriteSpot(bead.centre, bead.pixels), bead.pixels, looks, looks)
        for bead in beads
        for looks in [partial(still.art.bead, bead.pixels)]
    ]


def _from_board(
    sprite: _RestingSprite, before: ViewContent, after: ViewContent, still: FoldedStill
) -> SlidingSprite:
    art, pitch = still.art, still.board.pitch
    if not still.has(sprite.square):
        return SlidingSprite(sprite.spot.gone(), sprite.spot, sprite.looks())
    picture, first = art.bare(after, sprite.square, pitch), art.bare(before, sprite.square, pitch)
    differs = None if first is picture else first
    return SlidingSprite(_on_board(sprite, still), sprite.spot, picture, differs, sprite.if_painted)


def _to_board(sprite: _RestingSprite, after: ViewContent, still: FoldedStill) -> SlidingSprite:
    if not still.has(sprite.square):
        return SlidingSprite(sprite.spot, sprite.spot.gone(), sprite.looks())
    end = _on_board(sprite, still)
    if sprite.square in after.scene.holes:
        return SlidingSprite(sprite.spot, end.gone(), sprite.looks())
    bare = still.art.bare(after, sprite.square, sprite.pitch)
    last = partial(still.art.bare, after, sprite.square, still.board.pitch)
    return SlidingSprite(sprite.spot, end, bare, sprite.looks(), last)


def _between(
    before: list[_RestingSprite],
    after: list[_RestingSprite],
    bare: Callable[[_RestingSprite, int], pygame.Surface],
    still: FoldedStill,
) -> Iterator[SlidingSprite]:
    """Each square goes to where it is seen next; others go out or come in where they are."""
    left: dict[int, list[_RestingSprite]] = {}
    for sprite in before:
        left.setdefault(sprite.square, []).append(sprite)
    met = []
    for sprite in after:
        if left.get(sprite.square):
            old = left[sprite.square].pop(0)
            met.append(SlidingSprite(old.spot, sprite.spot, old.looks(), last=sprite.if_painted))
        else:
            picture = bare(sprite, still.board.pitch)
            met.append(SlidingSprite(sprite.spot.gone(), sprite.spot, picture, last=sprite.if_painted))
    for old in (sprite for sprites in left.values() for sprite in sprites):
        yield SlidingSprite(old.spot, old.spot.gone(), old.looks())
    yield from met


def _on_board(sprite: _RestingSprite, still: FoldedStill) -> SpriteSpot:
    rect = still.board.rect_of(sprite.square)
    return SpriteSpot(rect.center, rect.width)


Cells = Callable[[], tuple[Cell, ...]]


class FoldedPicture:
    """Draws into the board's rectangle, as the board's own picture does."""

    def __init__(self, still: FoldedStill) -> None:
        self._still = still
        self._slides: tuple[Change, SlidingSprites] | None = None
        self._painted: list[pygame.Rect] = []
        self._surface: pygame.Surface | None = None
        self._version: ViewContent | None = None
        self.ahead: Iterator[None] = iter(())
        """Paints the view that comes, in small steps."""

    def draw(
        self, surface: pygame.Surface, state: BoardState, now_seconds: float, board: StillBoard, cells: Cells
    ) -> None:
        """Draw the whole view, within the surface's clip. ``cells`` says how squares rest on the board."""
        fold = state.fold
        clip = surface.get_clip()
        surface.set_clip(self._still.rect.clip(clip))
        self._painted = []
        if fold.journey is not None and now_seconds < fold.journey.ends:
            seen = _without(fold.journey)
            surface.blit(self._still.picture(seen), self._still.rect)
            self._painted = self._draw_journey(surface, fold.journey, now_seconds)
            self._version = seen
        elif fold.is_moving(now_seconds):
            self._draw_change(surface, state, now_seconds, board, cells)
            self._version = None
        else:
            seen = _resting(state)
            surface.blit(self._still.picture(seen), self._still.rect)
            self._painted = self._draw_pointed(surface, state)
            self._version = seen
        surface.set_clip(clip)
        self._surface = surface

    def draw_changes(
        self, surface: pygame.Surface, state: BoardState, now_seconds: float, board: StillBoard, cells: Cells
    ) -> list[pygame.Rect]:
        """Draw what changed since the last draw on this surface; returns the rectangles touched."""
        fold = state.fold
        journey = fold.journey if fold.journey is not None and now_seconds < fold.journey.ends else None
        is_turning = journey is None and fold.is_moving(now_seconds)
        seen = None if is_turning else _without(journey) if journey else _resting(state)
        if surface is not self._surface or seen is None or seen != self._version:
            self.draw(surface, state, now_seconds, board, cells)
            return [self._still.rect]
        picture, rect = self._still.picture(seen), self._still.rect
        for region in self._painted:
            surface.blit(picture, region, region.move(-rect.left, -rect.top))
        before = self._painted
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        if journey:
            self._painted = self._draw_journey(surface, journey, now_seconds)
        else:
            self._painted = self._draw_pointed(surface, state)
        surface.set_clip(clip)
        return [*before, *self._painted]

    # Over the view

    def _draw_journey(
        self, surface: pygame.Surface, journey: Journey, now_seconds: float
    ) -> list[pygame.Rect]:
        """Draw the piece on its way; returns the rectangles drawn on."""
        brush, layout = Brush(surface), self._still.layout_of(journey.seen)
        share = journey.share(now_seconds)
        points: list[tuple[float, float]] = [layout.rect_of(index).center for index in journey.chain]
        if journey.dropped_at is not None:
            points = [journey.dropped_at, points[-1]]
        at = _along(points, share)
        if journey.dropped_at is None:
            self._draw_flashes(brush, journey, layout, at)
        pieces = journey.seen.scene.pieces
        end = journey.chain[-1]
        if journey.captured is not None:
            left = 1 - smooth((share - CAPTURED_FROM) / (1 - CAPTURED_FROM))
            for index in journey.seen.view.cells_of(journey.captured):
                pitch = layout.pitch_of(index)
                self._put_piece(brush, pieces[journey.captured], layout.rect_of(index).center, pitch, left)
        size = layout.pitch + (layout.pitch_of(end) - layout.pitch) * share
        self._put_piece(brush, pieces[journey.seen.view.square], at, round(size), 1.0)
        return brush.touched

    def _draw_flashes(self, brush: Brush, journey: Journey, layout: FoldedLayout, at: Pixel) -> None:
        links = set(pairwise(journey.chain))
        for seam in journey.seen.view.seams:
            if (seam.start, seam.end) in links:
                for bead in layout.beads(seam):
                    apart = hypot(bead.centre[0] - at[0], bead.centre[1] - at[1]) / layout.pitch
                    self._light(brush, bead.centre, bead.pixels, 1 - apart / (2 * FLASH_REACH))

    def _light(self, brush: Brush, centre: Pixel, pixels: int, light: float) -> None:
        if light > 0:
            rim = self._still.art.sprites.theme.colour.wormhole_rim
            glow = self._still.art.sprites.drawing(marks.glow(rim, 0.9, round(FLASH * pixels)))
            brush.put(glow, centre, min(1.0, light))
            brush.put(self._still.art.bead(pixels), centre)

    def _put_piece(self, brush: Brush, piece: Piece, at: Pixel, pitch: int, opacity: float) -> None:
        art = self._still.art.art(pitch)
        brush.put(art.shadow_of(piece), at, opacity)
        brush.put(art.piece(piece.letter, piece.color), at, opacity)

    def _draw_pointed(self, surface: pygame.Surface, state: BoardState) -> list[pygame.Rect]:
        """Draw the way to the cell pointed at, the cursor, and the piece held; returns the rectangles."""
        brush, fold, still = Brush(surface), state.fold, self._still
        layout, sprites = still.layout_of(fold.shown), still.art.sprites
        colour = sprites.theme.colour
        if fold.pointed is not None:
            self._draw_cells_pointed(brush, state, layout)
            if fold.pointed:
                self._draw_way(brush, state, fold.pointed, layout)
        if fold.has_cursor and fold.pointed is not None:
            rect = layout.rect_of(fold.pointed)
            brush.put_in(sprites.drawing(marks.cursor(colour, rect.width)), rect)
        if fold.held is not None:
            piece = fold.view.piece
            self._put_piece(brush, piece, fold.held, round(DRAG_SCALE * layout.pitch), 1.0)
        return brush.touched

    def _draw_cells_pointed(self, brush: Brush, state: BoardState, layout: FoldedLayout) -> None:
        """Draw the cell pointed at with its mark or a frame, and a frame around others of the same square."""
        fold, art = state.fold, self._still.art
        if fold.pointed is None:
            return
        cell, rect = fold.view.cells[fold.pointed], layout.rect_of(fold.pointed)
        if cell.is_target:
            picture = art.whole(fold.shown, cell, layout.pitch_of(fold.pointed), is_pointed=True)
            picture.set_alpha(255)
            brush.put_in(picture.subsurface((0, 0), rect.size), rect)
        for index in fold.view.cells_of(cell.square):
            if index == fold.pointed and cell.is_target:
                continue
            sized = art.art(layout.pitch_of(index)).layout
            frame = marks.hover(art.sprites.theme.colour, sized.side, sized.corner)
            brush.put_in(art.sprites.drawing(frame), layout.rect_of(index))

    def _draw_way(self, brush: Brush, state: BoardState, index: int, layout: FoldedLayout) -> None:
        """Draw the steps from the piece to a cell; the beads that they pass light up."""
        sprites, cell = self._still.art.sprites, state.fold.view.cells[index]
        colour = sprites.theme.colour
        inks = (colour.path, colour.choice) if cell.is_target else (colour.muted, colour.square_light_top)
        ink = readable_on(colour.well, *inks)
        points = [layout.rect_of(each).center for each in cell.chain]
        end = CAPTURE_ENDS if cell.captured is not None else ENDS
        dots = dotted(
            points,
            max(BEADS_APART, layout.pitch / BEADS_A_CELL),
            _to_edge(points[0], points[1], layout.pitch),
            end * layout.pitch_of(index),
        )
        glow = sprites.drawing(marks.glow(ink, 0.3, ceil(DOT_GLOW * layout.pitch)))
        dot = sprites.drawing(marks.bead(ink, colour.choice_deep, max(4, round(DOT * layout.pitch))))
        for at in dots:
            brush.put(glow, at)
        for at in dots:
            brush.put(dot, at)
        joint = sprites.drawing(marks.joint(ink, colour.choice_deep, max(8, round(JOINT * layout.pitch))))
        for at in points[1:-1]:
            brush.put(joint, at)
        links = set(pairwise(cell.chain))
        for seam in state.fold.view.seams:
            if (seam.start, seam.end) in links:
                for bead in layout.beads(seam):
                    self._light(brush, bead.centre, bead.pixels, 0.8)

    # While the view turns

    def _draw_change(
        self, surface: pygame.Surface, state: BoardState, now_seconds: float, board: StillBoard, cells: Cells
    ) -> None:
        change, still = state.fold.change, self._still
        assert change is not None, "the view turns"
        share = change.share(now_seconds)
        if self._slides is None or self._slides[0] is not change:
            slides = slides_of(change, still)
            self._slides = change, slides
            self.ahead = iter(()) if change.after.folded is None else still.painting(change.after)
        slides = self._slides[1]
        openness = 1.0
        still.lay_ground(surface, still.rect.topleft)
        if slides.hidden:
            openness = share if change.before.folded is None else 1 - share
            left = [
                Cell(Ground.OPEN) if square in slides.hidden else cell for square, cell in enumerate(cells())
            ]
            dimness = 0.0 if state.dimming is None else state.dimming.share(now_seconds)
            board.update(tuple(left), dimness)
            picture, alpha = board.surface, round(255 * (1 - openness))
            picture.set_alpha(alpha if alpha < 255 else None)  # SDL is slow with 255
            surface.blit(picture, still.rect)
            picture.set_alpha(None)
        self._draw_texts(surface, change, share)
        self._draw_slides(surface, slides, share)

    def _draw_texts(self, surface: pygame.Surface, change: Change, share: float) -> None:
        """Let the texts before go out, then those after come in; both at once if the piece stays."""
        first, second = change.before.folded, change.after.folded
        stays = first is not None and second is not None and first.square == second.square
        pace = 1 if stays else 2
        for seen, opacity in ((change.before, 1 - pace * share), (change.after, 1 - pace * (1 - share))):
            if seen.folded is not None and opacity > 0:
                for text, at in self._still.texts(seen):
                    surface.blit(faded(text, opacity), at)

    def _draw_slides(self, surface: pygame.Surface, slides: SlidingSprites, share: float) -> None:
        spots = [slide.start.towards(slide.end, share) for slide in slides.slides]
        pixels = sum(spot.side * spot.side for spot in spots)
        scale = pygame.transform.smoothscale if pixels < SMOOTH_PIXELS else pygame.transform.scale
        scaled: dict[tuple[int, int], pygame.Surface] = {}
        for slide, spot in zip(slides.slides, spots, strict=True):
            for picture, opacity in slide.layers(share):
                if opacity <= 0:
                    continue
                width = max(1, round(spot.side))
                key = id(picture), width
                if key not in scaled:
                    height = max(1, round(spot.side * picture.get_height() / picture.get_width()))
                    same = picture.get_size() == (width, height)
                    copy = picture.copy()  # see look/sprites.scaled
                    scaled[key] = copy if same else scale(copy, (width, height))
                drawn = scaled[key]
                drawn.set_alpha(round(255 * opacity))
                left, top = (round(at - spot.side / 2) for at in spot.centre)
                surface.blit(drawn, (left, top))


def _resting(state: BoardState) -> ViewContent:
    """What rests in the view: all but a piece that is held, with the arrows and the premoves of now."""
    seen = replace(state.fold.shown, annotations=state.annotations, premoves=state.selection.premoves)
    if state.fold.held is None:
        return seen
    return replace(seen, scene=seen.scene.without(seen.view.square))


def _without(journey: Journey) -> ViewContent:
    """The view without the pieces that move or are captured, and without marks."""
    seen = journey.seen
    scene = seen.scene.without(seen.view.square, journey.captured)
    return replace(seen, scene=replace(scene, check=None), has_moved=True)


def _to_edge(start: Pixel, towards: Pixel, pitch: int) -> float:
    """The distance from the middle of a cell to its edge in a direction."""
    x, y = towards[0] - start[0], towards[1] - start[1]
    return pitch / 2 * hypot(x, y) / max(abs(x), abs(y), 1)


def _along(points: list[Pixel], share: float) -> Pixel:
    """The point at ``share`` (0..1) of the line through these points."""
    lengths = [hypot(end[0] - start[0], end[1] - start[1]) for start, end in pairwise(points)]
    left = share * sum(lengths)
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length:
            part = left / length
            return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
        left -= length
    return points[-1]
