"""The pieces of a game's file: the tables ``[pieces.X]``."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from msgspec import Meta

from wormhole.base import schema
from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import clipped, quoted
from wormhole.base.schema import FieldError, Parse, Table
from wormhole.rules import betza
from wormhole.rules.endings import Endings, Goal, Royal
from wormhole.rules.fields import (
    LETTERS,
    Letters,
    SquaresOfBoth,
    known_letters,
    letters,
    listed_squares,
    not_blank,
    one_line,
    refuse_unknown,
    squares_of_both,
)
from wormhole.rules.geometry import OFF, Geometry
from wormhole.rules.hands import ANYWHERE, Drops
from wormhole.rules.placement import HOLE
from wormhole.rules.variant import Characters, CharacterShape, LeftSquare, PieceType, Promotion, Survives

MOST_PROMOTIONS = 15
MOST_CHARACTERS = 2
"""On a piece."""
ALTERNATIVES = (("home_squares", "home_rank"), ("promotion_squares", "promotion_rank"))
"""Fields of a piece of which a game has one or the other."""


def _piece_name(text: str) -> str:
    """The name of a piece. Raises :class:`WormholeError` if it is blank, or has more than one line."""
    return not_blank(text, Message("the piece needs a name"))


def aliases(text: str) -> str:
    """Check other letters of a piece: one may be that of a hole, in a game without holes."""
    letters(text.replace(HOLE.upper(), "", 1))
    return text


Aliases = Annotated[str, Parse(aliases)]


def characters(text: str) -> tuple[str, ...]:
    """The characters of both sides, or White's and Black's, written with a space between.

    Raises :class:`WormholeError` if there are more than two for a side.

    >>> characters("帥 將")
    ('帥', '將')
    """
    found = tuple(one_line(text).split())
    if not 1 <= len(found) <= 2 or any(len(each) > MOST_CHARACTERS for each in found):
        raise WormholeError(
            "{value} is not one or two characters, or White's and Black's with a space between",
            value=quoted(text),
        )
    return found


@dataclass(frozen=True)
class PieceTable:
    """A table ``[pieces.X]``; ``docs/games.md`` says what its fields mean."""

    name: Annotated[str, Meta(max_length=50), Parse(_piece_name)]
    moves: Annotated[tuple[betza.Path, ...], Parse(betza.paths, of=str)]
    sprite: Annotated[str, Meta(min_length=1, max_length=100), Parse(one_line)] = ""
    characters: Annotated[tuple[str, ...], Parse(characters, of=str)] = ()
    royal: bool = False
    pawn: bool = False
    on_lines: Annotated[tuple[betza.Path, ...], Parse(betza.paths, of=str)] = ()
    screens: bool = True
    spares: Letters = ""
    not_helped_by: Letters = ""
    points: Annotated[int, Meta(ge=0, le=1000)] = 0
    aliases: Aliases = ""
    en_passant: bool = False
    en_passant_squares: str | None = None
    castles_with: Letters = ""
    castles_to: str = ""
    castles_anywhere: bool = False
    castles_from: str = ""
    home_rank: int | None = None
    home_squares: str | None = None
    black_home_squares: str | None = None
    home_attacks: bool = False
    home_until_moved: bool = False
    home_in_check: bool = True
    home_lost_to: Letters = ""
    may_stand_on: SquaresOfBoth | None = None
    faces: bool = False
    survives: Survives = Survives.NOTHING
    promotes_to: Letters = ""
    promotion: Promotion = Promotion.FORCED
    promotes_if_lost: Letters = ""
    promotes_leaving: bool = False
    promotes_capturing: bool = False
    promotes_in_place: bool = False
    promotion_rank: int | None = None
    promotion_squares: str | None = None
    promoted_from: Letters = ""
    in_hand: Letters = ""
    drops: Drops = ANYWHERE


@dataclass(frozen=True)
class _Without:
    without: Letters = ""


@dataclass(frozen=True)
class FilePlace:
    """A table's path in a file, and its fields that the file itself has; the others are inherited."""

    path: str
    own: Container[str]

    def name(self, field: str) -> str:
        """The path of a field."""
        return f"{self.path}.{field}"


