"""Draws the two eight-sided dice of a roll in three dimensions: thrown onto the board, tumbling, at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import atan2, degrees, pi, sin

import numpy as np
import pygame

from wormhole.gui.board.animation import DiceRoll
from wormhole.gui.board.board_layout import BoardLayout, Pixel
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.look.easing import ease_out
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colours, mixed

OVERSAMPLED = 2
TURNS = (1.6, 1.15)  # about the vertical and the horizontal axis, while it tumbles
LEANS = -0.2  # radians away from the viewer, at rest
LIGHT = np.array((-0.45, 0.62, 0.64))
RADIUS = 0.49  # of the picture's side
LETTERS = 0.36
LETTERS_SEEN_FROM = 0.35  # cosine of a face's angle to the viewer above which its letter is drawn
DIE = 0.19  # of the board's shorter side
APART = 0.56  # from each die to the middle between them, in dice
THROWN_FROM = 2.6
HOPS, HOP_HEIGHT = 3, 0.5
BEAM_OPACITY = 0.3
SHADOW_OPACITY = 0.75
FACES = tuple(np.array(signs, float) for signs in product((1, -1), repeat=3))
"""The faces' directions; the first one faces the viewer when the die is at rest."""


@dataclass(frozen=True)
class DieFace:
    """A visible face: corners and middle in shares of the die's radius, x right, y up."""

    index: int
    corners: tuple[tuple[float, float], ...]
    middle: tuple[float, float]
    squarely: float
    lit: float
    turn_degrees: float


def faces_seen(share: float, hand: int) -> list[DieFace]:
    """The faces towards the viewer, farthest first, when ``share`` (0..1) of the tumbling is over.

    ``hand`` is 1 or -1: the direction of the spin.
    """
    turn = _turned(share, hand)
    found = []
    for index, signs in enumerate(FACES):
        normal = turn @ signs / np.sqrt(3)
        if normal[2] <= 0:
            continue
        corners = [turn @ (np.eye(3)[axis] * signs[axis]) for axis in range(3)]
        middle = sum(corners) / 3
        up = corners[1] - middle
        found.append(
            DieFace(
                index,
                tuple((float(x), float(y)) for x, y, _ in corners),
                (float(middle[0]), float(middle[1])),
                float(normal[2]),
                float(max(0.0, normal @ LIGHT)),
                degrees(atan2(up[1], up[0])) - 90,
            )
        )
    return sorted(found, key=lambda face: face.squarely)


def draw_die(
    colours: Colours, lettering: Lettering, labels: Sequence[str], pixels: int, share: float, hand: int
) -> pygame.Surface:
    """A picture ``pixels`` square. ``labels`` are those of the faces; the die comes to rest on the first."""
    side = pixels * OVERSAMPLED
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    font = lettering.font(round(LETTERS * side), bold=True)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return side / 2 + RADIUS * side * point[0], side / 2 - RADIUS * side * point[1]

    for face in faces_seen(share, hand):
        fill = mixed(mixed(colours.wormhole, colours.wormhole_core, 0.72), colours.wormhole, face.lit)
        corners = [at(corner) for corner in face.corners]
        pygame.draw.polygon(picture, fill, corners)
        pygame.draw.lines(picture, colours.wormhole_rim, True, corners, max(2, side // 60))
        if face.squarely > LETTERS_SEEN_FROM:
            letter = font.render(labels[face.index % len(labels)], True, colours.die_ink)
            letter = pygame.transform.rotozoom(letter, face.turn_degrees, face.squarely)
            letter.set_alpha(round(255 * face.squarely**2))
            picture.blit(letter, letter.get_rect(center=at(face.middle)))
    return pygame.transform.smoothscale(picture, (pixels, pixels))


def _turned(share: float, hand: int) -> np.ndarray:
    left = 1 - ease_out(share)
    spin = _about(1, hand * TURNS[0] * 2 * pi * left) @ _about(0, TURNS[1] * 2 * pi * left)
    return spin @ _about(0, LEANS) @ _facing()


def _facing() -> np.ndarray:
    """The rotation that turns the first face to the viewer, one corner up."""
    towards = FACES[0] / np.sqrt(3)
    up = np.array((-1.0, 2.0, -1.0)) / np.sqrt(6)
    return np.array((np.cross(up, towards), up, towards))


def _about(axis: int, angle: float) -> np.ndarray:
    turn = np.eye(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turn[first, first] = turn[second, second] = np.cos(angle)
    turn[second, first] = np.sin(angle)
    turn[first, second] = -np.sin(angle)
    return turn


def draw_dice(
    brush: Brush, layout: BoardLayout, roll: DiceRoll, elapsed: float, sprites: Sprites, lettering: Lettering
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


def _draw_beams(brush: Brush, layout: BoardLayout, roll: DiceRoll, light: float, sprites: Sprites) -> None:
    if not light:
        return
    place = layout.geometry.place[: layout.geometry.squares]
    for axis in (0, 1):
        line = [square for square, there in enumerate(place) if there[axis] == place[roll.square][axis]]
        strip = layout.rect_of(line[0]).unionall([layout.rect_of(square) for square in line])
        brush.tint(strip, sprites.theme.colour.wormhole_rim, BEAM_OPACITY * light)
