"""The set-up editor in the window, by mouse and by keyboard."""

from __future__ import annotations

import pygame
import pytest

from tests.support.choosing import press_game
from tests.support.hand import Hand, hands
from tests.support.rectangles import assert_side_by_side, rectangles
from wormhole import Board, Piece, menu, variant
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.context_menu import MenuDialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.editor.editor_layout import editor_layout
from wormhole.gui.editor.editor_panel import Form
from wormhole.gui.editor.editor_screen import EditorScreen
from wormhole.gui.editor.edits import EditorTool, brushes
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.look.layout import MINIMUM_SIZE
from wormhole.gui.window import destination
from wormhole.library.chosen_game import ChosenGame

WHITE_LION, BLACK_LION = Piece("L", True), Piece("L", False)
SIZES = (MINIMUM_SIZE, (1280, 800), (1920, 1080), (900, 1200), (1200, 820), (3840, 2160))


class Editor(Hand):
    """The window with the editor open."""

    @property
    def fen(self):
        """The FEN in the text field."""
        return self.screen.panel.fen.line.get_text()

    @property
    def placement(self):
        return self.fen.split()[0]

    def at(self, name):
        return self.screen.view.rect_of(self.screen.variant.geometry.parse(name), self.screen.flipped).center

    def choose(self, brush):
        self.click(self.screen.panel.palette.cell_of(brush).center)

    def right_click(self, name):
        self.click(self.at(name), button=3)

    def drag(self, start, *pixels):
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for pixel in pixels:
            self.post(pygame.MOUSEMOTION, pos=pixel, rel=(9, 9), buttons=(1, 0, 0))
        self.post(pygame.MOUSEBUTTONUP, pos=pixels[-1], button=1)
        self.step()

    def control(self, key):
        self.key(key, modifiers=pygame.KMOD_CTRL)

    def move_cursor_to(self, name):
        """By the arrow keys only."""
        self.key(pygame.K_RIGHT)
        geometry, state = self.screen.variant.geometry, self.screen.state
        column, row = geometry.place[geometry.parse(name)]
        for _ in range(2 * geometry.columns):
            here = geometry.place[state.pointing.cursor]
            if here[0] != column:
                self.key(pygame.K_RIGHT if here[0] < column else pygame.K_LEFT)
            elif here[1] != row:
                self.key(pygame.K_UP if here[1] < row else pygame.K_DOWN)
        assert geometry.names[state.pointing.cursor] == name


@pytest.fixture
def editor(tmp_path):
    with hands(Editor, tmp_path) as open_window:

        def start(game="wormhole", fen=None, size=(1280, 800)):
            driver = open_window(size)
            driver.app.stage.preferences.choose_game(ChosenGame(variant(game)))
            driver.app.stage.rooms.open(
                destination.Editor(None if fen is None else Board(variant(game), fen))
            )
            driver.step()
            return driver

        yield start


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", menu("family"))
def test_nothing_overlaps(name, size):
    game = variant(name)
    layout = editor_layout(size, game.geometry, len(game.piece_types), Form.rows(game))
    assert_side_by_side(size, [part for part in rectangles(layout) if part.height])
    assert layout.palette.height >= 3 * 28


# The mouse


def test_a_piece_is_dragged_about_and_off_the_board(editor):
    driver = editor()
    driver.drag(driver.at("e2"), driver.at("e5"))
    assert driver.placement == "cnwlkwnc/pppppppp/8/4P3/8/8/PPPP1PPP/CNWLKWNC"
    driver.drag(driver.at("e5"), (1200, 700))
    assert driver.placement == "cnwlkwnc/pppppppp/8/8/8/8/PPPP1PPP/CNWLKWNC"
    driver.press("Undo")
    driver.press("Undo")
    assert driver.fen == Board().fen()


def test_a_click_without_a_drag_moves_nothing(editor):
    driver = editor()
    driver.click(driver.at("e2"))
    driver.click(driver.at("e4"))
    assert driver.fen == Board().fen()


def test_a_piece_is_dragged_from_the_palette(editor):
    driver = editor()
    driver.drag(driver.screen.panel.palette.cell_of(BLACK_LION).center, driver.at("d5"), driver.at("d5"))
    assert driver.placement == "cnwlkwnc/pppppppp/8/3l4/8/8/PPPPPPPP/CNWLKWNC"
    assert driver.screen.input.brush is EditorTool.MOVE


