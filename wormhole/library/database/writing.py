"""Writes games into the library's tables. The caller begins and ends the transaction."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

from wormhole.library import play_state
from wormhole.library.database import game_rows
from wormhole.library.database.game_rows import Snapshot, keep_definition
from wormhole.library.database.position_index import keep_keys, note_change
from wormhole.library.headers import START_TAGS, Levels, seat_levels
from wormhole.library.play_state import Programs
from wormhole.library.search_text import searchable

LONGEST_WORDS = 300
_NOT_SEARCHED = ("Result", *START_TAGS, "Round")


def insert(
    connection: sqlite3.Connection, kept: Snapshot, owner: str | None = None, known_digest: int | None = None
) -> tuple[int, int]:
    """Add a game; returns its number and its revision."""
    columns = _columns(kept, digest(kept) if known_digest is None else known_digest) | {"owner": owner}
    columns["started"] = columns["changed"]
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    cursor = connection.execute(f"INSERT INTO games ({names}) VALUES ({marks})", tuple(columns.values()))
    number = cursor.lastrowid
    assert number is not None, "a row was inserted"
    connection.execute(
        "INSERT INTO records (number, definition, headers, movetext, play) VALUES (?, ?, ?, ?, ?)",
        (number, *_record(connection, kept)),
    )
    note_change(connection, number)
    return number, columns["revision"]


def update(
    connection: sqlite3.Connection,
    number: int,
    kept: Snapshot,
    revision: int | None = None,
    owner: str | None = None,
) -> int | None:
    """Replace a game, which is no longer deleted then; returns its new revision.

    None: there is no such game, or it does not have that revision any more. A game from elsewhere that is
    only viewed stays as it is, with its revision.
    """
    if revision is not None and _is_looked_at(connection, number, kept):
        cursor = connection.execute(
            "UPDATE games SET owner = ? WHERE number = ? AND revision = ?", (owner, number, revision)
        )
        return revision if cursor.rowcount else None
    columns = _columns(kept, digest(kept)) | {"owner": owner, "deleted": None}
    changes = ", ".join(f"{name} = ?" for name in columns)
    cursor = connection.execute(
        f"UPDATE games SET {changes} WHERE number = ? AND (? IS NULL OR revision = ?)",
        (*columns.values(), number, revision, revision),
    )
    if not cursor.rowcount:
        return None
    connection.execute(
        "REPLACE INTO records (number, definition, headers, movetext, play) VALUES (?, ?, ?, ?, ?)",
        (number, *_record(connection, kept)),
    )
    note_change(connection, number)
    return columns["revision"]


def _is_looked_at(connection: sqlite3.Connection, number: int, kept: Snapshot) -> bool:
    """Whether this is a game of unknown players as it was imported."""
    found = connection.execute(
        "SELECT 1 FROM games WHERE number = ? AND kind = ? AND digest = ?",
        (number, game_rows.IMPORTED, digest(kept)),
    )
    return found.fetchone() is not None


def find_same(connection: sqlite3.Connection, kept: Snapshot) -> tuple[int, int] | None:
    """The number and the revision of an equal game, if there is one."""
    return _find_same(connection, digest(kept))


def _find_same(connection: sqlite3.Connection, same: int) -> tuple[int, int] | None:
    found: tuple[int, int] | None = connection.execute(
        "SELECT number, revision FROM games WHERE digest = ? AND deleted IS NULL", (same,)
    ).fetchone()
    return found


def digest(kept: Snapshot) -> int:
    """A number that only equal games share. The seed does not count, since the moves have the rolls."""
    headers = json.dumps(sorted(item for item in kept.headers.items() if item[0] != "Seed"))
    found = hashlib.blake2b(f"{headers}\n{kept.movetext}".encode("utf-8", "replace"), digest_size=8)
    return int.from_bytes(found.digest(), "big", signed=True)


def now() -> str:
    """The time in the tables' form."""
    return datetime.now(timezone.utc).replace(tzinfo=None).isoformat(timespec="milliseconds")


def _record(connection: sqlite3.Connection, kept: Snapshot) -> tuple[object, ...]:
    return (
        keep_definition(connection, kept.variant),
        json.dumps(dict(kept.headers), ensure_ascii=False).encode("utf-8", "replace").decode("utf-8"),
        kept.movetext.encode("utf-8", "replace").decode("utf-8"),
        None if kept.play is None else play_state.dumps(kept.play),
    )


def _columns(kept: Snapshot, known_digest: int) -> dict[str, Any]:
    headers = kept.headers
    levels = kept.play.levels if kept.play is not None else seat_levels(headers)
    programs = (None, None) if kept.play is None else kept.play.programs
    kind, level, side = _seats(levels, programs)
    if kept.play is not None and kept.play.mail is not None:
        kind, side = game_rows.MAIL, kept.play.mail.side
    columns = {
        "revision": secrets.randbits(62),
        "changed": now(),
        "digest": known_digest,
        "variant": kept.variant.name,
        "title": kept.variant.title,
        "kind": kind,
        "level": level,
        "side": side,
        "white": headers.get("White", "?"),
        "black": headers.get("Black", "?"),
        "result": headers.get("Result", "*"),
        "termination": headers.get("Termination"),
        "date": headers.get("Date", "????.??.??"),
        "plies": kept.plies,
        "opening": kept.opening,
        "words": _words(kept.variant.title, headers),
    }
    return {name: _sound(value) for name, value in columns.items()}


def _seats(levels: Levels | None, programs: Programs) -> tuple[str, int | None, str | None]:
    """Kind, the computer's level and the user's side; other programs have no level."""
    if levels is None:
        return game_rows.IMPORTED, None, None
    white, black = (
        level is None and program is None for level, program in zip(levels, programs, strict=True)
    )
    if white and black:
        return game_rows.PEOPLE, None, None
    if not white and not black:
        return game_rows.DEMONSTRATION, None, None
    return game_rows.AGAINST_COMPUTER, levels[1 if white else 0], "white" if white else "black"


def _words(title: str, headers: Mapping[str, str]) -> str:
    said = (value for name, value in headers.items() if name not in _NOT_SEARCHED and value.strip("?."))
    return searchable(" ".join((title, *said))[:LONGEST_WORDS])


def _sound(value: object) -> object:
    # SQLite accepts no lone surrogates.
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "replace").decode("utf-8")
    return value


def insert_new(
    connection: sqlite3.Connection, kept: Snapshot, keys: bytes, known_digest: int | None = None
) -> bool:
    """Add a game with the keys of its positions; returns False if the library has the same game."""
    same = digest(kept) if known_digest is None else known_digest
    if _find_same(connection, same) is not None:
        return False
    number, revision = insert(connection, kept, known_digest=same)
    keep_keys(connection, number, revision, keys)
    return True
