"""Passing, bikjang, moves along the lines of a palace, and cannons that hop over no cannon."""

from __future__ import annotations

import pytest

from tests.support.played import targets
from wormhole import BLACK, Board, VariantError
from wormhole.rules.game_file import parse
from wormhole.rules.outcome import Termination

LINES = 'lines = "a1 c1 b2 a3 c3"'


def board(fen: str, *, pieces: str = "", endings: str = "", lines: str = LINES, left: str = "none") -> Board:
    """A position of a small game."""
    text = f"""title = "Small"
[board]
start = "4k/5/5/5/K4"
{lines}
[mutator]
left_square = "{left}"
[endings]
{endings}
[pieces]
K = {{ name = "King", moves = "K", royal = true }}
R = {{ name = "Rook", moves = "R" }}
{pieces}
"""
    return Board(parse(text, "small"), fen)


def piece(moves: str, more: str = "") -> str:
    """The line of a piece A."""
    return f'A = {{ name = "A", moves = "W", on_lines = "{moves}"{more} }}'


@pytest.mark.parametrize(
    ("moves", "fen", "square", "reached"),
    [
        ("F", "4k/5/5/5/A3K w", "a1", {"a2", "b1", "b2"}),
        ("fF", "4k/5/5/1A3/4K w", "b2", {"a2", "b1", "b3", "c2", "a3", "c3"}),
        ("B", "4k/5/5/5/A3K w", "a1", {"a2", "b1", "b2", "c3"}),
        ("B", "4k/5/5/1r3/A3K w", "a1", {"a2", "b1", "b2"}),
        ("pB", "4k/5/5/1r3/A3K w", "a1", {"a2", "b1", "c3"}),
        ("pB", "4k/5/5/1A3/A3K w", "a1", {"a2", "b1"}),
        ("F", "4k/5/2A2/5/4K w", "c3", {"b3", "d3", "c2", "c4", "b2"}),
    ],
)
def test_moves_along_lines(moves, fen, square, reached):
    assert targets(board(fen, pieces=piece(moves, ", screens = false")), square) == reached


def test_check_along_a_line():
    assert board("5/5/2k2/5/A3K b", pieces=piece("B")).is_check()
    assert not board("5/5/2k2/1R3/A3K b", pieces=piece("B")).is_check()
    assert board("5/5/2k2/1R3/A3K b", pieces=piece("pB")).is_check()
    assert not board("5/3k1/5/5/A3K b", pieces=piece("B")).is_check()


def test_a_line_over_a_fold():
    folded = board("4k/5/5/1x3/A3K w", pieces=piece("F"), left="fold")
    assert "c3" in targets(folded, "a1")
    assert "c3" not in targets(board("4k/5/5/1x3/A3K w", pieces=piece("F"), left="vanish"), "a1")


def test_a_piece_spares_others():
    spared = board("4k/5/5/a4/A3K w", pieces=piece("F", ', spares = "A"'))
    assert targets(spared, "a1") == {"b1", "b2"}


@pytest.mark.parametrize("left", ["none", "random"])
def test_a_piece_gives_no_check_to_what_it_spares(left):
    rook = 'A = {{ name = "A", moves = "R"{} }}'
    for more, checks in (("", True), (', spares = "K"', False)):
        found = board("4k/5/5/5/A3K b", pieces=rook.format(more), lines="", left=left)
        assert not found.is_check()
        found = board("A3k/5/5/5/4K b", pieces=rook.format(more), lines="", left=left)
        assert found.is_check() is checks


def test_two_passes_draw():
    passed = board("4k/5/5/5/K4 w", endings='passing = "always"')
    keys = passed.key()
    passed.push_uci("a1a1")
    assert passed.san(passed.parse_uci("e5e5")) == "Ke5"
    passed.push_san("Ke5")
    assert passed.outcome().termination is Termination.PASSES
    assert passed.outcome().winner is None
    passed.pop()
    passed.pop()
    assert passed.key() == keys


def test_who_may_pass():
    assert "a1a1" not in {
        move.text for move in board("4k/5/5/5/K3r w", endings='passing = "always"').legal_moves
    }
    stuck = board("4k/5/5/5/K4 w", endings='passing = "stuck"')
    assert "a1" not in targets(stuck, "a1")
    alone = board("k4/5/K4/5/1R3 b", endings='passing = "stuck"')
    assert [move.text for move in alone.legal_moves] == ["a5a5"]


def test_a_pass_leaves_no_hole():
    passed = board("4k/5/5/5/K4 w", endings='passing = "always"', left="fold")
    key = passed.key()
    passed.push_uci("a1a1")
    assert not passed.holes
    passed.pop()
    assert passed.key() == key


BIKJANG = 'passing = "always"\nbikjang = true'


def test_facing_kings_part_or_draw():
    facing = board("4k/5/5/5/R3K b", endings=BIKJANG)
    assert {move.text for move in facing.legal_moves} == {"e5d5", "e5d4", "e5e5"}
    facing.push_uci("e5e5")
    assert facing.outcome().termination is Termination.FACING


def test_points_decide_a_janggi_game():
    game = Board("janggi")
    for text in ("e2e2", "e9e9"):
        game.push_uci(text)
    assert game.outcome().winner is BLACK
    assert str(game.outcome().reason()) == "Black wins on points: both sides have passed."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"endings": "bikjang = true"}, "endings.bikjang: only together with passing"),
        ({"pieces": piece("F"), "lines": ""}, "pieces.A.on_lines: only together with board.lines"),
        ({"pieces": piece("N")}, "moves on lines are single steps"),
        ({"left": "random"}, "lines cannot be combined"),
        ({"pieces": piece("F", ', spares = "Z"')}, "no piece has the letter"),
    ],
)
def test_what_a_file_may_not_say(arguments, said):
    with pytest.raises(VariantError, match=said):
        board("4k/5/5/5/K4 w", **arguments)
