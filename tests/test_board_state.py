"""What the board shows after each event, without a window."""

from __future__ import annotations

import wormhole
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.dragging import drag_to
from wormhole.gui.board.drawing.cells import SquareMark, cells_of
from wormhole.gui.board.fold_turns import look_from
from wormhole.gui.board.pointing import hide_cursor, point_at
from wormhole.gui.board.scene import Ground
from wormhole.gui.board.selection import allow, choose, let_go
from wormhole.gui.board.shown_routes import last_route, pointed_route, targets
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.theme import Theme

MOTION = Theme.load().motion
STILL = MOTION.still()
FOUR_HOLES = "cnwlkwxc/ppxppppp/2x2n2/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWLNWKC b - - 0 7"
BLACK_CAN_CHECK = "cnwlk1xc/ppxppppp/2x2nw1/2x5/2pN1x2/1P2P3/P1PxxPPP/CxWL1WKC b - - 0 7"


def square(name: str) -> int:
    return wormhole.variant("wormhole").geometry.parse(name)


def fresh(fen: str | None = None) -> tuple[wormhole.Board, BoardState]:
    board = wormhole.Board("wormhole", fen)
    state = positions.state_of(board)
    allow(state, board)
    return board, state


def played(uci: str, fen: str | None = None, motion=MOTION, now: float = 0.0):
    board, state = fresh(fen)
    move = board.parse_uci(uci)
    board.push(move)
    positions.play(state, board, now, motion)
    return board, state


def marks(state: BoardState, name: str, now: float = 99.0) -> tuple[SquareMark, ...]:
    return cells_of(state, now)[square(name)].marks


def test_a_new_board_is_at_rest() -> None:
    _, state = fresh()
    assert not timeline.is_moving(state, 0.0)
    assert state.scene.holes == frozenset()
    assert all(cell.ground is Ground.SQUARE for cell in cells_of(state, 0.0))
    assert sum(cell.piece is not None for cell in cells_of(state, 0.0)) == 32


def test_choosing_shows_targets_and_captures_apart() -> None:
    _, state = fresh(FOUR_HOLES)
    choose(state, square("c8"))
    assert targets(state) == {square("b2"): None, square("e1"): square("e1")}
    assert marks(state, "c8") == (SquareMark.CHOSEN,)
    assert marks(state, "b2") == (SquareMark.TARGET,)
    assert marks(state, "e1") == (SquareMark.CAPTURE,)


def test_pointing_at_a_target_shows_the_way_there() -> None:
    _, state = fresh(FOUR_HOLES)
    choose(state, square("c8"))
    assert pointed_route(state) is None
    point_at(state, square("e1"))
    assert [wormhole.variant("wormhole").geometry.names[hole] for hole in pointed_route(state).holes] == [
        "c7",
        "c6",
        "c5",
        "d2",
    ]
    assert marks(state, "e1") == (SquareMark.CAPTURE_POINTED,)


def test_the_new_hole_is_marked_after_its_chip_has_dropped() -> None:
    _, state = played("e2e4")
    early = cells_of(state, 0.1)[square("e2")]
    assert early.ground is Ground.OPEN
    assert early.marks == ()
    assert cells_of(state, 0.1)[square("e4")].piece is None
    late = cells_of(state, 99.0)[square("e2")]
    assert late.ground is Ground.CHIP
    assert late.marks == (SquareMark.LEFT_SQUARE,)
    assert marks(state, "e4") == (SquareMark.LAST_MOVE,)
    assert cells_of(state, 99.0)[square("e4")].piece == wormhole.Piece("P", True)


def test_motion_ends_by_itself_and_at_once_when_told() -> None:
    _, state = played("e2e4", now=5.0)
    assert timeline.is_moving(state, 5.1)
    before = state.revision
    timeline.advance(state, 5.1)
    assert state.revision == before
    timeline.advance(state, 6.0)
    assert not timeline.is_moving(state, 6.0)
    assert state.revision > before
    _, state = played("e2e4", now=5.0)
    timeline.settle(state)
    assert not timeline.is_moving(state, 5.01)


