"""Loading games from TOML files: inheritance, checks, and errors with line numbers.

The format is described in ``docs/games.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path

from wormhole.rules import fen, text_files, toml
from wormhole.rules.errors import FenError, Message, VariantError, WormholeError, reason_of
from wormhole.rules.game_pieces import (
    FieldError,
    Fields,
    Table,
    letters_of,
    line_of,
    passage_trouble,
    read_pieces,
    refuse_unknown,
    strange_letter,
    strange_line,
    texts_in,
)
from wormhole.rules.geometry import MAX_SQUARES, Geometry
from wormhole.rules.placement import EMPTY, HOLE, VOID, grid_of, read_rows
from wormhole.rules.quoting import clipped, printable, quoted, shown_path
from wormhole.rules.tabulation import castles
from wormhole.rules.variant import Endings, Goal, LeftSquare, NoMove, PieceType, Variant, material

_WORDS = {
    LeftSquare.STAYS: "no holes",
    LeftSquare.FOLDS: "folding",
    LeftSquare.VANISHES: "vanishing",
    LeftSquare.RANDOM: "random wormholes",
}


def composed(
    base: Variant, left_square: LeftSquare | None = None, stalemate: NoMove | None = None
) -> Variant:
    """``base`` with another mutator and another stalemate rule; None keeps that of ``base``.

    A board that folds has no en passant, a king on a board with random wormholes no first move of its own.
    After how many repetitions and quiet moves a game is drawn depends on the mutator. Raises
    :class:`VariantError` for arrows and for moves that are impossible with random wormholes.

    >>> from wormhole.rules.game_file import variant
    >>> composed(variant("chess"), LeftSquare.FOLDS, NoMove.LOSS).title
    'Chess, folding'
    """
    game = base
    if stalemate is not None and stalemate is not base.endings.stalemate:
        game = replace(game, endings=replace(game.endings, stalemate=stalemate))
    if left_square is None or left_square is base.left_square:
        return game
    if left_square is LeftSquare.RANDOM and base.arrows:
        raise VariantError(
            "{title} has arrows, which cannot be combined with random wormholes", title=Message(base.title)
        )
    piece_types = game.piece_types
    if left_square is LeftSquare.FOLDS:
        piece_types = {
            letter: replace(piece_type, en_passant=False) for letter, piece_type in piece_types.items()
        }
    if left_square is LeftSquare.RANDOM:
        king = game.royal
        paths = tuple(path for path in king.paths if not path.from_home)
        piece_types = {**piece_types, king.letter: replace(king, paths=paths)}
        for trouble in map(passage_trouble, piece_types.values()):
            if trouble is not None:
                raise VariantError("{title}: {trouble}", title=Message(base.title), trouble=trouble)
    repetitions, quiet_moves = left_square.limits
    endings = replace(game.endings, repetitions=repetitions, quiet_moves=quiet_moves)
    title = f"{base.title}, {_WORDS[left_square]}"
    return replace(game, title=title, piece_types=piece_types, left_square=left_square, endings=endings)


CATALOGUE = "wormhole.rules.catalogue"
MARK = ".wormhole"
"""May come before a file's suffix, for desktops to know by; it is no part of the game's name."""

ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

MOST_REPETITIONS = 100
MOST_QUIET_MOVES = 9999
"""As many as a FEN can count."""
LONGEST_TITLE = 100
LONGEST_ABOUT = 2000
LAST_YEAR = 9999

_SQUARE_NAME = re.compile("[a-z]+[0-9]+")
_LABEL = re.compile("[a-z]+|[0-9]+")
_LONGEST_SQUARE_NAME = 8


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
        text = text_files.read_text(path, toml.MOST_BYTES)
    except OSError as error:
        raise VariantError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None
    name = path.stem.removesuffix(MARK)
    if strange_letter(name) is not None:
        raise VariantError("{path}: a game cannot have this name", path=shown_path(path))
    game = parse(text, name)
    try:
        fen.read(game, fen.start(game))
    except FenError as error:
        raise _located(text, name, FieldError("board.start", error.message)) from None
    return game


def parse(text: str, name: str) -> Variant:
    """The game in a file's ``text``. Raises :class:`VariantError` saying what is wrong and where."""
    try:
        own = _read(text)
        return replace(_variant(Fields(_inherited(own), own=own), name), definition=text)
    except FieldError as error:
        raise _located(text, name, error) from None
    except VariantError as error:
        raise VariantError("{name}: {trouble}", name=name, trouble=error.message) from None


def _located(text: str, name: str, error: FieldError) -> VariantError:
    """The error with its line; that of ``inherits`` for what is inherited, since the file itself lacks it."""
    line = line_of(text, error.path)
    field = clipped(printable(error.path))
    if line is None and (line := line_of(text, "inherits")) is not None:
        field = Message("{field} (inherited)", field=field)
    where = Message("line {line}, {field}", line=line, field=field) if line else field
    return VariantError("{name}: {where}: {trouble}", name=name, where=where, trouble=error.trouble)


