"""Why the steps of a piece do not lead to a square where a learner wants it: what they forgot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

from wormhole import WHITE, Board, PieceType
from wormhole.rules.betza import DIRECTIONS, Path
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.message import Message
from wormhole.rules.piece import Piece
from wormhole.rules.variant import LeftSquare
from wormhole.rules.ways import Way


def wrong_way(board: Board, from_square: int, to_square: int) -> Message | None:
    """What is forgotten if one thinks that the piece goes there; None if nothing of that kind.

    It may be the order of straight and diagonal steps, the holes, or a piece in the way of a rider.
    """
    piece = board.piece_at(from_square)
    if piece is None or any(way.to_square == to_square for way in board.ways(from_square)):
        return None
    found = _in_the_way(board, from_square, to_square)
    if found is None and board.variant.left_square is LeftSquare.FOLDS:
        found = _unfolded(board, from_square, to_square) or _turned_first(board, from_square, to_square)
    return found


def _turned_first(board: Board, from_square: int, to_square: int) -> Message | None:
    """The square is reached with the diagonal step first, which is the wrong order."""
    for steps in _directions(board, from_square):
        if _is_straight_first(steps) and _walked(board, from_square, steps[::-1]) == to_square:
            return Message(
                "{piece}: first straight, then diagonally outward. "
                "{target} is reached only the other way round.",
                piece=Message(_type_of(board, from_square).name),
                target=_name(board, to_square),
            )
    return None


def _unfolded(board: Board, from_square: int, to_square: int) -> Message | None:
    """The square would be right if none were missing."""
    ways = board.ways(from_square)
    for steps in _directions(board, from_square):
        vectors = tuple(DIRECTIONS[step] for step in steps)
        if _unfolded_target(board, from_square, vectors) != to_square:
            continue
        way = next((way for way in ways if way.vectors == vectors), None)
        if way is not None:
            return _elsewhere(board, way, to_square, steps)
        if _walked(board, from_square, steps) == OFF:
            return Message(
                "{target} would be right if no square were missing. Now these steps lead off the board.",
                target=_name(board, to_square),
            )
    return None


def _elsewhere(board: Board, way: Way, to_square: int, steps: tuple[int, ...]) -> Message:
    names = board.variant.geometry.names
    holes = [names[square] for step in way.steps for square in step[:-1]]
    values = {"target": names[to_square], "real": names[way.to_square], "holes": ", ".join(holes)}
    if _is_straight_first(steps):
        return Message(
            "{piece}: first straight, then diagonally outward. "
            "These steps pass over {holes} and end on {real}, not on {target}.",
            **values,
            piece=Message(_type_of(board, way.from_square).name),
        )
    return Message(
        "{target} would be right if no square were missing. "
        "Now the same steps pass over {holes} and end on {real}.",
        **values,
    )


def _in_the_way(board: Board, from_square: int, to_square: int) -> Message | None:
    """A piece stands between the square and a rider, or a leaper that needs its way empty."""
    for path in _paths(board, from_square):
        if not (path.ride or path.lame) or path.from_home:
            continue
        stopped = None
        for count, square in enumerate(_passed(board, from_square, path), 1):
            if square == to_square and stopped is not None and count >= len(path.steps):
                return Message(
                    "{piece}: the piece on {stopped} is in the way.",
                    piece=Message(_type_of(board, from_square).name),
                    stopped=_name(board, stopped),
                )
            if stopped is None and board.piece_at(square) is not None:
                stopped = square
    return None


def _passed(board: Board, square: int, path: Path) -> Iterator[int]:
    """The squares of a path in turn, as if the board were empty; a ride repeats its last step."""
    for step in chain(path.steps, repeat(path.steps[-1]) if path.ride else ()):
        square = _next(board, square, step)
        if square == OFF:
            return
        yield square


def _unfolded_target(board: Board, square: int, vectors: tuple[tuple[int, int], ...]) -> int | None:
    """Where these steps lead on the whole board."""
    geometry = board.variant.geometry
    column, row = geometry.place[square]
    column += sum(vector[0] for vector in vectors)
    row += sum(vector[1] for vector in vectors)
    return geometry.square_at.get((column, row))


def _directions(board: Board, square: int) -> Iterator[tuple[int, ...]]:
    """The steps of the piece's leaps, as directions of the board."""
    return (path.steps for path in _paths(board, square) if not path.ride)


def _paths(board: Board, square: int) -> Iterator[Path]:
    piece = _piece(board, square)
    paths = board.variant.piece_types[piece.letter].paths
    return (path if piece.color is WHITE else path.turned() for path in paths)


def _is_straight_first(steps: tuple[int, ...]) -> bool:
    """Whether these are straight steps, which have even numbers, and then diagonal ones."""
    is_diagonal = [step % 2 for step in steps]
    return len(set(is_diagonal)) > 1 and is_diagonal == sorted(is_diagonal)


def _walked(board: Board, square: int, steps: tuple[int, ...]) -> int:
    for step in steps:
        square = _next(board, square, step)
        if square == OFF:
            break
    return square


def _next(board: Board, square: int, direction: int) -> int:
    """The next square that is still there; a void beside the board counts as a square."""
    return int(board.position.links[direction * ROW | square])


def _type_of(board: Board, square: int) -> PieceType:
    return board.variant.piece_types[_piece(board, square).letter]


def _piece(board: Board, square: int) -> Piece:
    piece = board.piece_at(square)
    assert piece is not None, "a learner moves a piece"
    return piece


def _name(board: Board, square: int) -> str:
    return board.variant.geometry.names[square]
