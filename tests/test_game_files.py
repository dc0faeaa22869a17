"""Games are played as their files say: random files with a second reader, and single rules of files.

``pytest -m soak tests/test_game_files.py`` compares more positions; ``tests/support/file_games.py`` compares
any number.
"""

from __future__ import annotations

import itertools
import json
from enum import Enum
from pathlib import Path

import pytest

from tests.reference import betza as second_reader
from tests.support import file_games
from tests.support.parts import mostly_exhaustive
from tests.support.random_game_files import random_file
from wormhole import Board, VariantError, load, menu, variant
from wormhole.base.schema import declared
from wormhole.rules.betza import DIRECTIONS, paths
from wormhole.rules.endings import Endings
from wormhole.rules.game_file import (
    BoardTable,
    GameTable,
    MutatorTable,
    composed,
    inherited,
    parse,
    read_table,
)
from wormhole.rules.game_pieces import PieceTable
from wormhole.rules.hands import Drops, Hands
from wormhole.rules.variant import LeftSquare

TWO_READERS = Path(__file__).parent / "data" / "two_readers.jsonl"
"""Files that the two readers once understood differently, and why."""

READER = Path(__file__).parent / "reference"
NOT_PLAYED = ("name", "sprite", "characters", "not_helped_by")
"""Fields without a meaning for the moves of a game and for its result on the board."""

QUICK_FILES, FILES, SOAK_FILES, WRITTEN = 20, 60, 4000, 800

SMALL = """
title = "Small"
[board]
start = "{start}"
[mutator]
left_square = "{left_square}"
[endings]
{endings}
[pieces.K]
name = "King"
moves = "K"
royal = true
{king}
[pieces.A]
name = "Piece"
{piece}
"""


def small(piece, start="k4/5/5/5/K3A", left_square="none", endings="", king=""):
    """A game of a king and one piece, whose fields ``piece`` has."""
    text = SMALL.format(piece=piece, start=start, left_square=left_square, endings=endings, king=king)
    return parse(text, "small")


def targets(board, origin):
    """The squares to which the piece on a square may go."""
    return {move.text[2:] for move in board.legal_moves if move.text.startswith(origin)}


@pytest.mark.parametrize("files", mostly_exhaustive([QUICK_FILES, FILES], QUICK_FILES))
def test_random_files_are_played_as_a_second_reader_understands_them(files):
    said = [file_games.played(random_file(seed), seed) for seed in range(files)]
    assert sum(count for _, count in said) > 20 * files


@pytest.mark.parametrize("line", TWO_READERS.read_text("utf-8").splitlines())
def test_files_that_were_understood_differently(line):
    row = json.loads(line)
    assert file_games.played(row["text"], row["seed"])[1] > 5, row["about"]


def test_random_files_have_every_field_and_every_value():
    text = "".join(map(random_file, range(WRITTEN)))
    for table in (BoardTable, MutatorTable, Endings, Hands, PieceTable, Drops):
        for name, (kind, *_notes) in declared(table).items():
            assert f"\n{name} = " in text or name in ("sprite", "characters", "drops"), name
            values = kind if isinstance(kind, type) and issubclass(kind, Enum) else ()
            usual = getattr(table, name, None)
            missing = [
                each for each in values if each is not usual and f'\n{name} = "{each.value}"\n' not in text
            ]
            assert missing == []


def test_the_second_reader_reads_every_field():
    text = "".join(path.read_text("utf-8") for path in READER.glob("*.py"))
    for table in (BoardTable, MutatorTable, Endings, Hands, PieceTable, Drops):
        assert [name for name in declared(table) if name not in NOT_PLAYED and f'"{name}"' not in text] == []


@pytest.mark.soak
def test_thousands_of_random_files_are_played_as_a_second_reader_understands_them():
    for seed in range(FILES, SOAK_FILES):
        file_games.played(random_file(seed), seed)


def test_both_readers_find_the_same_moves_in_all_directions():
    compared = 0
    for atom, length in itertools.product("WFDNAHCLZJGKQRB", range(4)):
        for letters in map("".join, itertools.product("fblrvsh", repeat=length)):
            try:
                found = paths(letters + atom)
            except VariantError:
                continue
            compared += 1
            mine = {(tuple(DIRECTIONS[step] for step in path.steps), path.ride) for path in found}
            assert mine == {(way.steps, way.endless) for way in second_reader.read(letters + atom)}
    assert compared > 1500


def test_black_has_moves_and_squares_on_the_board_turned_round():
    game = small(
        'moves = "lW"\npromotes_to = "B"\npromotion_squares = "b5"\n[pieces.B]\nname = "B"\nmoves = "W"'
    )
    assert targets(Board(game, "4k/5/2A2/5/K4 w"), "c3") == {"b3"}
    assert targets(Board(game, "4k/5/2a2/5/K4 b"), "c3") == {"d3"}
    assert targets(Board(game, "k4/5/5/5/2a1K b"), "c1") == {"d1b"}
    assert targets(Board(game, "k1A2/5/5/5/4K w"), "c5") == {"b5b"}


