"""Draws what lies over the resting board: moving pieces, changing squares, a route, a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.animation import Animation, Pose
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.dice_drawing import draw_dice
from wormhole.gui.board.drawing.question_drawing import draw_question, draw_veil
from wormhole.gui.board.drawing.route_drawing import RouteDrawing
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.place import DRAG_SCALE
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.square_motion import Chip, Dissolve, Fold, Slip, SquareChange, Unfold
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour

if TYPE_CHECKING:
    from wormhole import Piece, Route


class BoardOverlay:
    """Draws the moving and temporary parts of a state over its still picture."""

    def __init__(self, sprites: Sprites, lettering: Lettering, still: StillBoard, state: BoardState) -> None:
        self._sprites = sprites
        self._lettering = lettering
        self._still = still
        self._state = state
        self._colour = sprites.theme.colour

    def draw(self, brush: Brush, now_seconds: float) -> None:
        """Draw everything that is over the resting board now, from back to front."""
        state, layout = self._state, self._still.layout
        if state.animation is not None and state.is_moving(now_seconds):
            self._draw_motion(brush, state.animation, state.animation.elapsed(now_seconds))
        else:
            if (explained := state.explained_route()) is not None:
                self._draw_route(brush, explained, self._colour.gold)
            self._draw_explanation(brush)
        if state.question is not None:
            draw_veil(brush, self._still, state, self._sprites)
        if (route := state.shown_route()) is not None:
            self._draw_route(brush, route, self._colour.path)
        if state.cursor is not None and state.question is None:
            corners = self._sprites.drawing(marks.cursor(self._colour, layout.side))
            brush.put_in(corners, layout.rect_of(state.cursor))
        if (held := state.held) is not None:
            self._put_piece(brush, state.pieces[held.square], Pose(held.at, scale=DRAG_SCALE))
        if state.question is not None:
            draw_question(brush, self._still, state, self._sprites, self._lettering)

    def _draw_explanation(self, brush: Brush) -> None:
        """Draw what explains a check, the end of a game or a refused move."""
        state, layout = self._state, self._still.layout
        for route in state.attack_routes():
            self._draw_route(brush, route, self._colour.threat)
        if state.refused is None:
            for square in state.explanation.flights:
                cross = marks.closed(self._colour, layout.side, square in state.pieces)
                brush.put(self._sprites.drawing(cross), layout.rect_of(square).center)

    def _draw_motion(self, brush: Brush, plan: Animation, elapsed: float) -> None:
        layout = self._still.layout
        place = layout.geometry.place
        for change in plan.changes_at(elapsed).values():
            self._draw_change(brush, change, elapsed)
        for passage in plan.passages:
            light = passage.light(elapsed)
            if light:
                brush.put(self._still.flash, layout.pixel_of(place[passage.square]), light)
        for fade in plan.fades:
            pose = fade.pose(place[fade.square], elapsed)
            if pose is not None:
                self._put_piece(brush, fade.piece, pose)
        for travel in plan.travels:
            pose = travel.pose(elapsed)
            if pose is not None:
                self._put_piece(brush, travel.piece, pose)
        if plan.roll is not None:
            draw_dice(brush, layout, plan.roll, elapsed, self._sprites, self._lettering)

    def _draw_change(self, brush: Brush, change: SquareChange, elapsed: float) -> None:
        if isinstance(change, Slip):
            self._draw_chip(brush, change.square, change.chip(elapsed))
            piece = self._state.pieces.get(change.square)
            if piece is not None and change.chip(elapsed) is not None:
                self._put_piece(brush, piece, Pose(self._still.layout.geometry.place[change.square]))
        elif change.ground(elapsed) is not Ground.OPEN:
            return
        elif isinstance(change, Dissolve):
            centre = self._still.layout.rect_of(change.square).center
            left = change.opacity(elapsed)
            brush.put(self._ground(change.after, change.square), centre, 1 - left)
            brush.put(self._ground(change.before, change.square), centre, left)
        else:
            self._draw_slab(brush, change, elapsed)
            self._draw_chip(brush, change.square, change.chip(elapsed))

    def _ground(self, ground: Ground, square: int) -> pygame.Surface:
        if ground is Ground.SQUARE:
            return self._still.slab(square)
        if ground is Ground.CHIP:
            return self._still.chip
        move = self._state.last_move
        return self._still.left_grin if move and move.from_square == square else self._still.grin

    def _draw_slab(self, brush: Brush, change: Fold | Unfold, elapsed: float) -> None:
        rect = self._still.layout.rect_of(change.square)
        left = change.width(elapsed)
        if left > 0:
            width = max(1, round(rect.width * left))
            slab = pygame.transform.smoothscale(self._still.slab(change.square), (width, rect.height))
            shade = round(255 * (0.25 + 0.75 * left))
            slab.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
            brush.put(slab, rect.center)

    def _draw_chip(self, brush: Brush, square: int, chip: Chip | None) -> None:
        if chip is None:
            return
        picture = self._still.chip
        if chip.scale != 1:
            side = round(picture.get_width() * chip.scale)
            picture = pygame.transform.smoothscale(picture, (side, side))
        brush.put(picture, self._still.layout.rect_of(square).center, chip.opacity)

    def _put_piece(self, brush: Brush, piece: Piece, pose: Pose) -> None:
        picture = self._still.piece(piece.letter, piece.color)
        shadow = None if pose.turn_degrees else self._still.shadow
        if pose.turn_degrees or pose.scale != 1:
            picture = pygame.transform.rotozoom(picture, -pose.turn_degrees, pose.scale)
        if shadow is not None and pose.scale != 1:
            shadow = pygame.transform.smoothscale_by(shadow, pose.scale)
        at = self._still.layout.pixel_of(pose.at)
        if shadow is not None:
            brush.put(shadow, at, pose.opacity)
        brush.put(picture, at, pose.opacity)

    def _draw_route(self, brush: Brush, route: Route, colour: Colour) -> None:
        RouteDrawing(self._sprites, self._still.layout).draw_on(self._state, brush, route, colour)
