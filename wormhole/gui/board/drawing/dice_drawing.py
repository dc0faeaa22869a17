"""Draws two dice thrown onto the board, and lights up the file and the rank that they name."""

from __future__ import annotations

from math import pi, sin

from wormhole.gui.board.dice import draw_die
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.layout import BoardLayout, Pixel
from wormhole.gui.board.square_motion import Roll
from wormhole.gui.look.easing import ease_out
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites

DIE = 0.19  # of the board's shorter side
APART = 0.56  # from each die to the middle between them, in dice
THROWN_FROM = 2.6
HOPS, HOP_HEIGHT = 3, 0.5
BEAM_OPACITY = 0.3
SHADOW_OPACITY = 0.75


def draw_dice(
    brush: Brush, layout: BoardLayout, roll: Roll, elapsed: float, sprites: Sprites, lettering: Lettering
) -> None:
    """Draw the dice ``elapsed`` seconds after the plan began."""
    opacity = roll.opacity(elapsed)
    if not opacity:
        return
    geometry, colour = layout.geometry, sprites.theme.colour
    _draw_beams(brush, layout, roll, roll.beam(elapsed), sprites)
    share = roll.share(elapsed)
    side = round(DIE * min(layout.grid.size))
    name = geometry.names[roll.square]
    files = [label for label in geometry.file_labels if label]
    ranks = [label for label in geometry.row_labels if label]
    middle = _resting_place(layout, roll.square)
    for label, others, hand in ((name[:1], files, -1), (name[1:], ranks, 1)):
        x, y, height = _thrown(middle, side, share, hand)
        shadow = sprites.drawing(marks.glow(colour.wormhole_core, SHADOW_OPACITY, round(1.35 * side)))
        brush.put(shadow, (x, y + 0.08 * side), opacity)
        labels = [label, *(other for other in others if other != label)]
        die = draw_die(colour, lettering, labels, side, share, hand)
        brush.put(die, (x, y - height), opacity)


def _resting_place(layout: BoardLayout, square: int) -> Pixel:
    """The middle of the half of the board that does not hold the square."""
    grid, target = layout.grid, layout.rect_of(square)
    is_high = target.centery < grid.centery
    return grid.centerx, grid.top + grid.height * (0.72 if is_high else 0.28)


def _thrown(middle: Pixel, side: int, share: float, hand: int) -> tuple[float, float, float]:
    """Where a die's foot is (x, y), and its height above it, in pixels."""
    left = 1 - ease_out(share)
    x = middle[0] + hand * APART * side - THROWN_FROM * side * left
    y = middle[1] + 0.5 * hand * side * left
    return x, y, HOP_HEIGHT * side * abs(sin(HOPS * pi * share)) * (1 - share)


def _draw_beams(brush: Brush, layout: BoardLayout, roll: Roll, light: float, sprites: Sprites) -> None:
    if not light:
        return
    place = layout.geometry.place[: layout.geometry.squares]
    for axis in (0, 1):
        line = [square for square, there in enumerate(place) if there[axis] == place[roll.square][axis]]
        strip = layout.rect_of(line[0]).unionall([layout.rect_of(square) for square in line])
        brush.tint(strip, sprites.theme.colour.wormhole_rim, BEAM_OPACITY * light)
