"""The library keeps, finds, lists, deletes and reads games."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from tests.support.data_files import DATA
from tests.support.library_games import OWN_GAME, names, play, played
from wormhole import Board, WormholeError
from wormhole.library.chosen_game import opened
from wormhole.library.database import game_database, packing, position_index
from wormhole.library.database.connections import LibraryError, ReplacedError
from wormhole.library.database.finding import PlayerName, Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.game_index import GameNumbers
from wormhole.library.database.game_rows import AGAINST_COMPUTER, DEMONSTRATION, IMPORTED, PEOPLE
from wormhole.library.pgn import check_file
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.catalogue_files import menu
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import composed, variant
from wormhole.rules.variant import LeftSquare


@pytest.fixture
def library(tmp_path):
    with GameDatabase(tmp_path / "games.sqlite3") as library:
        yield library


def test_a_game_comes_back_with_its_tree(library):
    game = played("e4 e5 Nf3", White="Ada", Annotator="Zoë\ud83d")
    node = play(game.variations[0], "c5")
    node.comment, node.nags, game.comment = "[%clk 0:01:00] sharp", [1, 14], "first"
    play(node, "Nf3 d6")
    game.set_result("1-0", "time forfeit")
    state = PlayState(None, 4, (0, 1, 0), True)
    kept = library.game(library.add(game, state))
    assert kept.game.movetext() == game.movetext()
    assert dict(kept.game.headers) == {**game.headers, "Annotator": "Zoë?"}
    assert (kept.play, kept.game.at(kept.play.path).san()) == (state, "Nf3")


@pytest.mark.parametrize("name", menu("family"))
def test_every_game_of_the_family(library, name):
    board = Board(name, seed=3)
    for _ in range(30):
        if board.is_game_over():
            break
        board.push(board.legal_moves[-1])
    game = Game.from_board(board)
    kept = library.game(library.add(game)).game
    assert kept.movetext() == game.movetext()
    assert kept.end().board().fen() == board.fen()
    assert kept.start.seed == 3 or not board.has_dice


def test_changed_rules_and_start(library):
    rules = composed(variant("chess"), LeftSquare.VANISHES, NoMove.WIN)
    game = Game(Board(rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    play(game, "e4 Kd7")
    found = library.game(library.add(game)).game
    assert found.start.variant == rules
    assert found.end().board().fen() == game.end().board().fen()


def test_the_text_of_an_own_game_is_kept(library, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(OWN_GAME.replace("../../../etc/horse", "horse"), "utf-8")
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    (tmp_path / "horse.svg").write_text(picture, "utf-8")
    chosen = opened(file)
    number = library.add(played("e4 e5 Nf3", chosen.variant))
    vanishing = chosen.with_rules(LeftSquare.FOLDS).variant
    folded = library.add(played("e4", vanishing))
    file.unlink()
    game = library.game(number).game
    assert (game.start.variant.title, game.end().san()) == ("Chess of my own", "Nf3")
    assert game.start.variant.piece_types["N"].sprite == "N"
    assert library.game(folded).game.start.variant.title == "Chess of my own, folding"
    # A game at hand lends its pictures.
    found = library.game(number, [chosen.variant]).game
    assert found.start.variant.piece_types["N"].sprite == chosen.variant.piece_types["N"].sprite != "N"


def test_a_game_without_a_file_is_refused(library):
    nameless = replace(variant("chess"), name="nameless", definition="")
    with pytest.raises(LibraryError, match="has no file"):
        library.add(Game(Board(nameless)))
    assert library.find() == []


DIVER = "Computer, Diver, level 3"
NAMES = (
    *(PlayerName(f"level {number}", number) for number in range(1, 11)),
    PlayerName("club player", 3),
    PlayerName("strong player", 4),
    PlayerName("taucher", character="diver"),
    PlayerName("taucher 3", 3, "diver"),
)


@pytest.fixture(params=[2, 4, packing.PACKED_AT_ONCE], ids=["packed", "partly packed", "unpacked"])
def some(library, request, monkeypatch):
    """Some games; in segments of so many."""
    monkeypatch.setattr(packing, "PACKED_AT_ONCE", request.param)
    library.add(played("e4 c5 Nf3", White="Ada", Event="Zürich", Date="2024.05.??", Result="1-0"))
    library.add(
        played("e4 e5 Bc4", White="Bob", Black=DIVER, Date="2024.06.15", Result="0-1"), PlayState(None, 3)
    )
    library.add(played("d4 d5", White="Cy", Black="Computer, level 5", Date="????.??.??"), PlayState(2, 5))
    library.add(played("e4 e5 Cf3", "wormhole", White="Di", Date="2023.01.01"), PlayState(4, None))
    library.add(played("d4 e5", White="Ed", Black="Ada", Date="2026.11.22"), PlayState())
    return library


@pytest.mark.parametrize(
    ("query", "white"),
    [
        (Query(), "Ed Bob Ada Di Cy"),
        (Query(text="ADA"), "Ed Ada"),
        (Query(text="zürich ad"), "Ada"),
        (Query(text="zurich"), "Ada"),
        (Query(text="ZU\u0308RICH"), "Ada"),
        (Query(text="100% _"), ""),
        (Query(text="Level 3", players=NAMES), "Bob"),
        (Query(text="level 4", players=NAMES), "Di"),
        (Query(text="level 5 cy", players=NAMES), "Cy"),
        (Query(text="level 2", players=NAMES), ""),
        (Query(text="strong", players=NAMES), "Di"),
        (Query(text="Club play", players=NAMES), "Bob"),
        (Query(text="pla", players=NAMES), "Bob Di"),
        (Query(text="ed", players=NAMES), "Ed"),
        (Query(text="ada pla", players=NAMES), ""),
        (Query(text="taucher 3", players=NAMES), "Bob"),
        (Query(text="tauch", players=NAMES), "Bob"),
        (Query(text="diver 3"), "Bob"),
        (Query(variant="wormhole"), "Di"),
        (Query(kinds=(PEOPLE,)), "Ed"),
        (Query(kinds=(AGAINST_COMPUTER, DEMONSTRATION)), "Bob Di Cy"),
        (Query(kinds=(IMPORTED,)), "Ada"),
        (Query(level=3), "Bob"),
        (Query(side="black"), "Di"),
        (Query(result="1-0"), "Ada"),
        (Query(since=date(2024, 5, 10)), "Ed Bob Ada"),
        (Query(since=date(2024, 1, 1), until=date(2024, 6, 15)), "Bob Ada"),
        (Query(until=date(2023, 12, 31)), "Di"),
        (Query(opening="e4"), "Bob Ada Di"),
        (Query(opening="1. e4 e5 2. Bc4"), "Bob"),
        (Query(opening="e2e4 e7e5"), "Bob Di"),
        (Query(opening="1.e4 e5", variant="chess"), "Bob"),
        (Query(opening="Cf3"), ""),
        (Query(opening="e2e"), ""),
        (Query.of_position(Board("chess")), "Ed Bob Ada Cy"),
        (Query.of_position(played("e4").end().board()), "Bob Ada"),
        (Query.of_position(played("Nf3 c5 e4").end().board()), "Ada"),
        (Query(fen=Board("chess").fen(), text="ada"), "Ed Ada"),
    ],
)
def test_find(some, query, white):
    assert names(some, some.find(query)) == white.split()


def test_the_list_is_in_the_order_of_the_days_played(library):
    dates = ["????.??.??", "1990.??.??", "Monday", "2026.01.02", "1990.05.??", "1990.05.01", "2026.01.02"]
    for number, day in enumerate(dates):
        library.add(played("e4", White=f"{number}", Date=day))
    assert names(library, library.find()) == list("6354120")


def test_positions_are_found_after_a_change_of_keys(some, monkeypatch):
    query = Query.of_position(played("e4 e5").end().board())
    assert names(some, some.find(query)) == ["Bob"]
    for module in (packing, position_index):
        monkeypatch.setattr(module, "keys_version", lambda: 1)
    with GameDatabase(some.path) as other:
        assert names(other, other.find(query)) == ["Bob"]
        for number in range(3):
            other.add(played("e4 e5", White=f"Eve{number}"))
        assert len(other.find(query)) == 4
        assert names(other, other.find(Query(fen=query.fen, text="eve1"))) == ["Eve1"]


def test_the_curve_follows_the_days_played(library):
    for day, result in (
        ("2026.03.01", "1-0"),
        ("2020.??.??", "0-1"),
        ("????.??.??", "0-1"),
        ("2025.02.03", "1-0"),
        ("2019.??.??", "1-0"),
        ("2018.??.??", "0-1"),
        ("2017.??.??", "1-0"),
    ):
        library.add(played("e4", Date=day, Result=result), PlayState(None, 3))
    progress = library.statistics({3: 1000.0}).progress
    assert [moment.day for moment in progress] == [date(2020, 1, 1), date(2025, 2, 3), date(2026, 3, 1)]
    strengths = [moment.strength.elo for moment in progress]
    assert strengths[0] < 1000
    assert strengths[0] < strengths[1] < strengths[2]


def test_a_bad_position_is_refused(some):
    with pytest.raises(WormholeError):
        some.find(Query(fen="nonsense"))


def test_positions_follow_changes(some):
    number = some.find(Query(text="Bob"))[0]
    query = Query.of_position(played("e4 e5 Nc3").end().board())
    assert some.find(query) == []
    game = some.game(number).game
    play(game.variations[0].variations[0], "Nc3")
    game.variations[0].variations[0].promote_to_main(1)
    some.keep(number, game, PlayState(None, 3))
    assert some.find(query) == [number]
    assert some.find(Query.of_position(played("e4 e5 Bc4").end().board())) == []
    some.delete([number])
    assert some.find(query) == []


def test_rows_say_what_a_list_shows(some):
    ed, _, ada, di, _ = some.rows([*some.find(), 99])
    assert (di.title, di.kind, di.level, di.side) == ("Wormhole Chess", AGAINST_COMPUTER, 4, "black")
    assert (ada.date, ada.result, ada.plies, ada.kind) == ("2024.05.??", "1-0", 3, IMPORTED)
    assert ed.changed.utcoffset().total_seconds() == 0


def test_deleting_and_undo(some):
    everything = some.find()
    assert some.delete(everything[:2]) == 2
    assert some.find() == everything[2:]
    assert some.delete(everything[:2]) == 0
    assert some.undelete([everything[1]]) == 1
    assert some.find() == everything[1:]
    assert some.purge() == 0
    assert [row.deleted for row in some.rows(everything[:2])] == [True, False]


def test_a_game_that_is_gone_is_not_found(some, monkeypatch):
    query = Query.of_position(Board("chess"))
    first, *others = some.find(query)
    some.delete([first])
    monkeypatch.setattr(game_database, "DAYS_DELETED", -1)
    assert some.purge() == 1
    assert some.find(query) == others
    assert some.rows([first]) == []
    some.delete(some.find())
    some.purge()
    for _ in range(3):
        some.pack()
        assert some.find() == []
    with some.reading() as connection:
        count = "SELECT (SELECT count(*) FROM segments), (SELECT count(*) FROM segment_positions)"
        assert connection.execute(count).fetchone() == (0, 0)


@pytest.mark.parametrize("damage", ["columns = x'00'", "names = '{}'", "words = x''", "openings = 7"])
def test_damaged_segments_are_made_again(library, monkeypatch, damage):
    monkeypatch.setattr(packing, "PACKED_AT_ONCE", 2)
    for name in ("Ada", "Bob", "Cy"):
        library.add(played("e4 e5", White=name))
    query = Query(text="b", opening="e4 e5", fen=played("e4").end().board().fen())
    assert names(library, library.find(query)) == ["Bob"]
    with library.writing() as connection:
        connection.execute(f"UPDATE segments SET {damage}")
    with GameDatabase(library.path) as again:
        assert names(again, again.find(query)) == ["Bob"]
        assert names(again, again.find()) == ["Cy", "Bob", "Ada"]


def test_the_numbers_found_are_a_sequence():
    found = GameNumbers(np.array([7, 9, 3]))
    assert (found[1], found[-2:], [*found], len(found)) == (9, [9, 3], [7, 9, 3], 3)
    assert (9 in found, 8 in found, found.index(3), found.place_of_newest()) == (True, False, 2, 1)
    assert found.places_of([3, 8, 7]) == {0, 2}
    assert found.places_of(found[1:]) == range(1, 3)
    with pytest.raises(ValueError, match="8 is not in the list"):
        found.index(8)


@pytest.mark.parametrize("act", [GameDatabase.delete, GameDatabase.undelete, GameDatabase.rows])
def test_the_numbers_of_a_list_mean_no_games_of_another_library(library, tmp_path, act):
    """The other one is an earlier copy of the library, to which another game was added."""
    copy = tmp_path / "copy.sqlite3"
    for name in ("Ada", "Bob"):
        library.add(played("e4", White=name))
    with closing(sqlite3.connect(library.path)) as connection:
        connection.execute(f"VACUUM INTO '{copy}'")
    library.add(played("d4", White="Cy"))
    before, listed = library.find()[1:], library.find()
    with GameDatabase(copy) as other:
        time.sleep(0.002)  # a game is told from another one by the millisecond
        other.add(played("c4", White="Dan"))
    os.replace(copy, library.path)
    for numbers in (listed, listed[:1], listed.at({0})):
        with pytest.raises(ReplacedError):
            act(library, numbers)
        with pytest.raises(ReplacedError):
            library.game(3, listed=numbers)
        with pytest.raises(ReplacedError):
            next(library.export(numbers))
        assert not library.has_listed(numbers)
    assert names(library, library.find()) == ["Dan", "Bob", "Ada"]
    assert library.has_listed(library.find())
    assert library.delete(library.find()[:1]) == 1
    assert not library.has_listed(before), "the newest game was Cy's when these were listed"


def test_the_numbers_of_a_list_mean_the_same_games_in_a_copy(library, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    for name in ("Ada", "Bob"):
        library.add(played("e4", White=name))
    listed = library.find()
    library.add(played("d4", White="Cy"))
    with closing(sqlite3.connect(library.path)) as connection:
        connection.execute(f"VACUUM INTO '{copy}'")
    os.replace(copy, library.path)
    assert library.delete(listed) == 2
    assert names(library, library.find()) == ["Cy"]


def test_the_latest_unfinished_game_is_offered(library):
    assert library.unfinished() == []
    older = library.add(played("e4", White="older"), PlayState(None, 3))
    library.add(played("e4 e5", Result="1-0"), PlayState(None, 3))
    library.add(played("e4", Termination="abandoned"), PlayState(None, 3))
    library.add(played(""), PlayState(None, 3))
    library.add(played("e4"), PlayState(3, 3))
    library.add(played("e4"))
    assert library.unfinished()[0].number == older
    newer = library.add(played("e4"), PlayState())
    assert library.unfinished()[0].number == newer
    library.delete([newer])
    assert library.unfinished()[0].number == older


@pytest.mark.parametrize(
    ("owners", "window", "offered"),
    [
        (("9-a", "9-a", "9-a"), "", [2, 1, 0]),
        (("9-a", "9-b", "9-b"), "", [2, 1]),
        (("9-a", None, "9-a"), "", [2, 0]),
        (("9-a", "9-a", None), "", [2, 1, 0]),
        (("9-a", "9-b", None), "9-a", [2, 0]),
        (("9-a", "9-b", "9-b"), "9-c", [2, 1]),
        ((None, None, None), "", [2]),
    ],
)
def test_the_games_of_the_last_window_are_offered_with_the_latest(library, owners, window, offered):
    numbers = []
    for place, owner in enumerate(owners):
        number = library.add(played("e4", White=f"{place}"), PlayState(None, 3))
        numbers.append(number)
        with library.writing() as connection:
            connection.execute("UPDATE games SET owner = ? WHERE number = ?", (owner, number))
    assert [row.number for row in library.unfinished(window)] == [numbers[place] for place in offered]


def test_good_games_of_the_sample_files(library):
    for path in sorted((DATA / "pgn").glob("*.pgn")):
        for game in check_file(path):
            assert isinstance(game, Game)
            kept = library.game(library.add(game)).game
            assert str(kept) == str(game)
