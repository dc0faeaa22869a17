"""The user's own games: files that stay in the list, also a broken one, and files of many games."""

from __future__ import annotations

import pytest

from wormhole.library import own_games
from wormhole.library.chosen_game import opened
from wormhole.library.own_games import added, picked, read, removed, variants
from wormhole.library.pgn_parser import PgnError
from wormhole.rules.game_file import variant

OWN = 'inherits = "chess"\ntitle = "Own"\n'
INI = """
[first:chess]
pieceDrops = true
capturesToHand = true
[bad:chess]
maxRank = 99
[second:crazyhouse]
stalemateValue = loss
"""


def test_a_file_is_in_the_list_once_and_a_section_stands_for_its_file(tmp_path):
    file = tmp_path / "games.ini"
    file.write_text(INI)
    listed = added(added((), tmp_path / "own.toml"), file.with_name("games.ini:first"))
    assert listed == (str(file), str(tmp_path / "own.toml"))
    assert added(listed, tmp_path / "own.toml") == listed[::-1]
    assert removed(listed, file) == (str(tmp_path / "own.toml"),)


def test_a_file_is_read_again_once_it_has_changed_or_is_gone(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    (game,) = read(file).games
    assert (game.base.title, game.file) == ("Own", file)
    file.write_text('inherits = "chess"\ntitle = "Another"\n')
    assert read(file).games[0].base.title == "Another"
    file.unlink()
    gone = read(file)
    assert gone.games == ()
    assert "own.toml" in gone.complaints[0]


def test_the_sections_of_a_file_that_can_be_played_are(tmp_path):
    file = tmp_path / "games.ini"
    file.write_text(INI)
    found = read(file)
    assert [game.key for game in found.games] == [f"{file}:first", f"{file}:second"]
    assert [game.base.hands is not None for game in found.games] == [True, True]
    (complaint,) = found.complaints
    assert complaint.startswith("bad: line 6")


def test_what_is_left_out_of_a_file_is_told_beside_its_games(tmp_path):
    file = tmp_path / "games.ini"
    file.write_text(INI + "[first:chess]\nrubbish\n[last:chess]\nrubbish\n")
    found = read(file)
    assert [game.base.name for game in found.games] == ["first", "second", "last"]
    assert [warning[:7] for warning in found.warnings] == ["line 9:", "line 12"]
    assert len(found.complaints) == 1


def test_a_file_of_very_many_sections_lists_its_first_games_and_has_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(own_games, "MOST_SECTIONS", 20)
    file = tmp_path / "games.ini"
    file.write_text("".join(f"[{number}:{max(number - 1, 0) or 'chess'}]\n" for number in range(1000)))
    found = read(file)
    assert len(found.games) == 20
    assert found.warnings == ("only the first 20 games are listed",)
    assert opened(file.with_name("games.ini:999")).base.name == "999"


@pytest.mark.parametrize("text", ["", "\x00", "[a\n", "no section"])
def test_a_file_without_a_game_says_why(tmp_path, text):
    file = tmp_path / "games.ini"
    file.write_text(text)
    found = read(file)
    assert found.games == ()
    assert len(found.complaints) == 1


@pytest.mark.parametrize("name", ["own.toml", "games.ini"])
def test_a_pgn_of_a_listed_game_is_read(tmp_path, name):
    file = tmp_path / name
    file.write_text(OWN if name == "own.toml" else "[own:chess]\nstalemateValue = loss\n")
    text = '[Variant "own"]\n\n1. e4 e5 2. Nf3 *\n'
    with pytest.raises(PgnError, match="no game called 'own'"):
        picked(lambda: [text], None, [variant("chess")], ())
    game = picked(lambda: text.split("\n"), None, [variant("chess")], [str(file)])
    assert game.start.variant == read(file).games[0].base
    assert [move.text for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]


def test_a_listed_game_takes_no_name_of_the_catalogue(tmp_path):
    """A file that is called like a game of the catalogue would change what other PGN files mean."""
    (tmp_path / "atomic.toml").write_text(OWN)
    (tmp_path / "own.toml").write_text(OWN)
    paths = [str(tmp_path / name) for name in ("atomic.toml", "own.toml", "gone.toml")]
    assert [game.name for game in variants(paths)] == ["own"]
    game = picked(lambda: ['[Variant "Atomic"]', "", "1. e4 *"], None, [variant("chess")], paths)
    assert game.start.variant == variant("atomic")