def test_a_ride_that_only_captures_hides_no_other_move():
    board = Board(small('moves = "cRmW"'), "k4/5/2A1a/5/K4 w")
    assert targets(board, "c3") == {"b3", "c2", "c4", "d3", "e3"}


@pytest.mark.parametrize("left_square", ["fold", "vanish"])
def test_quiet_moves_and_repetitions_are_not_inherited_by_another_mutator(left_square, monkeypatch):
    heir = f'inherits = "omega"\ntitle = "Heir"\n[mutator]\nleft_square = "{left_square}"\n'
    limits = "[endings]\nquiet_moves = 60\nrepetitions = 4"
    omega = inherited(read_table(variant("omega").definition.replace("[endings]", limits)))
    monkeypatch.setattr("wormhole.rules.game_file.table_of", {"omega": omega}.__getitem__)
    same = parse('inherits = "omega"\ntitle = "Heir"\n', "heir").endings
    assert (same.quiet_moves, same.repetitions) == (60, 4)
    for text in (heir, variant("wormhole-omega").definition):
        endings = parse(text, "heir").endings
        assert (endings.quiet_moves, endings.repetitions) == (0, 0)
    own = parse(heir + "[endings]\nquiet_moves = 8\n", "heir").endings
    assert own.quiet_moves == 8


def test_a_composed_game_has_the_limits_of_its_mutator():
    limits = [
        (game.endings.repetitions, game.endings.quiet_moves)
        for game in (
            composed(variant("chess"), LeftSquare.FOLDS),
            composed(variant("wormhole"), LeftSquare.STAYS),
        )
    ]
    assert limits == [(0, 0), (3, 100)]


def test_a_king_has_no_first_move_of_its_own_among_random_wormholes():
    text = 'inherits = "cheshire"\ntitle = "Dice"\n[mutator]\nleft_square = "random"\n'
    for game in (composed(variant("cheshire"), LeftSquare.RANDOM), parse(text, "dice")):
        assert not game.royal.has_first_move
    with pytest.raises(VariantError, match=r"line 6, pieces\.K\.moves: with random"):
        parse(f'{text}[pieces.K]\nmoves = "KiN"\n', "dice")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            '[pieces]\nwithout = "Q"\n',
            "line 3, pieces.P.promotes_to: no piece has the letter 'Q'",
        ),
        ('[board]\nstart = "k1K"\n', "line 1, pieces.P.home_rank (inherited): the board has no rank 2"),
        (
            '[board]\nstart = "k7/K7"\n[pieces.K]\ncastles_with = "R"\n',
            "line 6, pieces.K.castles_with: in the",
        ),
        ('[pieces.N]\nmoves = "zN"\n', "line 4, pieces.N.moves: moves 'zN'"),
        ('pieces.N.moves = "zN"\n', "line 3, pieces.N.moves: moves 'zN'"),
        ('pieces.N = { name = "Night", moves = "zN" }\n', "line 3, pieces.N.moves: moves 'zN'"),
        ('about = """\n[pieces.N]\nmoves = 3\n"""\n[pieces."N"]\nmoves = "zN"\n', "line 8, pieces.N.moves"),
        ('[endings]\ngoal = "capture"\n[pieces.P]\nen_passant = true\n', "line 6, pieces.P.en_passant"),
        ('[pieces.Q]\nen_passant_squares = "a3"\n', "line 4, pieces.Q.en_passant_squares: only for a piece"),
        ('[pieces.P]\nmoves = "fmFfcF"\nen_passant = true\n', "line 5, pieces.P.en_passant: only pieces"),
        (
            '[pieces.K]\nmoves = "KD"\ncastles_with = "R"\n',
            "line 5, pieces.K.castles_with: a king that can move",
        ),
        ('[endings]\nextinct = ["K lost"]\n', "line 4, endings.extinct: 'K lost' must be like"),
        ('[endings]\nextinct = ["Z loss"]\n', "line 4, endings.extinct: no piece has the letter 'Z'"),
        (
            '[mutator]\ncapture = "explode"\n[endings]\nroyal = "all"\n',
            "line 4, mutator.capture: not together with endings.royal",
        ),
        ("[endings]\nrepetitions = 1\n", "line 4, endings.repetitions: every position occurs once"),
        ('[endings]\ngoal_pieces = "K"\n', "line 4, endings.goal_pieces: only together with goal_squares"),
        ('[endings]\ngoal_squares = "e4"\n', "line 4, endings.goal_squares: only together with goal_pieces"),
        ('[endings]\ngoal_pieces = "K"\ngoal_squares = " "\n', "line 5, endings.goal_squares: is empty"),
        (
            '[endings]\ngoal_wins = "next turn"\n',
            "line 4, endings.goal_wins: only together with",
        ),
        (
            '[endings]\ngoal_pieces = "K"\ngoal_squares = "e4-e9"\n',
            "line 5, endings.goal_squares: 'e9' is not a square",
        ),
        (
            '[endings]\nroyal = "none"\nchecks = 3\n[pieces.K]\ncastles_with = ""\n',
            "line 5, endings.checks: there is no",
        ),
        ('[endings]\ngoal = "capture"\nroyal = "none"\n', "line 5, endings.royal: the goal cannot be"),
        (
            '[endings]\nroyal = "all"\nfleeing = false\n',
            "line 5, endings.fleeing: only where one royal piece",
        ),
        ("[endings]\nchecks = 3\nchecking = false\n", "line 5, endings.checking: not together with checks"),
        (
            '[mutator]\nleft_square = "random"\n[endings]\nchecking = false\n',
            "line 6, endings.checking: with random wormholes",
        ),
        ('[pieces.K]\ncastles_to = "g1 c2"\n', "line 4, pieces.K.castles_to: must name two squares of one"),
        ('[pieces.N]\ncharacters = "a b c"\n', "line 4, pieces.N.characters: 'a b c' is not one or two"),
        ('[pieces.N]\ncharacters = "abc"\n', "line 4, pieces.N.characters: 'abc' is not one or two"),
        ('[pieces.K]\ncastles_to = "g1 i1"\n', "line 4, pieces.K.castles_to: 'i1' is"),
        ('[pieces.K]\ncastles_to = "g2 c2"\n', "line 4, pieces.K.castles_to: the king does not start"),
        ('[pieces.K]\ncastles_to = "f1 c1"\n', "line 4, pieces.K.castles_to: the king goes two squares"),
        ("[pieces.N]\ncastles_anywhere = true\n", "line 4, pieces.N.castles_anywhere: only for a piece with"),
        (
            'board.files = ["a", "b", "c", "d", "e", "f", "k", "h"]\n[pieces.K]\ncastles_anywhere = true\n',
            "line 5, pieces.K.castles_anywhere: the files between the first and the last need labels",
        ),
        ('[pieces.K]\nmoves = "KH"\ncastles_to = "h1 b1"\n', "line 5, pieces.K.castles_to: a king"),
    ],
)
def test_an_error_names_the_line_also_of_what_is_inherited(own, said):
    with pytest.raises(VariantError) as caught:
        parse(f'inherits = "chess"\ntitle = "Heir"\n{own}', "heir")
    assert str(caught.value).startswith(f"heir: {said}")


