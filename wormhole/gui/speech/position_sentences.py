"""Positions as they are said: by ranks, piece by piece, the holes, one square and what attacks it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Piece, side_name
from wormhole.gui.languages.language import _, _n
from wormhole.gui.speech.move_sentences import piece_name
from wormhole.rules.refusals import attacks_on

if TYPE_CHECKING:
    from wormhole import Board


def turn_words(board: Board) -> str:
    """Which side is to move."""
    return _("White is to move.") if board.turn is WHITE else _("Black is to move.")


def position_words(board: Board) -> str:
    """All ranks that are not empty, from the top down, then the hands and whose turn it is."""
    geometry = board.variant.geometry
    ranks = []
    for row in reversed(range(geometry.rows)):
        squares = [square for square in range(geometry.squares) if geometry.place[square][1] == row]
        if words := _squares_words(board, sorted(squares, key=lambda square: geometry.place[square][0])):
            label = geometry.row_labels[row] or str(row + 1)
            ranks.append(_("Rank {rank}: {pieces}.").format(rank=label, pieces=words))
    return " ".join([*ranks, *_hands(board), turn_words(board)])


def pieces_words(board: Board, letter: str = "") -> str:
    """The places of all pieces, side by side; with a letter, only of the pieces that it names."""
    letters = [each for each in board.variant.piece_types if not letter or each == letter.upper()]
    if not letters:
        return _("No piece of this game has the letter {letter}.").format(letter=letter)
    sides = []
    for color in (WHITE, BLACK):
        places = [
            f"{piece_name(board.variant, each)} {squares}"
            for each in letters
            if (squares := _listed(_placed(board, Piece(each, color))))
        ]
        found = "; ".join(places) or _("none")
        sides.append(_("{side}: {pieces}.").format(side=_(side_name(color)), pieces=found))
    return " ".join([*sides, *([] if letter else _hands(board))])


def holes_words(board: Board) -> str:
    """The removed squares; in a game with wormholes, these."""
    holes = sorted(board.holes, key=lambda square: board.variant.geometry.place[square])
    if not holes:
        return _("There are no holes.")
    squares = _listed(_names(board, holes))
    return _n("{count} hole: {squares}.", "{count} holes: {squares}.", len(holes), squares=squares)


def square_words(board: Board, square: int) -> str:
    """What is on a square: "e4: White Pawn"."""
    name, piece = board.variant.geometry.names[square], board.piece_at(square)
    if square in board.holes:
        what = _("a hole")
    elif piece is None:
        what = _("empty")
    else:
        what = _("{side} {piece}").format(
            side=_(side_name(piece.color)), piece=piece_name(board.variant, piece.letter)
        )
    return _("{square}: {what}").format(square=name, what=what)


def attacks_words(board: Board, square: int) -> str:
    """What is on a square, and the pieces of both sides that attack it, with the holes on their ways."""
    if square in board.holes:
        return f"{square_words(board, square)}."
    sides = []
    for color in (WHITE, BLACK):
        attackers = [
            _attacker(board, way.from_square, way.capture.holes) for way in attacks_on(board, square, color)
        ]
        sides.append(
            _("{side} attacks it with {pieces}.").format(
                side=_(side_name(color)), pieces=", ".join(attackers) or _("nothing")
            )
        )
    return " ".join([f"{square_words(board, square)}.", *sides])


def _attacker(board: Board, square: int, holes: Sequence[int]) -> str:
    piece = board.piece_at(square)
    assert piece is not None, "it attacks"
    words = f"{piece_name(board.variant, piece.letter)} {board.variant.geometry.names[square]}"
    if not holes:
        return words
    return f"{words} " + _n("through {count} hole", "through {count} holes", len(holes))


def _squares_words(board: Board, squares: Iterable[int]) -> str:
    """The pieces of these squares, each side's together, and the holes."""
    squares = tuple(squares)
    names, parts = board.variant.geometry.names, []
    for color in (WHITE, BLACK):
        pieces = [
            f"{piece_name(board.variant, piece.letter)} {names[square]}"
            for square in squares
            if (piece := board.piece_at(square)) is not None and piece.color is color
        ]
        if pieces:
            parts.append(f"{_(side_name(color))} {_listed(pieces)}")
    holes = [names[square] for square in squares if square in board.holes]
    if holes:
        count = len(holes)
        parts.append(_n("hole {squares}", "holes {squares}", count, squares=_listed(holes)))
    return "; ".join(parts)


def _hands(board: Board) -> list[str]:
    """What each side has in hand, if it has something."""
    return [
        _("{side} in hand: {pieces}.").format(
            side=_(side_name(color)),
            pieces=_listed(
                [f"{count} {piece_name(board.variant, letter)}" for letter, count in hand.items() if count]
            ),
        )
        for color, hand in board.pockets.items()
        if any(hand.values())
    ]


def _placed(board: Board, piece: Piece) -> list[str]:
    return _names(board, (square for square, found in board.piece_map().items() if found == piece))


def _names(board: Board, squares: Iterable[int]) -> list[str]:
    return [board.variant.geometry.names[square] for square in squares]


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
