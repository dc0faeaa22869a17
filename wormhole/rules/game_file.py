"""Loading games from TOML files: inheritance, checks, and errors with line numbers.

The format is described in ``docs/games.md``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from wormhole.base import schema, text_files, toml
from wormhole.base.errors import FenError, Message, TextWarning, VariantError, WormholeError, reason_of
from wormhole.base.quoting import quoted, shown_path, strange_letter
from wormhole.base.schema import FieldError, Parse, Table, line_of, where
from wormhole.rules import fen
from wormhole.rules.catalogue_files import LAST, Group, menu, text_of, variants
from wormhole.rules.chosen_rules import rule_of
from wormhole.rules.counting_rules import Counting
from wormhole.rules.game_pieces import (
    ALTERNATIVES,
    Letters,
    listed_squares,
    not_blank,
    one_line,
    passage_trouble,
    read_pieces,
    refuse_unknown,
)
from wormhole.rules.geometry import MAX_SQUARES, Geometry
from wormhole.rules.piece import BLACK, WHITE, Piece, side_name
from wormhole.rules.placement import EMPTY, HOLE, VOID, grid_of, read_rows
from wormhole.rules.tables import HAND, MOST_CHECKS, MOST_EXTINCTIONS
from wormhole.rules.tabulation import castles, castling_row, start_square
from wormhole.rules.variant import (
    Capture,
    CharacterShape,
    DrawGoesTo,
    Endings,
    Extinction,
    Goal,
    GoalWins,
    Hands,
    LeftSquare,
    NoMove,
    Passing,
    PieceType,
    Repetition,
    Royal,
    Variant,
    material,
)

if TYPE_CHECKING:
    from wormhole.rules.variants_ini import IniGame


def composed(base: Variant, *rules: Enum) -> Variant:
    """``base`` with other values of :data:`chosen_rules.RULES`.

    A board that folds has no en passant, a king on a board with random wormholes no first move of its own.
    After how many repetitions and quiet moves a game is drawn depends on the mutator. Raises
    :class:`VariantError` for arrows and for moves that are impossible with random wormholes.

    >>> from wormhole.rules.game_file import variant
    >>> composed(variant("chess"), LeftSquare.FOLDS, NoMove.LOSS).title
    'Chess, folding'
    """
    game = base
    for value in rules:
        if value is rule_of(value).of(game):
            continue
        if isinstance(value, LeftSquare):
            game = _with_left_square(game, value)
        else:
            endings: Any = {rule_of(value).name: value}
            game = replace(game, endings=replace(game.endings, **endings))
    return game


def from_any_array(game: Variant) -> Variant | None:
    """The game with kings that castle from any array, as in Chess960; None where that is not possible.

    It has the name of the game: only the rights to castle of a position tell them apart.
    """
    castler = game.castler
    if (
        game.castles_anywhere
        or not (game.has_castling and castler.royal)
        or game.gates
        or castler.castles_from
    ):
        return None
    others = {castler.letter: replace(castler, castles_anywhere=True)}
    return replace(game, piece_types={**game.piece_types, **others})


def _with_left_square(base: Variant, left_square: LeftSquare) -> Variant:
    if left_square is LeftSquare.RANDOM and base.lines:
        raise VariantError(
            "{title} has lines, which cannot be combined with random wormholes", title=Message(base.title)
        )
    if left_square is LeftSquare.RANDOM and base.arrows:
        raise VariantError(
            "{title} has arrows, which cannot be combined with random wormholes", title=Message(base.title)
        )
    piece_types = base.piece_types
    if left_square is not LeftSquare.STAYS:
        piece_types = {
            letter: replace(each, aliases=each.aliases.replace(HOLE.upper(), ""))
            for letter, each in piece_types.items()
        }
    if left_square is LeftSquare.FOLDS:
        piece_types = {
            letter: replace(piece_type, en_passant=False) for letter, piece_type in piece_types.items()
        }
    if left_square is LeftSquare.RANDOM:
        piece_types = {
            letter: replace(each, paths=tuple(path for path in each.paths if not path.from_home))
            if each.royal
            else each
            for letter, each in piece_types.items()
        }
        for trouble in map(passage_trouble, piece_types.values()):
            if trouble is not None:
                raise VariantError("{title}: {trouble}", title=Message(base.title), trouble=trouble)
    repetitions, quiet_moves = left_square.limits
    endings = replace(base.endings, repetitions=repetitions, quiet_moves=quiet_moves)
    if left_square is LeftSquare.RANDOM:  # the dice may give check
        endings = replace(endings, checks=0, checking=True, perpetual_check_loses=False)
        endings = replace(endings, goal_wins=_goal_wins(endings.goal_wins, left_square))
        endings = replace(endings, mating="", mate_loses="")
    game = replace(base, piece_types=piece_types, left_square=left_square, endings=endings)
    answer = rule_of(left_square).answer_in(game)
    title = Message("{title}, {rule}", title=Message(base.title), rule=Message(answer.title))
    return replace(game, title=title)


INI = ".ini"
MOST_BYTES_OF_INI = 1 << 20
MARK = ".wormhole"
"""May come before a file's suffix, for desktops to know by; it is no part of the game's name."""

ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

_SQUARE_NAME = re.compile("[a-z]+[0-9]+")
_LABEL = re.compile("[a-z]+|[0-9]+")
_LONGEST_SQUARE_NAME = 8


def _label(text: str) -> str:
    """The label of a file or rank; empty where the file says ``*``."""
    if text != VOID and not _LABEL.fullmatch(text):
        raise WormholeError(
            "{label} is not a label: files have lower-case letters, ranks have numbers, {star} means none",
            label=quoted(text),
            star=quoted(VOID),
        )
    return "" if text == VOID else text


def _paragraphs(text: str) -> str:
    """The text. Raises :class:`WormholeError` if it has marks that are not written."""
    strange = strange_letter(text, "\n")
    if strange is not None:
        raise WormholeError("the character {name} is not allowed here", name=strange)
    return text.strip()


def _title(text: str) -> str:
    """The title of a game. Raises :class:`WormholeError` if it is blank, or has more than one line."""
    return not_blank(text, Message("the game needs a title"))


_EXTINCTION = re.compile(
    r"([A-Z]+|\*)(?: ([0-9]{1,3}))? (loss|win|draw)(?: against ([0-9]{1,3})( answered)?)?"
)


def _extinctions(text: str) -> tuple[Extinction, ...]:
    """The rules in a text such as ``QR loss`` or ``* 1 loss against 2 answered``, one for each letter."""
    match = _EXTINCTION.fullmatch(text)
    if match is None:
        raise WormholeError(
            "{text} must be like {first} or {second}: letters or a star for all, a number, loss, win or draw",
            text=quoted(text),
            first=quoted("QR loss"),
            second=quoted("* 1 draw"),
        )
    named, most, result, against, waits = match.groups()
    return tuple(
        Extinction(letter.strip("*"), int(most or 0), NoMove(result), int(against or 0), bool(waits))
        for letter in named
    )


Labels = tuple[Annotated[str, Parse(_label)], ...]


@dataclass(frozen=True)
class BoardTable:
    """The table ``[board]``."""

    start: Annotated[list[list[bool]], Parse(grid_of, of=str)]
    files: Labels = ()
    ranks: Labels = ()
    other_squares: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    lines: str = ""


@dataclass(frozen=True)
class MutatorTable:
    """The table ``[mutator]``."""

    left_square: LeftSquare = LeftSquare.STAYS
    capture: Capture = Capture.STAYS


@dataclass(frozen=True)
class EndingsTable:
    """The table ``[endings]``; ``repetitions`` and ``quiet_moves`` are by default those of the mutator."""

    goal: Goal = Goal.CHECKMATE
    stalemate: NoMove = NoMove.DRAW
    repetitions: Annotated[int, Meta(ge=0, le=100)] | None = None
    quiet_moves: Annotated[int, Meta(ge=0, le=9999)] | None = None  # as many as a FEN can count
    dead: tuple[str, ...] = ()
    dead_same_color: Letters = ""
    checkmate: NoMove = NoMove.LOSS
    stalemate_counts: bool = False
    royal: Royal = Royal.ONE
    extinct: tuple[Annotated[tuple[Extinction, ...], Parse(_extinctions, of=str)], ...] = ()
    goal_squares: str = ""
    black_goal_squares: str = ""
    goal_pieces: Letters = ""
    goal_wins: GoalWins = GoalWins.AT_ONCE
    checks: Annotated[int, Meta(ge=0, le=MOST_CHECKS)] = 0
    checking: bool = True
    fleeing: bool = True
    must_capture: bool = False
    mating: Letters = ""
    mate_loses: Letters = ""
    count: Counting = Counting.NONE
    repetition: Repetition = Repetition.DRAW
    perpetual_check_loses: bool = False
    passing: Passing = Passing.NEVER
    bikjang: bool = False
    draw_goes_to: DrawGoesTo = DrawGoesTo.NOBODY
    black_points: Annotated[float, Meta(ge=0, le=1000)] = 0


@dataclass(frozen=True)
class HandsTable:
    """The table ``[hands]``."""

    captures: bool = False
    from_partner: bool = False
    keeps_promotion: bool = False
    start: str = ""
    drops: bool = True
    gating: str = ""


@dataclass(frozen=True)
class GameTable:
    """A game's file; ``docs/games.md`` says what its fields mean. A new field is a line here."""

    title: Annotated[str, Meta(max_length=100), Parse(_title)]
    board: BoardTable
    pieces: dict[str, Any]
    """Read by :func:`read_pieces`."""
    inherits: str = ""
    group: Group | None = None
    """The group of a game of the catalogue in the menu; one without a group is not in the menu."""
    menu: Annotated[int, Meta(ge=1, le=LAST)] = LAST
    """Its place in the group."""
    other_names: tuple[Annotated[str, Meta(max_length=100), Parse(not_blank)], ...] = ()
    """Names by which a player may look for it."""
    characters_on: CharacterShape = CharacterShape.DISC
    inventor: Annotated[str, Meta(max_length=100), Parse(one_line)] = ""
    year: Annotated[int, Meta(ge=0, le=9999)] = 0
    about: Annotated[str, Meta(max_length=2000), Parse(_paragraphs)] = ""
    mutator: MutatorTable = MutatorTable()
    endings: EndingsTable = EndingsTable()
    hands: HandsTable = HandsTable()


