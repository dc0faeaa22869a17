"""Games written as PGN and read back, and PGN as users and programs write it."""

from __future__ import annotations

import io
import random
import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.data_files import DATA, each, rows
from tests.support.parts import EACH_GAME, examples
from tests.support.random_games import CHOICES, GAMES, boards, play_on
from tests.support.random_trees import random_tree
from wormhole import Board, Move, WormholeError, variant
from wormhole.cli import main
from wormhole.library import pgn, pgn_parser
from wormhole.library.database.position_index import keys_of, keys_to
from wormhole.library.game_builder import Notation
from wormhole.library.headers import ROSTER
from wormhole.library.pgn import (
    check,
    check_file,
    file_lines,
    pick,
    read,
    read_file,
    read_game,
    read_movetext,
)
from wormhole.library.pgn_parser import PgnError, parse_games
from wormhole.library.pgn_text import LINE_WIDTH, HeaderError
from wormhole.library.record import Game
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import composed, parse
from wormhole.rules.variant import LeftSquare
from wormhole.rules.written_moves import parse_written

VALUES = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=300)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,20}", fullmatch=True), VALUES, max_size=4
).filter(
    lambda tags: (
        not {name.casefold() for name in tags}
        & {
            name.casefold()
            for name in (*ROSTER, "Variant", "LeftSquare", "Stalemate", "SetUp", "FEN", "Seed")
        }
    )
)


def moves(game: Game) -> list[str]:
    """The main line, with rolls."""
    return [str(move) for move in game.mainline_moves()]


def agree(read_back: Game, game: Game) -> bool:
    """Check that nothing of ``game`` was lost, including dice, routes and seeds."""
    board, other = game.end().board(), read_back.end().board()
    return (
        str(read_back) == str(game)
        and read_back.headers == game.headers
        and moves(read_back) == moves(game)
        and (other.variant, other.fen()) == (board.variant, board.fen())
        and (other.seed == board.seed or not board.has_dice)
    )


@pytest.mark.parametrize("name", EACH_GAME)
@examples(10)
@given(choices=CHOICES, tags=TAGS, white=VALUES, given_up=st.sampled_from([None, "1-0", "0-1"]))
def test_round_trip(name, choices, tags, white, given_up):
    board = Board(name)
    play_on(board, choices)
    game = Game.from_board(board, {"White": white, **tags})
    if given_up:
        game.set_result(given_up, "gave up")
    [read_back] = read(str(game))
    assert agree(read_back, game)


@examples(30)
@given(boards(), CHOICES)
def test_round_trip_from_a_position(start, choices):
    try:
        board = Board(start.variant, start.fen())
    except WormholeError:  # a position whose royal piece has been captured
        return
    play_on(board, choices)
    game = Game.from_board(board)
    [read_back] = read(str(game))
    assert agree(read_back, game)


@examples(30)
@given(GAMES, st.sampled_from(LeftSquare), st.sampled_from(NoMove), CHOICES)
def test_round_trip_of_composed_games(name, left_square, stalemate, choices):
    if left_square is LeftSquare.RANDOM and variant(name).arrows:
        return
    board = Board(composed(variant(name), left_square, stalemate))
    play_on(board, choices)
    game = Game.from_board(board)
    [read_back] = read(str(game))
    assert agree(read_back, game)


def test_the_seven_tags_come_first_and_lines_are_short():
    board = Board("chess")
    play_on(board, [7, 11, 3, 5, 2] * 20)
    text = str(Game.from_board(board, {"Annotator": "Ada", "Date": "2026.01.02"}))
    lines = text.splitlines()
    assert [line.split()[0][1:] for line in lines[:8]] == [*ROSTER, "Annotator"]
    assert max(map(len, lines)) <= LINE_WIDTH
    assert text.endswith("\n\n")


