"""The move list in the window: browsing, the menu of a move, comments and marks."""

from __future__ import annotations

import io
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

import wormhole
from tests.support.hand import Hand, hands
from tests.support.parts import exhaustive, mostly_exhaustive
from wormhole.gui.dialogs.context_menu import ContextMenu
from wormhole.gui.dialogs.text_dialogs import LONGEST_COMMENT, CommentDialog
from wormhole.library import pgn
from wormhole.library.record import Game

SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))
LINES = ("e2e4 e7e5 d2d3 d7d6", "e2e4 c7c5 c2c3", "e2e4 c7c5 d2d3 b7b6")


class Reader(Hand):
    """A user who reads a game of two users."""

    @property
    def game(self):
        return self.match.game

    @property
    def list(self):
        return self.screen.picture.moves.list

    @property
    def line(self):
        """The moves to where one looks."""
        return " ".join(node.uci() for node in self.match.cursor.node.line())

    def node(self, line):
        node = self.game
        for text in line.split():
            node = next(child for child in node.variations if child.uci() == text)
        return node

    def choose(self, line, button=1):
        """Click on a move."""
        self.click(self.list.place_of(self.node(line)).center, button)
        self.settle()

    def press_on_notice(self, text):
        super().press_on_notice(text)
        self.settle()


@pytest.fixture
def read(tmp_path):
    with hands(Reader, tmp_path, start_game=True, white="person", black="person") as open_window:

        def start(size=(1280, 800), lines=LINES):
            game = Game(wormhole.Board())
            for line in lines:
                node = game
                for text in line.split():
                    move = node.board().parse_uci(text)
                    node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
            game.find_sans()
            reader = open_window(size, game=game)
            reader.settle()
            return reader

        yield start


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_a_move_shows_it(read, size):
    reader = read(size)
    for line in ("e2e4 c7c5 c2c3", "e2e4", "e2e4 c7c5 d2d3 b7b6", "e2e4 e7e5 d2d3"):
        reader.choose(line)
        assert reader.line == line
        assert reader.match.cursor.board.fen() == reader.node(line).board().fen()


def test_the_keys_look_around(read):
    reader = read()
    for key, line in (
        (pygame.K_HOME, ""),
        (pygame.K_LEFT, ""),
        (pygame.K_RIGHT, "e2e4"),
        (pygame.K_RIGHT, "e2e4 e7e5"),
        (pygame.K_DOWN, "e2e4 c7c5"),
        (pygame.K_END, "e2e4 c7c5 c2c3"),
        (pygame.K_LEFT, "e2e4 c7c5"),
        (pygame.K_UP, "e2e4 e7e5"),
        (pygame.K_END, "e2e4 e7e5 d2d3 d7d6"),
    ):
        reader.key(key)
        reader.settle()
        assert reader.line == line


def test_the_menu_by_mouse(read):
    reader = read()
    for name, written in (
        ("Make main line", "1. e2e4 c7c5 ( 1... e7e5 2. d2d3 d7d6 ) 2. c2c3 ( 2. d2d3 b7b6 )"),
        ("Delete from here", "1. e2e4 e7e5 2. d2d3 d7d6"),
    ):
        reader.choose("e2e4 c7c5 c2c3" if name == "Make main line" else "e2e4 c7c5", button=3)
        assert isinstance(reader.app.dialog, ContextMenu)
        reader.press(name)
        reader.settle()
        assert reader.app.dialog is None
        assert reader.game.movetext() == written
    reader.press_on_notice("Undo")
    assert reader.game.movetext().startswith("1. e2e4 c7c5 ( 1... e7e5 2. d2d3 d7d6 )")


def test_the_menu_by_keyboard(read):
    reader = read()
    reader.choose("e2e4 c7c5 d2d3")
    reader.key(pygame.K_F10, "", pygame.KMOD_LSHIFT)
    reader.key(pygame.K_DOWN)
    reader.key(pygame.K_RETURN)
    assert [node.uci() for node in reader.node("e2e4 c7c5").variations] == ["d2d3", "c2c3"]
    reader.key(pygame.K_F10, "", pygame.KMOD_LSHIFT)
    reader.key(pygame.K_ESCAPE)
    assert reader.app.dialog is None
    reader.key(pygame.K_F10, "", pygame.KMOD_LSHIFT)
    reader.key(pygame.K_p, "p")
    assert reader.app.dialog is None
    assert reader.match.cursor.node.is_mainline()


def test_on_the_main_line_there_is_nothing_to_promote(read):
    reader = read()
    before = reader.game.movetext()
    reader.choose("e2e4 e7e5", button=3)
    buttons = {button.text: bool(button.is_enabled) for button in reader.app.dialog.widgets.buttons}
    assert not buttons["Make main line"]
    assert not buttons["Move up"]
    assert buttons["Comment…"]
    reader.key(pygame.K_p, "p")
    assert isinstance(reader.app.dialog, ContextMenu)
    reader.click((5, 5))
    assert reader.app.dialog is None
    assert reader.game.movetext() == before


@pytest.mark.parametrize("size", SIZES)
def test_the_move_that_is_looked_at_is_in_view(read, size):
    reader = read(size, [*LINES, "d2d4 " + " ".join(["0000"] * 30), "e2e4 e7e5 d2d3 b7b6 c2c3"])
    for node in (reader.node("e2e4"), reader.node("e2e4 c7c5"), reader.game.end()):
        node.comment = "A comment of many words, which takes several lines. " * 5
    nodes = list(reader.game.nodes())
    for node in (*nodes, *reversed(nodes), *nodes[::7]):
        reader.screen.game.go(node, reader.seconds)
        reader.settle()
        assert reader.list.place_of(node) is not None


