"""Games in Fairy-Stockfish's file of variants, ``variants.ini``: reading and writing them.

https://github.com/fairy-stockfish/Fairy-Stockfish/blob/master/src/variants.ini describes the format. What its
options are called, and their defaults, is in ``fairy_stockfish.toml``. A section becomes a game's file of
ours; one that inherits from a built-in game begins with what :func:`written` makes of ours by that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any

from wormhole.rules import betza, fairy_betza, toml
from wormhole.rules.errors import Message, VariantError, WormholeError
from wormhole.rules.placement import EMPTY, HOLE, VOID, read_rows
from wormhole.rules.quoting import clipped, quoted, strange_letter
from wormhole.rules.schema import FieldError, Table
from wormhole.rules.tabulation import castles
from wormhole.rules.variant import Goal, GoalWins, LeftSquare, PieceType, Promotion, Royal, Variant

MOST_BYTES = 1 << 20
LONGEST_NAME = 100
KING, PAWN = "king", "pawn"
_CUSTOM = "customPiece"
_PICTURES = (KING, "queen", "rook", "bishop", "knight", PAWN)
_EVERY = "*"
_ENDINGS: tuple[tuple[str, str, Any], ...] = (
    ("checkmate", "checkmateValue", "loss"),
    ("stalemate_counts", "stalematePieceCount", False),
    ("must_capture", "mustCapture", False),
    ("checking", "checking", True),
)
"""Fields of our endings that are an option there, and what both are by default."""

_WITH_BOTH_COLORS = ("White", "Black")
_ALIASES = {
    "pawnTypes": ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"),
    "castlingRookPiece": ("castlingRookPieces",),
    "whiteFlag": ("flagRegionWhite",),
    "blackFlag": ("flagRegionBlack",),
    "whiteDropRegion": ("dropRegionWhite",),
    "blackDropRegion": ("dropRegionBlack",),
}
"""Options that stand for others, which win over them."""
_PLAYED = (
    *("maxRank", "maxFile", "startFen", "promotionRegion", "promotionPawnTypes", "promotionPieceTypes"),
    *("doubleStep", "doubleStepRegion", "tripleStepRegion", "enPassantRegion", "enPassantTypes"),
    *("castling", "castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingKingFile"),
    *("castlingKingPiece", "castlingRookKingsideFile", "castlingRookQueensideFile", "castlingRookPieces"),
    *("chess960", "wallingRule", "nMoveRuleTypes", "nMoveRule", "nFoldRule", "stalemateValue"),
    *("stalematePieceCount", "checkmateValue", "mustCapture", "checking", "checkCounting", "mobilityRegion"),
    *("extinctionValue", "extinctionClaim", "extinctionPieceTypes", "extinctionPieceCount"),
    *("extinctionOpponentPieceCount", "flagPiece", "flagRegion", "flagMove"),
    *("mandatoryPawnPromotion", "promotionLimit", "flyingGeneral"),
)
"""The options that our games have; the others must have their defaults."""

Place = tuple[int, int]
"""Column and row, from 0."""


@dataclass(frozen=True)
class _Known:
    """What ``fairy_stockfish.toml`` says."""

    pieces: Mapping[str, str]
    options: Mapping[str, tuple[str, str]]
    """Type and default."""
    hints: Collection[str]
    one_color: Collection[str]
    mating: Collection[str]
    files: int
    ranks: int

    @property
    def order(self) -> tuple[str, ...]:
        """All pieces, in the order in which they are read."""
        return (*self.pieces, *self.customs, KING)

    @property
    def customs(self) -> tuple[str, ...]:
        """The pieces whose moves a section tells."""
        return tuple(f"{_CUSTOM}{number}" for number in range(1, 26))


@cache
def _known() -> _Known:
    table = toml.packaged("wormhole.rules", "fairy_stockfish.toml")
    options = {name: tuple(text.split(" ", 1)) for name, text in table["options"].items()}
    return _Known(
        table["pieces"],
        options,
        table["hints"],
        table["one_color"],
        table["mating"],
        table["files"],
        table["ranks"],
    )


@dataclass(frozen=True)
class _Entry:
    """An option as it is written, and its line."""

    text: str
    line: int


@dataclass(frozen=True)
class _Section:
    """A section as it is written."""

    name: str
    base: str
    line: int
    entries: dict[str, _Entry] = field(default_factory=dict)


@dataclass(frozen=True)
class _Kind:
    """A piece type: its letter, its moves in our letters, and whether they are said to allow en passant."""

    letter: str
    moves: str


class _LineError(WormholeError):
    """An error in a line."""

    def __init__(self, line: int, option: str, message: Message) -> None:
        super().__init__("line {line}, {option}: {trouble}", line=line, option=option, trouble=message)


@dataclass(frozen=True)
class IniGame:
    """A section as a game's file of ours, and the lines of its fields."""

    name: str
    table: Table
    _lines: Mapping[str, tuple[str, int]]
    _header: int
    _rights: str

    def check_rights(self, rights: str) -> None:
        """Raise :class:`VariantError` if the start position has other castling rights than these."""
        if self._rights is not None and set(self._rights) != set(rights):
            trouble = Message("the castling rights are {rights} with us", rights=rights or "-")
            raise self.located(FieldError("board.start", trouble))

    def located(self, error: FieldError) -> VariantError:
        """The error of a field, with the option that it comes from and its line."""
        path = error.path
        while path and path not in self._lines:
            path = path.rpartition(".")[0]
        option, line = self._lines.get(path, (f"[{self.name}]", self._header))
        place = Message("line {line}, {field}", line=line, field=option)
        return VariantError("{name}: {where}: {trouble}", name=self.name, where=place, trouble=error.message)