@cache
def variant(name: str) -> Variant:
    """The catalogue's game ``name``. Raises :class:`VariantError` if there is none."""
    return parse(_catalogue_text(name), name)


@cache
def table_of(name: str) -> Table:
    """The table of a game of the catalogue with what it inherits. This is much quicker than the game."""
    return inherited(read_table(_catalogue_text(name)))


def load(path: Path | str, name: str | None = None) -> Variant:
    """The game in a file. Raises :class:`VariantError` saying what is wrong and where.

    ``name`` is a section of Fairy-Stockfish's file of variants, such as ``variants.ini``; it may also stand
    behind a colon in the path.
    """
    path, section = file_and_section(Path(path), name)
    is_ini = path.suffix == INI
    try:
        text = text_files.read_text(path, MOST_BYTES_OF_INI if is_ini else toml.MOST_BYTES)
    except OSError as error:
        raise VariantError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None
    if is_ini:
        return parse_ini(text, section)
    name = path.stem.removesuffix(MARK)
    if strange_letter(name) is not None:
        raise VariantError("{path}: a game cannot have this name", path=shown_path(path))
    game = parse(text, name)
    try:
        fen.read(game, fen.start(game))
    except FenError as error:
        raise _located(text, name, FieldError("board.start", error.message)) from None
    return game


