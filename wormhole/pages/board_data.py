"""Boards and positions as the data of a page, which ``board.js`` reads.

A square is one character of the board's alphabet. A position is one text for each square: empty, ``#`` for a
closed square, else a piece's letter, upper-case for White, with ``+`` if it becomes in a hand what it was and
``*`` if a counter lies under it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wormhole.pages.page_look import PageLook
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.routes import Route
from wormhole.rules.variant import LeftSquare, Variant

ALPHABET = "".join(
    chr(code) for code in (*range(0x23, 0x7F), *range(0xA1, 0x180)) if chr(code) not in "\"\\<>&',\xad@"
)
"""The characters of squares. Others stand between them in texts."""
CLOSED, PROMOTED, ASLEEP = "#", "+", "*"
PASSED, TAKES = "'", "!"
GROUNDS = {LeftSquare.VANISHES: "gone", LeftSquare.STAYS: "wall"}
Prints = Mapping[int, Mapping[str, object]]


def board_values(variant: Variant, number: int, look: PageLook, prints: Prints) -> dict[str, Any]:
    """What a page must know of a game: its board and the names of its pieces.

    ``number`` tells it from the other games of the page. ``prints`` is what is printed on squares.
    """
    geometry = variant.geometry
    count = geometry.squares
    return {
        "id": number,
        "title": look.said(variant.title),
        "columns": geometry.columns,
        "rows": geometry.rows,
        "places": [list(place) for place in geometry.place[:count]],
        "names": list(geometry.names),
        "files": list(geometry.file_labels),
        "ranks": list(geometry.row_labels),
        "squares": ALPHABET[:count],
        "ground": GROUNDS.get(variant.left_square, "chip"),
        "held": variant.held if variant.hands else "",
        "pieces": {letter: look.said(piece.name) for letter, piece in variant.piece_types.items()},
        "prints": {str(square): dict(values) for square, values in prints.items()},
    }


def symbols_of(variant: Variant, number: int, look: PageLook) -> Iterator[str]:
    """The drawings of a game's pieces, White's and Black's."""
    for letter, piece in variant.piece_types.items():
        yield look.pieces(piece, (f"w-{number}-{letter}", f"b-{number}-{letter}"))


def cells_of(board: Board) -> list[str]:
    """What stands on each square."""
    cells = [""] * board.variant.geometry.squares
    for hole in board.holes:
        cells[hole] = CLOSED
    asleep = board.counters if board.has_dice else frozenset()
    for square, piece in board.piece_map().items():
        promoted = PROMOTED if square in board.promoted else ""
        cells[square] = piece.symbol() + promoted + (ASLEEP if square in asleep else "")
    return cells


def change(before: Sequence[str], after: Sequence[str]) -> str:
    """What is different on the squares, as the page reads it."""
    return ",".join(
        ALPHABET[square] + now
        for square, (was, now) in enumerate(zip(before, after, strict=True))
        if was != now
    )


def hands_of(board: Board) -> str:
    """The pieces in hand, each with its number, such as ``P2n1``."""
    if not board.variant.hands:
        return ""
    return "".join(
        f"{letter if color is WHITE else letter.lower()}{count}"
        for color, hand in board.pockets.items()
        for letter, count in sorted(hand.items())
        if count
    )


def way_text(route: Route) -> str:
    """All squares of a route, the origin first, holes included."""
    squares = (route.from_square, *(square for step in route.steps for square in step))
    return "".join(ALPHABET[square] for square in squares)


def moves_text(board: Board) -> str:
    """The legal moves with their routes: for each piece its square, then chains of squares.

    Moves along one line share a chain. A square is preceded by ``'`` if no move ends there, and by ``!`` if
    one captures there. A piece in hand is its letter and ``@``.
    """
    pieces: list[str] = []
    for square in dict.fromkeys(move.from_square for move in board.legal_moves if move.drop is None):
        ways: dict[tuple[int, ...], bool] = {}
        for move, route in board.routes(square).items():
            way = tuple(each for step in route.steps for each in step)
            ways[way] = ways.get(way, False) or board.is_capture(move)
        pieces.append(ALPHABET[square] + "".join(f" {chain}" for chain in _chains(ways)))
    dropped: dict[str, dict[int, None]] = {}
    for move in board.legal_moves:
        if move.drop is not None:
            letter = move.drop if board.turn is WHITE else move.drop.lower()
            dropped.setdefault(letter, {})[move.to_square] = None
    for letter, squares in dropped.items():
        pieces.append(f"{letter}@" + "".join(f" {ALPHABET[each]}" for each in squares))
    return ",".join(pieces)


def _chains(ways: Mapping[tuple[int, ...], bool]) -> Iterator[str]:
    """The ways that no other one continues, with those that they continue."""
    begun = {way[:length] for way in ways for length in range(1, len(way))}
    for way in ways:
        if way not in begun:
            yield "".join(_sign(ways, way[: length + 1]) + ALPHABET[at] for length, at in enumerate(way))


def _sign(ways: Mapping[tuple[int, ...], bool], way: tuple[int, ...]) -> str:
    if way not in ways:
        return PASSED
    return TAKES if ways[way] else ""


def mover_of(board: Board, move: Move) -> str:
    """The letter of the piece that a move is about, upper-case."""
    if move.drop is not None:
        return move.drop
    piece = board.piece_at(move.from_square)
    return "" if piece is None else piece.letter