def as_toml(table: Table) -> str:
    """A game's file of ours with this table."""
    import tomli_w  # not needed for the first picture

    return tomli_w.dumps(table)


def names(text: str) -> tuple[str, ...]:
    """The sections of a file. Raises :class:`VariantError`."""
    return tuple(_sections(text))


def read(text: str, name: str, built_in: Callable[[str], Variant]) -> IniGame:
    """The section ``name`` of a file; ``built_in`` gives a game of ours by its name there.

    Raises :class:`VariantError` with the line of what is wrong, or of a feature that our games lack.
    """
    try:
        return _translated(_sections(text), name, built_in)
    except VariantError:
        raise
    except WormholeError as error:
        raise VariantError("{name}: {trouble}", name=clipped(name), trouble=error.message) from None


def _sections(text: str) -> dict[str, _Section]:
    found: dict[str, _Section] = {}
    section: _Section | None = None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")  # noqa: PLW2901
        strange = strange_letter(line, "\t")
        if strange is not None and not line.startswith(("#", ";")):
            raise VariantError(
                "line {line}: the character {name} cannot be part of a game's file", line=number, name=strange
            )
        if line.startswith("["):
            name, closed, _ = line[1:].partition("]")
            name, _, base = name.partition(":")
            if not closed or not 0 < len(name) <= LONGEST_NAME or name in found:
                raise VariantError(
                    "line {line}: {text} is not the header of a new section", line=number, text=quoted(line)
                )
            section = found[name] = _Section(name, base, number)
        elif section is not None and line.strip() and not line.startswith(("#", ";")):
            key, equals, value = line.partition("=")
            if not equals or not key.strip():
                raise VariantError(
                    "line {line}: {text} is neither an option nor a comment", line=number, text=quoted(line)
                )
            section.entries[key.strip()] = _Entry(value.strip(), number)
    return found


# --- options ---


@dataclass
class _Rules:
    """What a section says, with what it inherits: values of options, and pieces by kind."""

    values: dict[str, Any]
    kinds: dict[str, _Kind]
    lines: dict[str, tuple[str, int]]
    """The option as it is written, and its line, for each that a section of the file says."""

    def __getitem__(self, option: str) -> Any:
        return self.values[option]

    def error(self, option: str, message: Message) -> WormholeError:
        """An error at an option; without a line where it is inherited."""
        for name in (option, f"{option}White", f"{option}Black"):
            if name in self.lines:
                written, line = self.lines[name]
                return _LineError(line, written, message)
        return WormholeError("{option} (inherited): {trouble}", option=option, trouble=message)

    def of_both(self, option: str) -> Any:
        """The value of an option that both colours share. Raises :class:`WormholeError`."""
        white, black = self[f"{option}White"], self[f"{option}Black"]
        if white != black:
            raise self.error(option, Message("both colours need the same here"))
        return white

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
            self.on_board(self.values.get(f"{option}{color}{rest}", _EVERY)) for color in _WITH_BOTH_COLORS
        )
        if self.turned(white) != black:
            raise self.error(option, Message("Black's squares are not White's on the board turned round"))
        return white

    def remove(self, kind: str) -> None:
        """Remove a piece, also from the promotions."""
        self.kinds.pop(kind, None)
        for color in _WITH_BOTH_COLORS:
            option = f"promotionPieceTypes{color}"
            self.values[option] = tuple(each for each in self.values[option] if each != kind)


def _defaults(with_pieces: Mapping[str, _Kind]) -> _Rules:
    kinds = dict(with_pieces)
    values = {name: _default(kind, text, kinds) for name, (kind, text) in _known().options.items()}
    return _Rules(values, kinds, {})


def _default(kind: str, text: str, kinds: Mapping[str, _Kind]) -> Any:
    if kind == "pieces":
        return _EVERY if text == _EVERY else tuple(each for each in text.split() if each != "-")
    return _value(kind, text, kinds)


