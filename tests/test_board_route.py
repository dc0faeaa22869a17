"""The route of a move drawn as lines: over holes, through passages, around the edge."""

from __future__ import annotations

import random
from itertools import pairwise

import wormhole
from wormhole.gui.board.drawing.route_drawing import arc, joints, lines_of
from wormhole.gui.board.route_stretches import EDGE, Stretch, distance, stretches_of

PASSAGES = "rnbqkbnr/pppppppp/8/8/1x6/3xx3/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -"
CHAIN = "rr1x1xxx/Bxppk1b1/1px3px/px2xP1x/1xP1p1xR/PPQxxnx1/1x1NKP2/RN3x2 b - - 0 23 a1,b1,d2,e2,f2,f5,g6"


def board(fen: str) -> wormhole.Board:
    return wormhole.Board("random-wormhole", fen)


def route(game: wormhole.Board, uci: str) -> tuple[tuple[Stretch, ...], ...]:
    return stretches_of(game.route(game.parse_uci(uci)), game.variant.geometry)


def place(name: str) -> tuple[int, int]:
    geometry = wormhole.variant("chess").geometry
    return geometry.place[geometry.parse(name)]


def test_a_step_over_holes_is_unbroken() -> None:
    game = wormhole.Board("wormhole", "cnwlkwxc/ppxppppp/2x2n2/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWLNWKC b - - 0 7")
    steps = route(game, "c8e1")
    assert lines_of(steps) == [[place(name) for name in ("c8", "c4", "c3", "e1")]]
    assert joints(steps, rides=False) == [place("c4"), place("c3")]
    assert not any(stretch.is_link for step in steps for stretch in step)


def test_in_at_one_wormhole_and_out_at_another_breaks_the_line() -> None:
    game = board("4k3/8/8/8/8/8/8/RxNx3K w - - 0 1 -")
    (step,) = route(game, "a1e1")
    assert [(part.start, part.end, part.is_link) for part in step] == [
        (place("a1"), place("b1"), False),
        (place("b1"), place("d1"), True),
        (place("d1"), place("e1"), False),
    ]
    assert lines_of([step]) == [[place("a1"), place("b1")], [place("d1"), place("e1")]]


def test_a_step_may_go_in_again_where_it_comes_out() -> None:
    game = board(CHAIN)
    (step,) = route(game, "b8b1")
    assert [(part.start, part.end, part.is_link) for part in step] == [
        (place("b8"), place("b7"), False),
        (place("b7"), place("b5"), True),
        (place("b5"), place("b4"), False),
        (place("b4"), place("b2"), True),
        (place("b2"), place("b1"), False),
    ]


def test_a_gate_leads_out_through_the_frame_and_in_at_the_other_side() -> None:
    game = board("rnbqkbnr/pppppppp/8/8/8/7x/PPPPPPBP/RNBQK1NR w KQkq - 0 1 -")
    (step,) = route(game, "g2a4")
    to_gate, out, back = step
    assert (to_gate.start, to_gate.end) == (place("g2"), place("h3"))
    assert out.start == place("h3")
    assert out.end == (7 + EDGE, 2 + EDGE)
    assert back.start == (0 - EDGE, 3 - EDGE)
    assert back.end == place("a4")
    assert len(lines_of([step])) == 2


def test_a_ride_shows_joints_only_where_it_turns() -> None:
    game = wormhole.Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    steps = route(game, "a1a5")
    assert len(joints(steps, rides=False)) == 3
    assert joints(steps, rides=True) == []


def test_no_stretch_of_any_game_crosses_the_board_but_a_link() -> None:
    for name in wormhole.menu("family"):
        chance, game = random.Random(11), wormhole.Board(name, seed=11)
        geometry = game.variant.geometry
        for _ in range(40):
            moves = game.legal_moves
            if not moves or game.outcome() is not None:
                break
            for move in moves:
                stretches = [part for step in stretches_of(game.route(move), geometry) for part in step]
                assert stretches[0].start == geometry.place[move.from_square]
                assert stretches[-1].end == geometry.place[move.to_square]
                assert all(distance(part.start, part.end) < 2.5 for part in stretches if not part.is_link)
                for part, following in pairwise(stretches):
                    assert part.end == following.start or not _inside(part.end, geometry)
            game.push(chance.choice(moves))


def _inside(point, geometry) -> bool:
    return -0.5 < point[0] < geometry.columns - 0.5 and -0.5 < point[1] < geometry.rows - 0.5


def test_an_arc_begins_and_ends_where_it_should_and_keeps_aside() -> None:
    assert arc((0, 0), (4, 0), 0) == (0, 0)
    assert arc((0, 0), (4, 0), 1) == (4, 0)
    assert 0.5 < arc((0, 0), (2, 0), 0.5)[1] < arc((0, 0), (9, 0), 0.5)[1] < 1


def test_a_route_knows_the_piece_that_it_hops_over() -> None:
    game = wormhole.Board("xiangqi")
    names = game.variant.geometry.names
    assert [names[square] for square in game.route(game.parse_uci("b3b10")).over] == ["b8"]
    assert game.route(game.parse_uci("b3b7")).over == ()
