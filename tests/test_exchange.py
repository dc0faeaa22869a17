"""What a capture comes to when both sides go on capturing, against playing it out one move at a time."""

from __future__ import annotations

from hypothesis import given, settings
from plain_loops import blocks, undo_room
from random_games import boards, has_both_kings

from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.exchange import loses_exchange
from wormhole.rules.arrays import views
from wormhole.rules.loops.play import play, take_back
from wormhole.rules.position import TURN
from wormhole.rules.tables import FIRST_MAN, man_letter
from wormhole.rules.ways import ways


def attackers(game, position, square):
    """Where men of the side to move stand that attack ``square``: each one's ways, walked step by step."""
    found = []
    for origin in range(game.geometry.squares):
        man = position.men[origin]
        if man < FIRST_MAN or man & 1 != position.state[TURN]:
            continue
        paths = game.men[man_letter(game, man)].paths
        paths = [path.turned() if man & 1 else path for path in paths if path.captures and not path.from_home]
        if any(way[-1][-1] == square for _, way in ways(game, position.men, paths, origin)):
            found.append(origin)
    return found


def winnings(game, tables, position, worth, square):
    """What the side to move may win by capturing on ``square`` with its least man, or by leaving it: several
    answers where several men are the least."""
    own_worth = {
        origin: worth[position.men[origin] << 8 | origin] for origin in attackers(game, position, square)
    }
    won, found = worth[position.men[square] << 8 | square], set()
    for origin, own in own_worth.items():
        if own == min(own_worth.values()):
            replies = winnings_after(game, tables, position, origin | square << 8, worth)
            found |= {max(0, won - reply) for reply in replies}
    return found or {0}


def winnings_after(game, tables, position, move, worth):
    undo = undo_room()
    play(tables, position, move, undo, 0)
    found = winnings(game, tables, position, worth, move >> 8)
    take_back(tables, position, move, undo, 0)
    return found


@given(boards().filter(has_both_kings))
@settings(max_examples=150)
def test_it_is_what_playing_it_out_comes_to(board):
    tables, position, scratch = blocks(board)
    work = views(workspace_for(board.variant))
    captures = {board.number_of(move) for move in board.legal_moves if board.is_capture(move)}
    for move in (number for number in captures if number >> 16 == 0):
        origin, square = move & 255, move >> 8
        won = work.worth[position.men[square] << 8 | square]
        told = loses_exchange(tables, position, scratch, work, move, 0)
        if work.worth[position.men[origin] << 8 | origin] <= won:
            assert not told
        else:
            replies = winnings_after(board.variant, tables, position, move, work.worth)
            assert told in {reply > won for reply in replies}