def _value(kind: str, text: str, kinds: Mapping[str, _Kind]) -> Any:
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
        return _number(text, 1, _known().ranks) - 1
    if kind == "file":
        if re.fullmatch("[a-z]", text):
            return _number(str(ord(text) - ord("a") + 1), 1, _known().files) - 1
        return _number(text, 1, _known().files) - 1
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
    if text == _EVERY:
        return _EVERY
    found: set[Place] = set()
    known = _known()
    for word in text.split():
        if word == "-":
            break
        match = re.fullmatch(r"([A-Za-z]|\*)([0-9]{1,2}|\*)", word)
        if match is None or match[0] == "**":
            raise WormholeError("{value} is not a square, a rank or a file", value=quoted(word))
        columns = range(known.files) if match[1] == _EVERY else [ord(match[1].lower()) - ord("a")]
        rows = range(known.ranks) if match[2] == _EVERY else [int(match[2]) - 1]
        found |= {(x, y) for x in columns for y in rows}
    return frozenset(found)


def _pieces(text: str, kinds: Mapping[str, _Kind]) -> tuple[str, ...] | str:
    if text == _EVERY:
        return _EVERY
    found = []
    for letter in re.sub(r"\s", "", text):
        if letter == "-":
            break
        named = [kind for kind, piece in kinds.items() if piece.letter == letter.upper()]
        if not named:
            raise WormholeError("no piece has the letter {letter}", letter=quoted(letter))
        found.append(named[0])
    return tuple(dict.fromkeys(found))


def _pairs(text: str, kinds: Mapping[str, _Kind]) -> dict[str, str]:
    """What stands behind the colon, by the piece before it."""
    found = {}
    for word in text.split():
        if word == "-":
            break
        letter, colon, value = word.partition(":")
        if len(letter) != 1 or not colon or not value:
            raise WormholeError("{value} is not a piece with a colon and a value", value=quoted(word))
        (kind,) = _pieces(letter, kinds)
        found[kind] = value
    return found


def _with_section(base: _Rules, section: _Section) -> _Rules:
    """What a section says on top of what it inherits. Raises :class:`WormholeError`."""
    rules = _Rules(dict(base.values), dict(base.kinds), dict(base.lines))
    known = _known()
    for kind in known.order:
        if kind in section.entries:
            _set_piece(rules, kind, section.entries[kind])
    given = {name: entry for name, entry in section.entries.items() if name not in known.order}
    plain: dict[str, tuple[str, _Entry]] = {}
    for name, entry in given.items():
        if name in known.hints:
            continue
        found = list(_meant(name))
        if not found:
            raise _LineError(entry.line, clipped(name), Message("there is no such option"))
        for option in found:
            if option == name or option not in plain or len(plain[option][0]) < len(name) <= len(option):
                plain[option] = (name, entry)
    for option, (name, entry) in plain.items():
        try:
            kind = known.options[option][0] if option in known.options else "squares"
            rules.values[option] = _value(kind, entry.text, rules.kinds)
        except WormholeError as error:
            raise _LineError(entry.line, name, error.message) from None
        rules.lines[option] = (name, entry.line)
    return rules


def _meant(name: str) -> Iterator[str]:
    """The options of the table that an option of a file sets."""
    options = _known().options
    if name in _ALIASES:
        for alias in _ALIASES[name]:
            yield from _meant(alias)
    elif name in options or _mobility().fullmatch(name):
        yield name
    else:
        yield from (f"{name}{color}" for color in _WITH_BOTH_COLORS if f"{name}{color}" in options)


@cache
def _mobility() -> re.Pattern[str]:
    kinds = "|".join(kind[0].upper() + kind[1:] for kind in _known().order)
    return re.compile(f"mobilityRegion(White|Black)({kinds})")


def _set_piece(rules: _Rules, kind: str, entry: _Entry) -> None:
    letter, colon, letters = entry.text[:1].upper(), entry.text[1:2], entry.text[2:].strip()
    if letter == "-":
        rules.remove(kind)
        return
    if not ("A" <= letter <= "Z") or colon not in ("", ":"):
        raise _LineError(entry.line, kind, Message("{value} is not a letter", value=quoted(entry.text)))
    if letter == HOLE.upper():
        raise _LineError(
            entry.line, kind, Message("{letter} cannot be the letter of a piece", letter=quoted(letter))
        )
    try:
        if letters:
            moves = fairy_betza.understood(letters)
        else:
            moves = "K" if kind == KING else _known().pieces.get(kind, "")
    except WormholeError as error:
        raise _LineError(entry.line, kind, error.message) from None
    if not moves:
        raise _LineError(entry.line, kind, Message("our games have no such piece"))
    for other in [each for each, piece in rules.kinds.items() if piece.letter == letter and each != kind]:
        rules.remove(other)
    rules.kinds[kind] = _Kind(letter, moves)
    rules.lines[kind] = (kind, entry.line)
    if "e" in letters and kind.startswith(_CUSTOM):
        for color in _WITH_BOTH_COLORS:
            option = f"enPassantTypes{color}"
            rules.values[option] = tuple(dict.fromkeys((*rules.values[option], kind)))


# --- from a section to a game's file ---


