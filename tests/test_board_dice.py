"""The drawing of dice."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from math import hypot

import pytest

from wormhole.gui.board.animation import DiceRoll
from wormhole.gui.board.drawing.dice import draw_die, faces_seen
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.theme import Theme

ROLL = DiceRoll(square=0, begins=1.0, tumble=0.6, rest=0.4)


@pytest.mark.parametrize("hand", [1, -1])
def test_it_ends_with_its_first_side_in_front_and_upright(hand: int) -> None:
    front = faces_seen(1.0, hand)[-1]
    assert front.index == 0
    assert front.turn_degrees == pytest.approx(0, abs=0.01)
    assert front.squarely > 0.9


@pytest.mark.parametrize("share", [0.0, 0.13, 0.4, 0.77, 1.0])
def test_its_drawing_never_exceeds_its_size(share: float) -> None:
    faces = faces_seen(share, 1)
    assert 1 <= len(faces) <= 4
    assert all(hypot(*corner) <= 1.0001 for face in faces for corner in face.corners)
    assert [face.squarely for face in faces] == sorted(face.squarely for face in faces)


def test_it_tumbles() -> None:
    assert len({faces_seen(number / 20, 1)[-1].index for number in range(20)}) > 3


def test_its_picture_has_the_size_asked_for() -> None:
    die = draw_die(Theme.load().colour, Lettering(), list("abcdefgh"), 90, 1.0, 1)
    assert die.get_size() == (90, 90)
    assert die.get_at((0, 0)).a == 0
    assert die.get_at((45, 60)).a == 255


def test_dice_appear_rest_and_disappear() -> None:
    assert ROLL.opacity(0.9) == 0
    assert ROLL.opacity(1.6) == 1
    assert ROLL.opacity(2.0) == 0
    assert ROLL.beam(1.2) == 0
    assert ROLL.beam(1.7) == 1
    assert 1.6 < ROLL.named < ROLL.ends == 2.0
