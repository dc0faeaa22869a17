"""Games that are composed: their files, the edits of their boards and pieces, and moves that are drawn."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples, mostly_exhaustive
from wormhole import Variant, load, variant
from wormhole.library.composer import piece_edits, start_edits
from wormhole.library.composer.game_draft import GameDraft
from wormhole.library.composer.game_folder import keep
from wormhole.library.composer.move_drawing import FARTHEST, Manner, MoveBrush, Purpose, Symmetry, toggled
from wormhole.library.composer.piece_collection import known_pieces, with_known_piece
from wormhole.library.composer.rule_edits import (
    GoalArea,
    LostPieces,
    SpecialMove,
    with_goal_area,
    with_left_square,
    with_lost,
)
from wormhole.rules.betza import RIDE_WITHOUT_END, Hop, paths
from wormhole.rules.betza_writer import Mark, marks, written
from wormhole.rules.catalogue_files import variants
from wormhole.rules.game_file import table_of
from wormhole.rules.variant import LeftSquare

GAMES = sorted(variants())
LEAPS = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if x or y]


def halves(found):
    """Paths, those to move apart from those to capture."""
    split = {replace(path, captures=False) for path in found if path.moves}
    return split | {replace(path, moves=False) for path in found if path.captures}


def said(draft):
    """The trouble of a draft as a text for messages of tests."""
    return draft.trouble and (draft.trouble.path, str(draft.trouble.message), draft.text)


# Moves


@st.composite
def random_marks(draw):
    """Marks that Betza's notation can write."""
    leap, hop = draw(st.sampled_from(LEAPS)), draw(st.sampled_from([Hop.NONE] * 3 + list(Hop)))
    reach = draw(st.sampled_from([1, 1, RIDE_WITHOUT_END, 2, 3]))
    flags = [draw(st.booleans()) for _flag in range(4)]
    mark = Mark(leap, flags[0], reach, flags[1] and max(map(abs, leap)) > 1, hop, flags[2])
    return mark if mark.is_possible else replace(mark, reach=1, lame=False, hop=Hop.NONE)


@given(st.sets(random_marks(), min_size=1, max_size=12))
@examples(150, deadline=None)
def test_what_is_drawn_is_what_is_written(drawn):
    letters = written(drawn)
    assert halves(paths(letters)) == {path for mark in drawn for path in mark.paths()}
    assert marks(letters) == drawn


@pytest.mark.parametrize(
    "letters", ["K", "RN", "mRcpR", "fmWfcFifmnD", "nA", "gQ", "NN", "R4", "WfF", "fWisW", "BnN"]
)
def test_natural_letters_stay(letters):
    assert written(marks(letters)) == letters


def test_every_piece_of_the_catalogue_can_be_read_and_written():
    for name in GAMES:
        for letter, piece in table_of(name)["pieces"].items():
            if letter != "without":
                again = written(marks(piece["moves"]))
                assert halves(paths(again)) == halves(paths(piece["moves"])), (name, letter, again)


def test_a_pawn_is_drawn_click_by_click():
    one = MoveBrush(Purpose.MOVE, Manner.LEAP, Symmetry.SIDES)
    found = toggled(frozenset(), (0, 1), one)
    found = toggled(found, (1, 1), replace(one, purpose=Purpose.CAPTURE))
    found = toggled(found, (0, 2), replace(one, manner=Manner.LAME, from_home=True))
    assert written(found) == "fmWfcFifmnD"


def test_a_cannon_is_drawn_in_two_clicks_and_another_click_takes_it_back():
    capture = MoveBrush(Purpose.CAPTURE, Manner.OVER)
    rides = toggled(frozenset(), (0, 3), MoveBrush(Purpose.MOVE, Manner.RIDE))
    assert written(toggled(rides, (2, 0), capture)) == "mRcpR"
    assert toggled(toggled(rides, (2, 0), capture), (0, 4), capture) == rides
    assert toggled(rides, (1, 2), capture) == rides, "nothing hops along a knight's leap"


def test_a_ride_reaches_as_far_as_the_square_that_is_clicked():
    assert written(toggled(frozenset(), (3, 0), MoveBrush(manner=Manner.RIDE_TO_HERE))) == "R3"


# Files


@pytest.mark.parametrize("name", mostly_exhaustive(GAMES, "wormhole", "capablanca", "xiangqi", "smess"))
def test_a_game_of_the_catalogue_is_read_and_written_again(name):
    game = variant(name)
    draft = GameDraft.read(game.definition)
    assert isinstance(draft.checked, Variant), said(draft)
    assert replace(draft.checked, name=name) == game
    assert GameDraft.read(draft.text) == draft
    mine = GameDraft.of(game, "Mine").checked
    credits = {"title": game.title, "inventor": game.inventor, "year": game.year}
    assert replace(mine, name=name, **credits) == game
    assert (mine.inventor, mine.year) == ("", 0)