def test_endings_that_the_dice_would_break_fall_away():
    text = 'inherits = "{}"\ntitle = "Dice"\n[mutator]\nleft_square = "random"\n'
    assert parse(text.format("3check"), "dice").endings.checks == 0
    assert parse(text.format("racingkings"), "dice").endings.checking
    assert composed(variant("3check"), LeftSquare.RANDOM).endings.checks == 0


def test_what_a_heir_lacks_is_not_in_its_inherited_endings():
    text = (
        'inherits = "chess"\ntitle = "Heir"\n[board]\nstart = "rnqqkqnr/pppppppp/8/8/8/8/PPPPPPPP/RNQQKQNR"\n'
    )
    text += '[pieces]\nwithout = "B"\n[pieces.P]\npromotes_to = "QRN"\n'
    endings = parse(text, "heir").endings
    assert endings.dead == (("K", "K"), ("K", "KN"))
    assert endings.dead_same_color == ""


def test_castling_and_en_passant_fall_away_where_they_cannot_be():
    text = 'inherits = "chess"\ntitle = "Heir"\n[mutator]\nleft_square = "fold"\n'
    assert not any(piece.en_passant for piece in parse(text, "heir").piece_types.values())
    captured = parse('inherits = "chess"\ntitle = "Heir"\n[endings]\ngoal = "capture"\n', "heir")
    assert Board(captured).fen().split()[2] == "-"
    wide = parse('inherits = "chess"\ntitle = "Heir"\n[pieces.K]\nmoves = "KD"\n', "heir")
    moves = [move.text for move in Board(wide, "4k3/8/8/8/8/8/8/4K2R w").legal_moves]
    assert moves.count("e1g1") == 1


def test_what_an_inherited_game_lacks_is_not_inherited():
    fewer = 'inherits = "knightmate"\nboard.start = "3k4/8/8/8/8/8/8/3K4"\n[pieces]\nwithout = "Q"\n'
    assert "N" not in parse(fewer + 'P.promotes_to = "R"\n', "heir").piece_types
    horse = 'inherits = "knightmate"\n[pieces.N]\nname = "Horse"\nmoves = "N"\n'
    assert parse(horse, "heir").piece_types["N"].name == "Horse"


