"""Trees of FIDE chess go between this program's PGN and that of python-chess, and nothing is lost.

python-chess does not follow the standard in quotes inside headers, so these have none.
"""

from __future__ import annotations

import io
import random

import chess.pgn
import pytest

from tests.support.parts import mostly_exhaustive
from tests.support.pgn_trees import read_theirs, tree
from tests.support.random_trees import random_tree
from wormhole import Board
from wormhole.library import pgn
from wormhole.library.comment_commands import Score, Shape
from wormhole.library.record import Game


def check_tree(seed: int) -> None:
    game = random_tree(random.Random(seed))
    text = str(game)
    [ours] = pgn.read(text)
    assert tree(ours) == tree(game)
    written = str(ours)
    assert tree(read_theirs(written)) == tree(game)
    assert str(read_theirs(written)) == text
    [again] = pgn.read(written)
    assert str(again) == written
    kept = pgn.read_movetext(ours.start, ours.headers, ours.movetext())
    assert str(kept) == written


@pytest.mark.parametrize("block", mostly_exhaustive(range(10), 0))
def test_random_trees(block):
    for seed in range(20 * block, 20 * block + 20):
        check_tree(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_many_random_trees(block):
    for seed in range(1000 + 100 * block, 1000 + 100 * block + 100):
        check_tree(seed)


@pytest.mark.parametrize(
    "text",
    [
        "{ before } 1. e4 { after } *",
        "1. e4 ( 1. d4 ) { behind a variation } 1... e5 *",
        "1. e4 ( { first } 1. d4 { d } ( { c } 1. c4 ) { e } ) ( 1. Nf3 ) { f } 1... e5 { g } { h } *",
        "1. e4 ( 1. d4 d5 ( 1... Nf6 2. c4 ( 2. g3 ) ) 2. c4 ) 1... e5 $1 $14 { a } ( 1... c5 ) *",
        "1. e4 e5 2. -- $9 { threat } 2... Nc6 ( 2... -- 3. Z0 ) *",
        "1. e4!! {} e5?? ( 1... c5!? { } ) 2. Nf3?! *",
        "1. e4 {two\nlines\n% three\n; four\n} e5 *",
        '1. e4 {[Event "x"]\n[Event "y"]\n\n1. d4 *} e5 ; rest\n*',
        "1. e4 e5 {last} ( 1... c5 {very last} ) 1-0",
        "{only a comment} *",
    ],
)
def test_comments_belong_to_the_same_moves(text):
    ours, theirs = pgn.read_game(io.StringIO(text)), read_theirs(text)
    for node in [theirs, *theirs.variations]:
        assert isinstance(node, chess.pgn.GameNode)
    comments = [(said, moves) for said, moves in tree(theirs)[1:]]
    stripped = [((c.strip(), s.strip(), nags), moves) for (c, s, nags), moves in comments]
    if ";" not in text.replace("; four", ""):  # python-chess skips comments to the end of the line
        assert tree(ours)[1:] == stripped
    assert tree(read_theirs(str(ours))) == tree(ours)


@pytest.mark.parametrize("seed", range(20))
def test_commands_in_comments(seed):
    """Clocks, move times, evaluations and shapes that one program sets, the other reads."""
    dice = random.Random(seed)
    comment = dice.choice(["", "so", "[%clk 0:00:03] so", "so [%eval 0.1] [%csl Ga1,Rb2]", "[%x 1] so"])
    seconds = dice.choice([0, 0.5, 59.9996, 61, 3599.999, 3600, 36_000.125])
    centipawns, mate, depth = dice.randrange(-900, 900), dice.choice([None, -3, 5]), dice.choice([None, 20])
    names = Board("chess").variant.geometry.numbers
    arrows = [("green", "a1", "a1"), ("red", "b2", "c3"), ("yellow", "h8", "h7"), ("blue", "e4", "e4")]
    chosen = dice.sample(arrows, dice.randrange(5))

    ours = Game(Board("chess")).add_variation(Board("chess").parse_san("e4"), comment=comment)
    ours.set_clock(seconds)
    ours.set_eval(Score(None if mate else centipawns, mate, depth))
    ours.set_shapes(Shape(names[tail], names[head], colour) for colour, tail, head in chosen)
    theirs = read_theirs(str(ours.game())).next()

    assert theirs.comment == ours.comment
    assert theirs.clock() == pytest.approx(ours.clock()) == pytest.approx(seconds, abs=0.001)
    score = chess.engine.Mate(mate) if mate else chess.engine.Cp(centipawns)
    assert (theirs.eval().white(), theirs.eval_depth()) == (score, depth)
    assert ours.eval() == Score(None if mate else centipawns, mate, depth)
    assert {(arrow.color, arrow.tail, arrow.head) for arrow in theirs.arrows()} == {
        (colour, chess.parse_square(tail), chess.parse_square(head)) for colour, tail, head in chosen
    }
    theirs.set_clock(seconds)
    theirs.set_emt(seconds / 2)
    theirs.set_eval(chess.engine.PovScore(score, chess.WHITE), depth)
    theirs.set_arrows(
        [chess.svg.Arrow(arrow.tail, arrow.head, color=arrow.color) for arrow in theirs.arrows()]
    )
    [back] = pgn.read(str(theirs.game()))
    assert (back.next().clock(), back.next().eval()) == (ours.clock(), ours.eval())
    assert theirs.emt() == back.next().emt() == pytest.approx(seconds / 2, abs=0.001)
    assert set(back.next().shapes()) == set(ours.shapes())
    assert back.next().words == ours.words == ("so" if "so" in comment else "")
    for undo in (lambda: ours.set_clock(None), lambda: ours.set_eval(None)):
        undo()
    ours.set_shapes(())
    assert (ours.clock(), ours.eval(), ours.shapes()) == (None, None, ())
    assert ours.words == ("so" if "so" in comment else "")
