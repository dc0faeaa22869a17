"""Why a move is bad or good: each sentence is about what is on the board."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.parts import mostly_exhaustive
from tests.support.random_games import play_on
from wormhole import Board, side_name
from wormhole.learn.exchanges import exchange
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
        ("chess", "e2e4 e7e5 d2d4", "a7a6", []),
        ("chess", "e2e4 e7e5 d2d4", "", []),
    ],
    ids=["mate", "put where it is captured", "left there", "nothing", "no line"],
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


def random_board(game, dice):
    board = Board(named(game).variant)
    play_on(board, dice.choices(range(1000), k=dice.randrange(6, 40)))
    return board


def captures(board):
    """From where to where the side to move can capture."""
    return {(move.from_square, board.captured_square(move)) for move in board.legal_moves}


def captures_after_a_pass(board):
    """From where to where the other side could capture; None where nobody may pass."""
    passed = board.passed()
    return None if passed is None else captures(passed)


def goes_to(board, square):
    """Where the piece of the side to move on a square can go."""
    return {move.to_square for move in board.legal_moves if move.from_square == square and not move.drop}


def loses_in(board, tokens, winner):
    """How many pieces the other side loses in a written line."""
    position = board.copy()
    for token in tokens:
        position.push_san(re.sub(r"^\d+(?:\.|\u2026)", "", token))
    loser = winner == "Black"
    counts = [[piece.color for piece in each.piece_map().values()].count(loser) for each in (board, position)]
    return counts[0] - counts[1]


ATTACKS = (
    r" on (\w+) (?:threatened|already attacked) .* on (\w+)\.",
    r"^The .* on (\w+) now attacks .* on (\w+)(?: over [^:]*)?:",
)


def check_claims(reasons, before, after):
    """Compare sentences about a move with what is legal before and after it; returns how many were."""
    parse, checked = before.variant.geometry.parse, 0
    for reason in reasons:
        known, told = None, (before.fen(), reason)
        if found := re.search(ATTACKS[0], reason):
            known, claimed = captures_after_a_pass(before), [found.groups()]
        elif found := re.search(
            r"^The \w+ attacks two pieces at once: .* on (\w+) and .* on (\w+)\.", reason
        ):
            known, claimed = captures_after_a_pass(after), [(None, square) for square in found.groups()]
        elif found := re.search(ATTACKS[1], reason):
            now, claimed = captures_after_a_pass(after), [found.groups()]
            known = None if now is None else now | captures(before)  # what the move before opened, too
        elif found := re.search(r"^The .* on (\w+) can capture .* on (\w+)\.", reason):
            known, claimed = captures(before), [found.groups()]
        elif found := re.search(r"^(\w+) wins ([^:]*): (\d.*)\.$", reason):
            assert loses_in(before, found[3].split(), found[1]) >= found[2].partition(" for ")[0].count(
                "the "
            )
            checked += 1
        elif " gives check" in reason:
            assert after.is_check(), told
            checked += 1
        elif found := re.search(r" has only (\d+|one) moves? left", reason):
            count = 1 if found[1] == "one" else int(found[1])
            assert len(list(after.legal_moves)) == count, told
            checked += 1
        elif found := re.search(r" on (\w+) can only go to (\w+)\.", reason):
            assert goes_to(after, parse(found[1])) == {parse(found[2])}, told
            checked += 1
        elif found := re.search(r" on (\w+) has no (?:square to go to|legal move)\.", reason):
            assert not goes_to(after, parse(found[1])), told
            assert (after.is_check()) is ("square" in found[0]), told
            checked += 1
        elif found := re.search(r" removed (\w+), beside the king on (\w+)\.", reason):
            gone, king = parse(found[1]), parse(found[2])
            places = [before.variant.geometry.place[square] for square in (gone, king)]
            assert max(abs(one - other) for one, other in zip(*places, strict=True)) == 1, told
            assert gone in (after.holes - after.root().holes), told
            checked += 1
        elif found := re.search(r"^(White|Black) threatens ([^:]*): ", reason):
            passed = after.passed()
            passed.push_san(found[2])
            assert side_name(passed.outcome().winner) == found[1], told
            checked += 1
        elif found := re.search(r"^\w+ has (\d+) moves left, \w+ has (\d+)\.", reason):
            counts = len(after.passed().legal_moves), len(after.legal_moves)
            assert tuple(map(int, found.groups())) == counts, told
            checked += 1
        elif found := re.search(r" on (\w+) no longer reaches (\w+): ", reason):
            origin, target = map(parse, found.groups())
            assert target in {way.to_square for way in before.ways(origin) if way.captures}, told
            assert (origin, target) not in captures(after), told
            checked += 1
        if known is None:
            continue
        for origin, square in claimed:
            matching = {end for start, end in known if origin is None or start == parse(origin)}
            assert parse(square) in matching, told
            checked += 1
    return checked


@pytest.mark.parametrize("game", mostly_exhaustive(GAMES, "wormhole", "chess"))
def test_what_is_said_of_a_move_is_on_the_board(game):
    """Against the legal moves, after a null move where the other side is to move."""
    dice, checked = random.Random(game), 0
    while checked < 60:
        board = random_board(game, dice)
        for move in list(board.legal_moves):
            after = board.copy()
            after.push(move)
            checked += check_claims(map(str, why_good(board, [move.text])), board, after)
            if after.is_game_over():
                continue
            reply = dice.choice(list(after.legal_moves))
            then = after.copy()
            then.push(reply)
            reasons = list(map(str, why_bad(after, [reply.text])))
            checked += check_claims([text for text in reasons if "already" in text], board, after)
            checked += check_claims([text for text in reasons if "already" not in text], after, then)


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
"""Mistakes of games of levels in six games, with the best reply and the better line of a search."""


@pytest.mark.parametrize("game", sorted({row["game"] for row in MISTAKES}))
def test_most_mistakes_have_a_reason_and_each_is_true(game):
    rows = [row for row in MISTAKES if row["game"] == game]
    known = checked = 0
    for row in rows:
        before = Board(named(game).variant, row["fen"])
        after, then, better = before.copy(), before.copy(), before.copy()
        after.push_uci(row["move"])
        reply, line = row["reply"].split(), row["better"].split()
        for text in (row["move"], reply[0]):
            then.push_uci(text)
        better.push_uci(line[0])
        bad, good = (list(map(str, found)) for found in (why_bad(after, reply), why_good(before, line)))
        known += bool(bad or good)
        checked += check_claims([text for text in bad if "already" in text], before, after)
        checked += check_claims([text for text in bad if "already" not in text], after, then)
        checked += check_claims(good, before, better)
    assert known >= 0.85 * len(rows)
    assert checked >= len(rows) / 2


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