def file_and_section(path: Path, name: str | None = None) -> tuple[Path, str | None]:
    """A file, and the section of it that is named, perhaps behind a colon in the path."""
    file, colon, section = str(path).rpartition(":")
    if name is None and colon and file.endswith(INI) and not os.path.exists(path):
        return Path(file), section
    return path, name


def parse_ini(text: str, section: str | None = None) -> Variant:
    """The game in a section of Fairy-Stockfish's file of variants; in the only one if none is named.

    Raises :class:`VariantError` saying what is wrong and where.
    """
    from wormhole.rules import variants_ini  # not needed for the first picture

    return _of_section(variants_ini.IniFile(text, variant).game(section))


def left_out(path: Path) -> Sequence[TextWarning]:
    """What was left out of a file of variants, or read leniently in the section that is named.

    Raises :class:`VariantError`, and OSError.
    """
    from wormhole.rules import variants_ini  # not needed for the first picture

    path, section = file_and_section(path)
    if path.suffix != INI:
        return ()
    file = variants_ini.IniFile(text_files.read_text(path, MOST_BYTES_OF_INI), variant)
    file.game(section)
    return file.warnings


def parse_whole_ini(text: str) -> tuple[Iterator[tuple[str, Variant | VariantError]], Sequence[TextWarning]]:
    """Each section of Fairy-Stockfish's file of variants with its game, or with what is wrong with it; and
    what was left out of the file or read leniently, which grows with the games.

    Raises :class:`VariantError` if the file has no sections.
    """
    from wormhole.rules import variants_ini  # not needed for the first picture

    file = variants_ini.IniFile(text, variant)
    names = file.names

    def games() -> Iterator[tuple[str, Variant | VariantError]]:
        for name in names:
            try:
                yield name, _of_section(file.game(name))
            except VariantError as error:
                yield name, error

    return games(), file.warnings


def _of_section(found: IniGame) -> Variant:
    from wormhole.rules.variants_ini import as_toml

    definition = as_toml(found.table)
    try:
        game = replace(_variant(found.table, found.table, found.name), definition=definition)
        fen.read(game, fen.start(game))
    except FieldError as error:
        raise found.located(error) from None
    except FenError as error:
        raise found.located(FieldError("board.start", error.message)) from None
    found.check_rights(fen.start_rights(game))
    return game


def parse(text: str, name: str) -> Variant:
    """The game in a file's ``text``. Raises :class:`VariantError` saying what is wrong and where."""
    try:
        return parsed(text, name)
    except FieldError as error:
        raise _located(text, name, error) from None
    except VariantError as error:
        raise VariantError("{name}: {trouble}", name=name, trouble=error.message) from None


def parsed(text: str, name: str) -> Variant:
    """The game in a file's ``text``. Raises :class:`FieldError` for one of its fields, else VariantError."""
    own = read_table(text)
    return replace(_variant(inherited(own), own, name), definition=text)


def _located(text: str, name: str, error: FieldError) -> VariantError:
    """The error with its line; that of ``inherits`` for what is inherited, since the file itself lacks it."""
    place = where(text, error.path)
    if line_of(text, error.path) is None and (line := line_of(text, "inherits")) is not None:
        inherited = Message("{field} (inherited)", field=place)
        place = Message("line {line}, {field}", line=line, field=inherited)
    return VariantError("{name}: {where}: {trouble}", name=name, where=place, trouble=error.message)


def _strange_line(text: str) -> tuple[int, str] | None:
    """The first line of a file with a character that is not written but steers, and its number."""
    for number, line in enumerate(text.split("\n"), 1):
        found = strange_letter(line.removesuffix("\r"), "\t")
        if found is not None:
            return number, found
    return None


