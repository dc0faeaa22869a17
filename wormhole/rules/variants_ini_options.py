"""The sections of ``variants.ini``, and the values of their options with what they inherit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from wormhole.base import toml
from wormhole.base.errors import Message, TextWarning, WormholeError
from wormhole.base.quoting import clipped, quoted, strange_letter, without_strange
from wormhole.rules import fairy_betza
from wormhole.rules.fairy_stockfish import CUSTOM, EVERY, KING, WITH_BOTH_COLORS, Place, capitalized, known

LONGEST_NAME = 100
MOST_WARNINGS = 100
_ALIASES = {
    "pawnTypes": ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"),
    "castlingRookPiece": ("castlingRookPieces",),
    "whiteFlag": ("flagRegionWhite",),
    "blackFlag": ("flagRegionBlack",),
    "whiteDropRegion": ("dropRegionWhite",),
    "blackDropRegion": ("dropRegionBlack",),
}
"""Options that stand for others, which win over them."""
_OLD_RANKS = ("promotionRank", "doubleStepRank", "doubleStepRankMin")
"""Old options of ranks instead of squares. Fairy-Stockfish reads the last one only without the second."""
_OLD_DROP = "dropOnTop"


@dataclass(frozen=True)
class OptionEntry:
    """An option as it is written, and its line."""

    text: str
    line: int


@dataclass(frozen=True)
class Section:
    """A section as it is written: a game with the one that it is based on, and its options."""

    name: str
    base: str
    line: int
    entries: dict[str, OptionEntry] = field(default_factory=dict)


@dataclass(frozen=True)
class Kind:
    """A piece type: its letter, and its moves in our letters."""

    letter: str
    moves: str


class LineError(WormholeError):
    """An option that is refused, with its line."""

    def __init__(self, line: int, option: str, message: Message) -> None:
        super().__init__(
            Message("line {line}, {option}: {trouble}", line=line, option=option, trouble=message)
        )


@dataclass(frozen=True)
class IniText:
    """The sections of a file by name, and what was left out of it."""

    sections: dict[str, Section]
    warnings: tuple[TextWarning, ...]


def sections(text: str) -> dict[str, Section]:
    """The sections of a file, by name."""
    return scanned(text).sections


def scanned(text: str) -> IniText:
    """The sections of a file. As in Fairy-Stockfish, the first one of a name counts, and a line that is
    neither an option nor a header is left out.
    """
    found: dict[str, Section] = {}
    warnings = _Warnings()
    section: Section | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(("#", ";")):
            continue
        written = _cleaned(line, number, warnings)
        if written.startswith("["):
            section = _header(written, number, found, warnings)
            if section is not None:
                found[section.name] = section
        elif section is not None and written.strip():
            key, equals, value = written.partition("=")
            key = key.strip()
            if not equals or not key or key.startswith(("#", ";")):
                warnings.add(
                    number, Message("{text} is neither an option nor a comment", text=quoted(written))
                )
            else:
                section.entries[key] = OptionEntry(value.strip(), number)
    return IniText(found, warnings.all())


class _Warnings:
    """The first warnings; a file of any size has few."""

    def __init__(self) -> None:
        self._told: list[TextWarning] = []
        self._more = 0

    def add(self, line: int, message: Message) -> None:
        """Add one."""
        if len(self._told) < MOST_WARNINGS:
            self._told.append(TextWarning(line, message))
        else:
            self._more += 1

    def all(self) -> tuple[TextWarning, ...]:
        """All, the last one with the number of those that are not told."""
        if not self._more:
            return tuple(self._told)
        last = self._told[-1]
        message = Message("{trouble}; so are {count} more lines", trouble=last.message, count=self._more)
        return (*self._told[:-1], TextWarning(last.line, message))


def _cleaned(line: str, number: int, warnings: _Warnings) -> str:
    """The line without characters that are not written; empty if it is too long."""
    line = line.rstrip("\r")
    if len(line) > toml.LONGEST_LINE:
        warnings.add(number, Message("it is longer than {most} characters", most=toml.LONGEST_LINE))
        return ""
    strange = strange_letter(line, "\t")
    if strange is None:
        return line
    warnings.add(number, Message("the character {name} was left out", name=strange))
    return without_strange(line, "\t")


def _header(line: str, number: int, found: Mapping[str, Section], warnings: _Warnings) -> Section | None:
    """The section that begins there; None if it is left out with all its lines."""
    name, closed, _ = line[1:].partition("]")
    name, _, base = name.partition(":")
    if not closed or not 0 < len(name) <= LONGEST_NAME:
        warnings.add(number, Message("{text} is not the header of a section", text=quoted(line)))
        return None
    if name in found:
        trouble = Message(
            "a section {name} begins in line {other}, too; only that one counts",
            name=quoted(name),
            other=found[name].line,
        )
        warnings.add(number, trouble)
        return None
    return Section(name, base, number)


@dataclass
class Rules:
    """What a section says, with what it inherits: values of options, and pieces by kind."""

    values: dict[str, Any]
    kinds: dict[str, Kind]
    lines: dict[str, tuple[str, int]]
    """The option as it is written, and its line, for each that a section of the file says."""
    hole_letter: str = ""
    """The letter of the piece that is written as a hole is with us."""

    def __getitem__(self, option: str) -> Any:
        return self.values[option]

    def error(self, option: str, message: Message) -> WormholeError:
        """An error at an option; without a line where it is inherited."""
        for name in (option, f"{option}White", f"{option}Black"):
            if name in self.lines:
                written, line = self.lines[name]
                return LineError(line, written, message)
        return WormholeError("{option} (inherited): {trouble}", option=option, trouble=message)

    def of_both(self, option: str) -> tuple[str, ...]:
        """The pieces that an option names for both colours. Raises :class:`WormholeError`."""
        white, black = self[f"{option}White"], self[f"{option}Black"]
        if white != black:
            raise self.error(option, Message("both colours need the same here"))
        return tuple(self.kinds) if white == EVERY else tuple(white)

    def on_board(self, squares: frozenset[Place] | str) -> frozenset[Place]:
        """Those squares that the board has."""
        board = {(x, y) for x in range(self["maxFile"] + 1) for y in range(self["maxRank"] + 1)}
        return frozenset(board if isinstance(squares, str) else squares & board)

    def turned(self, squares: Iterable[Place]) -> frozenset[Place]:
        """The same squares on the board turned round."""
        return frozenset((self["maxFile"] - x, self["maxRank"] - y) for x, y in squares)

    def of_white(self, option: str, rest: str = "") -> frozenset[Place]:
        """White's squares on the board, where Black has the same on the board turned round."""
        white, black = (
            self.on_board(self.values.get(f"{option}{color}{rest}", EVERY)) for color in WITH_BOTH_COLORS
        )
        if self.turned(white) != black:
            named = next((f"{option}{color}{rest}" for color in WITH_BOTH_COLORS if rest), option)
            raise self.error(named, Message("Black's squares are not White's on the board turned round"))
        return white

    def rank_options(self, option: str, name: str, ranks: Iterable[int]) -> dict[str, tuple[str, Any]]:
        """Both colours' values of an option, ranks as the side sees them, with the name that says them."""
        white = self.on_board(frozenset((x, y) for x in range(self["maxFile"] + 1) for y in ranks))
        return {
            f"{option}{color}": (name, squares)
            for color, squares in zip(WITH_BOTH_COLORS, (white, self.turned(white)), strict=True)
        }

    def remove(self, kind: str) -> None:
        """Remove a piece, also from the promotions."""
        self.kinds.pop(kind, None)
        for color in WITH_BOTH_COLORS:
            option = f"promotionPieceTypes{color}"
            self.values[option] = tuple(each for each in self.values[option] if each != kind)


