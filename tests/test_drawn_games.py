"""Games in which somebody wins where others are drawn."""

from __future__ import annotations

import pytest

from wormhole import BLACK, WHITE, Board, VariantError
from wormhole.rules.game_file import parse
from wormhole.rules.outcome import Termination


def board(lines: str, fen: str) -> Board:
    """A position of a small game with these lines about its endings."""
    text = f"""title = "Small"
board.start = "4k/5/5/5/KR3"
[endings]
{lines}
[pieces]
K = {{ name = "King", moves = "K", royal = true }}
R = {{ name = "Rook", moves = "R", points = 3 }}
W = {{ name = "Wazir", moves = "W", points = 1 }}
"""
    return Board(parse(text, "small"), fen)


STALEMATE = "k4/5/K4/5/1R3 b"


@pytest.mark.parametrize(
    ("lines", "winner"),
    [
        ("", None),
        ('draw_goes_to = "white"', WHITE),
        ('draw_goes_to = "black"', BLACK),
        ('draw_goes_to = "points"', WHITE),
        ('draw_goes_to = "points"\nblack_points = 3', None),
        ('draw_goes_to = "points"\nblack_points = 3.5', BLACK),
        ('draw_goes_to = "pieces"', WHITE),
    ],
)
def test_who_wins_at_stalemate(lines, winner):
    stuck = board(lines, STALEMATE)
    assert stuck.outcome().termination is Termination.STALEMATE
    assert stuck.outcome().winner is winner


@pytest.mark.parametrize(
    ("lines", "winner"),
    [
        ('draw_goes_to = "points"\nblack_points = 1.5', WHITE),
        ('draw_goes_to = "points"\nblack_points = 2', None),
        ('draw_goes_to = "points"\nblack_points = 2.5', BLACK),
        ('draw_goes_to = "pieces"', None),
    ],
)
def test_points_are_counted_after_quiet_moves(lines, winner):
    after = board(f"quiet_moves = 2\n{lines}", "k3w/5/5/5/KR3 w")
    for text in ("b1b2", "e5e4"):
        assert after.outcome() is None
        after.push_uci(text)
    assert after.outcome().termination is Termination.QUIET_MOVES
    assert after.outcome().winner is winner


def test_what_is_said():
    drawn = Board("armageddon", "k7/8/KQ6/8/8/8/8/8 b - - 0 1")
    assert str(drawn.outcome().reason()) == (
        "Black wins, since a draw is a win for Black here: the side to move has no move left."
    )
    assert not drawn.variant.can_be_drawn


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("black_points = 1", "line 4, endings.black_points: only together with draw_goes_to"),
        ('draw_goes_to = "points"\nblack_points = 0.3', "whole and half points"),
        ('draw_goes_to = "both"', "line 4, endings.draw_goes_to"),
    ],
)
def test_what_a_file_may_not_say(lines, said):
    with pytest.raises(VariantError, match=said):
        board(lines, STALEMATE)