def _texts_in(table: Table) -> Iterator[tuple[str, str]]:
    """All names and texts of a table, each with the path of its field; tables may be nested deeply."""
    waiting: list[tuple[str, Any]] = [("", table)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                below = f"{path}.{key}" if path else key
                yield below, key
                waiting.append((below, inner))
        elif isinstance(value, list):
            waiting.extend((path, inner) for inner in value)
        elif isinstance(value, str):
            yield path, value


def read_table(text: str) -> Table:
    """The table of a file's text. Raises :class:`VariantError` or :class:`FieldError`."""
    strange = _strange_line(text)
    if strange is not None:
        raise VariantError(
            "line {line}: the character {name} is not allowed in a game's file",
            line=strange[0],
            name=strange[1],
        )
    try:
        table = toml.loads(text)
    except toml.TOMLDecodeError as error:
        trouble = error.args[0]
        if not isinstance(trouble, Message):  # the words of Python's own reader
            trouble = Message("this is not a complete game file: {detail}", detail=trouble)
        raise VariantError(trouble) from None
    for path, each in _texts_in(table):
        found = strange_letter(each, "\n")
        if found is not None:
            raise FieldError(path, "the character {name} is not allowed here", name=found)
    return table


def _catalogue_text(name: str) -> str:
    if name not in variants():
        raise VariantError(
            "there is no game called {name}; some games are {words}",
            name=quoted(name),
            words=", ".join(menu("family")),
        )
    return text_of(name)


def inherited(own: Table) -> Table:
    """A file's table merged over that of the game that it inherits from."""
    parent = own.get("inherits")
    if not isinstance(parent, str):  # a bad value is refused with all others
        return own
    if parent not in variants():
        raise FieldError(
            "inherits",
            "there is no game called {parent}; some games are {words}",
            parent=quoted(parent),
            words=", ".join(menu("family")),
        )
    below = table_of(parent)
    return _laid_over(_without_limits(_without_what_is_replaced(below, own), own), own)


def _without_limits(below: Table, above: Table) -> Table:
    """``below`` without its numbers of repetitions and quiet moves, if ``above`` has another mutator.

    They belong to how long a game with that mutator is; each mutator has its own defaults.
    """
    mutator, endings = above.get("mutator"), below.get("endings")
    if not isinstance(mutator, dict) or not isinstance(endings, dict):
        return below
    old = below.get("mutator", {}).get("left_square", LeftSquare.STAYS.value)
    if mutator.get("left_square", old) == old:
        return below
    kept = {key: value for key, value in endings.items() if key not in ("repetitions", "quiet_moves")}
    return {**below, "endings": kept}


def _without_what_is_replaced(below: Table, above: Table) -> Table:
    """``below`` without the pieces that it lacks itself, and without what the pieces of ``above`` replace.

    A piece with another name has no inherited picture or characters, one with ``home_squares`` no inherited
    ``home_rank``, and no home squares of Black's own. What is known of insufficient material is not known of
    a piece that moves otherwise.
    """
    new, old = above.get("pieces", {}), below["pieces"]
    if not isinstance(new, dict):
        return below
    lacking = {"without", *old.get("without", "")}
    pieces = {letter: piece for letter, piece in old.items() if letter not in lacking}
    for letter, piece in new.items():
        known = pieces.get(letter)
        if not isinstance(piece, dict) or not isinstance(known, dict):
            continue
        gone = {each for pair in ALTERNATIVES if not piece.keys().isdisjoint(pair) for each in pair}
        gone |= {"black_home_squares"} if "home_squares" in gone else set()
        if piece.get("name", known["name"]) != known["name"]:
            gone |= {"sprite", "characters"}
        pieces[letter] = {key: value for key, value in known.items() if key not in gone}
    return _without_material({**below, "pieces": pieces}, new)


def _without_material(below: Table, new: Table) -> Table:
    """``below`` without the insufficient material of pieces that are new or, unless royal, move otherwise."""
    pieces = below["pieces"]
    other = {
        letter
        for letter, piece in new.items()
        if isinstance(piece, dict) and (letter not in pieces or _moves_otherwise(pieces[letter], piece))
    }
    if not other:
        return below
    kept = dict(pieces)
    for letter, piece in pieces.items():
        if "not_helped_by" in piece:
            left = "" if letter in other else _apart_from(piece["not_helped_by"], other)
            kept[letter] = {**piece, "not_helped_by": left}
    endings = dict(below.get("endings", {}))
    if "dead" in endings:
        endings["dead"] = [text for text in endings["dead"] if other.isdisjoint(text)]
    if "dead_same_color" in endings:
        endings["dead_same_color"] = _apart_from(endings["dead_same_color"], other)
    return {**below, "pieces": kept, "endings": endings}


def _moves_otherwise(known: Table, piece: Table) -> bool:
    return not known.get("royal") and piece.get("moves", known["moves"]) != known["moves"]


def _apart_from(letters: str, gone: Collection[str]) -> str:
    return "".join(letter for letter in letters if letter not in gone)


def _laid_over(below: Table, above: Table) -> Table:
    """``above`` merged over ``below``, table by table."""
    joined = dict(below)
    for key, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(key), dict):
            joined[key] = _laid_over(below[key], value)
        else:
            joined[key] = value
    return joined


