"""How one view turns into another, or into the board: what slides from where to where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import pygame

from wormhole.gui.board.drawing.folded_still import FoldedStill
from wormhole.gui.board.fold_view import Change, Seen
from wormhole.gui.board.layout import Pixel

FADES = 0.6  # of a change: names and marks fade out at its beginning, and in at its end
SHRINKS = 0.8  # size of a cell that goes out or comes in at its place


@dataclass(frozen=True)
class Spot:
    """Where something is: its centre and side in pixels, its opacity."""

    centre: Pixel
    side: float
    opacity: float = 1.0

    def towards(self, other: Spot, share: float) -> Spot:
        """The spot at ``share`` (0..1) of the way to the other."""

        def mixed(first: float, second: float) -> float:
            return first + (second - first) * share

        centre = mixed(self.centre[0], other.centre[0]), mixed(self.centre[1], other.centre[1])
        return Spot(centre, mixed(self.side, other.side), mixed(self.opacity, other.opacity))

    def gone(self) -> Spot:
        """The same place, with nothing there."""
        return Spot(self.centre, SHRINKS * self.side, 0.0)


@dataclass(frozen=True)
class Slide:
    """A picture that goes from one spot to another; others lie over it at the beginning and at the end."""

    start: Spot
    end: Spot
    picture: pygame.Surface
    first: pygame.Surface | None = None
    last: Callable[[], pygame.Surface | None] = lambda: None
    """None while it is not painted yet."""

    def layers(self, share: float) -> Iterator[tuple[pygame.Surface, float]]:
        """The pictures from the lowest up, with their opacities."""
        opacity = self.start.opacity + (self.end.opacity - self.start.opacity) * share
        yield self.picture, opacity
        if self.first is not None and share < FADES:
            yield self.first, opacity * (1 - share / FADES)
        if share > 1 - FADES and (last := self.last()) is not None:
            yield last, opacity * (1 - (1 - share) / FADES)


@dataclass(frozen=True)
class Slides:
    """Everything that slides, from the lowest up."""

    slides: tuple[Slide, ...]
    hidden: frozenset[int]
    """The squares of the board that are among them."""


@dataclass(frozen=True)
class _Stand:
    """A cell or a bead of a view: its square, where it is, and what it looks like there."""

    square: int
    spot: Spot
    pitch: int
    looks: Callable[[], pygame.Surface]
    if_painted: Callable[[], pygame.Surface | None]


def slides_of(change: Change, still: FoldedStill) -> Slides:
    """What slides in this change."""
    before, after = change.before, change.after
    if before.folded is None:
        cells, beads = _cells(after, still), _beads(after, still)
        slides = [_from_board(stand, before, after, still) for stand in cells]
        slides += [Slide(_on_board(bead, still), bead.spot, still.chip, last=bead.looks) for bead in beads]
        return Slides(tuple(slides), frozenset(stand.square for stand in (*cells, *beads)))
    if after.folded is None:
        cells, beads = _cells(before, still), _beads(before, still)
        slides = [_to_board(stand, after, still) for stand in cells]
        slides += [Slide(bead.spot, _on_board(bead, still), still.chip, first=bead.looks()) for bead in beads]
        squares = {stand.square for stand in cells} - after.scene.holes
        return Slides(tuple(slides), frozenset(squares | {bead.square for bead in beads}))
    travel = _travel(change, still)
    if travel and change.moved is not None:
        before = replace(before, scene=before.scene.without(change.moved[0]))
        after = replace(after, scene=after.scene.without(change.moved[1]))
        for stand in _cells(after, still):
            if stand.square == change.moved[1]:
                stand.looks()  # it is not painted ahead, because it is not seen so at rest

    def bare(stand: _Stand, pitch: int) -> pygame.Surface:
        return still.art.bare(after, stand.square, pitch)

    slides = [*_between(_cells(before, still), _cells(after, still), bare, still)]
    slides += _between(_beads(before, still), _beads(after, still), lambda bead, _: bead.looks(), still)
    return Slides((*slides, *travel), frozenset())


def _travel(change: Change, still: FoldedStill) -> tuple[Slide, ...]:
    """How another piece goes from cell to cell, if both are seen; else it goes out or comes in with them."""
    if change.moved is None:
        return ()
    spots = []
    for seen, square in zip((change.before, change.after), change.moved, strict=True):
        layout = still.layout_of(seen)
        for index in seen.view.cells_of(square)[:1]:
            piece = seen.scene.pieces[square]
            picture = still.art.art(layout.pitch_of(index)).piece(piece.letter, piece.color)
            spots.append((Spot(layout.rect_of(index).center, picture.get_width()), picture))
    if len(spots) < 2:
        return ()
    (start, picture), (end, _) = spots
    return (Slide(start, end, picture),)


def _cells(seen: Seen, still: FoldedStill) -> list[_Stand]:
    """The cells of a view, the highest ones first."""
    layout, art = still.layout_of(seen), still.art
    stands = []
    for index in layout.from_the_top:
        cell, pitch, rect = seen.view.cells[index], layout.pitch_of(index), layout.rect_of(index)
        looks = partial(art.whole, seen, cell, pitch)
        if_painted = partial(art.if_painted, seen, cell, pitch)
        stands.append(_Stand(cell.square, Spot(rect.center, rect.width), pitch, looks, if_painted))
    return stands


def _beads(seen: Seen, still: FoldedStill) -> list[_Stand]:
    layout = still.layout_of(seen)
    beads = [bead for seam in seen.view.seams for bead in layout.beads(seam)]
    return [
        _Stand(bead.square, Spot(bead.centre, bead.pixels), bead.pixels, looks, looks)
        for bead in beads
        for looks in [partial(still.art.bead, bead.pixels)]
    ]


def _from_board(stand: _Stand, before: Seen, after: Seen, still: FoldedStill) -> Slide:
    art, pitch = still.art, still.board.pitch
    if not still.has(stand.square):
        return Slide(stand.spot.gone(), stand.spot, stand.looks())
    pictures = art.bare(after, stand.square, pitch), art.bare(before, stand.square, pitch)
    return Slide(_on_board(stand, still), stand.spot, *pictures, stand.if_painted)


def _to_board(stand: _Stand, after: Seen, still: FoldedStill) -> Slide:
    if not still.has(stand.square):
        return Slide(stand.spot, stand.spot.gone(), stand.looks())
    end = _on_board(stand, still)
    if stand.square in after.scene.holes:
        return Slide(stand.spot, end.gone(), stand.looks())
    bare = still.art.bare(after, stand.square, stand.pitch)
    last = partial(still.art.bare, after, stand.square, still.board.pitch)
    return Slide(stand.spot, end, bare, stand.looks(), last)


def _between(
    before: list[_Stand],
    after: list[_Stand],
    bare: Callable[[_Stand, int], pygame.Surface],
    still: FoldedStill,
) -> Iterator[Slide]:
    """Each square goes to where it is seen next; others go out or come in where they are."""
    left: dict[int, list[_Stand]] = {}
    for stand in before:
        left.setdefault(stand.square, []).append(stand)
    met = []
    for stand in after:
        if left.get(stand.square):
            old = left[stand.square].pop(0)
            met.append(Slide(old.spot, stand.spot, old.looks(), last=stand.if_painted))
        else:
            picture = bare(stand, still.board.pitch)
            met.append(Slide(stand.spot.gone(), stand.spot, picture, last=stand.if_painted))
    for old in (stand for stands in left.values() for stand in stands):
        yield Slide(old.spot, old.spot.gone(), old.looks())
    yield from met


def _on_board(stand: _Stand, still: FoldedStill) -> Spot:
    rect = still.board.rect_of(stand.square)
    return Spot(rect.center, rect.width)
