"""Unusually large PGN: read in linear time and little memory, or refused with its place."""

from __future__ import annotations

import gc
import subprocess
import sys
import time

import pytest

from tests.support.parts import exhaustive, mostly_exhaustive
from wormhole import Board
from wormhole.library import comment_commands, pgn_parser, pgn_text
from wormhole.library.comment_commands import Shape
from wormhole.library.pgn import check, file_lines, pick, read, text_lines
from wormhole.library.pgn_parser import PgnError
from wormhole.library.record import Game

MOST_RATIO = 10.0
"""Four times the text takes at most so many times as long: far from the 16 of the square."""
MEGABYTES = 800
"""Of addresses; the program's libraries take most of them."""

REPEATED = {
    "comments": (20_000, "1. e4 ", "{so many words here} ", "*"),
    "comments behind variations": (5_000, "1. e4 ", "(1. d4) {abc} ", "*"),
    "comments before a variation": (20_000, "1. e4 (", "{so many words here} ", "1. d4) *"),
    "one sign": (10_000, "1. e4 ", "$5 ", "*"),
    "variations": (5_000, "1. e4 ", "(1. d4) ", "*"),
    "nested variations": (5_000, "1. e4 ", "(1. d4 ", ""),
    "clocks without an end": (5_000, "1. e4 {", "[%clk ", "} *"),
    "circles": (10_000, "1. e4 {[%csl ", "Ga1,", "]} *"),
    "long circles": (10_000, "1. e4 {[%csl G", "a1", "]} *"),
    "escapes": (50_000, '[White "', '\\"', '"]\n\n1. e4 *'),
    "quotes": (50_000, '[White "', '" ', "\n\n1. e4 *"),
    "headers": (5_000, "", '[White "Ada"]\n', "\n1. e4 *"),
    "comments that do not end": (20_000, "1. e4 ", "{\n", ""),
    "tags in a comment": (2_000, "1. e4 {", '\n[A "b"]', ""),
    "games": (500, "", "1. e4 *\n", ""),
    "brackets that close nothing": (10_000, "1. e4 ", ") } ", "*"),
    "checks behind a move": (4_000, "1. e4 ", "ch N ", "*"),
    "words behind a result": (5_000, "1. e4 1-0\n", "so many (words\n", ""),
    "text before a game": (5_000, "", "so many words\n\n", "1. e4 *"),
    "tags over two lines": (5_000, "", '[A "b\n', "*"),
    "tags with a blank": (20_000, "[", "A ", '"b"]\n'),
    "quotes without an end": (50_000, "[A '", "' ", "x"),
    "numbers in brackets": (10_000, "", "1) 1: ", "e4 *"),
    "results": (10_000, "1. e4 e5 ", "1 : 0 0.5 ", "*"),
    "signs glued to a move": (200, "1. ", "g1-f3~ g8-f6ch f3-g1N f6-g8=+ ", "*"),
    "letters of no language": (500, "1. ", "Sf3 Cf6 Ng1 Tg8 ", "*"),
    "letters of a language": (100, "1. ", "Sf3 Sf6 Sg1 Sg8 ", "Sz9 *"),
}
"""How often something is repeated, what stands before it, itself, and what stands behind it."""


def seconds_of(text: str) -> float:
    """The processor's time for reading, writing, reading again, and all that comments say."""
    begun = time.process_time()
    for found in check(text_lines(text)):
        if isinstance(found, Game):
            next(read(str(found)))
            found.movetext()
            for node in (found, *found.nodes()):
                node.words, node.clock(), node.eval(), node.shapes()
    return time.process_time() - begun


@pytest.mark.parametrize("name", mostly_exhaustive(REPEATED, "comments", "nested variations"))
def test_four_times_the_text_takes_about_four_times_as_long(name):
    count, before, repeated, after = REPEATED[name]
    seconds_of(before + repeated + after)  # what is made once
    once = min(seconds_of(before + repeated * count + after) for _ in range(2))
    assert seconds_of(before + repeated * 4 * count + after) < MOST_RATIO * once + 0.1


def test_100_000_different_signs_are_read_and_written():
    text = "1. e4 " + " ".join(f"${number}" for number in range(100_000)) + " *"
    short = "1. e4 " + " ".join(f"${number}" for number in range(25_000)) + " *"
    seconds_of(short)
    assert seconds_of(text) < MOST_RATIO * seconds_of(short) + 0.1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[Event "x"]\n[White "{}"]\n\n1. e4 *'.format("a" * 10_001), "line 2: the header White is longer"),
        ('[Event "x"]\n[White "{}"]\n\n1. e4 *'.format('\\"' * 10_001), "line 2: the header White is longer"),
        ('[Event "x"]\n[{} "y"]\n\n1. e4 *'.format("a" * 256), "line 2: the name of this header is longer"),
        (f'[{"a" * 256} "y"]\n\n*', "line 1: the name of this header is longer"),
        ("".join(f'[N{n} "x"]\n' for n in range(1001)) + "\n1. e4 *", "line 1001: this game has more than"),
        ("".join(f'[N{n} "x"]\n' for n in range(1000)) + "\n1. e4 *", "this game has more than 1000 headers"),
        ("1. e4\n{" + "a" * (1 << 21) + "} *", "line 2: the comments of this game have more than"),
        ("1. e4\n{" + "ab\n" * (1 << 20) + "} *", "line 2: the comments of this game have more than"),
        ("1. e4\n" + "; 1234567\n" * 300_000 + " *", "the comments of this game have more than"),
        ("1. e4\n" + "e" * 10_000 + " *", "line 2: move 1 of Black: 'eee"),
    ],
    ids=range(10),
)
def test_what_is_longer_than_a_game_can_be_is_refused(text, says):
    """The message tells where, and the next game is read."""
    bad, good = check([*text_lines(text), "", '[White "Bob"]', "", "1. d4 *"])
    assert isinstance(bad, PgnError)
    assert says in str(bad)
    assert isinstance(good, Game)
    assert good.headers["White"] == "Bob"


