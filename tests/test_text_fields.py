"""Typing in the window: caret, selection, clipboard, input methods, texts longer than their field."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole import Board
from wormhole.gui.look.layers import Pointer
from wormhole.gui.look.text_field import TextField, clipboard_text
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command

CTRL, SHIFT, ALT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT
LEFT, RIGHT, HOME, END = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END


class Writer(Hand):
    """A user who types; with a clipboard of their own."""

    @property
    def field(self):
        """The widest text field."""
        fields = (each for each in self.top.widgets.everything if isinstance(each, TextField))
        return max(fields, key=lambda field: field.rect.width)

    @property
    def text(self):
        return self.field.get_text()

    @property
    def selected(self):
        return self.field.selected_text

    def write(self, text):
        """Characters as they come from a keyboard or an input method."""
        self.post(pygame.TEXTINPUT, text=text)
        self.step()

    def compose(self, text):
        self.post(pygame.TEXTEDITING, text=text, start=0, length=0)
        self.step()

    def press_keys(self, *keys, modifiers=0):
        for key in keys:
            self.key(key, modifiers=modifiers)

    def place(self, index):
        """The pixel where the caret is, before the character of this number."""
        words = self.app.stage.look.words.labels
        pixels = self.app.stage.look.small
        left = self.field.caret_rect.left - words.width(self.text[: self.field.caret], pixels)
        return left + words.width(self.text[:index], pixels), self.field.rect.centery

    def shown(self):
        return pygame.image.tobytes(pygame.display.get_surface().subsurface(self.field.rect), "RGB")


@pytest.fixture
def writer(tmp_path, monkeypatch):
    """In the field that looks for keys, which is as wide as a dialog."""
    clipboard = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: clipboard.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard[0])
    with Writer(tmp_path, size=(800, 600), start_game=True, black="person") as writer:
        writer.clipboard = clipboard
        writer.app.stage.command(Command.TYPE_MOVE)
        writer.step()
        yield writer


@pytest.fixture
def editor(writer):
    """In the editor's field for a position, which is longer than the field."""
    writer.key(pygame.K_ESCAPE)
    writer.app.stage.rooms.open(
        destination.Editor(Board(), back=lambda: writer.app.stage.rooms.open(destination.Home()))
    )
    writer.step()
    writer.click(writer.field.rect.center)
    return writer


@pytest.fixture
def comment(writer):
    """In the field of several lines."""
    writer.key(pygame.K_ESCAPE)
    writer.app.stage.command(Command.COMMENT)
    writer.step()
    return writer


def test_characters_are_inserted_at_the_caret(writer):
    writer.write("ad")
    writer.press_keys(LEFT)
    writer.write("b")
    writer.write("c")
    assert (writer.text, writer.field.caret) == ("abcd", 3)


def test_backspace_and_delete(writer):
    writer.write("abcde")
    writer.press_keys(pygame.K_BACKSPACE)
    writer.press_keys(HOME, pygame.K_DELETE, RIGHT, pygame.K_BACKSPACE)
    assert writer.text == "cd"
    writer.press_keys(pygame.K_BACKSPACE, END, pygame.K_DELETE)
    assert writer.text == "cd"


def test_what_cannot_be_printed_is_not_typed(writer):
    writer.write("a\t")
    writer.write("\x07")
    assert writer.text == ""


@pytest.mark.parametrize("text", ["é", "ß", "Ж", "王小明", "かな", "김", "🙂"])
def test_letters_of_all_scripts_can_be_typed(writer, text):
    writer.write(text)
    assert writer.text == text


def test_shift_selects_and_typing_replaces(writer):
    writer.write("one two")
    writer.press_keys(LEFT, LEFT, LEFT, modifiers=SHIFT)
    assert writer.selected == "two"
    writer.press_keys(RIGHT, modifiers=SHIFT)
    assert writer.selected == "wo"
    writer.write("en")
    assert (writer.text, writer.selected) == ("one ten", "")
    writer.press_keys(HOME, modifiers=SHIFT)
    assert writer.selected == "one ten"
    writer.press_keys(RIGHT)
    assert (writer.selected, writer.field.caret) == ("", 7)
    writer.press_keys(LEFT, modifiers=SHIFT)
    writer.press_keys(LEFT)
    assert (writer.selected, writer.field.caret) == ("", 6)


