"""A row of captured pieces, alike ones together: all of them while there is room, then with their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from wormhole import Piece, PieceType
from wormhole.gui.screen import Look

PIECE_ADVANCE = 0.72
"""Of a piece's size: how much of its square a piece fills."""
ALIKE_ADVANCE = 0.36
"""From one piece to the next that is alike, over which it lies."""
GROUP_GAP = 0.25
LEAST_SIZE = 0.7
"""Of the size that is wished for; what is smaller cannot be told apart."""
TIMES = "\N{MULTIPLICATION SIGN}"
MORE = "…"


@dataclass(frozen=True)
class Drawn:
    """A piece or a number, and how far it lies from the row's left, in pixels."""

    left: int
    piece: Piece | None = None
    number: str = ""


@dataclass(frozen=True)
class Row:
    """What is drawn, left to right, at a size of the pieces, and how wide all of it is. In pixels."""

    drawn: tuple[Drawn, ...]
    size: int
    width: int


def groups_of(captured: Sequence[Piece], letters: Sequence[str]) -> list[tuple[Piece, int]]:
    """Each kind of piece and how many there are of it, in the order of `letters`."""
    counts = Counter(captured)
    return sorted(counts.items(), key=lambda group: (letters.index(group[0].letter), group[0].color))


def full_row(groups: Sequence[tuple[Piece, int]], size: int) -> Row:
    """Every piece; those that are alike lie half over each other."""
    drawn, at = [], 0.0
    for piece, count in groups:
        drawn += [Drawn(round(at + index * ALIKE_ADVANCE * size), piece) for index in range(count)]
        at += ((count - 1) * ALIKE_ADVANCE + PIECE_ADVANCE + GROUP_GAP) * size
    return Row(tuple(drawn), size, round(at - GROUP_GAP * size))


def counted_row(groups: Sequence[tuple[Piece, int]], size: int, look: Look) -> Row:
    """One piece of each kind, with the number where there are more."""
    drawn, at = [], 0.0
    for piece, count in groups:
        drawn.append(Drawn(round(at), piece))
        at += PIECE_ADVANCE * size
        if count > 1:
            number = f"{TIMES}{count}"
            drawn.append(Drawn(round(at), number=number))
            at += look.words.width(number, look.small)
        at += GROUP_GAP * size
    return Row(tuple(drawn), size, round(at - GROUP_GAP * size))


def row_within(groups: Sequence[tuple[Piece, int]], size: int, width: int, look: Look) -> Row | None:
    """The row of pieces of that size that tells most in that width; None where none has room."""
    rows = (full_row(groups, size), counted_row(groups, size, look))
    return next((row for row in rows if row.width <= width), None)


def tight_row(groups: Sequence[tuple[Piece, int]], size: int, width: int, look: Look) -> Row:
    """The row in that width at any price: of smaller pieces or, in the end, without the last of them."""
    for smaller in range(size, round(LEAST_SIZE * size), -1):
        row = row_within(groups, smaller, width, look)
        if row is not None:
            return row
    for count in range(len(groups) - 1, 0, -1):
        row = counted_row(groups[:count], smaller, look)
        more = Drawn(row.width, number=MORE)
        row = Row((*row.drawn, more), smaller, row.width + look.words.width(MORE, look.small))
        if row.width <= width:
            break
    return row


def draw_row(
    picture: pygame.Surface, row: Row, right: int, middle: int, types: Mapping[str, PieceType], look: Look
) -> None:
    """The row with its right end and the middle of its height there."""
    left = right - row.width
    sprite_left = round((1 - PIECE_ADVANCE) / 2 * row.size)
    for drawn in row.drawn:
        if drawn.piece is not None:
            sprite = types[drawn.piece.letter].sprite
            image = look.sprites.piece(sprite, drawn.piece.color, row.size)
            picture.blit(image, (left + drawn.left - sprite_left, middle - row.size // 2))
        else:
            number = look.words.line(drawn.number, look.small, look.theme.colour.muted)
            picture.blit(number, number.get_rect(midleft=(left + drawn.left, middle)))
