"""Loading games from TOML files: inheritance, checks, and errors with line numbers.

The format is described in ``docs/games.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path

from wormhole.rules import betza, fen, textfile, toml
from wormhole.rules.errors import FenError, VariantError, WormholeError
from wormhole.rules.game_fields import FieldError, Fields, Table, line_of
from wormhole.rules.geometry import MAX_SQUARES, Geometry
from wormhole.rules.message import Message, reason_of
from wormhole.rules.placement import EMPTY, HOLE, VOID, grid_of, read_rows
from wormhole.rules.quoting import clipped, quoted, shown_path
from wormhole.rules.variant import Endings, Goal, LeftSquare, NoMove, PieceType, Variant, material

CATALOGUE = "wormhole.rules.catalogue"
MARK = ".wormhole"
"""May come before a file's suffix, for desktops to know by; it is no part of the game's name."""

ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

_SQUARE_NAME = re.compile("[a-z]+[0-9]+")


@cache
def variants() -> tuple[str, ...]:
    """The names of the games in the catalogue, in the order of the menu."""
    files = [entry for entry in resources.files(CATALOGUE).iterdir() if entry.name.endswith(".toml")]
    order = {
        entry.name.removesuffix(".toml"): _read(entry.read_text("utf-8")).get("menu", 0) for entry in files
    }
    return tuple(sorted(order, key=lambda name: (order[name], name)))


@cache
def variant(name: str) -> Variant:
    """The catalogue's game ``name``. Raises :class:`VariantError` if there is none."""
    return parse(_catalogue_text(name), name)


def load(path: Path) -> Variant:
    """The game in a file. Raises :class:`VariantError` saying what is wrong and where."""
    try:
        text = textfile.read_text(path, toml.MOST_BYTES)
    except OSError as error:
        raise VariantError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None
    name = path.stem.removesuffix(MARK)
    game = parse(text, name)
    try:
        fen.read(game, fen.start(game))
    except FenError as error:
        raise VariantError("{stem}: board.start: {trouble}", stem=name, trouble=error.message) from None
    return game


def parse(text: str, name: str) -> Variant:
    """The game in a file's ``text``. Raises :class:`VariantError` saying what is wrong and where."""
    try:
        own = _read(text)
        return replace(_variant(Fields(_inherited(own)), name), definition=text)
    except FieldError as error:
        line = line_of(text, error.path)
        field = clipped(error.path)
        where = Message("line {line}, {field}", line=line, field=field) if line else field
        raise VariantError(
            "{name}: {where}: {trouble}", name=name, where=where, trouble=error.trouble
        ) from None
    except VariantError as error:
        raise VariantError("{name}: {trouble}", name=name, trouble=error.message) from None


def _read(text: str) -> Table:
    try:
        return toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise VariantError(error.args[0]) from None


def _catalogue_text(name: str) -> str:
    if name not in variants():
        raise VariantError(
            "there is no game called {name}; there are {words}",
            name=quoted(name),
            words=", ".join(variants()),
        )
    return resources.files(CATALOGUE).joinpath(f"{name}.toml").read_text("utf-8")


def _inherited(own: Table) -> Table:
    """A file's table merged over that of the game that it inherits from."""
    if "inherits" not in own:
        return own
    parent = Fields(own).get("inherits", str)
    if parent not in variants():
        raise FieldError(
            "inherits",
            Message(
                "there is no game called {parent}; there are {words}",
                parent=quoted(parent),
                words=", ".join(variants()),
            ),
        )
    return _laid_over(_without_strange_pictures(_inherited(_read(_catalogue_text(parent))), own), own)


def _without_strange_pictures(below: Table, above: Table) -> Table:
    """``below`` without the pictures of pieces that ``above`` gives another name and no picture."""
    new, old = above.get("pieces"), below.get("pieces")
    if not isinstance(new, dict) or not isinstance(old, dict):
        return below
    pieces = dict(old)
    for letter, piece in new.items():
        known = old.get(letter)
        if (
            isinstance(piece, dict)
            and isinstance(known, dict)
            and piece.get("name", known["name"]) != known["name"]
        ):
            pieces[letter] = {key: value for key, value in known.items() if key != "sprite"}
    return {**below, "pieces": pieces}


def _laid_over(below: Table, above: Table) -> Table:
    """``above`` merged over ``below``, table by table."""
    joined = dict(below)
    for key, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(key), dict):
            joined[key] = _laid_over(below[key], value)
        else:
            joined[key] = value
    return joined