def _translated(sections: Mapping[str, _Section], name: str, built_in: Callable[[str], Variant]) -> IniGame:
    if name not in sections:
        raise VariantError(
            "there is no section {name}; there are {words}",
            name=quoted(name),
            words=clipped(", ".join(sections)) or Message("none"),
        )
    section = sections[name]
    chain = [section]
    while chain[-1].base in sections and chain[-1].base not in [each.name for each in chain]:
        chain.append(sections[chain[-1].base])
    rules = _inherited(chain[-1], built_in)
    for each in reversed(chain):
        rules = _with_section(rules, each)
    table, lines = _composed(rules, name)
    for option in _known().options:
        is_played = option.removesuffix("White").removesuffix("Black") in _PLAYED
        if not is_played and rules.values[option] != _usual(option, rules):
            raise rules.error(option, Message("our games have no such rule"))
    rights = _rights(rules).replace("-", "") if rules["castling"] else ""
    return IniGame(name, table, lines, section.line, rights)


def _inherited(section: _Section, built_in: Callable[[str], Variant]) -> _Rules:
    if not section.base:
        return _defaults({})
    try:
        return _rules_of(built_in(section.base))
    except VariantError as error:
        raise _LineError(section.line, f"[{section.name}:{clipped(section.base)}]", error.message) from None


def _rules_of(game: Variant) -> _Rules:
    (section,) = _sections(written(game)).values()
    rules = _with_section(_defaults({}), section)
    return replace(rules, lines={})


def _usual(option: str, rules: _Rules) -> Any:
    return _default(*_known().options[option], rules.kinds)


def _composed(rules: _Rules, name: str) -> tuple[dict[str, Any], dict[str, tuple[str, int]]]:
    """Our table, and the option and line of each of its fields."""
    lines: dict[str, tuple[str, int]] = {}

    def comes_from(path: str, *options: str) -> None:
        for option in options:
            for each in (option, f"{option}White"):
                if each in rules.lines:
                    lines.setdefault(path, rules.lines[each])

    placement = rules["startFen"].partition(" ")[0]
    if rules["startFen"].split()[1:2] not in ([], ["w"]):
        raise rules.error("startFen", Message("White moves first in our games"))
    comes_from("board", "startFen", "maxRank", "maxFile")
    comes_from("endings.stalemate", "stalemateValue")
    comes_from("pieces", KING)
    table: dict[str, Any] = {
        "title": name,
        "board": {"start": _start(rules, placement)},
        "endings": _endings(rules),
        "pieces": {},
    }
    if rules["wallingRule"] not in ("none", "past"):
        raise rules.error("wallingRule", Message("our games have no such rule"))
    if rules["wallingRule"] == "past":
        table["mutator"] = {"left_square": LeftSquare.VANISHES.value}
    for kind in sorted(rules.kinds, key=_known().order.index):
        piece = rules.kinds[kind]
        table["pieces"][piece.letter] = _piece_table(rules, kind)
        path = f"pieces.{piece.letter}"
        comes_from(path, kind)
        comes_from(f"{path}.home_rank", "doubleStepRegion", "doubleStep")
        comes_from(f"{path}.en_passant", "enPassantRegion", "enPassantTypes")
        for key in ("promotes_to", "promotion_squares"):
            comes_from(f"{path}.{key}", "promotionPieceTypes", "promotionRegion")
        for key in ("castles_with", "castles_to"):
            comes_from(f"{path}.{key}", "castling", "castlingKingsideFile", "startFen")
    if rules["castling"] and _rights(rules) != "-":
        _add_castling(rules, table)
    return table, lines


def _start(rules: _Rules, placement: str) -> str:
    if "[" in placement or "+" in placement or "~" in placement:
        raise rules.error("startFen", Message("our games have no such rule"))
    rows = read_rows(placement)
    columns, ranks = rules["maxFile"] + 1, rules["maxRank"] + 1
    if len(rows) != ranks or len(rows[0]) != columns:
        raise rules.error(
            "startFen",
            Message(
                "the placement has {width} by {count} squares; maxFile and maxRank say {columns} by {rows}",
                width=len(rows[0]),
                count=len(rows),
                columns=columns,
                rows=ranks,
            ),
        )
    letters = {piece.letter for piece in rules.kinds.values()}
    for cell in sorted({cell for row in rows for cell in row} - {EMPTY, VOID}):
        if cell.upper() not in letters:
            raise rules.error("startFen", Message("no piece has the letter {letter}", letter=quoted(cell)))
    return str(placement)


def _endings(rules: _Rules) -> dict[str, Any]:
    stalemate = rules["stalemateValue"]
    if stalemate == "none":
        raise rules.error("stalemateValue", Message("our games have no such rule"))
    endings: dict[str, Any] = {
        "stalemate": stalemate,
        "repetitions": rules["nFoldRule"],
        "quiet_moves": 2 * rules["nMoveRule"],
    }
    if KING not in rules.kinds:
        endings["royal"] = Royal.NONE.value
    if rules["checkmateValue"] == "none":
        raise rules.error("checkmateValue", Message("our games have no such rule"))
    for name, option, usual in _ENDINGS:
        if rules[option] != usual:
            endings[name] = rules[option]
    endings.update(_extinction(rules))
    endings.update(_goal(rules))
    if rules["checkCounting"]:
        endings["checks"] = _checks(rules)
    endings.update(_dead(rules))
    return endings


