"""Endings beside mate: goals, extinction, counted checks; forced captures; mate and stalemate that win."""

from __future__ import annotations

import pytest

from wormhole import Board, FenError, VariantError, variant
from wormhole.rules.endings import GoalWins
from wormhole.rules.game_file import composed, parse
from wormhole.rules.variant import LeftSquare

GOAL = "White wins: it has reached the goal."
MATED = "Black wins: White gave checkmate, which loses here."
FEW = "{} wins: too few pieces are left."


@pytest.mark.parametrize(
    ("game", "fen", "move", "said"),
    [
        ("kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3e4", GOAL),
        ("breakthrough", "8/4P3/8/8/p7/8/8/8 w - - 0 1", "e7e8", GOAL),
        ("fox-and-hounds", "7h/1F6/8/8/8/8/8/8 w - - 0 1", "b7a8", GOAL),
        ("dobutsu", "3/L2/2l/3[] w - - 0 1", "a3a4", GOAL),
        ("dobutsu", "3/Ll1/3/3[] w - - 0 1", "a3b3", FEW.format("White")),
        ("racingkings", "8/K7/7k/8/8/8/8/8 w - - 0 1", "a7a8", GOAL),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "White wins: it has given enough checks."),
        ("extinction", "rnbqk3/p7/8/8/8/8/P7/RNBQK3 w - - 0 1", "d1d8", FEW.format("White")),
        ("kinglet", "7k/P7/8/8/8/8/p7/K7 w - - 0 1", "a7a8k", FEW.format("Black")),
        ("threekings", "kkk5/R7/8/8/8/8/8/KKK5 w - - 0 1", "a7a8", FEW.format("White")),
        ("antichess", "8/8/8/8/8/p7/1P6/8 w - - 0 1", "b2a3", FEW.format("Black")),
        ("losers", "4k3/8/8/8/8/p7/1P6/4K3 w - - 0 1", "b2a3", FEW.format("Black")),
        ("shatranj", "4k3/8/8/8/8/1p6/R1P5/4K3 w - - 0 1", "c2b3", FEW.format("White")),
        (
            "misere",
            "7k/Q7/6K1/8/8/8/8/8 w - - 0 1",
            "a7g7",
            "Black wins: White gave checkmate, which loses here.",
        ),
        ("giveaway", "8/8/8/8/p7/8/P7/8 w - - 0 1", "a2a3", "Black wins: it has no move left."),
        (
            "suicide",
            "8/8/8/8/p7/P7/8/1B6 w - - 0 1",
            "b1d3",
            "Black wins: no move is left, and the pieces are counted.",
        ),
        (
            "suicide",
            "8/8/8/8/p7/8/P7/8 w - - 0 1",
            "a2a3",
            "A draw: the side to move has no move left, and both have as many pieces.",
        ),
    ],
)
def test_a_move_ends_the_game_and_undoing_it_goes_on(game, fen, move, said):
    board = Board(game, fen)
    before = board.fen(), board.key(), board.legal_numbers
    assert not board.is_game_over()
    board.push_uci(move)
    outcome = board.outcome()
    assert (None if outcome is None else str(outcome.reason())) == said
    assert outcome is None or not board.legal_moves
    assert Board(game, board.fen()).outcome() == outcome
    board.pop()
    assert (board.fen(), board.key(), board.legal_numbers) == before


@pytest.mark.parametrize(
    ("fen", "moves", "result"),
    [
        ("7k/8/5RK1/8/8/p7/8/P7 w - - 0 1", "f6f8", "1-0"),
        ("7k/5K1p/6P1/8/8/p7/P7/8 w - - 0 1", "g6g7", "1/2-1/2"),
        ("6rk/6pp/7N/4N3/8/8/P7/K7 w - - 0 1", "e5f7", "0-1"),
        ("kbB5/8/1K6/8/8/p7/P7/8 w - - 0 1", "c8b7", "1/2-1/2"),
        ("4k3/8/8/8/8/p7/1P6/4K3 w - - 0 1", "b2a3", "1/2-1/2"),
    ],
)
def test_which_pieces_mate_in_shatar(fen, moves, result):
    board = Board("shatar", fen)
    before = board.fen(), board.key()
    for move in moves.split():
        board.push_uci(move)
    assert board.outcome().result() == result
    assert Board("shatar", board.fen()).outcome() == board.outcome()
    while board.move_stack:
        board.pop()
    assert (board.fen(), board.key()) == before


def test_a_rooks_check_lets_a_bishop_mate_as_long_as_checks_follow():
    board = Board("shatar", "k7/8/1K6/5B2/2R5/p7/P7/6B1 w - - 0 1")
    for move in ("c4a4", "a8b8"):
        board.push_uci(move)
    other = Board("shatar", board.fen())
    assert other.key() != board.key()
    for each, result in ((board, "1-0"), (other, "1/2-1/2")):
        each.push_uci("g1h2")
        assert each.outcome().result() == result


