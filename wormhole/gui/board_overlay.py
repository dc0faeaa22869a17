"""What lies over the resting board: men under way, folding squares, a move's way, the question."""

from __future__ import annotations

from math import ceil, hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui import marks
from wormhole.gui.animation import Animation, Fold, Pose
from wormhole.gui.board_frame import frame_card
from wormhole.gui.board_labels import label_font
from wormhole.gui.board_layout import GAP_AT, BoardLayout, Pixel
from wormhole.gui.board_state import BoardState
from wormhole.gui.board_still import StillBoard
from wormhole.gui.card import card
from wormhole.gui.lettering import Lettering
from wormhole.gui.promotion_chooser import chooser_of
from wormhole.gui.sprites import Sprites
from wormhole.gui.theme import Colour, mixed

if TYPE_CHECKING:
    from wormhole import Man, Move, Piece

DRAG_SCALE = 1.12
BEADS_A_SQUARE = 7
BEADS_APART = 11  # pixels, at least
BEAD = 0.085  # shares of the pitch
BEAD_GLOW = 0.34
JOINT = 0.23
WAY_BEGINS = 0.42
TARGET_RADIUS = 0.36
CAPTURE_RADIUS = 0.52
QUESTION_VEIL = 0.45
FLASH_SIZE = 1.25


class Brush:
    """Puts pictures on the window, and remembers where."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self.touched: list[pygame.Rect] = []

    def put(self, picture: pygame.Surface, centre: Pixel, opacity: float = 1.0) -> None:
        """The picture with its middle at a pixel."""
        if opacity < 1:
            picture = picture.copy()
            picture.set_alpha(round(255 * opacity))
        rect = picture.get_rect()
        rect.topleft = round(centre[0] - rect.width / 2), round(centre[1] - rect.height / 2)
        self.put_in(picture, rect)

    def put_in(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """The picture with its top left corner at the rectangle's."""
        self.touched.append(self._surface.blit(picture, rect))