def test_a_game_with_too_many_moves_and_signs_keeps_those_before(monkeypatch):
    monkeypatch.setattr(pgn_parser, "MOST_TOKENS", 6)
    bad, good = check(["1. e4 e5 {so} (1... c5)", "2. d3 (2. d4 d5 * ) d6 *", "", "1. d4 *"])
    assert isinstance(bad, PgnError)
    assert (bad.number, bad.line) == (1, 2)
    assert bad.game is not None
    assert [str(move) for move in bad.game.mainline_moves()] == ["e2e4", "e7e5"]
    assert isinstance(good, Game)


def test_what_is_just_short_enough_is_written_and_read_again():
    value, words = '"' * 10_000, "a" * ((1 << 21) - 1)
    headers = {"Event": value, **{f"N{number}": "x" for number in range(993)}}
    game = Game(Board("chess"), headers)
    game.add_variation(game.start.parse_san("e4"), comment=words)
    [again] = read(str(game))
    assert (dict(again.headers), again.next().comment) == (dict(game.headers), words)


def test_a_sign_with_thousands_of_zeros():
    [game] = read(f"1. e4 ${'0' * 5000}14 *")
    assert game.next().nags == {14}


def test_circles_are_told_once_and_long_names_are_none():
    squares = Board("chess").variant.geometry.numbers
    comment = f"[%csl {'Ga1,' * 100}Ga2,G{'a1' * 1000}] [%cal Ra1a2]"
    assert comment_commands.shapes(comment, squares) == (
        Shape(squares["a1"], squares["a1"]),
        Shape(squares["a2"], squares["a2"]),
        Shape(squares["a1"], squares["a2"], "red"),
    )


def test_lines_of_a_file_may_end_in_any_way(tmp_path):
    path = tmp_path / "ends.pgn"
    path.write_bytes(b"1. e4\r\n\r\n\xe9\r" + b"x" * 70_000 + b"\r\n\nend")
    assert [*file_lines(path)] == ["1. e4", "", "é", "x" * 70_000, "", "end"]


@pytest.fixture
def only_new_objects():
    """Let `gc.get_objects` return what is made from now on, and nothing that is garbage."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def test_the_garbage_collector_looks_through_one_object_a_move(only_new_objects):
    """It stops all threads meanwhile, also that of the window."""
    count = 1000
    [game] = read("1. e4 " + "(1. d4) " * count + "*")
    gc.collect()
    assert len(gc.get_objects()) < count + 200
    assert len(game.variations) == count + 1


def test_writing_takes_one_variation_apart_at_a_time(only_new_objects, monkeypatch):
    [game] = read("1. e4 " + "(1. d4) " * 1000 + "*")
    made, before = [], len(gc.get_objects())

    def number_token(ply):
        made.append(len(gc.get_objects()) - before)
        return ""

    monkeypatch.setattr(pgn_text, "number_token", number_token)
    str(game)
    assert len(made) == 1001
    assert max(made) < 100


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a child")
@pytest.mark.parametrize(
    ("before", "repeated", "count", "after"),
    [
        ('[White "', "a", 15_000_000, '"]'),
        ("1. e4 {", "ab\n", 6_000_000, ""),
        ("1. e4 ", "(", 4_000_000, ""),
    ],
    ids=["tag", "comment", "variations"],
)
@exhaustive
def test_huge_texts_take_little_memory(before, repeated, count, after, tmp_path):
    path = tmp_path / "huge.pgn"
    path.write_text(before + repeated * count + after, "utf-8")
    child = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({MEGABYTES} << 20, {MEGABYTES} << 20))\n"
        "from wormhole.library.pgn import check_file\n"
        "from wormhole.library.pgn_parser import PgnError\n"
        "try:\n"
        "    print(*check_file(sys.argv[1]))\n"
        "except PgnError as error:\n"
        "    print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", child, path], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "line 1" in ran.stdout


def test_a_line_that_is_too_long_is_named(tmp_path):
    path = tmp_path / "long.pgn"
    path.write_text("1. e4 *\n\n" + "a" * (1 << 24), "utf-8")
    with pytest.raises(PgnError, match=r"line 3 of .*long\.pgn is too long for a PGN file"):
        pick(file_lines(path))
