"""PGN as people and old programs write it is read as it is meant, with a warning."""

from __future__ import annotations

import pytest

from tests.support.bent_games import bent
from tests.support.data_files import DATA, each
from tests.support.pgn_trees import read_theirs, tree
from wormhole import Board
from wormhole.base.errors import MoveError
from wormhole.library.pgn import check, file_lines, read, read_file, text_lines
from wormhole.library.pgn_parser import PgnError
from wormhole.library.record import Game
from wormhole.rules.written_moves import parse_written

FILES = DATA / "lenient_pgn"


def movetext(game: Game) -> str:
    """The moves, comments, signs and result as this program writes them."""
    return " ".join(str(game).split("\n\n")[1].split())


def warnings(game: Game) -> list[str]:
    return [str(warning) for warning in game.warnings]


@each("lenient_pgns")
def test_what_is_meant_is_read(row):
    """Files from the world, and short texts."""
    lines = file_lines(FILES / row["file"]) if "file" in row else row["text"].split("\n")
    found = list(check(lines))
    assert [str(game) for game in found if isinstance(game, PgnError)] == []
    assert [movetext(game) for game in found] == row["games"]
    assert [warnings(game) for game in found] == row["warnings"]
    assert row.get("tags", {}).items() <= found[0].headers.items()
    # What is written can be read without a warning.
    for game in found:
        (again,) = read(str(game))
        assert (str(again), warnings(again)) == (str(game), [])


def test_every_file_is_read():
    for path in FILES.glob("*.pgn"):
        assert list(read_file(path))


BOARD = "r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 31"


@pytest.mark.parametrize(
    ("texts", "move", "signs"),
    [
        ("o-o 0-0 OO oo O\u2013O 0\u20140 O-O+ e1g1 e1-g1 Ke1-g1", "e1g1", ""),
        ("o-o-o OOO 0-0-0 O\u2212O\u2212O e1-c1", "e1c1", ""),
        ("exd6 ed6 e:d6 ed exd e:d e5xd6 e5:d6 e5-d6 e5d6 e:d6e.p. ed6ep exd6+ P:d6 ed\u2020", "e5d6", ""),
        ("b8=Q b8Q b8q b8=q b8(Q) b8/Q b7-b8=Q+ b7b8q+ b8(Q)ch b8=Qmate b8Q++ b8Q#", "b7b8q", ""),
        ("bxa8=N ba=N b:a8(N) ba8/N bxa=n b7xa8N b7-a8N", "b7a8n", ""),
        ("Ke2 Ke1-e2 Ke1\u2013e2 e1-e2 e1e2 Ke2ch Ke2+ Ke2++ Ke2mate Ke2dblch K-e2", "e1e2", ""),
        *(
            (f"Ke2{sign} e1-e2{sign}", "e1e2", sign)
            for sign in ("+/-", "-/+", "+/=", "=/+", "+=", "=+", "+-", "-+", "=", "~", "N")
        ),
        ("b8=Q+= b8(Q)+=", "b7b8q", "="),
        ("b8=Q++-", "b7b8q", "+-"),
        ("Ke2N+/-", "e1e2", "N +/-"),
    ],
)
def test_forms_of_moves(texts, move, signs):
    board = Board("chess", BOARD)
    for text in texts.split():
        found = parse_written(board, text)
        assert (text, str(found.move), " ".join(found.signs)) == (text, move, signs)


@pytest.mark.parametrize(
    "text", ["ba", "B1c3", "Kf3+/-", "b9(Q)", "ef", "o-o-o-o", "", "N", "+/-", "mate", "e1g2", "b8=X"]
)
def test_no_move_is_found_in_other_texts(text):
    with pytest.raises(MoveError):
        parse_written(Board("chess", BOARD), text)


@pytest.mark.parametrize("block", range(10))
def test_games_written_in_two_manners_at_once(block):
    """Every game is whole, the one after it is not touched, and python-chess reads what is written of it."""
    for seed in range(30 * block, 30 * block + 30):
        good, score, manners = bent(seed)
        text = score.written() + '\n[Event "next"]\n\n1. d4 {next} d5 1-0\n'
        where = f"{seed} {manners}\n{text}"
        found = list(check(text_lines(text)))
        assert [str(game) for game in found if isinstance(game, PgnError)] == [], where
        game, other = found
        assert tree(game) == tree(good), where
        assert bool(game.warnings) or not score.is_told, where
        assert (movetext(other), other.headers["Event"], warnings(other)) == (
            "1. d4 { next } 1... d5 1-0",
            "next",
            [],
        )
        assert tree(read_theirs(str(game))) == tree(good), where