def _variant(file: Fields, name: str) -> Variant:
    file.only(
        "inherits", "menu", "title", "inventor", "year", "about", "board", "mutator", "endings", "pieces"
    )
    board = file.part("board")
    board.only("start", "files", "ranks", "other_squares", "arrows")
    start = board.get("start", str)
    grid = board.read("start", grid_of)
    if sum(map(len, grid)) > MAX_SQUARES:
        raise FieldError(
            "board.start",
            Message("the board is too large; it may have at most {most} places", most=MAX_SQUARES),
        )
    files, ranks = (tuple(label.strip("*") for label in board.texts(key)) for key in ("files", "ranks"))
    try:
        geometry = Geometry.of_grid(grid, files, ranks, other_names=board.texts("other_squares"))
    except WormholeError as error:
        raise FieldError("board", error.message) from None
    _check_names(geometry.names)
    piece_types = _pieces(file.part("pieces"), geometry, start)
    _check_start(start, piece_types)
    mutator = file.part("mutator")
    mutator.only("left_square")
    left_square = mutator.choice("left_square", LeftSquare, LeftSquare.STAYS)
    arrows = _arrows(board, geometry)
    if arrows and left_square is LeftSquare.RANDOM:
        raise FieldError("mutator.left_square", Message("random wormholes cannot be combined with arrows"))
    return Variant(
        name=name,
        title=file.get("title", str),
        inventor=file.get("inventor", str, ""),
        year=file.get("year", int, 0),
        about=file.get("about", str, "").strip(),
        start=start,
        geometry=geometry,
        piece_types=piece_types,
        left_square=left_square,
        endings=_endings(file.part("endings"), left_square),
        arrows=arrows,
    )


def _check_names(names: tuple[str, ...]) -> None:
    """Refuse square names with which moves would be ambiguous or unreadable."""
    for name in names:
        if not _SQUARE_NAME.fullmatch(name):
            raise FieldError(
                "board",
                Message(
                    "a square is called {name}; a name must be small letters followed by a number",
                    name=repr(name),
                ),
            )
        if names.count(name) > 1:
            raise FieldError("board", Message("two squares are called {name}", name=repr(name)))


def _pieces(file: Fields, geometry: Geometry, start: str) -> Mapping[str, PieceType]:
    without = set(file.get("without", str, ""))
    piece_types = {
        letter: _piece(letter, file.part(letter), geometry, start)
        for letter in file.table
        if letter != "without" and letter not in without
    }
    royal = [piece_type.letter for piece_type in piece_types.values() if piece_type.royal]
    if len(royal) != 1:
        raise FieldError(
            file.path,
            Message(
                "exactly one piece must be royal, not {words}",
                words=clipped(", ".join(royal)) or Message("none"),
            ),
        )
    for piece_type in piece_types.values():
        if piece_type.royal and piece_type.promotes_to:
            raise FieldError(
                f"{file.path}.{piece_type.letter}.promotes_to", Message("the royal piece cannot promote")
            )
        for key, letters in (
            ("promotes_to", piece_type.promotes_to),
            ("castles_with", piece_type.castles_with),
        ):
            for letter in letters:
                if letter not in piece_types:
                    raise FieldError(
                        f"{file.path}.{piece_type.letter}.{key}",
                        Message("no piece has the letter {letter}", letter=quoted(letter)),
                    )
                if piece_types[letter].royal:
                    raise FieldError(
                        f"{file.path}.{piece_type.letter}.{key}",
                        Message("{letter} is the royal piece", letter=quoted(letter)),
                    )
        for letter in piece_type.promotes_to:
            if piece_type.promotes_to.count(letter) > 1:
                raise FieldError(
                    f"{file.path}.{piece_type.letter}.promotes_to",
                    Message("{letter} is listed more than once", letter=repr(letter)),
                )
        for letter in piece_type.aliases:
            if letter in piece_types:
                raise FieldError(
                    f"{file.path}.{piece_type.letter}.aliases",
                    Message(
                        "{letter} is the {name}",
                        letter=quoted(letter),
                        name=Message(piece_types[letter].name),
                    ),
                )
    return piece_types


_PIECE_FIELDS = (
    *("name", "sprite", "moves", "royal", "pawn", "aliases", "en_passant", "castles_with"),
    *("home_rank", "promotes_to", "promotion_rank", "promotion_squares"),
)


