"""The other programs that the user has added as players, stored in a TOML file beside the settings.

The file is read again when another window has changed it. A bad file is set aside, never lost.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from wormhole.base import atomic_files, text_files, toml
from wormhole.base.atomic_files import set_aside
from wormhole.base.errors import Message, WormholeError, joined, reason_of
from wormhole.base.quoting import shown_path
from wormhole.base.schema import Among, FieldError, Parse, known, line_of_text, read, where
from wormhole.library.headers import LONGEST_NAME

FILE_NAME = "engines.toml"
MACHINE_ID = Path("/etc/machine-id")
PROTOCOLS = ("uci", "xboard")
MOST_ENGINES = 200
LONGEST_TEXT = 2000
USUAL_SECONDS = 1.0


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words or not words[0] or any("\0" in word for word in words):
        raise WormholeError("names no program")
    return words


Line = Annotated[str, Meta(max_length=LONGEST_TEXT), Parse(line_of_text)]


@dataclass(frozen=True)
class OwnEngine:
    """A program that speaks a protocol of chess engines, as the user has set it up."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME), Parse(line_of_text)]
    """The user's name for it; no two are the same."""
    protocol: Annotated[str, Among(PROTOCOLS)]
    command: Annotated[tuple[str, ...], Parse(_words)]
    """The executable and its arguments."""
    title: Line = ""
    """The program's own name."""
    author: Line = ""
    games: tuple[str, ...] = ("chess",)
    """The games that it plays, as our catalogue names them."""
    options: tuple[Line, ...] = ()
    """How the program declares its options, as text of its protocol."""
    settings: dict[str, str] = field(default_factory=dict)
    """The options that the user has changed."""
    seconds: Annotated[float | None, Meta(gt=0, le=1e6)] = None
    """The limits of a move, unless a clock runs; without any, it is a second."""
    depth: Annotated[int | None, Meta(ge=1, le=1000)] = None
    nodes: Annotated[int | None, Meta(ge=1, le=10**15)] = None
    strength: int | None = None
    """A limited strength: the program's Elo or skill level; None: its full strength."""
    ponders: bool = False
    """Whether it thinks on the opponent's time."""
    folder: Line = ""
    """The folder in which it is started; empty for its own."""


def unused_name(name: str, engines: Sequence[OwnEngine]) -> str:
    """The name, with a number if another engine has it.

    >>> unused_name("Ada", [OwnEngine("Ada", "uci", ("ada",))])
    'Ada 2'
    """
    name = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME] or "Engine"
    taken, number, found = {engine.name for engine in engines}, 1, name
    while found in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - 5]} {number}"
    return found


def origin_of(path: Path) -> str:
    """A text for this user, machine and file: no program starts because somebody else's list names it."""
    machine = ""
    with contextlib.suppress(OSError):
        machine = MACHINE_ID.read_text("utf-8", "replace").strip()
    user = os.getuid() if hasattr(os, "getuid") else ""
    return sha256(os.fsencode(f"{os.path.realpath(path)}|{user}|{machine}")).hexdigest()[:16]


