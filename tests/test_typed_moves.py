"""Moves typed as text: in SAN or UCI notation, incomplete, promotions, mistakes."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from tests.support.scripted_player import ScriptedPlayer
from wormhole import Board
from wormhole.gui.game.typed_move_dialog import TypedMoveDialog
from wormhole.play.typed_moves import TypedMoves

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
TWO_ROOKS = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "meant"),
    [
        (None, "Nf3", ["g1f3"]),
        (None, "nf3", ["g1f3"]),
        (None, "g1f3", ["g1f3"]),
        (None, "G1F3", ["g1f3"]),
        (None, "g1-f3", []),
        (None, "e4", ["e2e4"]),
        (None, "e", []),
        (None, "h2h", []),
        (None, "x", []),
        (None, "", []),
        (CASTLING, "O-O", ["e1g1"]),
        (CASTLING, "0-0", ["e1g1"]),
        (CASTLING, "o-o-o", ["e1c1"]),
        (CASTLING, "0-0-0", ["e1c1"]),
        (PROMOTION, "a8", ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]),
        (PROMOTION, "a8=Q", ["a7a8q"]),
        (PROMOTION, "a8q", ["a7a8q"]),
        (PROMOTION, "a7a8n", ["a7a8n"]),
        (TWO_ROOKS, "Rd1", []),
        (TWO_ROOKS, "Rad1", ["a1d1"]),
        (TWO_ROOKS, "Rh8", ["h1h8"]),
        (TWO_ROOKS, "Rh8+", ["h1h8"]),
    ],
)
def test_what_a_text_means(fen, text, meant):
    found = TypedMoves(Board("chess", fen)).find(text)
    assert sorted(map(str, found.meant)) == sorted(meant)


def test_what_has_begun_lists_what_it_can_become():
    found = TypedMoves(Board("chess")).find("n")
    assert set(found.moves.values()) == {"Na3", "Nc3", "Nf3", "Nh3"}
    assert set(TypedMoves(Board("chess")).find("").moves.values()) > {"e4", "Nf3"}
    assert not TypedMoves(Board("chess")).find("x").moves


def test_offered_moves_stay_beside_the_field_while_one_types_on(hand):
    hand.key(pygame.K_t, "t")
    lefts = []
    for letter in "Nf3":
        hand.type(letter)
        lefts.append(min(button.rect.left for button in hand.top.widgets.buttons))
    assert len(set(lefts)) == 1


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, variant="chess", start_game=True, black="person") as hand:
        yield hand


def movetext(hand):
    return str(hand.app.screen.match.game)


def test_a_move_is_typed_and_played(hand):
    hand.key(pygame.K_t, "t")
    hand.type("Nf3")
    assert isinstance(hand.app.dialog, TypedMoveDialog)
    (arrow,) = hand.app.screen.state.annotations.arrows
    assert (arrow.from_square, arrow.to_square) == (6, 21)
    hand.key(pygame.K_RETURN, "\r")
    hand.wait(1.0)
    assert "1. Nf3" in movetext(hand)
    assert hand.app.screen.state.annotations.arrows == ()


def test_the_field_stays_open_for_the_next_moves(hand):
    hand.key(pygame.K_t, "t")
    for text in ("e4", "e5", "Nf3", "Nc6"):
        hand.type(text)
        hand.key(pygame.K_RETURN, "\r")
        hand.wait(1.0)
    assert "1. e4 e5 2. Nf3 Nc6" in movetext(hand)
    hand.key(pygame.K_ESCAPE)
    assert hand.app.dialog is None


def test_the_field_closes_with_the_game(hand):
    hand.key(pygame.K_t, "t")
    for text in ("f3", "e5", "g4", "Qh4"):
        assert isinstance(hand.app.dialog, TypedMoveDialog)
        hand.type(text)
        hand.key(pygame.K_RETURN, "\r")
        hand.wait(1.0)
    assert "Qh4#" in movetext(hand)
    assert hand.app.dialog is None


def test_what_is_typed_on_the_computers_turn_is_understood_on_the_users_turn(tmp_path):
    player = ScriptedPlayer()
    with Hand(tmp_path, player=player, variant="chess", start_game=True) as hand:
        hand.key(pygame.K_t, "t")
        hand.type("e4")
        hand.key(pygame.K_RETURN, "\r")
        hand.wait(1.0)
        hand.type("Nf3")
        assert hand.hints == ["You cannot move now"]
        hand.key(pygame.K_RETURN, "\r")
        assert movetext(hand).count("Nf3") == 0
        player.answer("e7e5")
        hand.until(lambda: hand.has("Nf3"))
        hand.key(pygame.K_RETURN, "\r")
        hand.wait(1.0)
        assert "2. Nf3" in movetext(hand)


def test_no_such_move_is_said_and_the_field_stays(hand):
    hand.key(pygame.K_t, "t")
    before = hand.picture()
    hand.type("Nf9")
    assert hand.picture() != before
    hand.key(pygame.K_RETURN, "\r")
    assert isinstance(hand.app.dialog, TypedMoveDialog)
    hand.key(pygame.K_ESCAPE)
    assert hand.app.dialog is None


def test_a_move_that_is_offered_can_be_pressed(hand):
    hand.key(pygame.K_t, "t")
    hand.type("n")
    hand.press("Nc3")
    hand.wait(1.0)
    assert "1. Nc3" in movetext(hand)


def test_a_promotion_asks_for_the_piece(tmp_path):
    with Hand(tmp_path, variant="chess", fen=PROMOTION, start_game=True, black="person") as hand:
        hand.key(pygame.K_t, "t")
        hand.type("a8")
        hand.key(pygame.K_RETURN, "\r")
        hand.key(pygame.K_RIGHT)
        chosen = hand.top.widgets.focused.text
        hand.key(pygame.K_RETURN, "\r")
        hand.wait(1.0)
        assert chosen.startswith("a8=")
        assert f"1. {chosen}" in movetext(hand)


def test_typing_letters_that_are_keys_does_nothing_else(hand):
    flipped = hand.app.screen.state.flipped
    hand.key(pygame.K_t, "t")
    hand.type("fm")
    assert hand.app.screen.state.flipped == flipped
    assert not hand.app.stage.settings.muted


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (900, 1200), (1920, 1080)], (800, 600)))
def test_the_field_fits_at_the_foot_of_the_board(tmp_path, size):
    with Hand(tmp_path, size, start_game=True, black="person") as hand:
        hand.key(pygame.K_t, "t")
        frame = hand.app.screen.picture.view.frame
        card = hand.app.dialog.outer(size)
        assert pygame.Rect((0, 0), size).contains(card)
        assert card.top > frame.centery
        assert card.width <= frame.width


def test_a_digit_annotates_no_move_of_a_game_at_play(tmp_path):
    """The menu of the move does, and the digit after the game."""
    player = ScriptedPlayer()
    with Hand(tmp_path, player=player, variant="chess", start_game=True) as hand:
        hand.move("e2e4")
        player.answer("e7e5")
        hand.wait(1.0)
        hand.key(pygame.K_1, "1")
        assert "$1" not in movetext(hand)
        assert "!" not in movetext(hand)
        assert "menu of a move" in hand.app.notice.text
        hand.app.screen.game.resign()
        hand.settle()
        hand.key(pygame.K_1, "1")
        assert "$1" in movetext(hand)