def test_home_and_end(writer):
    writer.write("abc")
    writer.press_keys(HOME)
    writer.write("1")
    writer.press_keys(END)
    writer.write("2")
    assert writer.text == "1abc2"


@pytest.mark.parametrize("modifier", [CTRL, ALT])
def test_jumps_by_words(writer, modifier):
    writer.write("one, two  three")
    places = []
    for _ in range(5):
        writer.press_keys(LEFT, modifiers=modifier)
        places.append(writer.field.caret)
    assert places == [10, 5, 3, 0, 0]
    places.clear()
    for _ in range(5):
        writer.press_keys(RIGHT, modifiers=modifier)
        places.append(writer.field.caret)
    assert places == [3, 4, 8, 15, 15]
    writer.press_keys(LEFT, modifiers=modifier | SHIFT)
    assert writer.selected == "three"
    writer.press_keys(pygame.K_BACKSPACE)
    writer.press_keys(pygame.K_BACKSPACE, modifiers=modifier)
    assert writer.text == "one, "


def test_copy_cut_paste(writer):
    writer.write("one two")
    writer.press_keys(pygame.K_a, modifiers=CTRL)
    assert writer.selected == "one two"
    writer.press_keys(pygame.K_c, modifiers=CTRL)
    assert writer.clipboard == ["one two"]
    writer.press_keys(END)
    writer.press_keys(LEFT, LEFT, LEFT, modifiers=SHIFT)
    writer.press_keys(pygame.K_x, modifiers=CTRL)
    assert (writer.text, writer.clipboard) == ("one ", ["two"])
    writer.press_keys(HOME)
    writer.press_keys(pygame.K_v, pygame.K_v, modifiers=CTRL)
    assert (writer.text, writer.field.caret) == ("twotwoone ", 6)
    writer.press_keys(pygame.K_x, modifiers=CTRL)
    assert writer.clipboard == ["two"], "nothing is selected"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"caf\xe9", "caf\u00e9"),
        ("caf\u00e9".encode("utf-16"), "caf\u00e9"),
        (b"\xef\xbb\xbfcaf\xc3\xa9", "caf\u00e9"),
        (b"\xff\0\x01", ""),
    ],
)
def test_a_clipboard_in_another_encoding_is_read(monkeypatch, content, text):
    monkeypatch.setattr(pygame.scrap, "get_text", content.decode)
    assert clipboard_text() == text


def test_pasted_lines_become_one_and_no_longer_than_the_field_takes(writer):
    writer.clipboard[0] = " a\nb\x07\tc  "
    writer.press_keys(pygame.K_v, modifiers=CTRL)
    assert writer.text == "a b\ufffd c"
    writer.clipboard[0] = "x" * 5000
    writer.press_keys(pygame.K_v, modifiers=CTRL)
    full = writer.text
    assert 4 < len(full) < 5000
    writer.write("y")
    assert writer.text == full
    writer.press_keys(pygame.K_a, modifiers=CTRL)
    writer.write("y")
    assert writer.text == "y"


def test_the_mouse_puts_the_caret_and_selects(writer):
    writer.write("one two three")
    writer.click(writer.place(5))
    assert writer.field.caret == 5
    writer.down(writer.place(8))
    writer.point(writer.place(4), held=True)
    assert writer.selected == "two "
    writer.point((0, writer.field.rect.centery), held=True)
    assert writer.selected == "one two "
    writer.up((0, writer.field.rect.centery))
    writer.point(writer.place(13))
    assert writer.selected == "one two ", "the button is up"


def test_a_double_click_selects_a_word(writer):
    writer.write("one two three")
    writer.down(writer.place(6))
    writer.up(writer.place(6))
    writer.down(writer.place(6))
    writer.point(writer.place(5), held=True)
    writer.up(writer.place(5))
    assert writer.selected == "two"