def _variant(joined: Table, own: Table, name: str) -> Variant:
    """The game of a file's table ``own``, which is ``joined`` with what it inherits."""
    file = schema.read(GameTable, joined)
    grid = file.board.start
    if sum(map(len, grid)) > MAX_SQUARES:
        raise FieldError(
            "board.start", "the board is too large; it may have at most {most} places", most=MAX_SQUARES
        )
    try:
        geometry = Geometry.of_grid(
            grid, file.board.files, file.board.ranks, other_names=file.board.other_squares
        )
    except WormholeError as error:
        raise FieldError("board", error.message) from None
    _check_names(geometry.names)
    arrows = _arrows(file.board.arrows, geometry)
    left_square, goal = file.mutator.left_square, file.endings.goal
    if arrows and left_square is LeftSquare.RANDOM:
        raise FieldError("mutator.left_square", "random wormholes cannot be combined with arrows")
    lines = listed_squares("board.lines", file.board.lines, geometry) if file.board.lines else frozenset()
    if lines and (arrows or left_square is LeftSquare.RANDOM):
        field = "board.lines" if arrows or "lines" in own.get("board", ()) else "mutator.left_square"
        raise FieldError(field, "lines cannot be combined with arrows or random wormholes")
    own_pieces = own.get("pieces", {})
    royals = file.endings.royal
    piece_types = read_pieces(
        file.pieces, own_pieces, geometry, bool(arrows), goal, royals, left_square, file.characters_on
    )
    start = _with_own_letters(joined["board"]["start"], piece_types)
    hands = _hands(file.hands, own.get("hands", ()), piece_types, geometry)
    piece_types = _without_corners(piece_types, own_pieces, hands)
    _check_start(start, hands.start, piece_types, bool(file.endings.extinct))
    _check_crowned(start, piece_types)
    game = Variant(
        name=name,
        title=file.title,
        inventor=file.inventor,
        year=file.year,
        about=file.about,
        start=start,
        geometry=geometry,
        piece_types=piece_types,
        left_square=left_square,
        endings=_endings(file.endings, own.get("endings", ()), piece_types, geometry, left_square),
        arrows=arrows,
        capture=file.mutator.capture,
        hands=hands,
        lines=lines,
    )
    _check_gating(game, own.get("hands", ()), own_pieces)
    _check_lines(game)
    _check_survivors(game, own_pieces)
    _check_combinations(game)
    _check_rights(game)
    for letter, piece_type in piece_types.items():
        if HOLE.upper() in piece_type.aliases and game.has_holes:
            raise FieldError(
                f"pieces.{letter}.aliases",
                "{letter} cannot be the letter of a piece",
                letter=quoted(HOLE.upper()),
            )
    if game.endings.count is not Counting.NONE and any(each.en_passant for each in piece_types.values()):
        raise FieldError("endings.count", "not together with en passant: a FEN has one field for both")
    castler = game.castler.letter
    if "castles_with" in own_pieces.get(castler, ()) and game.has_castling and not castles(game):
        raise FieldError(
            f"pieces.{castler}.castles_with",
            "in the start position, no such piece stands where the king could castle with it",
        )
    for key in ("castles_to", "castles_from"):
        if key in own_pieces.get(castler, ()) and game.castler.castles_to and game.has_castling:
            _check_castles_to(game, f"pieces.{castler}.{key}")
    return game


def _hands(
    table: HandsTable, own: Container[str], pieces: Mapping[str, PieceType], geometry: Geometry
) -> Hands:
    for letter in table.start.upper():
        if letter not in pieces:
            raise FieldError("hands.start", "no piece has the letter {letter}", letter=quoted(letter))
        if pieces[letter].royal and pieces[letter].has_first_move:
            raise FieldError("hands.start", "the royal piece has its first moves where it starts")
    if "keeps_promotion" in own and not table.captures:
        raise FieldError("hands.keeps_promotion", "only together with {key}", key="captures")
    if table.from_partner and table.captures:
        key = "from_partner" if "from_partner" in own else "captures"
        other = "captures" if key == "from_partner" else "from_partner"
        raise FieldError(f"hands.{key}", "not together with {key}", key=other)
    gating = listed_squares("hands.gating", table.gating, geometry) if table.gating else frozenset()
    hands = Hands(table.captures, table.from_partner, table.keeps_promotion, table.start, table.drops, gating)
    if gating and not hands:
        raise FieldError("hands.gating", "only together with {key}", key="start")
    if "drops" in own and not table.drops and not gating:
        raise FieldError("hands.drops", "only together with {key}", key="gating")
    if hands and geometry.columns * geometry.rows > HAND:
        raise FieldError(
            "board.start", "the board is too large for hands; it may have at most {most} places", most=HAND
        )
    return hands


def _without_corners(pieces: Mapping[str, PieceType], own: Table, hands: Hands) -> Mapping[str, PieceType]:
    """The piece types; one that is not in hand at first does not castle from where it is dropped."""
    found = dict(pieces)
    for letter, piece_type in pieces.items():
        if piece_type.castles_from is not None and letter not in hands.start.upper():
            if "castles_from" in own.get(letter, ()):
                raise FieldError(f"pieces.{letter}.castles_from", "only for a piece in hand at first")
            found[letter] = replace(piece_type, castles_from=None)
    return found


def _check_gating(game: Variant, own: Container[str], own_pieces: Table) -> None:
    """Refuse squares of gating that a FEN cannot name, and rules that gating cannot be combined with."""
    gating, geometry = game.hands.gating, game.geometry
    if not gating:
        return
    path = "hands.gating" if "gating" in own else "hands.start"
    if game.holds_royal:
        raise FieldError(path, "gating is not possible with the royal piece in hand")
    castler = game.castler.letter
    if game.castles_anywhere:
        key = "castles_anywhere" if "castles_anywhere" in own_pieces.get(castler, ()) else ""
        path = f"pieces.{castler}.{key}" if key else path
        raise FieldError(path, "gating is not possible with castling from any array")
    for squares in (gating, {geometry.turned(square) for square in gating}):
        here = (geometry.place[square][0] for square in squares if square < geometry.squares)
        files = [geometry.file_labels[column] for column in here]
        if len(files) < len(gating) or len(set(files)) < len(files) or not all(map(_names_a_gate, files)):
            raise FieldError(
                "hands.gating",
                "both sides need these squares on files of their own, with labels of one letter, not k or q",
            )