def test_an_own_promotion_rank_wins_over_inherited_squares():
    text = 'inherits = "smess"\ntitle = "Heir"\n[pieces.N]\npromotion_rank = 7\n'
    geometry = variant("smess").geometry
    zone = parse(text, "heir").piece_types["N"].promotion_squares
    assert {geometry.names[square] for square in zone} == {f"{file}7" for file in "abcdefg"}


def test_an_error_of_the_start_position_has_its_line(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('inherits = "chess"\ntitle = "Heir"\nboard.start = "k6P/8/8/8/8/8/8/K7"\n', "utf-8")
    with pytest.raises(VariantError, match=r"own: line 3, board\.start: Pawn on h8 would have been promoted"):
        load(path)


@pytest.mark.parametrize("name", ["a\u202eb.toml", "a\nb.toml", "a\x1bb.toml"])
def test_a_file_name_that_cannot_be_shown_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_text('inherits = "chess"\ntitle = "Heir"\n', "utf-8")
    with pytest.raises(VariantError, match="a game cannot have this name") as caught:
        load(path)
    assert str(caught.value).isprintable()


def test_the_number_of_repetitions_is_said():
    board = Board(small('moves = "W"', endings="repetitions = 2\n", start="k4/5/5/5/K4"))
    for text in ("a1b1", "a5b5", "b1a1", "b5a5"):
        board.push_uci(text)
    assert board.outcome().reason() == "A draw: the same position has occurred 2 times."


def test_pawns_that_go_back_repeat_a_position():
    board = Board(small('moves = "W"\npawn = true'))
    for text in ("e1e2", "a5b5", "e2e1", "b5a5") * 2:
        assert board.outcome() is None
        board.push_uci(text)
    assert board.repetitions() == 3
    assert board.outcome().result() == "1/2-1/2"


def test_a_position_with_en_passant_is_not_the_same_as_without():
    board = Board("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w")
    board.push_uci("e2e4")
    for text in ("e8e7", "e1f1", "e7e8", "f1e1") * 2:
        board.push_uci(text)
    assert (board.repetitions(), board.outcome()) == (2, None)


def test_no_piece_promotes_where_it_could_capture_en_passant():
    text = 'inherits = "chess"\ntitle = "Heir"\n[pieces.P]\npromotion_squares = "a8 a6"\n'
    with pytest.raises(
        VariantError, match=r"pieces\.P\.promotes_to.*: a piece could capture en passant on a6"
    ):
        parse(text, "heir")


def test_a_royal_rider_is_not_composed_with_random_wormholes():
    heir = parse('inherits = "wormhole-fide"\ntitle = "Heir"\n[pieces.K]\nmoves = "Q"\n', "heir")
    with pytest.raises(VariantError, match="Heir: with random wormholes the royal piece only steps"):
        composed(heir, LeftSquare.RANDOM)


def test_a_king_may_be_captured_by_a_first_move_and_a_fen_says_so():
    game = small('moves = "WiR"\nhome_rank = 1')
    board = Board(game, "5/5/4k/5/K3A w")
    board.push_uci("e1e3")
    assert board.outcome().result() == "1-0"
    assert Board(game, board.fen()).outcome().result() == "1-0"


def test_pieces_that_move_in_too_many_ways_are_refused():
    queens = "".join(f'\n[pieces.{letter}]\nname = "Queen"\nmoves = "Q250"' for letter in "BCD")
    with pytest.raises(VariantError, match="move in too many ways; at most 4096 steps are allowed"):
        Board(small('moves = "Q250"' + queens))


@pytest.mark.parametrize(
    ("table", "prefix"),
    [
        (GameTable, ""),
        (BoardTable, "board."),
        (MutatorTable, "mutator."),
        (Endings, "endings."),
        (Hands, "hands."),
        (PieceTable, ""),
        (Drops, "drops."),
    ],
)
def test_the_manual_names_every_field_and_every_value(table, prefix):
    text = (Path(__file__).resolve().parents[1] / "docs" / "games.md").read_text("utf-8")
    for name, (kind, *_notes) in declared(table).items():
        if name not in ("board", "mutator", "endings", "pieces", "menu", "hands", "drops"):
            assert f"`{prefix}{name}`" in text
        if isinstance(kind, type) and issubclass(kind, Enum):
            assert [each.value for each in kind if f"`{each.value}`" not in text] == []


@pytest.mark.parametrize(
    ("name", "emblem"),
    [("chess", "King"), ("dobutsu", "Lion"), ("jesonmor", "Knight"), ("breakthrough", "Pawn")],
)
def test_a_game_without_a_royal_piece_has_an_emblem(name, emblem):
    assert variant(name).emblem.name == emblem
    assert all(variant(each).emblem in variant(each).piece_types.values() for each in menu())