@pytest.mark.parametrize(
    ("board", "tags"),
    [
        (Board("chess"), {}),
        (Board("omega"), {"Variant": "omega"}),
        (Board("random-wormhole", seed=7), {"Variant": "random-wormhole", "Seed": "7"}),
        (
            Board("wormhole", "4k3/8/8/8/8/8/8/4K2C b"),
            {"Variant": "wormhole", "SetUp": "1", "FEN": "4k3/8/8/8/8/8/8/4K2C b - - 0 1"},
        ),
        (
            Board(composed(variant("chess"), LeftSquare.FOLDS, NoMove.LOSS)),
            {"Variant": "chess", "LeftSquare": "fold", "Stalemate": "loss"},
        ),
        (
            Board(composed(variant("wormhole"), NoMove.DRAW)),
            {"Variant": "wormhole", "Stalemate": "draw"},
        ),
    ],
)
def test_only_the_tags_that_the_start_needs_are_written(board, tags):
    assert {name: text for name, text in Game(board).headers.items() if name not in ROSTER} == tags


def test_tags_of_another_start_are_dropped():
    read_tags = {"FEN": "4k3/8/8/8/8/8/8/4K2C b", "SetUp": "1", "Variant": "omega", "White": "Ada"}
    assert dict(Game(Board("chess"), read_tags).headers) == {**ROSTER, "White": "Ada"}


def test_a_game_that_black_begins():
    board = Board("chess", "4k3/7p/8/8/8/8/P7/4K3 b - - 0 12")
    for text in ("h5", "a4", "h4"):
        board.push_san(text)
    assert str(Game.from_board(board)).splitlines()[-2] == "12... h5 13. a4 h4 *"


def test_the_result_is_the_boards():
    board = Board("chess")
    for text in ("f3", "e5", "g4", "Qh4"):
        board.push_san(text)
    assert str(Game.from_board(board)).endswith("1. f3 e5 2. g4 Qh4# 0-1\n\n")
    assert Game.from_board(Board()).result == "*"


def test_dice_continue_with_the_same_rolls():
    board = Board("random-wormhole", seed=5)
    board.push_san("e4")
    [read_back] = read(str(Game.from_board(board)))
    assert read_back.end().board().push_san("e5").roll == board.push_san("e5").roll


def test_line_breaks_in_tags_become_spaces():
    [game] = read(str(Game(Board(), {"Event": "one\r\ntwo"})))
    assert game.headers["Event"] == "one two"


def test_a_bad_name_of_a_tag_is_not_written():
    with pytest.raises(HeaderError, match="'White player' is not a tag name"):
        str(Game(Board(), {"White player": "Ada"}))


def test_a_game_of_a_file_of_ones_own():
    own = parse('inherits = "wormhole"\ntitle = "My Game"\n[endings]\nstalemate = "draw"\n', "mine")
    board = Board(composed(own, NoMove.WIN))
    board.push_san("e4")
    text = str(Game.from_board(board))
    [game] = read(text, [own])
    assert game.start.variant == board.variant
    with pytest.raises(PgnError, match="there is no game called 'mine'"):
        next(read(text))


@each("pgn_games")
def test_pgn_as_it_is_written(row):
    game = list(read_file(DATA / "pgn" / f"{row['file']}.pgn"))[row["game"] - 1]
    assert row["tags"].items() <= game.headers.items()
    assert game.start.variant.title == row["plays"]
    assert " ".join(moves(game)) == row["moves"]
    assert game.result == game.headers["Result"] == row["result"]
    assert game.end().board().fen().startswith(row["ends"])


def test_every_game_of_every_file_is_listed():
    found = {path.stem: len(list(read_file(path))) for path in (DATA / "pgn").glob("*.pgn")}
    listed = [row["file"] for row in rows("pgn_games")]
    assert found == {name: listed.count(name) for name in listed}


@each("bad_pgns")
def test_bad_pgn(row):
    with pytest.raises(PgnError, match=re.escape(row["says"])) as caught:
        list(read(row["text"]))
    game = caught.value.game
    assert (None if game is None else " ".join(moves(game))) == row["moves"]


