"""Openings: what was played in each position, in the files that ship and in a person's own games."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from library_games import played

import tools.openings as openings_tool
from wormhole import WHITE, Board
from wormhole.learn.openings import shipped
from wormhole.learn.openings.counts import Counts, Openings
from wormhole.learn.openings.own import own_openings
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.compose import composed
from wormhole.rules.gamefile import variant, variants
from wormhole.rules.variant import LeftSquare
from wormhole.training.opening_games import OpeningGames
from wormhole.work.crew import Crew

MOST_BYTES = 200_000
LEAST_GAMES = {"wormhole": 2000}
AGAINST_COMPUTER, DEMONSTRATION = PlayState(None, 4), PlayState(4, 4)


CHESS = variant("chess")


def moves_of(sans):
    return [node.uci() for node in played(sans).mainline()]


def test_games_that_reach_a_position_in_different_ways_are_counted_together():
    openings = Openings()
    board = Board("chess")
    openings.add(CHESS, moves_of("Nf3 Nf6 Nc3 d5"), Counts(white=2, draws=1))
    openings.add(CHESS, moves_of("Nc3 Nf6 Nf3 e6"), Counts(black=1))
    openings.add(CHESS, moves_of("Nc3"), Counts.of(WHITE))
    assert openings.at(board) == {"g1f3": Counts(2, 1, 0), "b1c3": Counts(1, 0, 1)}
    for text in moves_of("Nf3 Nf6 Nc3"):
        board.push_uci(text)
    assert list(openings.at(board)) == ["d7d5", "e7e6"]
    board.push_san("d5")
    assert openings.at(board) == {}


def test_a_file_says_what_it_was_made_of():
    openings = Openings()
    for sans, counts in (("e4 e5 Nf3", Counts(3, 1, 0)), ("e4 c5", Counts(0, 0, 2)), ("d4", Counts(1))):
        openings.add(CHESS, moves_of(sans), counts)
    text = "\n".join(shipped.lines(openings, {"games": 7}))
    read = shipped.read(CHESS, text)
    board = Board("chess")
    assert read.at(board) == {"e2e4": Counts(3, 1, 2), "d2d4": Counts(1)}
    board.push_san("e4")
    assert read.at(board) == {"e7e5": Counts(3, 1, 0), "c7c5": Counts(0, 0, 2)}


@pytest.mark.parametrize("name", variants())
def test_every_game_has_a_file_whose_moves_are_legal(name):
    file = resources.files("wormhole.learn.openings") / shipped.name_of(name)
    text = file.read_text("utf-8")
    assert len(text) < MOST_BYTES
    made = json.loads(text.partition("\n")[0])
    assert made["game"] == name
    assert made["games"] >= LEAST_GAMES.get(name, 200)
    openings = shipped.shipped_openings(variant(name))
    start = Board(name, seed=0)
    assert sum(counts.games for counts in openings.at(start).values()) == made["games"]
    for text in openings.at(start):
        start.push_uci(text)
        for reply in openings.at(start):
            assert start.legal_move(reply) is not None
        start.pop()


def test_a_game_with_other_rules_has_no_file():
    vanishing = composed(variant("wormhole"), LeftSquare.VANISHES, None)
    assert shipped.shipped_openings(vanishing).at(Board(vanishing)) == {}


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
        openings = own_openings(CHESS, library.first_moves(CHESS))
        assert library.first_moves(variant("wormhole")) == []
    board = Board("chess")
    assert openings.at(board) == {"e2e4": Counts(1, 1, 0)}
    board.push_san("e4")
    assert openings.at(board) == {"c7c5": Counts(draws=1), "e7e5": Counts(white=1)}


def test_games_are_played_by_workers_and_counted():
    openings, games = openings_tool.played(CHESS, 2, seed=1, nodes=30, crew=Crew(1))
    assert games == 2
    assert sum(counts.games for counts in openings.at(Board("chess")).values()) == 2
    worker = OpeningGames(CHESS, 1, 30)
    first = worker.do(0)
    assert first == OpeningGames(CHESS, 1, 30).do(0)
    assert len(first.moves) <= 16
    assert first.counts.games == 1
    worker.stop()
    assert worker.do(0).moves == ()