def _names_a_gate(label: str) -> bool:
    """Whether a FEN can name the square of gating on a file by its label."""
    return len(label) == 1 and label.isalpha() and label not in "kq"


def _check_survivors(game: Variant, own: Table) -> None:
    """Refuse pieces that survive captures where there is nothing to survive."""
    for letter, piece in own.items():
        if letter != "without" and "survives" in piece and game.capture is Capture.STAYS:
            raise FieldError(f"pieces.{letter}.survives", "only together with {key}", key="mutator.capture")


def _check_lines(game: Variant) -> None:
    """Refuse moves on lines where there are none, and rules that random wormholes do not know."""
    for letter, piece_type in game.piece_types.items():
        if any(path.lined for path in piece_type.paths) and not game.lines:
            raise FieldError(f"pieces.{letter}.on_lines", "only together with {key}", key="board.lines")
        if not piece_type.screens and game.left_square is LeftSquare.RANDOM:
            raise FieldError(f"pieces.{letter}.screens", "with random wormholes hoppers pass over any piece")


def _check_combinations(game: Variant) -> None:
    """Refuse rules that have no meaning together: which moves are legal would depend on itself."""
    tested = {
        "mutator.capture": game.capture is not Capture.STAYS,
        "endings.royal": game.endings.royal.is_several,
        "endings.fleeing": not game.endings.fleeing,
        **{
            f"pieces.{letter}.promotes_in_place": True
            for letter, piece in game.piece_types.items()
            if piece.promotes_in_place
        },
    }
    if tested["mutator.capture"] and game.endings.mating:
        raise FieldError("endings.mating", "not together with {key}", key="mutator.capture")
    if tested["mutator.capture"] and tested["endings.royal"]:
        raise FieldError("mutator.capture", "not together with {key}", key="endings.royal")
    for letter, piece in game.piece_types.items():
        for key, is_set in tested.items():
            limit = "checks" if not piece.drops.checks else "mates" if not piece.drops.mates else ""
            if is_set and limit:
                raise FieldError(f"pieces.{letter}.drops.{limit}", "not together with {key}", key=key)


def _check_rights(game: Variant) -> None:
    """Refuse first moves until a piece has moved where their rights could not be told or written."""
    for number, letter in enumerate(game.right_holders[1:]):
        path = f"pieces.{letter}.home_until_moved"
        if number:
            raise FieldError(path, "one kind of piece may have it")
        if game.has_castling:
            raise FieldError(path, "not where a king castles")
        if game.gates:
            raise FieldError(path, "not together with {key}", key="hands.gating")
        if any(game.start.count(symbol) != 1 for symbol in (letter, letter.lower())):
            raise FieldError(path, "each side must have one such piece at first")
        files = [label for label in fen.rights_letters(game) if label.isprintable()]
        if len(files) != len(set(files)) or not all(map(str.isalpha, files)):
            raise FieldError(
                path, "it must start on a file with a letter, and not on that of the royal piece"
            )


def _with_own_letters(start: str, piece_types: Mapping[str, PieceType]) -> str:
    """A placement with each piece's own letter in the place of its other ones."""
    aliases = "".join(each.aliases for each in piece_types.values())
    own = "".join(each.letter * len(each.aliases) for each in piece_types.values())
    return start.translate(str.maketrans(aliases + aliases.lower(), own + own.lower()))


def _check_castles_to(game: Variant, path: str) -> None:
    """Refuse squares to which the king does not castle from where it starts."""
    letter, pieces = game.castler.letter, game.start + game.hands.start
    sides = [side for side, symbol in enumerate((letter, letter.lower())) if symbol in pieces]
    if not sides:
        return
    column, row = game.geometry.place[start_square(game, letter, sides[0])]
    if row != castling_row(game, sides[0]):
        raise FieldError(path, "the king does not start on that rank")
    short, long = (game.geometry.place[square][0] for square in game.castler.castles_to)
    if not game.castles_anywhere and not long + 2 <= column <= short - 2:
        raise FieldError(path, "the king goes two squares or more, to its right or to its left")


def _check_names(names: tuple[str, ...]) -> None:
    """Refuse square names with which moves would be ambiguous or unreadable."""
    for name in names:
        if not _SQUARE_NAME.fullmatch(name):
            raise FieldError(
                "board",
                "a square is called {name}; a name must be lower-case letters followed by a number",
                name=quoted(name),
            )
        if len(name) > _LONGEST_SQUARE_NAME:
            raise FieldError(
                "board",
                "the name {name} of a square is longer than {most} characters",
                name=quoted(name),
                most=_LONGEST_SQUARE_NAME,
            )
        if names.count(name) > 1:
            raise FieldError("board", "two squares are called {name}", name=repr(name))


