"""Finds the texts on screen, and updates the catalogues of translations.

python -m tools.texts          writes new texts into every catalogue, removes those no longer used
python -m tools.texts --check  only says what is missing or no longer used
python -m tools.texts --new pt starts a catalogue
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from wormhole.base import toml
from wormhole.gui.languages.catalogues import OWN_NAME, SHIPPED

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "wormhole"
PARTS = ("base", "rules", "engine", "players", "library", "play", "learn", "pages", "arena", "gui")
NEVER_SHOWN = "engine/protocols/*"
"""Texts of these are read by other programs, not on screen."""

MARKS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "_n": (1, 2),
    "_p": ((1, "c"), 2),
    "Message": None,
    **dict.fromkeys(("WormholeError", "FenError", "MoveError", "VariantError", "LibraryError"), None),
    **dict.fromkeys(
        ("DamagedError", "MailError", "PageError", "PgnError", "PlayerError", "StudyError", "SvgError"),
        None,
    ),
    **dict.fromkeys(("ThemeError", "_TokenError"), None),
    **dict.fromkeys(("TagError", "FieldError"), (2,)),
}
"""The calls whose argument is a text: the functions of `wormhole.gui.languages.language`, and errors."""

CHANGING = tuple(
    f'"{name}'.encode()
    for name in (
        *("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)
"""The beginnings of header lines that would change with each update without information."""

TABLES = {
    "rules/catalogue/*.toml": ("title", "about", "name"),
    "engine/characters.toml": ("name", "about"),
    "engine/levels.toml": ("name", "about"),
    "gui/look/themes/*.toml": ("title",),
    "gui/rules_pages/*.toml": ("sentence", "text"),
    "learn/lessons/*.toml": ("title", "about", "text", "praise", "hint", "aside"),
}
"""The files of data with texts, and the fields that hold them."""


def texts() -> Catalog:
    """All texts that are shown, in English."""
    found = Catalog(charset="utf-8")
    found.add("English", context=OWN_NAME)
    for path in _sources():
        where = [(path.relative_to(ROOT).as_posix(), 0)]
        # Babel warns of every f-string, also of those that are no texts.
        with contextlib.redirect_stderr(io.StringIO()):
            extracted = [*extract("python", io.BytesIO(path.read_bytes()), keywords=MARKS)]
        for _, message, _, context in extracted:
            # From Python 3.12 on, texts within an f-string look like arguments of the call around it.
            if message and message != ", ":
                found.add(message, locations=where, context=context)
    for pattern, fields in TABLES.items():
        for path in sorted(PACKAGE.glob(pattern)):
            where = [(path.relative_to(ROOT).as_posix(), 0)]
            for text in _fields(toml.loads(path.read_text("utf-8")), fields):
                found.add(text, locations=where)
    return found


def _sources() -> Iterator[Path]:
    yield PACKAGE / "training" / "teacher.py"  # the window shows its reports
    for part in PARTS:
        for path in sorted((PACKAGE / part).rglob("*.py")):
            if not path.relative_to(PACKAGE).match(NEVER_SHOWN):
                yield path


def _fields(table: dict[str, Any], fields: tuple[str, ...]) -> Iterator[str]:
    """The texts in these fields of a table and of the tables within it."""
    for name, value in table.items():
        tables = [value] if isinstance(value, dict) else value if isinstance(value, list) else []
        for inner in tables:
            if isinstance(inner, dict):
                yield from _fields(inner, fields)
        if name in fields and isinstance(value, str):
            yield value.strip()
        if name == "royal" and value is True and "name" in table:
            yield table["name"].lower()  # within a sentence


def catalogues() -> dict[str, Path]:
    """The catalogue of each language."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.po"))}


def read(path: Path) -> Catalog:
    """A catalogue."""
    with path.open("rb") as file:
        return read_po(file, path.stem, abort_invalid=True)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, sorted by file, so that the same texts give the same file."""
    for message in catalogue:
        message.locations.sort()
    text = io.BytesIO()
    write_po(text, catalogue, width=110, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    lines = text.getvalue().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if not line.startswith(CHANGING)))


def differences(catalogue: Catalog, wanted: Catalog) -> list[str]:
    """The errors of a catalogue: texts that are missing, no longer used, or marked as fuzzy."""
    keys = {(message.id, message.context) for message in wanted if message.id}
    known = {(message.id, message.context): message for message in catalogue if message.id}
    missing = [key for key in keys if key not in known or not _is_translated(known[key])]
    return [
        *(f"missing: {_shown(key)}" for key in sorted(missing, key=repr)),
        *(f"no longer used: {_shown(key)}" for key in sorted(known.keys() - keys, key=repr)),
        *(f"fuzzy: {_shown(key)}" for key, message in known.items() if message.fuzzy),
    ]


def _is_translated(message: Any) -> bool:
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def _shown(key: tuple[Any, str | None]) -> str:
    text, context = key
    return f"{context}: {text!r}" if context else repr(text)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--new", metavar="CODE", help="start a catalogue for this language")
    args = parser.parse_args()
    if args.new:
        begun = Catalog(args.new, header_comment=f"# Glossary of {args.new}:", fuzzy=False)
        write(SHIPPED / f"{args.new}.po", begun)
    status = 0
    for code, path in catalogues().items():
        catalogue, wanted = read(path), texts()  # update takes over its messages
        if not args.check:
            catalogue.update(wanted, no_fuzzy_matching=True)
            write(path, catalogue)
        for line in differences(catalogue, wanted):
            status = 1
            print(f"{code}: {line}")
    return status


if __name__ == "__main__":
    sys.exit(main())
