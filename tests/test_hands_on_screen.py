"""The pieces in hand beside the board: dropped by clicks, by dragging and by keyboard, on any screen."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pygame
import pytest
from pygame import Rect

from tests.support.hand import driving
from wormhole import BLACK, WHITE, Board, Piece, load, variant
from wormhole.gui.board.annotations import RefusedMove
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.hands import counted, piece_of, place_of, places_in_hand
from wormhole.gui.board.pointing import move_cursor
from wormhole.gui.board.refusal_words import refusal_words
from wormhole.gui.board.shown_routes import targets
from wormhole.gui.editor.editor_layout import editor_layout
from wormhole.gui.game.game_layout import Place, Wanted, game_layout
from wormhole.gui.learn.exercise_panel import exercise_layout
from wormhole.gui.look.layers import Pointer
from wormhole.notebook import svg
from wormhole.play.material import pawns_ahead
from wormhole.rules.premoves import premoves
from wormhole.rules.refusals import refusal

TRADED = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
SHOGI = "lnsgkgsnl/1r5b1/p1ppppppp/9/9/9/P1PPPPPPP/1B5R1/LNSGKGSNL[PBpp] w - - 0 1"
SIZES = ((600, 800), (800, 600), (1280, 800), (1920, 1080), (900, 1400))


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path, start_game=True) as drive:
        yield drive


def crazyhouse(drive, fen=TRADED, **options):
    return drive(variant=variant("crazyhouse"), fen=fen, **{"black": "person", **options})


def slot(driver, letter, color=WHITE):
    """The middle of the slot of a piece in hand."""
    state = driver.screen.state
    place = place_of(state.variant, Piece(letter, color))
    return driver.screen.picture.view.rect_of(place, state.flipped).center


def drag(driver, start, end):
    driver.down(start)
    driver.point((start[0] + 9, start[1]), held=True)
    driver.point(end, held=True)
    driver.up(end)


def sans(driver):
    return [node.san() for node in driver.match.cursor.nodes]


@pytest.mark.parametrize("flipped", [False, True])
def test_a_drop_by_two_clicks_on_either_side_of_the_board(drive, flipped):
    driver = crazyhouse(drive)
    if flipped:
        driver.key(pygame.K_f, "f")
    board = Rect(driver.screen.picture.layout[Place.BOARD])
    assert (slot(driver, "P")[1] > board.centery) is not flipped
    assert (slot(driver, "P", BLACK)[1] > board.centery) is flipped
    driver.click(slot(driver, "P"))
    assert driver.screen.state.selection.square == place_of(
        driver.match.cursor.board.variant, Piece("P", WHITE)
    )
    assert len(targets(driver.screen.state)) == 33
    driver.click(driver.square("e6"))
    driver.settle()
    assert sans(driver) == ["@e6"]
    assert driver.match.cursor.board.pockets[WHITE]["P"] == 0
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert driver.match.cursor.board.fen() == TRADED
    assert driver.screen.state.scene.hands[place_of(variant("crazyhouse"), Piece("P", WHITE))] == 1


def test_a_drop_by_dragging(drive):
    driver = crazyhouse(drive)
    drag(driver, slot(driver, "P"), driver.square("d4"))
    driver.settle()
    assert sans(driver) == ["@d4"]
    drag(driver, slot(driver, "P", BLACK), driver.square("e5"))
    driver.settle()
    assert sans(driver) == ["@d4", "@e5"]
    assert driver.match.cursor.board.fen().startswith("rnb1kbnr/ppp1pppp/8/3qp3/3P4/8/PPPP1PPP/RNBQKBNR[]")


def test_a_drop_by_keyboard(drive):
    """The arrow keys lead from the last file into the hand and back."""
    driver = crazyhouse(drive)
    state = driver.screen.state
    driver.key(pygame.K_RETURN)
    move_cursor(state, state.variant.geometry.parse("h1"))
    driver.key(pygame.K_RIGHT)
    assert state.pointing.cursor == place_of(state.variant, Piece("P", WHITE))
    driver.key(pygame.K_RETURN)
    assert state.selection.square == state.pointing.cursor
    driver.key(pygame.K_LEFT)
    assert state.pointing.cursor == state.variant.geometry.parse("h1")
    for _ in range(3):
        driver.key(pygame.K_UP)
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert sans(driver) == ["@h4"]


def test_the_cursor_reaches_every_slot_and_comes_back(drive):
    driver = crazyhouse(drive)
    state, places = driver.screen.state, places_in_hand(variant("crazyhouse"))
    driver.key(pygame.K_RETURN)
    move_cursor(state, state.variant.geometry.parse("h1"))
    driver.key(pygame.K_RIGHT)
    seen = [state.pointing.cursor]
    for _ in range(2 * len(places) - 1):
        driver.key(pygame.K_UP)
        seen.append(state.pointing.cursor)
    assert sorted(seen) == sorted(place + side for place in places for side in (0, 1))
    driver.key(pygame.K_UP)
    assert state.pointing.cursor == seen[-1]
    driver.key(pygame.K_LEFT)
    assert state.pointing.cursor == state.variant.geometry.parse("h8")


def test_a_chosen_piece_in_hand_is_let_go(drive):
    driver = crazyhouse(drive)
    state = driver.screen.state
    for let_go in (
        lambda: driver.click(slot(driver, "P")),
        lambda: driver.key(pygame.K_ESCAPE),
        lambda: driver.click(slot(driver, "P"), button=3),
        lambda: driver.click(slot(driver, "Q")),
        lambda: driver.click(slot(driver, "P", BLACK)),
    ):
        driver.click(slot(driver, "P"))
        assert state.selection.square is not None
        let_go()
        assert state.selection.square is None
    assert driver.app.dialog is None
    assert driver.match.game.shapes() == ()


def test_empty_slots_and_the_other_hand_cannot_be_chosen(drive):
    driver = crazyhouse(drive)
    state = driver.screen.state
    for letter, color in (("Q", WHITE), ("P", BLACK), ("N", BLACK)):
        driver.click(slot(driver, letter, color))
        assert state.selection.square is None
        assert driver.spot_at(slot(driver, letter, color)).pointer is Pointer.ARROW
    assert driver.spot_at(slot(driver, "P")).pointer is Pointer.HAND
    assert driver.spot_at(slot(driver, "P")).tip.text == "Pawn: 1 in hand"


def test_a_drag_that_is_refused_glides_back(drive):
    driver = crazyhouse(drive)
    drag(driver, slot(driver, "P"), driver.square("e8"))
    assert driver.app.notice.text == "e8 is not empty: pieces are dropped on empty squares."
    driver.settle()
    drag(driver, slot(driver, "P"), slot(driver, "N"))
    drag(driver, slot(driver, "P"), (3, 3))
    driver.settle()
    assert sans(driver) == []
    assert driver.match.cursor.board.fen() == TRADED


@pytest.mark.parametrize(
    ("game", "fen", "letter", "square", "words"),
    [
        ("crazyhouse", TRADED, "P", "e8", "e8 is not empty: pieces are dropped on empty squares."),
        ("shogi", SHOGI, "P", "a5", "Pawn: another one stands on this file already."),
        (
            "shogi",
            SHOGI.replace("lnsgkgsnl", "1nsgkgsnl"),
            "P",
            "b9",
            "b9 is not empty: pieces are dropped on empty squares.",
        ),
        (
            "crazyhouse",
            "rnb1kbnr/ppp1pppp/8/8/4q3/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3",
            "P",
            "a3",
            "Your king would still be in check from e4.",
        ),
        (
            "shogi",
            "7nk/7l1/7S1/9/9/9/9/9/4K4[P] w - - 0 1",
            "P",
            "i8",
            "Pawn: the drop would give mate, which it may not.",
        ),
    ],
)
def test_a_refused_drop_is_explained(drive, game, fen, letter, square, words):
    driver = drive(variant=variant(game), fen=fen, black="person")
    driver.click(slot(driver, letter))
    assert driver.screen.state.selection.square is not None
    driver.click(driver.square(square))
    assert driver.app.notice.text == words
    assert sans(driver) == []


def test_nothing_is_dropped_on_a_hole(drive):
    driver = drive(variant=load("docs/examples/parachute.toml"), black="person")
    driver.move("e2e4")
    driver.move("d7d5")
    driver.click(slot(driver, "N"))
    driver.click(driver.square("e2"))
    assert driver.app.notice.text == "e2 has been removed, and nothing is dropped on a hole."
    driver.click(slot(driver, "N"))
    driver.click(driver.square("e3"))
    driver.settle()
    assert sans(driver) == ["e4", "d5", "N@e3"]


def test_the_computer_drops_and_a_captured_piece_comes_into_the_hand(drive):
    driver = crazyhouse(drive, black="computer")
    driver.move("b1c3")
    driver.player.answer("P@e3")
    driver.wait(1.0)
    driver.settle()
    assert sans(driver) == ["Nc3", "@e3"]
    state = driver.screen.state
    assert place_of(state.variant, Piece("P", BLACK)) not in state.scene.hands
    driver.move("f2e3")
    assert state.scene.hands[place_of(state.variant, Piece("P", WHITE))] == 2


def test_a_drop_is_planned_while_the_computer_thinks(drive):
    driver = crazyhouse(drive, black="computer")
    driver.move("b1c3")
    driver.step(0.3)
    driver.click(slot(driver, "P"))
    driver.click(driver.square("d5"))
    state = driver.screen.state
    assert state.selection.premoves
    assert state.selection.premoves[-1].text == "P@d5"
    driver.player.answer("d5d8")
    driver.wait(2.0)
    driver.settle()
    assert sans(driver) == ["Nc3", "Qd8", "@d5"]


def test_a_chosen_piece_in_hand_stays_chosen_while_the_computer_moves(drive):
    driver = crazyhouse(drive, black="computer")
    driver.move("b1c3")
    driver.step(0.3)
    driver.click(slot(driver, "P"))
    driver.player.answer("d5d8")
    driver.wait(2.0)
    driver.click(driver.square("d5"))
    driver.settle()
    assert sans(driver) == ["Nc3", "Qd8", "@d5"]


def test_browsing_shows_the_hands_of_the_position(drive):
    driver = crazyhouse(drive)
    state, pawn = driver.screen.state, place_of(variant("crazyhouse"), Piece("P", WHITE))
    driver.click(slot(driver, "P"))
    driver.click(driver.square("e6"))
    driver.settle()
    assert pawn not in state.scene.hands
    driver.key(pygame.K_LEFT)
    driver.settle()
    assert state.scene.hands[pawn] == 1
    driver.key(pygame.K_RIGHT)
    driver.settle()
    assert pawn not in state.scene.hands


def test_nothing_is_drawn_while_nothing_changes(drive):
    driver = crazyhouse(drive)
    driver.click(slot(driver, "P"))
    driver.wait(3.0)
    driver.settle()
    assert not any(driver.step(0.1) for _ in range(20))


def test_a_piece_in_hand_is_chosen_out_of_the_fold_view(drive):
    driver = drive(variant=load("docs/examples/parachute.toml"), black="person")
    driver.click(driver.square("b1"))
    driver.key(pygame.K_v, "v")
    driver.settle()
    state = driver.screen.state
    assert state.fold.is_open
    driver.click(slot(driver, "N"))
    assert not state.fold.is_open
    driver.click(driver.square("d4"))
    driver.settle()
    assert sans(driver) == ["N@d4"]


def test_a_drop_is_seen_in_the_fold_view(drive):
    driver = drive(variant=load("docs/examples/parachute.toml"), black="computer")
    driver.move("e2e4")
    driver.click(driver.square("d2"))
    driver.key(pygame.K_v, "v")
    driver.settle()
    driver.player.answer("N@e3")
    driver.wait(2.0)
    assert sans(driver) == ["e4", "N@e3"]
    assert driver.screen.state.fold.is_open
    driver.click(driver.square("e3"))
    driver.key(pygame.K_LEFT)
    driver.wait(1.0)
    driver.key(pygame.K_RIGHT)
    driver.wait(1.0)
    assert sans(driver) == ["e4", "N@e3"]


def test_a_view_of_a_dropped_piece_closes_when_the_drop_is_taken_back(drive):
    driver = drive(variant=load("docs/examples/parachute.toml"), black="person")
    driver.click(slot(driver, "N"))
    driver.click(driver.square("e4"))
    driver.settle()
    driver.click(driver.square("e4"))
    driver.key(pygame.K_v, "v")
    driver.settle()
    state = driver.screen.state
    if not state.fold.is_open:
        driver.click(driver.square("e4"))
        driver.settle()
    assert state.fold.is_open
    driver.key(pygame.K_u, "u")
    driver.wait(1.0)
    assert not state.fold.is_open
    assert state.scene.hands[place_of(state.variant, Piece("N", WHITE))] == 1


def test_what_a_dropped_piece_becomes_is_asked(drive):
    driver = drive(variant=variant("kyotoshogi"), fen="p1ks1/5/5/5/C1K1P[L] w - - 0 1", black="person")
    driver.click(slot(driver, "L"))
    driver.click(driver.square("c3"))
    choice = driver.screen.state.selection.promotion
    assert choice is not None
    assert set(choice.letters) == {"L", "C"}
    driver.key(pygame.K_c, "c")
    driver.settle()
    assert driver.match.cursor.board.piece_at(driver.screen.state.variant.geometry.parse("c3")) == Piece(
        "C", WHITE
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["crazyhouse", "shogi", "capahouse", "minishogi", "pocketknight", "supply"])
def test_hands_fit_into_every_window(size, game):
    shown, hands = variant(game), places_in_hand(variant(game))
    boards = (
        game_layout(size, Wanted(shown.geometry, hands=hands))[Place.BOARD],
        exercise_layout(size, shown.geometry, 4, hands=hands).board,
        editor_layout(size, shown.geometry, len(shown.piece_types), 4, hands).board,
    )
    for board in boards:
        for flipped in (False, True):
            layout = BoardLayout.fit(board, shown.geometry, flipped, hands=hands)
            slots = [*layout.slots.values()]
            assert len(slots) == 2 * len(hands)
            assert all(board.contains(each) for each in (layout.frame, *layout.tray_rects.values()))
            assert all(any(tray.contains(each) for tray in layout.tray_rects.values()) for each in slots)
            assert all(not one.colliderect(other) for one, other in combinations([layout.frame, *slots], 2))
            assert min(each.width for each in slots) >= 22
            for place, rect in layout.slots.items():
                assert layout.place_at(rect.center) == place


@pytest.mark.parametrize("size", SIZES)
def test_hands_take_little_of_the_board(size):
    chess = variant("chess").geometry
    hands = places_in_hand(variant("crazyhouse"))
    plain, with_hands = game_layout(size, Wanted(chess)), game_layout(size, Wanted(chess, hands=hands))
    pitches = [
        BoardLayout.fit(layout[Place.BOARD], chess, hands=held).pitch
        for layout, held in ((plain, ()), (with_hands, hands))
    ]
    assert pitches[1] >= 0.89 * pitches[0]


def test_only_games_with_hands_have_trays():
    assert places_in_hand(variant("chess")) == ()
    assert BoardLayout.fit(Rect(0, 0, 500, 500), variant("chess").geometry).tray_rects == {}
    assert [Board("crazyhouse").variant.held, variant("pocketknight").held] == ["QRBNP", "N"]
    assert variant("shogi").held == "GSNLBRP"


GATING = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPPBPPP/RNBQK1HR[Ehe] w KQBCDkqcdf - 4 4"


def test_what_comes_in_behind_a_piece_is_asked(drive):
    driver = drive(variant=variant("seirawan"), fen=GATING, black="person")
    driver.click(slot(driver, "E"))
    driver.click(driver.square("e5"))
    assert driver.app.notice.text == "Elephant: it comes in where a piece leaves its first square."
    driver.click(driver.square("b1"))
    driver.click(driver.square("c3"))
    state = driver.screen.state
    assert state.selection.promotion is not None
    assert state.selection.promotion.letters == ("N", "E")
    driver.key(pygame.K_e, "e")
    driver.settle()
    elephant = place_of(state.variant, Piece("E", WHITE))
    assert driver.match.cursor.board.piece_at(state.variant.geometry.parse("b1")) == Piece("E", WHITE)
    assert elephant not in state.scene.hands
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert state.scene.hands[elephant] == 1


def test_pieces_are_set_up_before_all_else(drive):
    driver = drive(variant=variant("placement"), black="person")
    driver.move("e2e4")
    assert driver.app.notice.text == "A piece in hand must be dropped first."
    for color, square in ((WHITE, "c1"), (BLACK, "c8"), (WHITE, "a1")):
        driver.click(slot(driver, "B", color))
        driver.click(driver.square(square))
        driver.settle()
    assert driver.app.notice.text == "Bishop: another one stands on a square of this colour already."
    assert sans(driver) == ["B@c1", "B@c8"]


def test_hands_are_set_up_in_the_editor(drive):
    driver = crazyhouse(drive)
    driver.key(pygame.K_e, modifiers=pygame.KMOD_CTRL)
    driver.settle()
    screen = driver.screen
    view, palette, geometry = screen.view, screen.panel.palette, screen.variant.geometry

    def at(letter, color=WHITE):
        return view.rect_of(place_of(screen.variant, Piece(letter, color)), screen.flipped).center

    def hands():
        return screen.session.draft.hands

    assert hands() == "Pp"
    driver.click(palette.cell_of(Piece("N", True)).center)
    driver.click(at("P"))
    driver.click(at("Q", BLACK))
    assert hands() == "NPnp", "the brush says what is added, the tray to which hand"
    driver.click(at("N"), button=3)
    assert hands() == "Pnp"
    driver.key(pygame.K_ESCAPE)
    drag(driver, view.rect_of(geometry.parse("d1")).center, at("B"))
    assert hands() == "QPnp"
    drag(driver, at("Q"), view.rect_of(geometry.parse("d4")).center)
    assert hands() == "Pnp"
    driver.key(pygame.K_m, modifiers=pygame.KMOD_CTRL)
    assert hands() == "NPp"
    driver.key(pygame.K_z, modifiers=pygame.KMOD_CTRL)
    assert hands() == "Pnp"
    assert "[Pnp]" in screen.played()
    assert Board("crazyhouse", screen.played()).pockets[BLACK]["N"] == 1


def test_a_piece_is_put_into_a_hand_by_keyboard(drive):
    driver = crazyhouse(drive)
    driver.key(pygame.K_e, modifiers=pygame.KMOD_CTRL)
    driver.settle()
    screen = driver.screen
    driver.key(pygame.K_RETURN)
    move_cursor(screen.state, screen.variant.geometry.parse("h1"))
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_n, "n")
    assert screen.session.draft.hands == "NPp", "the hand decides the colour"
    driver.key(pygame.K_DELETE)
    assert screen.session.draft.hands == "Np"


def test_pictures_have_what_is_in_hand():
    text = svg(Board("crazyhouse", TRADED.replace("[Pp]", "[PPPp]")))
    assert re.findall(r'font-weight="bold"[^>]*>(\d+)</text>', text) == ["3"]
    assert 'font-weight="bold"' not in svg(Board("chess"))


def test_the_balance_of_material_counts_what_is_in_hand():
    assert pawns_ahead(Board("crazyhouse", TRADED.replace("[Pp]", "[QPp]")), WHITE) >= 4
    assert pawns_ahead(Board("crazyhouse", TRADED), WHITE) == pawns_ahead(
        Board("crazyhouse", TRADED.replace("[Pp]", "[]")), WHITE
    )


@pytest.mark.parametrize("game", ["crazyhouse", "shogi", "gorogoro", "kyotoshogi", "dragon", "placement"])
def test_every_drop_that_is_not_legal_is_refused_with_a_reason(game):
    dice, board = random.Random(game), Board(game)
    for _ in range(40):
        if board.is_game_over():
            break
        ahead = premoves(board, board.turn)
        legal = {move for move in board.legal_moves if move.drop is not None}
        assert legal <= set(ahead)
        dropped = {(place_of(board.variant, Piece(move.drop, board.turn)), move.to_square) for move in legal}
        for place in (
            place for place in counted(board) if piece_of(board.variant, place).color is board.turn
        ):
            for square in range(board.variant.geometry.squares):
                found = refusal(board, place, square)
                assert (found is None) == ((place, square) in dropped)
                if found is not None:
                    refused = RefusedMove(place, square, found)
                    assert refusal_words(refused, board.variant, board.turn)
        board.push(dice.choice(board.legal_moves))