def _check_start(start: str, held: str, piece_types: Mapping[str, PieceType], may_lack: bool) -> None:
    """Refuse unknown letters, and royal pieces that are missing, unless one side ``may_lack`` its own.

    A royal piece may be ``held`` in hand.
    """
    letters = {cell for row in read_rows(start) for cell in row if cell not in (EMPTY, HOLE, VOID)}
    for letter in sorted(letters):
        if letter.upper() not in piece_types:
            raise FieldError("board.start", "no piece has the letter {letter}", letter=quoted(letter.upper()))
    for royal in (piece_type for piece_type in piece_types.values() if piece_type.royal):
        all_pieces = start + held
        white, black = (all_pieces.count(letter) for letter in (royal.letter, royal.letter.lower()))
        for color, times, other in ((WHITE, white, black), (BLACK, black, white)):
            if times == 1 or (times == 0 and other == 1 and may_lack):
                continue
            path = "hands.start" if Piece(royal.letter, color).symbol() in held else "board.start"
            side, name = side_name(color), Message(royal.name)
            if times == 0:
                raise FieldError(path, "{side} has no {piece} on the board", side=side, piece=name)
            raise FieldError(
                path, "{side} must have one {piece}, not {times}", side=side, piece=name, times=times
            )


def _check_crowned(start: str, piece_types: Mapping[str, PieceType]) -> None:
    """Refuse a side without a royal piece where there may be several."""
    crowned = "".join(letter for letter, piece_type in piece_types.items() if piece_type.crowned)
    for color, letters in ((WHITE, crowned), (BLACK, crowned.lower())):
        if letters and not set(letters) & set(start):
            raise FieldError("board.start", "{color} has no royal piece", color=side_name(color))


def _endings(
    table: EndingsTable,
    own: Container[str],
    pieces: Mapping[str, PieceType],
    geometry: Geometry,
    left_square: LeftSquare,
) -> Endings:
    repetitions, quiet_moves = left_square.limits
    if table.repetitions == 1:
        raise FieldError("endings.repetitions", "every position occurs once; 0 means never")
    dead_same_color = table.dead_same_color
    if "dead_same_color" in own:
        refuse_unknown("endings.dead_same_color", dead_same_color, pieces)
    rules = [rule for group in table.extinct for rule in group]
    if "extinct" in own:
        refuse_unknown("endings.extinct", (rule.letter for rule in rules if rule.letter), pieces)
    if "goal_pieces" in own:
        refuse_unknown("endings.goal_pieces", table.goal_pieces, pieces)
    for key in ("mating", "mate_loses"):
        if key in own:
            refuse_unknown(f"endings.{key}", getattr(table, key), pieces)
    if len(rules) > MOST_EXTINCTIONS:
        raise FieldError("endings.extinct", "at most {most} rules are allowed", most=MOST_EXTINCTIONS)
    _check_endings(table, own, left_square)
    return Endings(
        checkmate=table.checkmate,
        stalemate_counts=table.stalemate_counts,
        royal=table.royal,
        extinct=tuple(rule for rule in rules if not rule.letter or rule.letter in pieces),
        goal_squares=_goal_squares(table, geometry),
        goal_pieces=_known(table.goal_pieces, pieces),
        goal_wins=_goal_wins(table.goal_wins, left_square),
        checks=table.checks if left_square is not LeftSquare.RANDOM else 0,
        checking=table.checking or left_square is LeftSquare.RANDOM,
        fleeing=table.fleeing,
        must_capture=table.must_capture,
        mating=_known(table.mating, pieces) if left_square is not LeftSquare.RANDOM else "",
        mate_loses=_known(table.mate_loses, pieces) if left_square is not LeftSquare.RANDOM else "",
        count=table.count,
        repetition=table.repetition,
        perpetual_check_loses=table.perpetual_check_loses and left_square is not LeftSquare.RANDOM,
        passing=table.passing,
        bikjang=table.bikjang,
        draw_goes_to=table.draw_goes_to,
        black_points=table.black_points,
        goal=table.goal,
        stalemate=table.stalemate,
        repetitions=repetitions if table.repetitions is None else table.repetitions,
        quiet_moves=quiet_moves if table.quiet_moves is None else table.quiet_moves,
        dead=tuple(_dead(table.dead, "dead" in own, pieces)),
        dead_same_color=_known(dead_same_color, pieces),
    )