def test_the_chosen_piece_paints_and_the_right_button_paints_the_other_colour(editor):
    driver = editor()
    driver.choose(WHITE_LION)
    driver.drag(driver.at("a4"), driver.at("d4"))
    driver.right_click("e4")
    assert driver.placement == "cnwlkwnc/pppppppp/8/8/LLLLl3/8/PPPPPPPP/CNWLKWNC"
    driver.click(driver.at("b4"))
    assert driver.placement == "cnwlkwnc/pppppppp/8/8/L1LLl3/8/PPPPPPPP/CNWLKWNC"
    driver.choose(EditorTool.ERASE)
    driver.drag(driver.at("h4"), driver.at("a4"))
    assert driver.fen == Board().fen()


def test_the_right_button_removes_with_the_hand(editor):
    driver = editor()
    driver.right_click("a1")
    assert driver.placement.endswith("/1NWLKWNC")


def test_holes_are_made_moved_and_closed(editor):
    driver = editor()
    driver.choose(EditorTool.HOLE)
    driver.drag(driver.at("c4"), driver.at("e4"))
    driver.choose(EditorTool.MOVE)
    driver.drag(driver.at("c4"), driver.at("a6"))
    assert driver.placement == "cnwlkwnc/pppppppp/x7/8/3xx3/8/PPPPPPPP/CNWLKWNC"
    driver.choose(EditorTool.HOLE)
    driver.click(driver.at("a6"))
    driver.drag(driver.at("e4"), driver.at("d4"))
    assert driver.fen == Board().fen()


def test_a_game_without_holes_has_no_tool_for_them(editor):
    assert EditorTool.HOLE not in brushes(editor("chess").screen.variant)


# The keyboard


def test_a_whole_game_is_set_up_and_started_by_keyboard(editor):
    driver = editor("chess")
    driver.control(pygame.K_BACKSPACE)
    assert not driver.screen.verdict.can_play
    for name, letter in (("e1", "K"), ("e8", "k"), ("d5", "Q")):
        driver.move_cursor_to(name)
        driver.key(ord(letter.lower()), letter)
    assert driver.placement == "4k3/8/8/3Q4/8/8/8/4K3"
    driver.control(pygame.K_RETURN)
    assert isinstance(driver.app.dialog, NewGameDialog)
    driver.press("Two players")
    driver.press("Start")
    assert isinstance(driver.screen, GameScreen)
    assert driver.match.cursor.board.fen() == "4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1"


def test_the_keys_of_the_board(editor):
    driver = editor()
    driver.move_cursor_to("e4")
    driver.key(pygame.K_x, "x")
    assert "4x3" in driver.placement
    driver.key(pygame.K_x, "x")
    driver.key(pygame.K_l, "l")
    assert "4l3" in driver.placement
    driver.key(pygame.K_DELETE)
    driver.move_cursor_to("e2")
    driver.key(pygame.K_SPACE)
    driver.keys(pygame.K_UP, pygame.K_UP, pygame.K_SPACE)
    assert driver.placement == "cnwlkwnc/pppppppp/8/8/4P3/8/PPPP1PPP/CNWLKWNC"
    driver.control(pygame.K_z)
    driver.key(pygame.K_PAGEUP)
    chosen = driver.screen.input.brush
    driver.key(pygame.K_RETURN)
    assert driver.screen.session.draft.pieces[driver.screen.state.pointing.cursor] == chosen
    driver.keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert driver.screen.state.pointing.cursor is None
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.screen, HomeScreen)


def test_mirror_clear_start_and_flip_by_keys(editor):
    driver = editor("chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")
    driver.control(pygame.K_m)
    assert driver.fen == "4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1"
    driver.control(pygame.K_HOME)
    assert driver.fen == Board("chess").fen()
    driver.key(pygame.K_f, "f")
    assert driver.screen.state.flipped
    driver.control(pygame.K_BACKSPACE)
    assert driver.placement == "8/8/8/8/8/8/8/8"


def test_keys_work_on_the_square_of_the_pointer(editor):
    driver = editor()
    driver.post(pygame.MOUSEMOTION, pos=driver.at("d5"), rel=(1, 1), buttons=(0, 0, 0))
    driver.key(pygame.K_l, "L")
    assert "3L4" in driver.placement
    driver.key(pygame.K_x, "x")
    assert "3x4" in driver.placement
    driver.key(pygame.K_DELETE)
    assert driver.fen == Board().fen()