def _read(text: str) -> Table:
    strange = strange_line(text)
    if strange is not None:
        raise VariantError(
            "line {line}: the character {name} cannot be part of a game's file",
            line=strange[0],
            name=strange[1],
        )
    try:
        table = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise VariantError(error.args[0]) from None
    for path, each in texts_in(table):
        found = strange_letter(each, "\n")
        if found is not None:
            raise FieldError(path, Message("the character {name} cannot be part of it", name=found))
    return table


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
    below = _inherited(_read(_catalogue_text(parent)))
    return _laid_over(_without_limits(_without_strange_pictures(below, own), own), own)


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
    files, ranks = (_labels(board, key) for key in ("files", "ranks"))
    try:
        geometry = Geometry.of_grid(grid, files, ranks, other_names=board.texts("other_squares"))
    except WormholeError as error:
        raise FieldError("board", error.message) from None
    _check_names(geometry.names)
    arrows = _arrows(board, geometry)
    mutator = file.part("mutator")
    mutator.only("left_square")
    left_square = mutator.choice("left_square", LeftSquare, LeftSquare.STAYS)
    if arrows and left_square is LeftSquare.RANDOM:
        raise FieldError("mutator.left_square", Message("random wormholes cannot be combined with arrows"))
    goal = file.part("endings").choice("goal", Goal, Goal.CHECKMATE)
    piece_types = read_pieces(file.part("pieces"), geometry, bool(arrows), goal, left_square)
    _check_start(start, piece_types)
    game = Variant(
        name=name,
        title=file.line("title", LONGEST_TITLE),
        inventor=file.line("inventor", LONGEST_TITLE, ""),
        year=file.number("year", 0, LAST_YEAR, 0),
        about=file.paragraphs("about", LONGEST_ABOUT),
        start=start,
        geometry=geometry,
        piece_types=piece_types,
        left_square=left_square,
        endings=_endings(file.part("endings"), piece_types, left_square),
        arrows=arrows,
    )
    file.number("menu", 0, LAST_YEAR, 0)
    _check_castling(file.part("pieces").part(game.royal.letter), game)
    return game


def _labels(board: Fields, key: str) -> tuple[str, ...]:
    """The labels of the files or ranks; ``""`` where the file says ``*``."""
    labels = board.texts(key)
    for label in labels:
        if label != VOID and not _LABEL.fullmatch(label):
            raise FieldError(
                board.name(key),
                Message(
                    "{label} is not a label: a file has small letters, a rank a number, {star} means none",
                    label=quoted(label),
                    star=quoted(VOID),
                ),
            )
    return tuple("" if label == VOID else label for label in labels)


def _check_castling(royal: Fields, game: Variant) -> None:
    """Refuse castling for which no piece stands in the right place."""
    if "castles_with" in royal.own and game.has_castling and not castles(game):
        raise FieldError(
            royal.name("castles_with"),
            Message("in the start position, no such piece stands where the king could castle with it"),
        )


def _check_names(names: tuple[str, ...]) -> None:
    """Refuse square names with which moves would be ambiguous or unreadable."""
    for name in names:
        if not _SQUARE_NAME.fullmatch(name):
            raise FieldError(
                "board",
                Message(
                    "a square is called {name}; a name must be small letters followed by a number",
                    name=quoted(name),
                ),
            )
        if len(name) > _LONGEST_SQUARE_NAME:
            raise FieldError(
                "board",
                Message(
                    "the name {name} of a square is longer than {most} characters",
                    name=quoted(name),
                    most=_LONGEST_SQUARE_NAME,
                ),
            )
        if names.count(name) > 1:
            raise FieldError("board", Message("two squares are called {name}", name=repr(name)))


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


def _endings(file: Fields, pieces: Mapping[str, PieceType], left_square: LeftSquare) -> Endings:
    file.only("goal", "stalemate", "repetitions", "quiet_moves", "dead", "dead_same_color")
    repetitions, quiet_moves = left_square.limits
    repeats = file.number("repetitions", 0, MOST_REPETITIONS, repetitions)
    if repeats == 1:
        raise FieldError(file.name("repetitions"), Message("every position occurs once; 0 means never"))
    return Endings(
        goal=file.choice("goal", Goal, Goal.CHECKMATE),
        stalemate=file.choice("stalemate", NoMove, NoMove.DRAW),
        repetitions=repeats,
        quiet_moves=file.number("quiet_moves", 0, MOST_QUIET_MOVES, quiet_moves),
        dead=tuple(_dead(file, pieces)),
        dead_same_color=_dead_same_color(file, pieces),
    )


def _dead(file: Fields, pieces: Mapping[str, PieceType]) -> Iterator[tuple[str, str]]:
    """The material of both sides, written like ``K/KN``; inherited only of pieces that the game has."""
    royal = next(letter for letter, piece_type in pieces.items() if piece_type.royal)
    for text in file.texts("dead"):
        sides = text.split("/")
        if "dead" not in file.own and not set(text) <= {*pieces, "/"}:
            continue
        if len(sides) != 2 or any(side.count(royal) != 1 for side in sides):
            raise FieldError(
                file.name("dead"),
                Message(
                    "{text} must name the pieces of both sides, such as {example}",
                    text=quoted(text),
                    example=f"{royal}/{royal}",
                ),
            )
        refuse_unknown(file, "dead", "".join(sides), pieces)
        yield material(*sides)


def _dead_same_color(file: Fields, pieces: Mapping[str, PieceType]) -> str:
    letters = letters_of(file, "dead_same_color")
    if "dead_same_color" not in file.own:
        return "".join(letter for letter in letters if letter in pieces)
    refuse_unknown(file, "dead_same_color", letters, pieces)
    return letters


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
                "arrows for a board of {columns} by {rows} squares are expected",
                columns=geometry.columns,
                rows=geometry.rows,
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