def test_reading_goes_on_after_a_bad_game():
    found = list(check(["1. e4 e4 *", '[Event "two"]', "1. d4 {", '[Event "three"]', "1. c4 *"]))
    assert [isinstance(game, PgnError) for game in found] == [True, True, False]
    assert (found[1].number, found[1].line, found[1].headers["Event"]) == (2, 3, "two")


def test_no_more_is_read_than_asked_for():
    def lines():
        yield from ("1. e4 *", '[Event "two"]')
        raise AssertionError("read on")

    assert next(parse_games(lines())).tokens[0][1] == "e4"


@given(st.text('[]{}();"\\%$!? \n\r.*-=+@#/:~12aeNOoS\u00bd\u2013\u201c'))
def test_any_text_is_read_or_refused(text):
    for found in check(text.split("\n")):
        assert isinstance(found, (Game, PgnError))


@pytest.mark.parametrize("text", ["", "\n \n", "; nothing\n% at all\n{here}", "*"])
def test_a_text_without_games(text):
    assert list(read(text)) == []


def test_one_game_of_a_file_is_picked():
    path = DATA / "pgn" / "no_tags.pgn"
    assert [moves(pick(file_lines(path), number))[0] for number in (1, 2, 3, None)] == [
        "e2e4",
        "d2d4",
        "c2c4",
        "c2c4",
    ]
    with pytest.raises(PgnError, match="there is no game 4; the last one is game 3"):
        pick(file_lines(path), 4)


def test_a_file_that_is_not_there(tmp_path):
    for reader in (
        lambda path: pick(file_lines(path)),
        lambda path: list(check_file(path)),
        lambda path: list(read_file(path)),
    ):
        with pytest.raises(PgnError, match=r"none\.pgn: No such file"):
            reader(tmp_path / "none.pgn")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be"])
def test_files_as_editors_of_windows_write_them(tmp_path, encoding):
    path, mark = tmp_path / "x.pgn", "" if encoding == "utf-8-sig" else "\ufeff"
    text = '[White "Müller \U0001f600"]\r\n[Variant "wormhole"]\r\n\r\n1. e4 e5 *\r\n' * 20_000
    path.write_bytes((mark + text).encode(encoding))
    games = list(islice(read_file(path), 3))
    assert [game.headers["White"] for game in games] == ["Müller \U0001f600"] * 3
    assert [str(move) for move in games[2].mainline_moves()] == ["e2e4", "e7e5"]
    assert sum(1 for line in file_lines(path)) == 4 * 20_000


