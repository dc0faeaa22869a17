"""The font of all text, Noto Sans; letters that it lacks come from the system's fonts.

Those are found by the names of their files, and a file is used only if its table of letters has the letter.
Nothing is read before such a letter is met.
"""

from __future__ import annotations

import io
import os
import struct
import sys
import threading
import unicodedata
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import pygame

from wormhole import assets
from wormhole.gui.look.theme import Colour

SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
MOST_FILES, MOST_TRIED = 20_000, 24
"""How many files of the system are searched, and how many are opened for one letter."""
OF_ALL_SCRIPTS = (
    "dejavusans",
    "freesans",
    "arialunicode",
    "segoeui",
    "tahoma",
    "arial",
    "droidsansfallback",
    "unifont",
)
OF_SCRIPTS = {
    "CJK": ("notosanssc", "notosanscjk", "sourcehansans", "msyh", "pingfang", "wqy", "simsun", "notosansjp"),
    "HIRAGANA": ("notosansjp", "notosanscjk", "meiryo", "yugoth", "msgothic", "hiragino", "takao", "ipag"),
    "KATAKANA": ("notosansjp", "notosanscjk", "meiryo", "yugoth", "msgothic", "hiragino", "takao", "ipag"),
    "HANGUL": ("notosanskr", "notosanscjk", "malgun", "applesdgothicneo", "nanumgothic", "baekmuk"),
    "THAI": ("leelawui", "leelawad", "thonburi", "loma", "garuda"),
    "BENGALI": ("nirmala", "lohit"),
    "DEVANAGARI": ("nirmala", "kohinoor", "lohit"),
    "TAMIL": ("nirmala", "tamilsangam", "lohit"),
    "EMOJI": ("notocoloremoji", "applecoloremoji", "seguiemj", "notoemoji", "symbola", "notosanssymbols"),
}
"""The beginnings of names of files, without blanks and hyphens, that have the letters of a script."""
CMAP = int.from_bytes(b"cmap", "big")
_EMOJI = range(0x1F000, 0x20000)
_UNICODE = {(3, 10), (3, 1), (0, 6), (0, 4), (0, 3), (0, 2), (0, 1), (0, 0)}
"""The kinds of tables, by platform and encoding, that are for Unicode."""


def script_of(letter: str) -> str:
    """The first word of the letter's name in Unicode: LATIN, THAI, CJK …"""
    if ord(letter) in _EMOJI:
        return "EMOJI"
    return unicodedata.name(letter, "").partition(" ")[0]


@lru_cache(maxsize=4096)
def file_with(letter: str, bold: bool = False) -> Path | None:
    """A font file that has the letter; None if there is none."""
    candidates = islice(_candidates(script_of(letter), bold), MOST_TRIED)
    return next((path for path in candidates if has(path, letter)), None)


def has(path: Path, letter: str) -> bool:
    """Whether the font has the letter."""
    starts, ends = _ranges(path)
    place = bisect_right(starts, ord(letter)) - 1
    return place >= 0 and ord(letter) <= ends[place]


def _candidates(script: str, bold: bool) -> Iterator[Path]:
    """The files whose names promise the letters of a script, the likeliest first, upright ones only."""
    wanted = (f"notosans{script.lower()}", *OF_SCRIPTS.get(script, ()), *OF_ALL_SCRIPTS)
    for beginning in wanted:
        named = [path for name, path in _files().items() if name.startswith(beginning)]
        yield from sorted(named, key=lambda path: _unlikeliness(path, bold))
    if script:
        yield from (path for name, path in _files().items() if script.lower() in name)


def _unlikeliness(path: Path, bold: bool) -> tuple[bool, bool, int]:
    name = path.stem.lower()
    is_bold = name.endswith(("-bold", "bd", "-bd"))
    return any(word in name for word in ("italic", "oblique")), is_bold is not bold, len(name)


@cache
def _files() -> dict[str, Path]:
    """All font files by their names in small letters, without blanks and hyphens."""
    found: dict[str, Path] = {}
    for path in islice((path for folder in _folders() for path in _below(folder)), MOST_FILES):
        found.setdefault("".join(filter(str.isalnum, path.stem.lower())), path)
    return found


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders.sort()
        yield from (Path(place, name) for name in sorted(files) if name.lower().endswith(SUFFIXES))


