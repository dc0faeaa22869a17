"""The model of the set-up editor: drafts, edits and their FEN, in every game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole import BLACK, WHITE, Board, FenError, Piece, menu, variant
from wormhole.gui.editor import edits
from wormhole.gui.editor.draft import Draft, Session
from wormhole.gui.editor.editor_panel import verdict_of
from wormhole.gui.editor.edits import EditorTool
from wormhole.rules.placement import HOLE

KINDS = ("paint", "unpaint", "move", "copy", "mirror", "turn", "right", "passed")


def draft(name, fen=None):
    game = variant(name)
    return Draft.start(game) if fen is None else Draft.read(game, fen)


def at(shown, name):
    return shown.variant.geometry.parse(name)


@st.composite
def edited(draw):
    """A draft after some edits of every kind."""
    game = variant(draw(st.sampled_from(menu("family"))))
    shown = draw(st.sampled_from([Draft.start(game), Draft.empty(game)]))
    square = st.integers(0, game.geometry.squares - 1)
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(
            st.sampled_from(["paint", "unpaint", "move", "copy", "mirror", "turn", "right", "passed"])
        )
        brush = draw(st.sampled_from(edits.brushes(game)))
        if kind == "paint":
            shown = edits.painted(shown, draw(square), brush)
        elif kind == "unpaint":
            shown = edits.unpainted(shown, draw(square), brush)
        elif kind in ("move", "copy") and shown.pieces:
            taken = draw(st.sampled_from(sorted(shown.pieces)))
            shown = edits.moved(shown, taken, draw(square), copies=kind == "copy")
        elif kind == "mirror":
            shown = edits.mirrored(shown)
        elif kind == "turn":
            shown = edits.with_turn(shown, draw(st.booleans()))
        elif kind == "right":
            shown = edits.with_right(shown, draw(st.sampled_from("KQkq")), draw(st.booleans()))
        elif kind == "passed":
            shown = replace(shown, passed=draw(st.sampled_from(edits.passed_fields(shown))))
    return replace(shown, clock=draw(st.integers(0, 9999)), number=draw(st.integers(1, 9999)))


@given(edited())
def test_a_draft_is_its_fen(shown):
    again = Draft.read(shown.variant, shown.fen)
    assert again.fen == shown.fen
    assert (again.cells, again.turn, again.sleepers) == (shown.cells, shown.turn, shown.sleepers)


@given(edited())
def test_what_can_be_played_is_what_is_shown(shown):
    verdict = verdict_of(shown.variant, shown.fen)
    if verdict.board is None:
        with pytest.raises(FenError):
            Board(shown.variant, shown.fen)
        assert verdict.trouble
        return
    board = verdict.board
    assert board.fen() == shown.fen
    assert board.piece_map() == shown.pieces
    assert board.holes == shown.holes
    assert board.turn == shown.turn
    if board.has_dice:
        assert board.counters == shown.holes | shown.sleepers


@given(edited())
def test_mirrored_twice_is_the_same(shown):
    assert edits.mirrored(edits.mirrored(shown)).fen == shown.fen


@given(edited(), st.sampled_from(menu("family")))
def test_every_position_can_be_taken_to_every_game(shown, name):
    there = edits.changed_game(shown, variant(name))
    assert Draft.read(there.variant, there.fen).fen == there.fen


@pytest.mark.parametrize("name", menu("family"))
def test_the_start_position_can_be_played_in_each_game(name):
    start = draft(name)
    assert start.fen == Board(variant(name)).fen()
    assert verdict_of(start.variant, start.fen).can_play
    assert edits.changed_game(draft("chess"), variant(name)).fen == start.fen


@pytest.mark.parametrize(
    ("fen", "read", "said"),
    [
        ("k7/8/8/8/8/8/8/K6R w K", "k7/8/8/8/8/8/8/K6R w - - 0 1", "not on their start squares"),
        ("k7/8/8/8/8/8/8/K6R w - e6 0 0", "k7/8/8/8/8/8/8/K6R w - - 0 1", "no pawn can have just passed"),
        ("k7/8/8/8/8/8/8/K6R w - - bm Rh8; id 1;", "k7/8/8/8/8/8/8/K6R w - - 0 1", ""),
        ("k7/8/8/8/8/8/8/K6R KQ - 7 9", "k7/8/8/8/8/8/8/K6R w - - 7 9", "the side to move is missing"),
    ],
)
def test_it_corrects_what_follows_the_pieces(fen, read, said):
    verdict = verdict_of(variant("chess"), fen)
    assert verdict.can_play
    assert verdict.board.fen() == read
    assert Draft.read(variant("chess"), fen).fen == read
    assert said in " ".join(verdict.corrections)


@pytest.mark.parametrize(
    ("name", "fen", "trouble"),
    [
        ("chess", "8/8/8/8/8/8/8/8 w", "White has 0 royal pieces"),
        ("chess", "kk6/8/8/8/8/8/8/K7 w", "Black has 2 royal pieces"),
        ("chess", "k7/8/8/8/8/8/8/R6K w", "White is to move, but Black's king is in check"),
        ("chess", "7k/5KQ1/8/8/8/8/8/8 b", "White wins by checkmate"),
        ("chess", "P6k/8/8/8/8/8/8/K7 w", "would have been promoted"),
        ("chess", "k7/8/8/8/8/8/8/K6x w", "a hole on h1"),
        ("chess", "k7/8/8/8/8/8/8/K7 w", "neither side has enough pieces"),
    ],
)
def test_it_says_what_is_wrong(name, fen, trouble):
    verdict = verdict_of(variant(name), fen)
    assert not verdict.can_play
    assert trouble in str(verdict.trouble)


def test_a_king_in_check_out_of_turn_is_marked():
    verdict = verdict_of(variant("chess"), "k7/8/8/8/8/8/8/R6K w")
    assert verdict.check == variant("chess").geometry.parse("a8")


def test_castling_comes_back_with_the_king():
    start = draft("chess")
    away = edits.moved(start, at(start, "e1"), at(start, "e4"))
    assert away.fen.split()[2] == "kq"
    assert edits.moved(away, at(start, "e4"), at(start, "e1")).fen == start.fen
    assert edits.with_right(start, "Q", has=False).fen.split()[2] == "Kkq"


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1"),
        ("seirawan", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR[HEhe] b KQCDFGkqbcdfg - 1 1"),
        ("seirawan", "r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR[he] w kqcdfg - 2 2"),
        ("crazyhouse", "rnb~qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR[QPPpn] w KQkq - 0 1"),
        ("fischerandom", "1r1k2r1/8/8/8/8/8/8/RR1K2R1 w BGbg - 0 1"),
        ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1"),
        ("makruk", "8/8/4k3/8/8/4K3/8/R7 w - 16 3 40"),
    ],
)
def test_what_only_some_games_have_is_kept(name, fen):
    board = Board(name, fen)
    assert draft(name, fen).fen == board.fen()
    assert verdict_of(variant(name), draft(name, fen).fen).can_play


def test_rights_to_gate_are_given_and_taken():
    start = draft("seirawan")
    without = edits.with_gates(start, WHITE, has=False)
    assert without.fen.split()[2] == "KQkqbcdfg"
    assert edits.with_gates(without, WHITE, has=True).fen == start.fen


def test_a_promoted_piece_is_marked():
    shown = draft("crazyhouse")
    marked = edits.painted(shown, at(shown, "d1"), EditorTool.PROMOTED)
    assert marked.fen.startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR")
    assert edits.moved(marked, at(shown, "d1"), at(shown, "d4")).promoted == {at(shown, "d4")}
    assert edits.unpainted(marked, at(shown, "d1"), EditorTool.PROMOTED) == shown
    assert edits.painted(shown, at(shown, "e1"), EditorTool.PROMOTED) == shown


def test_counters_of_random_wormhole_chess_sleep_under_pieces():
    start = draft("random-wormhole")
    e2, e4 = at(start, "e2"), at(start, "e4")
    with_counter = edits.painted(start, e2, EditorTool.HOLE)
    assert with_counter.fen.endswith(" e2")
    gone = edits.moved(with_counter, e2, e4)
    assert gone.cells[e2] == HOLE
    assert not gone.sleepers
    back = edits.moved(gone, e4, e2)
    assert back.fen == with_counter.fen
    assert edits.unpainted(back, e2, EditorTool.HOLE).fen == start.fen
    under = edits.moved(edits.painted(start, e4, EditorTool.HOLE), e4, e2)
    assert under.fen == with_counter.fen


@pytest.mark.parametrize(
    ("name", "fen", "fields"),
    [
        ("chess", "k7/8/8/8/3Pp3/8/8/K7 b", ("-", "d3")),
        ("chess", "k7/8/8/8/3Pp3/8/3N4/K7 b", ("-",)),
        ("wormhole", "k7/8/8/8/3Pp3/8/8/K7 b", ("-",)),
        ("cheshire", "k7/8/8/8/3Pp3/8/3x4/K7 b", ("-", "d3")),
    ],
)
def test_en_passant_is_offered_where_a_pawn_can_have_passed(name, fen, fields):
    assert edits.passed_fields(draft(name, fen)) == fields


def test_a_longer_step_passes_two_squares():
    board = Board("omega")
    for move in ("e1e4", "a8a7"):
        board.push_uci(move)
    shown = draft("omega", board.fen().replace(" w ", " b "))
    assert "e2,e3" in edits.passed_fields(shown)


def test_another_game_keeps_what_it_can():
    shown = draft("chess", "4k3/8/8/3q4/8/8/8/R3K3 b Q - 3 9")
    there = edits.changed_game(shown, variant("wormhole2"))
    assert there.fen == "4k3/8/8/3q4/8/8/8/R3K3 b - - 3 9"
    assert edits.changed_game(shown, variant("chess")).fen == shown.fen
    smess = edits.changed_game(shown, variant("smess"))
    assert {piece.letter for piece in smess.pieces.values()} == {"B"}


def test_a_stroke_is_undone_as_one():
    session = Session(draft("chess"))
    start = session.draft
    session.begin()
    for name in ("e4", "e5", "e6"):
        session.change(edits.painted(session.draft, at(start, name), Piece("Q", WHITE)))
    session.begin()
    session.change(edits.erased(session.draft, at(start, "e4")))
    assert len(session.draft.pieces) == 34
    session.undo()
    assert len(session.draft.pieces) == 35
    session.undo()
    assert session.draft == start
    assert not session.can_undo
    session.redo()
    session.redo()
    assert len(session.draft.pieces) == 34
    assert not session.can_redo


@pytest.mark.parametrize("text", ["", "8/8", "7z/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "x" * 5000])
def test_what_cannot_be_shown_is_refused(text):
    with pytest.raises(FenError):
        draft("chess", text)


def test_a_position_that_the_rules_refuse_is_shown_all_the_same():
    shown = draft("chess", "KKKKKKKK/8/8/8/8/8/8/x7 b KQ zz abc -3")
    assert len(shown.pieces) == 8
    assert shown.turn == BLACK
    assert shown.fen == "KKKKKKKK/8/8/8/8/8/8/x7 b - - 0 1"


def test_a_piece_that_is_gone_is_not_put_on_another():
    """It was lifted, and an undo took it away before it was put down."""
    shown = Draft.start(variant("chess"))
    assert edits.moved(shown, at(shown, "e4"), at(shown, "e2")) == shown