_SAID_ALIKE = {each.name for each in fields(PieceType)} & {each.name for each in fields(PieceTable)}
_MAY_LACK = ("spares", "not_helped_by", "home_lost_to")
"""Letters of pieces that a game need not have if they are inherited."""


def read_pieces(
    pieces: Table,
    own: Table,
    geometry: Geometry,
    arrowed: bool,
    endings: Endings,
    left_square: LeftSquare,
    shape: CharacterShape,
) -> Mapping[str, PieceType]:
    """The piece types of the table ``[pieces]``, by letter; ``own`` is what the file itself says of them."""
    goal, royals = endings.goal, endings.royal
    passing = _no_en_passant(arrowed, goal, left_square) is None
    without = _without(pieces, own)
    places = {
        letter: FilePlace(f"pieces.{letter}", own.get(letter, ()))
        for letter in pieces
        if letter != "without" and letter not in without
    }
    piece_types = {
        letter: _piece(place, letter, pieces[letter], geometry) for letter, place in places.items()
    }
    piece_types = {
        letter: _with_other_side(places[letter], each, piece_types) for letter, each in piece_types.items()
    }
    for letter, each in piece_types.items():
        _check_signs(places[letter], each, piece_types)
    if left_square is LeftSquare.RANDOM:
        piece_types = {
            letter: _without_first_moves(each) if each.royal and "moves" not in places[letter].own else each
            for letter, each in piece_types.items()
        }
    if royals is not Royal.ONE:
        piece_types = {
            letter: replace(
                each,
                royal=False,
                crowned=each.royal and royals.is_several,
                castles_anywhere=False,
                castles_from=None,
            )
            for letter, each in piece_types.items()
        }
    royal = [piece_type.letter for piece_type in piece_types.values() if piece_type.royal]
    if len(royal) != 1 and royals is Royal.ONE:
        raise FieldError(
            "pieces",
            "exactly one piece must be royal, not {words}",
            words=clipped(", ".join(royal)) or Message("none"),
        )
    if royals.is_several and not any(piece_type.crowned for piece_type in piece_types.values()):
        raise FieldError("pieces", "no piece is royal")
    castlers = [letter for letter, piece_type in piece_types.items() if piece_type.castles_with]
    if len(castlers) > 1 and royals is not Royal.ONE:
        raise FieldError(places[castlers[1]].name("castles_with"), "one kind of piece castles")
    for letter, piece_type in piece_types.items():
        table = places[letter]
        _check_letters(table, piece_type, piece_types)
        _check_first_moves(table, piece_type)
        _check_facing(table, piece_type, goal)
        _check_castling(table, piece_type, geometry, goal, royals, left_square)
        if "en_passant_squares" in table.own and not piece_type.en_passant:
            raise FieldError(
                table.name("en_passant_squares"), "only for a piece with {key}", key="en_passant"
            )
        if piece_type.en_passant:
            _check_en_passant(table, piece_type, _no_en_passant(arrowed, goal, left_square))
        trouble = passage_trouble(piece_type) if left_square is LeftSquare.RANDOM else None
        if trouble is not None:
            raise FieldError(table.name("moves"), trouble)
    if passing:
        _check_promotion_in_passing(geometry, piece_types.values())
    written = all(piece_type.characters for piece_type in piece_types.values())
    return {
        letter: replace(
            piece_type,
            en_passant=piece_type.en_passant and passing,
            **_known_letters(piece_type, piece_types),
            characters=replace(piece_type.characters, shape=shape)
            if piece_type.characters and written
            else None,
        )
        for letter, piece_type in piece_types.items()
    }


def _known_letters(piece_type: PieceType, known: Container[str]) -> dict[str, Any]:
    """The fields that list pieces, without those that the game lacks."""
    return {key: known_letters("", getattr(piece_type, key), known, is_own=False) for key in _MAY_LACK}


