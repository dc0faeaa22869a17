"""Finds a font file for letters that our font lacks: another one of pygame_gui's, or one of the system's.

Files are found by their names, and a file is used only if its table of letters has the letter. Nothing is
read before such a letter is met.
"""

from __future__ import annotations

import os
import struct
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import BinaryIO

SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
MOST_FILES, MOST_TRIED = 20_000, 24
"""How many files of the system are looked at, and how many are opened for one letter."""
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
    """All font files by their names in small letters, without blanks and hyphens; the program's own first."""
    own = Path(str(resources.files("pygame_gui.data")))
    found: dict[str, Path] = {}
    for path in islice((path for folder in (own, *_folders()) for path in _below(folder)), MOST_FILES):
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