def _extinction(rules: _Rules) -> dict[str, Any]:
    result = rules["extinctionValue"]
    kinds = rules["extinctionPieceTypes"]
    if result == "none" or not kinds:
        return {}
    named = _EVERY if kinds == _EVERY else "".join(_letters(rules, kinds))
    text = f"{named} {rules['extinctionPieceCount']} {result}"
    if rules["extinctionOpponentPieceCount"]:
        text += f" against {rules['extinctionOpponentPieceCount']}"
    if rules["extinctionClaim"]:
        text += " answered"
    return {"extinct": [text]}


def _goal(rules: _Rules) -> dict[str, Any]:
    white, black = (rules.on_board(rules[f"flagRegion{color}"]) for color in _WITH_BOTH_COLORS)
    if not white and not black:
        return {}
    kinds = rules.of_both("flagPiece")
    goal = {"goal_pieces": "".join(_letters(rules, rules.kinds if kinds == _EVERY else kinds))}
    if white:
        goal["goal_squares"] = _names(white, rules)
    if black != rules.turned(white):
        goal["black_goal_squares"] = _names(black, rules)
    if rules["flagMove"]:
        wins = GoalWins.UNLESS_ANSWERED if kinds == (KING,) else GoalWins.NEXT_TURN
        goal["goal_wins"] = wins.value
    return goal


def _checks(rules: _Rules) -> int:
    for word in rules["startFen"].split()[1:]:
        if re.fullmatch("[1-9]\\+[1-9]", word) and word[0] == word[2]:
            return int(word[0])
    raise rules.error("startFen", Message("it says how many checks win, such as {example}", example="3+3"))


def _letters(rules: _Rules, kinds: Iterable[str]) -> list[str]:
    return [rules.kinds[kind].letter for kind in kinds if kind in rules.kinds]


def _dead(rules: _Rules) -> dict[str, Any]:
    """What Fairy-Stockfish takes for insufficient material."""
    ends_otherwise = rules["extinctionValue"] != "none" or any(
        rules.on_board(rules[f"flagRegion{color}"]) for color in _WITH_BOTH_COLORS
    )
    if KING not in rules.kinds or rules["stalemateValue"] != "draw" or ends_otherwise:
        return {}
    known = _known()
    king = rules.kinds[KING].letter
    if rules["checkCounting"]:
        return {"dead": [f"{king}/{king}"]}
    singles = [
        kind
        for kind in rules.kinds
        if kind not in (KING, *known.mating, *known.one_color) and not kind.startswith(_CUSTOM)
    ]
    mating = {*known.mating, *known.customs}
    promotes_well = bool(mating & set(rules["promotionPieceTypesWhite"]) & set(rules.kinds))
    if promotes_well:
        singles = [kind for kind in singles if kind not in rules["promotionPawnTypesWhite"]]
    return {
        "dead": [f"{king}/{king}", *(f"{king}/{king}{rules.kinds[kind].letter}" for kind in singles)],
        "dead_same_color": "".join(
            piece.letter for kind, piece in rules.kinds.items() if kind in known.one_color
        ),
    }


def _piece_table(rules: _Rules, kind: str) -> dict[str, Any]:
    piece = rules.kinds[kind]
    table: dict[str, Any] = {"name": _title(kind, piece), "moves": piece.moves}
    if kind in _PICTURES:
        table["sprite"] = kind
    standing = rules.of_white("mobilityRegion", kind[0].upper() + kind[1:])
    if standing != rules.on_board(_EVERY):
        table["may_stand_on"] = _names(standing, rules)
    if kind == KING:
        return {**table, "royal": True, "faces": rules["flyingGeneral"]}
    if kind in rules.of_both("nMoveRuleTypes"):
        table["pawn"] = True
    table["moves"] = _first_moves(rules, kind, table)
    if kind in rules.of_both("promotionPawnTypes"):
        promotes_to = [
            rules.kinds[each].letter for each in rules.of_both("promotionPieceTypes") if each in rules.kinds
        ]
        squares = rules.of_white("promotionRegion")
        if not promotes_to and squares:
            raise rules.error(
                "promotionPieceTypes" if "promotionPieceTypesWhite" in rules.lines else kind,
                Message("no piece is named that it could promote to"),
            )
        if squares:
            table["promotes_to"] = "".join(promotes_to)
            table["promotion_squares"] = _names(squares, rules)
        if rules["promotionLimit"]:
            table["promotion"] = _limited(rules).value
        elif not rules["mandatoryPawnPromotion"]:
            table["promotion"] = Promotion.OPTIONAL.value
    return table


def _limited(rules: _Rules) -> Promotion:
    """Promotion to lost pieces alone, if that is what the limits say. Raises :class:`WormholeError`."""
    start = rules["startFen"].partition(" ")[0]
    limits = {
        kind: str(min(start.count(piece.letter), start.count(piece.letter.lower())))
        for kind, piece in rules.kinds.items()
        if kind in rules.of_both("promotionPieceTypes")
    }
    if rules["mandatoryPawnPromotion"] or rules["promotionLimit"] != limits:
        raise rules.error(
            "promotionLimit", Message("the pieces of the start are the limit of optional promotion")
        )
    return Promotion.LOST