def test_the_command_lists_games(capsys):
    assert main(["pgn", str(DATA / "pgn" / "no_tags.pgn")]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "   1  Chess  ? - ?  1-0  3 plies"


def test_the_command_reports_bad_games_and_goes_on(tmp_path, capsys):
    path = tmp_path / "bad.pgn"
    path.write_text('1. e4 e4 *\n[White "Ada"]\n1. d4 *\n', "utf-8")
    assert main(["pgn", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == "   2  Chess  Ada - ?  *  1 ply\n"
    assert err == f"{path}: game 1, line 1: move 1 of Black: 'e4' is not legal here\n"


def test_the_commands_tell_what_was_read_leniently(tmp_path, capsys):
    path = tmp_path / "odd.pgn"
    path.write_text('1. e4 e5 *\n\n[White "Ada"]\n\n1. f3 e5 2. g4 Qh4 mate 0:1\n', "utf-8")
    said = ["line 5: '0:1' is read as 0-1", "line 5: 'Qh4 mate' is read as Qh4#"]
    assert main(["pgn", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1] == "   2  Chess  Ada - ?  0-1  4 plies"
    assert err.splitlines() == [f"{path}: game 2, {text}" for text in said]
    assert main(["picture", "--pgn", str(path), "--out", str(tmp_path / "x.svg")]) == 0
    assert capsys.readouterr().err.splitlines()[:2] == [f"wormhole-chess: {path}: {text}" for text in said]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pgn", "EMPTY"], "there is no game in this file"),
        (["play", "--pgn", "EMPTY"], "empty.pgn: there is no game here"),
        (["play", "--game", "2"], "--game needs --pgn"),
        (["play", "--pgn", "EMPTY", "--fen", Board().fen()], "cannot be combined"),
    ],
)
def test_the_commands_report_errors(words, says, tmp_path: Path, capsys):
    empty = tmp_path / "empty.pgn"
    empty.write_text("")
    with pytest.raises(SystemExit) as caught:
        main([str(empty) if word == "EMPTY" else word for word in words])
    assert caught.value.code != 0
    assert says in capsys.readouterr().err


def grow(game: Game, dice: random.Random) -> None:
    """Add random moves, variations, null moves, comments and NAGs."""
    nodes = [game]
    for number in range(30):
        node = nodes[-1] if dice.random() < 0.7 else dice.choice(nodes)
        board = node.board()
        if board.is_game_over():
            continue
        is_null = dice.random() < 0.1 and not board.is_check()
        board.push(Move.null() if is_null else dice.choice(board.legal_moves))
        first = f"c{number}" if node.variations and dice.random() < 0.3 else ""
        nags = {dice.randrange(256)} if dice.random() < 0.2 else ()
        text = dice.choice(["", "", f"[%clk 0:00:{number:02}] so\nlong", "( 1. e4 ) ; $1"])
        nodes.append(node.add_variation(board.peek(), comment=text, starting_comment=first, nags=nags))


@pytest.mark.parametrize("name", EACH_GAME)
def test_trees_of_every_game(name):
    """Variations, comments, NAGs, null moves and rolls are written and read back, in SAN and in UCI."""
    for seed in range(4):
        game = Game(Board(name, seed=seed), {"Termination": "abandoned"})
        grow(game, random.Random(seed))
        text, kept = str(game), game.movetext()
        [read_back] = read(text)
        assert (str(read_back), read_back.movetext()) == (text, kept)
        again = read_movetext(game.start, game.headers, kept)
        assert (str(again), again.movetext()) == (text, kept)
        assert [node.board().fen() for node in again.nodes()] == [node.board().fen() for node in game.nodes()]


def test_variations_nested_without_end():
    depth = 10_000
    moves = ["e4", "d4"] * (depth // 2)
    text = "".join(f"1. {move} (" for move in moves) + "1. c4" + ")" * depth + " e5 *"
    [game] = read(text)
    assert [node.uci() for node in game.end().line()] == ["e2e4", "e7e5"]
    # In PGN an alternative to an alternative is one to the same position.
    assert len(game.variations) == depth + 1
    [again] = read(str(game))
    assert str(again) == str(game)


@pytest.mark.parametrize("comment", ["x" * 2_000_000, "a\n" * 50_000, '[Event "so"]', 'a\n[Event "so"]\n\nb'])
def test_long_and_strange_comments(comment, tmp_path):
    game = Game(Board("chess"))
    game.add_variation(game.start.parse_san("e4"), comment=comment.strip())
    path = tmp_path / "long.pgn"
    path.write_text(str(game), "utf-8")
    [read_back] = read_file(path)
    assert read_back.next().comment == comment.strip()


def test_games_are_read_one_by_one_from_an_open_file():
    handle = io.StringIO(
        '1. e4 *\n1. d4 e5\n\n[Event "three"]\n\n1. Qh5 {bad} *\n\n; last\n1. c4 { so } 0-1\n'
    )
    assert moves(read_game(handle)) == ["e2e4"]
    assert moves(read_game(handle)) == ["d2d4", "e7e5"]
    with pytest.raises(PgnError) as caught:
        read_game(handle)
    assert (caught.value.move, caught.value.headers["Event"]) == ("Qh5", "three")
    last = read_game(handle)
    assert (moves(last), last.comment, last.next().comment, last.result) == (["c2c4"], "last", "so", "0-1")
    assert read_game(handle) is None


def test_signs_are_numbers():
    [game] = read("1. e4!? ± e5 $141 +- 2. Nf3?? = $0 $99999999 Nc6‼ *")
    assert [sorted(node.nags) for node in game.mainline()] == [[5, 16], [18, 141], [0, 4, 10], [3]]


def test_headers_stay_as_they_were_written():
    [game] = read('[Variant "Standard"]\n[ECO "C20"]\n[Odd+Name "x"]\n[Result "1-0"]\n\n1. e4 *')
    assert list(game.headers.items())[7:] == [("Variant", "Standard"), ("ECO", "C20"), ("Odd+Name", "x")]
    assert (game.result, 'Variant "Standard"' in str(game)) == ("1-0", True)


@pytest.mark.parametrize(
    "text", ["1. e2e4 e7e5 (", "1. e2e4 e2e4", '[Event "x"]\n1. e2e4', "{", "1. e2e4 * 1. d2d4"]
)
def test_damaged_movetext_is_refused(text):
    with pytest.raises(PgnError):
        read_movetext(Board("chess"), {}, text)


@pytest.mark.parametrize(
    ("told", "name"),
    [
        *(
            ("Standard", "chess"),
            ("From Position", "chess"),
            ("normal", "chess"),
            ("Chess960", "fischerandom"),
        ),
        *(("Three-check", "3check"), ("King of the Hill", "kingofthehill"), ("Antichess", "antichess")),
        *(("Racing Kings", "racingkings"), ("Los Alamos Chess", "losalamos"), ("Capablanca", "capablanca")),
        *(("Fischer Random", "fischerandom"), ("Xiangqi", "xiangqi"), ("Makruk", "makruk")),
        *(
            ("S-Chess", "seirawan"),
            ("Seirawan", "seirawan"),
            ("S-House", "shouse"),
            ("Pre-Chess", "placement"),
        ),
    ],
)
def test_a_game_has_the_names_of_other_programs(told, name):
    [game] = read(f'[Variant "{told}"]\n\n*')
    assert game.start.variant == variant(name)


# Games are read many moves at once

ONE_BY_ONE = Notation(lambda board, texts: 0, parse_written)
WITHOUT_RUNS = re.compile(pgn_parser._TOKEN.pattern.replace("(?P<moves>", "(?P<moves> (?!)", 1), re.VERBOSE)


def told(lines: list[str]) -> list[object]:
    """All that is read of each game, or all that its error says."""
    return [
        (str(found), found.game and str(found.game), found.number, found.line, found.move)
        if isinstance(found, PgnError)
        else (str(found), found.revision > 0)
        for found in check(lines)
    ]


@given(st.integers(0, 1 << 32))
def test_games_are_read_as_move_by_move_also_if_they_are_damaged(seed):
    """Trees, and errors with their lines."""
    chance = random.Random(seed)
    text = "\n\n".join(str(random_tree(chance)) for _ in range(2))
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text))
        piece = chance.choice(("", "(", ")", "{", "}", "ep ", "Nf9 ", "e4 ", "1-0 ", "\n", "$1", "!", "--"))
        text = text[:at] + piece + text[at + chance.randrange(3) :]
    lines = pgn.text_lines(text)
    found = told(lines)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pgn, "SANS", ONE_BY_ONE)
        patched.setattr(pgn_parser, "_TOKEN", WITHOUT_RUNS)
        assert told(lines) == found


def test_keys_come_with_a_game():
    """Of its main line, also behind variations."""
    (parsed,) = parse_games(["1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. d4) 2... Nc6 *"])
    game, end = pgn.played(parsed)
    assert keys_to(end) == keys_of(game.start, game.mainline_moves())
