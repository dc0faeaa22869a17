"""Moves that are counted against a weak side: Makruk, Cambodian and ASEAN chess."""

from __future__ import annotations

import random

import pytest

from tests.reference.file_game import FileGame
from tests.support import fairy_games, file_games
from tests.support.parts import exhaustive, mostly_exhaustive
from wormhole import Board, FenError, VariantError, variant
from wormhole.engine.levels import Limit
from wormhole.engine.solver import is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.rules.game_file import parse
from wormhole.rules.outcome import Termination

ROOK_AND_KING = "8/8/8/3k4/8/8/4K3/7R w - 32 31 1"
GAMES = ("makruk", "asean", "ai-wok")
MUTATORS = ("none", "fold", "vanish", "random")


def test_a_game_is_drawn_when_more_moves_are_counted_than_allowed():
    board = Board("makruk", ROOK_AND_KING)
    board.push_uci("h1h2")
    assert board.outcome() is None
    board.push_uci("d5d4")
    outcome = board.outcome()
    assert outcome.termination is Termination.COUNTED_MOVES
    assert (outcome.result(), str(outcome.reason())) == (
        "1/2-1/2",
        "A draw: the moves allowed by the counting rule are over.",
    )
    assert board.fen().split()[3:] == ["32", "33", "2"]
    board.pop()
    assert (board.outcome(), board.fen().split()[3:]) == (None, ["32", "32", "1"])


def test_a_position_with_counted_moves_is_read_as_it_was_written():
    assert Board("makruk", ROOK_AND_KING).fen() == ROOK_AND_KING
    with pytest.raises(FenError, match="limit of counted moves"):
        Board("makruk", ROOK_AND_KING.replace("32", "e3"))


def test_mate_by_the_last_move_counts():
    board = Board("makruk", "k7/8/1K6/8/8/8/8/7R w - 16 16 1")
    board.push_uci("h1h8")
    assert board.outcome().result() == "1-0"


def test_the_search_knows_when_the_moves_are_over():
    board = Board("makruk", "8/8/8/3k4/8/8/4K3/7R w - 32 32 1")
    thinker = Thinker(board.variant, fast=False)
    thinker.think(board, Limit(depth=2))
    assert thinker.thought().score_centipawns == 0
    thinker.close()


def test_a_game_with_counted_moves_is_not_solved_but_may_be_drawn():
    folding = parse('inherits = "makruk"\ntitle = "T"\n[mutator]\nleft_square = "fold"\n', "t")
    assert folding.can_be_drawn
    assert not is_solvable(folding)
    assert variant("makruk").can_be_drawn


def test_moves_are_not_counted_where_pawns_capture_en_passant():
    with pytest.raises(VariantError, match=r"line 4.*en passant"):
        parse('inherits = "chess"\ntitle = "T"\n[endings]\ncount = "makruk"\n', "t")


@pytest.mark.parametrize("mutator", MUTATORS)
@pytest.mark.parametrize("name", mostly_exhaustive(GAMES, "makruk"))
def test_moves_are_counted_as_the_reference_counts(name, mutator):
    play(name, mutator, 1)


@exhaustive
@pytest.mark.parametrize("mutator", MUTATORS)
@pytest.mark.parametrize("name", GAMES)
def test_many_moves_are_counted_as_the_reference_counts(name, mutator):
    for seed in range(2, 8):
        play(name, mutator, seed)


def play(name: str, mutator: str, seed: int) -> None:
    """Compare a game, as a rule from a position with few pieces."""
    text = f'inherits = "{name}"\ntitle = "T"\n[mutator]\nleft_square = "{mutator}"\n'
    rules, dice = parse(text, "t"), random.Random(f"{name} {mutator} {seed}")
    fen = fairy_games.few_pieces(rules, dice).fen() if seed % 3 else Board(rules).fen()
    file_games.play(Board(rules, fen, seed=seed), FileGame(text, fen), dice, 150, f"{name} {mutator} {seed}")
