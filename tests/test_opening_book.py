"""The opening book: used by the stronger levels, turned on and off, and never used for analysis."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.support.patience import until
from tools.opening_page import OTHERS
from wormhole import Board, WormholeError, variant
from wormhole.engine.levels import LEVELS, Limit
from wormhole.engine.opening_book import Book, OpeningTable, shipped_openings
from wormhole.engine.opponent import recalled
from wormhole.engine.protocols.uci import Uci
from wormhole.engine.protocols.xboard_game import book_moves
from wormhole.players.spec import parse
from wormhole.rules.game_file import composed
from wormhole.rules.variant import LeftSquare

GAME = variant("wormhole")
STRONG = replace(LEVELS[-1], limit=Limit(nodes=200), solver_seconds=0.0)
BOOKS = ("wormhole", *OTHERS)


@pytest.fixture(scope="module")
def openings():
    return shipped_openings(GAME)


def begun(book, seed, plies=4):
    """The first moves of a game of the book against itself, while it knows the position."""
    board, generator = Board(GAME), random.Random(seed)
    while len(board.move_stack) < plies and (choice := recalled(book, board, STRONG, generator)):
        board.push(choice.move)
    return tuple(move.text for move in board.move_stack)


def test_games_begin_differently_with_moves_that_are_nearly_the_best(openings):
    book = Book(GAME, openings)
    games = set()
    for seed in range(8):
        games.add(begun(book, seed))
        assert begun(book, seed) in games, "the same seed, the same game"
    assert len(games) > 3
    for game in games:
        board = Board(GAME)
        known = 0
        for text in game:
            position = openings.position(board)
            scored = {} if position is None else position.scored
            if scored:
                best = next(iter(scored.values())).score_for(board.turn)
                assert best - scored[text].score_for(board.turn) <= STRONG.book_centipawns
                known += 1
            board.push_uci(text)
        assert known > 1


def test_nothing_is_recalled_without_a_book_or_the_position_in_it(openings):
    book, board, generator = Book(GAME, openings), Board(GAME), random.Random(1)
    assert recalled(book, board, STRONG, generator).move in board.legal_moves
    assert recalled(book, board, replace(STRONG, book_centipawns=0), generator) is None
    assert recalled(Book(GAME, OpeningTable()), board, STRONG, generator) is None
    assert recalled(None, board, STRONG, generator) is None


@pytest.mark.parametrize("name", BOOKS)
def test_each_game_that_removes_squares_has_a_book(name):
    drawn = Book(variant(name)).draw(Board(name), 20, random.Random(1))
    assert drawn is not None
    board = Board(name)
    for text in drawn.line:
        board.push_uci(text)


@pytest.mark.parametrize(
    "game",
    [composed(GAME, LeftSquare.VANISHES), variant("random-wormhole")],
    ids=lambda game: game.name,
)
def test_a_composed_game_and_one_with_dice_have_none(game):
    assert Book(game).draw(Board(game, seed=1), 1000, random.Random(1)) is None


def test_the_strongest_levels_use_it_the_stronger_the_stricter():
    margins = [level.book_centipawns for level in LEVELS]
    assert margins[:7] == 7 * [0]
    assert margins[7] > margins[8] > margins[9] > 0


def test_in_a_match_it_is_used_on_request():
    assert parse("ours:level=9", Limit()).level.book_centipawns == 0
    assert parse("ours:level=9,book=1", Limit()).level == LEVELS[8]
    assert parse("ours:book=1", Limit()).level.book_centipawns == LEVELS[-1].book_centipawns
    assert parse("ours:book=0", Limit()).level is None
    player = parse("ours:book=1,nodes=100", Limit()).player()
    assert player.name.endswith("book=1")
    board = Board(GAME, seed=1)
    player.new_game(board)
    assert board.legal_move(player.play(board).move.text)
    with pytest.raises(WormholeError, match="it must be 0 or 1"):
        parse("ours:book=yes", Limit())


def test_a_client_of_xboard_can_ask_for_it(openings):
    board = Board(GAME)
    first, *others = book_moves(board).split("\n")
    best = board.parse_uci(next(iter(openings.position(board).scored)))
    assert first.startswith(f" {board.san(best)} ")
    assert len(others) == len(board.legal_moves)
    assert others[-1] == ""
    assert book_moves(Board("chess")) == " The position is not in the opening book.\n"


@pytest.mark.parametrize(
    ("options", "go", "searches"),
    [
        ((), "go nodes 100", True),
        (("OwnBook value true",), "go nodes 100", False),
        (("OwnBook value true",), "go infinite", True),
        (("OwnBook value true",), "go nodes 100 searchmoves a2a3", True),
        (("OwnBook value true", "MultiPV value 2"), "go nodes 100", True),
        (("OwnBook value true", "UCI_AnalyseMode value true"), "go nodes 100", True),
    ],
)
def test_other_programs_switch_it_on(options, go, searches):
    said = []

    def commands():
        for option in ("UCI_Variant value wormhole", *options):
            yield f"setoption name {option}"
        yield go
        until(lambda: any(line.startswith(("bestmove", "info depth")) for line in said))
        yield "stop"

    Uci(said.append).run(commands())
    assert any(line.startswith("bestmove") for line in said)
    assert any(line.startswith("info depth") for line in said) is searches


@pytest.mark.usefixtures("compiles_for_ever")
def test_another_program_need_not_wait_for_the_loops_while_it_knows_the_position():
    said = []

    def commands():
        yield from ("setoption name UCI_Variant value wormhole", "setoption name OwnBook value true")
        yield from ("position startpos", "go movetime 100000")
        until(lambda: any(line.startswith("bestmove") for line in said))

    Uci(said.append).run(commands())
    (best,) = (line.split()[1] for line in said if line.startswith("bestmove"))
    assert Board(GAME).legal_move(best)