def _without_first_moves(piece_type: PieceType) -> PieceType:
    """The royal piece with random wormholes, if its first moves are inherited."""
    return replace(piece_type, paths=tuple(path for path in piece_type.paths if not path.from_home))


def _without(pieces: Table, own: Table) -> str:
    """The letters of inherited pieces that the game lacks."""
    without = schema.read(_Without, {"without": pieces.get("without", "")}, "pieces").without
    for letter in without:
        if letter not in pieces:
            raise FieldError(
                "pieces.without", "{letter} is not a piece of the inherited game", letter=quoted(letter)
            )
        if letter in own:
            raise FieldError("pieces.without", "{letter} is a piece of this file", letter=quoted(letter))
    return without


def _piece(file: FilePlace, letter: str, values: object, geometry: Geometry) -> PieceType:
    if len(letter) != 1 or not ("A" <= letter <= "Z"):
        raise FieldError(file.path, "a piece's letter must be one capital letter, A to Z")
    if letter not in LETTERS:
        raise FieldError(file.path, "{letter} cannot be the letter of a piece", letter=quoted(letter))
    table = schema.read(PieceTable, values, file.path, geometry)
    for one, other in ALTERNATIVES:
        if getattr(table, one) is not None and getattr(table, other) is not None:
            raise FieldError(file.name(other), "not together with {key}", key=one)
    said = {name: getattr(table, name) for name in _SAID_ALIKE}
    said |= {
        "sprite": table.sprite or letter,
        "home_squares": _home_squares(file, table, geometry),
        "black_home_squares": _black_home_squares(file, table, geometry),
        "promotion_squares": _promotion_squares(file, table, geometry) if table.promotes_to else frozenset(),
        "promotes_in_place": table.promotes_in_place and bool(table.promotes_to),
        "home_until_moved": table.home_until_moved and not table.royal,
        "home_in_check": table.home_in_check or not table.royal,
        "home_lost_to": table.home_lost_to if table.royal else "",
        "en_passant": table.en_passant or ("en_passant" not in file.own and _captures_en_passant(values)),
        "en_passant_squares": _en_passant_squares(file, table, geometry),
        "castles_to": _castles_to(file, table, geometry),
        "castles_from": _castles_from(file, table, geometry),
        "characters": _characters(table),
    }
    paths = (*table.moves, *_on_lines(file, table))
    return PieceType(letter=letter, paths=paths, standing=table.may_stand_on, **said)


def _characters(table: PieceTable) -> Characters | None:
    if not table.characters:
        return None
    return Characters(table.characters[0], table.characters[-1], is_promoted=bool(table.promoted_from))


def _captures_en_passant(values: object) -> bool:
    """Whether the moves of a piece have the letter e."""
    return isinstance(values, dict) and "e" in str(values.get("moves", ""))


def _on_lines(file: FilePlace, table: PieceTable) -> tuple[betza.Path, ...]:
    """The moves along the lines of the board: single steps, rides of them, and rides over a piece."""
    for path in table.on_lines:
        if len(set(path.steps)) > 1 or path.from_home or (len(path.steps) > 1 and not path.lame):
            raise FieldError(file.name("on_lines"), "moves on lines are single steps and rides of such")
    return tuple(replace(path, lined=True) for path in table.on_lines)


def _home_squares(file: FilePlace, table: PieceTable, geometry: Geometry) -> frozenset[int]:
    own = "home_squares" in file.own or "home_rank" in file.own
    if not own and not any(path.from_home for path in table.moves):
        return frozenset()
    if table.home_until_moved:
        return frozenset()
    if table.home_squares is not None:
        return _squares(file, "home_squares", table.home_squares, geometry)
    if table.home_rank is None or table.royal:
        return frozenset()
    return _rank(file.name("home_rank"), table.home_rank, geometry)


