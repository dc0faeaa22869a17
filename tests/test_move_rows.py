"""The rows of the move list, written as text: the main line in two columns, the rest below its moves."""

from __future__ import annotations

import random

import pytest

import wormhole
from wormhole.gui.game import variation_text
from wormhole.gui.game.move_rows import MoveRows
from wormhole.gui.game.variation_text import Measures
from wormhole.library.record import Game

MEASURES = Measures(
    width=36,
    line=3,
    text_line=2,
    gap=1,
    numbers=4,
    digit=1,
    margin=0,
    indent=2,
    deepest=3,
    space=1,
    word_space=1,
    joint=1,
)
LATER = "8/4p3/8/8/8/8/4P3/K6k b - - 0 12"


def rows_of(game):
    return MoveRows(game, MEASURES, lambda text, tone: len(text))


def written(rows):
    """The visible text: a line for each row, indented as on screen."""
    lines = []
    for row in rows.rows(0, 10**9):
        line = ""
        for cell in row.cells:
            line = line.ljust(cell.left) + cell.text
        lines.append(line)
    return lines


def make(start, *lines, comments=(), nags=()):
    """A game with these lines of SAN, the first one the main line. Comments and signs go by line and SAN."""
    game = Game(start)
    for line in lines:
        node = game
        for san in line.split():
            move = node.board().parse_san(san)
            node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
    for line, text in comments:
        at(game, line).comment = text
    for line, numbers in nags:
        at(game, line).nags = numbers
    return game


def at(game, line):
    node = game
    for san in line.split():
        node = next(child for child in node.variations if child.san() == san)
    return node


