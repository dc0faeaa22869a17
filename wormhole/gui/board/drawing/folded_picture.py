"""Draws the fold view of a board's state: at rest, while a piece moves in it, and while it turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter

import pygame

from wormhole.gui.board.drawing.brush import faded
from wormhole.gui.board.drawing.cells import Cell
from wormhole.gui.board.drawing.folded_overlay import FoldedOverlay
from wormhole.gui.board.drawing.folded_slides import Slides, slides_of
from wormhole.gui.board.drawing.folded_still import FoldedStill
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.fold_view import Change, Journey, Seen
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.easing import progress, smooth

AHEAD_SECONDS = 0.002  # of each frame while the view turns, to paint the cells that come
SMOOTH_PIXELS = 1_200_000  # of all pictures that slide; more of them are scaled more simply

Cells = Callable[[], tuple[Cell, ...]]


class FoldedPicture:
    """Draws into the board's rectangle, as the board's own picture does."""

    def __init__(self, still: FoldedStill) -> None:
        self._still = still
        self._overlay = FoldedOverlay(still)
        self._slides: tuple[Change, Slides] | None = None
        self._painted: list[pygame.Rect] = []
        self._surface: pygame.Surface | None = None
        self._version: Seen | None = None
        self._painting: Iterator[None] = iter(())

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
            self._painted = self._overlay.draw_journey(surface, fold.journey, now_seconds)
            self._version = seen
        elif fold.is_moving(now_seconds):
            self._draw_change(surface, state, now_seconds, board, cells)
            self._version = None
        else:
            seen = _resting(state)
            surface.blit(self._still.picture(seen), self._still.rect)
            self._painted = self._overlay.draw_pointed(surface, state)
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
            self._painted = self._overlay.draw_journey(surface, journey, now_seconds)
        else:
            self._painted = self._overlay.draw_pointed(surface, state)
        surface.set_clip(clip)
        return [*before, *self._painted]

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
            self._painting = iter(())
            if change.after.folded is not None:
                self._painting = still.painting(change.after)
        else:
            slides = self._slides[1]
            self._paint_ahead()
        openness = 1.0
        still.lay_ground(surface, still.rect.topleft)
        if slides.hidden:
            openness = share if change.before.folded is None else 1 - share
            left = [
                Cell(Ground.OPEN) if square in slides.hidden else cell for square, cell in enumerate(cells())
            ]
            dimness = 0.0
            if state.ended is not None:
                dimness = smooth(progress(now_seconds, state.ended_seconds, state.dim_seconds))
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

    def _paint_ahead(self) -> None:
        """Paint more of the view that comes, for a part of a frame."""
        until = perf_counter() + AHEAD_SECONDS
        for _ in self._painting:
            if perf_counter() > until:
                return

    def _draw_slides(self, surface: pygame.Surface, slides: Slides, share: float) -> None:
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
                    scaled[key] = picture.copy() if same else scale(picture, (width, height))
                drawn = scaled[key]
                drawn.set_alpha(round(255 * opacity))
                left, top = (round(at - spot.side / 2) for at in spot.centre)
                surface.blit(drawn, (left, top))


def _resting(state: BoardState) -> Seen:
    """What rests in the view: all but a piece that is held, with the arrows and the premove of now."""
    seen = replace(state.fold.shown, annotations=state.annotations, premove=state.premove)
    if state.fold.held is None:
        return seen
    return replace(seen, scene=seen.scene.without(seen.view.square))


def _without(journey: Journey) -> Seen:
    """The view without the pieces that move or are captured, and without marks."""
    seen = journey.seen
    scene = seen.scene.without(seen.view.square, journey.captured)
    return replace(seen, scene=scene, check=None, has_moved=True)