def _black_home_squares(file: FilePlace, table: PieceTable, geometry: Geometry) -> frozenset[int] | None:
    if table.black_home_squares is None or not any(path.from_home for path in table.moves):
        return None
    return _squares(file, "black_home_squares", table.black_home_squares, geometry, listed_squares)


def _en_passant_squares(file: FilePlace, table: PieceTable, geometry: Geometry) -> frozenset[int] | None:
    if table.en_passant_squares is None or not table.en_passant:
        return None
    return _squares(file, "en_passant_squares", table.en_passant_squares, geometry)


def _squares(
    file: FilePlace,
    field: str,
    text: str,
    geometry: Geometry,
    parser: Callable[[str, Geometry], frozenset[int]] = squares_of_both,
) -> frozenset[int]:
    """The squares that a field lists. Raises :class:`FieldError`."""
    try:
        return parser(text, geometry)
    except WormholeError as error:
        raise FieldError(file.name(field), error.message) from None


def _rank(path: str, rank: int, geometry: Geometry) -> frozenset[int]:
    """The squares of the rank with that label."""
    label = str(rank)
    if label not in geometry.row_labels:
        raise FieldError(path, "the board has no rank {label}", label=label)
    return _row(path, geometry, geometry.row_labels.index(label))


def _row(path: str, geometry: Geometry, row: int) -> frozenset[int]:
    """The squares of a row. Raises :class:`FieldError` if Black's, on the board turned round, are others."""
    own, turned = (
        frozenset(square for square in range(geometry.squares) if geometry.place[square][1] == each)
        for each in (row, geometry.rows - 1 - row)
    )
    if {geometry.turned(square) for square in own} != turned:
        raise FieldError(path, "Black's rank has other squares, seen from the other side")
    return own


def _promotion_squares(file: FilePlace, table: PieceTable, geometry: Geometry) -> frozenset[int]:
    if table.promotes_capturing:
        return frozenset()
    if table.promotion_rank is not None:
        return _rank(file.name("promotion_rank"), table.promotion_rank, geometry)
    if table.promotion_squares is None:
        return _row(file.name("promotes_to"), geometry, geometry.rows - 1)
    return _squares(file, "promotion_squares", table.promotion_squares, geometry)


def _castles_to(file: FilePlace, table: PieceTable, geometry: Geometry) -> tuple[int, ...]:
    """White's squares to which the king castles, short and long."""
    if not table.castles_to:
        return ()
    path = file.name("castles_to")
    try:
        squares = tuple(geometry.parse(name) for name in table.castles_to.split())
    except WormholeError as error:
        raise FieldError(path, error.message) from None
    places = [geometry.place[square] for square in squares]
    if len(places) != 2 or places[0][1] != places[1][1]:
        raise FieldError(path, "must name two squares of one rank, such as g1 c1: to castle short and long")
    for (column, row), toward in zip(places, (1, -1), strict=True):
        rook = geometry.square_at.get((column - toward, row), OFF)
        if rook >= geometry.squares:
            raise FieldError(
                path,
                "{name} has no square beside it for the rook",
                name=geometry.names[geometry.square_at[column, row]],
            )
    return squares


def _castles_from(file: FilePlace, table: PieceTable, geometry: Geometry) -> int | None:
    """White's square on which a king is dropped to castle."""
    if not table.castles_from:
        return None
    try:
        return geometry.parse(table.castles_from)
    except WormholeError as error:
        raise FieldError(file.name("castles_from"), error.message) from None