def test_the_wheel_and_the_middle_button_choose(editor):
    driver = editor()
    driver.post(pygame.MOUSEWHEEL, y=1, x=0)
    driver.step()
    assert driver.screen.input.brush == Piece("P", True)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=driver.at("d8"), button=2)
    driver.step()
    assert driver.screen.input.brush == BLACK_LION
    driver.click(driver.at("d5"))
    assert "3l4" in driver.placement


# The fields


@pytest.mark.parametrize(
    ("game", "button", "says"),
    [
        ("chess", "White O-O", "White may castle short"),
        ("chess", "Black O-O-O", "Black may castle long"),
        ("chess", "No", "Where a pawn can be captured en passant"),
    ],
)
def test_the_rights_say_what_they_mean(editor, game, button, says):
    driver = editor(game)
    place = next(each.rect for each in driver.screen.widgets.buttons if each.text == button)
    assert driver.screen.widgets.spot_at(place.center).tip.text.startswith(says)


def test_the_fields_of_the_fen(editor):
    driver = editor("chess", "4k3/8/8/8/3Pp3/8/8/R3K2R w KQ - 0 1")
    driver.press("White O-O")
    driver.press("Black")
    assert driver.fen == "4k3/8/8/8/3Pp3/8/8/R3K2R b Q - 0 1"
    driver.press("No")
    driver.keys(pygame.K_DOWN, pygame.K_RETURN)
    assert driver.fen.split()[3] == "d3"
    number, clock = driver.screen.panel.form.lines
    driver.screen.widgets.select(number, 0, 4)
    driver.type("42")
    driver.screen.widgets.select(clock, 0, 4)
    driver.type("7")
    driver.key(pygame.K_RETURN)
    assert driver.fen.endswith("d3 7 42")


def test_the_fen_is_edited_both_ways(editor):
    driver = editor("chess")
    driver.screen.widgets.select(driver.screen.panel.fen.line, 0, len(driver.fen))
    driver.type("4k3/8/8/8/8/8/8/4K2R w K")
    assert driver.screen.session.draft.fen == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert driver.screen.verdict.can_play
    driver.type("Q")
    assert "not on their start squares" in driver.screen.verdict.corrections[0]
    driver.key(pygame.K_RETURN)
    assert driver.fen == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    driver.drag(driver.at("e1"), driver.at("e2"))
    assert driver.fen == "4k3/8/8/8/8/8/4K3/7R w - - 0 1"
    driver.screen.widgets.select(driver.screen.panel.fen.line, 0, 3)
    driver.key(pygame.K_BACKSPACE)
    assert not driver.screen.verdict.can_play
    assert len(driver.screen.session.draft.pieces) == 3


def test_a_fen_that_cannot_be_read_stays_with_its_message_until_escape(editor):
    driver = editor("chess")
    driver.screen.widgets.select(driver.screen.panel.fen.line, 0, len(driver.fen))
    driver.type("4k3/8/8 w")
    driver.key(pygame.K_RETURN)
    assert driver.fen == "4k3/8/8 w"
    assert str(driver.screen.verdict.trouble).startswith("The placement has 8 by 3 squares")
    driver.type(" -")
    assert driver.fen == "4k3/8/8 w -"
    driver.key(pygame.K_ESCAPE)
    assert driver.fen == Board("chess").fen()


def test_copy_and_paste(editor, monkeypatch):
    clipboard = []
    monkeypatch.setattr(pygame.scrap, "put_text", clipboard.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard[-1])
    driver = editor("chess")
    driver.control(pygame.K_c)
    assert clipboard == [Board("chess").fen()]
    clipboard.append("  4k3/8/8/8/8/8/8/\n4K2R   b\n".replace("\n4", "4"))
    driver.control(pygame.K_v)
    assert driver.fen == "4k3/8/8/8/8/8/8/4K2R b - - 0 1"
    clipboard.append("hello")
    driver.control(pygame.K_v)
    assert isinstance(driver.app.dialog, MessageDialog)


def test_what_is_wrong_is_said_and_cannot_be_played(editor, seen):
    driver = editor()
    driver.right_click("e1")
    assert any("White has 0 royal pieces" in text for text in seen)
    driver.press("Play from here…")
    driver.control(pygame.K_RETURN)
    assert driver.app.dialog is None
    driver.press("Undo")
    driver.press("Play from here…")
    assert isinstance(driver.app.dialog, NewGameDialog)


# Coming and going