def _check_endings(table: EndingsTable, own: Container[str], left_square: LeftSquare) -> None:
    """Refuse endings that mean nothing together."""
    trouble: tuple[str, Message] | None = None
    no_check = table.goal is Goal.CAPTURE or table.royal is Royal.NONE
    if table.royal is Royal.NONE and table.goal is Goal.CAPTURE:
        trouble = "royal", Message("the goal cannot be to capture the royal piece where none is")
    elif bool(table.goal_squares or table.black_goal_squares) != bool(table.goal_pieces):
        given = "goal_pieces" if table.goal_pieces else "goal_squares"
        other = "goal_squares" if table.goal_pieces else "goal_pieces"
        trouble = given, Message("only together with {key}", key=other)
    elif "goal_wins" in own and not table.goal_pieces:
        trouble = "goal_wins", Message("only together with {key}", key="goal_squares")
    elif no_check and table.checks:
        trouble = "checks", Message("there is no check where no piece is royal, or where it is captured")
    elif no_check and not table.checking:
        trouble = "checking", Message("there is no check where no piece is royal, or where it is captured")
    elif not table.fleeing and (no_check or table.royal.is_several):
        trouble = "fleeing", Message("only where one royal piece is checkmated")
    elif table.mating and (no_check or table.royal.is_several):
        trouble = "mating", Message("only where one royal piece is checkmated")
    elif table.mating and table.checkmate is not NoMove.LOSS:
        trouble = "mating", Message("not together with {key}", key="checkmate")
    elif table.mating and left_square is LeftSquare.RANDOM and "mating" in own:
        trouble = "mating", Message("with random wormholes the dice may give check")
    elif table.mate_loses and not table.mating:
        trouble = "mate_loses", Message("only together with {key}", key="mating")
    elif no_check and table.perpetual_check_loses:
        trouble = (
            "perpetual_check_loses",
            Message("there is no check where no piece is royal, or where it is captured"),
        )
    elif table.perpetual_check_loses and left_square is LeftSquare.RANDOM and "perpetual_check_loses" in own:
        trouble = "perpetual_check_loses", Message("with random wormholes the dice may give check")
    elif table.goal_wins is GoalWins.IF_SAFE and left_square is LeftSquare.RANDOM and "goal_wins" in own:
        trouble = "goal_wins", Message("with random wormholes the dice may open an attack")
    elif table.checks and not table.checking:
        trouble = "checking", Message("not together with {key}", key="checks")
    elif table.checks and left_square is LeftSquare.RANDOM and "checks" in own:
        trouble = "checks", Message("with random wormholes checks are not counted: the dice may give one")
    elif not table.checking and left_square is LeftSquare.RANDOM and "checking" in own:
        trouble = "checking", Message("with random wormholes the dice may give check")
    elif table.bikjang and table.passing is Passing.NEVER:
        trouble = "bikjang", Message("only together with {key}", key='passing = "always"')
    elif table.bikjang and table.royal.is_several:
        trouble = "bikjang", Message("not together with {key}", key=f'royal = "{table.royal.value}"')
    elif table.bikjang and (no_check or left_square is LeftSquare.RANDOM):
        trouble = "bikjang", Message("not where there is no check, nor with random wormholes")
    elif table.black_points and table.draw_goes_to is not DrawGoesTo.POINTS:
        trouble = "black_points", Message("only together with {key}", key='draw_goes_to = "points"')
    elif table.black_points * 2 != int(table.black_points * 2):
        trouble = "black_points", Message("whole and half points are counted")
    if trouble is not None:
        raise FieldError(f"endings.{trouble[0]}", trouble[1])


def _known(letters: str, pieces: Container[str]) -> str:
    """The letters of pieces that the game has."""
    return "".join(letter for letter in letters if letter in pieces)


def _goal_wins(wins: GoalWins, left_square: LeftSquare) -> GoalWins:
    """When a goal wins; the dice may open an attack on it, so there it wins if the piece stays."""
    if wins is GoalWins.IF_SAFE and left_square is LeftSquare.RANDOM:
        return GoalWins.NEXT_TURN
    return wins


def _goal_squares(table: EndingsTable, geometry: Geometry) -> tuple[frozenset[int], frozenset[int]]:
    """The goal squares of White and Black; Black's are White's on the board turned round, if not its own."""
    white, black = (
        listed_squares(f"endings.{field}", text, geometry) if text else frozenset()
        for field, text in (
            ("goal_squares", table.goal_squares),
            ("black_goal_squares", table.black_goal_squares),
        )
    )
    if black:
        return white, black
    turned = frozenset(map(geometry.turned, white))
    return white, frozenset(square for square in turned if square < geometry.squares)


def _dead(texts: Iterable[str], is_own: bool, pieces: Mapping[str, PieceType]) -> Iterator[tuple[str, str]]:
    """The material of both sides, written like ``K/KN``; inherited only of pieces that the game has."""
    royal = next((letter for letter, piece_type in pieces.items() if piece_type.royal), "")
    for text in texts if royal else ():
        sides = text.split("/")
        if not is_own and not set(text) <= {*pieces, "/"}:
            continue
        if len(sides) != 2 or any(side.count(royal) != 1 for side in sides):
            raise FieldError(
                "endings.dead",
                "{text} must name the pieces of both sides, such as {example}",
                text=quoted(text),
                example=f"{royal}/{royal}",
            )
        refuse_unknown("endings.dead", "".join(sides), pieces)
        yield material(*sides)


def _arrows(rows: Sequence[str], geometry: Geometry) -> tuple[int, ...]:
    """The arrow mask of every square; the field has rows from the top, ``|`` between squares, commas between
    arrows."""
    if not rows:
        return ()
    cells = [[cell.strip() for cell in row.split("|")] for row in reversed(rows)]
    if len(cells) != geometry.rows or any(len(row) != geometry.columns for row in cells):
        raise FieldError(
            "board.arrows",
            "arrows for a board of {columns} by {rows} squares are expected",
            columns=geometry.columns,
            rows=geometry.rows,
        )
    masks = [0] * geometry.squares
    for square in range(geometry.squares):
        column, row = geometry.place[square]
        for arrow in re.split(r"[,\s]+", cells[row][column]):
            if arrow == "all":
                masks[square] = 255
            elif arrow in ARROWS:
                masks[square] |= 1 << ARROWS.index(arrow)
            elif arrow:
                raise FieldError(
                    "board.arrows",
                    "{arrow} is not an arrow; use {words} or all",
                    arrow=quoted(arrow),
                    words=", ".join(ARROWS),
                )
    return tuple(masks)
