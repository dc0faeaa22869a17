"""Letters that our font lacks are taken from other fonts, in all text and in widgets."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import weakref
from pathlib import Path

import pygame
import pytest

from wormhole.gui.look import lettering
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.button import Button
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering, parts_of
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.words import Words

NAMES = {
    "HANGUL": "김철수",
    "CJK": "王小明",
    "HIRAGANA": "たろう",
    "ARABIC": "محمد",
    "HEBREW": "כהן",
    "GEORGIAN": "ქართ",
    "THAI": "ผู้เล่น",
    "TAMIL": "தமிழ்",
    "DEVANAGARI": "हिन्दी",
}
WHITE = (255, 255, 255)


def available(script: str) -> str:
    """The name in that script; skips the test where no font has its letters."""
    name = NAMES[script]
    if lettering.file_with(name[0]) is None:
        pytest.skip(f"no font for {script.lower()} is installed")
    return name


def drawn(text: str, pixels: int = 24) -> bytes:
    return pygame.image.tobytes(Words(Lettering()).line(text, pixels, WHITE), "RGBA")


@pytest.mark.parametrize("script", NAMES)
def test_different_names_look_different(script):
    """Empty boxes would look the same."""
    name = available(script)
    pictures = {drawn(letter * 2) for letter in dict.fromkeys(name) if letter.isalpha()}
    assert len(pictures) == len({letter for letter in name if letter.isalpha()})
    assert drawn(name) != drawn("\uffff" * len(name))


@pytest.mark.parametrize("script", NAMES)
def test_a_line_is_as_wide_as_it_was_measured_and_as_high_as_others(script):
    name, words = available(script), Words(Lettering())
    for text in (name, f"Kim {name} (2. Nf3)"):
        line = words.line(text, 20, WHITE)
        assert line.get_width() == words.width(text, 20)
        assert line.get_height() == words.height(20)


def test_letters_join_in_scripts_that_join_them():
    available("ARABIC")
    words = Words(Lettering())
    assert words.width("محم", 40) != words.width("م", 40) + words.width("ح", 40) + words.width("م", 40)


def test_text_from_right_to_left_is_drawn_so():
    available("HEBREW")
    line = Words(Lettering()).line("י" * 6 + "ש", 40, WHITE)  # noqa: RUF001
    ink = pygame.mask.from_surface(line)
    left = sum(ink.get_at((x, y)) for x in range(24) for y in range(line.get_height()))
    right_edge = range(line.get_width() - 24, line.get_width())
    right = sum(ink.get_at((x, y)) for x in right_edge for y in range(line.get_height()))
    assert left > right, "the broad last letter stands at the left"


def test_marks_and_joiners_stay_with_their_letters():
    available("THAI")
    parts = [part for _, part in parts_of("ก้ vs ผู้")]
    assert parts == ["ก้", " vs ", "ผู้"]
    assert [part for _, part in parts_of("e\u0301t\u200ds")] == ["e\u0301t\u200ds"]


def test_ordinary_text_asks_for_no_other_font(monkeypatch):
    """Nothing is searched on disk before a letter is met that our font lacks."""
    monkeypatch.setattr(lettering, "file_with", lambda *_: pytest.fail("a font was searched"))
    for text in ("Plain", "Ünïcödé «…» ½", "Ελληνικά, Кириллица, Tiếng Việt"):
        assert drawn(text)


def test_a_letter_that_no_font_has_is_a_box(monkeypatch):
    monkeypatch.setattr(lettering, "_files", dict)
    lettering.file_with.cache_clear()
    try:
        line = Words(Lettering()).line("\U00010a00\U0001f01c", 24, WHITE)
        assert pygame.mask.from_surface(line).count() > 0
    finally:
        lettering.file_with.cache_clear()


@pytest.mark.parametrize(
    "content", [b"", b"ttcf", b"\0\1\0\0\xff\xff", b"\0\1\0\0\0\1" + b"cmap" * 40, b"x" * 1000]
)
def test_a_broken_font_file_has_no_letters(tmp_path, content):
    path = tmp_path / "NotoSansThai-Regular.ttf"
    path.write_bytes(content)
    assert not lettering.has(path, "ก")


def test_a_font_in_the_persons_folder_is_found(tmp_path):
    """In a process of its own, since the fonts are listed once."""
    folder = tmp_path / "fonts" / "deep"
    folder.mkdir(parents=True)
    letters = struct.pack(">12H", 4, 32, 0, 4, 0, 0, 0, 0x16A0, 0xFFFF, 0, 0x16A0, 0xFFFF)
    font = struct.pack(">IHHHH4sIII", 1 << 16, 1, 0, 0, 0, b"cmap", 0, 28, 99)
    (folder / "NotoSansRunic-Regular.ttf").write_bytes(font + struct.pack(">HHHHI", 0, 1, 3, 1, 12) + letters)
    done = subprocess.run(
        [sys.executable, "-c", "from wormhole.gui.look.lettering import file_with; print(file_with('ᚠ'))"],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": "", "PYTHONUTF8": "1"},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == str(folder / "NotoSansRunic-Regular.ttf")


def test_buttons_show_such_letters():
    name = available("HANGUL")
    theme = Theme.load()
    look = Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), Scale.of((800, 600)))
    pictures = set()
    for text in name:
        picture = pygame.Surface((200, 40))
        Button(picture.get_rect(), text, None, look).draw(picture)
        pictures.add(pygame.image.tobytes(picture, "RGB"))
    assert len(pictures) == len(name)


def test_words_that_are_cleared_close_their_fonts_and_render_the_same_again():
    lettering = Lettering()
    words = Words(lettering)
    before, width = words.line("Wormhole", 20, (255, 255, 255)), words.width("Wormhole", 20)
    font = weakref.ref(lettering.font(20))
    words.clear()
    assert font() is None, "an open font keeps the pictures of its letters"
    after = words.line("Wormhole", 20, (255, 255, 255))
    assert after is not before
    assert pygame.image.tobytes(after, "RGBA") == pygame.image.tobytes(before, "RGBA")
    assert words.width("Wormhole", 20) == width
