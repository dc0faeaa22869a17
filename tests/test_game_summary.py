"""The summary of a game in five sentences, and the kinds of its mistakes."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest

from tests.support.hand import Hand, hands_at_games
from tests.support.reviewed_games import KNIGHT_LOST, MATED
from wormhole import Board
from wormhole.gui.game.summary_words import KINDS, summary_sentences
from wormhole.gui.window.keys import Command
from wormhole.learn.game_report import report_of
from wormhole.learn.game_summary import summary_of
from wormhole.learn.mistakes import MistakeKind, kind_of
from wormhole.library import pgn
from wormhole.play.match_result import recorded_outcome

QUIET = """[Variant "chess"]

{[%eval 0.0,9]} 1. e4 {[%eval 0.0,9]} e5 {[%eval 0.0,9]} *
"""


def sentences(text):
    (game,) = pgn.read(text)
    end = game.end()
    outcome = end.board().outcome() or recorded_outcome(game)
    moves = (end.plies() + 1) // 2
    return summary_sentences(summary_of(report_of(game)), outcome, moves, Board.san)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            MATED,
            (
                "The game was even after 1 move.",
                "It turned with 2. g4: Black wins by checkmate.",
                "Mistakes: White 1 (Mate or end allowed 1); Black 0.",
                "Accuracy: White 24\u00a0%, Black 100\u00a0%.",
                "After 2 moves: Black wins by checkmate.",
            ),
        ),
        (
            KNIGHT_LOST.replace("CLOCK", ""),
            (
                "The game was even after 1 move.",
                "It turned with 3. Nxe5: The pawn on d6 can capture the knight on e5.",
                "Mistakes: White 1 (Hanging pieces 1); Black 0.",
                "Accuracy: White 55\u00a0%, Black 100\u00a0%.",
                "After 4 moves: Black wins: White resigned.",
            ),
        ),
        (
            QUIET,
            (
                "The game was even after 1 move.",
                "No move turned the game.",
                "Neither side made a mistake.",
                "Accuracy: White 100\u00a0%, Black 100\u00a0%.",
                "The game is not over.",
            ),
        ),
    ],
    ids=["mate", "a knight lost", "nothing lost"],
)
def test_a_game_in_five_sentences(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (MATED, ["END"]),
        (KNIGHT_LOST.replace("CLOCK", ""), ["HANGING"]),
        (KNIGHT_LOST.replace("CLOCK", "[%clk 0:00:07]"), ["TIME"]),
        (KNIGHT_LOST.replace("CLOCK", "[%clk 0:01:07]"), ["HANGING"]),
    ],
)
def test_the_kinds_of_mistakes(text, kinds):
    (game,) = pgn.read(text)
    serious = [move for move in report_of(game).judged if move.judgement.name != "INACCURACY"]
    assert [kind_of(move).name for move in serious] == kinds


def test_every_kind_has_a_name():
    assert set(KINDS) == {kind.name for kind in MistakeKind}


def test_the_report_shows_the_summary(tmp_path, seen):
    with hands_at_games(Hand, tmp_path, MATED, white="person", black="1") as open_game:
        hand = open_game()
        hand.app.stage.command(Command.REVIEW)
        hand.until(lambda: any("It turned with 2. g4" in text for text in seen))
