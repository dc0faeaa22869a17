"""Why a move is bad or good: each sentence is about what is on the board."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.coach_claims import claims, false_claims, scene
from tests.support.parts import exhaustive, mostly_exhaustive
from tests.support.random_games import play_on
from wormhole import Board
from wormhole.base.errors import Message
from wormhole.learn.exchanges import balance, exchange
from wormhole.learn.reasons import way_through, why_bad, why_good
from wormhole.library.chosen_game import named

DATA = Path(__file__).parent / "data"
GAMES = ("wormhole", "chess", "capablanca", "xiangqi", "crazyhouse", "chess+fold", "omega", "makruk")


def after(game, moves, fen=None):
    board = Board(named(game).variant, fen)
    for move in moves.split():
        board.push_uci(move)
    return board


@pytest.mark.parametrize(
    ("game", "moves", "reply", "reasons"),
    [
        ("chess", "f2f3 e7e5 g2g4", "d8h4", ["Black wins by checkmate."]),
        (
            "chess",
            "e2e4 e7e5 g1f3 d7d6 f3e5",
            "d6e5 d2d3",
            ["The pawn on d6 can capture the knight on e5.", "Black wins the knight for the pawn."],
        ),
        (
            "chess",
            "e2e4 e7e5 g1f3 b8c6 f1b5 c6d4 b5a4 d4b5 a4b5 a7a6 b5a4 b7b5 f3e5",
            "b5a4 d2d4",
            ["The pawn on b5 already attacked the bishop on a4.", "Black wins the bishop for the pawn."],
        ),
        (
            "chess",
            "e2e4 e7e5 g1f3 a7a6",
            "f3e5 d7d6 e5f3",
            ["The knight on f3 already attacked the pawn on e5.", "White wins the pawn."],
        ),
        ("chess", "e2e4 e7e5 d2d4", "a7a6", []),
        ("chess", "e2e4 e7e5 d2d4", "", []),
    ],
    ids=["mate", "put where it is captured", "left there", "a pawn", "nothing", "no line"],
)
def test_why_a_move_is_bad(game, moves, reply, reasons):
    assert list(map(str, why_bad(after(game, moves), reply.split()))) == reasons


@pytest.mark.parametrize(
    ("fen", "moves", "reply", "reason"),
    [
        (
            "4k3/8/4q3/8/8/4R3/2N5/6K1 w - - 0 1",
            "c2b4",
            "e6e3",
            "The knight left c2 and no longer protects e3.",
        ),
        (
            "4k3/8/3b4/8/5q2/4P3/8/4K2R w K - 0 1",
            "h1h4",
            "f4h4 e1e2",
            "The queen on f4 can capture the rook on h4.",
        ),
        ("3qk3/8/8/8/8/8/3N4/3R3K w - - 0 1", "d2f3", "d8d1", "The queen on d8 now attacks the rook on d1"),
    ],
    ids=["protection", "moved there", "line"],
)
def test_what_the_move_did_comes_first(fen, moves, reply, reason):
    found = list(map(str, why_bad(after("chess", moves, fen), reply.split())))
    assert any(sentence.startswith(reason) for sentence in found)


@pytest.mark.parametrize(
    ("fen", "line", "reasons"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", ["White wins by checkmate."]),
        (
            "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1",
            "d5c7 e8d7 c7a8",
            [
                "The knight attacks two pieces at once: the king on e8 and the rook on a8.",
                "White wins the rook: 1.Nc7+ Kd7 2.Nxa8.",
            ],
        ),
        ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5 e8e7", ["White wins the rook."]),
        (
            "4k3/8/2b5/8/8/8/4P3/4KN2 w - - 0 1",
            "f1e3 e8e7",
            [],
        ),
        (
            "4k3/8/8/8/2p5/3N4/8/4K3 w - - 0 1",
            "d3f4 e8e7",
            ["The pawn on c4 threatened the knight on d3."],
        ),
        (
            "4k3/8/6b1/8/8/3N4/8/4K3 w - - 0 1",
            "e1e2 e8e7",
            ["The bishop on g6 threatened the knight on d3."],
        ),
        ("4k3/8/8/8/3q4/8/1N6/4K3 w - - 0 1", "b2d1 e8e7", ["The queen on d4 threatened the knight on b2."]),
        ("4k3/8/3b4/8/8/8/6N1/4K3 w - - 0 1", "g2f4 e8e7", []),
        ("4k3/8/2b5/8/8/8/8/3RK3 w - - 0 1", "d1d6 e8e7", ["The rook attacks the bishop on c6."]),
    ],
    ids=["mate", "fork", "capture", "nothing", "left", "protected", "away", "put in danger", "threat"],
)
def test_why_a_move_is_good(fen, line, reasons):
    found = list(map(str, why_good(Board(named("chess").variant, fen), line.split())))
    assert found[: len(reasons)] == reasons


@pytest.mark.parametrize(
    ("fen", "move", "reply", "reasons"),
    [
        (
            "r4bnr/1p1kp2N/6q1/2Bp3p/2Pp1P1Q/3P3b/P1P2KP1/RR6 w - - 3 36",
            "f2e2",
            "h3g2 h7f8 a8f8",
            ["The bishop on h3 already attacked the pawn on g2."],
        ),
        ("4k3/8/1q6/8/8/8/1Q6/R1B1K3 b - - 0 1", "b6b2", "c1b2 e8e7", []),
        (
            "1n3k1r/3bppbp/r5pn/1p1pq3/p3N3/1PPPP1PP/P4P2/RQ2K1NR b - - 7 18",
            "e5f6",
            "e4f6 d7h3 f6h7",
            ["The knight on e4 can capture the queen on f6."],
        ),
        (
            "6k1/5ppp/8/8/8/8/r4PPP/1r1R2K1 w - - 0 1",
            "d1f1",
            "b1f1 g1f1",
            ["The rook on b1 can capture the rook on f1."],
        ),
    ],
    ids=["the king could not recapture", "an exchange", "no line of a knight", "few moves in check"],
)
def test_what_is_not_said(fen, move, reply, reasons):
    told = list(map(str, why_bad(after("chess", move, fen), reply.split())))
    assert told[:1] == reasons
    assert not any(words in each for words in ("no longer", "only", "line is open") for each in told)


def test_a_gain_that_is_lost_again_is_not_told():
    fen = "1n1qk2r/1p4pp/2pp1p2/4pP2/6n1/pB1P4/2PBNKPP/2RQ1B1R[RBnppp] w k - 0 17"
    board = Board(named("crazyhouse").variant, fen)
    knight, queen = ["f2f3", "e5e4", "f3g4"], ["N@f2", "g4f4", "f2d1", "B@f7", "e8e7"]
    assert balance(board, moves_after(board, knight)) is not None
    assert balance(board, moves_after(board, [*knight, *queen])) is None


def moves_after(board, line):
    """The moves of a line in UCI notation."""
    position = board.copy()
    return [position.push_uci(text) for text in line]


def random_board(game, dice):
    board = Board(named(game).variant)
    play_on(board, dice.choices(range(1000), k=dice.randrange(6, 40)))
    return board


@pytest.mark.parametrize("game", mostly_exhaustive(GAMES, "wormhole", "chess"))
def test_what_is_said_of_a_move_is_on_the_board(game):
    """Against the slow second reader of the rules, in random positions."""
    dice, checked = random.Random(game), 0
    while checked < 60:
        board = random_board(game, dice)
        if board.is_game_over():
            continue
        moves = list(board.legal_moves)
        for move in dice.sample(moves, min(len(moves), 8)):
            after, fen = board.copy(), board.fen()
            after.push(move)
            checked += check(scene(game, fen, None, [move.text]), why_good(board, [move.text]))
            if not after.is_game_over():
                reply = dice.choice(list(after.legal_moves)).text
                checked += check(scene(game, fen, move.text, [reply]), why_bad(after, [reply]))


def check(told, reasons):
    """Ask the second program about all claims of these reasons; returns how many there were."""
    assert false_claims(told, reasons) == []
    return sum(len(claims(told, reason.sentence)) for reason in reasons)


def test_a_mate_within_the_line_is_counted_from_its_first_move():
    board = Board(named("chess").variant, "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
    assert list(map(str, why_good(board, ["a2a7", "h8g8", "b1b8"]))) == [
        "In 2 moves: White wins by checkmate.",
        "The king on h8 can only go to g8.",
    ]


def test_where_captures_are_forced_no_piece_is_saved():
    board = Board(named("losers").variant, "4k3/8/8/8/3q4/8/1N6/4K3 w - - 0 1")
    assert not any("threatened" in str(reason) for reason in why_good(board, ["b2d1", "e8e7"]))


def test_nothing_is_said_where_dice_follow_a_move():
    board = Board(named("random-wormhole").variant, seed=3)
    board.push(next(iter(board.legal_moves)))
    assert why_bad(board, [str(next(iter(board.legal_moves)))]) == ()


@pytest.mark.parametrize("game", mostly_exhaustive(GAMES, "wormhole", "chess"))
def test_an_exchange_counts_what_has_left_the_board(game):
    """Against the pieces on the board before and after the line, in random lines full of captures."""
    dice, found = random.Random(game), 0
    while found < 40:
        board = random_board(game, dice)
        line, position = [], board.copy()
        for _ in range(6):
            moves = [] if position.is_game_over() else list(position.legal_moves)
            if not moves:
                break
            captures = [move for move in moves if position.is_capture(move)]
            line.append(dice.choice(captures or moves))
            position.push(line[-1])
        counted = exchange(board, line)
        if counted is None or any(move.promotion or move.drop for move in line[: counted.plies]):
            continue
        found += 1
        then = board.copy()
        for move in line[: counted.plies]:
            then.push(move)
        gone = Counter(board.piece_map().values()) - Counter(then.piece_map().values())
        lost = {
            side: Counter(piece.letter for piece in gone.elements() if piece.color is side)
            for side in (False, True)
        }
        both = lost[False] & lost[True]
        assert Counter(piece.letter for piece in counted.won) == lost[not board.turn] - both
        assert Counter(piece.letter for piece in counted.given) == lost[board.turn] - both


MISTAKES = [json.loads(line) for line in (DATA / "mistakes.jsonl").read_text("utf-8").splitlines()]
"""Mistakes of games of different levels, with the best reply and the better line of a search."""
SHORT = MISTAKES[::40]


def explained(rows):
    """How many of these mistakes have a reason; every claim is checked."""
    known, counts = 0, Counter()
    for row in rows:
        before = Board(named(row["game"]).variant, row["fen"])
        after = before.copy()
        after.push_uci(row["move"])
        reply, better = row["reply"].split(), row["better"].split()
        bad, good = why_bad(after, reply), why_good(before, better)
        known += bool(bad or good)
        for move, line, reasons in ((row["move"], reply, bad), (None, better, good)):
            if reasons:
                check(scene(row["game"], row["fen"], move, line), reasons)
                counts.update(reason.sentence.template for reason in reasons)
    return known, counts


def test_what_is_said_of_some_mistakes_is_true():
    known, counts = explained(SHORT)
    assert known >= 0.8 * len(SHORT)
    assert counts.total() >= len(SHORT)


@exhaustive
def test_most_mistakes_have_a_reason_and_each_is_true():
    known, counts = explained(MISTAKES)
    assert known >= 0.9 * len(MISTAKES)
    assert len({row["game"] for row in MISTAKES}) == 10
    assert len(counts) >= 25


def other_square(names, name):
    """The name of another square than the one with that name."""
    return names[(names.index(name) + 11) % len(names)]


def forged(reason, key, names):
    """The same sentence with another value."""
    value, values = reason.sentence.values[key], dict(reason.sentence.values)
    if key in {"piece", "victim", "pieces", "name"}:
        values[key] = "The king" if "king" not in str(value).lower() else "The pawn"
    elif key == "side":
        values[key] = {"White": "Black", "Black": "White"}[str(value)]
    elif key in {"count", "left"}:
        values[key] = value + 1
    else:
        values[key] = other_square(names, re.split(r", | and ", str(value))[0])
    return replace(reason, sentence=Message(reason.sentence.template, **values), routes=())


FORGED = {"piece", "victim", "pieces", "name", "side", "count", "left"}
FORGED |= {"start", "end", "square", "by", "holes", "squares"}


def forgeries_found(rows):
    """How often a value of a sentence about these mistakes was changed; the second program finds each."""
    tried = Counter()
    for row in rows:
        before = Board(named(row["game"]).variant, row["fen"])
        after, line = before.copy(), row["reply"].split()
        after.push_uci(row["move"])
        about = scene(row["game"], row["fen"], row["move"], line)
        for reason in why_bad(after, line):
            for key in sorted(FORGED & reason.sentence.values.keys()):
                if f"{{{key}}}" in reason.sentence.template:
                    told = forged(reason, key, before.variant.geometry.names)
                    assert false_claims(about, [told]), (str(told), row)
                    tried[key] += 1
    return tried


def test_the_second_program_finds_false_values():
    assert len(forgeries_found(MISTAKES[5::60])) >= 5


@exhaustive
def test_the_second_program_finds_every_false_value():
    tried = forgeries_found(MISTAKES[::2])
    assert tried.keys() == FORGED - {"name", "left"}, tried


@pytest.mark.parametrize(
    ("game", "fen", "moves", "reply", "reasons"),
    [
        (
            "chess",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "d1c1 h7h5",
            "c1c8 g8h7",
            ["The rook gives check from c8.", "The king on g8 can only go to h7."],
        ),
        (
            "kingofthehill",
            "7k/8/8/8/8/8/3K4/8 b - - 0 1",
            "h8g8",
            "d2d3 g8g7",
            ["White threatens Kd4: White wins: it has reached the goal."],
        ),
        (
            "chess",
            "4k3/8/8/8/8/1q6/8/R3K2N w - - 0 1",
            "h1g3",
            "b3b4 e1e2 b4a3 e2d2 a3a1",
            [
                "The queen gives check from b4.",
                "Black wins the rook: 1…Qb4+ 2.Ke2 Qa3 3.Kd2 Qxa1.",
            ],
        ),
    ],
    ids=["a square left", "goal", "line"],
)
def test_what_is_left_to_a_side(game, fen, moves, reply, reasons):
    assert list(map(str, why_bad(after(game, moves, fen), reply.split()))) == reasons


@pytest.mark.parametrize(("move", "holes"), [("a1d4", ["b2"]), ("h2h3", None)])
def test_the_way_of_a_move_is_drawn_if_it_leads_through_holes(move, holes):
    board = after("wormhole", "b2b4 b8c6 d1d3 c6d4")
    names = board.variant.geometry.names
    drawn = [[names[hole] for hole in route.holes] for route in way_through(board, [move])]
    assert drawn == ([] if holes is None else [holes])
