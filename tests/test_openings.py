"""Openings: the moves played in each position, in the files that ship and in the user's own games."""

from __future__ import annotations

import argparse
import json
from importlib import resources

import pytest

import tools.openings as openings_tool
from tests.support.library_games import played
from tools.opening_tree import DECIDED_CENTIPAWNS, OpeningGames, OpeningSearch, OpeningTree
from wormhole import WHITE, Board
from wormhole.engine import opening_book
from wormhole.engine.opening_book import Counts, OpeningMove, OpeningTable
from wormhole.gui.game.live_openings import own_openings
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.catalogue_files import menu
from wormhole.rules.game_file import composed, variant
from wormhole.rules.variant import LeftSquare
from wormhole.work.crew import Crew

MOST_BYTES = 200_000
LEAST_GAMES = {"wormhole": 300}
AGAINST_COMPUTER, DEMONSTRATION = PlayState(None, 4), PlayState(4, 4)


CHESS = variant("chess")


def moves_of(sans):
    return [node.uci() for node in played(sans).mainline()]


def counts_at(openings, board):
    return {text: move.counts for text, move in openings.at(board).items()}


def test_games_that_reach_a_position_in_different_ways_are_counted_together():
    openings = OpeningTable()
    board = Board("chess")
    openings.add(CHESS, moves_of("Nf3 Nf6 Nc3 d5"), Counts(white=2, draws=1))
    openings.add(CHESS, moves_of("Nc3 Nf6 Nf3 e6"), Counts(black=1))
    openings.add(CHESS, moves_of("Nc3"), Counts.of(WHITE))
    assert counts_at(openings, board) == {"g1f3": Counts(2, 1, 0), "b1c3": Counts(1, 0, 1)}
    for text in moves_of("Nf3 Nf6 Nc3"):
        board.push_uci(text)
    assert list(openings.at(board)) == ["d7d5", "e7e6"]
    board.push_san("d5")
    assert openings.at(board) == {}


def test_a_file_says_what_it_was_made_of():
    openings = OpeningTable()
    for sans, counts in (("e4 e5 Nf3", Counts(3, 1, 0)), ("e4 c5", Counts(0, 0, 2)), ("d4", Counts(1))):
        openings.add(CHESS, moves_of(sans), counts)
    board = Board("chess")
    openings.score(board, (), {"g1f3": 25, "d2d4": 30})
    text = "\n".join(opening_book.lines(openings, {"games": 7}))
    read = opening_book.read(CHESS, text)
    assert list(read.at(board).items()) == [
        ("e2e4", OpeningMove(Counts(3, 1, 2))),
        ("d2d4", OpeningMove(Counts(1), 30)),
        ("g1f3", OpeningMove(Counts(), 25)),
    ]
    board.push_san("e4")
    assert counts_at(read, board) == {"e7e5": Counts(3, 1, 0), "c7c5": Counts(0, 0, 2)}


@pytest.mark.parametrize("name", menu("family"))
def test_every_game_has_a_file_whose_moves_are_legal(name):
    file = resources.files("wormhole.engine.openings") / opening_book.name_of(name)
    text = file.read_text("utf-8")
    assert len(text) < MOST_BYTES
    made = json.loads(text.partition("\n")[0])
    assert made["game"] == name
    assert made["games"] >= LEAST_GAMES.get(name, 200)
    openings = opening_book.shipped_openings(variant(name))
    start = Board(name, seed=0)
    assert openings.position(start).games == made["games"]
    assert sum(bool(position.scored) for position in openings.positions()) == made.get("positions", 0)
    board = start.copy()
    for position in openings.positions():
        opening_book.go_to(board, position.way)
        assert all(board.legal_move(text) for text in position.moves), position.way
        scores = [move.centipawns for move in position.scored.values()]
        assert all(abs(score) <= DECIDED_CENTIPAWNS for score in scores)
    if made.get("positions"):
        assert len(openings.position(start).scored) == len(start.legal_moves)


def test_a_game_with_other_rules_has_no_file():
    vanishing = composed(variant("wormhole"), LeftSquare.VANISHES)
    assert opening_book.shipped_openings(vanishing).at(Board(vanishing)) == {}


