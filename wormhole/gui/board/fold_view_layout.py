"""The fold view in the frame of a board: where its cells and beads are, and its texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.board_layout import BoardLayout, Pixel, gap_of, nearest
from wormhole.gui.board.folded import FoldedBoard, Offset, Seam
from wormhole.gui.languages.language import N_, _
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Variant

LARGEST = 1.5  # a cell's pitch, relative to the board's
LARGEST_SHARE = 0.16  # of the frame's width, for boards with many small squares
SIZES = 8  # cells have sizes of so many steps for the board's pitch, so that their pictures serve again
SMALLEST_PITCH = 6
MARGIN = 0.035  # of the frame's width
CAPTION = 0.034  # size of the text, of the frame's width
SMALLEST_CAPTION = 14
HINT = 0.64  # size of the hint's text, relative to the caption's
SMALLEST_HINT = 12
HINT_LINES = 2
LINE = 1.42  # relative to the size of its text
BEAD = 0.15  # of the pitch
BEADS_APART = 1.06  # relative to a bead
ROOM_ON_SEAM = 0.86  # of a side, for all beads of a seam
ROOM_AT_CORNER = 0.5
THREADED, THREAD = 0.1, 0.07  # of the pitch: cells so far apart are joined by a line; between its points
LINED_UP = 3  # so many cells at one place stand in a line; more of them in a grid

HOLES = {
    LeftSquare.FOLDS: (N_("{square}, removed"), N_("A bead on a seam is a removed square.")),
    LeftSquare.VANISHES: (N_("{square}, vanished"), N_("A bead on a seam is a square that has vanished.")),
    LeftSquare.RANDOM: (N_("{square}, a wormhole"), N_("A bead is a wormhole on the route.")),
    LeftSquare.STAYS: (N_("{square}, removed"), N_("A bead on a seam is a removed square.")),
}
"""The name of a bead, and the explanation of beads, by the game's rule for squares."""


@dataclass(frozen=True)
class Bead:
    """A removed square on a seam: its centre and diameter in pixels."""

    square: int
    centre: Pixel
    pixels: int


