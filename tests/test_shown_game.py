"""The games of a demonstration: their order, and the moves with their captions."""

from __future__ import annotations

import pytest

import wormhole
from tests.support.parts import exhaustive
from wormhole import Board
from wormhole.engine.levels import LEVELS
from wormhole.engine.search_lock import SearchLock
from wormhole.learn.demonstration_programme import Programme, Showing, guests, guests_after, showings
from wormhole.learn.shown_game import Event, ShownGame
from wormhole.rules.variant import LeftSquare

CROSSING = "1nwlkwn1/1ppx4/2x5/2xp4/5xxN/8/3x4/4K3 b"
"""The pawn goes from c7 to c4, and the wizard on c8 gives check through holes."""
TWO_WORMHOLES = "xxxxkxxx/xxxxxxxx/x2x1r1x/xxxxxxbx/xxx1xxxx/Kxx1x2P/xxxxxxxx/xxxxxRxx w"


class Ready:
    """Loops that are never compiled; nothing waits for them."""

    is_fast = False

    def wait(self, seconds):
        return True

    def report_trouble(self, trouble):
        pass


def shown(showing):
    return ShownGame(showing, Ready(), SearchLock(), seed=1)


def events(game):
    while (event := game.next_event()) is not None:
        yield event


def event(fen, move, game="wormhole"):
    board = Board(game, fen)
    board.push_uci(move)
    return Event.of(board)


def test_all_games_are_shown_in_an_order_and_then_again():
    programme, family = Programme(), [showing.variant for showing in showings()]
    played = []
    while programme.rounds < 2:
        played.append(programme.next().variant)
    assert [game for game in played if game in family] == 2 * family
    assert family[0].name == "wormhole"


def test_after_every_few_games_another_one_is_shown_and_some_of_these_fold():
    programme, others = Programme(), [guest.variant for guest in guests()]
    played = [programme.next().variant for _ in range((len(others) + 1) * (guests_after() + 1))]
    assert played[guests_after() :: guests_after() + 1] == [*others, others[0]]
    assert {game.left_square for game in others} >= {LeftSquare.STAYS, LeftSquare.FOLDS}


def test_it_can_begin_with_a_game_that_is_only_shown_now_and_then():
    programme = Programme()
    programme.begin_with(guests()[0].variant)
    assert [programme.next() for _ in range(2)] == [guests()[0], showings()[0]]


def test_it_can_begin_with_any_game_of_the_order():
    programme = Programme()
    programme.begin_with(wormhole.variant("smess"))
    order = [showing.variant.name for showing in showings()]
    shown = [programme.next().variant.name for _ in range(len(order) + len(order) // guests_after())]
    shown = [name for name in shown if name in order]
    first = order.index("smess")
    assert shown == order[first:] + order[:first]


def test_a_position_is_shown_first_and_both_sides_have_the_level_asked_for():
    programme = Programme(LEVELS[2])
    programme.begin_with(wormhole.variant("wormhole"), CROSSING)
    first, second = programme.next(), programme.next()
    assert (first.fen, second.fen) == (CROSSING, None)
    assert {first.white, first.black, second.white} == {LEVELS[2]}


@exhaustive
def test_a_game_is_played_to_its_end_and_each_move_is_told():
    played = list(events(shown(Showing(wormhole.variant("wormhole2"), LEVELS[0], LEVELS[0]))))
    board = Board("wormhole2")
    for each in played:
        assert each.before.fen() == board.fen()
        assert each.captions
        assert board.push_san(each.san) == each.after.peek()
    assert board.is_game_over()


def test_a_long_game_is_left_and_a_stopped_one_ends():
    showing = Showing(wormhole.variant("chess"), LEVELS[0], LEVELS[0], most_plies=3)
    assert len(list(events(shown(showing)))) == 3
    game = shown(showing)
    game.stop()
    assert game.next_event() is None


@pytest.mark.parametrize(
    ("fen", "move", "before", "after"),
    [(TWO_WORMHOLES, "f1f6", "f1", None), (CROSSING, "c7c4", "c7", "c8"), (None, "b1c3", None, None)],
)
def test_views_of_the_board_are_shown_at_telling_moments(fen, move, before, after):
    game = "wormhole2" if fen == TWO_WORMHOLES else "wormhole"
    each = event(fen, move, game)
    parse = each.before.variant.geometry.parse
    assert each.view_before == (before and parse(before))
    assert each.view_after == (after and parse(after))