def _check_letters(file: FilePlace, piece_type: PieceType, piece_types: Mapping[str, PieceType]) -> None:
    """Refuse promotions and other letters that name the wrong piece or none."""
    promotes_to = piece_type.promotes_to
    if piece_type.royal and promotes_to:
        raise FieldError(file.name("promotes_to"), "the royal piece cannot promote")
    if len(promotes_to) > MOST_PROMOTIONS:
        raise FieldError(
            file.name("promotes_to"),
            "a piece promotes to {most} pieces at most",
            most=MOST_PROMOTIONS,
        )
    if piece_type.letter in promotes_to:
        raise FieldError(
            file.name("promotes_to"),
            "{letter} is the piece itself",
            letter=quoted(piece_type.letter),
        )
    places = ("promotion_rank", "promotion_squares", "promotes_leaving", "promotes_in_place")
    for key in (*places, "promotion", "promotes_capturing"):
        if key in file.own and not promotes_to:
            raise FieldError(file.name(key), "only for a piece with {key}", key="promotes_to")
    for key in places:
        if key in file.own and piece_type.promotes_capturing:
            raise FieldError(file.name(key), "not together with {key}", key="promotes_capturing")
    for against in ("promotes_leaving", "en_passant"):
        if piece_type.promotes_in_place and getattr(piece_type, against):
            given, unfit = sorted(("promotes_in_place", against), key=lambda each: each not in file.own)
            raise FieldError(file.name(given), "not together with {key}", key=unfit)
    for key in _MAY_LACK:
        known_letters(file.name(key), getattr(piece_type, key), piece_types, key in file.own)
    for key, named in (("promotes_to", promotes_to), ("castles_with", piece_type.castles_with)):
        refuse_unknown(file.name(key), named, piece_types)
        for letter in named:
            if piece_types[letter].royal:
                raise FieldError(file.name(key), "{letter} is the royal piece", letter=quoted(letter))
    for key, named in (("in_hand", piece_type.in_hand), ("drops.other_side", piece_type.drops.other_side)):
        refuse_unknown(file.name(key), named, piece_types)
        if len(named) > 1:
            raise FieldError(file.name(key), "one letter is expected")
        if named and piece_types[named].royal:
            raise FieldError(file.name(key), "{letter} is the royal piece", letter=quoted(named))
    if "promotes_if_lost" in file.own:
        refuse_unknown(file.name("promotes_if_lost"), piece_type.promotes_if_lost, promotes_to)
    for letter in piece_type.aliases:
        other = next(
            (
                each
                for each in piece_types.values()
                if letter == each.letter or (each is not piece_type and letter in each.aliases)
            ),
            None,
        )
        if other is not None:
            raise FieldError(
                file.name("aliases"),
                "{letter} is the {name}",
                letter=quoted(letter),
                name=Message(other.name),
            )


def _with_other_side(
    file: FilePlace, piece_type: PieceType, piece_types: Mapping[str, PieceType]
) -> PieceType:
    """The piece, which is in a hand the one that it is promoted from.

    Refuses ``promoted_from`` unless it names one piece that promotes to this one, and to no other with
    ``promoted_from``. If it is inherited, it is then dropped.
    """
    letters, path = piece_type.promoted_from, file.name("promoted_from")
    is_own = "promoted_from" in file.own
    if is_own:
        refuse_unknown(path, letters, piece_types)
    if is_own and len(letters) > 1:
        raise FieldError(path, "one letter is expected")
    origin = piece_types.get(letters)
    if origin is None or piece_type.letter not in origin.promotes_to:
        if is_own and letters:
            raise FieldError(path, "{letter} does not promote to this piece", letter=quoted(letters))
        return replace(piece_type, promoted_from="")
    for other in piece_types.values():
        if other is not piece_type and other.promoted_from == letters and other.letter in origin.promotes_to:
            raise FieldError(
                path, "{letter} is the {name}", letter=quoted(f"+{letters}"), name=Message(other.name)
            )
    return replace(piece_type, in_hand=piece_type.in_hand or letters)


def _check_signs(file: FilePlace, piece_type: PieceType, piece_types: Mapping[str, PieceType]) -> None:
    """Refuse a piece that promotes to two others by moves of the same text."""
    choices = [piece_types[letter] for letter in piece_type.promotes_to if letter in piece_types]
    fronts = {each.promoted_from for each in piece_types.values() if each.promoted_from in each.promotes_to}
    turned = [choice for choice in choices if choice.promoted_from]
    back = [choice for choice in choices if choice.letter in fronts and not choice.promoted_from]
    for alike in (turned, back):
        if len(alike) > 1:
            raise FieldError(
                file.name("promotes_to"),
                "promotions to {letter} and to {other} would have the same text",
                letter=quoted(alike[0].letter),
                other=quoted(alike[1].letter),
            )


