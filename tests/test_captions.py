"""Captions: the sentences about moves, in every language."""

from __future__ import annotations

import pytest

from tests.support.data_files import each, rows
from wormhole import Board
from wormhole.gui.languages import catalogues, language
from wormhole.learn.captions import captions
from wormhole.learn.fact_finder import last_move
from wormhole.rules import game_file

OWN_GAME = """
inherits = "wormhole"
title = "Horses"

[pieces.N]
name = "Horse"
"""


def after(row):
    board = Board(row["game"], row.get("fen"), seed=1)
    for move in row["moves"].split():
        board.push_uci(move)
    return board


@each("facts")
def test_a_move_is_told_in_these_sentences(row):
    board = after(row)
    assert list(captions(last_move(board), board.variant)) == row["captions"]


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_every_sentence_is_translated(code):
    language.use(code)
    try:
        for row in rows("facts"):
            board = after(row)
            for number in range(2):
                for sentence in captions(last_move(board), board.variant, number):
                    assert language.said(sentence) not in {str(sentence), ""}
    finally:
        language.use(catalogues.ENGLISH)


def test_the_wording_varies():
    board = Board()
    board.push_uci("b1c3")
    told = {captions(last_move(board), board.variant, number)[0] for number in range(4)}
    assert told == {
        "The knight moved from b1 to c3. b1 is gone.",
        "The knight left b1, and the square is gone.",
    }


def test_pieces_of_own_games_have_their_names():
    board = Board(game_file.parse(OWN_GAME, "horses"))
    board.push_uci("b1c3")
    assert captions(last_move(board), board.variant)[0] == "The Horse moved from b1 to c3. b1 is gone."
