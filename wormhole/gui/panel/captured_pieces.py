"""A row of captured pieces grouped by type, and the balance of material; if not all fit, one of each type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from wormhole import Piece, PieceType
from wormhole.gui.look.look import Look

PIECE_ADVANCE = 0.72
"""Width of a piece as a share of its size."""
ALIKE_ADVANCE = 0.36
"""From a piece to the next one of its type, which overlaps it, as a share of its size."""
GROUP_GAP = 0.25
BALANCE_GAP = 0.3
LEAST_SIZE = 0.7
"""Share of the wanted size below which pieces cannot be told apart."""
TIMES = "\N{MULTIPLICATION SIGN}"
MORE = "…"


@dataclass(frozen=True)
class Drawn:
    """A piece or a number, and its distance from the row's left in pixels."""

    left: int
    piece: Piece | None = None
    number: str = ""


@dataclass(frozen=True)
class Row:
    """What is drawn, from left to right, the pieces' size and the row's width in pixels."""

    drawn: tuple[Drawn, ...]
    size: int
    width: int


def groups_of(captured: Sequence[Piece], letters: Sequence[str]) -> list[tuple[Piece, int]]:
    """Each captured piece with its count, in the order of `letters`."""
    counts = Counter(captured)
    return sorted(counts.items(), key=lambda group: (letters.index(group[0].letter), group[0].color))


def full_row(groups: Sequence[tuple[Piece, int]], size: int) -> Row:
    """A row with every piece; equal pieces overlap."""
    drawn, at = [], 0.0
    for piece, count in groups:
        drawn += [Drawn(round(at + index * ALIKE_ADVANCE * size), piece) for index in range(count)]
        at += ((count - 1) * ALIKE_ADVANCE + PIECE_ADVANCE + GROUP_GAP) * size
    return Row(tuple(drawn), size, round(at - GROUP_GAP * size))


def counted_row(groups: Sequence[tuple[Piece, int]], size: int, look: Look) -> Row:
    """A row with one piece of each type, and the count if there are more."""
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


def with_balance(row: Row, balance: str, look: Look) -> Row:
    """The row with the balance of material behind the pieces, if there is any."""
    if not balance:
        return row
    left = row.width + round(BALANCE_GAP * row.size) if row.drawn else 0
    width = left + look.words.width(balance, look.small)
    return Row((*row.drawn, Drawn(left, number=balance)), row.size, width)


def row_within(
    groups: Sequence[tuple[Piece, int]], balance: str, size: int, width: int, look: Look
) -> Row | None:
    """The full row if it fits into `width`, else the counted row; None if neither fits."""
    rows = (full_row(groups, size), counted_row(groups, size, look))
    balanced = (with_balance(row, balance, look) for row in rows)
    return next((row for row in balanced if row.width <= width), None)


def tight_row(
    groups: Sequence[tuple[Piece, int]], balance: str, size: int, width: int, look: Look
) -> Row | None:
    """A row that fits into `width`, with smaller pieces or, if need be, without the last of them."""
    for smaller in range(size, round(LEAST_SIZE * size), -1):
        row = row_within(groups, balance, smaller, width, look)
        if row is not None:
            return row
    for count in range(len(groups) - 1, 0, -1):
        row = counted_row(groups[:count], smaller, look)
        more = Drawn(row.width, number=MORE)
        row = Row((*row.drawn, more), smaller, row.width + look.words.width(MORE, look.small))
        row = with_balance(row, balance, look)
        if row.width <= width:
            break
    return row


def draw_row(
    picture: pygame.Surface, row: Row, right: int, middle: int, types: Mapping[str, PieceType], look: Look
) -> None:
    """Draw the row right-aligned at `right`, vertically centred at `middle`."""
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