def _check_first_moves(file: FilePlace, piece_type: PieceType) -> None:
    """Refuse first moves that are never made, and a rank without first moves."""
    keys = ("home_rank", "home_squares", "black_home_squares", "home_attacks", "home_until_moved")
    own = next((key for key in keys if key in file.own), None)
    royal_own = next((key for key in ("home_in_check", "home_lost_to") if key in file.own), None)
    if royal_own is not None and not (piece_type.royal and piece_type.has_first_move):
        raise FieldError(file.name(royal_own), "only for a royal piece with first moves")
    if piece_type.home_until_moved and own not in (None, "home_until_moved"):
        raise FieldError(file.name(own), "not together with {key}", key="home_until_moved")
    if piece_type.royal:
        if own is not None:
            raise FieldError(
                file.name(own),
                "the royal piece has its first moves until it moves, on any rank",
            )
    elif piece_type.has_first_move and not (piece_type.home_squares or piece_type.home_until_moved):
        raise FieldError(file.name("moves"), "{letter} needs {key}", letter=quoted("i"), key="home_rank")
    elif own is not None and not piece_type.has_first_move:
        raise FieldError(file.name(own), "the piece has no moves with {letter}", letter=quoted("i"))


def _check_facing(file: FilePlace, piece_type: PieceType, goal: Goal) -> None:
    if "faces" not in file.own or not piece_type.faces:
        return
    if not piece_type.royal:
        raise FieldError(file.name("faces"), "only royal pieces face each other")
    if goal is Goal.CAPTURE:
        raise FieldError(file.name("faces"), "there is no check where the royal piece is captured")


_NOTHING: tuple[object, ...] = ("", (), None)
"""Values of fields that say nothing; a file may have them to drop what is inherited."""


def _check_castling(
    file: FilePlace,
    piece_type: PieceType,
    geometry: Geometry,
    goal: Goal,
    royals: Royal,
    left_square: LeftSquare,
) -> None:
    fields = ("castles_with", "castles_to", "castles_anywhere", "castles_from")
    own = [key for key in fields if key in file.own and getattr(piece_type, key) not in _NOTHING]
    for key in own:
        if not piece_type.castles_with and key != "castles_with":
            raise FieldError(file.name(key), "only for a piece with {key}", key="castles_with")
    if not piece_type.castles_with:
        return
    trouble = None
    if royals is not Royal.ONE and "castles_anywhere" in own:
        raise FieldError(file.name("castles_anywhere"), "only the royal piece castles from any array")
    if piece_type.castles_from is not None and piece_type.castles_anywhere:
        keys = sorted(("castles_from", "castles_anywhere"), key=lambda each: each not in own)
        raise FieldError(file.name(keys[0]), "not together with {key}", key=keys[1])
    if not piece_type.royal and royals is Royal.ONE:
        trouble = Message("only the royal piece castles")
    elif not own:
        return
    elif left_square.squares_go:
        trouble = Message("castling is not possible in games that remove squares")
    elif goal is Goal.CAPTURE:
        trouble = Message("castling is not possible in games where the royal piece is captured")
    elif piece_type.has_first_move:
        trouble = Message("a king with other first moves cannot castle")
    elif piece_type.goes_where_it_castles(geometry):
        trouble = Message("a king that can move as far aside anyway cannot castle")
    if trouble is not None:
        raise FieldError(file.name(own[0] if own else "castles_with"), trouble)


def _no_en_passant(arrowed: bool, goal: Goal, left_square: LeftSquare) -> Message | None:
    """Why a game has no en passant; None if it may have."""
    if left_square is LeftSquare.FOLDS:
        return Message("en passant is not possible on a board that folds")
    if goal is Goal.CAPTURE:
        return Message("en passant is not possible in games where the royal piece is captured")
    if arrowed:
        return Message("en passant is not possible on a board with arrows")
    return None


