"""Which side can still win, and what a flag that falls decides."""

from __future__ import annotations

import random

import chess
import pytest

from tests.reference.game import Game
from tests.support.parts import exhaustive
from wormhole import BLACK, WHITE, Board, Termination, variant, variants
from wormhole.rules.game_file import parse

ENCLOSED = "kxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxxxx/xxxxxK1N w"
"""White runs out of squares first, whatever both sides play."""


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=exhaustive)])
def test_chess_like_python_chess(seed):
    chosen = random.Random(seed)
    count = 0
    while count < (10_000 if seed else 300):
        theirs = chess.Board(None)
        squares = chosen.sample(range(64), chosen.randint(2, 6))
        for square, letter in zip(
            squares, ["K", "k", *chosen.choices("QRBBBNNPqrbbbnnp", k=4)], strict=False
        ):
            if letter not in "Pp" or 8 <= square < 56:
                theirs.set_piece_at(square, chess.Piece.from_symbol(letter))
        theirs.turn = chosen.random() < 0.5
        if not theirs.is_valid():
            continue
        count += 1
        ours = Board("chess", theirs.fen())
        for color in (WHITE, BLACK):
            said = ours.has_insufficient_material(color)
            assert said is theirs.has_insufficient_material(color), (theirs.fen(), color)


@pytest.mark.parametrize(
    ("game", "fen", "white", "black"),
    [
        # Whether White wins if Black's time is over, and Black if White's is.
        ("chess", "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", True, False),
        ("chess", "8/8/8/8/8/4k3/p7/4K1N1 w - - 0 1", True, True),
        ("chess", "8/8/8/8/8/4k3/q7/4K1N1 w - - 0 1", False, True),
        ("chess", "8/8/8/8/8/3k4/r7/4K1B1 w - - 0 1", False, True),
        ("crazyhouse", "8/8/8/8/8/4k3/8/Q3K3[] w - - 0 1", True, True),
        ("pocketknight", "8/8/8/8/8/4k3/8/Q3K3[n] w - - 0 1", True, True),
        ("kingofthehill", "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", True, True),
        ("3check", "8/8/8/8/8/4k3/8/B3K3 w - - 3+3 0 1", True, False),
        ("atomic", "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", True, False),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", True, False),
        ("opulent", "10/10/10/10/10/4k5/10/10/10/4K3N1 w - - 0 1", True, False),
        ("wormhole", "8/8/8/8/8/4k3/8/L3K3 w", True, True),
        # The knight cannot go to where it could help, and the king on f1 runs out of squares first.
        (
            "wormhole",
            "kxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxxxx/xxxxxK1N w",
            False,
            True,
        ),
    ],
)
def test_who_wins_on_time(game, fen, white, black):
    board = Board(game, fen)
    assert board.outcome() is None
    for late, wins in ((BLACK, white), (WHITE, black)):
        outcome = board.outcome_on_time(late)
        assert outcome.termination is Termination.TIME_FORFEIT
        assert outcome.winner is (not late if wins else None)


def wins_somewhere(game: Game, color: bool) -> bool:
    """Whether some line of play ends with a win of a side, by the reference rules."""
    result = game.outcome()
    if result is not None:
        return result == ("1-0" if color is WHITE else "0-1")
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        if wins_somewhere(after, color):
            return True
    return False


def test_where_few_squares_are_left_every_line_is_known():
    """Random games up to where a side has a lone king; the reference plays all lines that are left."""
    chosen, answers = random.Random(2), set()
    while len(answers) < 3:
        board = Board("wormhole")
        while board.outcome() is None:
            board.push(chosen.choice(board.legal_moves))
        for _ in range(4):
            board.pop()
        fen = board.fen()
        for color in (WHITE, BLACK):
            wins = wins_somewhere(Game.from_fen("wormhole", fen), color)
            answers.add((color, wins))
            assert (board.outcome_on_time(not color).winner is color) is wins, fen


def test_draw_odds_decide_a_flag_that_draws():
    board = Board("armageddon", "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1")
    assert board.outcome_on_time(WHITE).winner is BLACK


def test_a_piece_that_moves_otherwise_has_no_inherited_dead_material():
    assert ("K", "KN") in variant("chess").endings.dead
    stronger = parse('inherits = "chess"\ntitle = "Stronger"\n[pieces.N]\nmoves = "NW"\n', "stronger")
    assert stronger.endings.dead == (("K", "K"), ("K", "BK"))
    weaker = parse('inherits = "chess"\ntitle = "Weaker"\n[pieces.Q]\nmoves = "F"\n', "weaker")
    assert weaker.piece_types["N"].not_helped_by == ""
    assert weaker.piece_types["B"].not_helped_by == "R"


def test_pieces_that_do_not_help_move_as_in_chess():
    """The lists were compared with python-chess, so they hold for these moves only."""
    moves = {letter: piece.paths for letter, piece in variant("chess").piece_types.items()}
    for name in variants():
        for letter, piece in variant(name).piece_types.items():
            for other in piece.not_helped_by:
                assert variant(name).piece_types[other].paths == moves[other], (name, letter)