@dataclass(frozen=True)
class FoldedLayout:
    """A view in the frame of a board: ``left`` and ``top`` are those of the piece's own cell."""

    folded: FoldedBoard
    frame: pygame.Rect
    left: int
    top: int
    pitch: int
    flipped: bool

    @classmethod
    def fit(cls, folded: FoldedBoard, board: BoardLayout) -> FoldedLayout:
        """The view as large as fits into the board's frame, between caption and hint, centred."""
        frame = board.frame
        room = room_of(frame)
        west, east, south, north = folded.extent
        if board.flipped:
            west, east, south, north = -east, -west, -north, -south
        columns, rows = east - west + 1, north - south + 1
        largest = max(LARGEST * board.pitch, LARGEST_SHARE * frame.width)
        pitch = min(round(largest), room.width // columns, room.height // rows)
        step = max(1, board.pitch // SIZES)
        pitch = max(SMALLEST_PITCH, pitch // step * step)
        left = room.left + (room.width - columns * pitch) // 2 - west * pitch
        top = room.top + (room.height - rows * pitch) // 2 + north * pitch
        return cls(folded, frame, left, top, pitch, board.flipped)

    def pitch_of(self, index: int) -> int:
        """The pitch of a cell, with the gap beside it; cells that share a place are smaller."""
        return round(self.pitch / _parts(self.folded.cells[index].slots))

    def rect_of(self, index: int) -> pygame.Rect:
        """The cell's rectangle in pixels."""
        cell, pitch = self.folded.cells[index], self.pitch_of(index)
        across, up = self._on_screen(cell.offset)
        column, row = _in_place(cell.slot, cell.slots, (across, up))
        side = pitch - gap_of(pitch)
        left, top = self.left + across * self.pitch, self.top - up * self.pitch
        return pygame.Rect(left + round(column * pitch), top + round(row * pitch), side, side)

    @property
    def back(self) -> pygame.Rect:
        """The cross that leads back to the board, in the upper right corner."""
        margin, pixels = margin_of(self.frame), round(LINE * caption_pixels(self.frame))
        return pygame.Rect(
            self.frame.right - margin - pixels, self.frame.top + margin * 3 // 4, pixels, pixels
        )

    @property
    def from_the_top(self) -> list[int]:
        """All cells, the highest ones first: the sides of slabs go behind the cells below."""
        return sorted(range(len(self.folded.cells)), key=lambda index: self.rect_of(index).top)

    def cell_at(self, pixel: Pixel) -> int | None:
        """The cell under a pixel, gaps included."""
        for index in range(len(self.folded.cells)):
            pitch = self.pitch_of(index)
            rect = self.rect_of(index)
            if pygame.Rect(rect.topleft, (pitch, pitch)).collidepoint(pixel):
                return index
        return None

    def beside(self, index: int, across: int, up: int) -> int:
        """The nearest cell in a direction on screen, preferably straight ahead; the same one at the edge."""
        centres = {other: self.rect_of(other).center for other in range(len(self.folded.cells))}
        best = nearest(centres[index], centres, across, -up)
        return index if best is None else best

    def beads(self, seam: Seam) -> Iterator[Bead]:
        """The beads of a seam, side by side across the way."""
        start, end = self.rect_of(seam.start), self.rect_of(seam.end)
        x, y = end.centerx - start.centerx, end.centery - start.centery
        length = hypot(x, y) or 1
        share = start.width / (start.width + end.width)
        middle = start.centerx + x * share, start.centery + y * share
        is_diagonal = min(abs(x), abs(y)) > 0.3 * max(abs(x), abs(y))
        room = (ROOM_AT_CORNER if is_diagonal else ROOM_ON_SEAM) * min(start.width, end.width)
        count = len(seam.holes)
        pixels = max(4, round(min(BEAD * self.pitch, room / (count * BEADS_APART))))
        for number, hole in enumerate(seam.holes):
            aside = (number - (count - 1) / 2) * BEADS_APART * pixels
            yield Bead(hole, (middle[0] - y / length * aside, middle[1] + x / length * aside), pixels)

    def thread(self, seam: Seam) -> Iterator[Pixel]:
        """Points of a line between two cells that do not meet."""
        start, end = self.rect_of(seam.start), self.rect_of(seam.end)
        across = max(0, start.left - end.right, end.left - start.right)
        down = max(0, start.top - end.bottom, end.top - start.bottom)
        apart = hypot(across, down)
        if apart <= THREADED * self.pitch:
            return
        x, y = end.centerx - start.centerx, end.centery - start.centery
        count = round(hypot(x, y) / (THREAD * self.pitch))
        for number in range(1, count):
            at = start.centerx + x * number / count, start.centery + y * number / count
            if not start.collidepoint(at) and not end.collidepoint(at):
                yield at

    def _on_screen(self, offset: Offset) -> Offset:
        return (-offset[0], -offset[1]) if self.flipped else offset


def margin_of(frame: pygame.Rect) -> int:
    """The least distance of cells and texts from the frame."""
    return round(MARGIN * frame.width)


def caption_pixels(frame: pygame.Rect) -> int:
    """The size of the caption's text."""
    return max(SMALLEST_CAPTION, round(CAPTION * frame.width))


def hint_pixels(frame: pygame.Rect) -> int:
    """The size of the hint's text."""
    return max(SMALLEST_HINT, round(HINT * CAPTION * frame.width))


def room_of(frame: pygame.Rect) -> pygame.Rect:
    """The part of the frame that is left for cells, below the caption and above the hint."""
    margin = margin_of(frame)
    above = margin + round(LINE * caption_pixels(frame))
    below = round(HINT_LINES * LINE * hint_pixels(frame)) + margin // 2
    room = frame.inflate(-2 * margin, 0)
    return pygame.Rect(room.left, room.top + above, room.width, room.height - above - below - margin // 2)


def _parts(slots: int) -> int:
    """How many cells stand side by side at a place."""
    return slots if slots <= LINED_UP else ceil(sqrt(slots))


def _in_place(slot: int, slots: int, towards: Offset) -> tuple[float, float]:
    """The column and row of a small cell, in small cells: a line across the way, or a grid."""
    if slots > LINED_UP:
        columns = _parts(slots)
        rows = ceil(slots / columns)
        return slot % columns, slot // columns + (columns - rows) / 2
    across, up = towards
    middle = (slots - 1) / 2
    if abs(across) > 2 * abs(up):
        return middle, slot
    if abs(up) > 2 * abs(across):
        return slot, middle
    return slot, (slot if (across > 0) == (up > 0) else slots - 1 - slot)


def caption(folded: FoldedBoard, variant: Variant) -> str:
    """Whose view it is."""
    return _("As the {piece} on {square} sees it").format(
        piece=_(variant.piece_types[folded.piece.letter].name),
        square=variant.geometry.names[folded.square],
    )


def hints(folded: FoldedBoard, variant: Variant) -> Iterator[str]:
    """The explanations of the view, a sentence each, the most important ones first."""
    yield _("Each square is where the piece's steps lead.")
    if folded.seams:
        yield _(HOLES[variant.left_square][1])
    if not folded.is_to_move and any(cell.is_target for cell in folded.cells):
        yield _("Rings show where it could move on its turn.")
    if any(cell.is_repeated for cell in folded.cells):
        yield _("Squares with two frames are seen more than once.")
    if any(not cell.stands for cell in folded.cells[1:]):
        yield _("The piece can pass over dim squares, but not stop there.")


HOLES_ON_BOARD = {
    LeftSquare.FOLDS: N_(
        "{square} is removed: a wormhole. A step into it comes out on the next square in its direction."
    ),
    LeftSquare.VANISHES: N_("{square} has vanished. Pieces can pass over it, but not stand there."),
    LeftSquare.RANDOM: N_("{square} is a wormhole. Pieces skip it, or come out of another one."),
    LeftSquare.STAYS: N_("{square} is blocked: nothing can stand there."),
}
"""What a hole is on the whole board, by the game's rule for squares."""


def hole_words(square: int, variant: Variant) -> str:
    """What a hole on the whole board means for the pieces."""
    return _(HOLES_ON_BOARD[variant.left_square]).format(square=variant.geometry.names[square])


def hole_name(square: int, variant: Variant) -> str:
    """What a bead stands for."""
    return _(HOLES[variant.left_square][0]).format(square=variant.geometry.names[square])
