"""What a user can do with the variations and annotations of a game."""

from __future__ import annotations

import pytest

import wormhole
from wormhole.library.record import Game
from wormhole.play import variations


@pytest.fixture
def game():
    """1. e4 e5 with the variations 1... c5 2. c3 (2. f4 g6) and 1... d6."""
    game = Game(wormhole.Board())
    for line in ("e2e4 e7e5 d2d4", "e2e4 c7c5 c2c3", "e2e4 c7c5 f2f4 g7g6", "e2e4 d7d6"):
        node = game
        for text in line.split():
            move = node.board().parse_uci(text)
            node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
    return game


def at(game, line):
    """The node that these moves lead to."""
    node = game
    for text in line.split():
        node = next(child for child in node.variations if child.uci() == text)
    return node


def test_a_variation_moves_up_step_by_step(game):
    node = at(game, "e2e4 c7c5 f2f4 g7g6")
    seen = []
    while variations.promote(node):
        seen.append(game.movetext())
    assert seen == [
        "1. e2e4 e7e5 ( 1... c7c5 2. f2f4 ( 2. c2c3 ) 2... g7g6 ) ( 1... d7d6 ) 2. d2d4",
        "1. e2e4 c7c5 ( 1... e7e5 2. d2d4 ) ( 1... d7d6 ) 2. f2f4 ( 2. c2c3 ) 2... g7g6",
    ]
    assert node.is_mainline()


def test_a_line_becomes_the_main_line_at_once(game):
    node = at(game, "e2e4 c7c5 f2f4 g7g6")
    assert variations.make_main_line(node)
    assert [move.uci() for move in game.mainline()] == ["e2e4", "c7c5", "f2f4", "g7g6"]
    assert not variations.make_main_line(node)
    assert not variations.make_main_line(game)


@pytest.mark.parametrize("line", ["e2e4", "e2e4 c7c5", "e2e4 c7c5 f2f4", "e2e4 d7d6"])
def test_what_was_deleted_can_be_put_back(game, line):
    before = game.movetext()
    deleted = variations.delete(at(game, line))
    assert game.movetext() != before
    deleted.put_back()
    assert game.movetext() == before


def test_where_one_stands_after_a_deletion(game):
    inside, outside = at(game, "e2e4 c7c5 f2f4 g7g6"), at(game, "e2e4 e7e5")
    deleted = variations.delete(at(game, "e2e4 c7c5"))
    assert deleted.node_after(inside) is at(game, "e2e4")
    assert deleted.node_after(outside) is outside


def test_the_marks_of_a_move_exclude_each_other(game):
    node = at(game, "e2e4")
    for nag, left in ((16, {16}), (1, {1, 16}), (4, {4, 16}), (4, {16}), (16, set())):
        variations.toggle_nag(node, nag)
        assert node.nags == left


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        (" A fork. ", "[%clk 0:01:00] A fork."),
        ("two\nlines\r\n\tand a tab", "[%clk 0:01:00] two lines and a tab"),
        ("a {brace} }", "[%clk 0:01:00] a (brace) )"),
        ("[%clk 9:00:00]no clock", "[%clk 0:01:00] no clock"),
        ("", "[%clk 0:01:00]"),
    ],
)
def test_a_comment_keeps_its_commands_and_harms_no_pgn(game, text, comment):
    node = at(game, "e2e4")
    node.set_clock(60)
    variations.set_comment(node, text)
    assert node.comment == comment


def test_the_alternatives_to_a_move(game):
    node = at(game, "e2e4 e7e5")
    seen = [variations.next_variation(node, step).uci() for step in (-1, 0, 1, 2, 9)]
    assert seen == ["e7e5", "e7e5", "c7c5", "d7d6", "d7d6"]
    assert variations.next_variation(game, 1) is game


def test_the_record_says_where_it_changed(game):
    before = game.revision
    node = at(game, "e2e4 d7d6")
    node.comment = "solid"
    node.parent.promote(node)
    game.headers["Event"] = "A header is not a change of the tree"
    assert game.changed_since(before) == [node.parent, node]
    assert game.changed_since(game.revision) == []
    for count in range(100):
        node.comment = str(count)
    assert game.changed_since(before) is None


def test_several_changes_can_be_told_at_once():
    game, told = Game(wormhole.Board()), []
    game.watch(lambda: told.append(game.revision))
    with game.one_change():
        node = game.add_variation(game.board().parse_uci("e2e4"))
        node.nags = {1}
        assert told == []
    assert told == [2]
    with game.one_change():
        pass
    assert told == [2]
