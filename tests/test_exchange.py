"""The static exchange evaluation, compared with playing the captures on a board."""

from __future__ import annotations

from hypothesis import given

from tests.support.parts import examples
from tests.support.plain_loops import blocks, saved_row
from tests.support.random_games import boards, has_both_kings
from wormhole.compiling.arrays import views
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.exchange import can_be_won, loses_exchange
from wormhole.rules.loops.move_encoding import from_square, is_simple, to_square
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.position import TURN, new_scratch
from wormhole.rules.routes import walked
from wormhole.rules.tables import CAPTURES, FIRST_PIECE, FROM_HOME
from wormhole.rules.tabulation import tables as made_tables


def attackers(game, position, square):
    """The squares of the side to move's pieces that attack ``square``, found step by step."""
    tables, scratch, found = views(made_tables(game)), views(new_scratch()), []
    for origin in range(game.geometry.squares):
        piece = position.pieces[origin]
        if piece < FIRST_PIECE or piece & 1 != position.state[TURN]:
            continue
        ways = walked(tables, position, scratch, origin)
        targets = (
            steps[-1][-1]
            for node, steps, _over in ways
            if tables.node_flags[node] & CAPTURES and not tables.node_flags[node] & FROM_HOME
        )
        if square in targets:
            found.append(origin)
    return found


def winnings(game, tables, position, piece_square, square):
    """What the side to move can win by capturing on ``square`` with its least valuable piece, or by not
    capturing: several values if several pieces are the least valuable."""
    own_value = {
        origin: piece_square[position.pieces[origin] << 8 | origin]
        for origin in attackers(game, position, square)
    }
    won, found = piece_square[position.pieces[square] << 8 | square], set()
    for origin, own in own_value.items():
        if own == min(own_value.values()):
            replies = winnings_after(game, tables, position, origin | square << 8, piece_square)
            found |= {max(0, won - reply) for reply in replies}
    return found or {0}


def winnings_after(game, tables, position, move, piece_square):
    saved = saved_row()
    play(tables, position, new_scratch(), move, saved, 0)
    found = winnings(game, tables, position, piece_square, move >> 8)
    undo(tables, position, move, saved, 0)
    return found


@given(boards().filter(has_both_kings))
@examples(150)
def test_it_equals_playing_the_captures(board):
    tables, position, scratch = blocks(board)
    work = views(workspace_for(board.variant))
    moves = {board.number_of(move) for move in board.legal_moves}
    for move in (number for number in moves if is_simple(number)):
        origin, square = from_square(move), to_square(move)
        won = work.piece_square[position.pieces[square] << 8 | square]
        for margin in (0, 150):
            told = loses_exchange(tables, position, scratch, work, move, margin, 0)
            if work.piece_square[position.pieces[origin] << 8 | origin] <= won + margin:
                assert not told
            else:
                replies = winnings_after(board.variant, tables, position, move, work.piece_square)
                assert told in {reply > won + margin for reply in replies}


@given(boards().filter(has_both_kings))
@examples(150)
def test_a_piece_that_can_be_won_is_won_by_captures(board):
    tables, position, scratch = blocks(board)
    work = views(workspace_for(board.variant))
    values = work.piece_square
    for square in range(board.variant.geometry.squares):
        piece = position.pieces[square]
        if piece < FIRST_PIECE or piece & 1 == position.state[TURN]:
            continue
        found = attackers(board.variant, position, square)
        least = min((values[position.pieces[origin] << 8 | origin] for origin in found), default=None)
        for gained in (0, 150):
            told = can_be_won(tables, position, scratch, work, square, gained, 0)
            if least is not None and least < values[piece << 8 | square] - gained:
                assert told
            else:
                won = winnings(board.variant, tables, position, values, square)
                assert told in {each > gained for each in won}