def test_another_game_keeps_the_pieces_and_undo_brings_the_first_back(editor):
    driver = editor("chess", "4k3/8/8/3q4/8/8/8/R3K3 b Q - 3 9")
    driver.press("Chess…")
    assert isinstance(driver.app.dialog, GameDialog)
    press_game(driver, variant("wormhole2").title)
    driver.press("Select")
    driver.step()
    assert driver.screen.variant.name == "wormhole2"
    assert driver.fen == "4k3/8/8/3q4/8/8/8/R3K3 b - - 3 9"
    driver.control(pygame.K_z)
    assert driver.fen == "4k3/8/8/3q4/8/8/8/R3K3 b Q - 3 9"
    assert driver.screen.variant.name == "chess"


def test_it_opens_with_the_position_of_a_game_and_leads_back(tmp_path):
    with Editor(tmp_path, start_game=True, black="person") as driver:
        driver.move("e2e4")
        driver.control(pygame.K_e)
        driver.step()
        assert isinstance(driver.screen, EditorScreen)
        assert driver.placement == "cnwlkwnc/pppppppp/8/8/4P3/8/PPPPxPPP/CNWLKWNC"
        driver.press("Close")
        driver.wait_for_reading()
        driver.step()
        assert isinstance(driver.screen, GameScreen)
        assert driver.match.cursor.board.ply() == 1
        driver.key(pygame.K_ESCAPE)
        assert isinstance(driver.app.dialog, MenuDialog)
        driver.press("Set up a position")
        driver.step()
        assert isinstance(driver.screen, EditorScreen)
        driver.app.close()


def test_it_opens_from_home(editor):
    driver = editor()
    driver.app.stage.rooms.open(destination.Home())
    driver.press("Set up")
    driver.step()
    assert isinstance(driver.screen, EditorScreen)


def test_it_sleeps_while_nothing_happens(editor):
    driver = editor()
    driver.settle()
    assert not driver.step()
    assert driver.app.wakes_in(driver.seconds) > 0.2


def test_a_card_says_what_a_piece_does_and_its_routes_are_shown(editor):
    driver = editor()
    empty = driver.picture()
    driver.post(pygame.MOUSEMOTION, pos=driver.at("b1"), rel=(1, 1), buttons=(0, 0, 0))
    driver.step()
    before = driver.picture()
    driver.step(0.6)
    driver.step()
    assert driver.screen.state.dwell.square == driver.screen.variant.geometry.parse("b1")
    on_board = driver.picture()
    assert on_board not in (before, empty)
    driver.post(
        pygame.MOUSEMOTION,
        pos=driver.screen.panel.palette.cell_of(BLACK_LION).center,
        rel=(1, 1),
        buttons=(0, 0, 0),
    )
    driver.step()
    driver.step(0.55)
    in_palette = driver.picture()
    assert in_palette != on_board
    driver.app.stage.preferences.change(piece_cards=False)
    driver.step()
    assert driver.picture() != in_palette


def test_the_reach_of_both_sides_is_shown(editor):
    driver = editor()
    before = driver.picture()
    driver.key(pygame.K_e, "e")
    assert driver.picture() != before
    driver.key(pygame.K_e, "e")
    assert driver.picture() == before


def test_a_position_that_was_changed_is_there_at_the_next_visit(editor):
    driver = editor("chess")
    start = driver.fen
    driver.press("Black")  # has the move
    changed = driver.fen
    assert changed != start
    driver.press("Close")
    driver.press("Set up")
    driver.step()
    assert driver.fen == changed
    driver.control(pygame.K_z)
    assert driver.fen == start


def test_undo_leads_from_the_position_of_a_game_back_to_the_one_that_was_set_up(editor):
    driver = editor("chess")
    driver.control(pygame.K_BACKSPACE)
    cleared = driver.fen
    for name in ("omega", "wormhole"):  # the first one is only looked at
        driver.app.stage.rooms.open(destination.Editor(Board(name)))
        driver.step()
        assert driver.screen.variant.name == name
        assert driver.fen == Board(name).fen()
    driver.control(pygame.K_z)
    assert (driver.screen.variant.name, driver.fen) == ("chess", cleared)


def test_a_position_that_was_only_looked_at_does_not_come_again(editor):
    driver = editor("chess", "4k3/8/8/3q4/8/8/8/R3K3 b Q - 3 9")
    driver.app.stage.rooms.open(destination.Editor())
    driver.step()
    assert driver.fen == Board("chess").fen()
    assert not driver.button("Undo").is_enabled
