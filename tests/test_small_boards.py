"""Wormhole Chess on small rectangles: the kept results are those of the reference rules."""

from __future__ import annotations

import random

import pytest

from tests.reference.file_game import FileGame
from tests.support.parts import exhaustive, mostly_exhaustive
from tools.small_boards import BOARDS, FILE, PAGE, kept, starts, written
from wormhole import Board
from wormhole.base.errors import FenError
from wormhole.rules.game_file import parse

WINNERS = {"white": "1-0", "black": "0-1", "": "1/2-1/2"}
SAMPLES = 40
FEW_SQUARES = 10
"""The largest boards on which the reference plays everything out."""


def assert_line_wins(result):
    text = FILE.format(start=result.start)
    game, board = FileGame(text), Board(parse(text, "small"))
    for san in result.line.split():
        assert game.outcome() is None
        game.play(board.push_san(san).text)
    assert game.outcome() == WINNERS[result.winner]
    assert (len(board.move_stack) + (result.winner == "white")) // 2 == result.moves


def value(game):
    """100 less the plies to the win of the side to move; the same below 0 if it loses."""
    if game.outcome() is not None:
        assert game.outcome() == ("0-1" if game.place.white else "1-0")
        return -100
    values = []
    for text in game.legal_moves():
        after = game.copy()
        after.play(text)
        values.append(-value(after))
    best = max(values)
    return best - 1 if best > 0 else best + 1


def test_kept_lines_end_as_the_results_say():
    for result in random.Random(1).sample(kept(), SAMPLES):
        assert_line_wins(result)


@exhaustive
def test_all_kept_lines_end_as_the_results_say():
    for result in kept():
        assert_line_wins(result)


@pytest.mark.parametrize(
    "result", [each for each in kept() if each.files * each.ranks < FEW_SQUARES], ids=lambda each: each.start
)
def test_the_reference_finds_the_same_by_playing_everything_out(result):
    best = value(FileGame(FILE.format(start=result.start)))
    assert (best > 0) is (result.winner == "white")
    assert (100 - abs(best) + (best > 0)) // 2 == result.moves


@pytest.mark.parametrize("board", mostly_exhaustive(BOARDS, (3, 3), (4, 4)))
def test_starts_that_are_left_out_are_not_legal(board):
    found = {result.start for result in kept()}
    missing = [start for start in starts(*board) if start.placement not in found]
    assert len(missing) < len(list(starts(*board)))
    for start in missing:
        with pytest.raises(FenError):
            _ = start.board


def test_the_page_has_the_results():
    """If not: python -m tools.small_boards."""
    page = PAGE.read_text("utf-8")
    assert written(page) == page