def test_an_input_method_shows_what_it_composes_and_the_field_gets_what_is_chosen(writer):
    writer.write("a")
    before = writer.shown()
    writer.compose("ni")
    assert writer.text == "a"
    assert writer.shown() != before
    writer.press_keys(pygame.K_BACKSPACE, LEFT)
    assert (writer.text, writer.field.caret) == ("a", 1), "these keys are the input method's"
    writer.write("你")
    assert writer.text == "a你"
    writer.press_keys(pygame.K_BACKSPACE)
    assert writer.shown() == before
    writer.compose("ni")
    writer.compose("")
    assert writer.shown() == before, "it was given up"


def test_the_window_tells_input_methods_where_the_caret_is(writer, monkeypatch):
    told = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    writer.write("one")
    assert told[-1] == writer.field.caret_rect
    assert writer.field.rect.contains(told[-1])


def test_a_long_text_scrolls_with_the_caret(editor):
    field = editor.field
    assert len(editor.text) > 40
    editor.press_keys(HOME)
    begin = editor.shown()
    editor.press_keys(END)
    assert editor.shown() != begin
    for key in (HOME, END):
        editor.press_keys(key)
        for _ in range(len(editor.text)):
            editor.press_keys(RIGHT if key == HOME else LEFT)
            assert field.rect.contains(field.caret_rect)
    assert field.caret == 0
    assert editor.shown() == begin
    editor.press_keys(END)
    editor.point(field.rect.center)
    end = editor.field.caret_rect
    editor.press_keys(LEFT)
    assert editor.field.caret_rect.left < end.left, "the text stays while the caret is in sight"


def test_a_field_without_the_focus_shows_how_its_text_begins(editor):
    editor.press_keys(HOME)
    start = editor.field.caret_rect.left
    editor.press_keys(END)
    editor.app.screen.widgets.leave()
    editor.step()
    assert editor.field.caret_rect.left == start
    editor.click(editor.place(4))
    assert editor.field.caret == 4


def test_the_field_that_tab_reaches_is_selected(editor):
    editor.app.screen.widgets.leave()
    for _ in range(60):
        editor.key(pygame.K_TAB)
        if editor.app.screen.widgets.focused is editor.field:
            break
    assert editor.selected == editor.text


def test_a_comment_breaks_into_lines_and_the_arrows_go_up_and_down(comment):
    words = "These words are so many that no line of the dialog has room for all of them at once. " * 3
    comment.write(words.strip())
    field = comment.field
    bottom = field.caret_rect
    comment.press_keys(pygame.K_UP)
    assert field.caret_rect.top < bottom.top
    assert abs(field.caret_rect.left - bottom.left) < 12
    comment.press_keys(HOME)
    row = field.caret
    assert field.caret_rect.left < field.rect.left + 20
    assert comment.text[row - 1] == " ", "lines break between words"
    comment.press_keys(END)
    assert field.caret_rect.top < bottom.top
    comment.press_keys(pygame.K_DOWN)
    assert field.caret_rect.top == bottom.top
    comment.press_keys(HOME, modifiers=CTRL)
    assert field.caret == 0
    comment.press_keys(pygame.K_UP)
    assert field.caret == 0
    comment.click((field.rect.left + 4, bottom.centery))
    assert comment.text[: field.caret].endswith(" ")
    assert field.caret_rect.top == bottom.top


def test_a_comment_higher_than_its_field_scrolls(comment):
    comment.write("word " * 399 + "end")
    assert comment.field.rect.contains(comment.field.caret_rect)
    end = comment.shown()
    comment.press_keys(HOME, modifiers=CTRL)
    assert comment.field.rect.contains(comment.field.caret_rect)
    assert comment.shown() != end


def test_the_caret_blinks_and_rests_while_one_types(writer):
    looks = set()
    for _ in range(60):
        writer.step(0.05)
        looks.add(writer.shown())
    assert len(looks) == 2
    writer.write("a")
    shown = writer.shown()
    writer.step(0.5)
    assert writer.shown() == shown


def test_the_pointer_over_a_field_says_that_one_can_type(writer):
    assert writer.top.widgets.spot_at(writer.field.rect.center).pointer is Pointer.TEXT