def _piece(letter: str, file: Fields, geometry: Geometry, start: str) -> PieceType:
    if len(letter) != 1 or not ("A" <= letter <= "Z"):
        raise FieldError(file.path, Message("a piece's letter must be one capital letter, A to Z"))
    file.only(*_PIECE_FIELDS)
    promotes_to = file.get("promotes_to", str, "")
    return PieceType(
        letter=letter,
        name=file.get("name", str),
        sprite=file.get("sprite", str, letter),
        paths=file.read("moves", betza.paths),
        royal=file.get("royal", bool, False),
        aliases=file.get("aliases", str, ""),
        home_squares=_rank(file, "home_rank", geometry) if "home_rank" in file.table else frozenset(),
        promotion_squares=_promotion_squares(file, geometry) if promotes_to else frozenset(),
        promotes_to=promotes_to,
        en_passant=file.get("en_passant", bool, False),
        castles_with=file.get("castles_with", str, ""),
        pawn=file.get("pawn", bool, False),
    )


def _rank(file: Fields, key: str, geometry: Geometry) -> frozenset[int]:
    """The squares of the rank whose label the field holds."""
    label = str(file.get(key, int))
    if label not in geometry.row_labels:
        raise FieldError(file.name(key), Message("the board has no rank {label}", label=label))
    row = geometry.row_labels.index(label)
    return frozenset(square for square in range(geometry.squares) if geometry.place[square][1] == row)


def _promotion_squares(file: Fields, geometry: Geometry) -> frozenset[int]:
    if "promotion_squares" in file.table:
        return frozenset(
            file.read("promotion_squares", lambda text: [geometry.parse(name) for name in text.split()])
        )
    if "promotion_rank" in file.table:
        return _rank(file, "promotion_rank", geometry)
    return frozenset(
        square for square in range(geometry.squares) if geometry.place[square][1] == geometry.rows - 1
    )


def _check_start(start: str, piece_types: Mapping[str, PieceType]) -> None:
    letters = {cell for row in read_rows(start) for cell in row if cell not in (EMPTY, HOLE, VOID)}
    aliases = "".join(piece_type.aliases for piece_type in piece_types.values())
    for letter in sorted(letters):
        if letter.upper() not in piece_types and letter.upper() not in aliases:
            raise FieldError(
                "board.start", Message("no piece has the letter {letter}", letter=quoted(letter.upper()))
            )
    for royal in (piece_type.letter for piece_type in piece_types.values() if piece_type.royal):
        for symbol in (royal, royal.lower()):
            if start.count(symbol) != 1:
                raise FieldError(
                    "board.start",
                    Message(
                        "{symbol} must occur once, not {times} times",
                        symbol=quoted(symbol),
                        times=start.count(symbol),
                    ),
                )


def _endings(file: Fields, left_square: LeftSquare) -> Endings:
    file.only("goal", "stalemate", "repetitions", "quiet_moves", "dead", "dead_same_color")
    repetitions, quiet_moves = left_square.limits
    return Endings(
        goal=file.choice("goal", Goal, Goal.CHECKMATE),
        stalemate=file.choice("stalemate", NoMove, NoMove.DRAW),
        repetitions=file.get("repetitions", int, repetitions),
        quiet_moves=file.get("quiet_moves", int, quiet_moves),
        dead=tuple(_material(file, text) for text in file.texts("dead")),
        dead_same_color=file.get("dead_same_color", str, ""),
    )


def _material(file: Fields, text: str) -> tuple[str, str]:
    """The pieces of both sides, written like ``K/KN``."""
    sides = text.split("/")
    if len(sides) != 2:
        raise FieldError(
            file.name("dead"),
            Message("{text} must name the pieces of both sides, such as K/KN", text=quoted(text)),
        )
    return material(*sides)


def _arrows(board: Fields, geometry: Geometry) -> tuple[int, ...]:
    """The arrow mask of every square; the field has rows from the top, ``|`` between squares, commas between
    arrows."""
    rows = board.texts("arrows")
    if not rows:
        return ()
    cells = [[cell.strip() for cell in row.split("|")] for row in reversed(rows)]
    if len(cells) != geometry.rows or any(len(row) != geometry.columns for row in cells):
        raise FieldError(
            board.name("arrows"),
            Message(
                "{rows} rows of {columns} squares are expected", rows=geometry.rows, columns=geometry.columns
            ),
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
                    board.name("arrows"),
                    Message(
                        "{arrow} is not an arrow; use {words} or all",
                        arrow=quoted(arrow),
                        words=", ".join(ARROWS),
                    ),
                )
    return tuple(masks)