def test_own_games_are_those_that_a_person_has_finished(tmp_path):
    start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    with GameDatabase(tmp_path / "games.sqlite3") as library:

        def keep(sans, result, state, fen=None):
            game = Game(Board("chess", fen))
            for san in sans.split():
                game.end().add_variation(game.end().board().parse_san(san))
            game.set_result(result)
            return library.add(game, state)

        keep("e4 e5 Nf3", "1-0", AGAINST_COMPUTER)
        keep("e4 c5", "1/2-1/2", PlayState(None, None))
        library.delete([keep("e4 e6", "0-1", AGAINST_COMPUTER)])
        keep("e4", "*", AGAINST_COMPUTER)
        keep("e4", "0-1", DEMONSTRATION)
        keep("e4", "1-0", AGAINST_COMPUTER, start)
        board = Board("chess")
        assert counts_at(own_openings(library, board), board) == {"e2e4": Counts(1, 1, 0)}
        board.push_san("e4")
        expected = {"c7c5": Counts(draws=1), "e7e5": Counts(white=1)}
        assert counts_at(own_openings(library, board), board) == expected
        assert library.continuations(Board("wormhole")) == {}
        # Another order of moves, and a place behind the moves that segments have.
        shuffle = "Nf3 Nf6 Ng1 Ng8 " * 2
        keep(f"{shuffle} e4 e5 d4", "1-0", AGAINST_COMPUTER)
        keep(f"{shuffle} d4 e5 e4", "0-1", AGAINST_COMPUTER)
        keep(f"{shuffle} d4 e5 e4 exd4", "0-1", AGAINST_COMPUTER)
        later = played(f"{shuffle} e4 e5 d4").end().board()
        assert counts_at(own_openings(library, later), later) == {"e5d4": Counts(black=1)}


def test_games_are_played_by_workers_and_counted():
    openings = OpeningTable()
    assert len(list(openings_tool.played(CHESS, openings, range(2), seed=1, nodes=30, crew=Crew(1)))) == 2
    assert openings.position(Board("chess")).games == 2
    worker = OpeningGames(CHESS, 1, 30)
    first = worker.do(0)
    assert first == OpeningGames(CHESS, 1, 30).do(0)
    assert len(first.moves) <= 16
    assert first.counts.games == 1
    worker.stop()
    assert worker.do(0).moves == ()


def test_a_tree_grows_along_good_play_and_a_move_is_worth_its_best_reply():
    game = variant("wormhole2")
    openings = OpeningTable()
    tree = OpeningTree(game, openings)
    assert tree.leaves(5) == [()]
    tree.add((), {"e2e4": 30, "d2d4": 25, "a2a4": -90})
    firsts = tree.leaves(3)
    assert sorted(firsts) == [("a2a4",), ("d2d4",), ("e2e4",)]
    tree.add(("e2e4",), {"e7e5": 10, "d7d5": 40})
    tree.settle()
    start = Board(game)
    assert [(text, move.centipawns) for text, move in openings.position(start).scored.items()] == [
        ("d2d4", 25),
        ("e2e4", 10),
        ("a2a4", -90),
    ]
    assert tree.best_line(("e2e4",)) == ("e2e4", "e7e5")
    assert tree.searched == 2


def test_a_search_of_a_position_scores_its_moves_for_white():
    game = variant("wormhole2")
    search = OpeningSearch(game, 2000, 1000)
    first, second = search.do(()), search.do(("e2e4",))
    search.close()
    assert set(first) == {move.text for move in Board(game).legal_moves}
    assert len(second) == 5
    again = OpeningSearch(game, 2000, 1000)
    assert again.do(("e2e4",)) == second
    again.close()


def test_a_file_is_gone_on_with_by_the_same_numbers_only(tmp_path):
    path = tmp_path / "chess.jsonl"
    given = argparse.Namespace(first_nodes=5, position_nodes=3, nodes=30, seed=1)
    assert openings_tool.kept(path, CHESS, given)[1] == {}
    made = {"game": "chess", "positions": 0, "games": 1, "nodes": 30, "seed": 1, "made": ["the command"]}
    openings = OpeningTable()
    openings.score(Board("chess"), (), {"e2e4": 20})
    path.write_text("\n".join(opening_book.lines(openings, made)), "utf-8")
    read, before = openings_tool.kept(path, CHESS, given)
    assert (read.at(Board("chess")), before) == ({"e2e4": OpeningMove(Counts(), 20)}, made)
    given.seed = 2
    with pytest.raises(SystemExit, match="the command"):
        openings_tool.kept(path, CHESS, given)
