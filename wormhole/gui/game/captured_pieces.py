"""The row of captured pieces on a player's card, as whole as there is room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from wormhole import Piece, PieceType
from wormhole.gui.look.card import rounded
from wormhole.gui.look.contrast import contrast, readable_on
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed

PIECE_ADVANCE = 0.72
"""Width of a piece as a share of its size."""
ALIKE_ADVANCE = 0.36
"""From a piece to the next one of its type, which overlaps it, as a share of its size."""
GROUP_GAP = 0.25
BALANCE_GAP = 0.3
LEAST_CONTRAST = 3.0
"""Of pieces with their card; else they stand on a plate."""
INK_ON_LIGHT = 0.4
"""Share of the ink in the plate on a light card."""
LEAST_SIZE = 0.7
"""Share of the wanted size below which pieces cannot be told apart."""
TIMES = "\N{MULTIPLICATION SIGN}"
MORE = "…"


@dataclass(frozen=True)
class RowItem:
    """A piece or a number, and its distance from the row's left in pixels."""

    left: int
    piece: Piece | None = None
    number: str = ""


@dataclass(frozen=True)
class CapturedRow:
    """What is drawn, from left to right, the pieces' size and the row's width in pixels."""

    items: tuple[RowItem, ...]
    size: int
    width: int


def groups_of(captured: Sequence[Piece], letters: Sequence[str]) -> list[tuple[Piece, int]]:
    """Each captured piece with its count, in the order of `letters`."""
    counts = Counter(captured)
    return sorted(counts.items(), key=lambda group: (letters.index(group[0].letter), group[0].color))


def full_row(groups: Sequence[tuple[Piece, int]], size: int) -> CapturedRow:
    """A row with every piece; equal pieces overlap."""
    drawn, at = [], 0.0
    for piece, count in groups:
        drawn += [RowItem(round(at + index * ALIKE_ADVANCE * size), piece) for index in range(count)]
        at += ((count - 1) * ALIKE_ADVANCE + PIECE_ADVANCE + GROUP_GAP) * size
    return CapturedRow(tuple(drawn), size, round(at - GROUP_GAP * size))


def counted_row(groups: Sequence[tuple[Piece, int]], size: int, look: Look) -> CapturedRow:
    """A row with one piece of each type, and the count if there are more."""
    drawn, at = [], 0.0
    for piece, count in groups:
        drawn.append(RowItem(round(at), piece))
        at += PIECE_ADVANCE * size
        if count > 1:
            number = f"{TIMES}{count}"
            drawn.append(RowItem(round(at), number=number))
            at += look.words.width(number, look.small)
        at += GROUP_GAP * size
    return CapturedRow(tuple(drawn), size, round(at - GROUP_GAP * size))


def with_balance(row: CapturedRow, balance: str, look: Look) -> CapturedRow:
    """The row with the balance of material behind the pieces, if there is any."""
    if not balance:
        return row
    left = row.width + round(BALANCE_GAP * row.size) if row.items else 0
    width = left + look.words.width(balance, look.small)
    return CapturedRow((*row.items, RowItem(left, number=balance)), row.size, width)


def row_within(
    groups: Sequence[tuple[Piece, int]], balance: str, size: int, width: int, look: Look
) -> CapturedRow | None:
    """The full row if it fits into `width`, else the counted row; None if neither fits."""
    rows = (full_row(groups, size), counted_row(groups, size, look))
    balanced = (with_balance(row, balance, look) for row in rows)
    return next((row for row in balanced if row.width <= width), None)


def tight_row(
    groups: Sequence[tuple[Piece, int]], balance: str, size: int, width: int, look: Look
) -> CapturedRow | None:
    """A row that fits into `width`, with smaller pieces or, if need be, without the last of them."""
    for smaller in range(size, round(LEAST_SIZE * size), -1):
        row = row_within(groups, balance, smaller, width, look)
        if row is not None:
            return row
    for count in range(len(groups) - 1, 0, -1):
        row = counted_row(groups[:count], smaller, look)
        more = RowItem(row.width, number=MORE)
        row = CapturedRow((*row.items, more), smaller, row.width + look.words.width(MORE, look.small))
        row = with_balance(row, balance, look)
        if row.width <= width:
            break
    return row


def draw_row(
    picture: pygame.Surface,
    row: CapturedRow,
    right: int,
    middle: int,
    types: Mapping[str, PieceType],
    look: Look,
) -> None:
    """Draw the row right-aligned at `right`, vertically centred at `middle`.

    Pieces that are about as dark or as bright as the card stand on a plate.
    """
    left, colour, ground = right - row.width, look.theme.colour, _plate_colour(row, look)
    sprite_left = round((1 - PIECE_ADVANCE) / 2 * row.size)
    plate = _plate_of(row, look)
    if plate is not None:
        rounded(picture, ground, plate.move(left, middle), look.scale.pixels(5))
    for drawn in row.items:
        if drawn.piece is not None:
            piece_type = types[drawn.piece.letter]
            image = look.sprites.piece(piece_type, drawn.piece.color, row.size)
            picture.blit(image, (left + drawn.left - sprite_left, middle - row.size // 2))
        else:
            is_on_plate = plate is not None and drawn.left < plate.right
            ink = readable_on(ground, colour.ink, colour.panel) if is_on_plate else colour.muted
            look.words.write(picture, drawn.number, look.small, ink, midleft=(left + drawn.left, middle))


def _plate_of(row: CapturedRow, look: Look) -> pygame.Rect | None:
    """The plate under pieces and their counts, from the row's left and middle; None if none is needed."""
    ends = [
        drawn.left
        + (look.words.width(drawn.number, look.small) if drawn.number else round(PIECE_ADVANCE * row.size))
        for drawn in row.items
        if drawn.piece is not None or drawn.number.startswith(TIMES)
    ]
    if not any(drawn.piece is not None and _is_hard_to_see(look, drawn.piece.color) for drawn in row.items):
        return None
    side = look.scale.pixels(3)
    return pygame.Rect(-side, -(row.size // 2), max(ends) + 2 * side, row.size)


def _plate_colour(row: CapturedRow, look: Look) -> Colour:
    """Darker than the dark squares or, on a dark card, near the light squares, so that all pieces are seen.

    Where pieces of both sides stand on a dark card, it is between the light and the dark squares.
    """
    colour = look.theme.colour
    if look.theme.is_light:
        return mixed(colour.square_dark_top, colour.ink, INK_ON_LIGHT)
    has_both = len({drawn.piece.color for drawn in row.items if drawn.piece is not None}) > 1
    return mixed(colour.square_light_foot, colour.square_dark_top, 0.5 if has_both else 0.25)


def _is_hard_to_see(look: Look, color: bool) -> bool:
    """Whether the pieces of a side are about as dark or as bright as a card."""
    side = look.theme.pieces(color)
    return contrast(mixed(side.top, side.foot, 0.5), look.theme.colour.panel) < LEAST_CONTRAST
