"""Loading games from TOML files: inheritance, checks, and errors with line numbers.

The format is described in ``docs/games.md``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from wormhole.rules.catalogue_files import LAST, MenuGroup, menu, text_of, variants
from wormhole.rules.chosen_rules import differences, rule_of, texts_of
from wormhole.rules.draw_limits import USUAL_LIMITS
from wormhole.rules.endings import Endings, material
from wormhole.rules.fields import (
    known_letters,
    letters_of,
    not_blank,
    one_line,
    refuse_unknown,
    squares_or_none,
)
from wormhole.rules.game_pieces import ALTERNATIVES, passage_trouble, read_pieces
from wormhole.rules.geometry import MAX_SQUARES, Geometry
from wormhole.rules.hands import Hands
from wormhole.rules.piece import BLACK, WHITE, Piece, side_name
from wormhole.rules.placement import EMPTY, HOLE, VOID, grid_of, read_rows
from wormhole.rules.rule import not_with, refuse, rule, with_dice
from wormhole.rules.tables import HAND
from wormhole.rules.tabulation import castles, castling_row, start_square
from wormhole.rules.variant import Capture, CharacterShape, LeftSquare, PieceType, Variant

if TYPE_CHECKING:
    from wormhole.rules.variants_ini import IniGame

PLUS = "+"
"""Between a game's name in the catalogue and the value of a rule that it is played with."""


def composed(base: Variant, *rules: Enum) -> Variant:
    """``base`` with other values of :data:`chosen_rules.RULES`.

    A board that folds has no en passant, a king on a board with random wormholes no first move of its own.
    After how many repetitions and quiet moves a game is drawn depends on the mutator. Raises
    :class:`VariantError` for arrows and for moves that are impossible with random wormholes.

    >>> from wormhole.rules.endings import NoMove
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
        or not _names_rooks(game.geometry)
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
    limits: Any = left_square.limits
    endings = replace(base.endings, **limits)
    if left_square is LeftSquare.RANDOM:
        endings = with_dice(endings)
    game = replace(base, piece_types=piece_types, left_square=left_square, endings=endings)
    answer = rule_of(left_square).answer_in(game)
    title = Message("{title}, {rule}", title=Message(base.title), rule=Message(answer.title))
    return replace(game, title=title)


INI = ".ini"
MOST_BYTES_OF_INI = 1 << 20
MARK = ".wormhole"
"""May come before a file's suffix, for desktops to know by; it is no part of the game's name."""

CREDITS = ("inventor", "year")
"""The fields that a game never inherits."""
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
    capture: Capture = rule(
        Capture.STAYS, refused=(not_with("endings.royal", lambda game, _own: game.endings.royal.is_several),)
    )


@dataclass(frozen=True)
class GameTable:
    """A game's file; ``docs/games.md`` says what its fields mean. A new field is a line here."""

    title: Annotated[str, Meta(max_length=100), Parse(_title)]
    board: BoardTable
    pieces: dict[str, Any]
    """Read by :func:`read_pieces`."""
    inherits: str = ""
    group: MenuGroup | None = None
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
    endings: dict[str, Any] = field(default_factory=dict)
    """Read as :class:`Endings`, on the board."""
    hands: dict[str, Any] = field(default_factory=dict)
    """Read as :class:`Hands`, on the board."""


@cache
def variant(name: str) -> Variant:
    """The catalogue's game ``name``. Raises :class:`VariantError` if there is none."""
    return parse(_catalogue_text(name), name)


def catalogue_name(game: Variant) -> str | None:
    """The game's name in the catalogue, with the values of its changed rules; None if it is not from there.

    >>> catalogue_name(composed(variant("chess"), LeftSquare.FOLDS))
    'chess+fold'
    """
    if game.name not in variants():
        return None
    base = variant(game.name)
    rules = differences(game, base)
    try:
        is_known = game == composed(base, *rules)
    except VariantError:
        return None
    return PLUS.join([game.name, *texts_of(rules).values()]) if is_known else None


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
    below = {key: value for key, value in table_of(parent).items() if key not in CREDITS}
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
    kept = {key: value for key, value in endings.items() if key not in USUAL_LIMITS}
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
    left_square = file.mutator.left_square
    endings = schema.read(Endings, {**left_square.limits, **file.endings}, "endings", geometry)
    if arrows and left_square is LeftSquare.RANDOM:
        raise FieldError("mutator.left_square", "random wormholes cannot be combined with arrows")
    lines = _lines(file.board.lines, geometry)
    if lines and (arrows or left_square is LeftSquare.RANDOM):
        field = "board.lines" if arrows or "lines" in own.get("board", ()) else "mutator.left_square"
        raise FieldError(field, "lines cannot be combined with arrows or random wormholes")
    own_pieces = own.get("pieces", {})
    piece_types = read_pieces(
        file.pieces, own_pieces, geometry, bool(arrows), endings, left_square, file.characters_on
    )
    start = _with_own_letters(joined["board"]["start"], piece_types)
    hands = schema.read(Hands, file.hands, "hands", geometry)
    _check_held(hands, piece_types, geometry)
    piece_types = _without_corners(piece_types, own_pieces, hands)
    _check_start(start, hands.start, piece_types, bool(endings.extinct))
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
        endings=endings,
        arrows=arrows,
        capture=file.mutator.capture,
        hands=hands,
        lines=lines,
    )
    own_endings, own_hands = own.get("endings", ()), own.get("hands", ())
    refuse(game, hands, "hands", own_hands)
    of_pieces = _of_pieces(endings, own_endings, piece_types)
    refuse(game, endings, "endings", own_endings)
    refuse(game, file.mutator, "mutator", own.get("mutator", ()))
    for letter, piece_type in piece_types.items():
        own_piece = own_pieces.get(letter, {})
        refuse(game, piece_type, f"pieces.{letter}", own_piece)
        refuse(game, piece_type.drops, f"pieces.{letter}.drops", own_piece.get("drops", ()))
    game = replace(game, endings=with_dice(of_pieces) if game.has_dice else of_pieces)
    _check_gating(game, own_hands, own_pieces)
    _check_any_array(game)
    _check_lines(game)
    _check_rights(game)
    for letter, piece_type in piece_types.items():
        if HOLE.upper() in piece_type.aliases and game.has_holes:
            raise FieldError(
                f"pieces.{letter}.aliases",
                "{letter} cannot be the letter of a piece",
                letter=quoted(HOLE.upper()),
            )
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