@pytest.mark.parametrize(
    ("endings", "said"),
    [
        ('mate_loses = "N"', "mate_loses: only together with mating"),
        ('mating = "N"\ncheckmate = "win"', "mating: not together with checkmate"),
        ('mating = "Z"', "mating: no piece has the letter 'Z'"),
        ('mating = "N"\nroyal = "none"', "mating: only where one royal piece is checkmated"),
        ('mating = "N"\n[mutator]\nleft_square = "random"', "mating: with random wormholes the dice"),
        ('mating = "N"\n[mutator]\ncapture = "explode"', "mating: not together with mutator.capture"),
    ],
)
def test_rules_of_mates_that_mean_nothing_are_refused(endings, said):
    with pytest.raises(VariantError, match=said):
        parse(f'inherits = "nocastle"\ntitle = "Mates"\n[endings]\n{endings}\n', "mates")


def test_a_knight_on_the_goal_wins_if_it_stays_there():
    board = Board("jesonmor", "9/9/3n5/9/9/9/3N5/9/9 w - - 0 1")
    board.push_uci("d3e5")
    assert board.outcome() is None
    board.push_uci("d7c9")
    assert str(board.outcome().reason()) == GOAL


def test_a_lion_on_the_goal_wins_once_nothing_attacks_it():
    board = Board("dobutsu", "3/Ll1/3/2C[] w - - 0 1")
    board.push_uci("a3a4")
    assert board.outcome() is None
    assert "b3a4" in {move.text for move in board.legal_moves}
    board.push_uci("b3c3")
    assert str(board.outcome().reason()) == GOAL


def test_where_dice_may_attack_a_goal_a_piece_wins_that_stays_there():
    file = 'inherits = "dobutsu"\ntitle = "Dice"\nmutator.left_square = "random"\n'
    assert parse(file, "dice").endings.goal_wins is GoalWins.NEXT_TURN
    assert composed(variant("dobutsu"), LeftSquare.RANDOM).endings.goal_wins is GoalWins.NEXT_TURN
    with pytest.raises(VariantError, match=r"line 4, endings\.goal_wins: with random wormholes"):
        parse(f'{file}endings.goal_wins = "if safe"\n', "dice")


def test_blacks_king_may_answer_whites_for_a_draw():
    board = Board("racingkings", "8/K6k/8/8/8/8/8/8 w - - 0 1")
    board.push_uci("a7a8")
    assert board.outcome() is None
    board.push_uci("h7h8")
    assert str(board.outcome().reason()) == "A draw: both sides have reached the goal."
    board.pop()
    board.push_uci("h7h6")
    assert str(board.outcome().reason()) == GOAL


def test_a_goal_reached_decides_before_a_last_check():
    goals = 'goal_squares = "e4"\nblack_goal_squares = "e4"\ngoal_pieces = "N"\ngoal_wins = "next turn"'
    game = parse(f'inherits = "chess"\ntitle = "Both"\n[endings]\nchecks = 1\n{goals}\n', "both")
    board = Board(game, "4k3/8/8/8/4n3/8/8/3RK3 w - - 1+1 0 1")
    board.push_uci("d1d8")
    assert board.outcome().reason() == "Black wins: it has reached the goal."
    board = Board("racingkings", "8/8/8/8/8/k7/8/2R4K w - - 0 1")
    moves = {move.text for move in board.legal_moves}
    assert "c1b1" in moves
    assert not moves & {"c1a1", "c1c3"}


def test_captures_are_forced_as_far_as_the_king_is_safe():
    free = {move.text for move in Board("losers", "4k3/8/8/8/8/p7/1P6/4K3 w - - 0 1").legal_moves}
    pinned = {move.text for move in Board("losers", "4k3/8/8/8/8/p7/rP2K3/8 w - - 0 1").legal_moves}
    assert free == {"b2a3"}
    assert "e2e3" in pinned
    assert "b2a3" not in pinned


def test_checks_that_are_left_are_in_the_fen_and_in_the_key():
    board = Board("3check", "4k3/8/8/8/8/8/8/R3K3 w - - +0+1 0 1")
    assert board.fen() == "4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1"
    for move in ("a1a8", "e8e7", "a8a1", "e7e8"):
        board.push_uci(move)
    assert board.fen().split()[4] == "2+2"
    assert board.repetitions() == 1
    with pytest.raises(FenError, match=r"as 3\+3"):
        Board("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 4+2 0 1")


def test_a_side_that_cannot_be_checked_castles_through_attacks():
    assert "e1g1" in {move.text for move in Board("giveaway", "5r2/8/8/8/8/8/8/4K2R w K - 0 1").legal_moves}
