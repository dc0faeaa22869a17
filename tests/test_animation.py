"""Animation plans: the route of a piece, the times of all changes, and the end."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import wormhole
from wormhole.gui.board.animation_plans import plan_move, plan_return
from wormhole.gui.board.route_stretches import distance
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.square_changes import Fold, Petrify
from wormhole.gui.board.wormhole_travel import legs_of
from wormhole.gui.look.easing import ease_out, ease_out_reversed
from wormhole.gui.look.theme import Theme

MOTION = Theme.load().motion
WIZARD_THROUGH_FOUR_HOLES = "cnwlkwxc/ppxppppp/2x2n2/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWLNWKC b - - 0 7"
LONGEST = 0.45


def plan(board: wormhole.Board, uci: str, dropped_at=None):
    before = Scene.of(board)
    board.push(board.parse_uci(uci))
    return plan_move(before, Scene.of(board), board.variant, MOTION, 10.0, dropped_at)


def square(name: str) -> int:
    return wormhole.Board().variant.geometry.parse(name)


def place(name: str) -> tuple[int, int]:
    return wormhole.Board().variant.geometry.place[square(name)]


def frames(animation, each: float = 0.004):
    count = int(animation.seconds / each) + 2
    return [number * each for number in range(count)]


def test_a_plain_move_glides_and_its_square_folds() -> None:
    animation = plan(wormhole.Board(), "e2e4")
    (travel,) = animation.travels
    assert travel.pose(0.0).at == place("e2")
    assert travel.pose(travel.seconds).at == place("e4")
    assert all(travel.pose(t).scale == 1 for t in frames(animation))
    (fold,) = animation.changes
    assert isinstance(fold, Fold)
    assert fold.square == square("e2")
    assert not animation.fades
    assert not animation.passages


def test_the_animation_follows_the_steps() -> None:
    board = wormhole.Board("wormhole", WIZARD_THROUGH_FOUR_HOLES)
    legs = legs_of(board.route(board.parse_uci("c8e1")), board.variant.geometry, through=True)
    assert legs[0].start == place("c8")
    assert legs[-1].end == place("e1")
    assert [leg.end for leg in legs] == [place(name) for name in ("c7", "c5", "c4", "c3", "d2", "d2", "e1")]
    for leg, following in pairwise(legs):
        assert leg.end == following.start


def test_a_piece_goes_into_a_hole_and_comes_out() -> None:
    board = wormhole.Board("wormhole", WIZARD_THROUGH_FOUR_HOLES)
    animation = plan(board, "c8e1")
    (travel,) = animation.travels
    poses = [travel.pose(t) for t in frames(animation)]
    assert None in poses
    seen = [pose for pose in poses if pose is not None]
    assert min(pose.scale for pose in seen) < 0.3
    assert all(distance(a.at, b.at) < 2.3 for a, b in pairwise(seen))
    assert [passage.square for passage in animation.passages] == [
        square(name) for name in ("c7", "c6", "c5", "d2")
    ]
    times = [passage.begins for passage in animation.passages]
    assert times == sorted(times)
    assert times[0] > 0
    assert times[-1] < travel.seconds


def test_a_captured_piece_fades_in_its_square() -> None:
    animation = plan(wormhole.Board("wormhole", WIZARD_THROUGH_FOUR_HOLES), "c8e1")
    (fade,) = animation.fades
    assert (fade.piece.letter, fade.piece.color, fade.square) == ("N", True, square("e1"))
    assert fade.pose(place("e1"), 0.0).opacity == 1
    assert fade.pose(place("e1"), animation.seconds) is None


def test_an_explosion_takes_what_stands_around_once_the_piece_has_arrived() -> None:
    board = wormhole.Board("atomic")
    for move in ("e2e4", "d7d5", "b1c3", "d8d6"):
        board.push_uci(move)
    animation = plan(board, "c3d5")
    (travel,) = animation.travels
    assert travel.pose(animation.arrives).at == place("d5")
    assert travel.pose(animation.seconds) is None
    (victim,) = [fade for fade in animation.fades if fade.square == square("d6")]
    assert victim.pose(place("d6"), animation.arrives).opacity == 1
    assert victim.pose(place("d6"), animation.seconds) is None
    assert animation.burst.square == square("d5")
    assert not animation.burst.is_lit(animation.arrives / 2)
    assert animation.burst.seconds <= 0.32


def test_a_piece_turns_to_stone_where_it_has_captured() -> None:
    board = wormhole.Board("petrified", "4k3/8/8/8/4p3/8/8/4R1K1 w - - 0 1")
    animation = plan(board, "e1e4")
    (change,) = animation.changes
    assert isinstance(change, Petrify)
    assert (change.square, change.begins) == (square("e4"), animation.arrives)
    assert animation.travels[0].pose(animation.seconds) is None


def test_the_square_narrows_and_then_its_chip_drops() -> None:
    animation = plan(wormhole.Board(), "b1c3")
    (fold,) = animation.changes
    widths = [fold.width(t) for t in frames(animation)]
    assert widths[0] == 1
    assert widths[-1] == 0
    assert widths == sorted(widths, reverse=True)
    assert fold.chip(0.0) is None
    chips = [chip for t in frames(animation) if (chip := fold.chip(t)) is not None]
    assert chips[0].scale > 1.2
    assert chips[-1].scale == pytest.approx(1)
    assert chips[-1].opacity == 1
    assert max(chip.scale for chip in chips if chip.opacity == 1) > 1.02


def test_every_move_of_many_games_rests_in_well_under_half_a_second() -> None:
    for seed in range(4):
        chance, board = random.Random(seed), wormhole.Board()
        while moves := board.legal_moves:
            animation = plan(board, str(chance.choice(moves)))
            (travel,) = animation.travels
            assert MOTION.shortest_travel <= travel.seconds <= MOTION.longest_travel
            assert animation.seconds < LONGEST
            assert not animation.is_over(10.0)
            assert animation.is_over(10.001 + animation.seconds)


def test_a_dropped_piece_does_not_glide() -> None:
    animation = plan(wormhole.Board(), "e2e4", dropped_at=(4.2, 3.3))
    (travel,) = animation.travels
    assert travel.pose(0.0).at == (4.2, 3.3)
    assert travel.pose(1.0).at == place("e4")
    assert travel.seconds == MOTION.drop


def test_an_illegally_dropped_piece_glides_back() -> None:
    board = wormhole.Board()
    home = square("e2")
    animation = plan_return(
        board.piece_map()[home], home, (6.0, 6.0), board.variant.geometry, MOTION, now_seconds=3.0
    )
    (travel,) = animation.travels
    assert travel.pose(0.0).at == (6.0, 6.0)
    assert travel.pose(9.0).at == place("e2")
    assert animation.is_over(3.001 + MOTION.glide_back)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_easing_can_be_reversed(share: float) -> None:
    assert ease_out_reversed(ease_out(share)) == pytest.approx(share)