def test_the_file_has_only_what_differs():
    draft = GameDraft.of(variant("capablanca"), "Parachutes")
    draft = start_edits.without_file(with_left_square(draft, LeftSquare.FOLDS))
    draft = draft.with_value("hands.captures", True).with_value("endings.stalemate", "draw")
    assert draft.text == (
        'inherits = "capablanca"\ntitle = "Parachutes"\n\n'
        '[board]\nstart = "rnabqkbcn/ppppppppp/9/9/9/9/PPPPPPPPP/RNABQKBCN"\n\n'
        '[mutator]\nleft_square = "fold"\n\n[hands]\ncaptures = true\n\n[pieces.K]\ncastles_to = ""\n'
    )
    assert draft.with_value("hands.captures", False).text.find("hands") == -1


EDITS = {
    "files": lambda draft, chance: chance.choice([start_edits.with_file, start_edits.without_file])(draft),
    "ranks": lambda draft, chance: chance.choice([start_edits.with_rank, start_edits.without_rank])(draft),
    "square": lambda draft, chance: with_left_square(draft, chance.choice(list(LeftSquare))),
    "goal": lambda draft, chance: with_goal_area(draft, chance.choice(list(GoalArea)[:3])),
    "lost": lambda draft, chance: with_lost(draft, chance.choice(list(LostPieces)[:4])),
    "piece": lambda draft, chance: with_known_piece(draft, chance.choice(known_pieces()))[0],
    "royal": lambda draft, chance: piece_edits.with_royal(draft, chance.choice([*draft.pieces])),
    "moves": lambda draft, chance: piece_edits.with_moves(
        draft, chance.choice([*draft.pieces]), chance.choice(known_pieces()).moves
    ),
    "name": lambda draft, chance: piece_edits.with_name(draft, chance.choice([*draft.pieces]), "Another"),
    "away": lambda draft, chance: (
        piece_edits.without_piece(draft, chance.choice([*draft.pieces])) if len(draft.pieces) > 2 else draft
    ),
    "letter": lambda draft, chance: (
        piece_edits.relettered(
            draft, chance.choice([*draft.pieces]), piece_edits.free_letter(draft, "Zebra") or "A"
        )
        if len(draft.pieces) < piece_edits.MOST_PIECES
        else draft
    ),
    "promotion": lambda draft, chance: piece_edits.with_promotions(
        draft, chance.choice([*draft.pieces]), chance.choice(["", *draft.pieces])
    ),
    "rule": lambda draft, chance: draft.with_values(
        chance.choice(
            [
                {"hands.captures": True},
                {"endings.goal": "capture"},
                {"endings.royal": "none"},
                {"endings.checks": 3},
                {"endings.must_capture": True},
                {"mutator.capture": "explode"},
                {"title": "x" * 1000},
            ]
        )
    ),
}


@given(st.sampled_from(GAMES), st.lists(st.sampled_from(sorted(EDITS)), max_size=8), st.integers(0, 999))
@examples(100, deadline=None)
def test_random_edits_give_a_game_or_say_why_not(name, edits, seed):
    chance = random.Random(seed)
    draft = GameDraft.of(variant(name), "Random")
    for edit in edits:
        if edit in ("files", "ranks") and not start_edits.can_resize(draft):
            continue
        draft = EDITS[edit](draft, chance)
        assert draft.sketch.geometry.columns == len(draft.rows[0])
        assert set(draft.sketch.piece_types) == set(draft.pieces)
    if draft.trouble is not None:
        assert draft.trouble.message
        return
    again = GameDraft.read(draft.text)
    assert (again.text, again.checked) == (draft.text, draft.checked)


# Boards


@pytest.mark.parametrize(
    ("name", "edit", "start"),
    [
        ("capablanca", start_edits.without_file, "rnabqkbcn/ppppppppp/9/9/9/9/PPPPPPPPP/RNABQKBCN"),
        ("chess", start_edits.without_file, "rnbqkbn/ppppppp/7/7/7/7/PPPPPPP/RNBQKBN"),
        ("chess", start_edits.with_file, "rnbqkbnr1/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKBNR1"),
        ("chess", start_edits.without_rank, "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR"),
    ],
)
def test_another_size_of_the_board(name, edit, start):
    draft = edit(GameDraft.of(variant(name), "Other"))
    assert draft.value("board.start") == start
    assert draft.trouble is None, said(draft)