def test_without_motion_everything_is_there_at_once() -> None:
    _, state = played("e2e4", motion=STILL)
    assert not timeline.is_moving(state, 0.0)
    assert cells_of(state, 0.0)[square("e4")].piece is not None
    assert state.sounds.pop_due(0.0) == ["move", "fold"]


def test_sounds_are_due_once_at_their_time() -> None:
    _, state = played("c8e1", FOUR_HOLES, now=1.0)
    heard = []
    for frame in range(60):
        heard += state.sounds.pop_due(1.0 + frame / 60)
    assert [name for name in heard if name != "fold"] == [
        "wormhole",
        "wormhole-2",
        "wormhole-3",
        "wormhole-4",
        "capture",
    ]
    assert heard.count("fold") == 1


def test_check_is_shown_when_the_piece_has_arrived() -> None:
    board, state = played("g6f5", BLACK_CAN_CHECK)
    assert state.scene.check == board.king(True) == square("g1")
    assert SquareMark.CHECK not in marks(state, "g1", now=0.01)
    assert SquareMark.CHECK in marks(state, "g1")
    assert "check" in state.sounds.pop_due(9.0)


def test_the_chosen_piece_is_released_by_every_change() -> None:
    board, state = fresh()
    choose(state, square("e2"))
    allow(state, None)
    assert state.selection.square is None
    assert targets(state) == {}
    allow(state, board)
    choose(state, square("e2"))
    positions.show(state, board)
    assert state.selection.square is None
    assert state.movable.moves == ()


def test_flipping_releases_a_dragged_piece() -> None:
    _, state = fresh()
    choose(state, square("e2"))
    drag_to(state, square("e2"), (4.0, 3.0))
    positions.flip(state)
    assert state.flipped
    assert state.selection.drag is None
    assert not timeline.is_moving(state, 0.0)


def test_a_finished_game_takes_no_more_moves() -> None:
    _, state = fresh()
    choose(state, square("e2"))
    positions.finish(state, 3.0, MOTION)
    assert state.dimming
    assert state.selection.square is None
    assert state.movable.moves == ()
    positions.show(state, wormhole.Board())
    assert state.dimming is None


def test_the_board_dims_once_a_game_is_over() -> None:
    _, state = fresh()
    assert timeline.dimness(state, 3.0) == 0
    positions.finish(state, 3.0, MOTION)
    shares = [timeline.dimness(state, 3.0 + MOTION.dim * tenth / 10) for tenth in range(12)]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert timeline.is_changing(state, 3.0)
    assert not timeline.is_changing(state, 3.1 + MOTION.dim)


def test_without_motion_it_dims_at_once() -> None:
    _, state = fresh()
    positions.finish(state, 3.0, STILL)
    assert timeline.dimness(state, 3.0) == 1
    assert not timeline.is_changing(state, 3.0)


def test_pointing_at_the_last_move_shows_its_route() -> None:
    board, state = played("e2e4", motion=STILL)
    point_at(state, square("e4"))
    assert last_route(state).to_square == square("e4")
    allow(state, board)
    choose(state, square("d7"))
    assert last_route(state) is None


def test_the_revision_grows_with_each_visible_change_only() -> None:
    _, state = fresh()
    seen = state.revision
    point_at(state, None)
    let_go(state)
    hide_cursor(state)
    timeline.settle(state)
    timeline.advance(state, 1.0)
    cells_of(state, 1.0)
    assert state.revision == seen
    point_at(state, 3)
    assert state.revision > seen


def test_a_fold_view_closes_if_another_game_has_nothing_on_its_square() -> None:
    _, state = played("e2e4")
    look_from(state, square("e4"), 9.0, STILL)
    positions.show(state, wormhole.Board("wormhole", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert not state.fold.is_open