def _title(kind: str, piece: _Kind) -> str:
    if kind.startswith(_CUSTOM):
        return f"Piece {piece.letter}"
    return re.sub("([A-Z])", lambda match: " " + match[0].lower(), kind).capitalize()


def _first_moves(rules: _Rules, kind: str, table: dict[str, Any]) -> str:
    """The piece's moves with those that it has on its home squares, which are added to its table."""
    moves: str = rules.kinds[kind].moves
    if kind != PAWN and "i" not in moves:
        return moves
    steps = rules.of_white("doubleStepRegion") if rules["doubleStep"] else frozenset()
    if kind == PAWN:
        moves += "ifmnD" if steps else ""
        triple = rules.of_white("tripleStepRegion")
        if triple:
            if triple != steps:
                raise rules.error(
                    "tripleStepRegion", Message("a piece has its first moves on the same squares")
                )
            moves += "ifmnH"
    if "i" not in moves:
        return moves
    if any(path.from_home and path.captures for path in betza.paths(moves)):
        raise rules.error(kind, Message("first moves capture nothing"))
    columns, rows = rules["maxFile"] + 1, rules["maxRank"] + 1
    ranks = {y for _, y in steps}
    holes = {place for place, cell in _cells(rules) if cell == VOID}
    everywhere = {(x, y) for x in range(columns) for y in range(rows)}
    if steps == everywhere:
        moves = moves.replace("i", "")
    elif len(ranks) == 1 and steps | holes >= {each for each in everywhere if each[1] in ranks}:
        table["home_rank"] = ranks.pop() + 1
    elif steps:
        table["home_squares"] = _names(steps, rules)
    else:
        raise rules.error(kind, Message("there is no square for its first moves"))
    if _goes_far(moves) and (kind == PAWN or kind in rules.of_both("enPassantTypes")):
        passed = rules.of_white("enPassantRegion")
        if passed == everywhere:
            table["en_passant"] = True
        elif passed:
            raise rules.error(
                "enPassantRegion", Message("our pieces capture en passant on all squares or on none")
            )
    return moves


def _goes_far(moves: str) -> bool:
    """Whether a piece with these moves passes squares on which it could be captured."""
    return any(path.lame and set(path.steps) == {0} for path in betza.paths(moves))


def _names(squares: Iterable[Place], rules: _Rules) -> str:
    void = {place for place, cell in _cells(rules) if cell == VOID}
    return " ".join(_name(place) for place in sorted(squares) if place not in void)


def _name(place: Place) -> str:
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"


def _rights(rules: _Rules) -> str:
    """The field of castling rights of the start position."""
    fields = rules["startFen"].split()
    return str(fields[2]) if len(fields) > 2 and not fields[2].isdigit() else "-"


def _add_castling(rules: _Rules, table: dict[str, Any]) -> None:
    kinds = [kind for kind in rules.of_both("castlingKingPiece") if kind in rules.kinds]
    if len(kinds) != 1:
        raise rules.error("castlingKingPiece", Message("one piece castles"))
    king = table["pieces"][rules.kinds[kinds[0]].letter]
    with_ = [each for each in rules.of_both("castlingRookPieces") if each in rules.kinds]
    if not with_:
        raise rules.error("castlingRookPieces", Message("no such piece is in the game"))
    king["castles_with"] = "".join(rules.kinds[each].letter for each in with_)
    places = [
        (rules[option], rules["castlingRank"]) for option in ("castlingKingsideFile", "castlingQueensideFile")
    ]
    king["castles_to"] = " ".join(map(_name, places))
    if rules["chess960"]:
        king["castles_anywhere"] = True


def _cells(rules: _Rules) -> Iterator[tuple[Place, str]]:
    """Each square of the start position, and what is on it."""
    rows = read_rows(rules["startFen"].partition(" ")[0])
    for y, row in enumerate(reversed(rows)):
        for x, cell in enumerate(row):
            yield (x, y), cell


# --- from a game to a section ---


def written(game: Variant) -> str:
    """The game as a section of ``variants.ini``. Raises :class:`VariantError` for what does not fit."""
    return _Writer(game).text()


def _usually(option: str, kinds: Mapping[str, tuple[str, str]]) -> str:
    """The default of an option as it is written, with the letters of these pieces."""
    name = option if option in _known().options else f"{option}White"
    kind, text = _known().options.get(name, ("", ""))
    if kind != "pieces":
        return text
    letters = {each: letter for letter, (each, _) in kinds.items()}
    return "".join(letters.get(each, "") for each in text.split()).lower() or "-"