def _folders() -> Sequence[Path]:
    """Where the system's fonts are, and the user's."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home))
        return Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts"), Path(local, "Microsoft/Windows/Fonts")
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return Path(data, "fonts"), home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")


@lru_cache(maxsize=64)
def _ranges(path: Path) -> tuple[Sequence[int], Sequence[int]]:
    """The first and the last numbers of the letters of a font, range by range; none if it is not one."""
    try:
        with path.open("rb") as file:
            found = sorted(_read_ranges(file))
    except (OSError, struct.error, ValueError):
        found = []
    return [start for start, _ in found], [end for _, end in found]


def _read_ranges(file: BinaryIO) -> list[tuple[int, int]]:
    """The ranges in the ``cmap`` table (https://learn.microsoft.com/typography/opentype/spec/cmap)."""
    start = 0
    if file.read(4) == b"ttcf":
        file.seek(12)
        (start,) = _unpacked(">I", file)
    file.seek(start + 4)
    (count,) = _unpacked(">H", file)
    file.seek(start + 12)
    tables = {tag: offset for tag, _, offset, _ in (_unpacked(">IIII", file) for _ in range(count))}
    if CMAP not in tables:
        return []
    cmap = tables[CMAP]
    file.seek(cmap + 2)
    (count,) = _unpacked(">H", file)
    kinds = [_unpacked(">HHI", file) for _ in range(count)]
    found: list[tuple[int, int]] = []
    for offset in {offset for platform, encoding, offset in kinds if (platform, encoding) in _UNICODE}:
        file.seek(cmap + offset)
        (form,) = _unpacked(">H", file)
        if form == 4:
            file.seek(cmap + offset + 6)
            (twice,) = _unpacked(">H", file)
            file.seek(cmap + offset + 14)
            ends = _unpacked(f">{twice // 2}H", file)
            file.read(2)
            starts = _unpacked(f">{twice // 2}H", file)
            found += [each for each in zip(starts, ends, strict=True) if each[0] != 0xFFFF]
        elif form == 12:
            file.seek(cmap + offset + 12)
            (groups,) = _unpacked(">I", file)
            numbers = _unpacked(f">{3 * min(groups, 1 << 17)}I", file)
            found += zip(numbers[::3], numbers[1::3], strict=True)
    return found


def _unpacked(form: str, file: BinaryIO) -> tuple[int, ...]:
    return struct.unpack(form, file.read(struct.calcsize(form)))


FACES = {
    (False, False): "NotoSans-Regular.ttf",
    (True, False): "NotoSans-Bold.ttf",
    (False, True): "NotoSans-Italic.ttf",
    (True, True): "NotoSans-BoldItalic.ttf",
}
"""The file of each face: bold or not, italic or not."""

KEPT = 20
"""Open fonts. Each takes half a megabyte, and up to another one for the pictures of its letters."""

OTHERS_KEPT = 12
"""Open fonts for letters that ours lack."""
JOINERS = "\u200c\u200d"
SCRIPTS = {
    "ARABIC": "Arab",
    "HEBREW": "Hebr",
    "THAI": "Thai",
    "LAO": "Laoo",
    "KHMER": "Khmr",
    "MYANMAR": "Mymr",
    "DEVANAGARI": "Deva",
    "BENGALI": "Beng",
    "GURMUKHI": "Guru",
    "GUJARATI": "Gujr",
    "ORIYA": "Orya",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "KANNADA": "Knda",
    "MALAYALAM": "Mlym",
    "SINHALA": "Sinh",
    "TIBETAN": "Tibt",
    "HANGUL": "Hang",
}
"""The codes of ISO 15924 for the scripts whose letters change with their neighbours."""
SHAPED = range(0x0590, 0x1200)
"""Where Unicode has them, but for Hangul, which our font lacks."""
RIGHT_TO_LEFT = ("Arab", "Hebr")
TALLEST = 1.6
"""Letters that are higher than this, in lines, have one size only, as emoji have; they are scaled."""

_OPENING = threading.Lock()
"""FreeType opens and closes one font at a time."""


@dataclass(frozen=True)
class Face:
    """A font file, and the script in which it is to be written; an empty one for ours."""

    path: Path
    script: str = ""


OURS = Face(Path())


class OtherFonts:
    """Open fonts for letters that ours lack; those used last stay open."""

    def __init__(self) -> None:
        self._fonts: OrderedDict[tuple[Face, int], pygame.Font] = OrderedDict()

    def font(self, face: Face, pixels: int) -> pygame.Font | None:
        """The font of that face and size; None if the file cannot be used."""
        key = face, pixels
        if key not in self._fonts:
            with _OPENING:
                try:
                    font = pygame.Font(str(face.path), pixels)
                    if face.script:
                        font.set_script(face.script)
                    if face.script in RIGHT_TO_LEFT:
                        font.set_direction(pygame.DIRECTION_RTL)
                except (pygame.error, OSError):
                    return None
                self._fonts[key] = font
                if len(self._fonts) > OTHERS_KEPT:
                    self._fonts.popitem(last=False)
        self._fonts.move_to_end(key)
        return self._fonts[key]

    def close(self) -> None:
        """Close all fonts. They open again when they are needed."""
        with _OPENING:
            self._fonts.clear()


class LineFont(pygame.Font):
    """One of our fonts, which takes letters that it lacks from others, on the same base line."""

    def __init__(self, source: Any, pixels: int, bold: bool, others: OtherFonts) -> None:
        super().__init__(source, pixels)
        self._pixels, self._bold, self._others = pixels, bold, others

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]
        """The width and height of a line."""
        if _is_ours(text):
            return super().size(text)
        return sum(picture.get_width() for picture, _ in self._pictures(text, (0, 0, 0))), self.get_linesize()

    def render(self, text: str, antialias: bool, colour: Colour) -> pygame.Surface:  # type: ignore[override]
        """A line of text."""
        if _is_ours(text):
            return super().render(text, antialias, colour)
        pictures = list(self._pictures(text, colour))
        width = sum(picture.get_width() for picture, _ in pictures)
        line = pygame.Surface((width, self.get_linesize()), pygame.SRCALPHA)
        left = 0
        for picture, top in pictures:
            line.blit(picture, (left, top))
            left += picture.get_width()
        return line

    def _pictures(self, text: str, colour: Colour) -> Iterator[tuple[pygame.Surface, int]]:
        """The parts of a line, each with the place of its upper edge."""
        for face, part in parts_of(text, self._bold):
            font = None if face == OURS else self._others.font(face, self._pixels)
            if font is None:
                yield super().render(part, True, colour), 0
                continue
            picture = font.render(part, True, colour)
            height = self.get_linesize()
            if picture.get_height() > TALLEST * height:
                picture = picture.convert_alpha() if pygame.display.get_surface() else picture
                width = max(1, picture.get_width() * height // picture.get_height())
                yield pygame.transform.smoothscale(picture, (width, height)), 0
            else:
                yield picture, self.get_ascent() - font.get_ascent()


def parts_of(text: str, bold: bool = False) -> Iterator[tuple[Face, str]]:
    """The parts of a text that one font can write. Marks stay with their letters, and blanks between them."""
    face, part, blanks = OURS, "", ""
    for letter in text:
        if part and (letter in JOINERS or unicodedata.category(letter)[0] == "M"):
            part, blanks = part + blanks + letter, ""
        elif part and face != OURS and unicodedata.category(letter)[0] in "ZP" and _is_ours(letter):
            blanks += letter
        else:
            own = face_of(letter, bold)
            if own == face:
                part, blanks = part + blanks + letter, ""
                continue
            if part:
                yield face, part
            if blanks and own != OURS:
                yield OURS, blanks
                blanks = ""
            face, part, blanks = own, blanks + letter, ""
    if part:
        yield face, part
    if blanks:
        yield OURS, blanks


@lru_cache(maxsize=4096)
def face_of(letter: str, bold: bool) -> Face:
    """The font that writes a letter; ours if there is no better one."""
    if _is_ours(letter):
        return OURS
    path = file_with(letter, bold)
    return OURS if path is None else Face(path, SCRIPTS.get(script_of(letter), ""))


def _is_ours(text: str) -> bool:
    return text.isascii() or all(map(_is_our_letter, text))


@lru_cache(maxsize=4096)
def _is_our_letter(letter: str) -> bool:
    """Whether our font has the letter, and it needs no shaping."""
    return ord(letter) not in SHAPED and has(_our_path(), letter)


@cache
def _our_path() -> Path:
    return assets.fonts() / FACES[False, False]


class Lettering:
    """Fonts by size, weight and slant; those used last stay open.

    With a `script`, a code of ISO 15924, letters are set as is usual in it: in Latin, pairs such as "Wo" and
    "ve" stand closer.
    """

    def __init__(self, script: str = "") -> None:
        self._script = script
        self._fonts: OrderedDict[tuple[int, bool, bool], pygame.Font] = OrderedDict()
        self._others = OtherFonts()

    def font(self, pixels: int, bold: bool = False, italic: bool = False) -> pygame.Font:
        """The font with a height of about ``pixels``."""
        key = (pixels, bold, italic)
        if key not in self._fonts:
            face = _face(FACES[bold, italic])
            with _OPENING:
                if not pygame.font.get_init():
                    pygame.font.init()
                # SDL keeps reading from it.
                font = self._fonts[key] = LineFont(io.BytesIO(face), pixels, bold, self._others)
                if self._script:
                    font.set_script(self._script)
                if len(self._fonts) > KEPT:
                    self._fonts.popitem(last=False)
        self._fonts.move_to_end(key)
        return self._fonts[key]

    def close(self) -> None:
        """Close all fonts, with the pictures of their letters. They open again when they are needed."""
        with _OPENING:
            self._fonts.clear()
        self._others.close()


@cache
def _face(file: str) -> bytes:
    """The bytes of a font's file, which its fonts of all sizes share."""
    return (assets.fonts() / file).read_bytes()
