"""``survey`` computes a side's terms and lists its captures and promotions."""

from __future__ import annotations

from hypothesis import given

from tests.support.plain_loops import blocks, move_row
from tests.support.random_games import boards
from wormhole.compiling.arrays import views
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.evaluate import survey
from wormhole.rules.loops.moves import unchecked_moves
from wormhole.rules.loops.promotion import FORCING
from wormhole.rules.position import TURN


@given(boards())
def test_it_lists_the_forcing_moves(board):
    tables, position, scratch = blocks(board)
    moves, work = move_row(), views(workspace_for(board.variant))
    forcing = set(moves[: unchecked_moves(tables, position, scratch, FORCING, moves, 0)])
    end = survey(tables, position, scratch, work, position.state[TURN], 0, 0)
    assert set(work.moves[:end]) == forcing
