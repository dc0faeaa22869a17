"""Random games of python-chess's variants: moves, SAN, FEN, results and PGN are the same in both programs."""

from __future__ import annotations

import io
import random

import chess.pgn
import chess.variant
import pytest

from tests.support.parts import mostly_exhaustive
from wormhole import Board
from wormhole.library import pgn
from wormhole.library.record import Game

START = chess.STARTING_FEN.replace("KQkq", "-")
BOARDS = {
    "chess": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "suicide": lambda: chess.variant.SuicideBoard(START),
    "giveaway": chess.variant.GiveawayBoard,
    "3check": chess.variant.ThreeCheckBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "racingkings": chess.variant.RacingKingsBoard,
    "horde": chess.variant.HordeBoard,
    "fischerandom": chess.Board,
}
PLIES = 120
WITHOUT_CLOCK = ("crazyhouse",)
"""Games without a count of quiet moves, where our clock begins anew with each move."""


def fields(name: str, fen: str) -> list[str]:
    """The fields of a FEN that both programs write."""
    found = fen.split()
    return found[:4] + found[5:] if name in WITHOUT_CLOCK else found


def compare(name: str, ours: Board, theirs: chess.Board) -> None:
    """Compare moves, FEN and result of a position."""
    moves = [] if theirs.is_variant_end() else [theirs.uci(move) for move in theirs.legal_moves]
    assert sorted(move.text for move in ours.legal_moves) == sorted(moves)
    written = theirs.fen(en_passant="fen")
    assert fields(name, ours.fen()) == fields(name, written)
    assert fields(name, Board(name, written).fen()) == fields(name, written)
    assert fields(name, type(theirs)(ours.fen(), chess960=theirs.chess960).fen()) == fields(
        name, theirs.fen()
    )


@pytest.mark.parametrize("seed", mostly_exhaustive(range(10), 2))
@pytest.mark.parametrize("name", BOARDS)
def test_a_random_game_is_the_same(name, seed):
    dice = random.Random(f"{name} {seed}")
    theirs = BOARDS[name]()
    if name == "fischerandom":
        theirs = chess.Board.from_chess960_pos(dice.randrange(960))
    ours = Board(name, theirs.fen())
    for _ in range(PLIES):
        compare(name, ours, theirs)
        if ours.is_game_over() or result_of(theirs):
            break
        move = dice.choice(list(theirs.legal_moves))
        san = theirs.san(move)
        same = ours.parse_san(san)
        assert same == ours.parse_uci(theirs.uci(move))
        assert ours.san(same).rstrip("+#") == san.rstrip("+#")  # they end a win without mate with #, too
        ours.push(same)
        theirs.push(move)
    outcome = ours.outcome()
    assert (outcome and outcome.result()) == result_of(theirs)
    check_pgn(theirs)


def result_of(board: chess.Board) -> str | None:
    """The result by python-chess, where a draw need not be claimed, but has come about."""
    outcome = board.outcome()
    if outcome is None and (board.is_repetition(3) or board.is_fifty_moves()):
        return "1/2-1/2"
    return outcome and outcome.result()


def check_pgn(board: chess.Board) -> None:
    """The game's PGN is read by the other program, and what it writes of it by python-chess."""
    written = chess.pgn.Game.from_board(board)
    [ours] = pgn.read(str(written))
    assert moves_of(ours) == [move.uci() for move in board.move_stack]
    again = chess.pgn.read_game(io.StringIO(str(ours)))
    assert again is not None
    assert again.errors == []
    assert [move.uci() for move in again.mainline_moves()] == moves_of(ours)
    assert type(again.end().board()) is type(board)


def moves_of(game: Game) -> list[str]:
    return [move.text for move in game.mainline_moves()]