def _lines(text: str, geometry: Geometry) -> frozenset[int]:
    """The squares of the board's lines."""
    try:
        return squares_or_none(text, geometry)
    except WormholeError as error:
        raise FieldError("board.lines", error.message) from None


def _check_held(hands: Hands, pieces: Mapping[str, PieceType], geometry: Geometry) -> None:
    """Refuse pieces in hand that are none, and a board without room for hands."""
    for letter in hands.start.upper():
        refuse_unknown("hands.start", letter, pieces)
        if pieces[letter].royal and pieces[letter].has_first_move:
            raise FieldError("hands.start", "the royal piece has its first moves where it starts")
    if hands and geometry.columns * geometry.rows > HAND:
        raise FieldError(
            "board.start", "the board is too large for hands; it may have at most {most} places", most=HAND
        )


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
        if len(files) < len(gating) or len(set(files)) < len(files) or not all(map(_names_a_right, files)):
            raise FieldError(
                "hands.gating",
                "both sides need these squares on files of their own, with labels of one letter, not k or q",
            )


def _names_a_right(label: str) -> bool:
    """Whether the label of a file can name a right in the castling field of a FEN."""
    return len(label) == 1 and label.isalpha() and label not in "kq"


def _names_rooks(geometry: Geometry) -> bool:
    """Whether a FEN can name any piece with which a king castles; K and Q are the farthest ones."""
    return all(map(_names_a_right, geometry.file_labels[1:-1]))


def _check_any_array(game: Variant) -> None:
    """Refuse castling from any array with a piece that a FEN may not be able to name."""
    if game.castles_anywhere and not _names_rooks(game.geometry):
        raise FieldError(
            f"pieces.{game.castler.letter}.castles_anywhere",
            "the files between the first and the last need labels of one letter, not k or q",
        )


def _check_lines(game: Variant) -> None:
    """Refuse moves on lines where there are none."""
    for letter, piece_type in game.piece_types.items():
        if any(path.lined for path in piece_type.paths) and not game.lines:
            raise FieldError(f"pieces.{letter}.on_lines", "only together with {key}", key="board.lines")


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


def _of_pieces(endings: Endings, own: Container[str], pieces: Mapping[str, PieceType]) -> Endings:
    """The endings without inherited pieces that the game lacks. Refuses own ones."""
    named: dict[str, Any] = {
        name: known_letters(f"endings.{name}", getattr(endings, name), pieces, name in own)
        for name in letters_of(Endings)
    }
    if "extinct" in own:
        refuse_unknown("endings.extinct", (rule.letter for rule in endings.extinct if rule.letter), pieces)
    extinct = tuple(rule for rule in endings.extinct if not rule.letter or rule.letter in pieces)
    dead = tuple(_dead(endings.dead, "dead" in own, pieces))
    return replace(endings, **named, extinct=extinct, dead=dead)


def _dead(
    known: Iterable[Sequence[str]], is_own: bool, pieces: Mapping[str, PieceType]
) -> Iterator[tuple[str, str]]:
    """The material of both sides; inherited only of pieces that the game has."""
    royal = next((letter for letter, piece_type in pieces.items() if piece_type.royal), "")
    for sides in known if royal else ():
        if not is_own and not set("".join(sides)) <= {*pieces}:
            continue
        if len(sides) != 2 or any(side.count(royal) != 1 for side in sides):
            raise FieldError(
                "endings.dead",
                "{text} must name the pieces of both sides, such as {example}",
                text=quoted("/".join(sides)),
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