MAIN = "e4 e5 d3 d6 c3 c6"
CASES = {
    "plain": (
        make(wormhole.Board(), MAIN),
        ["1.  e4              e5", "2.  d3              d6", "3.  c3              c6"],
    ),
    "a comment": (
        make(wormhole.Board(), MAIN, comments=[("e4", "The square e2 is gone, and e3 follows e1.")]),
        [
            "1.  e4",
            "The square e2 is gone, and e3",
            "follows e1.",
            "1.  …               e5",
            "2.  d3              d6",
            "3.  c3              c6",
        ],
    ),
    "commands only are no comment": (
        make(wormhole.Board(), "e4 e5", comments=[("e4", "[%clk 0:01:00]")]),
        ["1.  e4              e5"],
    ),
    "on the game": (make(wormhole.Board(), comments=[("", "Played in the park.")]), ["Played in the park."]),
    "variations": (
        make(wormhole.Board(), MAIN, "d4 d5", "e4 c5 c3 d6 d3", nags=[("d4 d5", {2, 16})]),
        [
            "1.  e4",
            "  1. d4 d5? +/-",
            "1.  …               e5",
            "  1… c5 2. c3 d6 3. d3",
            "2.  d3              d6",
            "3.  c3              c6",
        ],
    ),
    "a short variation within one": (
        make(wormhole.Board(), "e4 e5", "e4 c5 c3 d6 d3", "e4 c5 d3 b6", comments=[("e4 c5 d3 b6", "Slow.")]),
        ["1.  e4              e5", "  1… c5 2. c3 (2. d3 b6 Slow.) 2… d6", "  3. d3"],
    ),
    "a long variation within one": (
        make(wormhole.Board(), "e4 e5", "e4 c5 c3 d6", "e4 c5 d3 b6 c4 a6 h3 h6 a3", "e4 c5 d3 b6 b3"),
        [
            "1.  e4              e5",
            "  1… c5 2. c3",
            "    2. d3 b6 3. c4 (3. b3) 3… a6",
            "    4. h3 h6 5. a3",
            "  2… d6",
        ],
    ),
    "Black begins": (
        make(wormhole.Board("wormhole", LATER), "e5 e4", "e6", comments=[("e5", "Now.")]),
        ["12. …               e5", "Now.", "  12… e6", "13. e4"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_how_a_game_is_written(name):
    game, lines = CASES[name]
    assert written(rows_of(game)) == lines


def test_long_words_are_broken_and_long_comments_cut():
    game = make(wormhole.Board(), "e4", comments=[("e4", "e" * 90)])
    assert written(rows_of(game)) == ["1.  e4", "e" * 36, "e" * 36, "e" * 18]
    game.next().comment = "word " * 100_000
    assert len(written(rows_of(game))) < 200


def random_change(game, chance):
    """Change something somewhere in the tree."""
    nodes = list(game.nodes())
    node = chance.choice([game, *nodes])
    kind = chance.random()
    if kind < 0.3:
        node.comment = chance.choice(["", "good", "a comment of several words " * 3, "[%clk 0:00:01]"])
    elif kind < 0.4:
        node.starting_comment = chance.choice(["", "before"])
    elif kind < 0.6 and node.parent:
        chance.choice([node.parent.promote, node.parent.promote_to_main])(node)
    elif kind < 0.7 and node.parent and len(nodes) > 15:
        node.parent.remove_variation(node)
    else:
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        for move in moves[:1]:
            node.add_variation(move)


def test_a_changed_game_is_written_like_a_new_one():
    chance = random.Random(11)
    game = make(wormhole.Board(), MAIN, "e4 e5 c3 c6 d3")
    rows = rows_of(game)
    for _ in range(150):
        for _ in range(chance.choice([1, 1, 2, 40])):
            random_change(game, chance)
        rows.update()
        anew = rows_of(game)
        assert written(rows) == written(anew)
        for node in game.nodes():
            cells = next(rows.rows(rows.row_of(node), 10)).cells
            assert node in [cell.node for cell in cells]


def test_every_pixel_belongs_to_a_row():
    game = make(wormhole.Board(), MAIN, "d4 d5", "e4 c5 c3 d6 d3", comments=[("e4 e5", "word " * 30)])
    rows = rows_of(game)
    for pixel in range(rows.height):
        row = rows.row_at(pixel)
        assert rows.top_of(row) <= pixel < rows.bottom_of(row)
    for pixels in range(3, rows.height + 5):
        first = rows.last_first(pixels)
        assert rows.height - rows.top_of(first) <= pixels
        assert first == 0 or rows.height - rows.top_of(first - 1) > pixels


def test_a_long_game_costs_no_more_than_a_short_one():
    measured = []

    def measure(text, tone):
        measured.append(text)
        return len(text)

    game = Game(wormhole.Board())
    null = wormhole.Move.null()
    node = game
    for ply in range(10_000):
        node = node.add_variation(null)
        node.find_san(game.start)
        if ply % 10 == 0:
            node.comment = "a comment"
    rows = MoveRows(game, MEASURES, measure)
    assert rows.row_count > 5000
    measured.clear()
    game.end().add_variation(null).find_san(game.start)
    game.at((0,) * 5000).comment = "changed"
    rows.update()
    assert len(measured) < 20
    assert len(list(rows.rows(2000, 60))) <= 20


def counted(game):
    """The rows of a game, and the words that were measured for them so far."""
    measured = []

    def measure(text, tone):
        measured.append(text)
        return len(text)

    return MoveRows(game, MEASURES, measure), measured


def with_variations(count):
    """A game with so many variations of its first move, each with a null move and a comment."""
    game = Game(wormhole.Board())
    null = wormhole.Move.null()
    for number in range(count + 1):
        node = game.add_variation(null)
        node.add_variation(null, comment=f"number {number}")
    game.find_sans()
    return game


def long_variation(plies):
    """A game with one variation of so many moves, each with a short variation of its own."""
    game = Game(wormhole.Board())
    null = wormhole.Move.null()
    node = game.add_line([null, null]).parent.add_variation(null)
    for _ in range(plies):
        node.add_variation(null)
        node.add_variation(null, comment="or so")
        node = node.next()
    for each in game.nodes():
        each.find_san(game.start)
    return game


MOST_MEASURED = 2000
"""Words that one step may measure, whatever the game."""


@pytest.mark.parametrize(("make_game", "size"), [(with_variations, 20_000), (long_variation, 5000)])
def test_no_step_makes_more_than_a_few_rows(make_game, size):
    """Opening, scrolling anywhere, looking at any move, and changes."""
    game = make_game(size)
    rows, measured = counted(game)
    nodes = list(game.nodes())
    far = game.variations[-1].end() if len(game.variations) > 2 else nodes[-1]

    def step(do):
        measured.clear()
        rows.begin_step()
        found = do()
        assert len(measured) < MOST_MEASURED
        return found

    step(rows.update)
    for row in (0, 50, rows.row_count // 2, rows.row_count - 1):
        step(lambda row=row: list(rows.rows(rows.settle(row), 60)))
    step(lambda: rows.last_first(60))
    for node in (nodes[10], far, nodes[len(nodes) // 2]):
        found = step(lambda node=node: rows.row_of(node))
        while rows.is_seeking:
            found = step(lambda node=node: rows.row_of(node))
        shown = step(lambda found=found: next(rows.rows(found, 10)))
        assert node in [cell.node for cell in shown.cells]
        node.comment = "changed"
        step(rows.update)
        step(lambda node=node: rows.row_of(node))
        while rows.is_seeking:
            step(lambda node=node: rows.row_of(node))
        assert rows.row_of(node) == found
    game.next().comment = "changed, too"
    step(rows.update)
    game.variations[0].promote_to_main(game.variations[0].add_variation(wormhole.Move.null()))
    step(rows.update)
    game.remove_variation(game.variations[-1])
    step(rows.update)


@pytest.mark.parametrize(("words", "starts"), [(1, 1), (5, 2), (40, 3)])
def test_a_text_in_pieces_is_written_like_a_whole_one(monkeypatch, words, starts):
    chance = random.Random(words)
    game = make(wormhole.Board(), MAIN, "e4 e5 c3 c6 d3")
    for _ in range(120):
        random_change(game, chance)
    whole = written(rows_of(game))
    monkeypatch.setattr(variation_text, "STARTS_AT_ONCE", starts)
    assert written(rows_of(game)) == whole
    monkeypatch.setattr(variation_text, "WORDS_AT_ONCE", words)
    rows = rows_of(game)
    for _ in range(40):
        random_change(game, chance)
        rows.update()
        anew = rows_of(game)
        assert written(rows) == written(anew)
        assert rows.height == anew.height
        for node in game.nodes():
            row = rows.row_of(node)
            while rows.is_seeking:
                rows.begin_step()
                row = rows.row_of(node)
            assert node in [cell.node for cell in next(rows.rows(row, 10)).cells]


def test_a_word_without_end_is_measured_in_pieces():
    game = make(wormhole.Board(), "e4", comments=[("e4", "i" * 3000)])
    measured = []
    rows = MoveRows(game, MEASURES, lambda text, tone: measured.append(len(text)) or len(text))
    assert len(written(rows)) == 3000 // MEASURES.width + 2
    assert sum(measured) < 20 * 3000