def default_rules(with_pieces: Mapping[str, Kind]) -> Rules:
    """What a section says that says nothing but these pieces."""
    kinds = dict(with_pieces)
    values = {name: _default(kind, text, kinds) for name, (kind, text) in known().options.items()}
    return Rules(values, kinds, {})


def _default(kind: str, text: str, kinds: Mapping[str, Kind]) -> Any:
    if kind == "pieces":
        return EVERY if text == EVERY else tuple(each for each in text.split() if each != "-")
    return _value(kind, text, kinds)


def _value(kind: str, text: str, kinds: Mapping[str, Kind]) -> Any:
    """The value that is written. Raises :class:`WormholeError`."""
    if kind == "bool":
        if text not in ("true", "false"):
            raise WormholeError("{value} is neither true nor false", value=quoted(text))
        return text == "true"
    if kind == "value":
        if text not in ("win", "loss", "draw", "none"):
            raise WormholeError(
                "{value} is not one of {words}", value=quoted(text), words="win, loss, draw, none"
            )
        return text
    if kind == "count":
        return _number(text, 0, 9999)
    if kind == "rank":
        return _number(text, 1, known().ranks) - 1
    if kind == "file":
        if re.fullmatch("[a-z]", text):
            return _number(str(ord(text) - ord("a") + 1), 1, known().files) - 1
        return _number(text, 1, known().files) - 1
    if kind == "squares":
        return _squares(text)
    if kind == "pieces":
        return _pieces(text, kinds)
    if kind == "map":
        return _pairs(text, kinds)
    return text


