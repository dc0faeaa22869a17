"""The reference rules, compared with positions and counts of other programs and examples of the rules
page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reference.game import Game, Position, after, legal_moves
from tests.reference.rules import RULES
from tests.support.data_files import each
from tests.support.parts import mostly_exhaustive

DATA = Path(__file__).parent / "data"

# Perft of the rules page and the published one of chess, to depths that take a few seconds.
PERFTS = {
    "wormhole": [31, 959],
    "wormhole2": [29, 841],
    "wormhole-fide": [20, 400],
    "wormhole-omega": [40, 1600],
    "wormhole-smess": [12, 144, 1703],
    "cheshire": [20, 400],
    "cheshire10": [24, 576],
    "omega": [40, 1600],
    "smess": [12, 144, 1943],
    "chess": [20, 400],
}
DEEPER_PERFTS = {
    "wormhole": [31, 959, 29850],
    "wormhole2": [29, 841, 23873],
    "wormhole-fide": [20, 400, 8362],
    "wormhole-omega": [40, 1600, 64562],
    "cheshire": [20, 400, 8374],
    "cheshire10": [24, 576, 14672],
    "omega": [40, 1600, 67202],
    "chess": [20, 400, 8902],
}
CHESS_POSITIONS = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2039],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079],
}


def perft(position: Position, depth: int) -> int:
    """The number of lines of play of that many plies."""
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(after(position, move), depth - 1) for move in moves.values())


def perfts(position: Position, depths: int) -> list[int]:
    return [perft(position, depth) for depth in range(1, depths + 1)]


def reaching(game: Game, square: str) -> list[str]:
    """The squares of the pieces that can move to that square."""
    return [text[:2] for text in game.legal_moves() if text[2:4] == square]


def going(game: Game, square: str) -> set[str]:
    """The squares that the piece on that square can move to."""
    return {text[2:4] for text in game.legal_moves() if text.startswith(square)}


@pytest.mark.parametrize("name", mostly_exhaustive(RULES, "wormhole", "cheshire", "smess"))
def test_every_line_of_the_data(name):
    game = Game(name)
    played: list[str] = []
    lines = (DATA / f"{name}.jsonl").read_text().splitlines()
    assert lines
    for line in lines:
        position = json.loads(line)
        if position["moves"][: len(played)] != played:
            game = Game(name)
            played = []
        for move in position["moves"][len(played) :]:
            game.play(move)
            played.append(move)
        assert game.fen().startswith(position["fen"] + " ")
        assert game.legal_moves() == sorted(position["legal"]), position["fen"]
        assert game.is_check() == position["check"], position["fen"]
        assert Game.from_fen(name, game.fen()).legal_moves() == game.legal_moves(), game.fen()
        assert Game.from_fen(name, game.fen()).fen() == game.fen()


@each("chained_wormholes")
def test_chained_wormholes(row):
    assert Game.from_fen("random-wormhole", row["fen"]).legal_moves() == row["legal"]


@pytest.mark.parametrize("name", PERFTS)
def test_perft(name):
    assert perfts(Game(name).position, len(PERFTS[name])) == PERFTS[name]


@pytest.mark.soak
@pytest.mark.parametrize("name", DEEPER_PERFTS)
def test_deeper_perft(name, request):
    if "soak" not in request.config.getoption("-m"):
        pytest.skip("half a minute; by hand with -m soak")
    assert perfts(Game(name).position, len(DEEPER_PERFTS[name])) == DEEPER_PERFTS[name]


@pytest.mark.parametrize("fen", CHESS_POSITIONS)
def test_perft_of_chess_positions(fen):
    game = Game.from_fen("chess", fen)
    assert game.fen() == fen
    assert perfts(game.position, len(CHESS_POSITIONS[fen])) == CHESS_POSITIONS[fen]


def test_the_inventors_diagram():
    diagram = "1nwlkxn1/1pxx4/2x5/2xp4/2p2xxN/8/3x4/4K3"
    white = Game.from_fen("wormhole", diagram + " w")
    assert white.is_check()
    without_wizard = Game.from_fen("wormhole", diagram.replace("w", "1") + " w")
    assert not without_wizard.is_check()
    assert reaching(without_wizard, "d5") == ["h4"]
    with_white_piece = Game.from_fen("wormhole", diagram.replace("2xp4", "2xC4") + " b")
    assert sorted(reaching(with_white_piece, "d5")) == ["b7", "b8", "d8"]
    assert "b5" in going(with_white_piece, "g8")
    before = Game.from_fen("wormhole", "1nwlkxn1/1ppx4/2x5/2xp4/5xxN/8/3x4/4K3 b")
    assert "c7c4" in before.legal_moves()


def test_the_second_sources_diagram():
    game = Game.from_fen("wormhole", "cwkxxxwn/ppxppppx/2mxxW2/4x2p/3P1x2/3n1x2/PPPxPPPP/CWxxxNKC b")
    assert going(game, "d3") == {"b2", "f2", "b4", "c5", "g5", "f6"}
    assert "c6" not in going(game, "c8")


def test_random_wormholes_examples():
    game = Game.from_fen("random-wormhole", "rnbqkbnr/pp1ppppp/8/4x3/1xp5/3xxN2/PPPPPPPP/RNBQKB1R w KQkq")
    assert going(game, "e2") == {"c4", "e4", "e6"}
    assert "d7" in going(game, "f3")
    game = Game.from_fen("random-wormhole", "4k3/8/8/8/8/7x/6B1/4K3 w")
    assert {"a4", "b5", "c6", "d7", "e8"} <= going(game, "g2")
    game = Game.from_fen("random-wormhole", "4k3/8/8/8/8/8/8/4Kx1R w K")
    assert "g1" not in going(game, "e1")
    assert "g1" in going(Game.from_fen("random-wormhole", "4k3/8/8/8/8/8/8/4K2R w K"), "e1")


@pytest.mark.parametrize(
    ("name", "fen", "result"),
    [
        ("wormhole", "k7/xx6/xx6/8/8/8/8/7K b", None),
        ("wormhole", "kx1xxxxx/xxxxxxxx/1xxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/Kxxxxxxx b", None),
        ("wormhole-fide", "k7/2Q5/8/8/8/8/8/2K5 b", "1-0"),
        ("wormhole-smess", "3b3/7/7/7/7/7/7/3B3 w", "1/2-1/2"),
        ("cheshire", "k7/2Q5/8/8/8/8/8/2K5 b", "1/2-1/2"),
        ("cheshire", "k7/8/8/8/8/8/8/2K5 b", "1/2-1/2"),
        ("cheshire", "k7/8/8/8/8/8/8/2K2N2 b", None),
        ("random-wormhole", "k7/2Q5/8/8/8/8/8/2K5 b", "1/2-1/2"),
        ("chess", "k7/1Q6/1K6/8/8/8/8/8 b", "1-0"),
        ("chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 100 90", "1-0"),
        ("chess", "k7/2Q5/8/8/8/8/8/2K5 b", "1/2-1/2"),
        ("chess", "k7/8/8/8/8/8/8/2KN4 b", "1/2-1/2"),
        ("chess", "k7/8/8/8/8/8/8/2KNN3 b", None),
        ("chess", "kb6/8/8/8/8/8/B7/1K6 w", None),
        ("chess", "kb6/8/8/8/8/8/8/1KB5 w", "1/2-1/2"),
        ("chess", "k7/8/8/8/8/8/8/2KR4 b - - 99 80", None),
        ("chess", "k7/8/8/8/8/8/8/2KR4 b - - 100 80", "1/2-1/2"),
        ("smess", "7/7/7/3n3/7/7/7/3B3 b", "1-0"),
        ("smess", "3b3/7/7/7/7/7/7/3B3 w", "1/2-1/2"),
        ("smess", "3b3/7/7/3N3/7/7/7/3B3 w", None),
    ],
)
def test_outcomes(name, fen, result):
    assert Game.from_fen(name, fen).outcome() == result


@pytest.mark.parametrize(
    ("piece", "result"), [("N", "1/2-1/2"), ("W", "1/2-1/2"), ("R", None), ("P", None), ("q", None)]
)
def test_omegas_dead_positions(piece, result):
    rows = ["1**********1", "*4k5*", *["*10*"] * 7, f"*3{piece}6*", "*4K5*", "1**********1"]
    assert Game.from_fen("omega", "/".join(rows) + " w").outcome() == result


@pytest.mark.parametrize("name", ["chess", "omega", "smess"])
def test_threefold_repetition(name):
    there_and_back = {
        "chess": ["g1f3", "g8f6", "f3g1", "f6g8"],
        "omega": ["w1a2", "w4a7", "a2w1", "a7w4"],
        "smess": ["f1g1", "b8a8", "g1f1", "a8b8"],
    }
    game = Game(name)
    for move in there_and_back[name] * 2:
        assert game.outcome() is None
        game.play(move)
    assert game.outcome() == "1/2-1/2"


def test_stalemate_as_an_option():
    fen = "k7/2Q5/8/8/8/8/8/2K5 b"
    assert Game.from_fen("wormhole-fide", fen, stalemate="draw").outcome() == "1/2-1/2"
    bare = "k7/8/8/8/8/8/8/2K5 b"
    assert Game.from_fen("wormhole", bare).outcome() is None
    assert Game.from_fen("wormhole", bare, stalemate="draw").outcome() == "1/2-1/2"


def test_omegas_castling_and_en_passant():
    rows = ["1**********1", "*1r3k2r1*", *["*10*"] * 4, "*10*", "*3p6*", "*10*", "*4P5*", "*1R3K2R1*"]
    game = Game.from_fen("omega", "/".join([*rows, "1**********1"]) + " w KQkq")
    assert {"f0d0", "f0h0"} <= set(game.legal_moves())
    game.play("e1e4")
    assert game.fen().split()[3] == "e2,e3"
    assert "d3e2" in game.legal_moves()
    game.play("d3e2")
    assert "P" not in game.fen().split()[0]
    game.play("f0h0")
    assert game.position.pieces[(6, 0)] == "R"


def test_a_roll_that_bares_the_movers_king_is_refused():
    fen = "4r2k/8/4x3/8/4P3/8/8/4K3 w - - 0 1 -"
    game = Game.from_fen("random-wormhole", fen)
    with pytest.raises(ValueError, match="bares"):
        game.play("e4e5@e2")
    with pytest.raises(ValueError, match="no legal move"):
        game.play("e4d4@e2")
    with pytest.raises(ValueError, match="roll"):
        game.play("e4e5")
    assert game.fen() == fen
    game.play("e4e5@a4")


def test_a_king_removes_the_counter_under_the_piece_it_captures():
    game = Game.from_fen("random-wormhole", "4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1 e7")
    game.play("e8e7@a1")
    assert game.fen() == "8/4k3/8/8/8/8/8/x3K3 w - - 0 2 -"


def test_one_step_goes_into_several_wormholes():
    game = Game.from_fen("random-wormhole", "7k/x7/p7/x7/x7/n7/x7/R6K w")
    assert {square for square in going(game, "a1") if square.startswith("a")} == {"a3", "a6", "a8"}
    counters = "a1,b1,d2,e2,f2,f5,g6"
    placement = "rr1x1xxx/Bxppk1b1/1px3px/px2xP1x/1xP1p1xR/PPQxxnx1/1x1NKP2/RN3x2"
    assert "b1" in going(Game.from_fen("random-wormhole", f"{placement} b - - 0 23 {counters}"), "b8")


@pytest.mark.parametrize(("third_rank", "taken"), [("8", True), ("4x3", False)])
def test_cheshires_en_passant_needs_the_square_that_was_passed(third_rank, taken):
    game = Game.from_fen("cheshire", f"4k3/8/8/8/3p4/{third_rank}/4P3/4K3 w")
    game.play("e2e4")
    assert ("d4e3" in game.legal_moves()) == taken
    assert (game.fen().split()[3] == "e3") == taken


def test_random_wormholes_en_passant():
    start = "4k3/8/8/8/3p4/8/4P3/4K3 w"
    game = Game.from_fen("random-wormhole", start)
    game.play("e2e4@e4")
    assert "d4e3" in game.legal_moves()
    game.play("d4e3@a1")
    assert game.fen() == "4k3/8/8/8/4x3/4p3/8/x3K3 w - - 0 2 -"
    game = Game.from_fen("random-wormhole", start)
    game.play("e2e4@e3")
    assert "d4e3" not in game.legal_moves()
    assert game.fen().split()[3] == "-"
