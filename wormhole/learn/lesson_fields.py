"""Reads the fields of a lesson file by name and type; errors say where: file, line, step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from wormhole import Variant, WormholeError
from wormhole.learn.lesson_error import LessonError
from wormhole.rules.quoting import quoted

Table = Mapping[str, Any]


@dataclass(frozen=True)
class Place:
    """A table of the file ``text``: the lesson's own, that of a step, or of one of its wrong answers."""

    slug: str
    text: str
    step: int = 0
    wrong: int = 0

    def of(self, key: str) -> str:
        """Where a field is, such as "knight, line 12, step 2"; without its line if it is missing."""
        parts = [self.slug, f"step {self.step}", f"wrong {self.wrong}"]
        line = self._line(key)
        if line:
            parts.insert(1, f"line {line}")
        return ", ".join(part for part in parts if not part.endswith(" 0"))

    def _line(self, key: str) -> int:
        step = wrong = 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.startswith("[[step]]"):
                step, wrong = step + 1, 0
            elif line.startswith("[[step.wrong]]"):
                wrong += 1
            elif (step, wrong) == (self.step, self.wrong) and line.partition("=")[0].strip() == key:
                return number
        return 0


@dataclass(frozen=True)
class Fields:
    """A table of the file; its methods read fields by name and type, and say where an error is."""

    table: Table
    place: Place
    game: Variant | None = None

    def fail(self, key: str, trouble: object) -> NoReturn:
        """Say what is wrong with a field, and where it is. Raises :class:`LessonError`."""
        where = self.place.of(key)
        raise LessonError("{where}: {key}: {trouble}", where=where, key=key, trouble=trouble) from None

    def only(self, keys: tuple[str, ...]) -> None:
        """Refuse unknown fields, which are most likely misspelt."""
        for key in self.table:
            if key not in keys:
                self.fail(key, f"there is no such field; the fields here are {', '.join(keys)}")

    def of_game(self) -> Variant:
        """The game whose squares the fields name."""
        assert self.game is not None, "the game's own name is read before"
        return self.game

    def get(self, key: str, kind: type, *default: Any) -> Any:
        """The field, or ``default`` if one is given and the field is missing."""
        if key not in self.table:
            if default:
                return default[0]
            self.fail(key, "is missing")
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            self.fail(key, f"{quoted(value)} is not a {'table' if kind is dict else kind.__name__}")
        return value

    def text(self, key: str, *default: str) -> str:
        """A text."""
        return self.get(key, str, *default).strip()

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; none if it is missing."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            self.fail(key, "a list of texts is expected")
        return tuple(values)

    def tables(self, key: str) -> list[Table]:
        """A list of tables; none if it is missing."""
        values = self.get(key, list, [])
        if not all(isinstance(value, dict) for value in values):
            self.fail(key, "tables are expected")
        return values

    def square(self, key: str) -> int | None:
        """A field that names a square; None if it is missing."""
        return None if key not in self.table else self._square(key, self.text(key))

    def squares(self, key: str) -> frozenset[int]:
        """The squares in a list of names."""
        return frozenset(self._square(key, name) for name in self.texts(key))

    def ways(self, key: str) -> tuple[tuple[int, int], ...]:
        """Pairs of squares, such as "c8-e1"."""
        pairs = [name.partition("-")[::2] for name in self.texts(key)]
        return tuple((self._square(key, start), self._square(key, end)) for start, end in pairs)

    def _square(self, key: str, name: str) -> int:
        try:
            return self.of_game().geometry.parse(name)
        except WormholeError as error:
            self.fail(key, error)
