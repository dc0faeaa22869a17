"""One sentence of rule for each piece type: from `pieces.toml`, or else from its paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from wormhole import Board, PieceType, Variant
from wormhole.base import toml
from wormhole.gui.board.printed import PALACE
from wormhole.gui.languages.language import N_, _, _n
from wormhole.gui.rules_pages.game_sentences import squares_of_both
from wormhole.rules.betza import Hop, Path, paths
from wormhole.rules.piece import BLACK, WHITE

STRAIGHT = frozenset({0, 2, 4, 6})
DIAGONAL = frozenset({1, 3, 5, 7})
WHERE = {
    STRAIGHT | DIAGONAL: N_("in any direction"),
    STRAIGHT: N_("straight"),
    DIAGONAL: N_("diagonally"),
    frozenset({0}): N_("forward"),
    frozenset({4}): N_("back"),
    frozenset({2, 6}): N_("aside"),
    frozenset({0, 4}): N_("forward or back"),
    frozenset({0, 2, 6}): N_("forward or aside"),
    frozenset({2, 4, 6}): N_("back or aside"),
    frozenset({7, 1}): N_("diagonally forward"),
    frozenset({3, 5}): N_("diagonally back"),
    frozenset({7, 0, 1}): N_("forward, straight or diagonally"),
    frozenset({3, 4, 5}): N_("back, straight or diagonally"),
    (STRAIGHT | DIAGONAL) - {4}: N_("in any direction but straight back"),
}
"""Directions, 0 to 7 clockwise from forward, in words."""
SINGLE = (
    *(
        N_("forward"),
        N_("diagonally forward to the right"),
        N_("to the right"),
        N_("diagonally back to the right"),
    ),
    *(N_("back"), N_("diagonally back to the left"), N_("to the left"), N_("diagonally forward to the left")),
)
"""Each direction in words, for those that have none together."""
FORWARD, BACKWARD = frozenset({7, 0, 1}), frozenset({3, 4, 5})
_OBLIQUE = {(straight, (straight + turn) % 8) for straight in STRAIGHT for turn in (1, 7)}
"""The first and the last step of each leap that is neither straight nor diagonal."""


@dataclass(frozen=True)
class _Shape:
    """What paths have in common that differ in their direction only."""

    straight: int
    diagonal: int
    rides: bool
    lame: bool
    times: int = 1
    """How often a leap is repeated at most."""
    hop: Hop = Hop.NONE


def path_sentence(paths: Iterable[Path], home: str = "") -> str:
    """How a piece with these paths moves, such as "One step straight. To capture: one step diagonally.".

    ``home`` are the squares of its first moves, if these are not those where it starts.
    """
    paths = list(paths)
    parts: dict[tuple[bool, bool, bool, bool], list[Path]] = {}
    for path in paths:
        parts.setdefault((path.from_home, path.lined, path.moves, path.captures), []).append(path)
    sentences = []
    for (from_home, lined, moves, captures), found in sorted(parts.items(), key=lambda item: item[0][:2]):
        words = _capital(_("; or ").join(_phrases(found)))
        if not captures:
            words = _("{way}, but not to capture").format(way=words)
        elif not moves:
            words = _("Only to capture: {way}").format(way=_small(words))
        if lined:
            words = _("Also, along the lines on the board: {way}").format(way=_small(words))
        if from_home:
            said = _("Also, on {squares}: {way}") if home else _("Also, from its start square: {way}")
            words = said.format(squares=home, way=_small(words))
        sentences.append(f"{words}.")
    if any(_leaps(path) for found in parts.values() for path in found):
        sentences.append(_("Pieces between do not matter."))
    elif any(_is_blocked(path, paths) for path in paths):
        sentences.append(_("A piece on the way blocks it."))
    return " ".join(sentences)


def _phrases(paths: Iterable[Path]) -> list[str]:
    """A phrase for each shape. Those with the same directions are one phrase: "1 to 2 steps straight"."""
    shapes: dict[_Shape, set[int]] = {}
    for path in paths:
        shapes.setdefault(_shape(path), set()).add(path.steps[-1] if not _is_oblique(path) else path.steps[0])
    straight = {shape: dirs for shape, dirs in shapes.items() if _is_plain(shape)}
    phrases: dict[tuple[int, bool], set[int]] = {}
    for shape, directions in straight.items():
        phrases.setdefault((shape.straight + shape.diagonal, shape.rides), set()).update(directions)
    lengths: dict[tuple[bool, frozenset[int]], list[int]] = {}
    for (length, rides), directions in sorted(phrases.items()):
        lengths.setdefault((rides, frozenset(directions)), []).append(length)
    found = [_line(rides, sorted(counts), where) for (rides, where), counts in lengths.items()]
    return found + [_special(shape, dirs, paths) for shape, dirs in shapes.items() if shape not in straight]


def _is_plain(shape: _Shape) -> bool:
    """Whether these are single steps, a ride of single steps, or a straight leap."""
    is_straight = not (shape.straight and shape.diagonal)
    rides_leaps = shape.times > 1 or (shape.rides and shape.straight + shape.diagonal > 1)
    return is_straight and not rides_leaps and shape.hop is Hop.NONE


def _special(shape: _Shape, directions: set[int], paths: Iterable[Path]) -> str:
    """A leap that bends or is repeated, or a move over a piece."""
    where = _where(directions)
    if shape.hop is Hop.OVER:
        return _("any number of steps {where}, over one piece and on, as far as the next").format(where=where)
    if shape.hop is Hop.BEHIND:
        return _("any number of steps {where}, to the square just behind the first piece").format(where=where)
    if shape.straight and shape.diagonal:
        words = _bend(shape, paths)
    else:
        words = _line(False, [shape.straight + shape.diagonal], directions)
    if shape.hop is Hop.JUMP:
        return _("{way}, only over a piece").format(way=words)
    if shape.rides:
        return _("{way}, again and again until a piece is in the way").format(way=words)
    if shape.times > 1:
        return _n("{way}, once", "{way}, {count} times in a row", shape.times, way=words)
    return words


def _where(directions: Iterable[int]) -> str:
    directions = frozenset(directions)
    if directions in WHERE:
        return _(WHERE[directions])
    parts = [WHERE.get(directions & STRAIGHT), WHERE.get(directions & DIAGONAL)]
    words = [SINGLE[each] for each in sorted(directions)] if None in parts else parts
    *first, last = (_(str(each)) for each in words)
    return _("{way} or {other}").format(way=", ".join(first), other=last) if first else last


def _line(rides: bool, lengths: list[int], directions: Iterable[int]) -> str:
    """Steps in one direction."""
    where = _where(directions)
    if rides:
        return _("any number of steps {where}, until a piece is in the way").format(where=where)
    if len(lengths) == 1:
        return _n("{count} step {where}", "{count} steps {where}", lengths[0], where=where)
    first, last = lengths[0], lengths[-1]
    return _("{first} to {last} steps {where}").format(first=first, last=last, where=where)


def _bend(shape: _Shape, paths: Iterable[Path]) -> str:
    """Straight steps and then diagonal ones."""
    leaps = {(path.steps[0], path.steps[-1]) for path in paths if _shape(path) == shape}
    first = _n("{count} step straight", "{count} steps straight", shape.straight)
    then = _n("then {count} diagonally outward", "then {count} diagonally outward", shape.diagonal)
    words = f"{first}, {then}"
    if leaps == _OBLIQUE:
        return words
    if leaps == {leap for leap in _OBLIQUE if leap[1] in FORWARD}:
        return _("{way}, forward only").format(way=words)
    if leaps == {leap for leap in _OBLIQUE if leap[0] == 0}:
        return _("{way}, straight forward at first").format(way=words)
    if leaps == {leap for leap in _OBLIQUE if leap[0] in (2, 6) and leap[1] in FORWARD}:
        return _("{way}, aside at first and then forward").format(way=words)
    if leaps == {leap for leap in _OBLIQUE if leap[1] in BACKWARD}:
        return _("{way}, back only").format(way=words)
    return _("{way}, in some directions").format(way=words)


def _shape(path: Path) -> _Shape:
    if path.hop in (Hop.OVER, Hop.BEHIND):
        return _Shape(1, 0, path.ride, path.lame, hop=path.hop)
    times = len(path.steps) // path.stride if path.stride > 1 else 1
    straight = sum(1 for step in path.steps if step in STRAIGHT) // times
    return _Shape(straight, len(path.steps) // times - straight, path.ride, path.lame, times, path.hop)


def _is_oblique(path: Path) -> bool:
    shape = _shape(path)
    return bool(shape.straight and shape.diagonal)


def _leaps(path: Path) -> bool:
    return len(path.steps) > 1 and not path.lame and not path.ride and path.hop is Hop.NONE


def _is_blocked(path: Path, paths: Iterable[Path]) -> bool:
    """Whether it passes a square where the piece cannot stop, but where another one blocks it."""
    if len(path.steps) == 1 or not path.lame or path.ride or path.hop is not Hop.NONE:
        return False
    return all(each.steps != path.steps[:-1] for each in paths)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def piece_sentence(variant: Variant, letter: str) -> str:
    """How the piece type with this letter moves in this game, and where, in the language in use."""
    piece_type = variant.piece_types[letter]
    known = _sentences().get((bool(variant.arrows), frozenset(piece_type.paths)))
    home = _home(variant, piece_type)
    words = path_sentence(piece_type.paths, home) if known is None or home else _(known)
    return " ".join([words, *_limits(variant, piece_type)])


def _home(variant: Variant, piece_type: PieceType) -> str:
    """The squares of its first moves, if it starts on others, too; else empty."""
    if piece_type.royal or not any(path.from_home for path in piece_type.paths):
        return ""
    white, black = (piece_type.home_of(color, variant.geometry) for color in (WHITE, BLACK))
    is_usual = all(
        square in (white if piece.color is WHITE else black)
        for square, piece in Board(variant, seed=0).piece_map().items()
        if piece.letter == piece_type.letter
    )
    return "" if is_usual else squares_of_both(variant, white, black)


def _limits(variant: Variant, piece_type: PieceType) -> Iterator[str]:
    """Where it may not stand, what it may not capture, and what it may not face."""
    geometry, standing = variant.geometry, piece_type.standing
    missing = [square for square in range(geometry.squares) if standing and square not in standing]
    if standing and missing:
        rows = {geometry.place[square][1] for square in missing}
        if len(standing) == PALACE * PALACE:
            yield _("It stays in its palace.")
        elif 2 * len(standing) == geometry.squares and min(rows) == geometry.rows // 2:
            yield _("It stays on its own half of the board.")
        elif min(rows) == geometry.rows - len(rows) and len(missing) == len(rows) * geometry.columns:
            yield _n(
                "It may not stand on the last rank.", "It may not stand on the last {count} ranks.", len(rows)
            )
        else:
            yield _("It may stand only on {squares}.").format(squares=squares_of_both(variant, standing))
    if piece_type.spares:
        names = ", ".join(_(variant.piece_types[letter].name) for letter in piece_type.spares)
        yield _("It cannot capture these: {pieces}.").format(pieces=names)
    if not piece_type.screens:
        yield _("No piece may hop over it.")
    if piece_type.faces:
        yield _("It may not face the other side's {piece} along an open file.").format(
            piece=_(piece_type.name)
        )


@cache
def _sentences() -> dict[tuple[bool, frozenset[Path]], str]:
    """The sentences of the file by what they are about."""
    source = resources.files(__package__) / "pieces.toml"
    table = toml.loads(source.read_text(encoding="utf-8"))
    return {
        (entry.get("arrows", False), frozenset(paths(entry["moves"]))): entry["sentence"]
        for entry in table["piece"]
    }
