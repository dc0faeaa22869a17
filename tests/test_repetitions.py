"""Repetition that decides a game: perpetual check, and games in which a player loses or wins by it."""

from __future__ import annotations

from pathlib import Path

import pyffish
import pytest

from tests.reference.file_game import FileGame
from tests.support.fairy_games import FairyGame
from wormhole import BLACK, WHITE, Board, VariantError, load
from wormhole.engine.levels import Limit
from wormhole.engine.thinker import Thinker
from wormhole.rules.game_file import parse
from wormhole.rules.outcome import Termination

FILE = Path(__file__).parent / "data" / "variants.ini"
XIANGQI = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
PERPETUAL = ["e2d2", "d10e10", "d2e2", "e10d10"]
BOTH = "4k4/9/9/9/9/9/9/9/4R4/5K3 b - - 0 1"
MAKRUK = "3k4/8/8/8/8/8/4R3/6K1 w - - 0 1"
PERPETUAL_ON_8 = ["e2d2", "d8e8", "d2e2", "e8d8"]


def text_of(repetition: str, *more: str) -> str:
    lines = ['inherits = "makruk"', 'title = "T"', "[endings]", f'repetition = "{repetition}"', *more]
    return "\n".join(lines) + "\n"


def test_a_side_that_gives_perpetual_check_loses():
    board = Board("xiangqi", XIANGQI)
    for text in PERPETUAL * 2:
        assert board.outcome() is None
        board.push_uci(text)
    outcome = board.outcome()
    assert (outcome.termination, outcome.winner) == (Termination.PERPETUAL_CHECK, BLACK)
    assert str(outcome.reason()) == "Black wins: White gave perpetual check."


@pytest.mark.parametrize(
    ("game", "fen", "moves"),
    [
        ("xiangqi", XIANGQI, PERPETUAL),
        ("xiangqi", BOTH, ["e10d10", "e2d2", "d10e10", "d2e2"]),
        ("xiangqi", XIANGQI, ["e2c2", "d10d9", "c2e2", "d9d10"]),
        *[
            (name, MAKRUK, moves)
            for name in ("perpetual-check", "repeats-and-loses", "white-repeats-and-loses")
            for moves in (PERPETUAL_ON_8, ["e2c2", "d8d7", "c2e2", "d7d8"])
        ],
    ],
)
def test_repetitions_end_as_in_fairy_stockfish(game, fen, moves):
    pyffish.load_variant_config(FILE.read_text("utf-8"))
    board = Board(load(FILE, game) if "-" in game else game, fen)
    other = FairyGame(game, fen)
    while board.outcome() is None:
        move = moves[len(board.move_stack) % 4]
        board.push_uci(move)
        other.play(move)
        outcome = board.outcome()
        assert (outcome.result() if outcome else None) == other.result()


@pytest.mark.parametrize("repetition", ["draw", "loss", "win", "white loses", "white wins"])
@pytest.mark.parametrize("more", [(), ("perpetual_check_loses = true",), ("repetitions = 2",)])
@pytest.mark.parametrize("moves", [PERPETUAL_ON_8, ["e2c2", "d8d7", "c2e2", "d7d8"]])
def test_repetitions_end_as_in_the_reference(repetition, more, moves):
    text = text_of(repetition, *more)
    board, game = Board(parse(text, "t"), MAKRUK), FileGame(text, MAKRUK)
    while board.outcome() is None:
        assert game.outcome() is None
        move = moves[len(board.move_stack) % 4]
        board.push_uci(move)
        game.play(move)
    assert board.outcome().result() == game.outcome()


def test_the_search_avoids_perpetual_check():
    board = Board("xiangqi", XIANGQI)
    thinker = Thinker(board.variant, fast=False)
    for text in PERPETUAL + PERPETUAL[:3]:
        board.push_uci(text)
    assert board.turn is BLACK
    thinker.think(board, Limit(depth=2), among=["e10d10"])
    assert thinker.thought().score_centipawns > 100_000
    thinker.close()


def test_white_loses_by_repetition_where_it_must_avoid_it():
    board = Board(parse(text_of("white loses"), "t"), MAKRUK)
    for text in ["e2c2", "d8d7", "c2e2", "d7d8"] * 2:
        board.push_uci(text)
    assert (board.outcome().winner, board.outcome().termination) == (BLACK, Termination.REPETITION)
    assert str(board.outcome().reason()) == "Black wins: the same position has occurred too often."
    assert Board(parse(text_of("loss"), "t"), MAKRUK).variant.can_be_drawn
    assert board.outcome().winner is not WHITE


@pytest.mark.parametrize(
    ("lines", "trouble"),
    [
        ('[endings]\nroyal = "none"\nperpetual_check_loses = true', "no piece is royal"),
        ('[mutator]\nleft_square = "random"\n[endings]\nperpetual_check_loses = true', "dice may give check"),
    ],
)
def test_perpetual_check_means_nothing_without_checks(lines, trouble):
    with pytest.raises(VariantError, match=trouble):
        parse(f'inherits = "makruk"\ntitle = "T"\n{lines}\n', "t")