def load(path: Path) -> tuple[tuple[OwnEngine, ...], Message | None]:
    """The engines stored at ``path``, and a message about what is wrong with the file, or None.

    If an engine is not as it must be, the others are used. A list from elsewhere is set aside.
    """
    try:
        text = text_files.read_bytes(path, toml.MOST_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        return (), None
    except OSError as error:
        return (), Message(
            "The list of engines could not be read ({path}: {trouble}). {kept}",
            path=shown_path(path),
            trouble=reason_of(error),
            kept=_set_aside(path),
        )
    except UnicodeDecodeError:
        return (), Message("The list of engines is not text. {kept}", kept=_set_aside(path))
    try:
        found = toml.loads(text)
    except toml.TOMLDecodeError as error:
        return (), Message(
            "The list of engines is not TOML ({trouble}). {kept}",
            trouble=error.args[0],
            kept=_set_aside(path),
        )
    if found.get("origin") != origin_of(path):
        return (), Message(
            "The list of engines was made by another user or on another machine. {kept}",
            kept=_set_aside(path),
        )
    tables = found.get("engine", [])
    engines: list[OwnEngine] = []
    complaints: list[Message] = []
    for number, table in enumerate(tables if isinstance(tables, list) else [tables], 1):
        try:
            place = f"engine[{number}]"
            known_part = known(OwnEngine, table) if isinstance(table, dict) else table
            engine = read(OwnEngine, known_part, place)
            engines.append(replace(engine, name=unused_name(engine.name, engines)))
        except FieldError as error:
            complaints.append(
                Message("{name}: {trouble}", name=where(text, error.path), trouble=error.message)
            )
    if not complaints:
        return tuple(engines[:MOST_ENGINES]), None
    trouble = joined(complaints[:3])
    return tuple(engines), Message(
        "Error in the list of engines: {trouble}. {kept}", trouble=trouble, kept=_set_aside(path)
    )


def save(path: Path, engines: Sequence[OwnEngine]) -> None:
    """Write all engines atomically. Raises OSError if the file cannot be written."""
    import tomli_w

    tables = [
        {name: value for name, value in asdict(engine).items() if value is not None} for engine in engines
    ]
    text = tomli_w.dumps({"origin": origin_of(path), "engine": tables})
    if len(text) > toml.MOST_BYTES:
        raise OSError(0, Message("there is no room for more engines"), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write_text(path, text)


def _set_aside(path: Path) -> Message:
    aside = set_aside(path)
    if aside is None:
        return Message("The file stays as it is.")
    return Message("It was renamed to {name}.", name=aside.name)


class OwnEngines:
    """The list of engines of this user, read when it is first needed."""

    def __init__(self, path: Path, on_trouble: Callable[[Message], None]) -> None:
        self._path = path
        self._on_trouble = on_trouble
        self._seen: tuple[int, int] | None = None
        """The time and the size of the file that was read."""
        self._engines: tuple[OwnEngine, ...] = ()

    @cached_property
    def origin(self) -> str:
        """The origin of this list (:func:`origin_of`)."""
        return origin_of(self._path)

    @property
    def now(self) -> tuple[OwnEngine, ...]:
        """All engines, with what other windows have changed."""
        seen = self._stamp()
        if seen != self._seen:
            self._engines, trouble = load(self._path)
            if trouble is not None:
                self._on_trouble(trouble)
                if self._engines:  # the good ones stay in the file
                    self._write(self._engines)
            self._seen = self._stamp()
        return self._engines

    def named(self, name: str) -> OwnEngine | None:
        """The engine with that name, if there is one."""
        return next((engine for engine in self.now if engine.name == name), None)

    def add(self, engine: OwnEngine) -> OwnEngine:
        """Add an engine; its name gets a number if another one has it."""
        added = replace(engine, name=unused_name(engine.name, self.now))
        self._write((*self.now, added))
        return added

    def change(self, present_name: str, /, **changes: Any) -> OwnEngine | None:
        """Change the engine with that name; returns it, or None if it is no longer there."""
        before = self.named(present_name)
        if before is None:
            return None
        if "name" in changes:
            others = [engine for engine in self.now if engine is not before]
            changes["name"] = unused_name(changes["name"], others)
        after = replace(before, **changes)
        self._write(tuple(after if engine is before else engine for engine in self.now))
        return after

    def remove(self, name: str) -> None:
        """Remove the engine with that name from the list; the program itself stays."""
        self._write(tuple(engine for engine in self.now if engine.name != name))

    def _write(self, engines: tuple[OwnEngine, ...]) -> None:
        """Keep these engines, in this window at least."""
        try:
            save(self._path, engines)
        except OSError as error:
            self._on_trouble(
                Message(
                    "The list of engines could not be saved ({path}: {trouble}).",
                    path=shown_path(self._path),
                    trouble=reason_of(error),
                )
            )
        self._engines, self._seen = engines, self._stamp()

    def _stamp(self) -> tuple[int, int]:
        try:
            stat = self._path.stat()
        except OSError:
            return (0, 0)
        return stat.st_mtime_ns, stat.st_size
