"""Draws file letters and rank numbers around the board, and the names of squares outside both."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from wormhole.gui.board.board_layout import BoardLayout, has_margin
from wormhole.gui.look.layout import DESIGN_SIZE, Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.theme import Colour, Coordinates

LABEL = 0.165  # shares of the pitch
SMALLEST_LABEL, LEGIBLE_LABEL = 11, 14  # the latter where there is room
LABEL_OF_GUTTER = 0.66
MOST_OF_GUTTER = 0.82  # where text is larger than usual: the tail of a "g" has room
ABOVE_BASELINE = 0.8  # of a line's height
NAME = 0.15
MOST_OF_SQUARE = 0.28
SMALLEST_NAME = 11
NAME_AT = 0.07
EVENED_PIXELS = 24


def label_font(
    lettering: Lettering,
    layout: BoardLayout,
    window: tuple[int, int] = DESIGN_SIZE,
    enlargement: float = 1.0,
) -> pygame.Font:
    """The font for text on and around the board, in a window of this size with larger text."""
    wished = round(enlargement * max(LEGIBLE_LABEL, Scale.of(window).text(LEGIBLE_LABEL)))
    share = min(enlargement * LABEL_OF_GUTTER, MOST_OF_GUTTER)
    legible = min(wished, round(share * layout.gutter))
    return lettering.font(max(SMALLEST_LABEL, legible, round(LABEL * layout.pitch)))


def paint_labels(
    ground: pygame.Surface,
    shown: pygame.Rect,
    layout: BoardLayout,
    lettering: Lettering,
    ink: Colour,
    window: tuple[int, int] = DESIGN_SIZE,
    enlargement: float = 1.0,
) -> None:
    """Write the labels, and clear the sky below them.

    ``ground`` shows the rectangle ``shown`` of a window of the size ``window``.
    """
    gutter = layout.gutter
    edge = _labelled(layout).move(-shown.left, -shown.top)
    thickness = layout.grid.left - layout.frame.left
    left, below = edge.left - thickness, edge.bottom + thickness
    inset = 2 * thickness  # clear of the frame around corner squares
    _clear_of_stars(ground, pygame.Rect(left - gutter, edge.top + inset, gutter, edge.height - 2 * inset))
    _clear_of_stars(ground, pygame.Rect(edge.left + inset, below, edge.width - 2 * inset, gutter))
    write_labels(ground, shown, layout, lettering, ink, window, enlargement)


def write_labels(
    ground: pygame.Surface,
    shown: pygame.Rect,
    layout: BoardLayout,
    lettering: Lettering,
    ink: Colour,
    window: tuple[int, int] = DESIGN_SIZE,
    enlargement: float = 1.0,
) -> None:
    """Label columns, rows, and, where there is room, the squares outside both beside them."""
    geometry, gutter = layout.geometry, layout.gutter
    font = label_font(lettering, layout, window, enlargement)
    edge = _labelled(layout).move(-shown.left, -shown.top)
    thickness = layout.grid.left - layout.frame.left
    left, below = edge.left - thickness, edge.bottom + thickness
    letters = []
    for column, label in enumerate(geometry.file_labels):
        text = font.render(label, True, ink)
        x = layout.pixel_of((column, 0))[0] - shown.left
        place = text.get_rect(center=(round(x), below + gutter // 2))
        ground.blit(text, place)
        letters.append(pygame.Rect(place.topleft, (place.width, round(ABOVE_BASELINE * place.height))))
    for row, label in enumerate(geometry.row_labels):
        text = font.render(label, True, ink)
        y = layout.pixel_of((0, row))[1] - shown.top
        ground.blit(text, text.get_rect(center=(left - gutter // 2, round(y))))
    names = []
    for square in range(geometry.squares):
        if is_named_beside(layout, square):
            text = font.render(geometry.names[square], True, ink)
            place = _beside(layout, square, text.get_rect().size).move(-shown.left, -shown.top)
            names.append((text, place))
    if all(place.collidelist(letters) < 0 for text, place in names):  # the margin of a small board is too low
        for text, place in names:
            ground.blit(text, place)


def is_named_beside(layout: BoardLayout, square: int) -> bool:
    """Whether the name of a square without labels is written beside it, on a void place."""
    geometry = layout.geometry
    column, row = geometry.place[square]
    return has_margin(geometry) and not (geometry.file_labels[column] and geometry.row_labels[row])


def _beside(layout: BoardLayout, square: int, size: tuple[int, int]) -> pygame.Rect:
    """The rectangle of a name of that size: towards the middle of the board, away from the labels."""
    rect, frame = layout.rect_of(square), layout.grid.left - layout.frame.left
    text = pygame.Rect((0, 0), size)
    text.centery = rect.centery
    if rect.centerx < layout.grid.centerx:
        text.left = rect.right + 2 * frame
    else:
        text.right = rect.left - 2 * frame
    if rect.centery > layout.grid.centery:
        text.bottom = rect.bottom
    return text


def written_on(
    layout: BoardLayout, square: int, lettering: Lettering, ink: Colour, enlargement: float = 1.0
) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
    """The texts on a square, each with its place from the square's corner, in pixels.

    A square without labels has its name; with coordinates inside, a square of the first column has its rank
    and one of the lowest row its file.
    """
    geometry, side = layout.geometry, layout.side
    column, row = geometry.place[square]
    usual, inset = max(SMALLEST_NAME, round(NAME * layout.pitch)), round(NAME_AT * layout.pitch)
    pixels = max(usual, round(min(enlargement * usual, MOST_OF_SQUARE * layout.pitch)))
    if layout.coordinates is Coordinates.AROUND and is_named_beside(layout, square):
        return
    if not (geometry.file_labels[column] and geometry.row_labels[row]):
        yield lettering.font(pixels).render(geometry.names[square], True, ink), (inset, inset // 2)
    elif layout.coordinates is Coordinates.INSIDE:
        columns = [index for index, label in enumerate(geometry.file_labels) if label]
        rows = [index for index, label in enumerate(geometry.row_labels) if label]
        first, lowest = (columns[-1], rows[-1]) if layout.flipped else (columns[0], rows[0])
        font = lettering.font(pixels, bold=True)
        if column == first:
            yield font.render(geometry.row_labels[row], True, ink), (inset, inset // 2)
        if row == lowest:
            text = font.render(geometry.file_labels[column], True, ink)
            yield text, text.get_rect(bottomright=(side - inset, side - inset // 3)).topleft


def _labelled(layout: BoardLayout) -> pygame.Rect:
    """The part of the grid that has labels: all of it, or the part within a ring of void places."""
    if has_margin(layout.geometry):
        return layout.grid.inflate(-2 * layout.pitch, -2 * layout.pitch)
    return layout.grid


def _clear_of_stars(ground: pygame.Surface, strip: pygame.Rect) -> None:
    """Blur the sky where labels go, so that no star is read as a dot beside a letter."""
    strip = strip.clip(ground.get_rect())
    if strip.width and strip.height:
        coarse = (strip.width // EVENED_PIXELS + 1, strip.height // EVENED_PIXELS + 1)
        even = pygame.transform.smoothscale(ground.subsurface(strip), coarse)
        ground.blit(pygame.transform.smoothscale(even, strip.size), strip)
