"""The names that other sites and programs give games of ours, and games that begin with any array."""

from __future__ import annotations

import pytest

from wormhole import variants
from wormhole.base import toml
from wormhole.library import headers, pgn
from wormhole.library.headers import corrected_start, named_game, start_board, start_tags
from wormhole.rules.game_file import from_any_array, variant

ARRAY = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB"
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("", "chess"), ("Standard", "chess"), ("standard chess", "chess"), ("From Position", "chess")),
        *(("Chess960", "fischerandom"), ("Chess 960", "fischerandom"), ("Freestyle Chess", "fischerandom")),
        *(("FischeRandom", "fischerandom"), ("wild/fr", "fischerandom"), ("wild/22", "fischerandom")),
        *(("Crazyhouse960", "crazyhouse"), ("Atomic960", "atomic"), ("Seirawan960", "seirawan")),
        *(("S-Chess 960", "seirawan"), ("Capahouse960", "capahouse"), ("Capablanca 960", "caparandom")),
        *(("Three-check", "3check"), ("3 Check", "3check"), ("wild/25", "3check"), ("KOTH", "kingofthehill")),
        *(("King of the Hill", "kingofthehill"), ("Racing Kings", "racingkings"), ("zh", "crazyhouse")),
        *(("Korean Chess", "janggi"), ("Misere Chess", "misere"), ("Losing Chess", "antichess")),
        *(("wormhole", "wormhole"), ("Random Wormhole Chess", "random-wormhole")),
    ],
)
def test_games_are_found_by_the_names_that_others_write(text, name):
    assert named_game(text).name == name


def test_every_game_is_found_by_its_name_and_title():
    for name in variants():
        if name not in ("normal", "mini"):  # others call chess so; the title of the other is a name, too
            assert named_game(name).name == name
            assert named_game(variant(name).title).name == name


def test_the_table_of_other_names_has_games_of_the_catalogue_and_no_name_twice():
    table = toml.packaged("wormhole.library", "variant_names.toml")
    assert set(table) <= set(variants())
    written = [each for called in table.values() for each in called]
    assert len(written) == len(set(written))


@pytest.mark.parametrize(
    ("tag", "rights", "title"),
    [
        ("", "KQkq", "Chess960"),
        ("", "GDgd", "Chess960"),
        ("Standard", "KQkq", "Chess960"),
        ("Chess960", "KQkq", "Chess960"),
        ("Atomic960", "GDgd", "Atomic Chess"),
        ("Crazyhouse960", "KQkq", "Crazyhouse"),
        ("Three-check", "KQkq", "Three-Check Chess"),
    ],
)
def test_castling_that_only_960_explains(tag, rights, title):
    """The game is written and read again with the same position and the same castling."""
    tags = {"Variant": tag, "FEN": f"{ARRAY} w {rights} - 0 1"}
    board = start_board(tags)
    assert board.variant.title == title
    for text in ("b3", "c5", "Nf3", "d5", "d4", "b6"):
        board.push_san(text)
    assert board.parse_san("O-O").text == "f1g1"
    again = start_board(start_tags(board.root()))
    assert (again.variant, again.fen()) == (board.variant, board.root().fen())
    assert board.push_san("O-O")
    assert board.fen().split("/")[7].startswith("BQNR1RK")
    assert board.fen().split()[2] == "kq"


@pytest.mark.parametrize("rights", ["KQkq", "HAha"])
def test_the_usual_array_stays_chess(rights):
    assert start_board({"FEN": f"{USUAL} w {rights} - 0 1"}).variant == variant("chess")


def test_a_whole_game_from_another_array_without_a_tag():
    text = f'[SetUp "1"]\n[FEN "{ARRAY} w KQkq - 0 1"]\n\n1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O *\n'
    (game,) = pgn.read(text)
    assert game.start.variant.name == "fischerandom"
    (again,) = pgn.read(str(game))
    assert [*again.mainline_moves()] == [*game.mainline_moves()]


def test_a_computer_plays_a_game_from_another_array():
    """The derived game is played by the same loops: its perft is that of chess from the same array."""
    fen = f"{ARRAY} w KQkq - 0 1"
    other = start_board({"Variant": "kingofthehill960", "FEN": fen})
    assert other.variant == from_any_array(variant("kingofthehill"))
    assert other.perft(3, fast=False) == start_board({"FEN": fen}).perft(3, fast=False)


def test_where_less_must_be_corrected_decides_between_the_arrays():
    board, corrections = corrected_start({"FEN": f"{ARRAY} w KQkq - 0 0"})
    assert (board.variant.name, len(corrections)) == ("fischerandom", 1)
    board, corrections = corrected_start({"FEN": "6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 0"})
    assert (board.variant.name, len(corrections)) == ("chess", 2)


def test_gating_knows_no_other_array():
    """The rights to gate stay; those to castle are left out, and told."""
    tags = {"Variant": "Seirawan960", "FEN": f"{ARRAY}[HEhe] w KQBCDEFGkqbcdefg - 0 1"}
    board, corrections = corrected_start(tags)
    assert board.fen().split()[2] == "BCDEFGbcdefg"
    assert len(corrections) == 1
    with pytest.raises(headers.TagError, match="FEN"):
        start_board(tags)