@pytest.mark.parametrize("size", [*SIZES, pytest.param((1920, 1080), marks=exhaustive)])
def test_the_menu_is_within_the_window(read, size):
    reader = read(size)
    reader.choose("e2e4 e7e5 d2d3 d7d6", button=3)
    window = pygame.display.get_surface().get_rect()
    assert all(window.contains(button.rect) for button in reader.app.dialog.widgets.buttons)


def test_marks_by_key_and_by_menu(read):
    reader = read()
    node = reader.node("e2e4 c7c5")
    reader.choose("e2e4 c7c5")
    for character, nags in (("1", {1}), ("5", {5}), ("5", set()), ("4", {4})):
        before = reader.picture()
        reader.key(ord(character), character)
        assert node.nags == nags
        assert reader.picture() != before
    reader.choose("e2e4 c7c5", button=3)
    reader.press("!!")
    assert node.nags == {3}


def test_a_comment(read):
    reader = read()
    node = reader.node("e2e4 c7c5")
    reader.choose("e2e4 c7c5")
    reader.key(pygame.K_c, "c")
    assert isinstance(reader.app.dialog, CommentDialog)
    assert reader.app.dialog.heading == "Comment on 1… c5"
    reader.type("Sharp. {really}")
    reader.key(pygame.K_RETURN)
    assert reader.app.dialog is None
    assert node.comment == "Sharp. (really)"
    reader.key(pygame.K_c, "c")
    form = reader.app.dialog
    reader.type(" No")
    reader.click((3, 3))
    reader.key(pygame.K_ESCAPE)
    reader.press("Cancel")
    assert reader.app.dialog is form, "a slip loses nothing"
    reader.key(pygame.K_ESCAPE)
    reader.press("Discard")
    assert reader.app.dialog is None
    assert node.comment == "Sharp. (really)"


def test_the_key_that_opens_the_dialog_types_nothing_in_it(read):
    reader = read()
    reader.key(pygame.K_c, "c")
    reader.type("c")
    reader.key(pygame.K_RETURN)
    assert reader.node("e2e4 e7e5 d2d3 d7d6").comment == "c"


def test_whatever_is_pasted_becomes_a_comment_that_pgn_can_hold(read, monkeypatch):
    reader = read()
    node = reader.node("e2e4 c7c5")
    reader.choose("e2e4 c7c5")
    pasted = "one\r\n% two {three} &amp; <b>four</b>\x00 " + "five " * 1000
    monkeypatch.setattr("wormhole.gui.look.text_field.clipboard_text", lambda: pasted)
    reader.key(pygame.K_c, "c")
    reader.key(pygame.K_v, "v", pygame.KMOD_LCTRL)
    reader.type("six")
    reader.key(pygame.K_v, "v", pygame.KMOD_LCTRL)
    reader.key(pygame.K_RETURN)
    assert node.comment.startswith("one % two (three) &amp; <b>four</b>\N{REPLACEMENT CHARACTER} five five")
    assert len(node.comment) <= LONGEST_COMMENT
    again = pgn.read_game(io.StringIO(str(reader.game)))
    assert again.next().variations[1].comment == node.comment


def test_the_comment_is_edited_in_the_middle(read):
    reader = read()
    node = reader.node("e2e4 c7c5")
    node.comment = "[%clk 0:01:00] a fork"
    reader.choose("e2e4 c7c5")
    reader.key(pygame.K_c, "c")
    for key in (pygame.K_HOME, pygame.K_RIGHT, pygame.K_DELETE, pygame.K_END, pygame.K_BACKSPACE):
        reader.key(key)
    reader.type("m")
    reader.press("OK")
    assert node.comment == "[%clk 0:01:00] aform"


def test_the_wheel_over_the_list_and_the_scroll_bar(read):
    reader = read((800, 600), [" ".join(["0000"] * 60)])
    reader.key(pygame.K_END)
    reader.settle()
    first, last = reader.game.next(), reader.game.end()
    assert reader.list.place_of(first) is None
    assert reader.list.place_of(last) is not None
    inside = reader.list.rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=inside, buttons=(0, 0, 0), rel=(0, 0)))
    for _ in range(40):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    reader.step()
    assert reader.list.place_of(first) is not None
    at = (reader.list.rect.right - 7, reader.list.rect.bottom - 20)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, buttons=(1, 0, 0), rel=(0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    reader.step()
    assert reader.list.place_of(last) is not None
    assert reader.match.cursor.node is last


def test_the_pointer_and_the_move_that_is_looked_at_are_seen(read):
    reader = read()
    reader.choose("e2e4 c7c5")
    before = reader.picture()
    place = reader.list.place_of(reader.node("e2e4 c7c5 c2c3")).center
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, buttons=(0, 0, 0), rel=(0, 0)))
    reader.step()
    pointed = reader.picture()
    assert pointed != before
    reader.choose("e2e4 c7c5 c2c3")
    assert reader.picture() != pointed


def test_the_list_fills_its_card_again_once_the_banner_is_gone(read):
    reader = read((800, 600), [" ".join(["0000"] * 60)])
    reader.key(pygame.K_END)
    reader.settle()
    before = reader.list.place_of(reader.game.end())
    reader.list.reserve(reader.list.rect.height // 2)
    assert reader.list.place_of(reader.game.end()).bottom < before.top
    for _ in range(2):
        reader.key(pygame.K_LEFT)
        reader.settle()
    reader.list.reserve(0)
    assert reader.list.place_of(reader.game.end()) == before
