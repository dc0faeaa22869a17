"""Reads the catalogues of translations, one .po file for each language.

Babel turns a .po file into gettext's .mo at its first use, and the .mo is kept in the user's cache folder.
"""

from __future__ import annotations

import contextlib
import gettext
import io
import os
import re
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from wormhole.base.text_files import files_in, is_file_name
from wormhole.version import APPLICATION

SHIPPED = Path(__file__).parent
ENGLISH = "en"

OWN_NAME = "the name of the language in itself"
"""The context of the text that gives a language's own name."""

_NAME = re.compile(rf'^msgctxt "{OWN_NAME}"\nmsgid "English"\nmsgstr "(.+)"$', re.MULTILINE)


def folders() -> tuple[Path, ...]:
    """Where catalogues are: the user's own first, then the program's."""
    return Path(platformdirs.user_config_path(APPLICATION), "languages"), SHIPPED


def names(places: Sequence[Path]) -> dict[str, str]:
    """The code and the own name of each language, English first."""
    found = {
        path.stem: name[1]
        for place in reversed(places)
        for path in files_in(place, ".po")
        if (name := _NAME.search(path.read_text("utf-8", "replace"))) is not None
    }
    return {ENGLISH: "English", **dict(sorted(found.items(), key=lambda item: item[1]))}


def has(code: str, places: Sequence[Path]) -> bool:
    """Whether there is a language with that code."""
    if code == ENGLISH:
        return True
    return is_file_name(code) and any(os.path.isfile(place / f"{code}.po") for place in places)


def catalogue(code: str, places: Sequence[Path]) -> gettext.NullTranslations:
    """The translations of a language; none for English or for a language that has no readable catalogue."""
    for place in places if is_file_name(code) else ():
        with contextlib.suppress(OSError, ValueError):
            return _read((place / f"{code}.po").read_bytes(), code)
    return gettext.NullTranslations()


def _read(text: bytes, code: str) -> gettext.GNUTranslations:
    """A catalogue's translations, from the cache if they are there."""
    kept = Path(platformdirs.user_cache_path(APPLICATION), "languages", f"{code}-{zlib.crc32(text):08x}.mo")
    with contextlib.suppress(OSError, ValueError, struct.error), kept.open("rb") as file:
        return gettext.GNUTranslations(file)
    compiled = _compiled(text, code)
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        for old in kept.parent.glob(f"{code}-*.mo"):
            old.unlink()
        fresh = kept.with_suffix(f".{os.getpid()}.new")
        fresh.write_bytes(compiled)
        os.replace(fresh, kept)
    return gettext.GNUTranslations(io.BytesIO(compiled))


def _compiled(text: bytes, code: str) -> bytes:
    """The catalogue in gettext's binary form. Raises ValueError if it is no catalogue."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        messages = read_po(io.BytesIO(text), code, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error
    result = io.BytesIO()
    write_mo(result, messages)
    return result.getvalue()