def _number(text: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise WormholeError(
            "{value} is not a number from {least} to {most}", value=quoted(text), least=least, most=most
        )
    return int(text)


def _squares(text: str) -> frozenset[Place] | str:
    if text == EVERY:
        return EVERY
    found: set[Place] = set()
    table = known()
    for word in text.split():
        if word == "-":
            break
        match = re.fullmatch(r"([A-Za-z]|\*)([0-9]{1,2}|\*)", word)
        if match is None or match[0] == "**":
            raise WormholeError("{value} is not a square, a rank or a file", value=quoted(word))
        columns = range(table.files) if match[1] == EVERY else [ord(match[1].lower()) - ord("a")]
        rows = range(table.ranks) if match[2] == EVERY else [int(match[2]) - 1]
        found |= {(x, y) for x in columns for y in rows}
    return frozenset(found)


def _pieces(text: str, kinds: Mapping[str, Kind]) -> tuple[str, ...] | str:
    if text == EVERY:
        return EVERY
    found = []
    for letter in re.sub(r"\s", "", text):
        if letter == "-":
            break
        named = [kind for kind, piece in kinds.items() if piece.letter == letter.upper()]
        if not named:
            raise WormholeError("no piece has the letter {letter}", letter=quoted(letter))
        found.append(named[0])
    return tuple(dict.fromkeys(found))


def _pairs(text: str, kinds: Mapping[str, Kind]) -> dict[str, str]:
    """What stands behind the colon, by the piece before it."""
    found = {}
    for word in text.split():
        if word == "-":
            break
        letter, colon, value = word.partition(":")
        if len(letter) != 1 or letter in ("-", EVERY) or not colon or not value:
            raise WormholeError("{value} is not a piece with a colon and a value", value=quoted(word))
        found[_pieces(letter, kinds)[0]] = value
    return found


def with_section(base: Rules, section: Section) -> Rules:
    """What a section says on top of what it inherits. Raises :class:`WormholeError`."""
    rules = Rules(dict(base.values), dict(base.kinds), dict(base.lines))
    table = known()
    for kind in table.order:
        if kind in section.entries:
            _set_piece(rules, kind, section.entries[kind])
    given = {name: entry for name, entry in section.entries.items() if name not in table.order}
    plain: dict[str, tuple[str, OptionEntry]] = {}
    for name, entry in given.items():
        if name in table.hints or name in (*_OLD_RANKS, _OLD_DROP):
            continue
        found = list(options_of(name))
        if not found:
            raise LineError(entry.line, clipped(name), Message("there is no such option"))
        for option in found:
            if option == name or option not in plain or len(plain[option][0]) < len(name) <= len(option):
                plain[option] = (name, entry)
    for option, (name, entry) in plain.items():
        try:
            kind = table.options[option][0] if option in table.options else "squares"
            value = _value(kind, entry.text, rules.kinds)
            rules.values[option] = rules.values[option] | value if kind == "map" else value
        except WormholeError as error:
            raise LineError(entry.line, name, error.message) from None
        rules.lines[option] = (name, entry.line)
    for option, (name, value) in _old_values(section, rules).items():
        if option not in plain:
            rules.values[option] = value
            rules.lines[option] = (name, section.entries[name].line)
    return rules


def _old_values(section: Section, rules: Rules) -> dict[str, tuple[str, Any]]:
    """What the old options of a section mean: the values of others, which win over them, and their names."""
    found: dict[str, tuple[str, Any]] = {}
    ranks = {name: entry for name, entry in section.entries.items() if name in (*_OLD_RANKS, _OLD_DROP)}
    for name, entry in ranks.items():
        try:
            value = _value("bool" if name == _OLD_DROP else "rank", entry.text, rules.kinds)
        except WormholeError as error:
            raise LineError(entry.line, name, error.message) from None
        top = rules["maxRank"]
        if name == _OLD_DROP:
            found |= {"enclosingDrop": (name, "top")} if value else {}
        elif name == "promotionRank":
            found |= rules.rank_options("promotionRegion", name, range(value, top + 1))
        elif name == "doubleStepRank":
            found |= rules.rank_options("doubleStepRegion", name, range(1, value + 1))
        elif "doubleStepRank" not in section.entries:
            found |= rules.rank_options("doubleStepRegion", name, range(value, 2))
    return found


def options_of(name: str) -> Iterator[str]:
    """The options of the table that an option of a file sets."""
    options = known().options
    if name in _ALIASES:
        for alias in _ALIASES[name]:
            yield from options_of(alias)
    elif name in options or _mobility().fullmatch(name):
        yield name
    else:
        yield from (f"{name}{color}" for color in WITH_BOTH_COLORS if f"{name}{color}" in options)


@cache
def _mobility() -> re.Pattern[str]:
    kinds = "|".join(capitalized(kind) for kind in known().order)
    return re.compile(f"mobilityRegion(White|Black)({kinds})")


def _set_piece(rules: Rules, kind: str, entry: OptionEntry) -> None:
    letter, colon, letters = entry.text[:1].upper(), entry.text[1:2], entry.text[2:].strip()
    if letter == "-":
        rules.remove(kind)
        return
    if not ("A" <= letter <= "Z") or colon not in ("", ":"):
        raise LineError(entry.line, kind, Message("{value} is not a letter", value=quoted(entry.text)))
    try:
        if letters:
            moves = fairy_betza.understood(letters)
        else:
            moves = "K" if kind == KING else known().pieces.get(kind, "")
    except WormholeError as error:
        raise LineError(entry.line, kind, error.message) from None
    if not moves:
        raise LineError(entry.line, kind, Message("in our games every piece moves"))
    for other in [each for each, piece in rules.kinds.items() if piece.letter == letter and each != kind]:
        rules.remove(other)
    rules.kinds[kind] = Kind(letter, moves)
    rules.lines[kind] = (kind, entry.line)
    if "e" in letters and kind.startswith(CUSTOM):
        for color in WITH_BOTH_COLORS:
            option = f"enPassantTypes{color}"
            rules.values[option] = tuple(dict.fromkeys((*rules.values[option], kind)))


def usual(option: str, rules: Rules) -> Any:
    """The default of an option."""
    return _default(*known().options[option], rules.kinds)