def _check_en_passant(file: FilePlace, piece_type: PieceType, none: Message | None) -> None:
    """Refuse en passant where it is not played, and for pieces that do not move like pawns."""
    if piece_type.royal or piece_type.crowned:
        trouble: Message | None = Message("the royal piece does not capture en passant")
    elif none is not None:
        trouble = none if "en_passant" in file.own else None
    elif piece_type.promotes_leaving:
        trouble = Message("a piece that promotes by leaving a square does not capture en passant")
    elif piece_type.promotes_capturing:
        trouble = Message("a piece that promotes by capturing does not capture en passant")
    elif not _moves_like_a_pawn(piece_type):
        trouble = Message(
            "only pieces that move like pawns capture each other en passant: by single steps, and by two or "
            "three steps in one direction, not over pieces"
        )
    else:
        trouble = None
    if trouble is not None:
        is_in_moves = "moves" in file.own and "en_passant" not in file.own
        raise FieldError(file.name("moves" if is_in_moves else "en_passant"), trouble)


def _check_promotion_in_passing(geometry: Geometry, piece_types: Iterable[PieceType]) -> None:
    """Refuse promotion squares on which a piece could capture en passant: such a capture does not promote."""
    pawns = [piece_type for piece_type in piece_types if piece_type.en_passant]
    passed = {
        geometry.square_at.get((column + across * steps, row + up * steps))
        for pawn in pawns
        for homes in (pawn.home_squares.union(map(geometry.turned, pawn.black_home_squares or ())),)
        for path in pawn.paths
        for across, up in (betza.DIRECTIONS[path.steps[0]],)
        for column, row in (
            geometry.place[square] for square in (homes if path.from_home else range(geometry.squares))
        )
        for steps in range(1, len(path.steps))
        if (column + across * len(path.steps), row + up * len(path.steps)) in geometry.square_at
    }
    for pawn in pawns:
        for square in sorted(pawn.promotion_squares):
            if geometry.turned(square) in passed:
                raise FieldError(
                    f"pieces.{pawn.letter}.promotes_to",
                    "a piece could capture en passant on {name}, but such a capture does not promote",
                    name=geometry.names[square],
                )


def _moves_like_a_pawn(piece_type: PieceType) -> bool:
    """Whether the piece makes single steps, and longer moves in one direction.

    It captures en passant by steps that only capture; no other path may move there.
    """
    single = [path for path in piece_type.paths if len(path.steps) == 1]
    to_move = {path.steps for path in single if path.moves}
    to_capture = {path.steps for path in single if path.captures and not path.moves}
    return not to_move & to_capture and all(_is_like_a_pawns(path) for path in piece_type.paths)


def _is_like_a_pawns(path: betza.Path) -> bool:
    if path.ride:
        return False
    if len(path.steps) == 1:
        return not (path.captures and path.from_home)
    return len(set(path.steps)) == 1 and len(path.steps) <= 3 and path.lame and not path.captures


def passage_trouble(piece_type: PieceType) -> Message | None:
    """Which of its moves have no meaning on a board with random wormholes; None if all have one."""
    if piece_type.faces:
        return Message("with random wormholes royal pieces do not face each other")
    if piece_type.home_attacks:
        return Message("with random wormholes first moves attack nothing")
    if piece_type.royal and any(path.ride or path.lame or path.from_home for path in piece_type.paths):
        return Message("with random wormholes the royal piece only steps and leaps")
    if any(path.hop is betza.Hop.JUMP for path in piece_type.paths):
        return Message("with random wormholes no leap needs a piece to jump over")
    if any(
        path.lame and path.stride == 1 and (path.ride or len(set(path.steps)) > 1)
        for path in piece_type.paths
    ):
        return Message("with random wormholes only straight leaps can be blocked by pieces")
    return None
