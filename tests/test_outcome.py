"""Outcomes of games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wormhole import BLACK, WHITE, Board, Outcome, Termination, variant
from wormhole.rules.endings import NoMove

MATED = "xnxxkxxx/xxxPxxxp/x1xxpx1x/xxxxx1Lc/P2xxxPx/1xxpxxxx/xxxxxxPx/xxxxKxwx b"
STUCK = "Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b"
BARE = "4k3/8/8/8/8/8/8/4K3 w"
ONE_PAWN = "4k3/8/8/8/8/8/4P3/4K3 w"

LOSS = variant("wormhole")
DRAW = replace(LOSS, endings=replace(LOSS.endings, stalemate=NoMove.DRAW))


@pytest.mark.parametrize(
    ("game", "fen", "outcome", "result"),
    [
        (LOSS, LOSS.start, None, None),
        (DRAW, DRAW.start, None, None),
        (LOSS, MATED, Outcome(Termination.CHECKMATE, WHITE), "1-0"),
        (DRAW, MATED, Outcome(Termination.CHECKMATE, WHITE), "1-0"),
        (LOSS, STUCK, Outcome(Termination.STALEMATE, WHITE), "1-0"),
        (DRAW, STUCK, Outcome(Termination.STALEMATE, None), "1/2-1/2"),
        (LOSS, BARE, None, None),
        (DRAW, BARE, Outcome(Termination.DEAD_POSITION, None), "1/2-1/2"),
        (DRAW, ONE_PAWN, None, None),
    ],
)
def test_outcome(game, fen, outcome, result):
    board = Board(game, fen)
    assert board.outcome() == outcome
    assert board.is_game_over() is (outcome is not None)
    assert (outcome and outcome.result()) == result


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome(Termination.CHECKMATE, WHITE), "White wins by checkmate."),
        (Outcome(Termination.CHECKMATE, BLACK), "Black wins by checkmate."),
        (Outcome(Termination.STALEMATE, WHITE), "White wins: Black has no move left."),
        (Outcome(Termination.STALEMATE, None), "A draw: the side to move has no move left."),
        (Outcome(Termination.DEAD_POSITION, None), "A draw: neither side has enough pieces left to win."),
        (Outcome(Termination.RESIGNATION, BLACK), "Black wins: White resigned."),
    ],
)
def test_the_reason_in_words(outcome, reason):
    assert outcome.reason() == reason


def test_a_drawn_game_still_knows_its_moves():
    """Two bare kings still have legal moves; the draw is in the outcome, as in python-chess."""
    assert Board(DRAW, BARE).legal_moves == Board(LOSS, BARE).legal_moves != []
    assert Board(DRAW, BARE).is_game_over()


def test_the_game_goes_on_after_undo():
    board = Board(fen="Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxpxx/xxKxxxPP/pxxxkxxx/xxxxxxxx w")
    board.push_uci("g3f4")
    assert board.outcome() == Outcome(Termination.STALEMATE, WHITE)
    board.pop()
    assert board.outcome() is None