class BoardOverlay:
    """Draws the moving and passing parts of a state."""

    def __init__(self, sprites: Sprites, lettering: Lettering, kinds: dict[str, Man]) -> None:
        self._sprites = sprites
        self._lettering = lettering
        self._kinds = kinds
        self._colour = sprites.theme.colour

    def draw(self, brush: Brush, still: StillBoard, state: BoardState, now_seconds: float) -> None:
        """Everything that is over the resting board now, the nearest last."""
        layout = still.layout
        if state.is_moving(now_seconds):
            self._draw_motion(brush, still, state.animation, state.animation.elapsed(now_seconds))
        elif (told := state.explained_way()) is not None:
            self._draw_way(brush, layout, told, self._colour.gold, captures=True)
        if (way := state.shown_way()) is not None:
            self._draw_way(brush, layout, way, self._colour.path, captures=way.to_square in state.men)
        if state.cursor is not None and state.question is None:
            corners = self._sprites.drawing(marks.cursor(self._colour, layout.side))
            brush.put_in(corners, layout.rect_of(state.cursor))
        if state.drag is not None:
            man = state.men[state.drag.square]
            self._put_man(brush, still, man, Pose(state.drag.at, scale=DRAG_SCALE))
        if state.question is not None:
            self._draw_question(brush, still, state)

    def _draw_motion(self, brush: Brush, still: StillBoard, plan: Animation, elapsed: float) -> None:
        layout = still.layout
        for fold in plan.folds:
            self._draw_fold(brush, still, fold, elapsed)
        for passage in plan.passages:
            light = passage.light(elapsed)
            if light:
                size = round(FLASH_SIZE * layout.pitch)
                ring = self._sprites.drawing(marks.flash(self._colour.wormhole_rim, size))
                brush.put(ring, layout.pixel_of(layout.geometry.place[passage.square]), light)
        for fade in plan.fades:
            pose = fade.pose(layout.geometry.place[fade.square], elapsed)
            if pose is not None:
                self._put_man(brush, still, fade.man, pose)
        for travel in plan.travels:
            pose = travel.pose(elapsed)
            if pose is not None:
                self._put_man(brush, still, travel.man, pose)

    def _draw_fold(self, brush: Brush, still: StillBoard, fold: Fold, elapsed: float) -> None:
        rect = still.layout.rect_of(fold.square)
        left = fold.width(elapsed)
        if left > 0:
            width = max(1, round(rect.width * left))
            slab = pygame.transform.smoothscale(still.tile(fold.square), (width, rect.height))
            shade = round(255 * (0.25 + 0.75 * left))
            slab.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
            brush.put(slab, rect.center)
        chip = fold.chip(elapsed)
        if chip is not None:
            picture = still.chip
            if chip.scale != 1:
                side = round(picture.get_width() * chip.scale)
                picture = pygame.transform.smoothscale(picture, (side, side))
            brush.put(picture, rect.center, chip.opacity)

    def _put_man(self, brush: Brush, still: StillBoard, man: Piece, pose: Pose) -> None:
        picture = still.man(man.letter, man.color)
        shadow = None if pose.turn_degrees else still.shadow
        if pose.turn_degrees or pose.scale != 1:
            picture = pygame.transform.rotozoom(picture, -pose.turn_degrees, pose.scale)
        if shadow is not None and pose.scale != 1:
            shadow = pygame.transform.smoothscale_by(shadow, pose.scale)
        at = still.layout.pixel_of(pose.at)
        if shadow is not None:
            brush.put(shadow, at, pose.opacity)
        brush.put(picture, at, pose.opacity)

    def _draw_way(
        self, brush: Brush, layout: BoardLayout, move: Move, colour: Colour, captures: bool
    ) -> None:
        """A dotted, glowing line over the holes that the move skips, with a joint where a step stands."""
        place = layout.geometry.place
        stands = [place[move.from_square], *(place[step[-1]] for step in move.steps)]
        pixels = [layout.pixel_of(stand) for stand in stands]
        rims = self._sprites.drawing(marks.skipped(colour, layout.side))
        for hole in move.holes:
            brush.put(rims, layout.pixel_of(place[hole]))
        ends_before = CAPTURE_RADIUS if captures else TARGET_RADIUS
        points = dotted(
            pixels,
            max(BEADS_APART, layout.pitch / BEADS_A_SQUARE),
            WAY_BEGINS * layout.pitch,
            ends_before * layout.pitch,
        )
        glow = self._sprites.drawing(marks.glow(colour, 0.34, ceil(BEAD_GLOW * layout.pitch)))
        for point in points:
            brush.put(glow, point)
        rim = mixed(self._colour.choice_deep, self._colour.sky_edge, 0.4)
        bead = self._sprites.drawing(marks.bead(colour, rim, max(5, round(BEAD * layout.pitch))))
        for point in points:
            brush.put(bead, point)
        joint = self._sprites.drawing(
            marks.joint(colour, self._colour.sky_edge, max(9, round(JOINT * layout.pitch)))
        )
        for pixel in pixels[1:-1]:
            brush.put(joint, pixel)

    def _draw_question(self, brush: Brush, still: StillBoard, state: BoardState) -> None:
        """The board steps back; the card with the answers, and the marked man where the pawn will stand."""
        question, layout = state.question, still.layout
        chooser = chooser_of(question, layout)
        color = state.men[question.moves[0].from_square].color
        brush.put_in(frame_card(self._sprites, layout, self._colour.sky_edge, QUESTION_VEIL), layout.frame)
        brush.put_in(still.tile(question.to_square), chooser.target)
        brush.put_in(
            self._sprites.drawing(marks.chosen(self._colour, layout.side, layout.corner)), chooser.target
        )
        brush.put(still.man(question.moves[question.marked].promotion, color), chooser.target.center)
        corner = round(self._sprites.theme.corner_pixels * layout.pitch / GAP_AT)
        line = max(1, round(layout.pitch / GAP_AT))
        ground = card(
            self._sprites, chooser.rect.size, corner, self._colour.panel, 1.0, self._colour.panel_line, line
        )
        brush.put_in(ground, chooser.rect)
        for index, (move, slot) in enumerate(zip(question.moves, chooser.slots, strict=True)):
            self._draw_answer(brush, still, move.promotion, color, slot, marked=index == question.marked)

    def _draw_answer(
        self, brush: Brush, still: StillBoard, letter: str, color: bool, slot: pygame.Rect, marked: bool
    ) -> None:
        layout = still.layout
        tile = pygame.Rect(0, 0, layout.side, layout.side)
        tile.midtop = slot.midtop
        brush.put_in(still.light_tile if marked else still.dark_tile, tile)
        if marked:
            brush.put_in(self._sprites.drawing(marks.chosen(self._colour, layout.side, layout.corner)), tile)
        brush.put(still.man(letter, color), tile.center)
        font = label_font(self._lettering, layout)
        name = self._kinds[letter].name.split()[-1]
        ink = self._colour.ink if marked else self._colour.muted
        brush.put(font.render(name, True, ink), (slot.centerx, (tile.bottom + slot.bottom) / 2))


def dotted(corners: list[Pixel], apart: float, skipped_at_start: float, skipped_at_end: float) -> list[Pixel]:
    """Points ``apart`` pixels along a line through ``corners``, free of both ends by so many pixels."""
    points: list[Pixel] = []
    last = len(corners) - 2
    for index in range(last + 1):
        (x, y), (end_x, end_y) = corners[index], corners[index + 1]
        length = hypot(end_x - x, end_y - y)
        count = max(1, round(length / apart))
        for number in range(count):
            share = number / count
            before, after = share * length, (1 - share) * length
            if (index > 0 or before >= skipped_at_start) and (index < last or after >= skipped_at_end):
                points.append((x + (end_x - x) * share, y + (end_y - y) * share))
    return points