@pytest.mark.parametrize("move", SpecialMove)
@pytest.mark.parametrize(("name", "has"), [("chess", True), ("capablanca", True), ("shatranj", False)])
def test_castling_and_en_passant_are_switched(name, has, move):
    draft = GameDraft.of(variant(name), "Mine")
    assert move.is_in(draft) is has
    off = move.switched(draft, False)
    assert not move.is_in(off)
    assert off.trouble is None
    assert (move.switched(off, True) == draft) is has


def test_a_smaller_board_has_castling_with_its_corners():
    small = start_edits.without_file(GameDraft.of(variant("capablanca"), "Mine"))
    draft = start_edits.without_file(small)  # the king's square i1 is gone
    on = SpecialMove.CASTLING.switched(SpecialMove.CASTLING.switched(draft, False), True)
    assert SpecialMove.CASTLING.is_in(on)
    assert on.trouble is None


def test_files_are_added_at_both_sides_and_taken_away_again():
    chess = GameDraft.of(variant("chess"), "Wide")
    wide = start_edits.with_file(start_edits.with_file(chess))
    assert wide.value("board.start").startswith("1rnbqkbnr1/pppppppppp/10/")
    assert start_edits.without_file(start_edits.without_file(wide)) == chess


def test_squares_that_a_file_names_follow_the_board():
    taller = start_edits.with_rank(GameDraft.of(variant("xiangqi"), "Tall"))
    assert taller.value("pieces.K.may_stand_on") == "d1-f3"
    assert taller.value("pieces.P.home_squares") == "a7-i11"


@pytest.mark.parametrize("size", [(1, 1), (16, 16)])
def test_a_board_that_is_too_small_or_too_large_is_refused_with_a_reason(size):
    files, ranks = size
    row = f"{files}" if files > 1 else "K"
    draft = GameDraft.of(variant("chess"), "Size").with_value("board.start", "/".join([row] * ranks))
    assert draft.trouble.path, "the field that says so is named"
    assert draft.sketch.geometry.columns == files


# Pieces


def test_a_piece_with_another_letter_keeps_its_squares_and_what_names_it():
    draft = piece_edits.relettered(GameDraft.of(variant("capablanca"), "Letters"), "A", "H")
    assert draft.trouble is None, said(draft)
    assert draft.value("board.start").startswith("rnhb")
    assert draft.value("pieces.P.promotes_to") == "QCHRBN"
    assert draft.pieces["H"]["sprite"] == "archbishop"


def test_a_piece_that_goes_leaves_no_trace():
    draft = piece_edits.without_piece(GameDraft.of(variant("chess"), "No queens"), "Q")
    assert draft.trouble is None, said(draft)
    assert draft.own["pieces"] == {"without": "Q", "P": {"promotes_to": "RBN"}}
    draft = draft.with_value("pieces.B.not_helped_by", "RN")
    assert piece_edits.without_piece(draft, "R").own["pieces"]["B"] == {"not_helped_by": "N"}


def test_a_new_piece_in_place_of_another_inherits_nothing_from_it():
    draft = piece_edits.without_piece(GameDraft.of(variant("xiangqi"), "New"), "B")
    draft = piece_edits.with_piece(draft, "B", {"name": "Bishop", "moves": "B"})
    found = draft.checked.piece_types["B"]
    assert (found.aliases, found.sprite) == ("", "B")
    assert found.standing is None or len(found.standing) == draft.checked.geometry.squares


def test_no_royal_piece_is_a_trouble_that_names_its_place():
    draft = GameDraft.of(variant("chess"), "Kingless").with_value("pieces.K.royal", False)
    assert draft.trouble.path.startswith("pieces")


def test_every_square_that_a_brush_marks_is_written():
    for leap in [(x, y) for x in range(FARTHEST + 1) for y in range(FARTHEST + 1) if x or y]:
        for manner in Manner:
            found = MoveBrush(manner=manner).marks(leap)
            assert not found or marks(written(found)) == found


# Kept games


def test_a_played_game_is_kept_and_no_other_is_written_over(tmp_path):
    library = tmp_path / "data" / "games.sqlite3"
    first = GameDraft.of(variant("chess"), "Mine")
    path = keep(first, library, None)
    other = keep(first.with_value("endings.stalemate", "loss"), library, None)
    assert path != other
    assert keep(first.with_value("year", 2026), library, path) == path
    assert (load(path).year, load(other).endings.stalemate.value) == (2026, "loss")
