"""Draws what lies over the resting board: moving pieces, changing squares, a route, a promotion to choose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board import timeline
from wormhole.gui.board.animation import Animation
from wormhole.gui.board.board_layout import DRAG_SCALE, GAP_AT, Pixel
from wormhole.gui.board.dragging import held
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.dice import draw_dice
from wormhole.gui.board.drawing.frame import frame_card
from wormhole.gui.board.drawing.labels import label_font
from wormhole.gui.board.drawing.route_drawing import RouteDrawing
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.drawing.tray_art import PIECE_IN_SLOT
from wormhole.gui.board.hands import place_of
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.board.route_stretches import between
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.selection import origin, piece_at
from wormhole.gui.board.shown_routes import attack_routes, last_route, pointed_route
from wormhole.gui.board.square_changes import Burst, Chip, Dissolve, Fold, Petrify, Slip, SquareChange, Unfold
from wormhole.gui.board.state import BoardState
from wormhole.gui.board.wormhole_travel import Pose
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.card import card
from wormhole.gui.look.easing import ease_out
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites, scaled, scaled_by, turned
from wormhole.gui.look.theme import Colour

if TYPE_CHECKING:
    from wormhole import Piece, Route

BURST_FROM = 0.3  # of its size at the end

VEIL_OPACITY = 0.45
GHOST_OPACITY = 0.55
SHORT_NAMES = {"Murray Lion": N_("Lion")}


def draw_veil(brush: Brush, still: StillBoard, state: BoardState, sprites: Sprites) -> None:
    """Dim the board, all but the piece that moves and the square of the marked one, with that one on it."""
    choice, layout, colour = state.selection.promotion, still.layout, sprites.theme.colour
    assert choice is not None
    mover = piece_at(state, origin(state, choice.moves[0]))
    assert mover is not None, "it is asked about"
    brush.put_in(frame_card(sprites, layout, colour.veil, VEIL_OPACITY), layout.frame)
    frame = sprites.drawing(marks.chosen(colour, layout.side, layout.corner))
    marked = choice.moves[choice.marked]
    shown = [(choice.to_square, marked.promotion or choice.letter, 1.0)]
    if marked.drop is None:
        shown.insert(0, (marked.from_square, choice.letter, GHOST_OPACITY))
    if marked.gate is not None:
        shown.append((marked.gate, str(marked.enters), 1.0))
    for square, letter, opacity in shown:
        rect = layout.rect_of(square)
        brush.put_in(still.slab(square), rect)
        brush.put_in(frame, rect)
        brush.put(still.face(letter, mover.color), rect.center, opacity)


def draw_promotion_choice(
    brush: Brush, still: StillBoard, state: BoardState, sprites: Sprites, lettering: Lettering
) -> None:
    """Draw the card with the answers."""
    choice, layout, colour = state.selection.promotion, still.layout, sprites.theme.colour
    assert choice is not None
    chooser = chooser_of(choice, layout)
    color = state.movable.color
    frame = sprites.drawing(marks.chosen(colour, layout.side, layout.corner))
    corner = round(sprites.theme.panel.corner * layout.pitch / GAP_AT)
    line = max(1, round(layout.pitch / GAP_AT))
    ground = card(sprites, chooser.rect.size, corner, colour.panel, 1.0, colour.panel_line, line)
    brush.put_in(ground, chooser.rect)
    font = label_font(lettering, layout)
    names = [_short(state.variant.piece_types[letter].name) for letter in choice.letters]
    squares = {move.gate for move in choice.moves if move.gate is not None}
    if len(squares) > 1:
        names = [
            name if move.gate is None else f"{name} {state.variant.geometry.names[move.gate]}"
            for name, move in zip(names, choice.moves, strict=True)
        ]
    are_named = all(font.size(name)[0] < slot.width for name, slot in zip(names, chooser.slots, strict=True))
    for index, (letter, name, slot) in enumerate(zip(choice.letters, names, chooser.slots, strict=True)):
        is_marked = index == choice.marked
        tile = pygame.Rect(0, 0, layout.side, layout.side)
        tile.midtop = slot.midtop
        brush.put_in(still.bare_tile(is_marked), tile)
        if is_marked:
            brush.put_in(frame, tile)
        brush.put(still.face(letter, color), tile.center)
        text = font.render(name, True, colour.ink if is_marked else colour.muted)
        if is_marked or are_named:
            at = text.get_rect(center=(slot.centerx, (tile.bottom + slot.bottom) // 2))
            brush.put_in(text, at.clamp(chooser.rect.inflate(-2 * corner, 0)))


def _short(name: str) -> str:
    """The name of a piece type in the language in use."""
    return _(SHORT_NAMES.get(name, name))


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
        if state.animation is not None and timeline.is_moving(state, now_seconds):
            self._draw_motion(brush, state.animation, state.animation.elapsed(now_seconds))
        else:
            if (explained := last_route(state)) is not None:
                self._draw_route(brush, explained, self._colour.gold)
            self._draw_explanation(brush)
        if state.selection.promotion is not None:
            draw_veil(brush, self._still, state, self._sprites)
        if (route := pointed_route(state)) is not None:
            self._draw_route(brush, route, self._colour.path)
        if state.pointing.cursor is not None and state.selection.promotion is None:
            place = layout.rect_of(state.pointing.cursor)
            brush.put_in(self._sprites.drawing(marks.cursor(self._colour, place.width)), place)
        if (drag := held(state)) is not None:
            piece = piece_at(state, drag.square)
            assert piece is not None, "it is held"
            self._put_piece(brush, piece, Pose(drag.at, scale=DRAG_SCALE))
        if state.selection.promotion is not None:
            draw_promotion_choice(brush, self._still, state, self._sprites, self._lettering)

    def _draw_explanation(self, brush: Brush) -> None:
        """Draw what explains a check, the end of a game, a refused move, a mistake or a good move."""
        state, layout = self._state, self._still.layout
        for route in state.annotations.chances:
            self._draw_route(brush, route, self._colour.best)
        for route in attack_routes(state):
            self._draw_route(brush, route, self._colour.threat)
        if state.selection.refused is None:
            for square in state.explanation.flights:
                cross = marks.closed(self._colour, layout.side, square in state.scene.pieces)
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
            self._put_piece(brush, fade.piece, fade.pose(place[fade.square], elapsed))
        for travel in plan.travels:
            self._put_piece(brush, travel.piece, travel.pose(elapsed))
        if plan.burst is not None:
            self._draw_burst(brush, plan.burst, elapsed)
        for taken in plan.taken:
            self._put_piece(brush, taken.piece, taken.pose(elapsed))
        if plan.roll is not None:
            draw_dice(brush, layout, plan.roll, elapsed, self._sprites, self._lettering)

    def _draw_burst(self, brush: Brush, burst: Burst, elapsed: float) -> None:
        """Draw the light of an explosion: a ring that spreads as far as the pieces that it destroys."""
        if burst.is_lit(elapsed):
            share = burst.share(elapsed)
            centre = self._still.layout.rect_of(burst.square).center
            spread = BURST_FROM + (1 - BURST_FROM) * ease_out(share)
            brush.put(scaled_by(self._still.burst, spread), centre, (1 - share) ** 1.2)

    def _draw_change(self, brush: Brush, change: SquareChange, elapsed: float) -> None:
        if isinstance(change, Slip):
            self._draw_chip(brush, change.square, change.chip(elapsed))
            piece = self._state.scene.pieces.get(change.square)
            if piece is not None and change.chip(elapsed) is not None:
                self._put_piece(brush, piece, Pose(self._still.layout.geometry.place[change.square]))
        elif isinstance(change, Petrify):
            if change.begins <= elapsed < change.ends:
                centre = self._still.layout.rect_of(change.square).center
                brush.put(self._still.wall, centre, change.opacity(elapsed))
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
        if ground is Ground.WALL:
            return self._still.walled(square)
        move = self._state.scene.last_move
        return self._still.left_grin if move and move.from_square == square else self._still.grin

    def _draw_slab(self, brush: Brush, change: Fold | Unfold, elapsed: float) -> None:
        rect = self._still.layout.rect_of(change.square)
        left = change.width(elapsed)
        if left > 0:
            width = max(1, round(rect.width * left))
            slab = scaled(self._still.slab(change.square), (width, rect.height))
            shade = round(255 * (0.25 + 0.75 * left))
            slab.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
            brush.put(slab, rect.center)

    def _draw_chip(self, brush: Brush, square: int, chip: Chip | None) -> None:
        if chip is None:
            return
        picture = self._still.chip
        if chip.scale != 1:
            side = round(picture.get_width() * chip.scale)
            picture = scaled(picture, (side, side))
        brush.put(picture, self._still.layout.rect_of(square).center, chip.opacity)

    def _put_piece(self, brush: Brush, piece: Piece, pose: Pose | None) -> None:
        if pose is None:
            return
        at = self._still.layout.pixel_of(pose.at)
        if pose.in_hand:
            at, pose = self._towards_hand(piece, pose, at)
        picture = self._still.piece(piece.letter, piece.color)
        shadow = None if pose.turn_degrees else self._still.shadow_of(piece)
        if pose.turn_degrees or pose.scale != 1:
            picture = turned(picture, pose.turn_degrees, pose.scale)
        if shadow is not None and pose.scale != 1:
            shadow = scaled_by(shadow, pose.scale)
        if shadow is not None:
            brush.put(shadow, at, pose.opacity)
        brush.put(picture, at, pose.opacity)

    def _towards_hand(self, piece: Piece, pose: Pose, at: Pixel) -> tuple[Pixel, Pose]:
        """Where a piece is on its way to or from its slot, and how; without trays it fades where it is."""
        slot = self._still.layout.slots.get(place_of(self._state.variant, piece))
        if slot is None:
            return at, replace(pose, opacity=pose.opacity * (1 - pose.in_hand))
        size = PIECE_IN_SLOT * slot.width / self._still.piece(piece.letter, piece.color).get_width()
        scale = pose.scale + (size - pose.scale) * pose.in_hand
        return between(at, slot.center, pose.in_hand), replace(pose, scale=scale)

    def _draw_route(self, brush: Brush, route: Route, colour: Colour) -> None:
        RouteDrawing(self._sprites, self._still.layout).draw_on(self._state, brush, route, colour)