class _Writer:
    def __init__(self, game: Variant) -> None:
        self._game = game
        self._castles = game.has_castling and castles(game)
        self._options: dict[str, str] = {}

    def text(self) -> str:
        """The section."""
        game = self._game
        self._refuse()
        kinds = dict(sorted(self._kinds().items(), key=lambda item: _known().order.index(item[1][0])))
        self._board()
        self._first_moves(kinds)
        self._promotions(kinds)
        self._castling()
        self._endings()
        self._standing(kinds)
        pieces = {
            kind: f"{game.piece_types[letter].letter.lower()}{moves}"
            for letter, (kind, moves) in kinds.items()
        }
        about = f"# {game.title}" + (f", {game.inventor}" if game.inventor else "")
        lines = [about, f"[{game.name}]"]
        lines += [f"{name} = {value}" for name, value in pieces.items()]
        lines += [
            f"{name} = {value}" for name, value in self._options.items() if value != _usually(name, kinds)
        ]
        return "\n".join(lines) + "\n"

    def _no(self, what: Message) -> VariantError:
        return VariantError(
            "{title} does not fit into variants.ini: {what}", title=Message(self._game.title), what=what
        )

    def _refuse(self) -> None:
        game, known = self._game, _known()
        geometry = game.geometry
        if geometry.columns > known.files or geometry.rows > known.ranks:
            raise self._no(Message("its board is larger than twelve by ten"))
        if game.arrows:
            raise self._no(Message("it has arrows"))
        if game.endings.goal is not Goal.CHECKMATE:
            raise self._no(Message("the royal piece is captured"))
        rides = any(path.ride or path.lame for piece in game.piece_types.values() for path in piece.paths)
        if game.left_square in (LeftSquare.FOLDS, LeftSquare.RANDOM) or (game.squares_go and rides):
            raise self._no(Message("squares go, which no option says"))

    def _kinds(self) -> dict[str, tuple[str, str]]:
        """The piece there for each letter, and what follows its letter there."""
        known, found = _known(), {}
        customs = iter(known.customs)
        taken: set[str] = set()
        for letter, piece in self._game.piece_types.items():
            if piece.home_attacks or piece.promotes_leaving:
                raise self._no(Message("a piece attacks from some squares, or promotes when it leaves some"))
            if piece.royal and self._game.endings.royal is not Royal.NONE:
                moves = "" if fairy_betza.same("K", piece.paths) else f":{fairy_betza.written(piece.paths)}"
                found[letter] = (KING, moves)
                continue
            kind = next((each for each in known.pieces if each not in taken and self._is(each, piece)), None)
            if kind is None:
                kind = next(customs)
                found[letter] = (kind, f":{fairy_betza.written(piece.paths)}")
            else:
                found[letter] = (kind, "")
            taken.add(kind)
        return found

    def _is(self, kind: str, piece: PieceType) -> bool:
        moves = _known().pieces[kind]
        if not moves:
            return False
        if kind != PAWN:
            return fairy_betza.same(moves, piece.paths)
        more = ("", "ifmnD", "ifmnDifmnH", "fmnD")
        return piece.pawn and any(fairy_betza.same(moves + each, piece.paths) for each in more)

    def _board(self) -> None:
        game = self._game
        geometry = game.geometry
        self._options["maxRank"] = str(geometry.rows)
        self._options["maxFile"] = chr(ord("a") + geometry.columns - 1)
        rights = "KQkq" if self._castles else "-"
        checks = f" {game.endings.checks}+{game.endings.checks}" if game.endings.checks else ""
        self._options["startFen"] = f"{game.start} w {rights} -{checks} 0 1"
        if game.squares_go:
            self._options["wallingRule"] = "past"

    def _squares(self, option: str, squares: Iterable[int]) -> None:
        """Set both colours' squares, White's and the same on the board turned round."""
        geometry = self._game.geometry
        white = frozenset(squares)
        for color, own in (("White", white), ("Black", frozenset(map(geometry.turned, white)))):
            self._options[f"{option}{color}"] = self._named(own)

    def _named(self, squares: frozenset[int]) -> str:
        """The squares, whole ranks with a star."""
        geometry = self._game.geometry
        words = []
        for row in range(geometry.rows):
            rank = {square for square in range(geometry.squares) if geometry.place[square][1] == row}
            if rank <= squares:
                words.append(f"*{row + 1}")
            else:
                words += [_name(geometry.place[square]) for square in sorted(rank & squares)]
        return " ".join(words) or "-"

    def _first_moves(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        pieces = self._game.piece_types
        pawn = next((pieces[letter] for letter, (kind, _) in kinds.items() if kind == PAWN), None)
        far = {letter: piece for letter, piece in pieces.items() if piece.has_first_move}
        homes = {piece.home_squares for piece in far.values()}
        if len(homes) > 1:
            raise self._no(Message("its pieces have their first moves on different squares"))
        steps = [path for path in pawn.paths if len(path.steps) > 1] if pawn else []
        if homes:
            self._squares("doubleStepRegion", *homes)
        elif steps:
            self._squares("doubleStepRegion", range(self._game.geometry.squares))
        if pawn and not steps:
            self._options["doubleStep"] = "false"
        if any(len(path.steps) > 2 for path in steps):
            self._squares("tripleStepRegion", *homes)
        passing = [letter for letter, piece in pieces.items() if piece.en_passant]
        if passing:
            self._options["enPassantTypes"] = "".join(passing).lower()
        elif steps:
            self._options["enPassantRegion"] = "-"

    def _promotions(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        promoting = [piece for piece in self._game.piece_types.values() if piece.promotes_to]
        if len({(piece.promotes_to, piece.promotion_squares, piece.promotion) for piece in promoting}) > 1:
            raise self._no(Message("its pieces promote to different pieces or on different squares"))
        self._options["promotionPawnTypes"] = "".join(piece.letter for piece in promoting).lower() or "-"
        self._options["promotionPieceTypes"] = promoting[0].promotes_to.lower() if promoting else "-"
        if not promoting:
            return
        self._squares("promotionRegion", promoting[0].promotion_squares)
        if promoting[0].promotion is not Promotion.FORCED:
            self._options["mandatoryPawnPromotion"] = "false"
        if promoting[0].promotion is Promotion.LOST:
            start = self._game.start
            limits = (f"{each.lower()}:{start.count(each)}" for each in promoting[0].promotes_to)
            self._options["promotionLimit"] = " ".join(limits)

    def _standing(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        geometry = self._game.geometry
        for letter, (kind, _) in kinds.items():
            squares = self._game.piece_types[letter].standing
            if squares is not None:
                name = kind[0].upper() + kind[1:]
                self._options[f"mobilityRegionWhite{name}"] = self._named(squares)
                turned = frozenset(map(geometry.turned, squares))
                self._options[f"mobilityRegionBlack{name}"] = self._named(turned)

    def _castling(self) -> None:
        game = self._game
        if not self._castles:
            self._options["castling"] = "false"
            return
        castler = game.castler
        self._options["castlingKingPiece"] = castler.letter.lower()
        self._options["castlingRookPieces"] = castler.castles_with.lower()
        squares = castler.castles_to or self._two_squares_aside()
        (short, row), (long, _) = (game.geometry.place[square] for square in squares)
        self._options["castlingKingsideFile"] = chr(ord("a") + short)
        self._options["castlingQueensideFile"] = chr(ord("a") + long)
        self._options["castlingRank"] = str(row + 1)
        if game.castles_anywhere:
            self._options["chess960"] = "true"

    def _two_squares_aside(self) -> tuple[int, ...]:
        geometry = self._game.geometry
        column, row = next(
            (x, y)
            for y, cells in enumerate(reversed(read_rows(self._game.start)))
            for x, cell in enumerate(cells)
            if cell == self._game.castler.letter
        )
        return tuple(geometry.square_at[column + aside, row] for aside in (2, -2))

    def _endings(self) -> None:
        endings = self._game.endings
        if endings.quiet_moves % 2:
            raise self._no(Message("a draw after an odd number of plies"))
        self._options["stalemateValue"] = endings.stalemate.value
        self._options["nFoldRule"] = str(endings.repetitions)
        self._options["nMoveRule"] = str(endings.quiet_moves // 2)
        self._options["nMoveRuleTypes"] = self._game.pawns.lower() or "-"
        for name, option, _ in _ENDINGS:
            value = getattr(endings, name)
            self._options[option] = str(value.value) if isinstance(value, Enum) else str(value).lower()
        self._options["flyingGeneral"] = "true" if self._game.royal.faces else "false"
        self._options["checkCounting"] = "true" if endings.checks else "false"
        self._extinction()
        self._goal()

    def _extinction(self) -> None:
        endings = self._game.endings
        alike = {(rule.most, rule.result, rule.against, rule.waits) for rule in endings.extinct}
        if not alike:
            return
        letters = "".join(rule.letter.lower() for rule in endings.extinct) or _EVERY
        if len(alike) > 1 or (letters != _EVERY and not all(rule.letter for rule in endings.extinct)):
            raise self._no(Message("it has several rules of extinction"))
        ((most, result, against, waits),) = alike
        self._options["extinctionValue"] = result.value
        self._options["extinctionPieceTypes"] = letters
        self._options["extinctionPieceCount"] = str(most)
        self._options["extinctionOpponentPieceCount"] = str(against)
        self._options["extinctionClaim"] = "true" if waits else "false"

    def _goal(self) -> None:
        endings = self._game.endings
        if not any(endings.goal_squares):
            return
        pieces = endings.goal_pieces
        if len(pieces) > 1 and set(pieces) != set(self._game.piece_types):
            raise self._no(Message("some of its pieces reach goals"))
        self._options["flagPiece"] = pieces.lower() if len(pieces) == 1 else _EVERY
        for color, squares in zip(_WITH_BOTH_COLORS, endings.goal_squares, strict=True):
            self._options[f"flagRegion{color}"] = self._named(squares)
        if endings.goal_wins is not GoalWins.AT_ONCE:
            royal = pieces == self._game.royal.letter
            if royal is (endings.goal_wins is GoalWins.NEXT_TURN):
                raise self._no(Message("its goals are answered"))
            self._options["flagMove"] = "true"
