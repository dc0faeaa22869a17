"""The composer in the window, by mouse and by keyboard."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.support.hand import Hand, hands
from tests.support.scripted_player import ScriptedPlayer
from wormhole import Board, load, variant
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.composer.composer_layout import MOVES_GEOMETRY
from wormhole.gui.composer.composer_screen import ComposerScreen
from wormhole.gui.composer.game_page import lacking_moves
from wormhole.gui.composer.piece_picker import PiecePicker
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.words import Words
from wormhole.gui.rules_pages.game_words import about
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.composer.move_drawing import FARTHEST
from wormhole.library.record import Game
from wormhole.rules.variant import LeftSquare

PEGASUS = Path(__file__).parents[1] / "docs" / "examples" / "pegasus.toml"


class Composer(Hand):
    """The window with the composer open."""

    @property
    def draft(self):
        return self.screen.composition.draft

    @property
    def verdict(self):
        return self.screen.verdict.text, self.screen.verdict.is_trouble

    @property
    def fields(self):
        """The fields of the page of pieces: of the name, the letter and the moves."""
        return [each for each in self.top.widgets.everything if isinstance(each, TextField)]

    def turn_to(self, title):
        self.press(title)

    def select(self, letter):
        """Select a piece in the strip of the page of pieces."""
        index = [*self.draft.pieces].index(letter)
        buttons = [button for button in self.top.widgets.buttons if button.text in ("", "+")]
        self.click(buttons[index].rect.center)

    def leap(self, x, y, button=1):
        """Click a square of the board on which moves are drawn."""
        square = MOVES_GEOMETRY.square_at[FARTHEST + x, FARTHEST + y]
        self.click(self.screen.moves_board.view.rect_of(square).center, button)

    def at(self, name):
        board = self.screen.start_board
        return board.view.rect_of(board.state.variant.geometry.parse(name)).center


@pytest.fixture
def composer(tmp_path):
    with hands(Composer, tmp_path, player=ScriptedPlayer()) as open_window:

        def start(game="chess", size=(1280, 800)):
            driver = open_window(size)
            driver.app.stage.preferences.choose_game(ChosenGame(variant(game)))
            driver.key(pygame.K_g, modifiers=pygame.KMOD_CTRL)
            assert isinstance(driver.screen, ComposerScreen)
            return driver

        yield start


def test_capablancas_pieces_on_a_folding_board_with_drops_are_composed_played_and_sent(composer, tmp_path):
    hand = composer("capablanca")
    hand.press("Folds")
    hand.turn_to("Board")
    hand.press("\N{MINUS SIGN}")
    assert hand.verdict == ("Gone with it: Rook, Pawn.", False)
    hand.turn_to("Rules")
    hand.press("Can be dropped")
    assert not hand.verdict[1], hand.verdict[0]
    hand.press("Play…")
    assert isinstance(hand.app.dialog, NewGameDialog)
    hand.press("5")
    hand.press("Start")
    assert isinstance(hand.screen, GameScreen)
    game = hand.match.cursor.board.variant
    assert (game.title, game.geometry.columns, game.left_square) == (
        "My Capablanca Chess",
        9,
        LeftSquare.FOLDS,
    )
    assert hand.app.stage.settings.level == 5

    hand.app.stage.preferences.change(folder=str(tmp_path))
    hand.app.stage.rooms.open(destination.Composer())
    hand.wait(0.1)
    hand.press("Save…")
    hand.fill("sent")
    hand.key(pygame.K_RETURN)
    sent = load(tmp_path / "sent.toml")
    assert (sent.start, sent.hands.captures) == (game.start, True)
    assert hand.app.stage.settings.own_games[0] == str(tmp_path / "sent.toml")


def test_pieces_to_add_have_names_of_their_own_in_whole_words(composer, monkeypatch):
    hand, drawn = composer(), []
    line = Words.line

    def noted(words, text, *others, **named):
        drawn.append(text)
        return line(words, text, *others, **named)

    hand.turn_to("Pieces")
    monkeypatch.setattr(Words, "line", noted)
    hand.press("+")
    hand.wait_for_reading()
    assert {"Grasshopper", "Knight", "Shogi"} <= {*drawn}
    hand.type("knight (")
    hints = []
    for button in hand.top.widgets.buttons[1:]:
        hand.top.widgets.focus(button)
        hand.step()
        hints.append(hand.hints[0].partition(".")[0])
    assert len(hints) == len({*hints}) == 5
    assert "Knight (Shogi)" in hints


def test_a_game_that_cannot_be_played_is_left_with_the_reason_why_it_is_not_saved(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("N")
    hand.press("Clear")
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.app.dialog, QuestionDialog)
    assert "Knight: A piece must have moves." in hand.app.dialog.text
    assert not hand.has("Save…")
    hand.press("Show the error")
    assert isinstance(hand.screen, ComposerScreen)
    assert hand.verdict == ("Knight: A piece must have moves.", True)
    hand.key(pygame.K_ESCAPE)
    hand.press("Leave")
    assert isinstance(hand.screen, HomeScreen)


def test_the_composer_begins_with_the_game_on_the_board(tmp_path):
    with hands(Hand, tmp_path, start_game=True, black="person") as open_window:
        hand = open_window(game=Game(Board("omega")))
        assert hand.app.stage.preferences.game.variant.name == "wormhole"
        hand.key(pygame.K_F1)
        assert "Omega Chess" in hand.app.dialog.heading
        hand.key(pygame.K_ESCAPE)
        hand.key(pygame.K_g, modifiers=pygame.KMOD_CTRL)
        assert hand.screen.title == "My Omega Chess"
        hand.key(pygame.K_ESCAPE)
        hand.settle()
        assert hand.match.cursor.board.variant.name == "omega"


def test_rules_are_those_of_the_room_and_not_of_the_chosen_game(tmp_path):
    with Hand(tmp_path) as hand:
        stage = hand.app.stage
        stage.rooms.open(destination.Editor(Board("omega")))
        hand.key(pygame.K_F1)
        assert "Omega Chess" in hand.app.dialog.heading
        hand.key(pygame.K_ESCAPE)
        stage.preferences.choose_game(ChosenGame(load(PEGASUS)))
        stage.command(Command.PUZZLES)
        hand.until(lambda: hand.screen.book is not None)
        assert hand.screen.variant.name == hand.screen.book.game
        hand.key(pygame.K_g, modifiers=pygame.KMOD_CTRL)
        assert hand.screen.title == "My Wormhole Chess"


def test_the_composer_begins_with_a_game_that_was_chosen_an_instant_ago(tmp_path):
    with Hand(tmp_path) as hand:
        hand.press("Wormhole Chess…")
        hand.type("smess")
        hand.key(pygame.K_g, modifiers=pygame.KMOD_CTRL)
        assert hand.screen.title == "My Smess"


def test_moves_are_drawn_on_the_board_and_said_in_a_sentence(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("N")
    hand.press("Clear")
    assert hand.verdict == ("Knight: A piece must have moves.", True)
    hand.press("Move")
    hand.press("Ride")
    hand.leap(0, 2)
    hand.press("Capture")
    hand.press("Over a piece")
    hand.leap(3, 0)
    assert hand.draft.value("pieces.N.moves") == "mRcpR"
    assert hand.verdict[0].startswith(
        "Any number of steps straight, until a piece is in the way, but not to capture."
    )
    hand.leap(0, 3, button=3)
    assert hand.verdict[1]
    hand.key(pygame.K_z, modifiers=pygame.KMOD_CTRL)
    assert hand.draft.value("pieces.N.moves") == "mRcpR"


def test_letters_are_typed_and_seen_and_what_is_typed_is_one_step_for_undo(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("Q")
    _, _, field = hand.fields
    hand.click(field.rect.center)
    hand.fill("QX")
    assert hand.verdict[1]
    hand.fill("QN")
    assert not hand.verdict[1]
    hand.key(pygame.K_RETURN)
    assert len(hand.screen.pieces.marks) == 2 * 16
    hand.press("Undo")
    assert hand.draft.value("pieces.Q.moves") == "Q"


def test_a_piece_is_added_from_the_collection_and_placed_for_both_sides(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.press("+")
    hand.wait_for_reading()
    assert isinstance(hand.app.dialog, PiecePicker)
    hand.type("archb")
    hand.key(pygame.K_RETURN)
    assert hand.draft.pieces["A"]["moves"] == "BN"
    hand.turn_to("Board")
    hand.point(hand.at("d4"))
    hand.type("A")
    assert hand.draft.value("board.start") == "rnbqkbnr/pppppppp/8/3a4/3A4/8/PPPPPPPP/RNBQKBNR"


def test_a_piece_that_is_gone_does_not_come_back_with_the_first_start_position(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("Q")
    hand.press("Remove")
    hand.turn_to("Board")
    hand.press("As it was")
    hand.settle()
    assert hand.draft.value("board.start").startswith("rnb1kbnr/")
    assert not hand.verdict[1]


def test_a_game_without_a_king_is_refused_at_once_and_not_lost(composer):
    hand = composer()
    hand.turn_to("Board")
    hand.point(hand.at("e1"))
    hand.key(pygame.K_DELETE)
    text, is_trouble = hand.verdict
    assert is_trouble
    assert text == "White has no King on the board."
    hand.press("Play…")
    assert hand.app.dialog is None, "the button does nothing"
    assert hand.screen.verdict.is_marked, "but the sentence is marked"
    assert hand.spot_at(hand.button("Save…").rect.center).tip.text == text
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.app.dialog, QuestionDialog)
    hand.press("Cancel")
    assert isinstance(hand.screen, ComposerScreen)
    hand.key(pygame.K_ESCAPE)
    hand.press("Leave")
    assert isinstance(hand.screen, HomeScreen)


def test_everything_is_done_by_keyboard(composer):
    hand = composer()
    for _page in range(2):
        hand.key(pygame.K_PAGEDOWN, modifiers=pygame.KMOD_CTRL)
    assert hand.screen.page is hand.screen.pieces
    hand.tab_to("Clear")
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_ESCAPE)
    for key in (pygame.K_UP, pygame.K_UP, pygame.K_SPACE):
        hand.key(key)
    assert hand.draft.value("pieces.K.moves") == "W"


def test_a_few_moves_are_played_and_a_press_on_the_board_stops_them(composer):
    hand = composer("wormhole")
    hand.press("Watch")
    hand.wait(3.0)
    assert hand.screen.start_board.state.scene.last_move is not None
    hand.click(hand.at("d4"))
    assert not hand.screen.start_board.is_watched
    assert hand.has("Watch")
    assert not hand.screen.composition.is_changed


def test_a_letter_that_is_not_accepted_says_why_until_the_field_is_left(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("N")
    _, field, _ = hand.fields
    hand.click(field.rect.center)
    for type_it, reason in (
        (lambda: hand.fill("Q"), "Q is the letter of the Queen."),
        (lambda: hand.fill("7"), "A piece has one letter from A to Z, but not X."),
        (lambda: hand.key(pygame.K_BACKSPACE), "A piece needs a letter."),
    ):
        type_it()
        assert field.is_wrong
        assert hand.verdict == (reason, True)
    hand.key(pygame.K_RETURN)
    _, field, _ = hand.fields
    assert (field.get_text(), field.is_wrong, hand.verdict[1]) == ("N", False, False)
    assert "N" in hand.draft.pieces


def test_what_a_game_lacks_is_said_and_castling_is_a_rule(composer):
    hand = composer()
    hand.turn_to("Rules")
    hand.press("Castling")
    assert hand.draft.text.endswith('[pieces.K]\ncastles_with = ""\n')
    hand.press("Castling")
    assert "pieces" not in hand.draft.own
    hand.turn_to("Game")
    hand.press("Folds")
    assert lacking_moves(hand.draft) == "There is no castling and no en passant."
    hand.turn_to("Rules")
    assert hand.spot_at(hand.button("Castling").rect.center).tip.text == (
        "Castling is not possible in games that remove squares."
    )
    hand.key(pygame.K_F1)
    assert hand.app.dialog.game.left_square is LeftSquare.FOLDS
    assert about(hand.app.dialog.game) == (
        "A variant of Chess. The square that a piece leaves is removed, and the board folds over it. "
        "There is no castling and no en passant."
    )


def test_an_edit_says_what_went_with_it_and_the_start_what_is_odd(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("B")
    hand.press("Royal")
    assert hand.verdict == ("White must have one Bishop, not 2. No longer royal: King.", True)
    hand.press("Undo")
    hand.press("Remove")
    assert hand.verdict == ("Bishop is removed, with 4 pieces on the board.", False)
    hand.press("Undo")
    hand.turn_to("Rules")
    hand.press("Can be dropped")
    hand.turn_to("Board")
    hand.press("For one side")
    hand.point(hand.at("a8"))
    hand.type("P")
    assert hand.verdict == ("Pawn on a8 would have been promoted.", False)


def test_pieces_change_places_and_the_history_outlives_a_game(composer):
    hand = composer()
    hand.turn_to("Board")
    hand.down(hand.at("d1"))
    hand.point(hand.at("e1"), held=True)
    hand.up(hand.at("e1"))
    assert hand.draft.value("board.start") == "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"
    hand.press("Play…")
    hand.press("Start")
    hand.app.stage.rooms.open(destination.Composer())
    hand.press("Play…")
    hand.press("Start")
    hand.app.stage.rooms.open(destination.Composer())
    hand.press("Undo")
    assert hand.draft.value("board.start").startswith("rnbqkbnr/")


def test_letters_change_and_other_pieces_are_selected_while_a_field_has_the_focus(composer):
    hand = composer()
    hand.turn_to("Pieces")
    hand.select("N")
    fields = [widget for widget in hand.screen.widgets.everything if isinstance(widget, TextField)]
    hand.click(fields[1].rect.center)
    hand.type("S")
    assert hand.draft.pieces["S"]["name"] == "Knight"
    hand.select("Q")
    assert hand.screen.composition.letter == "Q"
    hand.settle()


def test_a_game_that_was_played_is_composed_further(composer):
    hand = composer()
    hand.turn_to("Rules")
    hand.press("Forced")
    hand.press("Play…")
    hand.press("Start")
    hand.app.stage.rooms.open(destination.Composer())
    assert hand.draft.title == "My Chess"
    assert hand.draft.trouble is None
